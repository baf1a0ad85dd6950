//! A board that is being played, as pictures that follow one another. A block is the same shape in all of them, so that
//! it moves from one picture to the next. The hand of the player is a shape too.

use super::picture::{BLOCK, COLOUR_PIECE, CellPlace, EMBLEMS, GROUND, block_look, special_look};
use crate::games::match3::rules::{Board, Cell, Colour, Event, Kind, Power, Size};
use crate::generation::{Form, Picture, Shape, Tint};

/// The first key of the blocks with their emblems, which lie above the grounds.
const BLOCK_KEYS: u16 = 1_000;
/// The first key of the special cells.
const SPECIAL_KEYS: u16 = 60_000;
/// The key of the ring around the block that the hand holds.
const RING_KEY: u16 = 65_000;
/// The key of the hand, which lies above everything else.
const HAND_KEY: u16 = 65_001;
/// The number of blocks that have keys of their own, far more than are on a board at once.
const BLOCK_NUMBERS: u16 = (SPECIAL_KEYS - BLOCK_KEYS) / 2;

/// The sprite of the hand.
const HAND: &str = "match3/ghost_hand";
/// The sprite of the ring around a block that the hand holds.
const RING: &str = "match3/select";
/// The size of the hand while it moves, in cells.
const HAND_SIZE: f32 = 1.3;
/// The size of the hand while it presses, in cells.
const PRESSING_SIZE: f32 = 1.1;
/// The tip of its finger, as parts of the sprite's side.
const FINGERTIP: (f32, f32) = (0.39, 0.1);

/// The number of cells in an array by [`Cell::index`].
const CELLS: usize = 256;

/// A block with the number by which pictures know it again.
#[derive(Clone, Copy, Debug)]
struct Block {
    number: u16,
    colour: Option<Colour>,
    power: Option<Power>,
}

/// A block that has come from above: its number, the highest cell of its way, and its distance above that cell.
#[derive(Clone, Copy, Debug)]
struct NewBlock {
    number: u16,
    colour: Colour,
    top: Cell,
    above: u16,
}

/// The hand of the player.
#[derive(Clone, Copy, Debug)]
struct DrawnHand {
    at: Cell,
    presses: bool,
}

/// A board that is being played.
#[derive(Clone, Debug)]
pub(in crate::games::match3) struct PlayedBoard {
    size: Size,
    kinds: Vec<Option<Kind>>,
    blocks: Vec<Option<Block>>,
    /// The number of the next new block.
    next: u16,
    /// The blocks that have come from above since the last picture.
    new: Vec<NewBlock>,
    hand: Option<DrawnHand>,
}

impl PlayedBoard {
    /// A board at rest, without a hand.
    pub fn of(board: &Board) -> Self {
        let mut played = PlayedBoard {
            size: board.size(),
            kinds: vec![None; CELLS],
            blocks: vec![None; CELLS],
            next: 0,
            new: Vec::new(),
            hand: None,
        };
        for cell in board.size().cells() {
            played.kinds[cell.index()] = board.kind(cell);
            let (colour, power) = (board.colour(cell), board.power(cell));
            if colour.is_some() || power.is_some() {
                played.put(cell, colour, power);
            }
        }
        played
    }

    /// Puts a new block into a cell, and returns its number.
    fn put(&mut self, cell: Cell, colour: Option<Colour>, power: Option<Power>) -> u16 {
        let number = self.next;
        self.next = (number + 1) % BLOCK_NUMBERS;
        self.blocks[cell.index()] = Some(Block {
            number,
            colour,
            power,
        });
        number
    }

    /// Moves the hand to a cell, where it presses or not.
    pub fn move_hand(&mut self, at: Cell, presses: bool) {
        self.hand = Some(DrawnHand { at, presses });
    }

    /// Changes the board as an event says.
    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Swapped(swap) => self.blocks.swap(swap.a().index(), swap.b().index()),
            Event::Chipped { cell, left } => self.kinds[cell.index()] = *left,
            Event::Cleared(_, cells) => {
                for cell in cells.iter() {
                    self.blocks[cell.index()] = None;
                }
            }
            Event::Made(cell, power, colour) => {
                let colour = (*power != Power::Colour).then_some(*colour);
                self.put(*cell, colour, Some(*power));
            }
            Event::Fell(path) => {
                if let [from, .., to] = path[..] {
                    self.blocks[to.index()] = self.blocks[from.index()].take();
                }
            }
            Event::Spawned(colour, path) => self.spawn(*colour, path),
            Event::Reshuffled(laid) => {
                for (cell, colour, power) in laid {
                    if let Some(block) = &mut self.blocks[cell.index()] {
                        (block.colour, block.power) = (Some(*colour), *power);
                    }
                }
            }
            Event::Matched { .. } | Event::Fired { .. } | Event::Settled => {}
        }
    }

    fn spawn(&mut self, colour: Colour, path: &[Cell]) {
        let (Some(top), Some(to)) = (path.first(), path.last()) else {
            return;
        };
        let number = self.put(*to, Some(colour), None);
        let before = self.new.iter().filter(|one| one.top == *top).count();
        self.new.push(NewBlock {
            number,
            colour,
            top: *top,
            above: before as u16 + 1,
        });
    }

    /// Adds the blocks that have come from above since the last picture to that picture: above the board and without a
    /// size, so that they grow while they fall into the next one.
    pub fn add_new_blocks(&mut self, last: &mut Picture) {
        for one in self.new.drain(..) {
            let (form, tint) = block_look(one.colour);
            let place = CellPlace::of(self.size, one.top);
            last.shapes.push(Shape {
                key: block_key(one.number),
                y: place.y - f32::from(one.above) / place.side,
                ..place.shape(0, form, tint, 0.0)
            });
        }
        last.shapes.sort_by_key(|shape| shape.key);
    }

    /// The board as it is now.
    pub fn picture(&self) -> Picture {
        let mut shapes = Vec::new();
        for (number, cell) in (0..).zip(self.size.cells()) {
            let place = CellPlace::of(self.size, cell);
            let ground = place.shape(0, Form::Sprite(GROUND), Tint::Calm, 1.0);
            shapes.push(Shape {
                key: number,
                ..ground
            });
            if let Some(block) = self.blocks[cell.index()] {
                draw_block(&mut shapes, &place, block);
            }
            if let Some(kind) = self.kinds[cell.index()] {
                let (form, tint) = special_look(kind);
                shapes.push(Shape {
                    key: SPECIAL_KEYS + number,
                    ..place.shape(0, form, tint, 1.0)
                });
            }
        }
        if let Some(hand) = self.hand {
            self.draw_hand(&mut shapes, hand);
        }
        shapes.sort_by_key(|shape| shape.key);
        Picture::of(shapes)
    }

    fn draw_hand(&self, shapes: &mut Vec<Shape>, hand: DrawnHand) {
        let place = CellPlace::of(self.size, hand.at);
        let size = if hand.presses {
            let ring = place.shape(0, Form::Sprite(RING), Tint::Light(100), 1.0);
            shapes.push(Shape {
                key: RING_KEY,
                ..ring
            });
            PRESSING_SIZE
        } else {
            HAND_SIZE
        };
        // The tip of the finger is on the middle of the cell.
        let (right, down) = FINGERTIP;
        let off = |tip: f32| (0.5 - tip) * size / place.side;
        shapes.push(Shape {
            key: HAND_KEY,
            x: place.x + off(right),
            y: place.y + off(down),
            ..place.shape(0, Form::Sprite(HAND), Tint::Player(1), size)
        });
    }
}

fn block_key(number: u16) -> u16 {
    BLOCK_KEYS + 2 * number
}

/// Draws a block with its emblem.
fn draw_block(shapes: &mut Vec<Shape>, place: &CellPlace, block: Block) {
    let key = block_key(block.number);
    let (form, tint) = match block.colour {
        Some(colour) => block_look(colour),
        None => (Form::Sprite(COLOUR_PIECE), Tint::Player(1)),
    };
    shapes.push(Shape {
        key,
        ..place.shape(0, form, tint, BLOCK)
    });
    let emblem = block.power.and_then(|power| EMBLEMS.get(power as usize));
    if let Some(sprite) = emblem.copied() {
        shapes.push(Shape {
            key: key + 1,
            ..place.shape(0, Form::Sprite(sprite), Tint::Player(1), BLOCK)
        });
    }
}
