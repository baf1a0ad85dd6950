//! The short way into the theatre, for one run of one problem.

use bevy::prelude::*;

use super::{About, open, usual_pace};
use crate::base::Seed;
use crate::generation::task::background_run;
use crate::generation::{EvolutionParameters, Pick, Problem};

/// Evolves a problem in the theatre. `on_pick` gets the genome of the individual that the player picks, if that
/// individual is feasible. Refuses search parameters outside their ranges.
pub fn evolve<P: Problem>(
    world: &mut World,
    problem: P,
    parameters: EvolutionParameters,
    seed: Seed,
    about: About,
    on_pick: impl Fn(&mut World, P::Genome, Pick) + Send + Sync + 'static,
) -> Result<(), String> {
    let run = background_run(problem, parameters, seed).map_err(|why| why.to_string())?;
    let pace = usual_pace(world);
    open(world, run, pace, about, move |world, run, pick| {
        let found = run.genome(pick).map(|picked| (pick, picked));
        // A long run forgets generations, so the best so far may be that of a newer one than the player saw.
        let newest = || match pick {
            Pick::BestAt(_) => run.newest_best(),
            Pick::Best | Pick::Member(..) => None,
        };
        let found =
            found.or_else(|| newest().map(|(generation, best)| (Pick::BestAt(generation), best)));
        if let Some((pick, picked)) = found.filter(|(_, picked)| picked.feasible()) {
            on_pick(world, picked.genome, pick);
        }
    });
    Ok(())
}
