//! The title screen: a tile for each game with a small run on it, and the buttons that lead to the games.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::input_focus::tab_navigation::TabGroup;
use bevy::prelude::*;
use bevy::text::EditableText;

use super::access::Speech;
use super::creature::{self, sigil};
use super::game_of_the_day;
use super::games::{ActiveGame, GameCard, Games};
use super::input::{Action, Actions};
use super::menus::saves::{SavedGames, open_saves_menu};
use super::played;
use super::screen::{Menu, Screen};
use super::settings::Settings;
use super::shelf::{self, Shelf};
use super::theme::bind::VisibleWhen;
use super::theme::large::WrapsWhenLarge;
use super::theme::look::Look;
use super::theme::paint::Canvas;
use super::theme::palette;
use super::theme::scroll::{SCROLL_BAR_SPACE, scroll_area, scroll_page};
use super::theme::sprites::Sprites;
use super::theme::widget::{
    ButtonStyle, TextSize, bare_button, bound_text, button, field, in_column, in_row, label, stack,
};
use super::window::pace::AtRest;
use super::words::Words;
use crate::base::excerpt;
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::{DisplaySelection, Seed};
use crate::session::statistics::Statistics;
use crate::session::{GameId, IdError, LearntLessons};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActiveGame>()
        .add_systems(OnEnter(Screen::Title), spawn_title)
        .init_resource::<Refusal>()
        .add_systems(OnExit(Screen::Title), |mut refusal: ResMut<Refusal>| {
            *refusal = Refusal::default();
        })
        .add_systems(
            Update,
            (paint_demos, forget_refusal).run_if(in_state(Screen::Title)),
        )
        // A character that is typed in the same frame is in the field by then.
        .add_systems(Last, open_id_on_enter.run_if(in_state(Screen::Title)));
}

/// The width of a tile, in interface pixels. There is room for two in a row.
const TILE_WIDTH: f32 = 598.0;
/// The gap between tiles, in interface pixels.
const TILE_GAP: f32 = 20.0;
/// The height of the area of the tiles, in interface pixels. Further tiles are reached by scrolling.
const GRID_HEIGHT: f32 = 412.0;

/// Returns the height of a tile. Two rows fill the area; with more rows a part of the third row is visible.
fn tile_height(games: usize) -> f32 {
    if games <= 4 { 196.0 } else { 160.0 }
}

/// The run on a tile. When it has ended, it is followed by a run with another seed.
#[derive(Component)]
struct Demo {
    card: GameCard,
    image: Handle<Image>,
    /// The generation that is painted.
    painted: Option<(u32, Look)>,
    /// Seconds since the run ended.
    seconds_since_end: f32,
    /// The seed of the run that follows.
    next_seed: u64,
}

/// The field for a game id.
#[derive(Component)]
struct IdField;

fn spawn_title(
    mut commands: Commands,
    games: Res<Games>,
    sprites: Res<Sprites>,
    mut images: ResMut<Assets<Image>>,
) {
    let root = (
        Name::new("Title"),
        TabGroup::new(0),
        DespawnOnExit(Screen::Title),
        Node {
            width: percent(100),
            height: percent(100),
            ..default()
        },
        VisibleWhen::new(|world| *world.resource::<State<Menu>>().get() == Menu::None),
    );
    let page = Node {
        min_height: percent(100),
        flex_direction: FlexDirection::Column,
        align_items: AlignItems::Center,
        justify_content: JustifyContent::SpaceEvenly,
        padding: UiRect::axes(px(16), px(24)),
        row_gap: px(8),
        ..default()
    };
    let mut root = commands.spawn(root);
    root.with_children(|root| {
        scroll_page(root, page, |page| {
            spawn_header(page, sprites.get("shared/emblem"));
            spawn_grid(page, &games, &mut images);
            spawn_footer(page);
        });
    });
}

/// Spawns the tiles of the games.
fn spawn_grid(page: &mut ChildSpawnerCommands, games: &Games, images: &mut Assets<Image>) {
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
        ..stack(FlexDirection::Row, TILE_GAP)
    };
    scroll_area(page, outer, inner, |grid| {
        for (number, card) in games.0.iter().enumerate() {
            spawn_tile(grid, *card, number == 0, height, images);
        }
    });
}

fn spawn_header(root: &mut ChildSpawnerCommands, emblem: Handle<Image>) {
    root.spawn(Node {
        align_items: AlignItems::Center,
        column_gap: px(28),
        ..default()
    })
    .with_children(|row| {
        in_column(row, 4.0, |dome| {
            dome.spawn((
                ImageNode::new(emblem),
                Node {
                    width: px(112),
                    height: px(112),
                    align_self: AlignSelf::Center,
                    ..default()
                },
            ));
            spawn_newest_creatures(dome);
        });
        in_column(row, 4.0, |column| {
            column.spawn(label("title.name", TextSize::Display, palette::PAPER));
            column.spawn(label("title.line", TextSize::Lead, palette::MIST));
        });
    });
}

/// The side of a sigil under the dome, in interface pixels.
const SIGIL: f32 = 22.0;

/// Spawns the creatures that were kept last, as a button that opens the shelf. There is none before the first one is kept.
fn spawn_newest_creatures(dome: &mut ChildSpawnerCommands) {
    let node = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        padding: UiRect::axes(px(8), px(2)),
        ..stack(FlexDirection::Row, 5.0)
    };
    let any = VisibleWhen::new(|world| !world.resource::<Shelf>().newest.is_empty());
    let button = bare_button(ButtonStyle::Chip, node, |world| shelf::open(world, None));
    dome.spawn((button, any)).with_children(|row| {
        for at in 0..shelf::NEWEST {
            let creature = move |world: &World| world.resource::<Shelf>().newest.get(at).copied();
            row.spawn(sigil(SIGIL, creature));
        }
        let name = |world: &World| {
            let newest = world.resource::<Shelf>().newest.first();
            newest.map_or(String::new(), |creature| {
                creature::name(*creature, world.resource::<Words>())
            })
        };
        row.spawn(bound_text(TextSize::Small, palette::MIST, name));
    });
}

/// Whether the player has neither ended a game of this kind nor begun one that is kept.
fn is_new(world: &World, card: &GameCard) -> bool {
    let (saves, statistics) = (
        world.resource::<SavedGames>(),
        world.resource::<Statistics>(),
    );
    saves.count(card.key) == 0 && statistics.names_of(card.key).next().is_none()
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

/// Whether the tile of a game offers its lessons: while the game is new to the player, and until those that were begun are all
/// done.
fn offers_lessons(world: &World, card: &GameCard) -> bool {
    let (done, all) = learnt_lessons(world, card);
    is_new(world, card) || done > 0 && done < all
}

/// Spawns the button that starts the next lesson of a game, and says how many were done. A newcomer is told to start with
/// the first game.
fn spawn_lesson_button(column: &mut ChildSpawnerCommands, card: GameCard, is_first: bool) {
    let caption = move |world: &World| {
        let words = world.resource::<Words>();
        let (done, all) = learnt_lessons(world, &card);
        if done > 0 {
            let values = [("done", done.to_string()), ("all", all.to_string())];
            return words.fill("lesson.tile.done", &values);
        }
        words.get(match is_first && is_newcomer(world) {
            true => "title.start_here",
            false => "lesson.tile",
        })
    };
    in_row(column, 0.0, |row| {
        let lesson = button(row, ButtonStyle::Chip, caption, move |world| {
            world.resource_mut::<ActiveGame>().0 = Some(card.key);
            let lessons = (card.lessons)();
            let next = world.resource::<LearntLessons>().first_open(&lessons);
            (card.start_lesson)(world, next);
        });
        let is_seen = VisibleWhen::new(move |world| offers_lessons(world, &card));
        row.commands_mut().entity(lesson).insert(is_seen);
    });
}

/// Spawns the button that puts the next puzzle of a game on the table, for a player who knows the game.
fn spawn_puzzle_button(
    column: &mut ChildSpawnerCommands,
    card: GameCard,
    next_puzzle: fn(&mut World),
) {
    in_row(column, 0.0, |row| {
        let puzzles = button(row, ButtonStyle::Chip, "puzzle.open", move |world| {
            world.resource_mut::<ActiveGame>().0 = Some(card.key);
            next_puzzle(world);
        });
        let is_seen = VisibleWhen::new(move |world| !is_new(world, &card));
        row.commands_mut().entity(puzzles).insert(is_seen);
    });
}

/// Spawns a tile, and over its corner a button that resumes the saved game.
fn spawn_tile(
    grid: &mut ChildSpawnerCommands,
    card: GameCard,
    is_first: bool,
    height: f32,
    images: &mut Assets<Image>,
) {
    let image = images.add(Image::default());
    let node = Node {
        width: px(TILE_WIDTH),
        max_width: percent(100),
        height: px(height),
        flex_shrink: 0.0,
        ..default()
    };
    grid.spawn(node).with_children(|place| {
        let node = Node {
            width: percent(100),
            height: percent(100),
            border_radius: BorderRadius::all(px(16)),
            padding: UiRect::all(px(16)),
            column_gap: px(20),
            align_items: AlignItems::Center,
            ..default()
        };
        place
            .spawn(bare_button(ButtonStyle::Tile, node, move |world| {
                world.resource_mut::<ActiveGame>().0 = Some(card.key);
                world.resource_mut::<NextState<Screen>>().set(Screen::Setup);
            }))
            .with_children(|tile| {
                spawn_demo(tile, card, height - 34.0, image);
                tile.spawn((
                    Node {
                        width: px(370),
                        height: percent(100),
                        ..stack(FlexDirection::Column, 8.0)
                    },
                    Pickable::IGNORE,
                ))
                .with_children(|column| {
                    column.spawn(label(card.words.name, TextSize::Head, palette::PAPER));
                    column.spawn(label(card.words.tagline, TextSize::Body, palette::MIST));
                    let standing = bound_text(TextSize::Body, palette::EMBER, card.standing);
                    column.spawn(standing);
                    if !(card.lessons)().is_empty() {
                        spawn_lesson_button(column, card, is_first);
                    }
                    if let Some(next) = card.next_puzzle {
                        spawn_puzzle_button(column, card, next);
                    }
                });
            });
        spawn_resume_button(place, card);
    });
}

/// The pace of the runs on the tiles.
const DEMO_PACE: Pace = Pace::PerSecond(6.0);

fn spawn_demo(tile: &mut ChildSpawnerCommands, card: GameCard, side: f32, image: Handle<Image>) {
    let mut demo = tile.spawn((
        Name::new("Demo"),
        ImageNode::new(image.clone()),
        Node {
            width: px(side),
            height: px(side),
            ..default()
        },
        Pickable::IGNORE,
        Demo {
            card,
            image,
            painted: None,
            seconds_since_end: 0.0,
            next_seed: 2,
        },
    ));
    if let Some(run) = (card.demo)(Seed(0)) {
        demo.insert(RunDriver::new(run, DEMO_PACE));
    }
}

fn spawn_resume_button(place: &mut ChildSpawnerCommands, card: GameCard) {
    let count = move |world: &World| world.resource::<SavedGames>().count(card.key);
    place
        .spawn((
            Node {
                position_type: PositionType::Absolute,
                right: px(14),
                bottom: px(14),
                align_items: AlignItems::Center,
                column_gap: px(8),
                ..default()
            },
            VisibleWhen::new(move |world| count(world) > 0),
        ))
        .with_children(|corner| {
            button(corner, ButtonStyle::Primary, "title.resume", move |world| {
                world.resource_mut::<ActiveGame>().0 = Some(card.key);
                (card.resume)(world);
            });
            let all = move |world: &World| {
                let count = count(world).to_string();
                let words = world.resource::<Words>();
                words.fill("title.saves", &[("count", count)])
            };
            let list = button(corner, ButtonStyle::Plain, all, move |world| {
                open_saves_menu(world, &card);
            });
            let several = VisibleWhen::new(move |world| count(world) > 1);
            corner.commands_mut().entity(list).insert(several);
        });
}

fn spawn_footer(root: &mut ChildSpawnerCommands) {
    let row = Node {
        align_items: AlignItems::Center,
        justify_content: JustifyContent::Center,
        column_gap: px(12),
        row_gap: px(8),
        ..default()
    };
    root.spawn((row, WrapsWhenLarge)).with_children(|row| {
        row.spawn(label("title.id", TextSize::Body, palette::MIST));
        row.spawn(Node::default()).with_children(|place| {
            field(place, IdField, 240.0, "");
            spawn_refusal(place);
        });
        button(row, ButtonStyle::Plain, "title.open", open_typed_id);
        row.spawn(Node {
            width: px(24),
            ..default()
        });
        button(
            row,
            ButtonStyle::Plain,
            game_of_the_day::text,
            game_of_the_day::start,
        );
        button(row, ButtonStyle::Plain, "played.title", |world| {
            played::open(world, None);
        });
        button(row, ButtonStyle::Plain, "shelf.title", |world| {
            shelf::open(world, None);
        });
        button(row, ButtonStyle::Plain, "title.settings", |world| {
            world.resource_mut::<NextState<Menu>>().set(Menu::Settings);
        });
        button(row, ButtonStyle::Plain, "title.quit", |world| {
            world.write_message(AppExit::Success);
        });
    });
}

/// Why the text in the field was refused.
#[derive(Resource, Default)]
struct Refusal {
    text: String,
    why: String,
}

/// The text in the field.
fn typed_id(world: &mut World) -> Option<String> {
    let mut fields = world.query_filtered::<&EditableText, With<IdField>>();
    let field = fields.single(world).ok()?;
    Some(field.value().to_string())
}

/// Spawns the line below the field that says why its text was refused, in the margin of the page.
fn spawn_refusal(place: &mut ChildSpawnerCommands) {
    let node = Node {
        position_type: PositionType::Absolute,
        left: px(0),
        top: percent(100),
        ..default()
    };
    let why = |world: &World| world.resource::<Refusal>().why.clone();
    let text = bound_text(TextSize::Small, palette::FAULT, why);
    place.spawn(node).with_child((text, TextLayout::no_wrap()));
}

/// Forgets why a text was refused when it is changed.
fn forget_refusal(
    mut refusal: ResMut<Refusal>,
    fields: Query<&EditableText, (With<IdField>, Changed<EditableText>)>,
) {
    let is_changed = |field: &EditableText| field.value().to_string() != refusal.text;
    if !refusal.why.is_empty() && fields.iter().any(is_changed) {
        *refusal = Refusal::default();
    }
}

/// Says below the field why its text is refused, as a sentence that fits beside it.
fn refuse(world: &mut World, text: String, why: String) {
    let mut letters = why.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let sentence: String = first.chain(letters).collect();
    let why = excerpt(&sentence, MAX_REFUSAL);
    world.resource_mut::<Speech>().say(why.as_str());
    *world.resource_mut::<Refusal>() = Refusal { text, why };
}

/// The number of characters that have room below the field.
const MAX_REFUSAL: usize = 120;

/// Starts the game whose id is in the text field, if there is any text.
fn open_typed_id(world: &mut World) {
    let Some(text) = typed_id(world) else { return };
    if text.trim().is_empty() {
        return;
    }
    *world.resource_mut::<Refusal>() = Refusal::default();
    if let Err(why) = open_id(world, &text) {
        refuse(world, text, why);
    }
}

/// Parses an id and starts the game that it names, or returns the reason why it cannot.
pub fn open_id(world: &mut World, text: &str) -> Result<(), String> {
    match text.parse::<GameId>() {
        Ok(id) => open_game(world, &id),
        Err(why) => Err(why_no_id(world, text, &why)),
    }
}

/// Why a text is no id. If it begins with the name of a game, an id of that game is the example.
fn why_no_id(world: &World, text: &str, why: &IdError) -> String {
    let begin = text.trim().split([':', '.', '#']).next().unwrap_or("");
    let card = world.resource::<Games>().find(begin);
    let (IdError::Shape(_), Some(card)) = (why, card) else {
        return why.to_string();
    };
    let words = world.resource::<Words>();
    let values = [
        ("game", words.get(card.words.name)),
        ("example", (card.of_the_day)(Seed(1)).to_string()),
    ];
    words.fill("title.no_id", &values)
}

/// Starts the game that an id names, or returns the reason why it cannot.
pub fn open_game(world: &mut World, id: &GameId) -> Result<(), String> {
    let card = world.resource::<Games>().find(&id.game);
    let words = world.resource::<Words>();
    let card =
        card.ok_or_else(|| words.fill("title.no_such_game", &[("game", id.game.clone())]))?;
    world.resource_mut::<ActiveGame>().0 = Some(card.key);
    (card.open)(world, id)
}

fn open_id_on_enter(
    actions: Res<Actions>,
    menu: Res<State<Menu>>,
    focus: Res<bevy::input_focus::InputFocus>,
    fields: Query<Entity, With<IdField>>,
    mut commands: Commands,
) {
    let in_field = focus.get().is_some_and(|e| fields.contains(e));
    if *menu.get() == Menu::None && in_field && actions.begun(Action::Confirm) {
        commands.queue(open_typed_id);
    }
}

fn paint_demos(
    time: Res<Time>,
    mut commands: Commands,
    mut demos: Query<(Entity, &mut Demo, Option<&mut RunDriver>)>,
    (at_rest, menu): (Res<AtRest>, Res<State<Menu>>),
    (settings, sprites): (Res<Settings>, Res<Sprites>),
    mut images: ResMut<Assets<Image>>,
) {
    // Then each tile shows the winner of one run, and stands still.
    let is_still = settings.reduced_motion;
    for (entity, mut demo, driver) in &mut demos {
        let Some(mut driver) = driver else {
            continue;
        };
        // Nobody looks at a game that is at rest, and a menu covers the tiles.
        let is_seen = !at_rest.0 && *menu.get() == Menu::None;
        let pace = match is_seen {
            _ if is_still => Pace::FlatOut,
            true => DEMO_PACE,
            false => Pace::Paused,
        };
        if driver.pace != pace {
            driver.pace = pace;
        }
        let run = driver.watched();
        let progress = run.progress();
        if is_still && progress.stop.is_none() {
            continue;
        }
        if progress.stop.is_some() && is_seen && !is_still {
            demo.seconds_since_end += time.delta_secs();
            if demo.seconds_since_end > 2.5 {
                demo.seconds_since_end = 0.0;
                let seed = Seed(demo.next_seed);
                demo.next_seed += 1;
                if let Some(run) = (demo.card.demo)(seed) {
                    commands
                        .entity(entity)
                        .insert(RunDriver::new(run, DEMO_PACE));
                }
            }
        }
        let shown = progress.generation.map(|at| (at, sprites.look()));
        if shown.is_none() || shown == demo.painted {
            continue;
        }
        demo.painted = shown;
        let frame = run.frame(DisplaySelection::BEST, 0);
        let canvas = Canvas::with_sprites(270, 270, sprites.painter());
        if let (Some(frame), Some(mut canvas)) = (frame, canvas) {
            let picture = (demo.card.demo_picture)(frame.selected.picture.clone());
            canvas.picture(&picture, Vec2::ZERO, 270.0);
            if let Err(error) = images.insert(demo.image.id(), canvas.image()) {
                warn!("a picture cannot be shown: {error}");
            }
        }
    }
}
