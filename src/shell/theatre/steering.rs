//! The steering of a run: the panel with which a player changes the run.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{Show, edit, part, steering_log, steering_parameters};
use crate::generation::driver::RunDriver;
use crate::generation::steering::{SteerableRun, SteeringState};
use crate::generation::watch::{PictureKind, WatchedRun};
use crate::generation::{Act, Aim, Pick};
use crate::shell::notice::{Notices, show_phrase};
use crate::shell::theme::bind::{BoundText, EnabledWhen, SelectedWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_panel;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, filling_column, label, spoken_name, stack,
};
use crate::shell::words::Words;

/// The number of aims that are shown; no problem has more.
const AIMS: usize = 7;

/// The part of the theatre's state that belongs to the steering.
#[derive(Default)]
pub(super) struct SteeringView {
    /// Whether the panel is open, so that a click on the large picture locks a part.
    pub(super) is_open: bool,
    /// The number of the part that was chosen without a mouse.
    pub(super) part: Option<usize>,
    state: SteeringState,
}

impl SteeringView {
    /// Whether the player has put individuals into a generation.
    pub(super) fn has_put_into(&self, generation: u32) -> bool {
        let puts = |act: &Act<()>| matches!(act, Act::Put(_) | Act::Mate(..) | Act::MoreLike(..));
        let mut log = self.state.log.iter();
        log.any(|one| one.before == generation && puts(&one.act))
    }

    /// The number of the part that is marked in the large picture.
    pub(super) fn marked_part(&self) -> Option<usize> {
        self.part.filter(|_| self.is_open)
    }
}

/// Takes over the interventions of the run, and shows the reason if one was refused.
pub(super) fn follow_steering(
    mut show: ResMut<Show>,
    runs: Query<&RunDriver>,
    mut notices: ResMut<Notices>,
) {
    let Some(driver) = show.run.and_then(|run| runs.get(run).ok()) else {
        return;
    };
    let Some(steering) = driver.watched().steerable() else {
        return;
    };
    let state = steering.steering_state();
    if state.is_behind {
        // The run has not carried out all requests yet, and the shown interventions contain them already.
        return;
    }
    if let Some((count, why)) = &state.refused
        && show
            .steering
            .state
            .refused
            .as_ref()
            .is_none_or(|(old, _)| old < count)
    {
        notices.show(why.clone());
    }
    let before = &show.steering.state;
    let changed = state.log != before.log || state.locked != before.locked;
    show.bypass_change_detection().steering.state = state;
    if changed {
        show.repaint_now();
    }
}

pub(super) fn steering_state(world: &World) -> &SteeringState {
    &world.resource::<Show>().steering.state
}

/// Whether a player can intervene in the run.
pub(super) fn can_steer(world: &World) -> bool {
    let run = world.resource::<Show>().run;
    let driver = run.and_then(|run| world.get::<RunDriver>(run));
    driver.is_some_and(|driver| driver.watched().steerable().is_some())
}

/// Whether the panel is open.
pub(super) fn is_open(world: &World) -> bool {
    world.resource::<Show>().steering.is_open && can_steer(world)
}

/// The run that is watched.
pub(super) fn watched_run(world: &World) -> Option<Arc<dyn WatchedRun>> {
    let driver = world.get::<RunDriver>(world.resource::<Show>().run?)?;
    Some(Arc::clone(driver.watched()))
}

/// Changes the run that is watched, and returns whether it could be changed. While it makes generations again, what is
/// shown is ahead of it, so the player has to wait.
pub(super) fn with_steerable(world: &mut World, act: impl FnOnce(&dyn SteerableRun)) -> bool {
    let Some(run) = watched_run(world) else {
        return false;
    };
    if run.is_behind() {
        show_phrase(world, "theatre.steering.is_behind");
        return false;
    }
    let steering = run.steerable();
    steering.map(act).is_some()
}

/// Does something with the individual of the large picture.
pub(super) fn with_selected(world: &mut World, act: impl FnOnce(&dyn SteerableRun, Pick)) {
    if let Some(pick) = world.resource::<Show>().pick() {
        with_steerable(world, |steering| act(steering, pick));
    }
}

/// Spawns the button that opens and closes the panel.
pub(super) fn spawn_steering_button(row: &mut ChildSpawnerCommands) {
    let seen = VisibleWhen::new(can_steer);
    row.spawn((Node::default(), seen)).with_children(|cell| {
        choice(
            cell,
            "theatre.steering",
            SelectedWhen::new(is_open),
            |world| {
                let mut show = world.resource_mut::<Show>();
                show.steering.is_open ^= true;
                if show.steering.is_open {
                    // Its scenes show no parts that could be locked.
                    show.playback = None;
                }
                if show.steering.is_open && show.large.kind == PictureKind::Family {
                    let old = show.picture().cloned();
                    show.large.kind = PictureKind::Usual;
                    show.morph_from(old);
                }
                show.repaint_now();
            },
        );
    });
}

/// Spawns the panel.
pub(super) fn spawn_steering(column: &mut ChildSpawnerCommands) {
    let layout = Node {
        min_height: px(0),
        ..filling_column(14.0, 6.0)
    };
    scroll_panel(column, layout, 7.0, |list| {
        spawn_locks(list);
        spawn_offspring(list);
        spawn_heading(list, "theatre.steering.aims", |world| {
            !steering_state(world).aims.is_empty()
        });
        (0..AIMS).for_each(|number| spawn_aim(list, number));
        spawn_heading(list, "theatre.steering.search", |_| true);
        steering_parameters::spawn_parameters(list);
        spawn_heading(list, "theatre.steering.log", |world| {
            !steering_state(world).log.is_empty()
        });
        steering_log::spawn_entries(list);
    });
}

fn spawn_heading(
    list: &mut ChildSpawnerCommands,
    key: &'static str,
    seen: impl Fn(&World) -> bool + Send + Sync + 'static,
) {
    let node = Node {
        margin: UiRect::top(px(6)),
        ..default()
    };
    list.spawn((node, VisibleWhen::new(seen))).with_child(label(
        key,
        TextSize::Small,
        palette::LAMP,
    ));
}

/// Spawns a row of buttons and fills it. It wraps at every size of texts, because the panel is narrow.
pub(super) fn in_wrapping_row(
    list: &mut ChildSpawnerCommands,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 6.0)
    };
    list.spawn(row).with_children(content);
}

/// Spawns the buttons that lock and unlock parts.
fn spawn_locks(list: &mut ChildSpawnerCommands) {
    let line = |world: &World| {
        let words = world.resource::<Words>();
        let state = steering_state(world);
        match (state.can_lock, state.locked) {
            (false, _) => words.get("theatre.steering.no_locks"),
            (true, 0) => words.get("theatre.steering.click"),
            (true, count) => words.fill("theatre.steering.locked", &[("count", count.to_string())]),
        }
    };
    list.spawn(bound_text(TextSize::Small, palette::PAPER, line));
    part::spawn_part(list);
    in_wrapping_row(list, |row| {
        let all = button(
            row,
            ButtonStyle::Chip,
            "theatre.steering.lock_all",
            |world| {
                with_selected(world, |steering, pick| steering.lock_all(pick));
            },
        );
        let none = button(
            row,
            ButtonStyle::Chip,
            "theatre.steering.unlock_all",
            |world| {
                with_steerable(world, |steering| steering.unlock_all());
            },
        );
        let last = steering_log::spawn_take_back(row, 0);
        let is_done = EnabledWhen::new(|world| !steering_state(world).log.is_empty());
        row.commands_mut().entity(last).insert(is_done);
        let can_lock = EnabledWhen::new(|world| steering_state(world).can_lock);
        row.commands_mut().entity(all).insert(can_lock);
        let is_locked = EnabledWhen::new(|world| steering_state(world).locked > 0);
        row.commands_mut().entity(none).insert(is_locked);
    });
}

/// Spawns the buttons that put individuals into the next generation.
fn spawn_offspring(list: &mut ChildSpawnerCommands) {
    edit::spawn_edit_button(list);
    in_wrapping_row(list, |row| {
        button(
            row,
            ButtonStyle::Chip,
            "theatre.steering.more_like",
            |world| {
                with_selected(world, |steering, pick| steering.more_like(pick));
            },
        );
        let caption = BoundText::new(|world| {
            let key = match steering_state(world).parent {
                None => "theatre.steering.first_parent",
                Some(_) => "theatre.steering.second_parent",
            };
            world.resource::<Words>().get(key)
        });
        let selected = SelectedWhen::new(|world| steering_state(world).parent.is_some());
        choice(row, caption, selected, |world| {
            with_selected(world, |steering, pick| steering.choose_parent(pick));
        });
        let forget = button(
            row,
            ButtonStyle::Chip,
            |_: &World| "×".into(),
            |world| {
                with_steerable(world, |steering| steering.forget_parent());
            },
        );
        let chosen = EnabledWhen::new(|world| steering_state(world).parent.is_some());
        let mut forget = row.commands_mut().entity(forget);
        forget.insert(chosen);
        forget.with_child(spoken_name("theatre.steering.forget_parent"));
    });
}

/// A row with a name at the left and a control at the right.
pub(super) fn spawn_row(
    list: &mut ChildSpawnerCommands,
    name: impl Into<BoundText>,
    seen: impl Fn(&World) -> bool + Send + Sync + 'static,
    control: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let node = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceBetween,
        column_gap: px(8),
        ..default()
    };
    list.spawn((node, VisibleWhen::new(seen)))
        .with_children(|row| {
            row.spawn(bound_text(TextSize::Small, palette::PAPER, name));
            control(row);
        });
}

/// The text of the value of an aim.
pub(super) fn value_text(value: i32, aim: &Aim) -> String {
    match aim.parts_of_one {
        0 | 1 => value.to_string(),
        parts => format!("{:.1}", f64::from(value) / f64::from(parts)),
    }
}

fn spawn_aim(list: &mut ChildSpawnerCommands, number: usize) {
    let aim = move |world: &World| steering_state(world).aims.get(number).cloned();
    let name = BoundText::new(move |world| {
        aim(world).map_or(String::new(), |aim| world.resource::<Words>().get(aim.name))
    });
    spawn_row(
        list,
        name,
        move |world| aim(world).is_some(),
        |row| {
            let value = move |world: &World| {
                aim(world).map_or(String::new(), |aim| value_text(aim.value, &aim))
            };
            stepper(row, value, move |world, step| {
                let Some(aim) = aim(world) else { return };
                let value = aim.value + step * aim.step;
                let value = value.clamp(*aim.range.start(), *aim.range.end());
                if value != aim.value
                    && with_steerable(world, |steering| steering.set_aim(aim.name, value))
                {
                    with_own_state(world, |state| state.aims[number].value = value);
                }
            });
        },
    );
}

/// Changes the state that is shown. The run carries a request out later, but further requests go on from the changed
/// state.
pub(super) fn with_own_state(world: &mut World, change: impl FnOnce(&mut SteeringState)) {
    let mut show = world.resource_mut::<Show>();
    change(&mut show.bypass_change_detection().steering.state);
}

impl Show {
    /// Goes back to the newest generation and to the best.
    pub(super) fn show_newest(&mut self) {
        (self.record, self.member, self.repetition) = (None, None, None);
        self.repaint_now();
    }
}

#[cfg(test)]
mod tests {
    use super::super::sentences::SentenceWriter;
    use super::*;
    use crate::generation::story::{Event, Milestone};
    use crate::generation::{Intervention, MemberId};
    use crate::shell::words::Language;

    #[test]
    fn what_was_put_in_by_hand_is_not_said_to_be_drawn_at_random() {
        let mut show = Show::default();
        let act = Act::Put(());
        show.steering.state.log = vec![Intervention { before: 7, act }];
        let words = Words::of(Language::English);
        let mut told = |generation: u32| {
            let by = MemberId::at(generation, 0);
            show.reading.story = Some([Event::FirstFeasible { by, cause: None }].into());
            let writer = SentenceWriter {
                show: &show,
                words: &words,
            };
            writer.milestone(&Milestone {
                generation,
                fitness: 0.5,
                before: None,
            })
        };
        for (generation, origin) in [(6, "drawn at random."), (7, "put in by hand.")] {
            let said = told(generation);
            assert!(said.ends_with(origin), "{said}");
        }
    }
}
