//! The sprites of the board: cells, marks that grow, boards that are won, and the winning line.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::{GAP, View, mark_sprite, place_of};
use crate::games::tic_tac_toe::rules::ultimate::join;
use crate::games::tic_tac_toe::rules::{Board, Cell, Side, TicTacToe};
use crate::games::tic_tac_toe::table::Table;
use crate::shell::board::Frame;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::Settings;
use crate::shell::table::TableGame;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// Where a sprite is on the board, and how large, in cells.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Place {
    pub at: Vec2,
    pub size: Vec2,
}

/// A sprite that grows to its size; seconds it has grown.
#[derive(Component, Default)]
pub(super) struct Grow(f32);

/// The line that has won; it is drawn from one end.
#[derive(Component)]
pub(super) struct WinningLine {
    from: Vec2,
    to: Vec2,
    drawn: f32,
}

/// Layers of sprites, lowest first.
pub(super) mod layer {
    pub const GROUND: f32 = 0.0;
    pub const OPEN: f32 = 1.0;
    pub const MARK: f32 = 2.0;
    pub const BOARD: f32 = 3.0;
    pub const LINE: f32 = 4.0;
    pub const OVER: f32 = 5.0;
    pub const CURSOR: f32 = 7.0;
}

/// Seconds in which a mark grows.
const GROWTH: f32 = 0.26;
/// Seconds in which the winning line is drawn.
const DRAWING: f32 = 0.45;

/// Makes the board as large as fits beside the panel.
pub(super) fn fit(
    window: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    table: Res<Table>,
    mut view: ResMut<View>,
    mut sprites: ResMut<Sprites>,
) {
    let Ok(window) = window.single() else { return };
    let board = table.setup().board;
    let mut cells = Vec2::new(board.cols() as f32, board.rows() as f32);
    if board == Board::Ultimate {
        cells += 2.0 * GAP;
    }
    let mut frame = Frame::fit(window, scale.0, TicTacToe::PANEL, cells);
    // A few huge cells would look coarse.
    let most = 190.0 * scale.0;
    if frame.cell > most {
        let shrink = Vec2::new(cells.x - 1.0, 1.0 - cells.y) * (frame.cell - most) / 2.0;
        frame.corner += shrink;
        frame.cell = most;
    }
    view.frame = frame;
    sprites.fit((view.frame.cell * window.scale_factor()) as u32);
}

/// Builds the sprites anew when the position was changed otherwise than by a move.
pub(super) fn rebuild(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    if view.revision == Some(table.revision()) {
        return;
    }
    if let Some(root) = view.root.take() {
        commands.entity(root).despawn();
    }
    let cursor = view.cursor;
    let root = commands.spawn((
        Name::new("Board"),
        DespawnOnExit(Screen::Play),
        Transform::default(),
        Visibility::default(),
    ));
    *view = View {
        frame: view.frame,
        revision: Some(table.revision()),
        root: Some(root.id()),
        cursor,
        ..View::default()
    };
    let board = table.setup().board;
    for cell in (0..board.cells()).map(|cell| Cell(cell as u8)) {
        let place = place_of(board, cell);
        put(
            &mut commands,
            &view,
            &sprites,
            "ttt/cell",
            place,
            1.0,
            layer::GROUND,
        );
        if let Some(side) = table.state().mark(cell) {
            let name = mark_sprite(table.setup().crosses(side));
            let mark = put(
                &mut commands,
                &view,
                &sprites,
                name,
                place,
                0.94,
                layer::MARK,
            );
            view.marks.insert(cell, mark);
        }
    }
}

/// Puts a sprite on the board.
pub(super) fn put(
    commands: &mut Commands,
    view: &View,
    sprites: &Sprites,
    name: &str,
    at: Vec2,
    size: f32,
    layer: f32,
) -> Entity {
    let mut sprite = commands.spawn((
        Name::new("Piece"),
        Sprite {
            image: sprites.get(name),
            custom_size: Some(Vec2::ZERO),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, layer),
        Place {
            at,
            size: Vec2::splat(size),
        },
    ));
    if let Some(root) = view.root {
        sprite.insert(ChildOf(root));
    }
    sprite.id()
}

/// Shows new marks, boards that were won, and the winning line.
pub(super) fn follow(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
    mut shown: Query<&mut Sprite>,
    lines: Query<(), With<WinningLine>>,
) {
    let (board, game) = (table.setup().board, table.state());
    for cell in (0..board.cells()).map(|cell| Cell(cell as u8)) {
        if let Some(side) = game.mark(cell).filter(|_| !view.marks.contains_key(&cell)) {
            let (name, place) = (
                mark_sprite(table.setup().crosses(side)),
                place_of(board, cell),
            );
            let mark = put(
                &mut commands,
                &view,
                &sprites,
                name,
                place,
                0.94,
                layer::MARK,
            );
            commands.entity(mark).insert(Grow::default());
            view.marks.insert(cell, mark);
        }
    }
    if let Some(ultimate) = game.ultimate() {
        for number in 0..9 {
            let decided = ultimate.boards_decided() >> number & 1 == 1;
            if !decided || view.boards[number] {
                continue;
            }
            view.boards[number] = true;
            // What lies on a decided board steps back.
            for spot in 0..9 {
                let mark = view.marks.get(&join(number, spot));
                if let Some(mut sprite) = mark.and_then(|mark| shown.get_mut(*mark).ok()) {
                    sprite.color = Color::WHITE.with_alpha(0.4);
                }
            }
            let won = |side: &Side| ultimate.boards_won(*side) >> number & 1 == 1;
            if let Some(side) = Side::BOTH.into_iter().find(won) {
                let name = if table.setup().crosses(side) {
                    "ttt/x_big"
                } else {
                    "ttt/o_big"
                };
                let place = place_of(board, join(number, 4));
                let big = put(
                    &mut commands,
                    &view,
                    &sprites,
                    name,
                    place,
                    3.0,
                    layer::BOARD,
                );
                commands.entity(big).insert(Grow::default());
            }
        }
    }
    let line = game.winning_line();
    if let (Some(first), Some(last), true) = (line.first(), line.last(), lines.is_empty()) {
        draw_line(
            &mut commands,
            &view,
            place_of(board, *first),
            place_of(board, *last),
        );
    }
}

fn draw_line(commands: &mut Commands, view: &View, from: Vec2, to: Vec2) {
    let Some(root) = view.root else { return };
    // A little beyond the middles of the outer cells.
    let beyond = (to - from).normalize_or_zero() * 0.36;
    commands.spawn((
        Name::new("Winning line"),
        WinningLine {
            from: from - beyond,
            to: to + beyond,
            drawn: 0.0,
        },
        Sprite::from_color(palette::EMBER, Vec2::ZERO),
        Transform::from_xyz(0.0, 0.0, layer::LINE),
        ChildOf(root),
    ));
}

/// Grows marks, and draws the winning line.
pub(super) fn grow(
    mut commands: Commands,
    time: Res<Time>,
    settings: Res<Settings>,
    mut growing: Query<(Entity, &mut Grow)>,
    mut lines: Query<&mut WinningLine>,
) {
    let step = time.delta_secs() * settings.animation_speed();
    for (entity, mut grow) in &mut growing {
        grow.0 += step / GROWTH;
        if grow.0 >= 1.0 {
            commands.entity(entity).remove::<Grow>();
        }
    }
    for mut line in &mut lines {
        line.drawn = (line.drawn + step / DRAWING).min(1.0);
    }
}

/// Puts every sprite where its place is on the screen.
pub(super) fn place(
    view: Res<View>,
    menu: Res<State<Menu>>,
    settings: Res<Settings>,
    mut sprites: Query<(&Place, Option<&Grow>, &mut Transform, &mut Sprite), Without<WinningLine>>,
    mut lines: Query<(&WinningLine, &mut Transform, &mut Sprite), Without<Place>>,
    mut roots: Query<&mut Visibility>,
) {
    for (place, grow, mut transform, mut sprite) in &mut sprites {
        let at = view.frame.world(place.at);
        transform.translation.x = at.x;
        transform.translation.y = at.y;
        let grown = grow.map_or(1.0, |grow| ease_out_back(grow.0.min(1.0)));
        let grown = if settings.reduced_motion { 1.0 } else { grown };
        sprite.custom_size = Some(place.size * view.frame.cell * grown);
    }
    for (line, mut transform, mut sprite) in &mut lines {
        let eased = 1.0 - (1.0 - line.drawn).powi(3);
        let drawn = if settings.reduced_motion { 1.0 } else { eased };
        let (from, to) = (view.frame.world(line.from), view.frame.world(line.to));
        let end = from.lerp(to, drawn);
        let middle = (from + end) / 2.0;
        transform.translation = middle.extend(layer::LINE);
        transform.rotation = Quat::from_rotation_z((to - from).to_angle());
        sprite.custom_size = Some(Vec2::new(from.distance(end), view.frame.cell * 0.075));
    }
    if let Some(mut visibility) = view.root.and_then(|root| roots.get_mut(root).ok()) {
        visibility.set_if_neq(match menu.get() {
            Menu::None | Menu::Result => Visibility::Inherited,
            Menu::Pause | Menu::Settings => Visibility::Hidden,
        });
    }
}

/// Grows a little beyond the end, and settles.
fn ease_out_back(t: f32) -> f32 {
    let back = 1.4;
    let left = t - 1.0;
    1.0 + (back + 1.0) * left.powi(3) + back * left.powi(2)
}
