//! The choice of the evolution of boards on the setup page: as usual or as in limbsoo's first post, and the unit of
//! their violation.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use crate::games::match3::level::{BoardEvolution, Setup, ViolationMeasure, usual_parameters};
use crate::games::match3::rules::Match3;
use crate::session::Game;
use crate::shell::notice::show_phrase;
use crate::shell::settings::Settings;
use crate::shell::table::new_game;
use crate::shell::table::setup_page::spawn_named;
use crate::shell::theme::widget::choices;

fn setup(world: &World) -> &Setup {
    new_game::setup::<Match3>(world)
}

/// Adds the choice between the usual evolution of boards and that of limbsoo's first post.
pub(super) fn spawn_search_choice(row: &mut ChildSpawnerCommands) {
    choices(
        row,
        [
            ("match3.setup.evolution.usual", BoardEvolution::Usual),
            ("match3.setup.evolution.post", BoardEvolution::Limbsoo),
        ],
        is_evolution_chosen,
        choose_evolution,
    );
}

/// Whether boards are evolved in this way. The usual parameters of the evolution are those of the post too.
fn is_evolution_chosen(world: &World, evolution: BoardEvolution) -> bool {
    let setup = setup(world);
    let settings = world.resource::<Settings>();
    let usual = usual_parameters;
    settings.parameters_of(Match3::KEY, usual) == usual()
        && *setup == setup.clone().with_evolution(evolution)
}

/// Lets boards evolve in this way, with the usual parameters of the evolution, and shows an explanation.
fn choose_evolution(world: &mut World, evolution: BoardEvolution) {
    new_game::change::<Match3>(world, |setup| {
        *setup = setup.clone().with_evolution(evolution);
    });
    let mut settings = world.resource_mut::<Settings>();
    settings.parameters.remove(Match3::KEY);
    let key = match evolution {
        BoardEvolution::Limbsoo => "match3.setup.evolution.post.what",
        BoardEvolution::Usual => "match3.setup.evolution.usual.what",
    };
    show_phrase(world, key);
}

/// Adds the choice of the unit of the violation.
pub(super) fn spawn_violation_choice(row: &mut ChildSpawnerCommands) {
    spawn_named(row, "match3.setup.violation", |part| {
        choices(
            part,
            [
                ("match3.setup.violation.cells", ViolationMeasure::Cells),
                ("match3.setup.violation.groups", ViolationMeasure::Groups),
            ],
            |world, measure| setup(world).violation == measure,
            |world, measure| {
                new_game::change::<Match3>(world, |setup| setup.violation = measure);
                if measure == ViolationMeasure::Groups {
                    show_phrase(world, "match3.setup.violation.what");
                }
            },
        );
    });
}
