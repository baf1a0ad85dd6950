//! The sprites of the board: their places and their pictures.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::panel::GoalPicture;
use super::playback::Playback;
use super::{BLOCKS, KINDS, View, place_of, powers};
use crate::games::match3::rules::{Cell, Colour, Kind, Match3, Power};
use crate::games::match3::table::Table;
use crate::shell::board::{BoardFrame, spawn_root};
use crate::shell::settings::Settings;
use crate::shell::table::{Hint, TableGame};
use crate::shell::theatre::LastPicture;
use crate::shell::theme::sprites::Sprites;

/// The place of a sprite on the board, in columns and rows from the upper left cell, and its size
/// there.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct SpritePlace {
    pub at: Vec2,
    pub scale: f32,
    /// The factors by which it is wider and higher than usual; its lower edge stays where it is.
    pub stretch: Vec2,
}

impl SpritePlace {
    pub(super) fn at(at: Vec2, scale: f32) -> Self {
        let stretch = Vec2::ONE;
        SpritePlace { at, scale, stretch }
    }
}

/// Layers of sprites, lowest first.
pub(super) mod layer {
    pub const GROUND: f32 = 0.0;
    pub const BLOCK: f32 = 1.0;
    pub const EMBLEM: f32 = 1.5;
    pub const SPECIAL: f32 = 2.0;
    pub const MARK: f32 = 3.0;
    pub const SPARK: f32 = 4.0;
}

/// Resets the view. The sprites are despawned with their root, which belongs to the play screen.
pub(super) fn reset_view(mut view: ResMut<View>, mut hint: ResMut<Hint<Match3>>) {
    *view = View::default();
    hint.0 = None;
}

/// Seconds in which a board grows from its picture in the theatre.
const ENTRANCE: f32 = 0.8;

/// Lets the board begin where its picture was in the theatre.
pub(super) fn begin_entrance(
    picture: Res<LastPicture>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
) {
    view.entrance = picture
        .0
        .filter(|_| !settings.reduced_motion)
        .map(|picture| Entrance { picture, time: 0.0 });
}

/// A board that grows from its picture in the theatre.
#[derive(Clone, Copy)]
pub(super) struct Entrance {
    /// The picture, in window pixels.
    picture: Rect,
    time: f32,
}

impl Entrance {
    /// The frame on the way to the usual one.
    fn frame(&self, window: Vec2, cells: Vec2, usual: BoardFrame) -> BoardFrame {
        let cell = self.picture.width() / cells.max_element();
        let middle = (self.picture.center() - window / 2.0) * Vec2::new(1.0, -1.0);
        let corner = middle + Vec2::new(1.0 - cells.x, cells.y - 1.0) * cell / 2.0;
        let t = EaseFunction::CubicInOut.sample_clamped(self.time / ENTRANCE);
        BoardFrame {
            corner: corner.lerp(usual.corner, t),
            cell: cell.lerp(usual.cell, t),
            ..usual
        }
    }
}

/// Makes the board as large as fits beside the panel.
pub(super) fn fit_board(
    time: Res<Time>,
    window: Query<&Window, With<PrimaryWindow>>,
    scale: Res<UiScale>,
    settings: Res<Settings>,
    table: Res<Table>,
    goals: Query<(&GoalPicture, &UiGlobalTransform)>,
    mut view: ResMut<View>,
    mut sprites: ResMut<Sprites>,
) {
    let Ok(window) = window.single() else { return };
    let size = table.state().board().size();
    let cells = Vec2::new(size.cols() as f32, size.rows() as f32);
    let side = settings.panel_side;
    let usual = BoardFrame::fit(window, scale.0, Match3::PANEL, side, cells);
    view.frame = usual;
    if let Some(mut entrance) = view.entrance {
        view.frame = entrance.frame(window.size(), cells, usual);
        entrance.time += time.delta_secs();
        view.entrance = Some(entrance).filter(|entrance| entrance.time < ENTRANCE);
    }
    view.playback.goals = [None; 8];
    for (GoalPicture(colour), place) in &goals {
        let at = place.translation / window.scale_factor() - window.size() / 2.0;
        let at = view.frame.place_at(at * Vec2::new(1.0, -1.0));
        view.playback.goals[usize::from(colour.0) % 8] = Some(at);
    }
    sprites.fit((usual.cell * window.scale_factor()) as u32);
}

/// Spawns all sprites again when something other than a move has changed the position.
pub(super) fn respawn_board(
    mut commands: Commands,
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut view: ResMut<View>,
) {
    if view.revision == Some(table.revision()) {
        return;
    }
    view.revision = Some(table.revision());
    let root = spawn_root(&mut commands, view.root);
    view.root = Some(root);
    view.playback = Playback {
        points_shown: table.state().score().points as f32,
        goals: view.playback.goals,
        ..Playback::default()
    };
    (view.finale, view.moves_gone) = (None, 0);
    view.input.wanted.clear();
    (view.input.chosen, view.input.pressed) = (None, None);
    view.input.idle = 0.0;
    view.size = Some(table.state().board().size());
    view.blocks.clear();
    view.specials.clear();
    let board = table.state().board();
    for cell in board.size().cells() {
        commands.spawn(ground(&sprites, cell)).insert(ChildOf(root));
        let (colour, power) = (board.colour(cell), board.power(cell));
        let block = powers::spawn(&mut commands, &sprites, root, cell, colour, power);
        view.blocks.extend(block.map(|block| (cell, block)));
        if let Some(kind) = board.kind(cell) {
            let entity = commands
                .spawn(special(&sprites, kind, cell))
                .insert(ChildOf(root))
                .id();
            view.specials.insert(cell, entity);
        }
    }
}

pub(super) fn sprite(sprites: &Sprites, name: &str, at: Vec2, z: f32, scale: f32) -> impl Bundle {
    (
        Sprite {
            image: sprites.get(name),
            custom_size: Some(Vec2::ZERO),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, z),
        SpritePlace::at(at, scale),
    )
}

fn ground(sprites: &Sprites, cell: Cell) -> impl Bundle {
    let place = place_of(cell);
    (
        Name::new("Cell"),
        sprite(sprites, "match3/cell", place, layer::GROUND, 1.0),
    )
}

pub(super) fn block(sprites: &Sprites, colour: Colour, at: Vec2) -> impl Bundle {
    named_block(
        sprites,
        BLOCKS[usize::from(colour.0) % BLOCKS.len()].name,
        at,
    )
}

pub(super) fn named_block(sprites: &Sprites, name: &str, at: Vec2) -> impl Bundle {
    (
        Name::new("Block"),
        sprite(sprites, name, at, layer::BLOCK, 0.92),
    )
}

fn special(sprites: &Sprites, kind: Kind, cell: Cell) -> impl Bundle {
    (
        Name::new("Special"),
        sprite(
            sprites,
            KINDS[kind as usize].name,
            place_of(cell),
            layer::SPECIAL,
            1.0,
        ),
    )
}

pub(super) fn mark(sprites: &Sprites, name: &str, at: Vec2) -> impl Bundle {
    (
        Name::new("Mark"),
        sprite(sprites, name, at, layer::MARK, 1.0),
    )
}

/// Shows the kind that a special cell has now, or lets its sprite vanish.
pub(super) fn show_special(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    cell: Cell,
    left: Option<Kind>,
) {
    let Some(&entity) = view.specials.get(&cell) else {
        return;
    };
    match left {
        Some(kind) => {
            commands.entity(entity).insert(Sprite {
                image: sprites.get(KINDS[kind as usize].name),
                custom_size: Some(Vec2::ZERO),
                ..default()
            });
        }
        None => {
            view.specials.remove(&cell);
            commands
                .entity(entity)
                .insert(super::motion::ShrinkingOut::default());
        }
    }
}

/// Builds the blocks of a reshuffled board.
pub(super) fn replace_blocks(
    commands: &mut Commands,
    sprites: &Sprites,
    view: &mut View,
    blocks: &[(Cell, Colour, Option<Power>)],
) {
    let Some(root) = view.root else { return };
    for &(cell, colour, power) in blocks {
        if let Some(old) = view.blocks.remove(&cell) {
            commands
                .entity(old)
                .insert(super::motion::ShrinkingOut::default());
        }
        let new = powers::spawn(commands, sprites, root, cell, Some(colour), power);
        if let Some(new) = new {
            commands
                .entity(new)
                .insert(super::motion::GrowingIn::default());
            view.blocks.insert(cell, new);
        }
    }
}

/// Moves every sprite to its place on the screen.
pub(super) fn place_sprites(
    view: Res<View>,
    mut sprites: Query<(&SpritePlace, &mut Transform, &mut Sprite)>,
) {
    for (place, mut transform, mut sprite) in &mut sprites {
        let side = view.frame.cell * place.scale;
        let at = view.frame.world(place.at);
        transform.translation.x = at.x;
        transform.translation.y = at.y + side * (place.stretch.y - 1.0) / 2.0;
        sprite.custom_size = Some(place.stretch * side);
    }
}
