//! Boards that evolution has made: fair ones with games of a wanted length and sharpness.

mod atlas;
mod picture;
mod problem;
pub mod saved;
mod steering;
mod symmetry;

pub use atlas::BoardAtlas;
pub use picture::{picture, position_picture, with_territory};
pub use problem::{
    ALL_GAMES, BoardMetrics, BoardProblem, BoardSpec, ParseSpecError, SCREENING_GAMES,
    usual_parameters,
};
pub use symmetry::{
    MOST_STARTS, Symmetry, asymmetry, full_area, is_alike_for_all, rotated, symmetries,
};
