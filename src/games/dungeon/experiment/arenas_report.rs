//! The report on the fights of all kinds in the same arenas.

use std::sync::Arc;

use super::arenas::{BreedScores, FightScores};
use crate::base::Mean;
use crate::experiment::{Phrases, Report, Table};
use crate::games::dungeon::enemies::shipped::STRENGTHS;
use crate::games::dungeon::names::name_of_kind;
use crate::games::dungeon::rules::{Breed, EnemyKind, Roster};
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

/// The report on some arenas, with the fights of each breed of a roster in each.
pub(super) fn report(roster: &Roster, samples: &[&Vec<BreedScores>], phrase: Phrases) -> Report {
    let rows: Vec<Row> = (0..roster.len())
        .map(|at| Row::of(roster, at, samples))
        .collect();
    let mut report = Report {
        plot: plot(roster, samples, phrase),
        ..Report::default()
    };
    let values = [("arenas", samples.len().to_string())];
    report.say(phrase("dungeon.experiment.arenas.about", &values));
    report.table(table_of_aims(&rows, phrase));
    report.table(table_of_points(&rows, phrase));
    let aims = [
        "dungeon.experiment.arenas.aims.all",
        "dungeon.experiment.arenas.aims.not",
    ];
    let scores = [
        "dungeon.experiment.arenas.scores.all",
        "dungeon.experiment.arenas.scores.not",
    ];
    say_verdict(&rows, |row| row.ahead, aims, &mut report, phrase);
    say_verdict(&rows, |row| row.above, scores, &mut report, phrase);
    report
}

/// The place of the simplest program in [`BreedScores::by_hand`].
const SIMPLEST: usize = 2;

/// The figures of a breed.
struct Row {
    breed: Arc<Breed>,
    /// The degree to which it reaches the aim of each kind, in the order of [`EnemyKind::ALL`].
    aims: [Mean; 4],
    /// The difference, at the aim of its own kind, to the kind of the same strength that reaches it best beside it.
    ahead: Mean,
    /// The degree to which the simplest program reaches the aim of its kind in its body.
    aim_of_simplest: f64,
    /// The difference to the simplest program, which is what its program adds to its body.
    added: Mean,
    points: Mean,
    /// The points of the fighter, the survivor and the simplest program in its body.
    by_hand: [f64; 3],
    /// The difference of its score to that of the better one of fighter and survivor.
    above: Mean,
}

impl Row {
    fn of(roster: &Roster, at: usize, samples: &[&Vec<BreedScores>]) -> Self {
        let breed = Arc::clone(&roster[at]);
        let aim = breed.kind as usize;
        let mean = |value: &dyn Fn(&Vec<BreedScores>) -> f64| mean_of(samples, value);
        let others = (0..roster.len()).filter(|other| {
            roster[*other].strength == breed.strength && roster[*other].kind != breed.kind
        });
        let others = others.map(|other| (other, mean(&|arena| arena[other].own.aims[aim]).value));
        let best = others.max_by(|one, other| one.1.total_cmp(&other.1));
        let above =
            |by_hand: usize| mean(&|arena| arena[at].own.score - arena[at].by_hand[by_hand].score);
        let [fighter, survivor] = [above(0), above(1)];
        Row {
            aims: std::array::from_fn(|aim| mean(&|arena| arena[at].own.aims[aim])),
            ahead: mean(&|arena| {
                let rival = best.map_or(0.0, |(other, _)| arena[other].own.aims[aim]);
                arena[at].own.aims[aim] - rival
            }),
            aim_of_simplest: mean(&|arena| arena[at].by_hand[SIMPLEST].aims[aim]).value,
            added: mean(&|arena| {
                let BreedScores { own, by_hand } = &arena[at];
                own.aims[aim] - by_hand[SIMPLEST].aims[aim]
            }),
            points: mean(&|arena| arena[at].own.points),
            by_hand: std::array::from_fn(|other| {
                mean(&|arena| arena[at].by_hand[other].points).value
            }),
            above: match fighter.value < survivor.value {
                true => fighter,
                false => survivor,
            },
            breed,
        }
    }

    fn name(&self, phrase: Phrases) -> String {
        let kind = phrase(name_of_kind(self.breed.kind), &[]);
        format!("{kind} {}", self.breed.strength)
    }

    fn cells_of_aims(&self, phrase: Phrases) -> Vec<String> {
        let simplest = format!("{:.1}", self.aim_of_simplest);
        let others = [self.ahead.to_string(), simplest, self.added.to_string()];
        let aims = self.aims.map(unsigned).into_iter();
        let cells = std::iter::once(self.name(phrase)).chain(aims).chain(others);
        cells.collect()
    }

    fn cells_of_points(&self, phrase: Phrases) -> Vec<String> {
        let [fighter, survivor, simplest] = self.by_hand.map(|points| format!("{points:.1}"));
        vec![
            self.name(phrase),
            unsigned(self.points),
            fighter,
            survivor,
            simplest,
            self.above.to_string(),
            self.breed.program.size().to_string(),
        ]
    }
}

fn mean_of(samples: &[&Vec<BreedScores>], value: &dyn Fn(&Vec<BreedScores>) -> f64) -> Mean {
    let values: Vec<f64> = samples.iter().map(|arena| value(arena)).collect();
    Mean::of(&values)
}

/// A mean that is not a difference, without a sign.
fn unsigned(mean: Mean) -> String {
    format!("{:.1}{}", mean.value, mean.error_text(1))
}

/// The degrees to which each enemy reaches the aim of each kind, and how far it is ahead at its own.
fn table_of_aims(rows: &[Row], phrase: Phrases) -> Table {
    let name = |kind: EnemyKind| phrase(name_of_kind(kind), &[]);
    let aim = |kind| phrase("dungeon.experiment.arenas.aim", &[("kind", name(kind))]);
    let others = [
        "dungeon.experiment.arenas.ahead",
        "dungeon.experiment.arenas.aim_of_simplest",
        "dungeon.experiment.arenas.added",
    ];
    let enemy = phrase("dungeon.experiment.arenas.enemy", &[]);
    let head = std::iter::once(enemy).chain(EnemyKind::ALL.map(aim));
    Table {
        head: head.chain(others.map(|key| phrase(key, &[]))).collect(),
        rows: rows.iter().map(|row| row.cells_of_aims(phrase)).collect(),
    }
}

/// The points of each enemy, beside those of programs written by hand in its body.
fn table_of_points(rows: &[Row], phrase: Phrases) -> Table {
    let keys = [
        "dungeon.experiment.arenas.enemy",
        "dungeon.experiment.arenas.points",
        "dungeon.experiment.arenas.fighter",
        "dungeon.experiment.arenas.survivor",
        "dungeon.experiment.arenas.simplest",
        "dungeon.experiment.arenas.above",
        "dungeon.experiment.arenas.nodes",
    ];
    Table {
        head: keys.map(|key| phrase(key, &[])).to_vec(),
        rows: rows.iter().map(|row| row.cells_of_points(phrase)).collect(),
    }
}

/// Says the phrase of the first key if a difference is surely above 0 in every row, and otherwise, with the phrase of the
/// second key, in which rows it is not.
fn say_verdict(
    rows: &[Row],
    difference: fn(&Row) -> Mean,
    [all, not]: [&str; 2],
    report: &mut Report,
    phrase: Phrases,
) {
    let unsure = rows.iter().filter(|row| !difference(row).is_surely_more());
    let unsure: Vec<String> = unsure.map(|row| row.name(phrase)).collect();
    report.say(match unsure.as_slice() {
        [] => phrase(all, &[]),
        some => phrase(not, &[("enemies", some.join(", "))]),
    });
}

/// The plot of the degrees to which all kinds reach the aim of each kind: a panel for each aim, an ink for each kind that
/// fights.
fn plot(roster: &Roster, samples: &[&Vec<BreedScores>], phrase: Phrases) -> Plot {
    let name = |kind: EnemyKind| phrase(name_of_kind(kind), &[]);
    let aim_of = |at: usize, aim: EnemyKind| {
        let value = |arena: &Vec<BreedScores>| {
            let FightScores { aims, .. } = arena[at].own;
            aims[aim as usize]
        };
        mean_of(samples, &value)
    };
    let point = |at: usize, aim: EnemyKind| {
        let Breed { kind, strength, .. } = *roster[at];
        let place = STRENGTHS.iter().position(|known| *known == strength)?;
        let aside = 0.08 * (kind as usize as f64 - 1.5);
        let mean = aim_of(at, aim);
        Some(Point::with_error(
            place as f64 + aside,
            mean.value,
            mean.error,
        ))
    };
    let series = |aim: EnemyKind, kind: EnemyKind| Series {
        ink: kind as usize,
        style: Style::Dots,
        points: (0..roster.len())
            .filter(|at| roster[*at].kind == kind)
            .filter_map(|at| point(at, aim))
            .collect(),
    };
    let panel = |aim: EnemyKind| Panel {
        title: phrase("dungeon.experiment.arenas.panel", &[("kind", name(aim))]),
        x: Axis::named(
            phrase("dungeon.experiment.arenas.strength", &[]),
            STRENGTHS.map(|strength| strength.to_string()),
        ),
        y: Axis::linear(phrase("dungeon.experiment.arenas.y", &[]), [0.0, 100.0]),
        series: EnemyKind::ALL.map(|kind| series(aim, kind)).into(),
    };
    Plot {
        title: phrase("dungeon.experiment.arenas.title", &[]),
        columns: 2,
        panels: EnemyKind::ALL.map(panel).into(),
        legend: EnemyKind::ALL.map(name).into_iter().enumerate().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Part;
    use crate::games::dungeon::enemies::hand_written::simplest_program;

    fn roster() -> Roster {
        let breed = |kind| {
            Arc::new(Breed {
                kind,
                strength: 2,
                program: simplest_program().expect("a program"),
                adaptation: None,
            })
        };
        vec![breed(EnemyKind::Hunter), breed(EnemyKind::Guard)]
    }

    /// A fight that reached the aims of hunter and guard to some degree, with a score.
    fn scores(hunter: f64, guard: f64, score: f64) -> FightScores {
        FightScores {
            aims: [hunter, guard, 0.0, 0.0],
            points: 10.0,
            score,
        }
    }

    /// The arenas, in which the hunter reaches its aim by 40 ± 20 and the guard that of the hunter by 10, and in which
    /// the guard is as good as the survivor in one of two. The simplest program reaches the aim of the hunter by 25 in
    /// both bodies, and that of the guard by 60.
    fn samples() -> [Vec<BreedScores>; 2] {
        let simplest = scores(25.0, 60.0, 0.0);
        let by_hand = [scores(0.0, 0.0, 1.0), scores(0.0, 0.0, 3.0), simplest];
        [30.0, 50.0].map(|aim| {
            let own = [scores(aim, 0.0, 9.0), scores(10.0, 90.0, aim / 10.0)];
            own.map(|own| BreedScores { own, by_hand }).to_vec()
        })
    }

    #[test]
    fn a_breed_is_compared_with_the_best_other_kind_and_with_programs_by_hand_in_its_body() {
        let (roster, samples) = (roster(), samples());
        let samples: Vec<&Vec<BreedScores>> = samples.iter().collect();
        let hunter = Row::of(&roster, 0, &samples);
        assert_eq!((hunter.aims[0].value, hunter.aims[0].error), (40.0, 20.0));
        assert_eq!((hunter.ahead.value, hunter.ahead.error), (30.0, 20.0));
        assert_eq!(hunter.aim_of_simplest, 25.0);
        assert_eq!((hunter.added.value, hunter.added.error), (15.0, 20.0));
        assert_eq!((hunter.above.value, hunter.above.error), (6.0, 0.0));
        let guard = Row::of(&roster, 1, &samples);
        assert_eq!((guard.aims[0].value, guard.aims[1].value), (10.0, 90.0));
        assert_eq!((guard.ahead.value, guard.above.value), (90.0, 1.0));
        assert_eq!((guard.aim_of_simplest, guard.added.value), (60.0, 30.0));
    }

    #[test]
    fn a_verdict_names_the_enemies_that_are_not_surely_better() {
        let (roster, samples) = (roster(), samples());
        let samples: Vec<&Vec<BreedScores>> = samples.iter().collect();
        let phrase = |key: &str, values: &[(&str, String)]| match values {
            [("enemies", names)] => format!("{key}: {names}"),
            _ => key.to_owned(),
        };
        let words: Vec<String> = report(&roster, &samples, &phrase)
            .parts
            .into_iter()
            .filter_map(|part| match part {
                Part::Words(words) => Some(words),
                Part::Table(_) => None,
            })
            .collect();
        assert_eq!(
            words[1..],
            [
                "dungeon.experiment.arenas.aims.all",
                "dungeon.experiment.arenas.scores.not: dungeon.kind.guard 2",
            ]
        );
    }
}
