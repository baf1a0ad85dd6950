//! The light of the lantern: a veil over the map, one point of an image for each cell. The image is stretched smoothly,
//! so that light has no edges: clear and warm near the hero, dark where it ends and over remembered cells, and opaque
//! over unknown cells. In the light theme remembered cells are pale, as if they faded into the light ground around them.

use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

use super::View;
use super::map::layer;
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::rules::Game;
use crate::session::TableVersion;
use crate::shell::settings::Settings;
use crate::shell::theme::look::Theme;

/// The factors by which the ground is brightened below the veil. The veil is nowhere quite clear, because between
/// points of very different colours the clearer one would shine into the darker one.
pub(super) const BRIGHT: Vec3 = Vec3::new(2.35, 2.16, 1.82);
/// The colour of lamplight.
const GLOW: Vec3 = Vec3::new(1.0, 0.52, 0.16);
/// The strength of lamplight at the lantern.
const GLOW_AT_LANTERN: f32 = 0.09;
/// The colour of the dark.
const DUSK: Vec3 = Vec3::new(0.004, 0.014, 0.018);
/// The darkness of the cell at the lantern.
const DARK_AT_LANTERN: f32 = 0.30;
/// The darkness of the last lit cell.
const DARK_AT_END: f32 = 0.80;
/// The darkness of a remembered cell.
const DARK_REMEMBERED: f32 = 0.90;
/// In the light theme, the brightness of the veil over a remembered cell beside that of unknown ground.
const PALE: f32 = 0.7;
/// The opacity of this veil.
const PALE_HIDDEN: f32 = 0.5;
/// The part of this veil that lies over the last lit cell.
const PALE_AT_END: f32 = 0.15;
/// The veil in daylight.
const DAY: Vec4 = Vec4::new(1.0, 0.80, 0.46, 0.20);
/// The darkness of the brightest cell with the lantern hooded.
const DARK_HOODED: f32 = 0.50;

/// The sprite that lies over the map.
#[derive(Component)]
pub(super) struct Veil;

/// The part of the veil that is drawn: the upper left cell, the size in cells, and the colour of each cell.
#[derive(Default)]
pub(super) struct DrawnVeil {
    origin: IVec2,
    size: IVec2,
    cells: Vec<Vec4>,
    pixels: Vec<u8>,
    /// The sprite that shows it.
    sprite: Option<Entity>,
    /// The state that it shows, once it does not change any more.
    settled: Option<VeilState>,
}

/// The state from which the veil is computed, without daylight.
#[derive(Clone, Copy, PartialEq)]
struct VeilState {
    version: TableVersion,
    depth: u8,
    turns: u32,
    eye: Option<Vec2>,
    /// The upper left cell, and the size in cells.
    cells: (IVec2, IVec2),
    theme: Theme,
    /// The colour of unknown ground.
    unknown: Vec4,
    sprite: Entity,
}

impl VeilState {
    fn of(table: &Table, view: &View, (theme, unknown): (Theme, Vec4), sprite: Entity) -> Self {
        VeilState {
            version: table.version(),
            depth: table.state().depth(),
            turns: table.state().totals().turns,
            eye: view.eye,
            cells: view.cells,
            theme,
            unknown,
            sprite,
        }
    }
}

impl DrawnVeil {
    /// The colour of a cell, if it was drawn.
    fn of(&self, x: i32, y: i32) -> Option<Vec4> {
        let at = IVec2::new(x, y) - self.origin;
        let is_inside = at.cmpge(IVec2::ZERO).all() && at.cmplt(self.size).all();
        is_inside.then(|| self.cells[(at.y * self.size.x + at.x) as usize])
    }
}

/// The change of the veil towards the cells that the light does not reach.
struct Fade {
    /// The veil over a remembered cell.
    remembered: Vec4,
    /// The part of it that is mixed into the veil over the last lit cell.
    at_end: f32,
}

impl Fade {
    /// The fade of a theme, with the colour of unknown ground.
    fn of(theme: Theme, unknown: Vec4) -> Self {
        match theme {
            Theme::Light => Fade {
                remembered: (unknown.truncate() * PALE).extend(PALE_HIDDEN),
                at_end: PALE_AT_END,
            },
            Theme::Dusk | Theme::Contrast => Fade {
                remembered: DUSK.extend(DARK_REMEMBERED),
                at_end: 0.0,
            },
        }
    }
}

/// Spawns the veil over a new map.
pub(super) fn spawn_veil(
    mut commands: Commands,
    view: Res<View>,
    mut images: ResMut<Assets<Image>>,
    veils: Query<(), With<Veil>>,
) {
    let Some(root) = view.root.filter(|_| veils.is_empty()) else {
        return;
    };
    commands.spawn((
        Name::new("Veil"),
        Veil,
        Sprite {
            image: images.add(veil_image(IVec2::ONE, vec![0; 4])),
            ..default()
        },
        Transform::from_xyz(0.0, 0.0, layer::VEIL),
        ChildOf(root),
    ));
}

fn veil_image(size: IVec2, pixels: Vec<u8>) -> Image {
    let mut image = Image::new(
        Extent3d {
            width: size.x as u32,
            height: size.y as u32,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        pixels,
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.sampler = ImageSampler::linear();
    image
}

/// Lays the veil over the cells in the window. It changes gradually from turn to turn.
pub(super) fn draw_veil(
    time: Res<Time>,
    settings: Res<Settings>,
    clear: Res<ClearColor>,
    table: Res<Table>,
    view: Res<View>,
    mut images: ResMut<Assets<Image>>,
    mut veils: Query<(Entity, &mut Sprite, &mut Transform), With<Veil>>,
    mut drawn: Local<DrawnVeil>,
) {
    let Ok((entity, mut sprite, mut transform)) = veils.single_mut() else {
        *drawn = DrawnVeil::default();
        return;
    };
    let (origin, size) = view.cells;
    if size.min_element() < 1 {
        return;
    }
    place_veil(&view, &mut sprite, &mut transform);
    let unknown = clear.0.to_linear().to_vec4();
    let state = VeilState::of(&table, &view, (settings.theme, unknown), entity);
    if drawn.settled == Some(state) && view.daylight.is_none() {
        return;
    }
    let fast = match settings.reduced_motion {
        true => 1.0,
        false => 1.0 - (-time.delta_secs() * 11.0).exp(),
    };
    let fade = Fade::of(settings.theme, unknown);
    // The veil of a cell, and whether it has the colour that it will keep.
    let cell = |at: IVec2| {
        let wanted = wanted_veil(&table.state().game, &view, &fade, at.x, at.y).unwrap_or(unknown);
        let before = drawn.of(at.x, at.y).unwrap_or(wanted);
        match before.distance(wanted) < 0.004 {
            true => (wanted, true),
            false => (before.lerp(wanted, fast), false),
        }
    };
    let places = (0..size.y).flat_map(|y| (0..size.x).map(move |x| origin + IVec2::new(x, y)));
    let (cells, have_settled): (Vec<Vec4>, Vec<bool>) = places.map(cell).unzip();
    let is_settled = view.daylight.is_none() && !have_settled.contains(&false);
    let pixels: Vec<u8> = cells.iter().flat_map(pixel_of).collect();
    if drawn.pixels != pixels || drawn.size != size || drawn.sprite != Some(entity) {
        // The old image is dropped with its handle.
        sprite.image = images.add(veil_image(size, pixels.clone()));
    }
    *drawn = DrawnVeil {
        origin,
        size,
        cells,
        pixels,
        sprite: Some(entity),
        settled: is_settled.then_some(state),
    };
}

/// Lays the veil over the cells that may be in the window.
fn place_veil(view: &View, sprite: &mut Mut<Sprite>, transform: &mut Transform) {
    let (origin, size) = view.cells;
    let middle = origin.as_vec2() + (size - IVec2::ONE).as_vec2() / 2.0;
    let at = view.frame.world(middle);
    (transform.translation.x, transform.translation.y) = (at.x, at.y);
    let extent = size.as_vec2() * view.frame.cell;
    if sprite.custom_size != Some(extent) {
        sprite.custom_size = Some(extent);
    }
}

/// The bytes of a pixel with a linear colour.
fn pixel_of(colour: &Vec4) -> [u8; 4] {
    let [red, green, blue, alpha] = colour.to_array();
    let colour = Color::linear_rgba(red, green, blue, alpha);
    colour.to_srgba().to_u8_array()
}

/// The veil that a cell has once it no longer changes, which is thinner in daylight; `None` over an unknown cell.
fn wanted_veil(game: &Game, view: &View, fade: &Fade, x: i32, y: i32) -> Option<Vec4> {
    let cell = Cell {
        x: x as i16,
        y: y as i16,
    };
    let veil = veil_colour(game, view.eye.unwrap_or_default(), fade, cell)?;
    Some(match &view.daylight {
        Some(daylight) => veil.lerp(DAY, daylight.part_at(Vec2::new(x as f32, y as f32))),
        None => veil,
    })
}

/// The colour of the veil over a cell, with the part of the ground that it hides; `None` over an unknown one.
fn veil_colour(game: &Game, from: Vec2, fade: &Fade, cell: Cell) -> Option<Vec4> {
    let map = &game.dungeon().layout.map;
    if !game.explored().has(map, cell) {
        return None;
    }
    if !game.visible().has(map, cell) {
        return Some(fade.remembered);
    }
    let away = Vec2::new(f32::from(cell.x), f32::from(cell.y)).distance(from);
    let far = (away / game.hero.light() as f32).min(1.0);
    let least = match game.hero.hooded {
        true => DARK_HOODED,
        false => DARK_AT_LANTERN,
    };
    let dark = least + (DARK_AT_END - least) * far.powf(0.9);
    let glow = (1.0 - least) * GLOW_AT_LANTERN * (1.0 - far).powi(2);
    let hidden = (dark + glow).min(1.0);
    // One colour stands for the two that are laid over each other.
    let mixed = (DUSK * dark + GLOW * glow) / hidden.max(0.001);
    let veil = mixed.extend(hidden);
    Some(veil.lerp(fade.remembered, fade.at_end * far.powi(2)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::dungeon::enemies::arena::Arena;
    use crate::games::dungeon::players::ReferencePlayer;
    use crate::games::dungeon::rules::Move;
    use crate::games::dungeon::setup::Setup;
    use crate::generation::Seed;
    use crate::shell::theme::look::Look;
    use crate::shell::theme::palette;

    #[test]
    fn the_veil_is_thinnest_at_the_lantern_and_closed_over_what_is_unknown() {
        let breed = Setup::default().roster()[0].clone();
        let mut game = Arena::new(Seed(1), ReferencePlayer::Careful).start(&breed, 1);
        let hero = game.hero.at;
        let from = Vec2::new(f32::from(hero.x), f32::from(hero.y));
        let fade = Fade::of(Theme::Dusk, Vec4::W);
        let hidden = |game: &Game, cell| {
            let veil = veil_colour(game, from, &fade, cell);
            veil.map(|colour| colour.w)
        };
        let dungeon = Arc::clone(game.dungeon());
        let map = &dungeon.layout.map;
        let seen: Vec<Cell> = map
            .cells()
            .filter(|cell| game.visible().has(map, *cell))
            .collect();
        assert!(seen.len() > 20 && seen.len() < map.len());
        for cell in map.cells().filter(|cell| *cell != hero) {
            let part = hidden(&game, cell);
            assert_eq!(part.is_some(), seen.contains(&cell), "{cell}");
            if let Some(part) = part {
                assert!(Some(part) > hidden(&game, hero) && part < DARK_REMEMBERED);
            }
        }
        // With the lantern hooded, the rest of the room is only remembered.
        let open = hidden(&game, hero);
        game.apply(Move::Hood, &mut Vec::new()).expect("legal");
        assert!(hidden(&game, hero) > open);
        let remembered = seen.iter().filter(|cell| !game.visible().has(map, **cell));
        let parts: Vec<Option<f32>> = remembered.map(|cell| hidden(&game, *cell)).collect();
        assert!(!parts.is_empty() && parts.iter().all(|part| *part == Some(DARK_REMEMBERED)));
    }

    /// A ground of a dungeon below a veil, as a linear colour.
    fn below(veil: Vec4, ground: Color) -> Color {
        let bright = (ground.to_linear().to_vec3() * BRIGHT).min(Vec3::ONE);
        let shown = bright.lerp(veil.truncate(), veil.w);
        Color::linear_rgb(shown.x, shown.y, shown.z)
    }

    #[test]
    fn remembered_cells_are_pale_in_the_light_theme_and_dark_in_the_others() {
        let [floor, wall] = [[0x3A, 0x4F, 0x4C], [0x6B, 0x7F, 0x78]]
            .map(|[red, green, blue]| Color::srgb_u8(red, green, blue));
        let lightness = |colour: Color| Oklcha::from(colour).lightness;
        let chroma = |colour: Color| Oklcha::from(colour).chroma;
        let lit = DUSK.extend(DARK_AT_LANTERN);
        for (_, theme) in Theme::ALL {
            let look = Look {
                theme,
                ..Look::USUAL
            };
            let unknown = look.map_colour(palette::NIGHT);
            let fade = Fade::of(theme, unknown.to_linear().to_vec4());
            let is_light = theme == Theme::Light;
            for ground in [floor, wall] {
                let [now, before] = [lit, fade.remembered].map(|veil| below(veil, ground));
                assert!(chroma(before) < 0.8 * chroma(now), "{theme:?}");
                assert_eq!(lightness(before) > lightness(now), is_light);
                assert_eq!(lightness(before) > 0.7, is_light);
            }
            // Walls, floors and unknown ground can be told apart.
            let [floor, wall] = [floor, wall].map(|ground| below(fade.remembered, ground));
            assert!(lightness(wall) - lightness(floor) > 0.05, "{theme:?}");
            assert!(!is_light || lightness(unknown) - lightness(wall) > 0.1);
        }
    }
}
