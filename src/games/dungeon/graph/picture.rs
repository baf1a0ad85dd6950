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
/// The letters on coloured shapes, and those beside them or on dark ones.
const INK: Tint = Tint::Stone;
const LIGHT_INK: Tint = Tint::Player(1);

/// The first key of the rims of special rooms.
const RIM_KEYS: u16 = 4_200;

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

/// The marks of one room.
struct Marks {
    room: RoomNo,
    /// Its size and contents.
    contents: Room,
    /// The colour of the room.
    tint: Tint,
    /// The middle of the room.
    at: (f32, f32),
    /// The height of the numbers of chests and enemies.
    height: f32,
    /// The distance of these from the middle, to the side and up.
    aside: (f32, f32),
}

impl Marks {
    fn mark(
        &self,
        text: String,
        (x, y): (f32, f32),
        height: f32,
        tint: Tint,
        ground: Option<(Form, Tint)>,
    ) -> Label {
        let key = ROOM_KEYS + u16::from(self.room.0);
        Label {
            text,
            place: Place::Mark { key, tint, ground },
            x: self.at.0 + x,
            y: self.at.1 + y,
            height,
        }
    }

    /// The number of the room.
    fn number(&self, height: f32, ground: Option<(Form, Tint)>) -> Label {
        let ink = if self.tint == DISCARDED {
            LIGHT_INK
        } else {
            INK
        };
        self.mark(self.room.to_string(), (0.0, 0.0), height, ink, ground)
    }

    /// The size of the room, so far below its middle.
    fn size(&self, below: f32, height: f32) -> Label {
        let Room {
            width,
            height: rows,
            ..
        } = self.contents;
        let text = format!("{width}×{rows}");
        self.mark(text, (0.0, below), height, LIGHT_INK, None)
    }

    /// The numbers of chests and enemies, as far as there are any.
    fn contents(&self) -> impl Iterator<Item = Label> {
        let room = self.contents;
        let (x, y) = self.aside;
        let signs = [
            (room.chests, (Form::Tile, CHEST), (-x, -y)),
            (room.enemies, (Form::Disc, ENEMY), (x, -y)),
        ];
        let there = signs.into_iter().filter(|(count, ..)| *count > 0);
        there.map(|(count, ground, at)| {
            self.mark(count.to_string(), at, self.height, INK, Some(ground))
        })
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
    // The rooms of the dungeon are those that are played, in their order.
    let rooms = dungeon.graph.all().zip(&dungeon.layout.rooms);
    for (room, (number, area)) in played.zip(rooms) {
        let (width, height) = (f32::from(area.width), f32::from(area.height));
        let (x, y) = (f32::from(area.origin.x), f32::from(area.origin.y));
        let side = width.min(height) * plan.cell;
        let letters = (0.3 * side).min(0.042);
        let aside = |length: f32| 0.5 * length * plan.cell - 0.6 * letters;
        let tint = tint(graph, room, true);
        let marks = Marks {
            room,
            contents: *dungeon.graph.room(number),
            tint,
            at: plan.position(x + width / 2.0, y + height / 2.0),
            height: letters,
            aside: (aside(width), aside(height)),
        };
        // The ground lies over inner walls, on which the number could not be read.
        let ground = Some((Form::Tile, tint));
        picture.labels.push(marks.number(1.3 * letters, ground));
        picture.labels.extend(marks.contents());
    }
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
    let special = graph.roles.set();
    let rims = special.map(|room| disc(RIM_KEYS, room, LIGHT_INK, size(room) + 0.014));
    picture.shapes.extend(rims);
    for room in graph.all() {
        let (tint, size) = (tint(graph, room, played.has(room)), size(room));
        picture.shapes.push(disc(ROOM_KEYS, room, tint, size));
        let marks = Marks {
            room,
            contents: *graph.room(room),
            tint,
            at: at[room.index()],
            height: 0.22 * ideal,
            aside: (0.5 * size, 0.42 * size),
        };
        picture.labels.push(marks.number(0.6 * size, None));
        picture
            .labels
            .push(marks.size(0.5 * size + 0.12 * ideal, 0.2 * ideal));
        picture.labels.extend(marks.contents());
    }
    picture
}

/// A white ground, which lies below everything.
const WHITE: Shape = Shape {
    key: 0,
    form: Form::Block { height: 1.0 },
    tint: WHITE_TINT,
    x: 0.5,
    y: 0.5,
    size: 1.0,
};

/// The picture in the colours of GeneticGame (samus24): on white, with turquoise, green, orange, red and blue rooms,
/// magenta links, and black, blue, green and red numbers.
pub fn in_original_colours(mut picture: Picture) -> Picture {
    for shape in &mut picture.shapes {
        shape.tint = match shape.key {
            ..RIM_KEYS => MAGENTA,
            CELL_KEYS.. => shape.tint,
            _ => original_tint(shape.tint),
        };
    }
    for label in &mut picture.labels {
        let Place::Mark { tint, ground, .. } = &mut label.place else {
            continue;
        };
        *tint = match ground {
            Some((_, CHEST)) => GREEN,
            Some((_, ENEMY)) => RED,
            _ if label.text.contains('×') => BLUE,
            _ => BLACK,
        };
        if let Some((_, below)) = ground {
            let is_sign = matches!(*below, CHEST | ENEMY);
            *below = if is_sign {
                WHITE_TINT
            } else {
                original_tint(*below)
            };
        }
    }
    picture.shapes.insert(0, WHITE);
    picture
}

const WHITE_TINT: Tint = Tint::Fixed(255, 255, 255);
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
