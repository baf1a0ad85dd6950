//! The interlude: evolution in the middle of a game is shown before the move that needs it is made, for instance the
//! dungeon into which a step leads. The run that is shown is the one whose result is played.

use std::sync::Arc;

use bevy::input_focus::InputFocus;
use bevy::input_focus::tab_navigation::TabIndex;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy::ui_widgets::{Button, Slider};

use super::interlude_page;
use crate::base::Towards;
use crate::generation::WatchedRun;
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::pools::spawn_or_default;
use crate::generation::watch::Frame;
use crate::session::MoveWork;
use crate::shell::at_rest::InMotion;
use crate::shell::audio::PlaySoftly;
use crate::shell::input::{Action, Actions};
use crate::shell::screen::{Menu, Screen, set_menu};
use crate::shell::settings::{Interludes, Settings};
use crate::shell::theatre::growth_sound::{GrowthNotes, sound_of_end};
use crate::shell::theatre::legend::Legend;
use crate::shell::theatre::run_picture::RunPicture;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Menu::Interlude), interlude_page::spawn_page)
        .add_systems(OnExit(Screen::Play), close_interlude)
        .add_systems(
            Update,
            (
                read_keys,
                advance_interlude,
                sound_progress,
                interlude_page::fit_page,
            )
                .chain()
                // The interlude may be closed between two of them.
                .distributive_run_if(resource_exists::<ShownInterlude>),
        );
}

/// The seconds in which a run is shown, unless it is made of few generations.
const SECONDS: f32 = 4.0;
/// The generations a second of a short run, so that each can be seen.
const USUAL_PACE: f32 = 7.5;
/// The seconds for which the outcome stays when the game goes on by itself.
const OUTCOME: f32 = 1.6;
/// The seconds in which no key ends an interlude, because the player may still be pressing keys of the game.
const GRACE: f32 = 0.2;

/// A function that makes content of the result of a run.
pub type MakeContent = Box<dyn FnOnce() + Send + Sync>;

/// A run to show before a move is made.
pub struct Interlude {
    /// The heading.
    pub title: String,
    /// The run. It may have begun, or have ended, already.
    pub run: Arc<dyn WatchedRun>,
    /// The number of generations after which it ends at the latest.
    pub generations: u32,
    /// The meaning of the colours of its pictures.
    pub legend: Option<Legend>,
    /// Makes content of the run's result. It is called in the background when the run has ended, for whatever reason.
    pub then: MakeContent,
    /// Other work that the move needs. It goes on beside the run.
    pub work: Option<MoveWork>,
}

/// The interlude that is shown.
#[derive(Resource)]
pub(super) struct ShownInterlude {
    pub(super) title: String,
    pub(super) legend: Option<Legend>,
    pub(super) run: Arc<dyn WatchedRun>,
    driver: Entity,
    /// The entity of the picture, once the page is there.
    pub(super) picture: Option<Entity>,
    /// The generations a second that are shown.
    pace: f32,
    then: Option<MakeContent>,
    finishing: Option<Task<()>>,
    /// The work beside the run.
    work: Option<Task<()>>,
    /// The generation up to which the run is shown by now, at this pace.
    clock: f32,
    /// The seconds since the interlude began, and those since the outcome was shown.
    seconds: f32,
    seconds_of_outcome: f32,
    /// Whether the interlude stays until the player goes on.
    pub(super) stays: bool,
    /// Whether the player wants to go on.
    goes_on: bool,
    /// The generation to which the player went back, as an index in the history.
    pub(super) record: Option<usize>,
    /// The notes about the progress that is shown, and whether the end was sounded.
    notes: GrowthNotes,
    has_sounded_end: bool,
}

/// Shows a run. The game waits until it is over.
pub(super) fn open(world: &mut World, interlude: Interlude) {
    close_interlude(world);
    let pace = (interlude.generations as f32 / SECONDS).max(USUAL_PACE);
    let settings = world.resource::<Settings>();
    let driver = RunDriver::new(
        Arc::clone(&interlude.run),
        Pace::PerSecond(pace * settings.animation_speed()),
    );
    let stays = settings.interludes == Interludes::UntilGoOn;
    let driver = world.spawn((Name::new("Interlude"), driver)).id();
    world.insert_resource(ShownInterlude {
        title: interlude.title,
        legend: interlude.legend,
        run: interlude.run,
        driver,
        picture: None,
        pace,
        then: Some(interlude.then),
        finishing: None,
        work: interlude
            .work
            .map(|work| AsyncComputeTaskPool::get().spawn(work)),
        clock: 0.0,
        seconds: 0.0,
        seconds_of_outcome: 0.0,
        stays,
        goes_on: false,
        record: None,
        notes: GrowthNotes::default(),
        has_sounded_end: false,
    });
    set_menu(world, Menu::Interlude);
}

/// Whether an interlude is shown.
pub fn is_open(world: &World) -> bool {
    world.contains_resource::<ShownInterlude>()
}

/// Closes the interlude and ends its run. A move that waits for it is not made.
pub(super) fn close_interlude(world: &mut World) {
    let Some(showing) = world.remove_resource::<ShownInterlude>() else {
        return;
    };
    showing.run.cancel();
    world.despawn(showing.driver);
    set_menu(world, Menu::None);
}

/// Whether the interlude has been seen, and its work is done.
pub(super) fn is_over(world: &World) -> bool {
    world
        .get_resource::<ShownInterlude>()
        .is_some_and(|showing| {
            let is_seen = showing.seconds_of_outcome >= OUTCOME && !showing.stays;
            showing.is_done() && (showing.goes_on || is_seen)
        })
}

/// Goes on with the game as soon as the work is done.
pub fn go_on(world: &mut World) {
    let Some(mut showing) = world.get_resource_mut::<ShownInterlude>() else {
        return;
    };
    showing.goes_on = true;
    showing.record = None;
    let driver = showing.driver;
    if let Some(mut driver) = world.get_mut::<RunDriver>(driver) {
        driver.pace = Pace::FlatOut;
    }
}

/// Whether the player wants to go on, but the run has not ended yet.
pub(super) fn is_waiting(world: &World) -> bool {
    let showing = world.get_resource::<ShownInterlude>();
    showing.is_some_and(|showing| showing.goes_on && !showing.is_done())
}

/// Keeps the interlude until the player goes on, or lets the game go on by itself again.
pub(super) fn toggle_staying(world: &mut World) {
    if let Some(mut showing) = world.get_resource_mut::<ShownInterlude>() {
        showing.stays = !showing.stays;
        showing.seconds_of_outcome = 0.0;
    }
}

impl ShownInterlude {
    /// Whether the work of the interlude is done.
    fn is_done(&self) -> bool {
        let mut tasks = self.finishing.iter().chain(&self.work);
        self.then.is_none() && tasks.all(Task::is_finished)
    }

    pub(super) fn has_ended(&self) -> bool {
        self.run.progress().stop.is_some()
    }

    /// The index of the generation that is shown unless the player went back. A run that is ahead is shown from its
    /// beginning.
    fn record_by_time(&self) -> usize {
        match self.goes_on {
            true => usize::MAX,
            false => self.clock as usize,
        }
    }

    /// The index of the generation that is shown, and that of the last one.
    pub(super) fn shown_record(&self) -> (usize, usize) {
        let last = self.run.progress().records.saturating_sub(1);
        let shown = self.record.unwrap_or(self.record_by_time());
        (shown.min(last), last)
    }

    /// Shows an earlier or a later generation.
    fn step(&mut self, towards: Towards) {
        let (now, last) = self.shown_record();
        let next = match towards {
            Towards::Next => now + 1,
            Towards::Previous => now.saturating_sub(1),
        };
        self.record = (next < last).then_some(next);
    }
}

/// Shows the next generations, and begins the rest of the work when the run has ended.
fn advance_interlude(
    time: Res<Time>,
    settings: Res<Settings>,
    mut showing: ResMut<ShownInterlude>,
    mut pictures: Query<&mut RunPicture>,
    mut motion: MessageWriter<InMotion>,
) {
    // An interlude that stays after its outcome has been seen waits for the player.
    if showing.seconds_of_outcome < OUTCOME {
        motion.write(InMotion);
    }
    let delta = time.delta_secs() * settings.animation_speed();
    showing.seconds += time.delta_secs();
    showing.clock += delta * showing.pace;
    if showing.has_ended()
        && let Some(then) = showing.then.take()
    {
        showing.finishing = Some(spawn_or_default(then));
    }
    let picture = showing
        .picture
        .and_then(|entity| pictures.get_mut(entity).ok());
    let Some(mut picture) = picture else { return };
    picture.repaint = showing.legend.and_then(|of| of.repaint(&settings));
    picture.record = showing.record.unwrap_or(showing.record_by_time());
    // A run that failed at once has nothing to show.
    let is_empty = showing.has_ended() && showing.run.progress().records == 0;
    if picture.is_at_end() || is_empty {
        showing.seconds_of_outcome += delta;
    }
}

/// Plays the progress of the run as in the theatre, but softly, and as far as it is shown. A player who goes on, or
/// goes back to earlier generations, hears nothing.
fn sound_progress(
    time: Res<Time>,
    mut showing: ResMut<ShownInterlude>,
    pictures: Query<&RunPicture>,
    mut sounds: MessageWriter<PlaySoftly>,
) {
    let picture = showing.picture.and_then(|entity| pictures.get(entity).ok());
    let is_watched = !showing.goes_on && showing.record.is_none();
    let Some(picture) = picture.filter(|_| is_watched) else {
        return;
    };
    let Some(Frame { selected, .. }) = picture.shown() else {
        return;
    };
    let best = match selected.violation {
        0 => [selected.fitness, 0.0],
        _ => [0.0, selected.fitness],
    };
    let note = showing.notes.note(best, time.delta_secs());
    sounds.write_batch(note.map(PlaySoftly));
    if picture.is_at_end() && !showing.has_sounded_end {
        showing.has_sounded_end = true;
        let stop = showing.run.progress().stop;
        sounds.write_batch(sound_of_end(stop.as_ref()).map(PlaySoftly));
    }
}

/// The keys that do not end an interlude, because they have no effect by themselves or scroll.
const OTHER_KEYS: [KeyCode; 12] = [
    KeyCode::Tab,
    KeyCode::ShiftLeft,
    KeyCode::ShiftRight,
    KeyCode::ControlLeft,
    KeyCode::ControlRight,
    KeyCode::AltLeft,
    KeyCode::AltRight,
    KeyCode::SuperLeft,
    KeyCode::SuperRight,
    KeyCode::CapsLock,
    KeyCode::PageUp,
    KeyCode::PageDown,
];

/// The keys that move the slider with the focus to its ends.
const SLIDER_KEYS: [KeyCode; 2] = [KeyCode::Home, KeyCode::End];

/// Reads keys and the gamepad. One key keeps the interlude open: then each press of an arrow to a side goes on by one
/// generation, and the other arrows lead to the controls. Any other key or button ends it, except Tab, modifiers, the
/// keys of a slider that has the focus, and keys with an effect of their own such as fullscreen. If the run still goes on
/// then, going back leads back to the game.
fn read_keys(
    actions: Res<Actions>,
    keys: Res<ButtonInput<KeyCode>>,
    gamepads: Query<&Gamepad>,
    focus: Res<InputFocus>,
    (buttons, controls): (Query<(), With<Button>>, Query<(), With<TabIndex>>),
    sliders: Query<(), With<Slider>>,
    mut showing: ResMut<ShownInterlude>,
    mut commands: Commands,
) {
    if showing.seconds < GRACE {
        return;
    }
    if actions.has_begun(Action::Toggle) {
        return commands.queue(toggle_staying);
    }
    if actions.has_begun(Action::Back) && showing.goes_on {
        return commands.queue(close_interlude);
    }
    let steps: Vec<IVec2> = actions.arrow_steps().collect();
    if showing.stays && !steps.is_empty() {
        let sideways: i32 = steps.iter().map(|step| step.x).sum();
        // If a control has the focus, arrows are meant for the controls.
        let on_control = focus.get().is_some_and(|entity| controls.contains(entity));
        if sideways != 0 && !on_control {
            showing.step(match sideways > 0 {
                true => Towards::Next,
                false => Towards::Previous,
            });
        }
        return;
    }
    let on_button = focus.get().is_some_and(|entity| buttons.contains(entity));
    let presses = on_button && keys.any_just_pressed([KeyCode::Enter, KeyCode::Space]);
    let does_other = [
        Action::Fullscreen,
        Action::Mute,
        Action::Picture,
        Action::Panel,
    ]
    .into_iter()
    .any(|action| actions.has_begun(action));
    if presses || actions.has_press() || does_other {
        return;
    }
    let on_slider = focus.get().is_some_and(|entity| sliders.contains(entity));
    let is_other =
        |key: &KeyCode| OTHER_KEYS.contains(key) || on_slider && SLIDER_KEYS.contains(key);
    let is_key = keys.get_just_pressed().any(|key| !is_other(key));
    let is_button = |pad: &Gamepad| pad.get_just_pressed().next().is_some();
    if is_key || gamepads.iter().any(is_button) {
        commands.queue(go_on);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::scripted_run::ScriptedRun;

    #[test]
    fn one_goes_back_from_the_generation_that_is_shown_although_the_run_is_ahead() {
        let run = Arc::<ScriptedRun>::default();
        run.set_progress(Some(29), None);
        let mut showing = ShownInterlude {
            title: String::new(),
            legend: None,
            run,
            driver: Entity::PLACEHOLDER,
            picture: None,
            pace: USUAL_PACE,
            then: None,
            finishing: None,
            work: None,
            clock: 3.5,
            seconds: 1.0,
            seconds_of_outcome: 0.0,
            stays: true,
            goes_on: false,
            record: None,
            notes: GrowthNotes::default(),
            has_sounded_end: false,
        };
        assert_eq!(showing.shown_record(), (3, 29));
        showing.step(Towards::Previous);
        assert_eq!(showing.shown_record(), (2, 29));
        // Once all has been shown, one goes back from the end.
        (showing.record, showing.clock) = (None, 90.0);
        showing.step(Towards::Previous);
        assert_eq!(showing.shown_record(), (28, 29));
    }
}
