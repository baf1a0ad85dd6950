//! The dungeon as data: a graph of rooms, its locks, and the map that the graph is laid out on.

mod dungeon;
pub mod floor_plan;
pub mod graph;
pub mod graph_code;
pub mod ground;
pub mod layout;
pub mod locks;
pub mod theme;

pub use dungeon::{Dungeon, Repairs};
pub use graph::{Distances, Graph, MAX_ROOMS, Roles, Room, RoomNo, RoomSet};
pub use ground::Ground;
pub use layout::{Area, Cell, Connection, Layout, Map, Passage, Tile};
pub use locks::{Lock, Locks, MAX_LOCKS};
pub use theme::Theme;
