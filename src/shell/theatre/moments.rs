//! The moments of a run, of each of which a new player is told when it comes for the first time in the run: the first
//! children, the first individual without faults, a record, and a time without a record.

use super::Show;

/// Something that happens in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    /// The first individual that breaks no rule is there.
    FirstFeasible,
    /// The best has become better than ever before.
    Record,
    /// Children take the places of their parents' generation.
    Births,
    /// The best has not become better for a while.
    Standstill,
}

impl Moment {
    /// All of them. The rarer ones come first, because they are soon over.
    const ALL: [Moment; 4] = [
        Moment::FirstFeasible,
        Moment::Record,
        Moment::Births,
        Moment::Standstill,
    ];

    /// The key of the sentence that tells the player of it.
    pub(super) fn key(self) -> &'static str {
        match self {
            Moment::FirstFeasible => "theatre.tip.feasible",
            Moment::Record => "theatre.tip.record",
            Moment::Births => "theatre.tip.parents",
            Moment::Standstill => "theatre.tip.standstill",
        }
    }
}

/// The seconds after which something that has happened is no longer news.
const FRESH: f32 = 3.0;
/// The generations without a better one after which the best is said to stand still.
const STANDSTILL: u32 = 15;

/// The state of a run that goes on, as it is on the screen, as far as moments can be told from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sight {
    /// The generation on the screen.
    generation: u32,
    /// Whether the births of its members are known.
    has_births: bool,
    /// Whether the first individual without faults came after the founders.
    has_first_feasible: bool,
    /// The number of times that the best became better.
    records: usize,
    /// The generation in which it did so last.
    last_record: u32,
    /// Whether the best of the run can still become better.
    goes_on: bool,
}

impl Sight {
    /// The state that is on the screen now; `None` before the first generation, while the player looks at an earlier one,
    /// and in runs without parents.
    pub(super) fn of(show: &Show) -> Option<Self> {
        let frame = show.frame.as_ref().filter(|frame| frame.life.is_some())?;
        if show.record.is_some() || show.archive.is_some() {
            return None;
        }
        let moments = &show.chart.milestones;
        let better = moments.iter().filter(|one| !one.is_first_feasible());
        let last = moments.iter().map(|one| one.generation).max();
        Some(Sight {
            generation: frame.generation,
            has_births: frame.births.is_some(),
            has_first_feasible: moments.iter().any(|one| one.is_first_feasible()),
            records: better.count(),
            last_record: last.unwrap_or(0),
            goes_on: show.progress.stop.is_none(),
        })
    }

    /// Whether a moment has come between an earlier sight and this one.
    fn has_come(&self, moment: Moment, before: &Sight) -> bool {
        match moment {
            Moment::FirstFeasible => self.has_first_feasible && !before.has_first_feasible,
            Moment::Record => self.records > before.records,
            Moment::Births => self.has_births && self.generation > before.generation,
            Moment::Standstill => {
                let without = self.generation.saturating_sub(self.last_record);
                self.goes_on && without >= STANDSTILL && self.generation > before.generation
            }
        }
    }
}

/// The moments of the run that is watched.
#[derive(Debug, Default)]
pub(super) struct Moments {
    /// The state that was seen last; `None` before the first generation. Moments before the first state that is seen are
    /// not told.
    seen: Option<Sight>,
    /// The seconds since each moment, in the order of [`Moment::ALL`]; `None` if it has not come.
    since: [Option<f32>; Moment::ALL.len()],
    /// Whether the player was told of each.
    is_told: [bool; Moment::ALL.len()],
}

impl Moments {
    /// Looks at the run after some more seconds.
    pub(super) fn look(&mut self, now: Option<Sight>, seconds: f32) {
        for since in self.since.iter_mut().flatten() {
            *since += seconds;
        }
        let Some(now) = now else { return };
        if let Some(before) = self.seen.replace(now) {
            for (moment, since) in Moment::ALL.into_iter().zip(&mut self.since) {
                if now.has_come(moment, &before) {
                    *since = Some(0.0);
                }
            }
        }
    }

    /// The moment of which the player is to be told now.
    pub(super) fn due(&self) -> Option<Moment> {
        let is_fresh = |since: &Option<f32>| since.is_some_and(|seconds| seconds <= FRESH);
        let state = self.since.iter().zip(self.is_told);
        let mut all = Moment::ALL.into_iter().zip(state);
        let due = all.find(|(_, (since, is_told))| is_fresh(since) && !is_told);
        due.map(|(moment, _)| moment)
    }

    /// Notes that the player was told of a moment.
    pub(super) fn mark_told(&mut self, moment: Moment) {
        for (one, is_told) in Moment::ALL.into_iter().zip(&mut self.is_told) {
            *is_told |= one == moment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOUNDERS: Sight = Sight {
        generation: 0,
        has_births: false,
        has_first_feasible: false,
        records: 0,
        last_record: 0,
        goes_on: true,
    };

    /// Looks at some sights, a tenth of a second after each other, and returns what the player is told.
    fn told(moments: &mut Moments, sights: &[Sight]) -> Vec<Moment> {
        let look = |sight: &Sight| {
            moments.look(Some(*sight), 0.1);
            let due = moments.due()?;
            moments.mark_told(due);
            Some(due)
        };
        sights.iter().filter_map(look).collect()
    }

    #[test]
    fn each_moment_is_told_when_it_comes_and_only_once() {
        let children = Sight {
            generation: 1,
            has_births: true,
            ..FOUNDERS
        };
        let feasible = Sight {
            generation: 2,
            has_first_feasible: true,
            last_record: 2,
            ..children
        };
        let record = Sight {
            generation: 3,
            records: 1,
            last_record: 3,
            ..feasible
        };
        let again = Sight {
            generation: 4,
            records: 2,
            last_record: 4,
            ..record
        };
        let waiting = |generation| Sight {
            generation,
            ..again
        };
        let mut moments = Moments::default();
        let sights = [FOUNDERS, children, feasible, record, again];
        let wanted = [Moment::Births, Moment::FirstFeasible, Moment::Record];
        assert_eq!(told(&mut moments, &sights), wanted);
        let sights = [waiting(4 + STANDSTILL - 1), waiting(4 + STANDSTILL)];
        assert_eq!(told(&mut moments, &sights), [Moment::Standstill]);
        let sights = [waiting(90), waiting(91)];
        assert!(told(&mut moments, &sights).is_empty());
    }

    #[test]
    fn what_has_happened_before_or_long_ago_is_no_news() {
        let late = Sight {
            generation: 40,
            has_births: true,
            has_first_feasible: true,
            records: 7,
            last_record: 40,
            goes_on: true,
        };
        assert!(told(&mut Moments::default(), &[late, late]).is_empty());
        let mut moments = Moments::default();
        let better = Sight { records: 8, ..late };
        moments.look(Some(late), 0.1);
        moments.look(Some(better), 0.1);
        assert_eq!(moments.due(), Some(Moment::Record));
        moments.look(Some(better), FRESH + 0.1);
        assert_eq!(moments.due(), None);
    }

    #[test]
    fn the_best_of_a_run_that_has_ended_does_not_stand_still() {
        let start = Sight {
            generation: 60,
            last_record: 10,
            ..FOUNDERS
        };
        let end = |goes_on| Sight {
            generation: 61,
            goes_on,
            ..start
        };
        assert!(told(&mut Moments::default(), &[start, end(false)]).is_empty());
        let wanted = [Moment::Standstill];
        assert_eq!(told(&mut Moments::default(), &[start, end(true)]), wanted);
    }
}
