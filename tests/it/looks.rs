//! The looks: contrasts, colours for colour-blind eyes, and the texts of the settings menu about them.

use std::path::Path;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowFocused;
use bevy::winit::{UpdateMode, WinitSettings};
use evolvarium::games::tic_tac_toe::rules::{Cell, TicTacToe};
use evolvarium::shell::screen::Menu;
use evolvarium::shell::settings::{FrameRate, Settings};
use evolvarium::shell::table::play_for_human;
use evolvarium::shell::theme::look::{Colours, Look, Theme};
use evolvarium::shell::theme::palette;
use evolvarium::shell::theme::sprites::Sprites;

use crate::harness::{app, end_program, fast_game, notices, open_window, press_button, press_text};

/// The contrast of two opaque colours, 1 to 21, as the Web Content Accessibility Guidelines 2.2 define it.
pub fn contrast(one: Color, other: Color) -> f32 {
    let [one, other] = [one, other].map(|colour| {
        let LinearRgba {
            red, green, blue, ..
        } = colour.to_linear();
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    });
    (one / other).max(other / one)
}

/// The colours as they look without one of the three kinds of cones, as a matrix on linear red, green and blue:
/// Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG
/// 15(6), 2009, with the severity 1.0.
const VISION: [(Colours, [[f32; 3]; 3]); 3] = [
    (
        Colours::Protan,
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        Colours::Deutan,
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        Colours::Tritan,
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

fn simulated(colour: Color, matrix: &[[f32; 3]; 3]) -> Color {
    let LinearRgba {
        red, green, blue, ..
    } = colour.to_linear();
    let channel = |row: &[f32; 3]| {
        let value = row[0] * red + row[1] * green + row[2] * blue;
        value.clamp(0.0, 1.0)
    };
    let [red, green, blue] = [0, 1, 2].map(|row| channel(&matrix[row]));
    Color::linear_rgb(red, green, blue)
}

/// The distance of two colours in Oklab (Ottosson 2020). About 0.02 can just be seen.
fn distance(one: Color, other: Color) -> f32 {
    let [one, other] = [one, other].map(Oklaba::from);
    let gap = Vec3::new(
        one.lightness - other.lightness,
        one.a - other.a,
        one.b - other.b,
    );
    gap.length()
}

/// The least distance of two of these colours.
fn least_distance(colours: &[Color]) -> f32 {
    let mut least = f32::INFINITY;
    for (at, one) in colours.iter().enumerate() {
        for other in &colours[..at] {
            least = least.min(distance(*one, *other));
        }
    }
    least
}

fn signals() -> [Color; 4] {
    [
        palette::LAMP,
        palette::THOUGHT,
        palette::FAULT,
        palette::LEAF,
    ]
}

/// The groups of colours that must be told apart, with the least distance.
fn groups() -> Vec<(&'static str, Vec<Color>, f32)> {
    let kinds = |which: &[u8]| which.iter().map(|kind| palette::kind(*kind)).collect();
    let players = (0..3).map(palette::player).collect();
    vec![
        ("the kinds of blocks", kinds(&[0, 1, 2, 3, 4, 5, 6, 7]), 0.1),
        ("the locks", kinds(&[0, 3, 4]), 0.15),
        ("near and far", kinds(&[3, 5]), 0.25),
        ("the players", players, 0.2),
        ("lamp, thought, fault and leaf", signals().to_vec(), 0.15),
        (
            "feasible and infeasible",
            vec![palette::LAMP, palette::FAULT],
            0.15,
        ),
    ]
}

#[test]
fn the_colours_for_an_eye_can_be_told_apart_by_it_in_every_theme() {
    for (colours, matrix) in VISION {
        for (_, theme) in Theme::ALL {
            let look = Look { theme, colours };
            for (what, group, least) in groups() {
                let shown: Vec<Color> = group.iter().map(|one| look.map_colour(*one)).collect();
                let eye: Vec<Color> = shown.iter().map(|one| simulated(*one, &matrix)).collect();
                for seen in [shown, eye] {
                    let found = least_distance(&seen);
                    assert!(found >= least, "{what} in {look:?}: {found:.3} < {least}");
                }
            }
        }
    }
}

#[test]
fn the_usual_colours_would_be_too_close_for_these_eyes() {
    for (colours, matrix) in VISION {
        let kinds: Vec<Color> = (0..8)
            .map(|kind| simulated(palette::kind(kind), &matrix))
            .collect();
        let found = least_distance(&kinds);
        assert!(
            found < 0.1,
            "{colours:?} needs no colours of its own: {found:.3}"
        );
    }
}

#[test]
fn the_names_of_cells_can_be_read_in_every_theme() {
    for (_, theme) in Theme::ALL {
        let colours = Colours::Vivid;
        let look = Look { theme, colours };
        let [ink, ground] =
            [palette::MIST, palette::NIGHT].map(|colour| look.map_colour(colour).to_linear());
        // Names that are drawn over the ground are mixed with it in linear light.
        let shown = ground.mix(&ink, theme.opacity_of_names());
        let found = contrast(shown.into(), ground.into());
        let least = match theme {
            Theme::Contrast => 7.0,
            Theme::Light | Theme::Dusk => 4.5,
        };
        assert!(found >= least, "{theme:?}: {found:.2}");
    }
}

#[test]
fn high_contrast_and_the_other_themes_have_the_contrasts_that_they_promise() {
    let grounds = [palette::NIGHT, palette::GLASS, palette::RAISED];
    let [lamp, thought, fault, leaf] = signals();
    let letters = [
        palette::PAPER,
        palette::MIST,
        lamp,
        palette::EMBER,
        thought,
        fault,
        leaf,
    ];
    for (_, colours) in Colours::ALL {
        for (theme, text, edge) in [
            (Theme::Contrast, 7.0, 3.0),
            (Theme::Light, 4.5, 0.0),
            (Theme::Dusk, 4.5, 0.0),
        ] {
            let look = Look { theme, colours };
            let check = |what: &str, ink: Color, ground: Color, least: f32| {
                let found = contrast(look.map_colour(ink), look.map_colour(ground));
                assert!(
                    found >= least,
                    "{what} {ink:?} on {ground:?} in {look:?}: {found:.2}"
                );
            };
            for ground in grounds {
                for ink in letters {
                    // At dusk, faults have a colour that is a little fainter.
                    let is_faint = theme == Theme::Dusk && (ink == fault || ink == palette::MIST);
                    check("a text", ink, ground, if is_faint { 4.0 } else { text });
                }
                check("an edge", palette::RIM, ground, edge);
                check("the focus", palette::EMBER, ground, 3.0);
            }
            check("an inactive caption", palette::FAINT, palette::GLASS, 2.6);
            for bar in theme.colours_of_bar() {
                check("a number on a bar", palette::PAPER, bar, text);
            }
            // Letters on a button that is lit.
            for button in [lamp, palette::EMBER, palette::PAPER] {
                check("a caption", palette::NIGHT, button, text);
            }
        }
    }
}

/// Opens the tab of the settings about the display.
fn open_display_settings(game: &mut App) {
    let mut menu = game.world_mut().resource_mut::<NextState<Menu>>();
    menu.set(Menu::Settings);
    (0..3).for_each(|_| game.update());
    press_text(game, "Display");
}

/// Ends the game as its player would, and starts it again with the same folder.
fn start_again(mut game: App, folder: &Path) -> App {
    end_program(&mut game);
    drop(game);
    let mut second = app(folder);
    second.update();
    second
}

#[test]
fn a_look_is_chosen_in_the_settings_acts_at_once_and_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = app(folder.path());
    game.update();
    let usual = game.world().resource::<Sprites>().sources(Look::USUAL);
    open_display_settings(&mut game);
    for (caption, theme) in [
        ("Light", Theme::Light),
        ("Dusk", Theme::Dusk),
        ("High contrast", Theme::Contrast),
    ] {
        press_text(&mut game, caption);
        assert_eq!(game.world().resource::<Settings>().theme, theme);
    }
    press_text(&mut game, "Green-weak");
    game.update();
    let look = Look {
        theme: Theme::Contrast,
        colours: Colours::Deutan,
    };
    assert_eq!(game.world().resource::<Settings>().look(), look);
    assert_eq!(
        game.world().resource::<ClearColor>().0,
        look.map_colour(palette::NIGHT)
    );
    let sprites = game.world().resource::<Sprites>();
    assert_eq!(sprites.look(), look, "the sprites are drawn again");
    let now = sprites.sources(look);
    // Blocks, players, locks, keys and the cells of boards have other colours; the floor of the dungeon keeps its own.
    for name in [
        "match3/block0",
        "hexxagon/gem1",
        "hexxagon/gem3",
        "hexxagon/cell",
        "dungeon/lock1",
        "dungeon/seal2",
        "dungeon/key3",
        "tic_tac_toe/x",
    ] {
        assert_ne!(now[name], usual[name], "{name}");
    }
    assert_eq!(now["dungeon/floor1"], usual["dungeon/floor1"]);
    let second = start_again(game, folder.path());
    assert_eq!(second.world().resource::<Settings>().look(), look);
}

/// Starts the game with a settings file, and returns it.
fn with_settings(folder: &Path, content: &str) -> App {
    let file = evolvarium::session::Folders::within(folder).settings();
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("it can be made");
    std::fs::write(&file, format!("(version: 1, content: ({content}))")).expect("written");
    let mut app = app(folder);
    (0..3).for_each(|_| app.update());
    app
}

#[test]
fn older_settings_are_read_and_wrong_values_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let older = with_settings(folder.path(), "interface_percent: 80, colours: Distinct");
    let settings = older.world().resource::<Settings>();
    assert_eq!(settings.text_percent, 100, "no text is smaller than usual");
    assert_eq!(settings.colours, Colours::Distinct);
    assert_eq!(settings.theme, Theme::Dusk);
    assert_eq!(settings.frame_rate, FrameRate::Display);
    for (content, named) in [
        (
            "theme: Gloomy",
            "Unexpected variant named `Gloomy` in enum `Theme`",
        ),
        (
            "text_percent: big",
            "Invalid digit 'b' for base 10 integers",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let app = with_settings(folder.path(), content);
        let said = notices(app.world());
        assert!(said.contains("settings.ron: line 1, column "), "{said}");
        assert!(said.contains(named), "{content}: {said}");
    }
}

#[test]
fn a_limit_of_frames_is_chosen_in_the_settings_acts_at_once_and_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = app(folder.path());
    game.insert_resource(WinitSettings::game());
    game.update();
    open_display_settings(&mut game);
    for (caption, rate) in [
        ("30", FrameRate::Thirty),
        ("Same as display", FrameRate::Display),
        ("60", FrameRate::Sixty),
    ] {
        press_text(&mut game, caption);
        assert_eq!(game.world().resource::<Settings>().frame_rate, rate);
        // The change itself is input, after which frames are drawn as often as possible.
        let wait = match game.world().resource::<WinitSettings>().focused_mode {
            UpdateMode::Continuous => None,
            UpdateMode::Reactive { wait, .. } => Some(wait),
        };
        assert_eq!(wait, rate.shortest_frame(), "{caption}");
    }
    let second = start_again(game, folder.path());
    let settings = second.world().resource::<Settings>();
    assert_eq!(settings.frame_rate, FrameRate::Sixty);
}

#[test]
fn a_game_comes_to_rest_when_nothing_moves_and_a_move_wakes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = fast_game(folder.path(), "tic-tac-toe:3x3k3-human-human#a");
    open_window(&mut game);
    game.insert_resource(WinitSettings::game());
    let frame = TimeUpdateStrategy::ManualDuration(Duration::from_secs(1));
    game.insert_resource(frame);
    let is_awake_after = |game: &mut App, seconds: u32| {
        (0..seconds).for_each(|_| game.update());
        game.world().resource::<WinitSettings>().focused_mode == UpdateMode::Continuous
    };
    assert!(is_awake_after(&mut game, 1));
    assert!(!is_awake_after(&mut game, 60));
    // The player comes back to the window, without a key or a movement of the mouse in it.
    game.world_mut().write_message(WindowFocused {
        window: Entity::PLACEHOLDER,
        focused: true,
    });
    assert!(is_awake_after(&mut game, 10));
    assert!(!is_awake_after(&mut game, 60));
    play_for_human::<TicTacToe>(game.world_mut(), Cell(0));
    assert!(is_awake_after(&mut game, 1));
    assert!(is_awake_after(&mut game, 10), "a move is shown for a while");
    let mut settings = game.world_mut().resource_mut::<Settings>();
    settings.reduced_motion = true;
    assert!(is_awake_after(&mut game, 1), "the page follows the setting");
    assert!(!is_awake_after(&mut game, 10));
}

#[test]
fn the_size_of_texts_acts_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = app(folder.path());
    open_window(&mut game);
    game.update();
    let usual = game.world().resource::<UiScale>().0;
    open_display_settings(&mut game);
    press_button(&mut game, "+", |world, button| {
        is_in_row(world, button, "Text and panel size")
    });
    game.update();
    let percent = game.world().resource::<Settings>().text_percent;
    assert_eq!(percent, 110);
    let scale = game.world().resource::<UiScale>().0;
    assert!((scale / usual - 1.1).abs() < 0.01, "{usual} {scale}");
}

/// Whether a button stands in the row of a setting.
fn is_in_row(world: &World, button: Entity, name: &str) -> bool {
    let mut at = button;
    while let Some(parent) = world.get::<ChildOf>(at).map(ChildOf::parent) {
        let first = world
            .get::<Children>(parent)
            .and_then(|cells| cells.first());
        let texts = first.and_then(|first| world.get::<Children>(*first));
        let is_name = |text: Entity| world.get::<Text>(text).is_some_and(|text| text.0 == name);
        if texts.is_some_and(|texts| texts.iter().any(is_name)) {
            return true;
        }
        at = parent;
    }
    false
}

/// The places of the specks of light in the background.
fn specks(app: &mut App) -> Vec<Vec3> {
    let mut places = app.world_mut().query::<(&Name, &Transform)>();
    let all = places.iter(app.world());
    let specks = all.filter(|(name, _)| name.as_str() == "Mote");
    specks.map(|(_, place)| place.translation).collect()
}

#[test]
fn reduced_motion_is_chosen_in_the_settings_and_stops_what_drifts_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut game = app(folder.path());
    open_window(&mut game);
    let later = |game: &mut App| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        game.update();
    };
    later(&mut game);
    let before = specks(&mut game);
    assert!(!before.is_empty());
    later(&mut game);
    assert_ne!(specks(&mut game), before, "they drift");
    open_display_settings(&mut game);
    press_button(&mut game, "On", |world, button| {
        is_in_row(world, button, "Reduced motion")
    });
    assert!(game.world().resource::<Settings>().reduced_motion);
    later(&mut game);
    let before = specks(&mut game);
    later(&mut game);
    assert_eq!(specks(&mut game), before);
}
