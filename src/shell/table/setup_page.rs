//! The setup page: its frame, its rows, the difficulty, the seed and the buttons. A game adds rows of its own.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::new_game;
use super::panel::with_commands;
use super::{NewGame, TableGame};
use crate::base::Seed;
use crate::session::Difficulty;
use crate::shell::input::{Action, Actions};
use crate::shell::menus::open_search;
use crate::shell::notice::Notices;
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::bind::{Lit, Shown, Told};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{Look, Size, button, choice, field, label, panel, stack, words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SetupSeed>()
        .add_systems(Update, read_seed.run_if(in_state(Screen::Setup)))
        // What was typed in the same frame is in the field by then.
        .add_systems(Last, keys.run_if(in_state(Screen::Setup)));
}

/// The seed that the setup screen asks for.
#[derive(Resource, Clone, Copy, Debug)]
pub struct SetupSeed(pub Seed);

impl Default for SetupSeed {
    fn default() -> Self {
        SetupSeed(Seed::fresh())
    }
}

/// The field for the seed.
#[derive(Component)]
struct SeedField;

/// What the main button does, and Enter.
#[derive(Component, Clone, Copy)]
struct MainButton(fn(&mut World) -> Result<(), String>);

/// Spawns the setup page of a game.
pub fn spawn<G: TableGame>(world: &mut World) {
    new_game::follow_settings::<G>(world);
    G::before_setup_page(world);
    let seed = Seed::fresh();
    world.resource_mut::<SetupSeed>().0 = seed;
    with_commands(world, |world, commands| {
        page(commands, G::WORDS.setup, G::go, |page| {
            G::setup_rows(page, world);
            let seed = seed_row(page, seed, G::id_text);
            page.commands_mut()
                .entity(seed)
                .insert(Shown::when(G::shows_seed));
            foot(page, Told::by(G::go_text));
        });
    });
}

/// Spawns a page in the place of the setup page. `go` is done by its main button and by Enter.
pub fn page(
    commands: &mut Commands,
    title: &'static str,
    go: fn(&mut World) -> Result<(), String>,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let root = (
        Name::new("Setup"),
        MainButton(go),
        TabGroup::new(0),
        DespawnOnExit(Screen::Setup),
        Node {
            width: percent(100),
            height: percent(100),
            align_items: AlignItems::Center,
            justify_content: JustifyContent::Center,
            ..default()
        },
        Shown::when(|world| *world.resource::<State<Menu>>().get() == Menu::None),
    );
    commands.spawn(root).with_children(|root| {
        root.spawn(panel(Node {
            width: px(1080),
            // Rows come and go; the page stays where it is.
            min_height: px(662),
            padding: UiRect::all(px(28)),
            ..stack(FlexDirection::Column, 12.0)
        }))
        .with_children(|page| {
            page.spawn(label(title, Size::Head, palette::PAPER));
            content(page);
        });
    });
}

/// The row with the difficulties; `remark` stands behind them.
pub fn difficulty_row<G: TableGame>(page: &mut ChildSpawnerCommands, remark: Told) -> Entity {
    row(page, "play.difficulty", |row| {
        for level in Difficulty::ALL {
            let lit = Lit::when(move |world| {
                G::is_difficulty(&world.resource::<NewGame<G>>().setup, level)
            });
            choice(row, Told::key(level.key()), lit, move |world| {
                new_game::choose_difficulty::<G>(world, level);
            });
        }
        row.spawn(words(Size::Small, palette::EMBER, remark));
    })
}

/// A row with a name.
pub fn row(
    page: &mut ChildSpawnerCommands,
    name: &'static str,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) -> Entity {
    let mut row = page.spawn(Node {
        align_items: AlignItems::Center,
        column_gap: px(14),
        min_height: px(44),
        ..default()
    });
    row.with_children(|row| {
        row.spawn(Node {
            width: px(150),
            flex_shrink: 0.0,
            ..default()
        })
        .with_child(label(name, Size::Body, palette::MIST));
        content(row);
    });
    row.id()
}

/// The row with the seed, and the id that it would give.
fn seed_row(page: &mut ChildSpawnerCommands, seed: Seed, id: fn(&World) -> String) -> Entity {
    row(page, "setup.seed", |row| {
        field(row, SeedField, 200.0, &seed.to_string());
        row.spawn(words(Size::Small, palette::MIST, Told::by(id)));
    })
}

/// The buttons at the foot of the page; the main one says `go`.
fn foot(page: &mut ChildSpawnerCommands, go: Told) {
    page.spawn(Node {
        justify_content: JustifyContent::FlexEnd,
        column_gap: px(12),
        margin: UiRect::top(auto()),
        ..default()
    })
    .with_children(|row| {
        button(row, Look::Plain, Told::key("setup.settings"), open_search);
        button(row, Look::Plain, Told::key("play.back"), |world| {
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
        });
        button(row, Look::Primary, go, press_main_button);
    });
}

/// Does what the main button does, or says why not.
fn press_main_button(world: &mut World) {
    let mut fields = world.query_filtered::<&EditableText, With<SeedField>>();
    let typed = fields.single(world).map(|field| field.value().to_string());
    let mut pages = world.query::<&MainButton>();
    let Ok(MainButton(go)) = pages.single(world).copied() else {
        return;
    };
    let done = match typed.map(|text| text.parse::<Seed>()) {
        Ok(Err(bad)) => Err(bad.to_string()),
        _ => go(world),
    };
    if let Err(why) = done {
        world.resource_mut::<Notices>().say(why);
    }
}

/// The seed follows what is typed, as far as it is one.
fn read_seed(
    mut wished: ResMut<SetupSeed>,
    fields: Query<&EditableText, (With<SeedField>, Changed<EditableText>)>,
) {
    for field in &fields {
        if let Ok(seed) = field.value().to_string().parse() {
            wished.0 = seed;
        }
    }
}

fn keys(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    focus: Res<bevy::input_focus::InputFocus>,
    buttons: Query<(), With<bevy::ui_widgets::Button>>,
    mut commands: Commands,
) {
    let free = !focus.get().is_some_and(|entity| buttons.contains(entity));
    if *menu.get() == Menu::None && free && actions.begun(Action::Confirm) {
        commands.queue(press_main_button);
    }
}
