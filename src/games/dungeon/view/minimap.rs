//! The minimap: all explored cells, each a few pixels large.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::View;
use super::map::pair_colour;
use crate::games::dungeon::map::{Cell, Ground, Tile};
use crate::games::dungeon::rules::Game;
use crate::games::dungeon::{DungeonGame, Table};
use crate::session::Game as _;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::theme::look::Look;
use crate::shell::theme::palette;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        paint_minimap
            .run_if(in_state(Screen::Play).and_then(active(DungeonGame::KEY)))
            .run_if(resource_exists::<Table>),
    );
}

/// The image of the minimap, with its largest size in interface pixels.
#[derive(Component)]
pub(super) struct MinimapImage(pub Vec2);

/// The largest size of a cell in interface pixels, so that a small area is not shown huge.
const LARGEST: f32 = 6.0;

/// The colour of a cell; `None` where nothing was seen.
fn cell_colour(game: &Game, cell: Cell) -> Option<Color> {
    let layout = &game.dungeon().layout;
    let map = &layout.map;
    let tile = map.at(cell);
    if !game.explored().has(map, cell) || tile == Tile::Rock {
        return None;
    }
    let lit = game.visible().has(map, cell);
    if cell == game.hero.at {
        return Some(palette::LAMP);
    }
    if game.seen_enemy_at(cell).is_some() {
        return Some(palette::FAULT);
    }
    let key = cell == layout.key && !game.hero.exit_key;
    let mut keys = layout.keys.iter().enumerate();
    if key || keys.any(|(lock, at)| *at == cell && !game.hero.has_key(lock)) {
        return Some(palette::EMBER);
    }
    if cell == layout.exit {
        return Some(palette::LEAF);
    }
    let thing = game.chests().contains(&cell) || game.items.iter().any(|(at, _)| *at == cell);
    if thing {
        return Some(palette::THOUGHT);
    }
    Some(match tile {
        Tile::Wall => palette::RIM,
        Tile::Door if game.lock_at(cell).is_some() => palette::FAULT,
        Tile::Door => palette::MIST,
        Tile::Portal => match game.portal_at(cell) {
            Some((other, _)) => pair_colour(game, cell.min(other)).mix(&palette::THOUGHT, 0.3),
            None => palette::THOUGHT,
        },
        _ => of_ground(game, cell, lit),
    })
}

/// The colour of a floor by its ground: bright where the hero sees it, and dim where it is remembered.
fn of_ground(game: &Game, cell: Cell, lit: bool) -> Color {
    let bright = match game.ground_at(cell) {
        Ground::Stone => Color::srgb(0.45, 0.55, 0.50),
        Ground::Grass => Color::srgb(0.36, 0.62, 0.30),
        Ground::Water => Color::srgb(0.24, 0.47, 0.68),
        Ground::Oil => Color::srgb(0.42, 0.30, 0.50),
        Ground::Rubble => Color::srgb(0.55, 0.50, 0.42),
    };
    match lit {
        true => bright,
        false => bright.mix(&palette::NIGHT, 0.5),
    }
}

/// The upper left and the lower right corner of the explored area, both included.
fn seen_area(game: &Game) -> (Cell, Cell) {
    let map = &game.dungeon().layout.map;
    let seen = map.cells().filter(|cell| game.explored().has(map, *cell));
    seen.fold((game.hero.at, game.hero.at), |(low, high), cell| {
        let (x, y) = (low.x.min(cell.x), low.y.min(cell.y));
        (
            Cell { x, y },
            Cell {
                x: high.x.max(cell.x),
                y: high.y.max(cell.y),
            },
        )
    })
}

/// Paints the minimap after every turn.
fn paint_minimap(
    table: Res<Table>,
    mut view: ResMut<View>,
    mut images: ResMut<Assets<Image>>,
    settings: Res<Settings>,
    mut maps: Query<(&MinimapImage, &mut ImageNode, &mut Node)>,
    mut look: Local<Look>,
) {
    if *look != settings.look() {
        *look = settings.look();
        view.painted = None;
    }
    let now = Some((
        table.revision(),
        table.state().depth(),
        table.state().totals().turns,
    ));
    if view.painted == now {
        return;
    }
    let game = &table.state().game;
    let map = &game.dungeon().layout.map;
    let (low, high) = seen_area(game);
    let (width, height) = ((high.x - low.x + 1) as u32, (high.y - low.y + 1) as u32);
    let mut data = Vec::with_capacity((width * height * 4) as usize);
    let inside =
        |cell: &Cell| (low.x..=high.x).contains(&cell.x) && (low.y..=high.y).contains(&cell.y);
    for cell in map.cells().filter(inside) {
        let pixel = cell_colour(game, cell)
            .map_or([0; 4], |colour| look.shown(colour).to_srgba().to_u8_array());
        data.extend_from_slice(&pixel);
    }
    let size = Extent3d {
        width,
        height,
        depth_or_array_layers: 1,
    };
    let mut image = Image::new(
        size,
        TextureDimension::D2,
        data,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.sampler = bevy::image::ImageSampler::nearest();
    for (MinimapImage(room), mut shown, mut node) in &mut maps {
        view.painted = now;
        let pixel = (*room / Vec2::new(width as f32, height as f32)).min_element();
        let pixel = pixel.min(LARGEST);
        node.width = px(pixel * width as f32);
        node.height = px(pixel * height as f32);
        // The old image is dropped with its handle.
        shown.image = images.add(image.clone());
    }
}
