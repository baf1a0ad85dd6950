//! A graph as a picture: each room is a disc in the colour of its role, with its number, its size, its chests and its
//! enemies; each edge is a line. Rooms that are not played are grey.

use super::spread::positions;
use crate::games::dungeon::map::floor_plan::{CELL_KEYS, FloorPlan, ROOM_KEYS};
use crate::games::dungeon::map::{Dungeon, Graph, Room, RoomNo, RoomSet};
use crate::generation::{Form, Label, Picture, Place, Shape, Tint};

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

const START: Tint = Tint::Player(2);
const KEY: Tint = Tint::Kind(0);
const EXIT: Tint = Tint::Fault;
const ROOM: Tint = Tint::Kind(6);
const DISCARDED: Tint = Tint::Ground;
const CHEST: Tint = Tint::Kind(1);
const ENEMY: Tint = Tint::Player(0);
/// The letters on coloured shapes, and those beside them.
const INK: Tint = Tint::Stone;
const QUIET_INK: Tint = Tint::Player(1);

/// The first keys of the shapes of rooms: the rims of special rooms, and the signs of chests and enemies.
const RIM_KEYS: u16 = 4_200;
const CHEST_KEYS: u16 = ROOM_KEYS + 100;
const ENEMY_KEYS: u16 = ROOM_KEYS + 200;

/// The meaning of the colours and signs, with the keys of the phrases.
pub const LEGEND: &[(Form, Tint, &str)] = &[
    (Form::Disc, START, "dungeon.legend.start"),
    (Form::Disc, KEY, "dungeon.legend.key"),
    (Form::Disc, EXIT, "dungeon.legend.exit"),
    (Form::Disc, ROOM, "dungeon.legend.room"),
    (Form::Disc, DISCARDED, "dungeon.legend.discarded"),
    (Form::Tile, CHEST, "dungeon.legend.chests"),
    (Form::Disc, ENEMY, "dungeon.legend.enemies"),
];

/// The shapes and marks of one room.
struct Drawn<'a> {
    graph: &'a Graph,
    room: RoomNo,
    /// The middle.
    at: (f32, f32),
    /// The size of the signs of chests and enemies.
    sign: f32,
    /// The distance of the signs from the middle, to the side and up.
    aside: (f32, f32),
}

impl Drawn<'_> {
    /// A text on the shape of this room among those from a key on.
    fn mark(&self, keys: u16, text: String, (x, y): (f32, f32), height: f32, tint: Tint) -> Label {
        let key = keys + u16::from(self.room.0);
        Label {
            text,
            place: Place::Mark { key, tint },
            x: self.at.0 + x,
            y: self.at.1 + y,
            height,
        }
    }

    /// The number of the room.
    fn number(&self, height: f32) -> Label {
        self.mark(ROOM_KEYS, self.room.to_string(), (0.0, 0.0), height, INK)
    }

    /// The sign of the chests or of the enemies, with their number; `None` if there are none.
    fn sign(&self, is_enemies: bool) -> Option<(Shape, Label)> {
        let contents = self.graph.room(self.room);
        let (count, form, tint, keys, side) = if is_enemies {
            (contents.enemies, Form::Disc, ENEMY, ENEMY_KEYS, 1.0)
        } else {
            (contents.chests, Form::Tile, CHEST, CHEST_KEYS, -1.0)
        };
        let offset = (side * self.aside.0, -self.aside.1);
        let shape = Shape {
            key: keys + u16::from(self.room.0),
            form,
            tint,
            x: self.at.0 + offset.0,
            y: self.at.1 + offset.1,
            size: self.sign,
        };
        let number = self.mark(keys, count.to_string(), offset, 0.85 * self.sign, INK);
        (count > 0).then_some((shape, number))
    }
}

/// Appends the signs of all rooms, the chests first, so that the keys ascend.
fn add_signs(drawn: &[Drawn], picture: &mut Picture) {
    for is_enemies in [false, true] {
        for (shape, number) in drawn.iter().filter_map(|room| room.sign(is_enemies)) {
            picture.shapes.push(shape);
            picture.labels.push(number);
        }
    }
}

/// The map that a graph is laid out on. `dungeon` is made of the component of the start.
pub fn map_picture(graph: &Graph, dungeon: &Dungeon) -> Picture {
    let played = graph.reach(graph.roles.start, graph.all());
    let rooms: Vec<(u16, Tint)> = played
        .map(|room| (u16::from(room.0), tint(graph, room, true)))
        .collect();
    let plan = FloorPlan::of(dungeon);
    let mut picture = Picture::of(plan.shapes(dungeon, &rooms));
    let areas = dungeon.layout.rooms.iter();
    let drawn: Vec<Drawn> = played
        .zip(areas)
        .map(|(room, area)| {
            let (width, height) = (f32::from(area.width), f32::from(area.height));
            let (x, y) = (f32::from(area.origin.x), f32::from(area.origin.y));
            let side = width.min(height) * plan.cell;
            let sign = (0.34 * side).min(0.05);
            let aside = |length: f32| 0.5 * (length * plan.cell - sign);
            Drawn {
                graph,
                room,
                at: plan.position(x + width / 2.0, y + height / 2.0),
                sign,
                aside: (aside(width), aside(height)),
            }
        })
        .collect();
    let heights = drawn.iter().map(|room| 1.3 * room.sign);
    picture.labels = drawn
        .iter()
        .zip(heights)
        .map(|(room, height)| room.number(height))
        .collect();
    let cells = picture.shapes.split_off(drawn.len());
    add_signs(&drawn, &mut picture);
    picture.shapes.extend(cells);
    picture
}

/// The graph with its rooms spread over the picture. `played` is the part that counts.
pub fn graph_picture(graph: &Graph, played: RoomSet) -> Picture {
    let at = positions(graph);
    let ideal = 0.8 / (graph.len() as f32).sqrt();
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
    let size = |room: RoomNo| {
        let Room { width, height, .. } = *graph.room(room);
        let side = (f32::from(width) * f32::from(height)).sqrt();
        ideal * (0.36 + 0.012 * side.min(20.0))
    };
    let disc = |key: u16, room: RoomNo, tint, size| Shape {
        key: key + u16::from(room.0),
        form: Form::Disc,
        tint,
        x: at[room.index()].0,
        y: at[room.index()].1,
        size,
    };
    let mut picture = Picture::of(links.collect());
    let special: RoomSet = graph.roles.set();
    let rims = special.map(|room| disc(RIM_KEYS, room, QUIET_INK, size(room) + 0.014));
    picture.shapes.extend(rims);
    let rooms = graph.all();
    let discs = rooms.map(|room| {
        disc(
            ROOM_KEYS,
            room,
            tint(graph, room, played.has(room)),
            size(room),
        )
    });
    picture.shapes.extend(discs);
    let drawn: Vec<Drawn> = rooms
        .map(|room| Drawn {
            graph,
            room,
            at: at[room.index()],
            sign: 0.26 * ideal,
            aside: (0.5 * size(room), 0.42 * size(room)),
        })
        .collect();
    for room in &drawn {
        let Room { width, height, .. } = *graph.room(room.room);
        let own = size(room.room);
        let below = (0.0, 0.5 * own + 0.12 * ideal);
        picture.labels.push(room.number(0.6 * own));
        let text = format!("{width}×{height}");
        let size = room.mark(ROOM_KEYS, text, below, 0.2 * ideal, QUIET_INK);
        picture.labels.push(size);
    }
    add_signs(&drawn, &mut picture);
    picture
}

/// A white ground, which lies below everything.
const WHITE: Shape = Shape {
    key: 0,
    form: Form::Block { height: 1.0 },
    tint: Tint::Fixed(255, 255, 255),
    x: 0.5,
    y: 0.5,
    size: 1.0,
};

/// The picture in the colours of GeneticGame (samus24): on white, with turquoise, green, orange, red and blue rooms,
/// magenta links, and black, blue, green and red numbers.
pub fn in_original_colours(mut picture: Picture) -> Picture {
    let is_sign = |shape: &Shape| (CHEST_KEYS..CELL_KEYS).contains(&shape.key);
    picture.shapes.retain(|shape| !is_sign(shape));
    for shape in &mut picture.shapes {
        shape.tint = match shape.key {
            ..RIM_KEYS => MAGENTA,
            CELL_KEYS.. => shape.tint,
            _ => original_tint(shape.tint),
        };
    }
    for label in &mut picture.labels {
        let Place::Mark { key, tint } = &mut label.place else {
            continue;
        };
        *tint = match *key {
            ENEMY_KEYS.. => RED,
            CHEST_KEYS.. => GREEN,
            _ if *tint == INK => BLACK,
            _ => BLUE,
        };
        // The signs are gone, so their numbers belong to the rooms.
        *key = ROOM_KEYS + (*key - ROOM_KEYS) % (CHEST_KEYS - ROOM_KEYS);
    }
    picture.shapes.insert(0, WHITE);
    picture
}

const TURQUOISE: Tint = Tint::Fixed(64, 224, 208);
const GREEN: Tint = Tint::Fixed(20, 140, 40);
const ORANGE: Tint = Tint::Fixed(255, 165, 0);
const RED: Tint = Tint::Fixed(225, 40, 30);
const BLUE: Tint = Tint::Fixed(40, 80, 225);
const MAGENTA: Tint = Tint::Fixed(255, 0, 255);
const BLACK: Tint = Tint::Fixed(0, 0, 0);

/// The original colour of a room or a number that has this colour usually.
pub fn original_tint(tint: Tint) -> Tint {
    match tint {
        START | CHEST => GREEN,
        KEY => ORANGE,
        EXIT | ENEMY => RED,
        ROOM => TURQUOISE,
        DISCARDED => BLUE,
        other => other,
    }
}
