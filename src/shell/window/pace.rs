//! The rate at which frames are drawn. A menu or a game at rest and a window without the focus need few frames, and
//! leave the processor to other programs. A page that moves or was just used is drawn as often as the settings allow.

use std::time::Duration;

use bevy::a11y::AccessibilityRequested;
use bevy::ecs::system::SystemParam;
use bevy::input::gamepad::GamepadEvent;
use bevy::input::keyboard::KeyboardInput;
use bevy::input::mouse::{MouseButtonInput, MouseWheel};
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, PrimaryWindow, WindowFocused, WindowResized};
use bevy::winit::{UpdateMode, WinitSettings};

use crate::generation::driver::{Pace, RunDriver};
use crate::shell::at_rest::{AtRest, InMotion};
use crate::shell::open_file::FilesInReading;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::{FrameRate, Settings};
use crate::shell::table::launch::AnyLaunch;
use crate::shell::table::pacing::{AnyTurn, Pacing};
use crate::shell::theatre::Show;
use crate::shell::theme::paint_task::PaintTasks;
use crate::shell::theme::sprites::Sprites;
use crate::shell::tour::Tour;

pub(super) fn plugin(app: &mut App) {
    // A tour gets no input, and must not come to rest.
    app.add_systems(
        Last,
        set_pace.run_if(resource_exists::<WinitSettings>.and_then(not(resource_exists::<Tour>))),
    );
}

/// The seconds without input after which the game is at rest.
const REST_AFTER: f32 = 20.0;

/// The seconds after an input in which every frame is drawn, because a new page takes several frames.
const AFTER_INPUT: f32 = 0.6;
/// The seconds after a move in which a game in the background is shown as one that moves, and the seconds after input
/// and motion after which a game with reduced motion is at rest.
const AFTER_MOVE: f32 = 5.0;
/// The time between two frames of a page on which specks of light drift slowly, small runs go on, or the player has
/// just begun something that is awaited. A gamepad is read in each frame.
const SLOW: Duration = Duration::from_millis(100);
/// The time between two frames of a game at rest. Its clocks go on, and would be slow if a frame took longer than the
/// quarter of a second that Bevy's time counts at most.
const WAITING: Duration = Duration::from_millis(200);
/// The time between two frames of a page without any motion on which work in the background may end.
const STILL: Duration = Duration::from_secs(1);
/// The same of a page on which no work is awaited.
const IDLE: Duration = Duration::from_secs(5);

/// The messages of every kind of input, and of a window that gets another size or the focus.
#[derive(SystemParam)]
struct InputMessages<'w, 's> {
    keys: MessageReader<'w, 's, KeyboardInput>,
    clicks: MessageReader<'w, 's, MouseButtonInput>,
    wheel: MessageReader<'w, 's, MouseWheel>,
    moves: MessageReader<'w, 's, CursorMoved>,
    pads: MessageReader<'w, 's, GamepadEvent>,
    drops: MessageReader<'w, 's, FileDragAndDrop>,
    sizes: MessageReader<'w, 's, WindowResized>,
    focus: MessageReader<'w, 's, WindowFocused>,
}

impl InputMessages<'_, '_> {
    /// Reads all messages; returns whether there were any.
    fn have_arrived(&mut self) -> bool {
        let counts = [
            self.keys.read().count(),
            self.clicks.read().count(),
            self.wheel.read().count(),
            self.moves.read().count(),
            self.pads.read().count(),
            self.drops.read().count(),
            self.sizes.read().count(),
            // A player who comes back to the window uses the game again.
            self.focus.read().filter(|change| change.focused).count(),
        ];
        counts.iter().any(|count| *count > 0)
    }
}

/// Sets the time until the next frame. Input begins a frame at once, unless the player has set a limit and frames are
/// drawn at that rate already.
fn set_pace(
    time: Res<Time<Real>>,
    (screen, menu): (Res<State<Screen>>, Res<State<Menu>>),
    (settings, show): (Res<Settings>, Option<Res<Show>>),
    windows: Query<&Window, With<PrimaryWindow>>,
    (runs, gamepads): (Query<&RunDriver>, Query<(), With<Gamepad>>),
    awaited: Query<(), Or<(With<AnyLaunch>, With<AnyTurn>)>>,
    files: Res<FilesInReading>,
    (pacing, paint_tasks, sprites): (Res<Pacing>, Res<PaintTasks>, Res<Sprites>),
    reader: Option<Res<AccessibilityRequested>>,
    mut pace: ResMut<WinitSettings>,
    mut at_rest: ResMut<AtRest>,
    (mut since_input, mut since_motion): (Local<f32>, Local<f32>),
    (mut input, mut motion): (InputMessages, MessageReader<InMotion>),
) {
    let has_changed = screen.is_changed() || menu.is_changed() || settings.is_changed();
    *since_input = if input.have_arrived() || has_changed {
        0.0
    } else {
        *since_input + time.delta_secs()
    };
    *since_motion = match motion.read().count() {
        0 => *since_motion + time.delta_secs(),
        _ => 0.0,
    };
    let has_focus = windows.iter().any(|window| window.focused);
    let going = |driver: &&RunDriver| driver.watched().progress().stop.is_none();
    let going = runs.iter().filter(going).map(|driver| driver.pace);
    let going_runs: Vec<Pace> = going.filter(|pace| *pace != Pace::Paused).collect();
    let is_paused = runs.iter().all(|driver| driver.pace == Pace::Paused);
    at_rest.set_if_neq(AtRest(!has_focus || *since_input > REST_AFTER));
    let wanted = mode(
        ScreenState {
            screen: *screen.get(),
            menu: *menu.get(),
            has_focus,
            runs: &going_runs,
            is_show_moving: show.is_some_and(|show| show.is_moving(is_paused)),
            is_still: at_rest.0 && gamepads.is_empty(),
            is_painting: !paint_tasks.is_empty() || sprites.is_drawing(),
            since_motion: f32::min(*since_motion, pacing.since_move),
            rest_after: match settings.reduced_motion {
                true => AFTER_MOVE,
                false => REST_AFTER,
            },
            is_awaited: !awaited.is_empty()
                || !files.is_empty()
                || reader.is_some_and(|reader| reader.get()),
            rate: settings.frame_rate,
        },
        *since_input,
    );
    if pace.focused_mode != wanted || pace.unfocused_mode != wanted {
        (pace.focused_mode, pace.unfocused_mode) = (wanted, wanted);
    }
}

/// The state of the screen.
struct ScreenState<'a> {
    screen: Screen,
    menu: Menu,
    has_focus: bool,
    /// The paces of the runs that go on.
    runs: &'a [Pace],
    /// Whether something moves in the theatre, also after the run has ended.
    is_show_moving: bool,
    /// The seconds since a move was made, or something else has moved that is no decoration.
    since_motion: f32,
    /// The seconds without input and motion after which a game with the focus is at rest.
    rest_after: f32,
    /// Whether the game is at rest, and no gamepad has to be read.
    is_still: bool,
    /// Whether a picture is being painted that is shown when it is finished.
    is_painting: bool,
    /// Whether a game is being prepared or a file read, a computer thinks, or a screen reader may ask for something,
    /// which begins no frame.
    is_awaited: bool,
    /// The rate at which frames are drawn while something moves.
    rate: FrameRate,
}

/// The rate at which frames are drawn a number of seconds after the last input.
fn mode(shown: ScreenState, since_input: f32) -> UpdateMode {
    let moves = match (shown.screen, shown.menu) {
        (Screen::Theatre, _) => !shown.runs.is_empty() || shown.is_show_moving,
        (Screen::Play, Menu::None | Menu::Interlude | Menu::Editor | Menu::Result) => {
            match shown.has_focus {
                // Decorations move until the game comes to rest.
                true => since_input.min(shown.since_motion) < shown.rest_after,
                false => shown.since_motion < AFTER_MOVE,
            }
        }
        _ => false,
    };
    if moves && shown.has_focus || since_input < AFTER_INPUT {
        return fastest(shown.rate);
    }
    let goes_on = !shown.runs.is_empty() || shown.is_painting;
    if moves || goes_on || shown.has_focus && !shown.is_still {
        return UpdateMode::reactive(SLOW);
    }
    UpdateMode::reactive_low_power(match shown.screen {
        Screen::Title | Screen::Setup if !shown.is_awaited => IDLE,
        Screen::Play if !shown.has_focus && !shown.is_awaited => IDLE,
        Screen::Play if shown.has_focus && shown.menu == Menu::None => WAITING,
        _ => STILL,
    })
}

/// The mode in which frames follow one another at a rate. With a limit, input waits for the next frame: a mouse that
/// moves would begin hundreds of frames a second.
fn fastest(rate: FrameRate) -> UpdateMode {
    match rate.shortest_frame() {
        None => UpdateMode::Continuous,
        Some(wait) => UpdateMode::Reactive {
            wait,
            react_to_device_events: false,
            react_to_user_events: false,
            react_to_window_events: false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(screen: Screen, menu: Menu) -> ScreenState<'static> {
        ScreenState {
            screen,
            menu,
            has_focus: true,
            runs: &[],
            is_show_moving: false,
            since_motion: f32::MAX,
            rest_after: REST_AFTER,
            is_still: false,
            is_painting: false,
            is_awaited: false,
            rate: FrameRate::Display,
        }
    }

    #[test]
    fn what_moves_is_drawn_all_the_time_and_a_menu_at_rest_is_not() {
        let rest = 10.0;
        let continuous = UpdateMode::Continuous;
        assert_eq!(mode(shown(Screen::Play, Menu::None), rest), continuous);
        assert_eq!(mode(shown(Screen::Title, Menu::None), 0.1), continuous);
        let watched = ScreenState {
            runs: &[Pace::FlatOut],
            ..shown(Screen::Theatre, Menu::None)
        };
        assert_eq!(mode(watched, rest), continuous);
        for still in [
            shown(Screen::Title, Menu::None),
            shown(Screen::Title, Menu::Settings),
            shown(Screen::Play, Menu::Pause),
        ] {
            assert_eq!(mode(still, rest), UpdateMode::reactive(SLOW));
        }
    }

    #[test]
    fn a_limit_holds_for_what_moves_and_during_input_and_a_page_at_rest_keeps_its_own_rate() {
        for (rate, milliseconds) in [(FrameRate::Sixty, 16), (FrameRate::Thirty, 33)] {
            let limited = |screen, menu| ScreenState {
                rate,
                ..shown(screen, menu)
            };
            for mode in [
                mode(limited(Screen::Play, Menu::None), 10.0),
                mode(limited(Screen::Title, Menu::None), 0.1),
            ] {
                let UpdateMode::Reactive {
                    wait,
                    react_to_device_events,
                    react_to_user_events,
                    react_to_window_events,
                } = mode
                else {
                    panic!("frames are drawn without a limit");
                };
                assert_eq!(wait.as_millis(), milliseconds);
                let begins_frames =
                    react_to_device_events || react_to_user_events || react_to_window_events;
                assert!(!begins_frames, "input would begin more frames");
            }
            let at_rest = mode(limited(Screen::Play, Menu::Pause), 10.0);
            assert_eq!(at_rest, UpdateMode::reactive(SLOW));
        }
    }

    #[test]
    fn a_title_at_rest_is_drawn_less_often_than_one_on_which_something_is_awaited() {
        let still = |is_awaited| ScreenState {
            is_still: true,
            is_awaited,
            ..shown(Screen::Title, Menu::None)
        };
        let idle = UpdateMode::reactive_low_power(IDLE);
        assert_eq!(mode(still(false), 30.0), idle);
        let awaited = UpdateMode::reactive_low_power(STILL);
        assert_eq!(mode(still(true), 30.0), awaited);
        let painting = ScreenState {
            is_painting: true,
            ..still(false)
        };
        assert_eq!(mode(painting, 30.0), UpdateMode::reactive(SLOW));
    }

    #[test]
    fn a_theatre_whose_run_has_ended_is_drawn_while_something_moves() {
        let ended = |is_show_moving| ScreenState {
            is_show_moving,
            is_still: true,
            ..shown(Screen::Theatre, Menu::None)
        };
        assert_eq!(mode(ended(true), 30.0), UpdateMode::Continuous);
        let seldom = UpdateMode::reactive_low_power(STILL);
        assert_eq!(mode(ended(false), 30.0), seldom);
    }

    #[test]
    fn a_window_without_the_focus_is_drawn_seldom_and_its_runs_go_on() {
        let away = |runs| ScreenState {
            has_focus: false,
            runs,
            ..shown(Screen::Theatre, Menu::None)
        };
        let reactive = UpdateMode::reactive(SLOW);
        assert_eq!(mode(away(&[Pace::FlatOut]), 10.0), reactive);
        let seldom = UpdateMode::reactive_low_power(STILL);
        assert_eq!(mode(away(&[]), 10.0), seldom);
    }

    #[test]
    fn a_game_in_the_background_is_drawn_for_its_moves_and_hardly_ever_between_them() {
        let away = |since_motion, is_awaited| ScreenState {
            has_focus: false,
            since_motion,
            is_awaited,
            ..shown(Screen::Play, Menu::None)
        };
        let (moves, stands) = (1.0, 10.0);
        assert_eq!(mode(away(moves, false), 10.0), UpdateMode::reactive(SLOW));
        let thinks = UpdateMode::reactive_low_power(STILL);
        assert_eq!(mode(away(stands, true), 10.0), thinks);
        let waits = UpdateMode::reactive_low_power(IDLE);
        assert_eq!(mode(away(stands, false), 10.0), waits);
        assert_eq!(
            mode(shown(Screen::Play, Menu::None), 10.0),
            UpdateMode::Continuous
        );
    }

    #[test]
    fn a_game_comes_to_rest_some_time_after_the_last_input_and_motion_and_earlier_with_reduced_motion()
     {
        let game = |since_motion, menu| ScreenState {
            since_motion,
            is_still: true,
            ..shown(Screen::Play, menu)
        };
        let waits = UpdateMode::reactive_low_power(WAITING);
        let (soon, late) = (10.0, 30.0);
        for (since_motion, since_input) in [(soon, late), (late, soon), (soon, soon)] {
            let moves = mode(game(since_motion, Menu::None), since_input);
            assert_eq!(moves, UpdateMode::Continuous);
            let reduced = ScreenState {
                rest_after: AFTER_MOVE,
                ..game(since_motion, Menu::None)
            };
            assert_eq!(mode(reduced, since_input), waits);
        }
        assert_eq!(mode(game(late, Menu::None), late), waits);
        // No clock runs behind a result.
        let still = UpdateMode::reactive_low_power(STILL);
        assert_eq!(mode(game(late, Menu::Result), late), still);
        let with_gamepad = ScreenState {
            is_still: false,
            ..game(late, Menu::None)
        };
        assert_eq!(mode(with_gamepad, late), UpdateMode::reactive(SLOW));
    }
}
