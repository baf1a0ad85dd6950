//! The selected individual in the editor of its game, and back in the run.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{Show, controls};
use crate::base::PlainError;
use crate::generation::task::BackgroundRun;
use crate::generation::{Act, Pick, Problem};
use crate::shell::notice::show_phrase;
use crate::shell::screen::Menu;
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::widget::{ButtonStyle, button};

/// Puts a genome into the run that is watched, or returns the reason why the run refuses it.
pub type PutGenome<G> = Arc<dyn Fn(&mut World, G) -> Result<(), PlainError> + Send + Sync>;

/// The editor of the individuals of a problem. A game that has such an editor inserts it as a resource.
#[derive(Resource)]
pub struct IndividualEditor<P: Problem> {
    /// Opens it on a genome, which goes back into the run through the last argument.
    pub open: fn(&mut World, &P, P::Genome, PutGenome<P::Genome>),
}

/// Opens the editor on an individual of the run that is watched.
pub(super) type Edit = Arc<dyn Fn(&mut World, Pick) + Send + Sync>;

/// Lets the individuals of the run that is watched be edited, if the game has an editor for them.
pub(super) fn offer_editor<P: Problem>(world: &mut World, run: &Arc<BackgroundRun<P>>) {
    let Some(editor) = world.get_resource::<IndividualEditor<P>>() else {
        return;
    };
    let (open, run) = (editor.open, Arc::clone(run));
    world.resource_mut::<Show>().edit = Some(Arc::new(move |world, pick| {
        let Some(genome) = run.picked(pick) else {
            return;
        };
        let of = Arc::clone(&run);
        let put_back = move |world: &mut World, genome| put_into_run(world, &of, genome);
        open(world, &run.problem(), genome, Arc::new(put_back));
    }));
}

/// The frames for which the theatre is on the screen again before it makes the generation with the edited individual.
/// Births are drawn at the places that the layout has given to the populations.
const FRAMES_BEFORE_STEP: u8 = 3;

/// Makes the generation with the edited individual, when the theatre is on the screen again.
pub(super) fn step_when_seen(
    menu: Res<State<Menu>>,
    mut show: ResMut<Show>,
    mut commands: Commands,
) {
    if show.due_step == 0 || *menu.get() != Menu::None {
        return;
    }
    show.due_step -= 1;
    if show.due_step == 0 {
        commands.queue(controls::step_if_paused);
    }
}

/// Puts a genome into the next generation of a run.
fn put_into_run<P: Problem>(
    world: &mut World,
    run: &BackgroundRun<P>,
    genome: P::Genome,
) -> Result<(), PlainError> {
    // A genome that cannot be written into the file of the run is refused.
    if let Some(steering) = run.problem().steering() {
        steering.genome(&steering.code(&genome))?;
    }
    run.intervene(Act::Put(genome));
    let mut show = world.resource_mut::<Show>();
    show.show_newest();
    show.due_step = FRAMES_BEFORE_STEP;
    show_phrase(world, "theatre.steering.put_back");
    Ok(())
}

/// Opens the editor on the selected individual. The run waits.
pub fn edit_selected(world: &mut World) {
    let show = world.resource::<Show>();
    if let (Some(edit), Some(pick)) = (show.edit.clone(), show.pick()) {
        controls::pause(world);
        edit(world, pick);
    }
}

/// Spawns the button that opens the editor on the selected individual.
pub(super) fn spawn_edit_button(list: &mut ChildSpawnerCommands) {
    let seen = VisibleWhen::new(|world| world.resource::<Show>().edit.is_some());
    list.spawn((Node::default(), seen)).with_children(|cell| {
        button(
            cell,
            ButtonStyle::Chip,
            "theatre.steering.edit",
            edit_selected,
        );
    });
}
