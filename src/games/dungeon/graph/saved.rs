//! Saved dungeons: named RON files in the player's folder, which a person can read and write.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::plan::{DungeonPlan, PlannedLock, edge_between};
use crate::base::PlainError;
use crate::base::bounded::at_most;
use crate::base::ron_tokens::{items_of, line_and_column};
use crate::games::dungeon::map::{Graph, Ground, MAX_LOCKS, Room, RoomNo};
use crate::generation::Seed;
use crate::session::store::{self, StoreError, read_existing};
use crate::session::{Autosave, FileName, Folders, Library, SaveError};

/// The version of the files.
const FILE_VERSION: u32 = 1;

/// The largest numbers of rooms, ways and locks that are read. No dungeon has so many; smaller excesses are refused
/// later, with a better message.
const MOST_ITEMS: usize = 10_000;

/// The content of a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DungeonFile {
    /// The rooms; they are numbered from 0.
    #[serde(deserialize_with = "at_most::<MOST_ITEMS, _, _>")]
    rooms: Vec<RoomRecord>,
    /// The pairs of rooms that are joined.
    #[serde(deserialize_with = "at_most::<MOST_ITEMS, _, _>")]
    ways: Vec<(u8, u8)>,
    start: u8,
    key: u8,
    exit: u8,
    #[serde(default, deserialize_with = "at_most::<MOST_ITEMS, _, _>")]
    locks: Vec<LockRecord>,
    /// The seed with which the rooms are laid out.
    seed: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomRecord {
    width: u8,
    height: u8,
    #[serde(default)]
    enemies: u8,
    #[serde(default)]
    chests: u8,
    #[serde(default)]
    ground: Ground,
    /// The place of the room on the canvas of the editor, 0 to 1 from the left and from the top.
    at: (f32, f32),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LockRecord {
    /// The room of its key.
    key: Option<u8>,
    /// The ways that it locks.
    ways: Vec<(u8, u8)>,
}

/// The library of dungeons.
pub fn library(folders: &Folders) -> Library {
    Library::of(folders, "dungeons")
}

/// Saves a dungeon under a free name. The file is written in the background.
pub fn save(
    autosave: &mut Autosave,
    folders: &Folders,
    name: &FileName,
    plan: &DungeonPlan,
) -> Result<(), SaveError> {
    autosave.write_new(
        &library(folders),
        name,
        FILE_VERSION,
        &DungeonFile::of(plan),
    )
}

/// Reads a dungeon. The error names file, line, column and reason.
pub fn read(path: &Path) -> Result<DungeonPlan, StoreError> {
    let text = read_existing(path)?;
    let file: DungeonFile = store::parse(path, &text, FILE_VERSION)?;
    file.plan().map_err(|FileFault { field, item, why }| {
        let items = items_of(&text, field);
        let at = items.get(item).map(|item| item.start);
        let (line, column) = line_and_column(&text, at.or_else(|| text.find(field)).unwrap_or(0));
        StoreError::text(path, line, column, &why)
    })
}

/// A fault in a file, with the field and the item in which it is.
struct FileFault {
    field: &'static str,
    item: usize,
    why: String,
}

impl DungeonFile {
    fn of(plan: &DungeonPlan) -> Self {
        let graph = &plan.graph;
        let rooms = graph.all().zip(&plan.places).map(|(room, at)| {
            let Room {
                width,
                height,
                enemies,
                chests,
                ground,
            } = *graph.room(room);
            RoomRecord {
                width,
                height,
                enemies,
                chests,
                ground,
                at: *at,
            }
        });
        let pair = |(a, b): (RoomNo, RoomNo)| (a.0, b.0);
        let locks = plan.locks.iter().flatten().map(|lock| LockRecord {
            key: lock.key.map(|key| key.0),
            ways: lock.edges.iter().copied().map(pair).collect(),
        });
        DungeonFile {
            rooms: rooms.collect(),
            ways: graph.edges().map(pair).collect(),
            start: graph.roles.start.0,
            key: graph.roles.key.0,
            exit: graph.roles.exit.0,
            locks: locks.collect(),
            seed: plan.seed.to_string(),
        }
    }

    fn plan(self) -> Result<DungeonPlan, FileFault> {
        let count = self.rooms.len();
        let fault = |field, item, why: PlainError| FileFault {
            field,
            item,
            why: why.to_string(),
        };
        if !Graph::ROOMS.contains(&count) {
            let (least, most) = Graph::ROOMS.into_inner();
            let why = format!("there are {count} rooms; there must be from {least} to {most}");
            return Err(fault("rooms", 0, PlainError::new(why)));
        }
        for (item, room) in self.rooms.iter().enumerate() {
            room.check().map_err(|why| fault("rooms", item, why))?;
        }
        let mut graph = self.connected_rooms()?;
        for (role, room) in graph.roles.each_mut().into_iter().zip(self.role_rooms()?) {
            *role = room;
        }
        let locks = self.planned_locks(&graph)?;
        let seed = self.seed.parse::<Seed>();
        let seed = seed.map_err(|why| fault("seed", 0, why.into()))?;
        Ok(DungeonPlan {
            places: self.rooms.iter().map(|room| room.at).collect(),
            graph,
            locks: Some(locks),
            seed,
        })
    }

    /// The rooms with the ways between them, without roles.
    fn connected_rooms(&self) -> Result<Graph, FileFault> {
        let rooms: Vec<Room> = self.rooms.iter().map(RoomRecord::room).collect();
        let mut graph = Graph::of(&rooms);
        for (item, (a, b)) in self.ways.iter().enumerate() {
            let [a, b] = [*a, *b].map(|room| self.existing_room("ways", item, room));
            graph.connect(a?, b?);
        }
        Ok(graph)
    }

    /// The rooms of the three roles, which must be different ones.
    fn role_rooms(&self) -> Result<[RoomNo; 3], FileFault> {
        let roles = [
            ("start", self.start),
            ("key", self.key),
            ("exit", self.exit),
        ];
        for (at, (field, room)) in roles.into_iter().enumerate() {
            self.existing_room(field, 0, room)?;
            if roles[..at].iter().any(|(_, other)| *other == room) {
                let why = format!("room {room} has another role already");
                return Err(FileFault {
                    field,
                    item: 0,
                    why,
                });
            }
        }
        Ok(roles.map(|(_, room)| RoomNo(room)))
    }

    /// A room that an item of a field names. It is a fault if there is none with this number.
    fn existing_room(
        &self,
        field: &'static str,
        item: usize,
        room: u8,
    ) -> Result<RoomNo, FileFault> {
        let count = self.rooms.len();
        if usize::from(room) < count {
            return Ok(RoomNo(room));
        }
        let why = format!("there is no room {room}; they go from 0 to {}", count - 1);
        Err(FileFault { field, item, why })
    }

    fn planned_locks(&self, graph: &Graph) -> Result<[PlannedLock; MAX_LOCKS as usize], FileFault> {
        let mut locks: [PlannedLock; MAX_LOCKS as usize] = Default::default();
        let fault = |item, why: String| FileFault {
            field: "locks",
            item,
            why,
        };
        if self.locks.len() > locks.len() {
            let why = format!("there are more than {MAX_LOCKS} locks");
            return Err(fault(locks.len(), why));
        }
        for (item, (lock, record)) in locks.iter_mut().zip(&self.locks).enumerate() {
            let known = |room: &u8| usize::from(*room) < graph.len();
            if let Some(key) = record.key.filter(|key| !known(key)) {
                return Err(fault(item, format!("there is no room {key} for its key")));
            }
            lock.key = record.key.map(RoomNo);
            for (a, b) in &record.ways {
                let is_edge = known(a) && known(b) && graph.neighbours(RoomNo(*a)).has(RoomNo(*b));
                if !is_edge {
                    return Err(fault(item, format!("rooms {a} and {b} are not joined")));
                }
                lock.edges.push(edge_between(RoomNo(*a), RoomNo(*b)));
            }
        }
        Ok(locks)
    }
}

impl RoomRecord {
    fn room(&self) -> Room {
        Room {
            width: self.width,
            height: self.height,
            enemies: self.enemies,
            chests: self.chests,
            ground: self.ground,
        }
    }

    fn check(&self) -> Result<(), PlainError> {
        let (x, y) = self.at;
        if !Room::SIDES.contains(&self.width) || !Room::SIDES.contains(&self.height) {
            let (least, most) = Room::SIDES.into_inner();
            return Err(PlainError::new(format!(
                "a room of {} x {} is not possible: sides go from {least} to {most}",
                self.width, self.height
            )));
        }
        if self.enemies > Room::MOST_ENEMIES || self.chests > Room::MOST_CHESTS {
            return Err(PlainError::new(format!(
                "a room has at most {} enemies and {} chests",
                Room::MOST_ENEMIES,
                Room::MOST_CHESTS
            )));
        }
        if !(0.0..=1.0).contains(&x) || !(0.0..=1.0).contains(&y) {
            return Err(PlainError::new(format!(
                "({x}, {y}) is no place: both go from 0 to 1"
            )));
        }
        Ok(())
    }
}
