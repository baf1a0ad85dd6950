//! The layers of sprites, lowest first.

pub(super) const GROUND: f32 = 0.0;
pub(super) const OPEN: f32 = 1.0;
pub(super) const MARK: f32 = 2.0;
pub(super) const BOARD: f32 = 3.0;
pub(super) const NAME: f32 = 3.5;
pub(super) const LINE: f32 = 4.0;
pub(super) const OVER: f32 = 5.0;
pub(super) const CURSOR: f32 = 7.0;
