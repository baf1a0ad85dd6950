//! The comparison of two automatic players: the board twice, each with the move of one of them and the reason for it.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::names::{move_name, opponent_name};
use super::opponent_picker::{OpponentKind, has_steps, stepped, strength_text};
use super::overlays::score_in_words;
use super::{HEIGHT, bounds, piece_sprite, place_of, terms};
use crate::games::hexxagon::compare::Comparison;
use crate::games::hexxagon::insight::{Insight, InsightKind};
use crate::games::hexxagon::players::{Opponent, Reason, Terms};
use crate::games::hexxagon::rules::{CellIndex, Game, Hexxagon, Move};
use crate::games::hexxagon::table::Table;
use crate::session::Game as _;
use crate::shell::board::SwapsWithPanel;
use crate::shell::games::active;
use crate::shell::screen::{Screen, is_without_menu};
use crate::shell::table::{TableGame, player_name, playing};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::large::StacksWhenLarge;
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_page_with;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{TextSize, bound_text, choices, in_row, panel, stack};
use crate::shell::words::{Words, signed, with_separators};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_page.run_if(active(Hexxagon::KEY)),
    )
    .add_systems(
        Update,
        draw_boards.run_if(playing::<Hexxagon>).run_if(
            resource_exists_and_changed::<Comparison>.or_else(resource_exists_and_changed::<Table>),
        ),
    );
}

/// The picture of the board with the move of a player, 0 or 1.
#[derive(Component)]
struct BoardPicture(usize);

/// The space for the picture of a board, in interface pixels.
const PICTURE: Vec2 = Vec2::new(390.0, 356.0);

/// Spawns the page beside the panel. It is hidden until the player compares. With large texts the players stand below
/// each other, and the page scrolls.
fn spawn_page(mut commands: Commands) {
    let shown = |world: &World| {
        world.resource::<Insight>().kind() == InsightKind::Compare && is_without_menu(world)
    };
    commands
        .spawn((
            Name::new("Comparison"),
            DespawnOnExit(Screen::Play),
            Node {
                position_type: PositionType::Absolute,
                top: px(0),
                bottom: px(0),
                ..default()
            },
            SwapsWithPanel {
                left: px(0),
                right: px(Hexxagon::PANEL),
            },
            BackgroundColor(palette::NIGHT),
            VisibleWhen::new(shown),
        ))
        .with_children(|frame| {
            // If the players do not fit, the page begins with the first one.
            let page = Node {
                padding: UiRect::new(px(12), px(0), px(20), px(20)),
                justify_content: JustifyContent::SpaceEvenly,
                ..stack(FlexDirection::Row, 12.0)
            };
            scroll_page_with(frame, page, StacksWhenLarge, |page| {
                (0..2).for_each(|side| spawn_player(page, side));
            });
        });
}

fn spawn_player(page: &mut ChildSpawnerCommands, side: usize) {
    let column = Node {
        padding: UiRect::all(px(12)),
        ..stack(FlexDirection::Column, 8.0)
    };
    page.spawn(panel(column))
        .with_children(|column| spawn_column(column, side));
}

/// Spawns a player: the choice of it, its board, its move and the reason.
fn spawn_column(column: &mut ChildSpawnerCommands, side: usize) {
    in_row(column, 6.0, |row| {
        let kinds = OpponentKind::ALL.map(|kind| (kind.key(), kind));
        let is_chosen =
            move |world: &World, kind| OpponentKind::of(player(world, side)) == Some(kind);
        choices(row, kinds, is_chosen, move |world, kind| {
            let chosen = kind.usual(world, Some(player(world, side)));
            set_player(world, side, chosen);
        });
    });
    column
        .spawn(Node {
            align_items: AlignItems::Center,
            ..stack(FlexDirection::Row, 10.0)
        })
        .with_children(|row| {
            let shown = VisibleWhen::new(move |world| has_steps(world, player(world, side)));
            row.spawn((Node::default(), shown)).with_children(|place| {
                let strength = move |world: &World| strength_text(world, player(world, side));
                stepper(place, strength, move |world, step| {
                    if let Some(next) = stepped(world, player(world, side), step) {
                        set_player(world, side, next);
                    }
                });
            });
            let name =
                move |world: &World| opponent_name(player(world, side), world.resource::<Words>());
            row.spawn(bound_text(TextSize::Small, palette::MIST, name));
        });
    column.spawn((
        BoardPicture(side),
        Node {
            width: px(PICTURE.x),
            height: px(PICTURE.y),
            flex_shrink: 0.0,
            ..default()
        },
    ));
    let headline = move |world: &World| headline(world, side);
    column.spawn(bound_text(TextSize::Body, palette::PAPER, headline));
    terms::spawn(column, move |world| terms_of(world, side));
    let remark = move |world: &World| remark_text(world, side);
    column.spawn(bound_text(TextSize::Small, palette::THOUGHT, remark));
}

fn player(world: &World, side: usize) -> Opponent {
    world.resource::<Comparison>().players[side]
}

fn set_player(world: &mut World, side: usize, player: Opponent) {
    world.resource_mut::<Comparison>().players[side] = player;
}

/// The move of a player, in words.
fn headline(world: &World, side: usize) -> String {
    let words = world.resource::<Words>();
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let (game, choice) = (table.state(), world.resource::<Comparison>().choice(side));
    let made = choice.and_then(|choice| game.written(choice.made));
    match made {
        Some(made) => words.fill(
            "hex.moved",
            &[
                ("colour", player_name(table, game.mover().index(), words)),
                ("move", move_name(made)),
            ],
        ),
        None if table.is_over() => words.get("hex.compare.over"),
        None => words.get("hex.compare.thinks"),
    }
}

/// The terms of the move of a five-weight player.
fn terms_of(world: &World, side: usize) -> Option<Terms> {
    match world.resource::<Comparison>().choice(side)?.reason {
        Reason::Terms(terms) => Some(terms),
        Reason::None | Reason::Search(_) => None,
    }
}

/// The player's score of the other one's move, or the result of its search, in words.
fn remark_text(world: &World, side: usize) -> String {
    let words = world.resource::<Words>();
    let comparison = world.resource::<Comparison>();
    let (Some(own), Some(table)) = (comparison.choice(side), world.get_resource::<Table>()) else {
        return String::new();
    };
    match &own.reason {
        Reason::Search(report) => words.fill(
            "hex.compare.search",
            &[
                ("depth", report.depth.to_string()),
                ("nodes", with_separators(&report.nodes.to_string())),
                ("score", score_in_words(report.score, words)),
            ],
        ),
        Reason::None => words.get("hex.not_searched"),
        Reason::Terms(terms) => match comparison.choice(1 - side) {
            // If both players choose the same move, only the first column says so.
            Some(other) if other.made == own.made => match side {
                0 => words.get("hex.compare.same"),
                _ => String::new(),
            },
            Some(other) => {
                let score = terms.weights.terms_in(table.state(), other.made).sum();
                let score = signed(score);
                words.fill("hex.compare.other", &[("score", score)])
            }
            None => String::new(),
        },
    }
}

/// Draws the boards again when the position, the players or their moves have changed.
fn draw_boards(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    insight: Res<Insight>,
    comparison: Res<Comparison>,
    pictures: Query<(Entity, &BoardPicture)>,
) {
    if insight.kind() != InsightKind::Compare {
        return;
    }
    for (entity, BoardPicture(side)) in &pictures {
        // In the frame in which another game comes to the table, the move may be one on its board.
        let made = comparison.choice(*side).map(|choice| choice.made);
        let made = made.filter(|made| table.state().written(*made).is_some());
        let drawing = drawing(table.state(), made);
        let mut picture = commands.entity(entity);
        picture.despawn_related::<Children>();
        picture.with_children(|picture| {
            for Drawn { name, place, tint } in drawing {
                picture.spawn((
                    ImageNode {
                        image: sprites.get(name),
                        color: tint,
                        ..default()
                    },
                    place,
                    Pickable::IGNORE,
                ));
            }
        });
    }
}

/// A sprite of the drawing.
struct Drawn {
    name: &'static str,
    place: Node,
    tint: Color,
}

/// The sprites of a position and of a move in it, the lowest first.
fn drawing(game: &Game, made: Option<Move>) -> Vec<Drawn> {
    let board = game.board();
    let (first, last) = bounds(board);
    let size = last - first + Vec2::new(1.0, HEIGHT);
    let cell = (PICTURE / size).min_element().min(56.0);
    // The sprites are square, and a hexagon is lower than a square.
    let middle = |index: CellIndex| place_of(board.cells()[index.as_usize()]) - first;
    let margin = (PICTURE - size * cell) / 2.0;
    let sprite = |index: CellIndex, name, scale: f32, tint: Color| {
        let at = margin + (middle(index) + Vec2::new(0.5, HEIGHT / 2.0)) * cell;
        let side = cell * scale;
        let place = Node {
            position_type: PositionType::Absolute,
            left: px(at.x - side / 2.0),
            top: px(at.y - side / 2.0),
            width: px(side),
            height: px(side),
            ..default()
        };
        Drawn { name, place, tint }
    };
    let mut drawn = Vec::new();
    for index in board.indices() {
        drawn.push(sprite(index, "hexxagon/cell", 1.0, Color::WHITE));
    }
    for index in board.indices() {
        if let Some(owner) = game.owner(index) {
            let leaves = matches!(made, Some(Move::Jump { from, .. }) if from == index);
            let alpha = if leaves { 0.35 } else { 1.0 };
            drawn.push(sprite(
                index,
                piece_sprite(owner),
                0.92,
                Color::WHITE.with_alpha(alpha),
            ));
        }
    }
    let (from, to) = match made {
        Some(Move::Clone { to }) => (None, to),
        Some(Move::Jump { from, to }) => (Some(from), to),
        Some(Move::Pass) | None => return drawn,
    };
    drawn.extend(from.map(|from| sprite(from, "hexxagon/left", 1.0, palette::MIST)));
    drawn.push(sprite(
        to,
        piece_sprite(game.mover()),
        0.92,
        Color::WHITE.with_alpha(0.75),
    ));
    drawn.push(sprite(to, "hexxagon/hint", 1.0, Color::WHITE));
    let captured = board.near(to).and(game.sides().1);
    drawn.extend(captured.map(|index| sprite(index, "hexxagon/flip", 1.0, Color::WHITE)));
    drawn
}
