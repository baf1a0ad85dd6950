//! A graph as a picture: each room is a disc in the colour of its role, with its number, its size, its chests and its
//! enemies; each edge is a line. Rooms that are not played are grey.

use super::spread::{ideal_distance, positions};
use crate::games::dungeon::map::floor_plan::{
    FREE_KEYS, FloorPlan, GRASS, LIGHT_KEYS, PORTALS, ROOM_KEYS, TileStyle, ground_sign,
    pictured_portals,
};
use crate::games::dungeon::map::{Cell, Dungeon, Graph, Room, RoomNo, RoomSet, Tile};
use crate::games::dungeon::rules::{LIGHT, sight};
use crate::games::dungeon::sprite_names;
use crate::generation::{Form, Label, LabelPlace, Picture, Shape, Tint};

/// The colour of a room: by its role, or grey if it is not played.
fn tint(graph: &Graph, room: RoomNo, is_played: bool) -> Tint {
    match room {
        room if room == graph.roles.start => START,
        room if room == graph.roles.key => KEY,
        room if room == graph.roles.exit => EXIT,
        _ if is_played => ROOM,
        _ => DISCARDED,
    }
}

pub(super) const START: Tint = Tint::Player(2);
pub(super) const KEY: Tint = Tint::Kind(0);
pub(super) const EXIT: Tint = Tint::Fault;
pub(super) const ROOM: Tint = Tint::Kind(6);
pub(super) const DISCARDED: Tint = Tint::Ground;
pub(super) const CHEST: Tint = Tint::Kind(1);
pub(super) const ENEMY: Tint = Tint::Player(0);
/// The colour of letters on coloured shapes.
const INK: Tint = Tint::Stone;
/// The colour of letters on dark shapes.
const LIGHT_INK: Tint = Tint::Player(1);
/// The same dark colour in every theme: of letters on what is always bright, and behind numbers.
const DARK_INK: Tint = Tint::Fixed(0x05, 0x0D, 0x10);

/// The first key of the rims of special rooms.
pub(super) const RIM_KEYS: u16 = 4_200;
/// The first key of the pairs of portals, which lie above the cells and the light on them.
const PORTAL_KEYS: u16 = FREE_KEYS - 3 * KIND_KEYS;
/// The size of a portal in cells, larger than a cell, so that the number of its pair is seen on a large map.
const PORTAL_SIZE: f32 = 1.9;
/// The width of the line between the portals of a pair, as a part of the picture.
const PORTAL_LINE: f32 = 0.004;
/// The first key of the sprites in rooms, which lie above everything else.
pub(super) const SPRITE_KEYS: u16 = FREE_KEYS;
/// The number of keys of the sprites of one kind: as many as there can be rooms.
const KIND_KEYS: u16 = 64;
/// The first key of the chests.
pub(super) const CHEST_KEYS: u16 = SPRITE_KEYS + KIND_KEYS;
/// The first key of the enemies.
pub(super) const ENEMY_KEYS: u16 = CHEST_KEYS + KIND_KEYS;
/// The first key of the signs of the ground in rooms.
const GROUND_KEYS: u16 = ENEMY_KEYS + KIND_KEYS;
/// The key of the hero.
const HERO_KEY: u16 = GROUND_KEYS + KIND_KEYS;
/// The size of the hero in cells, larger than a cell, so that they are found on a large map.
const HERO_SIZE: f32 = 2.2;

const PORTAL: Tint = Tint::Kind(5);

const CHEST_SPRITE: Form = Form::Sprite(sprite_names::CHEST);
const ENEMY_SPRITE: Form = Form::Sprite(sprite_names::HUNTER);

/// The meaning of the colours and signs, with the keys of the phrases.
pub const LEGEND: &[(Form, Tint, &str)] = &[
    (
        Form::Sprite(sprite_names::START),
        START,
        "dungeon.legend.start",
    ),
    (
        Form::Sprite(sprite_names::EXIT_KEY),
        KEY,
        "dungeon.legend.key",
    ),
    (
        Form::Sprite(sprite_names::EXIT),
        EXIT,
        "dungeon.legend.exit",
    ),
    (Form::Disc, ROOM, "dungeon.legend.room"),
    (Form::Disc, DISCARDED, "dungeon.legend.discarded"),
    (CHEST_SPRITE, CHEST, "dungeon.legend.chests"),
    (ENEMY_SPRITE, ENEMY, "dungeon.legend.enemies"),
    (Form::Sprite(PORTALS[0]), PORTAL, "dungeon.legend.portals"),
    (Form::Sprite(GRASS), Tint::Kind(2), "dungeon.legend.ground"),
];

/// The place of a sign: its middle and its height, as parts of the picture.
#[derive(Clone, Copy)]
struct Sign {
    x: f32,
    y: f32,
    height: f32,
}

/// The signs of one room: its number, its role, its chests and its enemies.
struct Signs<'a> {
    graph: &'a Graph,
    room: RoomNo,
    /// The colour of the room.
    tint: Tint,
    number: Sign,
    /// The place of the room's size in cells; `None` if there is no space for it.
    size: Option<Sign>,
    role: Sign,
    chests: Sign,
    enemies: Sign,
    /// The distances of the numbers of chests and of enemies from their sprites, to the right and down, in heights of
    /// the sprites.
    counts: [(f32, f32); 2],
    /// The background of the number of the room; `None` if it needs none.
    ground: Option<(Form, Tint)>,
    /// The colour and the background of the numbers of chests and enemies.
    count: (Tint, Option<(Form, Tint)>),
}

impl Signs<'_> {
    fn draw(&self, picture: &mut Picture) {
        let number = self.mark(self.room.to_string(), self.number, self.ink());
        picture.labels.push(number);
        picture
            .labels
            .extend(self.size.map(|sign| self.size_label(sign)));
        let contents = self.graph.room(self.room);
        let signs = [
            (contents.chests, self.chests, CHEST_SPRITE, CHEST_KEYS),
            (contents.enemies, self.enemies, ENEMY_SPRITE, ENEMY_KEYS),
        ];
        for ((count, sign, form, keys), (right, down)) in signs.into_iter().zip(self.counts) {
            if count > 0 {
                // A sprite that is too small is drawn in this tint, which does not draw attention from the rooms.
                let sprite = self.sprite(keys, form, Tint::Calm, sign);
                let beside = Sign {
                    x: sign.x + right * sign.height,
                    y: sign.y + down * sign.height,
                    ..sign
                };
                // One sprite is counted at a glance.
                if count > 1 {
                    picture
                        .labels
                        .push(self.count_mark(count, beside, sprite.key));
                }
                picture.shapes.push(sprite);
            }
        }
        let roles = self.graph.roles;
        let special = [roles.start, roles.key, roles.exit];
        if let Some(role) = special.iter().position(|room| *room == self.room) {
            let form = Form::Sprite(sprite_names::ROLES[role]);
            let sprite = self.sprite(SPRITE_KEYS, form, self.tint, self.role);
            picture.shapes.push(sprite);
        }
    }

    /// A sprite. `keys` is the first key of its kind.
    fn sprite(&self, keys: u16, form: Form, tint: Tint, sign: Sign) -> Shape {
        Shape {
            key: keys + u16::from(self.room.0),
            form,
            tint,
            x: sign.x,
            y: sign.y,
            size: 1.1 * sign.height,
        }
    }

    fn mark(&self, text: String, sign: Sign, tint: Tint) -> Label {
        let key = ROOM_KEYS + u16::from(self.room.0);
        let ground = self.ground;
        Label {
            text,
            place: LabelPlace::Mark { key, tint, ground },
            x: sign.x,
            y: sign.y,
            height: sign.height,
        }
    }

    /// The number of chests or enemies, which moves with their sprite.
    fn count_mark(&self, count: u8, sign: Sign, sprite: u16) -> Label {
        let (tint, ground) = self.count;
        Label {
            text: count.to_string(),
            place: LabelPlace::Mark {
                key: sprite,
                tint,
                ground,
            },
            x: sign.x,
            y: sign.y,
            height: sign.height,
        }
    }

    /// The size of the room in cells.
    fn size_label(&self, sign: Sign) -> Label {
        let Room { width, height, .. } = *self.graph.room(self.room);
        self.mark(format!("{width}×{height}"), sign, self.ink())
    }

    /// The colour of letters that can be read on the room.
    fn ink(&self) -> Tint {
        ink_on(self.tint)
    }
}

/// The colour of letters that can be read on a room of this colour. The green of the start is bright in every theme, the
/// other colours are dark in the light theme.
fn ink_on(room: Tint) -> Tint {
    match room {
        DISCARDED => LIGHT_INK,
        START => DARK_INK,
        _ => INK,
    }
}

/// The height of the signs of a room on the map at most, as a part of the picture.
const MAX_SIGN: f32 = 0.055;
/// The distance of signs that stand one above the other, in their heights, so that the backgrounds of letters do not
/// overlap.
const SIGN_PITCH: f32 = 1.25;
/// The distance of a sprite from the number beside it, in their heights, so that the number does not cover the sprite.
const COUNT_PITCH: f32 = 1.13;
/// The distance of the middle of a sign from the edges of the room, in its heights.
const SIGN_MARGIN: f32 = 0.65;
/// The width of a sprite with its number and the margins on both sides, in their heights.
const PAIR_WIDTH: f32 = COUNT_PITCH + 2.0 * SIGN_MARGIN;

/// The places of the signs in a room on the map: its number and its role above, chests and enemies below, beside each
/// other or, in a narrow room, one above the other. The room's middle and its size are parts of the picture.
fn signs_of_area<'a>(
    graph: &'a Graph,
    room: RoomNo,
    tint: Tint,
    (x, y): (f32, f32),
    (width, height): (f32, f32),
) -> Signs<'a> {
    let wide = (width / (2.0 * PAIR_WIDTH)).min(height / 2.3);
    let narrow = (width / PAIR_WIDTH).min(height / (2.0 * (SIGN_MARGIN + SIGN_PITCH)));
    let is_wide = wide >= narrow;
    let side = wide.max(narrow).min(MAX_SIGN);
    let margin = SIGN_MARGIN * side;
    let (left, right) = (x - width / 2.0 + margin, x + width / 2.0 - margin);
    let (top, bottom) = (y - height / 2.0 + margin, y + height / 2.0 - margin);
    let at = |x: f32, y: f32| Sign { x, y, height: side };
    Signs {
        graph,
        room,
        tint,
        number: at(left, top),
        size: None,
        role: at(right, top),
        chests: at(
            left,
            if is_wide {
                bottom
            } else {
                bottom - SIGN_PITCH * side
            },
        ),
        enemies: at(
            if is_wide {
                right - COUNT_PITCH * side
            } else {
                left
            },
            bottom,
        ),
        counts: [(COUNT_PITCH, 0.0); 2],
        // The background covers inner walls, on which letters could not be read.
        ground: Some((Form::Tile, tint)),
        // The number of things is round and dark, so that it is not taken for the number of a room.
        count: (LIGHT_INK, Some((Form::Disc, DARK_INK))),
    }
}

/// The map that a graph is laid out on. `dungeon` is made of the component of the start.
pub fn map_picture(graph: &Graph, dungeon: &Dungeon, style: TileStyle) -> Picture {
    let played = graph.reachable(graph.roles.start, graph.all());
    let rooms: Vec<(u16, Tint)> = played
        .map(|room| (u16::from(room.0), tint(graph, room, true)))
        .collect();
    let plan = FloorPlan::of(dungeon);
    let mut picture = Picture::of(plan.shapes(dungeon, &rooms, style));
    if style == TileStyle::Tiled {
        picture.shapes.extend(portals(plan, dungeon));
    }
    // The rooms of the dungeon are those that are played, in their order.
    for (room, area) in played.zip(&dungeon.layout.rooms) {
        let (width, height) = (f32::from(area.width), f32::from(area.height));
        let (x, y) = (f32::from(area.origin.x), f32::from(area.origin.y));
        let middle = plan.position(x + width / 2.0, y + height / 2.0);
        let size = (width * plan.cell, height * plan.cell);
        signs_of_area(graph, room, tint(graph, room, true), middle, size).draw(&mut picture);
    }
    in_order(picture)
}

/// The pairs of portals: the two portals of each, and a line between them.
fn portals(plan: FloorPlan, dungeon: &Dungeon) -> impl Iterator<Item = Shape> {
    let pairs = pictured_portals(&dungeon.layout).take(usize::from(KIND_KEYS));
    let keys = (PORTAL_KEYS..).step_by(3);
    keys.zip(pairs).flat_map(move |(key, (ends, sprite))| {
        let [from, to] = ends.map(|end| plan.middle(end));
        let shape = |key, form, (x, y), size| Shape {
            key,
            form,
            tint: PORTAL,
            x,
            y,
            size,
        };
        let line = Form::Link { x: to.0, y: to.1 };
        let portal = |key, at| shape(key, Form::Sprite(sprite), at, PORTAL_SIZE * plan.cell);
        [
            shape(key, line, from, PORTAL_LINE),
            portal(key + 1, from),
            portal(key + 2, to),
        ]
    })
}

/// The map with the lantern lit: the hero stands at the start, and light lies on the floor that the hero sees from
/// there, most on the nearest cells.
pub fn lit_map_picture(graph: &Graph, dungeon: &Dungeon) -> Picture {
    let mut picture = map_picture(graph, dungeon, TileStyle::Tiled);
    let (plan, layout) = (FloorPlan::of(dungeon), &dungeon.layout);
    let mut lit: Vec<Cell> = Vec::new();
    let blocks = |at: Cell| matches!(layout.map.at(at), Tile::Rock | Tile::Wall | Tile::Door);
    sight::look(layout.start, LIGHT, blocks, |at| {
        if !blocks(at) && !lit.contains(&at) {
            lit.push(at);
        }
    });
    let light = (LIGHT_KEYS..PORTAL_KEYS).zip(&lit).map(|(key, at)| {
        let (x, y) = plan.middle(*at);
        Shape {
            key,
            form: Form::Block { height: plan.cell },
            tint: lamplight(at.distance_to(layout.start)),
            x,
            y,
            size: plan.cell,
        }
    });
    picture.shapes.extend(light);
    let (x, y) = plan.middle(layout.start);
    picture.shapes.push(Shape {
        key: HERO_KEY,
        form: Form::Sprite(sprite_names::HERO),
        tint: LIGHT_INK,
        x,
        y,
        size: HERO_SIZE * plan.cell,
    });
    in_order(picture)
}

/// The light on floor at a number of steps from the lantern.
fn lamplight(steps: u16) -> Tint {
    let near = 1.0 - f32::from(steps) / (LIGHT as f32 + 1.0);
    Tint::Light((100.0 * near) as u8)
}

/// The picture with its shapes by ascending keys.
fn in_order(mut picture: Picture) -> Picture {
    picture.shapes.sort_by_key(|shape| shape.key);
    picture
}

/// The graph with its rooms spread over the picture. `played` is the part that counts.
pub fn graph_picture(graph: &Graph, played: RoomSet) -> Picture {
    graph_picture_at(graph, played, &positions(graph))
}

/// The width of a room in a picture of its graph.
pub fn room_size(graph: &Graph, room: RoomNo) -> f32 {
    let Room { width, height, .. } = *graph.room(room);
    let side = (f32::from(width) * f32::from(height)).sqrt();
    ideal_distance(graph.len()) * (0.36 + 0.012 * side.min(20.0))
}

/// The graph with each room in its place.
pub fn graph_picture_at(graph: &Graph, played: RoomSet, at: &[(f32, f32)]) -> Picture {
    let links = graph.edges().map(|(a, b)| {
        let (from, to) = (at[a.index()], at[b.index()]);
        Shape {
            key: u16::from(a.0) * 64 + u16::from(b.0),
            form: Form::Link { x: to.0, y: to.1 },
            tint: if played.has(a) { ROOM } else { DISCARDED },
            x: from.0,
            y: from.1,
            size: 0.008,
        }
    });
    let size = |room: RoomNo| room_size(graph, room);
    let disc = |key: u16, room: RoomNo, tint, size| Shape {
        key: key + u16::from(room.0),
        form: Form::Disc,
        tint,
        x: at[room.index()].0,
        y: at[room.index()].1,
        size,
    };
    let mut picture = Picture::of(links.collect());
    let special = graph.roles.set();
    let rims = special.map(|room| disc(RIM_KEYS, room, LIGHT_INK, size(room) + 0.014));
    picture.shapes.extend(rims);
    for room in graph.all() {
        let tint = tint(graph, room, played.has(room));
        picture.shapes.push(disc(ROOM_KEYS, room, tint, size(room)));
        draw_signs_of_disc(graph, room, tint, at[room.index()], &mut picture);
    }
    in_order(picture)
}

/// Draws the signs of a room that is a disc of a tint, on the disc and around it.
fn draw_signs_of_disc(
    graph: &Graph,
    room: RoomNo,
    tint: Tint,
    (x, y): (f32, f32),
    picture: &mut Picture,
) {
    let (ideal, size) = (ideal_distance(graph.len()), room_size(graph, room));
    let sign = |x: f32, y: f32, height: f32| Sign { x, y, height };
    let aside = 0.22 * ideal;
    let signs = Signs {
        graph,
        room,
        tint,
        number: sign(x, y - 0.1 * size, 0.5 * size),
        // The size stands in the room, because the signs of another room may stand below it.
        size: Some(sign(x, y + 0.26 * size, 0.29 * size)),
        role: sign(x, y - 0.5 * size - 0.08 * ideal, 0.3 * ideal),
        // A number of two digits has room between them.
        chests: sign(x - 0.62 * size, y - 0.36 * size, aside),
        enemies: sign(x + 0.62 * size, y - 0.36 * size, aside),
        // The numbers stand above the sprites, where there are no other signs.
        counts: [(-0.35, -0.95), (0.35, -0.95)],
        ground: None,
        count: (Tint::Letter, None),
    };
    signs.draw(picture);
    if let Some((sprite, tint)) = ground_sign(graph.room(room).ground) {
        picture.shapes.push(Shape {
            key: GROUND_KEYS + u16::from(room.0),
            form: Form::Sprite(sprite),
            tint,
            // The sign stands beside the size, which is written on the disc.
            x: x - 0.64 * size,
            y: y + 0.5 * size,
            size: aside,
        });
    }
}
