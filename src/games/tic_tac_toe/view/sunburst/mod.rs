//! The game tree as a sunburst over the board, and its part of the panel. Mouse, keys and gamepad look around in it and
//! walk.

mod paint;

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::ui::RelativeCursorPosition;
use bevy::window::PrimaryWindow;

use self::paint::{Painting, Rings, look_of};
use super::board::picture_of;
use crate::base::Towards;
use crate::games::tic_tac_toe::insight::{Insight, InsightKind};
use crate::games::tic_tac_toe::players::tree::{GameTree, TreeNode};
use crate::games::tic_tac_toe::rules::{Cell, Game, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::games::tic_tac_toe::walk::Walk;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::{Form, Picture, Shape, Tint};
use crate::plot::sunburst::Sector;
use crate::search::GameValue;
use crate::session::statistics::GameResult;
use crate::shell::access::Speech;
use crate::shell::board::{BoardKeys, PANEL_MARGIN, SwapsWithPanel, panel_width};
use crate::shell::input::Action;
use crate::shell::input::prompts::with_prompts;
use crate::shell::screen::Menu;
use crate::shell::table::panel::spawn_tall_panel;
use crate::shell::table::{TableGame, playing};
use crate::shell::theme::bind::EnabledWhen;
use crate::shell::theme::paint::{Canvas, MAX_TEXTURE, replace_image};
use crate::shell::theme::palette;
use crate::shell::theme::sprites::{SpritePainter, Sprites};
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, canvas, square, stack,
};
use crate::shell::words::{Words, with_separators};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (show_page, fit_page, read_pointer, read_keys, paint_tree)
            .chain()
            .run_if(playing::<TicTacToe>),
    );
}

/// Marks the page that covers the board.
#[derive(Component)]
struct Page;

/// Marks the picture of the sunburst.
#[derive(Component)]
struct TreePicture;

/// Marks the small picture of the position that is looked at.
#[derive(Component)]
struct SmallBoard;

/// The side of the small board, in interface pixels.
const SMALL: f32 = 116.0;
/// The side of its texture, in pixels.
const SMALL_TEXTURE: u32 = 232;
/// The least height of the sunburst, in interface pixels.
const MIN_HEIGHT: f32 = 220.0;

/// Spawns the page while the tree is shown.
fn show_page(
    mut commands: Commands,
    insight: Res<Insight>,
    pages: Query<Entity, With<Page>>,
    mut images: ResMut<Assets<Image>>,
) {
    let is_wanted = insight.kind() == InsightKind::Tree;
    if is_wanted && pages.is_empty() {
        let edges = SwapsWithPanel {
            left: px(PANEL_MARGIN),
            right: Val::Auto,
        };
        let place = (Node::default(), edges);
        // With large texts the page scrolls, and the tree keeps some room.
        let room = Node {
            flex_grow: 1.0,
            flex_shrink: 0.0,
            min_height: px(MIN_HEIGHT),
            ..default()
        };
        let column = stack(FlexDirection::Column, 6.0);
        let fill = |page: &mut ChildSpawnerCommands| {
            let pointer = RelativeCursorPosition::default();
            let picture = (TreePicture, pointer, canvas(&mut images));
            page.spawn(room).with_child(picture);
            spawn_foot(page);
        };
        let mut page = spawn_tall_panel(&mut commands, "Game tree", place, 16.0, column, fill);
        // The page must hide the board behind it.
        page.insert((Page, BackgroundColor(palette::GLASS)));
    } else if !is_wanted {
        for page in &pages {
            commands.entity(page).despawn();
        }
    }
}

/// Gives the page the room beside the panel.
fn fit_page(
    windows: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    mut pages: Query<&mut Node, With<Page>>,
) {
    let Ok(window) = windows.single() else { return };
    let beside = window.width() - panel_width(window, scale.0, TicTacToe::PANEL);
    let wanted = px((beside / scale.0 - 2.0 * PANEL_MARGIN).max(0.0));
    for mut page in &mut pages {
        if page.width != wanted {
            page.width = wanted;
        }
    }
}

/// The mouse looks at the position under it, and a click walks there; a click into the middle walks back.
fn read_pointer(
    menu: Res<State<Menu>>,
    buttons: Res<ButtonInput<MouseButton>>,
    pictures: Query<(&RelativeCursorPosition, &ComputedNode), With<TreePicture>>,
    mut walk: ResMut<Walk>,
    mut last: Local<Option<Vec2>>,
) {
    let Ok((pointer, node)) = pictures.single() else {
        return;
    };
    let at = pointer.normalized.filter(|_| pointer.cursor_over);
    let point = at.map(|at| (at + 0.5) * node.size());
    let has_moved = std::mem::replace(&mut *last, point) != point;
    let clicked = buttons.just_pressed(MouseButton::Left);
    let Some(point) = point.filter(|_| *menu.get() == Menu::None && (has_moved || clicked)) else {
        return;
    };
    let Some(shown) = walk.shown() else { return };
    let (ring, turn) = Rings::of(node.size(), shown.rings()).at(point);
    let centre = shown.centre();
    let found = shown.sectors.iter().position(|sector| {
        let seen = sector.seen_from(&centre);
        seen.width() > 0.0 && seen.contains(ring, turn)
    });
    let is_middle = found == Some(shown.middle());
    let Some(found) = found else { return };
    walk.look_at(found);
    match (clicked, is_middle) {
        (true, true) => walk.walk_back(),
        (true, false) => walk.walk_to_cursor(),
        (false, _) => {}
    }
}

/// Arrows look around: along the ring, outwards to the best move, and back. The keys that confirm walk to the position
/// that is looked at.
fn read_keys(
    keys: BoardKeys,
    insight: Res<Insight>,
    table: Res<Table>,
    words: Res<Words>,
    mut walk: ResMut<Walk>,
    mut speech: ResMut<Speech>,
) {
    if insight.kind() != InsightKind::Tree {
        return;
    }
    let before = (walk.middle().to_vec(), walk.cursor().to_vec());
    for step in keys.steps() {
        match (step.x, step.y) {
            (0, up) if up < 0 => walk.look_outwards(),
            (0, _) => walk.look_inwards(),
            (side, _) if side > 0 => walk.look_around(Towards::Next),
            _ => walk.look_around(Towards::Previous),
        }
    }
    if keys.is_confirmed() {
        walk.walk_to_cursor();
    }
    if keys.has_begun(Action::Step) {
        walk.walk_best();
    }
    if keys.has_begun(Action::Skip) {
        walk.walk_back();
    }
    if before != (walk.middle().to_vec(), walk.cursor().to_vec()) {
        speech.say(position_text(&table, &walk, &words));
    }
}

/// A position as a picture, with a frame around its last mark.
fn picture_of_game(table: &Table, game: &Game) -> Picture {
    let mut picture = picture_of(table.setup(), |cell| game.mark(cell));
    let last = game.last();
    let cell = last.and_then(|last| {
        let key = 2 * u16::from(last.0);
        picture.shapes.iter().find(|shape| shape.key == key)
    });
    if let Some(cell) = cell.copied() {
        picture.shapes.push(Shape {
            key: u16::MAX,
            form: Form::Frame,
            tint: Tint::Kind(0),
            ..cell
        });
    }
    picture
}

/// The content of the pictures, and the next ones that are being painted.
#[derive(Default)]
struct Painted {
    content: Option<Content>,
    painting: Option<Task<Option<[Image; 2]>>>,
}

/// The state on which the pictures depend.
struct Content {
    middle: Vec<Cell>,
    cursor: Vec<Cell>,
    size: Vec2,
    centre: (Sector, f32),
    tree: Arc<GameTree>,
    sprites: Arc<SpritePainter>,
}

impl PartialEq for Content {
    fn eq(&self, other: &Content) -> bool {
        (&self.middle, &self.cursor) == (&other.middle, &other.cursor)
            && (self.size, self.centre) == (other.size, other.centre)
            && Arc::ptr_eq(&self.tree, &other.tree)
            && Arc::ptr_eq(&self.sprites, &other.sprites)
    }
}

/// Paints the sunburst and the small board in the background, when they have changed.
fn paint_tree(
    walk: Res<Walk>,
    table: Res<Table>,
    sprites: Res<Sprites>,
    trees: Query<(&ComputedNode, &ImageNode), (With<TreePicture>, Without<SmallBoard>)>,
    mut small: Query<&mut ImageNode, With<SmallBoard>>,
    mut images: ResMut<Assets<Image>>,
    mut painted: Local<Painted>,
) {
    let (Ok((node, tree)), Ok(mut small)) = (trees.single(), small.single_mut()) else {
        *painted = Painted::default();
        return;
    };
    if let Some(Some([sunburst, board])) = take_result(&mut painted.painting) {
        replace_image(&mut images, &tree.image, sunburst);
        small.image = images.add(board);
    }
    if painted.painting.is_some() {
        return;
    }
    let (Some(shown), Some(position)) = (walk.shown(), walk.cursor_position()) else {
        return;
    };
    let (size, density) = size_and_density(node);
    if size.min_element() < 1.0 {
        return;
    }
    let painter = sprites.painter();
    let content = Content {
        middle: walk.middle().to_vec(),
        cursor: walk.cursor().to_vec(),
        size,
        centre: (shown.centre(), shown.rings()),
        tree: shown.tree.clone(),
        sprites: painter.clone(),
    };
    if painted.content.as_ref() == Some(&content) {
        return;
    }
    painted.content = Some(content);
    let painting = Painting {
        side: walk.side(),
        cursor: walk.cursor_node(),
        board: picture_of_game(&table, &shown.tree.position(shown.middle())),
        size,
        density,
        sprites: painter.clone(),
        shown: shown.clone(),
    };
    let board = picture_of_game(&table, &position);
    painted.painting = Some(spawn_or_default(move || {
        Some([painting.paint()?, paint_small_board(&board, painter)?])
    }));
}

/// The size in which the picture of a node is painted, and its pixels for each unit of the interface. A very large
/// picture is painted smaller, in the same proportions.
fn size_and_density(node: &ComputedNode) -> (Vec2, f32) {
    let part = (MAX_TEXTURE / node.size().max_element().max(1.0)).min(1.0);
    let size = (node.size() * part).round();
    (size, part / node.inverse_scale_factor().max(0.01))
}

fn paint_small_board(board: &Picture, painter: Arc<SpritePainter>) -> Option<Image> {
    let canvas = Canvas::of_picture(board, SMALL_TEXTURE, 1.0, painter)?;
    Some(canvas.image())
}

/// Spawns the part of the panel that belongs to the tree: the buttons, and the position that is looked at.
pub(super) fn spawn_panel(column: &mut ChildSpawnerCommands) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        ..stack(FlexDirection::Row, 6.0)
    };
    column.spawn(row).with_children(|row| {
        type Walks = (&'static str, fn(&mut Walk), fn(&Walk) -> bool);
        let buttons: [Walks; 4] = [
            ("ttt.tree.back", Walk::walk_back, |walk| {
                !walk.middle().is_empty()
            }),
            ("ttt.tree.best", Walk::walk_best, |walk| {
                let shown = walk.shown();
                shown.is_some_and(|shown| shown.tree.best_child(shown.middle()).is_some())
            }),
            ("ttt.tree.here", Walk::walk_to_cursor, |walk| {
                walk.cursor() != walk.middle()
            }),
            ("ttt.tree.game", Walk::walk_to_start, |walk| {
                !walk.middle().is_empty()
            }),
        ];
        for (caption, act, can) in buttons {
            let button = button(row, ButtonStyle::Chip, caption, move |world| {
                act(&mut world.resource_mut::<Walk>());
                let text = cursor_text(world);
                world.resource_mut::<Speech>().say(text);
            });
            let enabled = EnabledWhen::new(move |world| can(world.resource::<Walk>()));
            row.commands_mut().entity(button).insert(enabled);
        }
    });
    let beside = stack(FlexDirection::Row, 12.0);
    column.spawn(beside).with_children(|row| {
        row.spawn((SmallBoard, ImageNode::default(), square(SMALL)));
        row.spawn(Node {
            flex_grow: 1.0,
            flex_basis: px(0),
            ..default()
        })
        .with_child(bound_text(TextSize::Small, palette::PAPER, cursor_text));
    });
}

/// Spawns the foot of the page: the meanings of colours and signs, and the limits of the rings.
fn spawn_foot(page: &mut ChildSpawnerCommands) {
    let row = Node {
        flex_wrap: FlexWrap::Wrap,
        flex_shrink: 0.0,
        ..stack(FlexDirection::Row, 14.0)
    };
    page.spawn(row).with_children(|row| {
        let meanings = [
            (Some(GameResult::Won), "ttt.tree.won"),
            (Some(GameResult::Drawn), "ttt.tree.drawn"),
            (Some(GameResult::Lost), "ttt.tree.lost"),
            (None, "ttt.tree.unknown"),
        ];
        for (result, key) in meanings {
            let (sign, colour, _) = look_of(result);
            let ink = if result.is_some() {
                colour
            } else {
                palette::PAPER
            };
            let meaning = move |world: &World| {
                let name = world.resource::<Words>().get(key);
                format!("{sign} {name}")
            };
            row.spawn(bound_text(TextSize::Small, ink, meaning));
        }
    });
    let lines = Node {
        flex_shrink: 0.0,
        ..default()
    };
    page.spawn(lines)
        .with_child(bound_text(TextSize::Small, palette::MIST, limits_text));
}

/// The way to use the tree, and the limits of the rings, in words.
fn limits_text(world: &World) -> String {
    let (walk, words) = (world.resource::<Walk>(), world.resource::<Words>());
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let usual = table.setup().board.is_usual();
    let how = with_prompts(world, words.get("ttt.tree.how"));
    let limits = match walk.shown() {
        _ if usual => words.get("ttt.tree.whole"),
        None => words.get("ttt.tree.searching"),
        Some(shown) => {
            let node = &shown.tree.nodes()[shown.middle()];
            let rings = shown.tree.rings(shown.middle()).to_string();
            let shown = node.children.len();
            let values = [
                ("count", shown.to_string()),
                ("all", (shown + node.hidden).to_string()),
                ("rings", rings),
            ];
            words.fill("ttt.tree.searched", &values)
        }
    };
    format!("{how} {limits}")
}

/// The position that is looked at, in words.
fn cursor_text(world: &World) -> String {
    let (walk, words) = (world.resource::<Walk>(), world.resource::<Words>());
    let table = world.get_resource::<Table>();
    table.map_or(String::new(), |table| position_text(table, walk, words))
}

/// The moves to the position that is looked at, the result of the game from there, and the number of games that go on.
fn position_text(table: &Table, walk: &Walk, words: &Words) -> String {
    let board = table.setup().board;
    let moves = walk.cursor().iter().map(|cell| board.name(*cell));
    let moves: Vec<String> = moves.collect();
    let mut lines = vec![match moves.is_empty() {
        true => words.get("ttt.tree.now"),
        false => words.fill("ttt.tree.after", &[("moves", moves.join(" "))]),
    }];
    if let Some((shown, at)) = walk.shown().zip(walk.cursor_node()) {
        let node = &shown.tree.nodes()[at];
        let side = match table.setup().crosses(walk.side()) {
            true => "ttt.cross",
            false => "ttt.nought",
        };
        let side = words.get(side);
        lines.push(result_text(
            node,
            shown.tree.result(at, walk.side()),
            side,
            words,
        ));
        if node.alike > 1 {
            lines.push(words.fill("ttt.tree.alike", &[("count", node.alike.to_string())]));
        }
        if let Some(games) = node.games.filter(|_| !node.children.is_empty()) {
            lines.push(words.fill(
                "ttt.tree.games",
                &[("count", with_separators(&games.to_string()))],
            ));
        }
    }
    lines.join(" ")
}

/// The result of the game from a position with best play, for the side that is named, in words.
fn result_text(node: &TreeNode, result: Option<GameResult>, side: String, words: &Words) -> String {
    let plies = match node.value {
        Some(GameValue::Win(plies) | GameValue::Loss(plies)) => plies,
        Some(GameValue::Draw) | None => 0,
    };
    let values = [("side", side), ("plies", plies.to_string())];
    let key = match (result, plies) {
        (None, _) => "ttt.tree.not_proven",
        (Some(GameResult::Drawn), _) => "ttt.tree.is_drawn",
        (Some(GameResult::Won), 0) => "ttt.tree.has_won",
        (Some(GameResult::Won), _) => "ttt.tree.wins",
        (Some(GameResult::Lost), 0) => "ttt.tree.has_lost",
        (Some(GameResult::Lost), _) => "ttt.tree.loses",
    };
    words.fill(key, &values)
}
