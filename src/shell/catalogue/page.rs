//! The frame of the page, and the widgets that all catalogues have.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Catalogue;
use super::finder::SearchField;
use crate::shell::games::{ActiveGame, GameCard, active_card};
use crate::shell::screen::{Screen, screen_frame, set_screen};
use crate::shell::theme::bind::{EnabledWhen, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::{scroll_page, whole_page};
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, centred_text, choices, field, label, panel, square,
    stack,
};
use crate::shell::words::Words;

/// Opens the page; `game` is the game whose things are shown, `None` for all games.
pub fn open<C: Catalogue>(world: &mut World, game: Option<&'static str>) {
    let screen = *world.resource::<State<Screen>>().get();
    let active = world.resource::<ActiveGame>().0;
    let mut catalogue = world.resource_mut::<C>();
    catalogue.choose_game(game);
    set_behind::<C>(world, screen, active);
    set_screen(world, C::SCREEN);
}

/// Sets the screen to which the button Back of the page leads, and the game that is active there.
pub fn set_behind<C: Catalogue>(world: &mut World, screen: Screen, game: Option<&'static str>) {
    world.resource_mut::<C>().from = (screen, game);
}

/// The width of the page, in interface pixels.
const WIDTH: f32 = 1_210.0;
/// The height of the page, in interface pixels.
pub const PAGE_HEIGHT: f32 = 676.0;

/// Spawns the page. `page` is the layout of its contents, and `fill` spawns them.
pub fn spawn_page<C: Catalogue>(
    commands: &mut Commands,
    name: &'static str,
    page: Node,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let whole = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..whole_page()
    };
    let page = Node {
        width: px(WIDTH),
        flex_shrink: 0.0,
        ..page
    };
    let fills = Node {
        width: percent(100),
        height: percent(100),
        ..default()
    };
    let frame = screen_frame(name, C::SCREEN);
    commands.spawn((frame, fills)).with_children(|root| {
        scroll_page(root, whole, |root| {
            root.spawn(panel(page)).with_children(fill);
        });
    });
}

/// Spawns the button that leaves the page.
pub fn spawn_back_button<C: Catalogue>(row: &mut ChildSpawnerCommands) {
    button(row, ButtonStyle::Plain, "play.back", leave::<C>);
}

/// Leaves the page, and goes back to where it was opened. The title takes the place of a game that has ended or has been
/// replaced by a replay meanwhile.
pub fn leave<C: Catalogue>(world: &mut World) {
    let (screen, game) = world.resource::<C>().screen_behind();
    // A replay that was watched has made its own game active.
    world.resource_mut::<ActiveGame>().0 = game;
    let is_under_way = |world: &World| {
        let card = active_card(world);
        card.is_some_and(|card| (card.save_state)(world).is_some())
    };
    if screen == Screen::Play && !is_under_way(world) {
        world.resource_mut::<ActiveGame>().0 = None;
        return set_screen(world, Screen::Title);
    }
    set_screen(world, screen);
}

/// Spawns the buttons with which one of the games is chosen.
pub fn spawn_game_choices<C: Catalogue>(row: &mut ChildSpawnerCommands, games: &[GameCard]) {
    let all = std::iter::once(("played.all", None));
    let each = games.iter().map(|card| (card.words.name, Some(card.key)));
    choices(
        row,
        all.chain(each),
        |world, game| world.resource::<C>().game == game,
        |world, game| world.resource_mut::<C>().choose_game(game),
    );
}

/// Spawns the field for the words that are looked for, with the words that were looked for before.
pub fn spawn_search(row: &mut ChildSpawnerCommands, width: f32, words: &str) {
    row.spawn(label("played.search", TextSize::Body, palette::MIST));
    field(row, SearchField, width, words);
}

/// The side of the emblem above a text, in interface pixels.
const EMBLEM: f32 = 150.0;
/// The width of that text.
const EMPTY_TEXT: f32 = 600.0;

/// Spawns the emblem with the text `text` below it, in the middle of `body`. Both are shown if no thing is found.
pub fn spawn_empty<C: Catalogue>(
    body: &mut ChildSpawnerCommands,
    text: impl Fn(&World) -> String + Send + Sync + 'static,
) {
    let whole_body = Node {
        position_type: PositionType::Absolute,
        width: percent(100),
        height: percent(100),
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        ..stack(FlexDirection::Column, 18.0)
    };
    let none = VisibleWhen::new(|world| world.resource::<C>().found.is_empty());
    body.spawn((whole_body, none, Pickable::IGNORE))
        .with_children(|middle| {
            let emblem = (ImageNode::default(), square(EMBLEM), Pickable::IGNORE);
            middle.spawn(emblem).queue(|mut emblem: EntityWorldMut| {
                let image = emblem.world().resource::<Sprites>().get("shared/emblem");
                emblem.insert(ImageNode::new(image));
            });
            let width = Node {
                max_width: px(EMPTY_TEXT),
                ..default()
            };
            middle
                .spawn((width, Pickable::IGNORE))
                .with_child(centred_text(TextSize::Lead, palette::MIST, text));
        });
}

/// Spawns the buttons that turn to newer and older things.
pub fn spawn_turner<C: Catalogue>(list: &mut ChildSpawnerCommands) {
    let node = Node {
        align_items: AlignItems::Center,
        margin: UiRect::top(auto()),
        ..stack(FlexDirection::Row, 10.0)
    };
    let several = VisibleWhen::new(|world| world.resource::<C>().found.len() > C::PER_PAGE);
    list.spawn((node, several)).with_children(|row| {
        let newer = button(row, ButtonStyle::Chip, "played.newer", |world| {
            let mut catalogue = world.resource_mut::<C>();
            catalogue.first = catalogue.first.saturating_sub(C::PER_PAGE);
        });
        let can = EnabledWhen::new(|world| world.resource::<C>().first > 0);
        row.commands_mut().entity(newer).insert(can);
        let place = |world: &World| {
            let catalogue = world.resource::<C>();
            let last = (catalogue.first + C::PER_PAGE).min(catalogue.found.len());
            let key = match catalogue.first + 1 == last {
                true => "played.place.last",
                false => "played.place",
            };
            let values = [
                ("first", (catalogue.first + 1).to_string()),
                ("last", last.to_string()),
                ("all", catalogue.found.len().to_string()),
            ];
            world.resource::<Words>().fill(key, &values)
        };
        row.spawn(bound_text(TextSize::Body, palette::MIST, place));
        let has_older = |world: &World| {
            let catalogue = world.resource::<C>();
            catalogue.first + C::PER_PAGE < catalogue.found.len()
        };
        let older = button(row, ButtonStyle::Chip, "played.older", move |world| {
            if has_older(world) {
                world.resource_mut::<C>().first += C::PER_PAGE;
            }
        });
        let can = EnabledWhen::new(has_older);
        row.commands_mut().entity(older).insert(can);
    });
}

/// Spawns the place for the details of the chosen thing. It is empty while `is_there` is false.
pub fn spawn_detail(
    body: &mut ChildSpawnerCommands,
    is_there: fn(&World) -> bool,
    fill: impl FnOnce(&mut ChildSpawnerCommands),
) {
    let node = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        ..stack(FlexDirection::Column, 8.0)
    };
    body.spawn((node, VisibleWhen::new(is_there)))
        .with_children(fill);
}
