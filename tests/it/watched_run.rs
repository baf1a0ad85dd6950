//! The run that is watched in the theatre.

use bevy::prelude::*;
use evolvarium::generation::DisplaySelection;
use evolvarium::generation::driver::{Pace, RunDriver};
use evolvarium::shell::theatre;

/// The driver of the run.
pub fn driver(world: &World) -> &RunDriver {
    let run = theatre::watched(world).expect("a run");
    world.get::<RunDriver>(run).expect("it is driven")
}

/// Changes the pace of the run.
pub fn set_pace(world: &mut World, pace: Pace) {
    let run = theatre::watched(world).expect("a run");
    world.get_mut::<RunDriver>(run).expect("it is driven").pace = pace;
}

/// The generation that is reached, and all its members with their pictures.
pub fn result(world: &World) -> (Option<u32>, String) {
    let run = driver(world).watched();
    let frame = run.frame(DisplaySelection::BEST, 2_000).expect("a frame");
    let members = frame.members.iter();
    let looks = members.map(|(_, member)| format!("{} {:?}", member.fitness, member.picture));
    let looks = looks.collect::<Vec<_>>().join("\n");
    (run.progress().generation, looks)
}
