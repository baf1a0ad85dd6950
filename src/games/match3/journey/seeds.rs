//! The seeds from which the level of a stop may evolve. There are several, so that the run of one can be chosen that has
//! something to show.

use std::iter;
use std::sync::Arc;

use crate::games::match3::level::{LevelProblem, Setup};
use crate::generation::{EvolutionParameters, Run, Seed};

/// The number of generations for which a run has to last.
const LEAST_GENERATIONS: u32 = 5;
/// The number of further seeds that are tried.
const FURTHER: u64 = 40;
/// The number of individuals that are evaluated to choose a seed. More would hold up the window.
const MOST_EVALUATIONS: u32 = 5_000;
/// The number of the first further seed among the child seeds of the first one. Smaller numbers belong to side stops.
const FIRST_FURTHER: u64 = 1 << 33;

/// The seeds from which the level of a try may evolve, whose first one is given.
pub(super) fn seeds_of_try(seed: Seed) -> impl Iterator<Item = Seed> {
    let further = (0..FURTHER).map(move |number| seed.child(FIRST_FURTHER + number));
    iter::once(seed).chain(further)
}

/// Returns the first seed of a try whose run goes on for some generations, so that the player sees boards evolve; the
/// first of all seeds if each run ends sooner. With a large population fewer seeds are tried, or only the first one is
/// taken. It takes a few milliseconds at most.
pub(super) fn seed_to_watch(setup: &Setup, parameters: &EvolutionParameters, seed: Seed) -> Seed {
    let problem = Arc::new(LevelProblem::new(setup.clone()));
    let evaluations = parameters.population.saturating_mul(LEAST_GENERATIONS + 1);
    let most_tried = MOST_EVALUATIONS / evaluations.max(1);
    // The choice must not depend on the speed of the machine.
    let parameters = EvolutionParameters {
        milliseconds: 0,
        ..parameters.clone()
    };
    let goes_on = |seed: &Seed| {
        let run = Run::new(Arc::clone(&problem), parameters.clone(), *seed);
        // Parameters outside their ranges are refused when the run begins.
        run.is_ok_and(|mut run| {
            (0..=LEAST_GENERATIONS).for_each(|_| run.step(usize::MAX));
            run.stop_reason().is_none()
        })
    };
    let mut seeds = seeds_of_try(seed).take(most_tried as usize);
    seeds.find(goes_on).unwrap_or(seed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::match3::journey::Journey;
    use crate::games::match3::level::{generate, usual_parameters};

    /// The number of generations of the run of a level.
    fn generations(setup: &Setup, seed: Seed) -> u32 {
        let run = generate(setup, &usual_parameters(), seed).expect("a run");
        run.generation().expect("founders")
    }

    #[test]
    fn the_first_run_of_a_journey_can_be_watched() {
        let mut too_short = 0;
        for number in 0..40 {
            let (setup, first) = Journey::new(Seed(number)).next_setup();
            let seed = seed_to_watch(&setup, &usual_parameters(), first);
            assert!(generations(&setup, seed) > LEAST_GENERATIONS, "{number}");
            too_short += u32::from(generations(&setup, first) <= LEAST_GENERATIONS);
        }
        // Without a choice some of these runs would have ended at once.
        assert!(too_short > 0);
    }
}
