//! Five problems of the PCG Benchmark (Khalifa and others, FDG 2025; github.com/amidos2006/pcg_benchmark, MIT licence),
//! written anew: the measures of a content, and the score of a set of contents. The quirks of the original are kept,
//! since the figures are compared with the original's; `docs/pcg_benchmark.md` lists them.

pub mod binary;
pub mod grid;
pub mod isaac;
pub mod mdungeons;
pub mod measure;
pub mod queue;
pub mod score;
pub mod sequence;
pub mod sokoban;
pub mod zelda;

use std::ops::Range;

pub use binary::Binary;
pub use isaac::Isaac;
pub use mdungeons::Mdungeons;
pub use sokoban::Sokoban;
pub use zelda::Zelda;

/// A content: its numbers in the order in which the original's space has them. Each is below 256.
pub type Content = Vec<u8>;

/// The controls of one content, in the order of [`Problem::controls`].
pub type Controls = Vec<u32>;

/// The form of the numbers of a content as JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Rows of this many numbers.
    Rows(usize),
    /// A layout of this many rooms, then the rooms `start`, `boss`, `shop` and `treasure`.
    Rooms(usize),
}

/// The names of the four numbers that follow the layout in [`Shape::Rooms`].
pub const ROOM_NAMES: [&str; 4] = ["start", "boss", "shop", "treasure"];

/// One of the original's problems, with the sizes of one variant.
pub trait Problem: Send + Sync + 'static {
    /// The measures of a content. All values follow from them.
    type Info: Clone + Send + Sync + 'static;

    /// For each number of a content, the number of values that it may have (from 0 up).
    fn space(&self) -> Vec<u8>;

    /// The form in which a content is written.
    fn shape(&self) -> Shape;

    /// The names of the controls, with the values that they are drawn from.
    fn controls(&self) -> Vec<(&'static str, Range<u32>)>;

    /// Measures a content. This counts as an evaluation.
    fn info(&self, content: &[u8]) -> Self::Info;

    /// The quality, 0 to 1; a content passes with 1.
    fn quality(&self, info: &Self::Info) -> f64;

    /// The degree to which the controls are met, 0 to 1; a content passes with 1.
    fn control(&self, info: &Self::Info, controls: &[u32]) -> f64;

    /// The difference of two contents, 0 to 1; they are different enough with 1. The order of the two may matter.
    fn diversity(&self, first: &Self::Info, second: &Self::Info) -> f64;

    /// Whether the diversity of two contents is below 1, in one order or in the other. A problem may answer this faster
    /// than by computing both.
    fn are_alike(&self, first: &Self::Info, second: &Self::Info) -> bool {
        self.diversity(first, second) < 1.0 || self.diversity(second, first) < 1.0
    }
}

/// The names of all problems and variants.
pub const NAMES: [&str; 15] = [
    "zelda-v0",
    "sokoban-v0",
    "mdungeons-v0",
    "isaac-v0",
    "binary-v0",
    "zelda-enemies-v0",
    "zelda-large-v0",
    "sokoban-complex-v0",
    "sokoban-large-v0",
    "mdungeons-enemies-v0",
    "mdungeons-large-v0",
    "isaac-medium-v0",
    "isaac-large-v0",
    "binary-wide-v0",
    "binary-large-v0",
];

/// An operation on a problem whose type is known only by its name.
pub trait Visitor {
    /// The result.
    type Out;
    /// Called with zelda.
    fn zelda(self, problem: Zelda) -> Self::Out;
    /// Called with sokoban.
    fn sokoban(self, problem: Sokoban) -> Self::Out;
    /// Called with mdungeons.
    fn mdungeons(self, problem: Mdungeons) -> Self::Out;
    /// Called with isaac.
    fn isaac(self, problem: Isaac) -> Self::Out;
    /// Called with binary.
    fn binary(self, problem: Binary) -> Self::Out;
}

/// Calls the visitor with the problem of this name; `None` if no problem has the name.
pub fn visit<V: Visitor>(name: &str, visitor: V) -> Option<V::Out> {
    Some(match name {
        "zelda-v0" => visitor.zelda(Zelda::new(11, 7, 3)),
        "zelda-enemies-v0" => visitor.zelda(Zelda::new(11, 7, 12)),
        "zelda-large-v0" => visitor.zelda(Zelda::new(18, 12, 8)),
        "sokoban-v0" => visitor.sokoban(Sokoban::new(5, 1, 5_000)),
        "sokoban-complex-v0" => visitor.sokoban(Sokoban::new(5, 4, 20_000)),
        "sokoban-large-v0" => visitor.sokoban(Sokoban::new(8, 3, 10_000)),
        "mdungeons-v0" => visitor.mdungeons(Mdungeons::new(8, 12, 8, 5_000)),
        "mdungeons-enemies-v0" => visitor.mdungeons(Mdungeons::new(8, 12, 16, 5_000)),
        "mdungeons-large-v0" => visitor.mdungeons(Mdungeons::new(16, 24, 16, 10_000)),
        "isaac-v0" => visitor.isaac(Isaac::new(4)),
        "isaac-medium-v0" => visitor.isaac(Isaac::new(6)),
        "isaac-large-v0" => visitor.isaac(Isaac::new(8)),
        "binary-v0" => visitor.binary(Binary::new(14, 14)),
        "binary-wide-v0" => visitor.binary(Binary::new(28, 14)),
        "binary-large-v0" => visitor.binary(Binary::new(28, 28)),
        _ => return None,
    })
}
