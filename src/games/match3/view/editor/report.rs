//! The report of the editor on a level.

use super::LevelStudy;
use crate::games::match3::level::{
    Breakdown, LevelError, LevelPlan, PlanFault, Prediction, patterns,
};
use crate::games::match3::rules::GoalsError;
use crate::shell::editor::{Line, Verdict};

/// Half of the interval of a success rate, in standard errors.
const ERRORS: f64 = 2.0;

/// All lines: the faults, the tests that are passed, the swap potential, the predicted swaps, and the success rate.
pub(super) fn lines(plan: &LevelPlan, study: &LevelStudy) -> Vec<Line> {
    let faults = plan.faults();
    let mut lines: Vec<Line> = faults.iter().map(fault_line).collect();
    let is_filled = plan.feasibility().violation() == 0;
    if is_filled {
        lines.push(Line::new(Verdict::Holds, "match3.editor.filled"));
    }
    if faults.is_empty() && plan.aim.is_some() {
        lines.push(Line::new(Verdict::Holds, "match3.editor.playable"));
    }
    let (now, most) = (plan.board.potential(plan.size), patterns(plan.size));
    let potential = Line::new(Verdict::Note, "match3.editor.potential");
    lines.push(
        potential
            .with("now", now)
            .with("most", most)
            .with("percent", now * 100 / most.max(1)),
    );
    let losses = Breakdown::of(plan.size, |cell| plan.board.kind(cell));
    let Prediction { swaps, error } = Prediction::of(plan.size, &losses);
    let predicted = Line::new(Verdict::Note, "match3.editor.predicted");
    lines.push(
        predicted
            .with("swaps", format!("{swaps:.1}"))
            .with("error", format!("{error:.1}")),
    );
    match plan.aim {
        None => lines.push(Line::new(Verdict::Note, "match3.editor.calibrated_later")),
        Some(_) if faults.is_empty() => lines.push(success_line(study)),
        Some(_) => {}
    }
    lines
}

fn fault_line(fault: &PlanFault) -> Line {
    let wrong = |key| Line::new(Verdict::Wrong, key);
    match fault {
        PlanFault::Unreachable(cells) => {
            wrong("match3.editor.unreachable").with("count", cells.len())
        }
        PlanFault::Untouchable(cells) => {
            wrong("match3.editor.untouchable").with("count", cells.len())
        }
        PlanFault::Goals(why) => match why {
            LevelError::Goals(GoalsError::Count(0)) => wrong("match3.editor.no_goal"),
            LevelError::Goals(GoalsError::Count(count)) => {
                wrong("match3.editor.too_many_goals").with("count", count)
            }
            LevelError::GoalColour(..) => wrong("match3.editor.no_such_colour"),
            LevelError::TooMany { most, .. } => {
                wrong("match3.editor.too_many_blocks").with("most", most)
            }
            LevelError::NothingToClear => wrong("match3.editor.nothing_to_clear"),
            other => wrong("match3.editor.other_fault").with("why", other),
        },
    }
}

fn success_line(study: &LevelStudy) -> Line {
    if study.plays == 0 {
        return Line::new(Verdict::Note, "editor.measuring");
    }
    let plays = f64::from(study.plays);
    let rate = f64::from(study.won) / plays;
    let error = ERRORS * (rate * (1.0 - rate) / plays).sqrt();
    Line::new(Verdict::Note, "match3.editor.success")
        .with("rate", format!("{:.0}", 100.0 * rate))
        .with("error", format!("{:.0}", (100.0 * error).max(1.0)))
        .with("plays", study.plays)
}
