//! The layers of sprites, lowest first.

pub(super) const GROUND: f32 = 0.0;
pub(super) const REACH: f32 = 1.0;
pub(super) const PIECE: f32 = 2.0;
pub(super) const MOVING: f32 = 3.0;
pub(super) const OVER: f32 = 4.0;
pub(super) const NAME: f32 = 4.2;
pub(super) const ARROW: f32 = 4.5;
pub(super) const CURSOR: f32 = 6.0;
pub(super) const TEXT: f32 = 7.0;
