//! The setup page: its frame, the rows for the difficulty and the seed, and the buttons. Each game adds its own rows.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::picking::hover::Hovered;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::new_game::{self, SetupSeed};
use super::panel::with_commands;
use super::setup_scroll::scroll_back;
use super::setup_widgets::{explain, show_while, spawn_remark};
use super::{NewGame, TableGame, preview, skill};
use crate::base::{PlainError, Seed};
use crate::session::Difficulty;
use crate::shell::input::{Action, Actions, EnterAction};
use crate::shell::laboratory;
use crate::shell::menus::{lessons, open_evolution_settings};
use crate::shell::notice::{show_failure_of, show_phrase};
use crate::shell::played;
use crate::shell::screen::{Menu, Screen, screen_frame, set_screen};
use crate::shell::settings::Settings;
use crate::shell::theatre::waiting_runs::WaitingKind;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::large::{StandsAtTopWhenLarge, WrapsWhenLarge};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::{SCROLL_BAR_SPACE, scroll_area};
use crate::shell::theme::tooltip::Tooltip;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choices, field, label, panel, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, read_seed.run_if(in_state(Screen::Setup)))
        // By then a character that is typed in the same frame is in the field.
        .add_systems(
            Last,
            press_main_button_on_enter.run_if(in_state(Screen::Setup)),
        );
}

/// The width of a page, in interface pixels. It leaves room for the preview beside it.
const PAGE_WIDTH: f32 = 1080.0;

/// The gap between rows, in interface pixels.
pub(super) const ROW_GAP: f32 = 6.0;

/// The width of the name of a row, in interface pixels.
const NAME_WIDTH: f32 = 150.0;

/// The gap between the things in a row, in interface pixels.
const ROW_SPACE: f32 = 14.0;

/// The distance of the values of a row from its left edge, in interface pixels.
pub(super) const INDENT: f32 = NAME_WIDTH + ROW_SPACE;

/// The space above and below a name, in interface pixels, so that it stands in the middle of the first line.
const NAME_SPACE: f32 = 10.0;

/// The gap between the lines of a row that wraps, in interface pixels.
const LINE_GAP: f32 = 6.0;

#[derive(Component)]
struct SeedField;

/// The action of the main button and of Enter.
#[derive(Component, Clone, Copy)]
struct MainButton(fn(&mut World) -> Result<(), PlainError>);

/// Spawns the setup page of a game.
pub fn spawn_setup_page<G: TableGame>(world: &mut World) {
    if !G::shows_setup_page(world) {
        return;
    }
    let seed = prepare_setup::<G>(world);
    with_commands(world, |world, commands| {
        let rows = |page: &mut ChildSpawnerCommands| {
            G::setup_rows(page, world);
            if G::BOARDS.is_none() {
                preview::spawn_large(page, G::PREVIEW_INSIGHT);
            }
            let seed = spawn_seed_row(page, seed, G::id_text);
            let shows_seed = |world: &World| shows_all_choices(world) && G::shows_seed(world);
            show_while(page, seed, shows_seed);
        };
        let buttons = |page: &mut ChildSpawnerCommands| {
            spawn_buttons(page, G::KEY, G::begin_text);
        };
        let preview = |root: &mut ChildSpawnerCommands| {
            preview::spawn_small(root, G::PREVIEW_INSIGHT);
        };
        let heading = Heading {
            title: G::WORDS.setup,
            editor: G::EDITOR,
        };
        spawn_page(commands, heading, begin::<G>, rows, buttons, preview);
    });
}

/// Prepares the setup and the seed of a new game, and returns the seed.
fn prepare_setup<G: TableGame>(world: &mut World) -> Seed {
    new_game::follow_settings::<G>(world);
    let seed = new_game::offer_seed::<G>(world);
    G::prepare_setup(world);
    seed
}

/// Begins the game with which the setup page would open.
pub(super) fn begin_at_once<G: TableGame>(world: &mut World) -> Result<(), PlainError> {
    prepare_setup::<G>(world);
    begin::<G>(world)
}

/// Begins the game that is set up, and remembers its setup.
fn begin<G: TableGame>(world: &mut World) -> Result<(), PlainError> {
    G::begin(world)?;
    new_game::remember_setup::<G>(world);
    Ok(())
}

/// The heading of a setup page.
#[derive(Clone, Copy)]
pub struct Heading {
    /// The key of the title.
    pub title: &'static str,
    /// The editor that a button in the corner opens while all choices are shown; `None` if there is none.
    pub editor: Option<EditorButton>,
}

/// A button that opens the editor of a game.
#[derive(Clone, Copy)]
pub struct EditorButton {
    /// The key of the button's words. The phrase of `NAME.hint` explains it.
    pub name: &'static str,
    /// Opens the editor.
    pub open: fn(&mut World),
}

/// Spawns a page on the setup screen, with `beside` beside it. Its content scrolls if it is too high, and the buttons
/// stay below it. Its main button and Enter call `begin`.
pub fn spawn_page(
    commands: &mut Commands,
    heading: Heading,
    begin: fn(&mut World) -> Result<(), PlainError>,
    content: impl FnOnce(&mut ChildSpawnerCommands),
    buttons: impl FnOnce(&mut ChildSpawnerCommands),
    beside: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let root = (
        screen_frame("Setup", Screen::Setup),
        MainButton(begin),
        Node {
            width: percent(100),
            height: percent(100),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            column_gap: px(12),
            ..default()
        },
    );
    commands.spawn(root).with_children(|root| {
        let page = panel(Node {
            width: px(PAGE_WIDTH),
            min_width: px(0),
            // The page must not change its height when rows appear or disappear.
            height: px(662),
            max_height: percent(100),
            flex_direction: FlexDirection::Column,
            row_gap: px(10),
            padding: UiRect {
                right: px(28.0 - SCROLL_BAR_SPACE),
                ..UiRect::all(px(28))
            },
            ..default()
        });
        root.spawn(page).with_children(|page| {
            let outer = Node {
                flex_grow: 1.0,
                flex_basis: px(0),
                min_width: px(0),
                min_height: px(0),
                ..default()
            };
            let inner = stack(FlexDirection::Column, ROW_GAP);
            let area = scroll_area(page, outer, inner, |page| {
                spawn_heading(page, heading);
                content(page);
            });
            scroll_back(page.commands_mut().entity(area), heading.title);
            buttons(page);
        });
        beside(root);
    });
}

/// Spawns the title, and in the corner of the page the buttons that go back to the run and the atlas that were watched
/// last, to the editor, to the puzzles and to the lessons of the game.
fn spawn_heading(page: &mut ChildSpawnerCommands, heading: Heading) {
    let row = Node {
        align_items: AlignItems::Center,
        flex_shrink: 0.0,
        ..stack(FlexDirection::Row, 8.0)
    };
    page.spawn((row, WrapsWhenLarge)).with_children(|row| {
        row.spawn(label(heading.title, TextSize::Head, palette::PAPER));
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        for kind in [WaitingKind::Run, WaitingKind::Archive] {
            let back = button(row, ButtonStyle::Chip, kind.button(), move |world| {
                kind.go_back(world);
            });
            show_while(row, back, move |world| kind.is_there(world));
        }
        if let Some(EditorButton { name, open }) = heading.editor {
            let editor = button(row, ButtonStyle::Chip, name, open);
            explain(row, editor, name);
            show_while(row, editor, shows_all_choices);
        }
        lessons::spawn_puzzle_button(row, ButtonStyle::Chip);
        lessons::spawn_button(row, ButtonStyle::Chip);
    });
}

/// Spawns the row with the difficulties, which ends with a remark, and below it the row with the forecast for the
/// player.
pub fn difficulty_row<G: TableGame>(
    page: &mut ChildSpawnerCommands,
    remark: impl Into<BoundText>,
) -> Entity {
    let row = row(page, "play.difficulty", |row| {
        spawn_difficulty_choices::<G>(row);
        row.spawn(bound_text(TextSize::Small, palette::EMBER, remark));
    });
    skill::spawn_row::<G>(page);
    row
}

/// Spawns a button for each difficulty.
pub fn spawn_difficulty_choices<G: TableGame>(row: &mut ChildSpawnerCommands) {
    choices(
        row,
        Difficulty::ALL.map(|level| (level.key(), level)),
        |world, level| G::is_difficulty(&world.resource::<NewGame<G>>().setup, level),
        new_game::choose_difficulty::<G>,
    );
}

/// Whether setup pages show all of their choices, and not only those that matter most.
pub fn shows_all_choices(world: &World) -> bool {
    world.resource::<Settings>().all_choices
}

/// Spawns rows that are hidden until the player asks for all choices.
pub fn further_rows(
    page: &mut ChildSpawnerCommands,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let rows = Node {
        flex_shrink: 0.0,
        ..stack(FlexDirection::Column, ROW_GAP)
    };
    page.spawn((rows, VisibleWhen::new(shows_all_choices)))
        .with_children(content);
}

/// Spawns a row with a name. Where it wraps, its further lines begin below its first value.
pub fn row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let mut row = page.spawn((
        Name::new("Setup row"),
        Node {
            align_items: AlignItems::Center,
            column_gap: px(ROW_SPACE),
            row_gap: px(LINE_GAP),
            padding: UiRect::left(px(INDENT)),
            min_height: px(44),
            flex_shrink: 0.0,
            ..default()
        },
        WrapsWhenLarge,
    ));
    row.with_children(|row| {
        // The name stands in the padding. It is as high as the row, so that its explanation appears below all lines.
        let cell = Node {
            position_type: PositionType::Absolute,
            left: px(0),
            top: px(0),
            bottom: px(0),
            width: px(NAME_WIDTH),
            padding: UiRect::vertical(px(NAME_SPACE)),
            align_items: AlignItems::Center,
            ..default()
        };
        spawn_name(row, cell, name).insert(StandsAtTopWhenLarge);
        content(row);
    });
    row.id()
}

/// Spawns a part of a row that has a name of its own. The name is not torn from its values when the row wraps.
pub fn spawn_named(
    row: &mut ChildSpawnerCommands,
    name: &'static str,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    keep_together(row, |part| {
        spawn_name(part, Node::default(), name);
        content(part);
    });
}

/// Spawns a part of a row. It goes to the next line as a whole when the row wraps, and wraps itself only if it is wider
/// than the row.
pub fn keep_together(
    row: &mut ChildSpawnerCommands,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let part = Node {
        align_items: AlignItems::Center,
        column_gap: px(ROW_SPACE),
        row_gap: px(LINE_GAP),
        max_width: percent(100),
        // At the usual size the remarks beside it become narrower.
        flex_shrink: 0.0,
        ..default()
    };
    row.spawn((part, WrapsWhenLarge)).with_children(content);
}

/// Spawns a name, which is explained by the phrase of `NAME.hint`.
fn spawn_name<'a>(
    row: &'a mut ChildSpawnerCommands,
    cell: Node,
    name: &'static str,
) -> EntityCommands<'a> {
    let mut spawned = row.spawn((cell, Hovered::default(), Tooltip::of_name(name)));
    spawned.with_child(label(name, TextSize::Body, palette::MIST));
    spawned
}

/// Spawns the row with the seed and the id of the new game.
fn spawn_seed_row(page: &mut ChildSpawnerCommands, seed: Seed, id: fn(&World) -> String) -> Entity {
    row(page, "setup.seed", |row| {
        let enter = EnterAction::new(press_main_button);
        field(row, (SeedField, enter), 200.0, &seed.to_string());
        spawn_remark(row, id);
    })
}

/// Spawns the buttons at the bottom of the page.
fn spawn_buttons(
    page: &mut ChildSpawnerCommands,
    game: &'static str,
    main_text: impl Into<BoundText>,
) {
    page.spawn((
        Node {
            justify_content: JustifyContent::FlexEnd,
            column_gap: px(12),
            row_gap: px(8),
            // This is padding and not a margin. With a margin, rows would get a negative width in a window without a
            // height.
            padding: UiRect::right(px(SCROLL_BAR_SPACE)),
            flex_shrink: 0.0,
            ..default()
        },
        WrapsWhenLarge,
    ))
    .with_children(|row| {
        spawn_choices_button(row);
        // The other buttons stay at the right.
        row.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        spawn_further_buttons(row, game);
        button(row, ButtonStyle::Plain, "play.back", |world| {
            set_screen(world, Screen::Title);
        });
        button(row, ButtonStyle::Primary, main_text, press_main_button);
    });
}

/// Spawns the button that shows all choices, or fewer.
fn spawn_choices_button(row: &mut ChildSpawnerCommands) {
    let caption = |world: &World| {
        let key = match shows_all_choices(world) {
            true => "setup.fewer_choices",
            false => "setup.all_choices",
        };
        world.resource::<Words>().get(key)
    };
    button(row, ButtonStyle::Plain, caption, |world| {
        let mut settings = world.resource_mut::<Settings>();
        settings.all_choices = !settings.all_choices;
    });
}

/// Spawns the buttons that are seen while all choices are shown.
fn spawn_further_buttons(row: &mut ChildSpawnerCommands, game: &'static str) {
    let games = button(row, ButtonStyle::Plain, "played.title", move |world| {
        played::open(world, Some(game));
    });
    let lab = button(row, ButtonStyle::Plain, "lab.title", laboratory::open);
    let search = button(
        row,
        ButtonStyle::Plain,
        "setup.settings",
        open_evolution_settings,
    );
    for button in [games, lab, search] {
        show_while(row, button, shows_all_choices);
    }
}

/// Does the action of the main button. An error, for instance an invalid seed in the field, is shown.
fn press_main_button(world: &mut World) {
    let mut fields = world.query_filtered::<&EditableText, With<SeedField>>();
    let typed = fields.single(world).map(|field| field.value().to_string());
    let mut pages = world.query::<&MainButton>();
    let Ok(MainButton(begin)) = pages.single(world).copied() else {
        return;
    };
    match typed.map(|text| text.parse::<Seed>()) {
        Ok(Err(_)) => show_phrase(world, "play.no_seed"),
        _ => show_failure_of(world, begin),
    }
}

/// Reads the seed from its field whenever the text is a seed.
fn read_seed(
    mut seed: ResMut<SetupSeed>,
    fields: Query<&EditableText, (With<SeedField>, Changed<EditableText>)>,
) {
    for field in &fields {
        if let Ok(typed) = field.value().to_string().parse() {
            seed.0 = typed;
        }
    }
}

fn press_main_button_on_enter(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    mut commands: Commands,
) {
    if *menu.get() == Menu::None && actions.has_begun(Action::Confirm) {
        commands.queue(press_main_button);
    }
}
