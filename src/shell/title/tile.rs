//! The tiles of the title: one for each game, with the buttons that lead into it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::demo::spawn_demo;
use super::lit::{GROWTH, Tile, TileLink, TilePlace, tile_node};
use crate::session::LearntLessons;
use crate::session::statistics::Statistics;
use crate::shell::games::{ActiveGame, GameCard, Games};
use crate::shell::menus::saves::{SavedGames, open_saves_menu};
use crate::shell::notice::show_failure_of;
use crate::shell::screen::{Screen, set_screen};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::{SCROLL_BAR_SPACE, scroll_area};
use crate::shell::theme::widget::{
    ButtonStyle, Prominence, TextSize, bare_button, bound_text, button, in_row, label, spoken_name,
    stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, show_start.run_if(in_state(Screen::Title)));
}

/// The width of a tile, in interface pixels. There is room for two in a row.
const TILE_WIDTH: f32 = 594.0;
/// The gap between tiles, in interface pixels.
const TILE_GAP: f32 = 20.0;
/// The height of the area of the tiles, in interface pixels, with room for a tile that grows. Further tiles are reached
/// by scrolling.
const GRID_HEIGHT: f32 = 414.0 + 2.0 * GROWTH;

/// Returns the height of a tile. Two rows fill the area; with more rows a part of the third row is visible.
fn tile_height(games: usize) -> f32 {
    if games <= 4 { 196.0 } else { 160.0 }
}

/// Spawns the tiles of the games.
pub(super) fn spawn_grid(
    page: &mut ChildSpawnerCommands,
    games: &Games,
    images: &mut Assets<Image>,
) {
    let height = tile_height(games.0.len());
    let outer = Node {
        width: percent(100),
        padding: UiRect::left(px(SCROLL_BAR_SPACE)),
        max_height: px(GRID_HEIGHT),
        ..default()
    };
    let inner = Node {
        flex_wrap: FlexWrap::Wrap,
        justify_content: JustifyContent::Center,
        padding: UiRect::vertical(px(GROWTH)),
        ..stack(FlexDirection::Row, TILE_GAP)
    };
    scroll_area(page, outer, inner, |grid| {
        for (number, card) in games.0.iter().enumerate() {
            spawn_tile(grid, *card, number == 0, height, images);
        }
    });
}

/// Whether a game is new to the player, who has neither ended a game of this kind nor begun one that is kept.
fn is_new(world: &World, card: &GameCard) -> bool {
    world.resource::<SavedGames>().count(card.key) == 0 && !has_results(world, card)
}

/// Whether all games are new to the player.
fn is_newcomer(world: &World) -> bool {
    let games = &world.resource::<Games>().0;
    games.iter().all(|card| is_new(world, card))
}

/// The number of lessons of a game that the player has done, and the number of all.
fn learnt_lessons(world: &World, card: &GameCard) -> (usize, usize) {
    let lessons = (card.lessons)();
    let done = world.resource::<LearntLessons>().count(&lessons);
    (done, lessons.len())
}

/// Whether the tile of a game offers its lessons: until the player has ended a game of this kind, and until all lessons
/// are done if some of them are.
fn offers_lessons(world: &World, card: &GameCard) -> bool {
    let (done, all) = learnt_lessons(world, card);
    let has_ended_one = has_results(world, card);
    done < all && (done > 0 || !has_ended_one)
}

/// Whether the player has ended a game of this kind.
fn has_results(world: &World, card: &GameCard) -> bool {
    let statistics = world.resource::<Statistics>();
    statistics.names_of(card.key).next().is_some()
}

/// Whether a newcomer should start with the lessons of a game, of which none was done.
fn starts_here(world: &World, card: &GameCard) -> bool {
    is_newcomer(world) && learnt_lessons(world, card).0 == 0
}

/// The button with which a newcomer starts.
#[derive(Component)]
#[require(Prominence)]
struct StartButton(GameCard);

/// Lets the button with which a newcomer starts stand out.
fn show_start(world: &mut World, buttons: &mut QueryState<(Entity, &StartButton, &Prominence)>) {
    let wanted = |button: &StartButton| match starts_here(world, &button.0) {
        true => Prominence::Main,
        false => Prominence::Quiet,
    };
    let all = buttons.iter(world);
    let changed = all.filter_map(|(entity, button, prominence)| {
        let wanted = wanted(button);
        (wanted != *prominence).then_some((entity, wanted))
    });
    for (entity, wanted) in changed.collect::<Vec<_>>() {
        world.entity_mut(entity).insert(wanted);
    }
}

/// Spawns the button that starts the next lesson of a game, with the number of lessons that were done. For a newcomer
/// it says to start with the first game.
fn spawn_lesson_button(row: &mut ChildSpawnerCommands, card: GameCard, is_first: bool) {
    let caption = move |world: &World| {
        let words = world.resource::<Words>();
        let (done, all) = learnt_lessons(world, &card);
        if done > 0 {
            let values = [("done", done.to_string()), ("all", all.to_string())];
            return words.fill("lesson.tile.done", &values);
        }
        words.get(match is_first && starts_here(world, &card) {
            true => "title.start_here",
            false => "lesson.tile",
        })
    };
    let lesson = button(row, ButtonStyle::Chip, caption, move |world| {
        world.resource_mut::<ActiveGame>().0 = Some(card.key);
        let lessons = (card.lessons)();
        let next = world.resource::<LearntLessons>().first_open(&lessons);
        (card.start_lesson)(world, next);
    });
    let is_seen = VisibleWhen::new(move |world| offers_lessons(world, &card));
    let mut lesson = row.commands_mut().entity(lesson);
    lesson.insert(is_seen);
    if is_first {
        lesson.insert(StartButton(card));
    }
}

/// Spawns the button that puts the next puzzle of a game on the table, for a player who knows the game.
fn spawn_puzzle_button(
    row: &mut ChildSpawnerCommands,
    card: GameCard,
    next_puzzle: fn(&mut World),
) {
    let puzzles = button(row, ButtonStyle::Chip, "puzzle.open", move |world| {
        world.resource_mut::<ActiveGame>().0 = Some(card.key);
        next_puzzle(world);
    });
    let is_seen = VisibleWhen::new(move |world| !is_new(world, &card));
    row.commands_mut().entity(puzzles).insert(is_seen);
}

/// Spawns the buttons that a tile always has: one that begins a game at once, with the setup with which the setup page
/// would open, one for that page, and the one of the game's own.
fn spawn_links(row: &mut ChildSpawnerCommands, card: GameCard) {
    let play = button(row, ButtonStyle::Chip, "play.play", move |world| {
        world.resource_mut::<ActiveGame>().0 = Some(card.key);
        show_failure_of(world, card.begin_at_once);
    });
    let set_up = button(row, ButtonStyle::Chip, "title.set_up", move |world| {
        open_setup_page(world, card);
    });
    // A click on the tile does what its main button does.
    for (link, is_main, name) in [
        (play, false, "title.play"),
        (set_up, true, "title.set_up_game"),
    ] {
        let mut link = row.commands_mut().entity(link);
        link.insert(TileLink { is_main })
            .with_child(name_with_game(name, card));
    }
    if let Some(own) = card.tile_button {
        let link = button(row, ButtonStyle::Chip, own.key, move |world| {
            world.resource_mut::<ActiveGame>().0 = Some(card.key);
            (own.act)(world);
        });
        let mut link = row.commands_mut().entity(link);
        link.insert(TileLink { is_main: false });
    }
}

fn open_setup_page(world: &mut World, card: GameCard) {
    world.resource_mut::<ActiveGame>().0 = Some(card.key);
    set_screen(world, Screen::Setup);
}

/// The name of a button that every tile has: a phrase with the name of the game.
fn name_with_game(key: &'static str, card: GameCard) -> impl Bundle {
    spoken_name(move |world: &World| {
        let words = world.resource::<Words>();
        words.fill(key, &[("game", words.get(card.words.name))])
    })
}

/// Spawns a tile, and over its corner a button that resumes the saved game.
fn spawn_tile(
    grid: &mut ChildSpawnerCommands,
    card: GameCard,
    is_first: bool,
    height: f32,
    images: &mut Assets<Image>,
) {
    let image = images.add(Image::transparent());
    let node = Node {
        width: px(TILE_WIDTH),
        max_width: percent(100),
        height: px(height),
        flex_shrink: 0.0,
        ..default()
    };
    let mut place = grid.spawn((node, TilePlace::default()));
    place.with_children(|place| {
        let open = move |world: &mut World| open_setup_page(world, card);
        let tile = bare_button(ButtonStyle::Tile, tile_node(0.0), open);
        place.spawn((tile, Tile)).with_children(|tile| {
            spawn_demo(tile, card, height - 34.0, image);
            spawn_words_and_links(tile, card, is_first);
        });
        spawn_resume_button(place, card);
    });
}

/// Spawns what a tile says about its game, and the buttons that lead to a game, its lesson and its puzzle.
fn spawn_words_and_links(tile: &mut ChildSpawnerCommands, card: GameCard, is_first: bool) {
    tile.spawn((
        Node {
            width: px(378),
            height: percent(100),
            ..stack(FlexDirection::Column, 4.0)
        },
        Pickable::IGNORE,
    ))
    .with_children(|column| {
        // The name is no wider than its letters, because the buttons for saved games stand beside it.
        let name = label(card.words.name, TextSize::Head, palette::PAPER);
        column.spawn(Node::default()).with_child(name);
        column.spawn(label(card.words.tagline, TextSize::Body, palette::MIST));
        let standing = bound_text(TextSize::Small, palette::EMBER, card.standing);
        column.spawn(standing);
        // The buttons of all tiles have the same height.
        column.spawn(Node {
            flex_grow: 1.0,
            ..default()
        });
        in_row(column, 8.0, |row| {
            spawn_links(row, card);
            if !(card.lessons)().is_empty() {
                spawn_lesson_button(row, card, is_first);
            }
            if let Some(next) = card.next_puzzle {
                spawn_puzzle_button(row, card, next);
            }
        });
    });
}

/// Spawns the buttons for saved games, over the upper corner of a tile, where its words leave room.
fn spawn_resume_button(place: &mut ChildSpawnerCommands, card: GameCard) {
    let count = move |world: &World| world.resource::<SavedGames>().count(card.key);
    place
        .spawn((
            Node {
                position_type: PositionType::Absolute,
                right: px(14),
                top: px(14),
                align_items: AlignItems::Center,
                column_gap: px(8),
                ..default()
            },
            VisibleWhen::new(move |world| count(world) > 0),
        ))
        .with_children(|corner| {
            let resume = button(corner, ButtonStyle::Chip, "title.resume", move |world| {
                world.resource_mut::<ActiveGame>().0 = Some(card.key);
                (card.resume)(world);
            });
            let mut resume = corner.commands_mut().entity(resume);
            resume
                .insert(Prominence::Main)
                .with_child(name_with_game("title.resume_game", card));
            let all = move |world: &World| {
                let count = count(world).to_string();
                let words = world.resource::<Words>();
                words.fill("title.saves", &[("count", count)])
            };
            let list = button(corner, ButtonStyle::Chip, all, move |world| {
                open_saves_menu(world, &card);
            });
            let several = VisibleWhen::new(move |world| count(world) > 1);
            corner.commands_mut().entity(list).insert(several);
        });
}
