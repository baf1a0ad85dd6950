//! What the setup screens of all games share: the page, its rows, the seed and the buttons.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::input::{Action, Actions};
use super::menus::open_search;
use super::notice::Notices;
use super::screen::{Menu, Screen};
use super::theme::bind::{Shown, Told};
use super::theme::palette;
use super::theme::widget::{Look, Size, button, field, label, panel, stack, words};
use crate::generation::Seed;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<WishedSeed>()
        .add_systems(Update, read_seed.run_if(in_state(Screen::Setup)))
        // What was typed in the same frame is in the field by then.
        .add_systems(Last, keys.run_if(in_state(Screen::Setup)));
}

/// The seed that the setup screen asks for.
#[derive(Resource, Clone, Copy, Debug)]
pub struct WishedSeed(pub Seed);

impl Default for WishedSeed {
    fn default() -> Self {
        WishedSeed(Seed::fresh())
    }
}

/// The field for the seed.
#[derive(Component)]
struct SeedField;

/// What the page is for: done by its main button and by Enter.
#[derive(Component, Clone, Copy)]
struct Purpose(fn(&mut World) -> Result<(), String>);

/// Opens a page. `go` is done when the player is content with it.
pub fn page(
    commands: &mut Commands,
    title: &'static str,
    go: fn(&mut World) -> Result<(), String>,
    content: impl FnOnce(&mut ChildSpawnerCommands),
) {
    commands
        .spawn((
            Name::new("Setup"),
            Purpose(go),
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
        ))
        .with_children(|root| {
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

/// The row with the seed, and the id of what it would give.
pub fn seed_row(page: &mut ChildSpawnerCommands, seed: Seed, id: fn(&World) -> String) -> Entity {
    row(page, "setup.seed", |row| {
        field(row, SeedField, 200.0, &seed.to_string());
        row.spawn(words(Size::Small, palette::MIST, Told::by(id)));
    })
}

/// The buttons at the foot of the page; the main one says `go`.
pub fn foot(page: &mut ChildSpawnerCommands, go: Told) {
    page.spawn(Node {
        justify_content: JustifyContent::FlexEnd,
        column_gap: px(12),
        margin: UiRect::top(auto()),
        ..default()
    })
    .with_children(|row| {
        button(row, Look::Plain, Told::key("setup.settings"), open_search);
        button(row, Look::Plain, Told::key("setup.back"), |world| {
            world.resource_mut::<NextState<Screen>>().set(Screen::Title);
        });
        button(row, Look::Primary, go, fulfil);
    });
}

/// Does what the page is for, or tells why not.
fn fulfil(world: &mut World) {
    let mut fields = world.query_filtered::<&EditableText, With<SeedField>>();
    let typed = fields.single(world).map(|field| field.value().to_string());
    let mut pages = world.query::<&Purpose>();
    let Ok(Purpose(go)) = pages.single(world).copied() else {
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
    mut wished: ResMut<WishedSeed>,
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
        commands.queue(fulfil);
    }
}
