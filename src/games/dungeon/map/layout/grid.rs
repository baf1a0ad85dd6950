//! The grid of the map: cells, rectangles of cells, and tiles.

use std::fmt;

use crate::games::dungeon::map::ground::Ground;

/// A position on the map; columns count from the left and rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The column.
    pub x: i16,
    /// The row.
    pub y: i16,
}

impl Cell {
    /// The eight steps to a neighbouring cell, as columns and rows; the four orthogonal ones come first.
    pub const STEPS: [(i16, i16); 8] = [
        (0, -1),
        (1, 0),
        (0, 1),
        (-1, 0),
        (1, -1),
        (1, 1),
        (-1, 1),
        (-1, -1),
    ];

    /// The cell that lies the given columns and rows further.
    #[inline]
    pub fn step(self, (x, y): (i16, i16)) -> Cell {
        Cell {
            x: self.x + x,
            y: self.y + y,
        }
    }

    /// The four cells that share a side with this one.
    pub fn orthogonal_neighbours(self) -> impl Iterator<Item = Cell> {
        Cell::STEPS[..4].iter().map(move |step| self.step(*step))
    }

    /// The eight cells around this one, in the order of [`Cell::STEPS`].
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        Cell::STEPS.iter().map(move |step| self.step(*step))
    }

    /// The distance to another cell in steps. A diagonal step counts 1 too (Chebyshev distance).
    pub fn distance_to(self, other: Cell) -> u16 {
        (self.x.abs_diff(other.x)).max(self.y.abs_diff(other.y))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The upper left cell.
    pub origin: Cell,
    /// The number of columns.
    pub width: i16,
    /// The number of rows.
    pub height: i16,
}

impl Area {
    /// Whether a cell lies in the area.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x - self.origin.x, cell.y - self.origin.y);
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    /// The cells of the area, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let rows = 0..self.height;
        rows.flat_map(move |y| (0..self.width).map(move |x| self.origin.step((x, y))))
    }

    /// The area with `by` more cells on every side.
    pub fn grown(self, by: i16) -> Area {
        Area {
            origin: self.origin.step((-by, -by)),
            width: self.width + 2 * by,
            height: self.height + 2 * by,
        }
    }

    /// Whether the area shares a cell with another one.
    pub fn intersects(&self, other: &Area) -> bool {
        let apart = |a: i16, size: i16, b: i16, other: i16| a + size <= b || b + other <= a;
        !apart(self.origin.x, self.width, other.origin.x, other.width)
            && !apart(self.origin.y, self.height, other.origin.y, other.height)
    }

    /// The cell in the middle, or below and right of it.
    pub fn middle(&self) -> Cell {
        self.origin.step((self.width / 2, self.height / 2))
    }

    /// The number of cells between the area and another one, summed over both axes; along an axis on which they
    /// overlap it is 0.
    pub fn gap(&self, other: &Area) -> i32 {
        let along = |a: i16, size: i16, b: i16, other: i16| {
            let before = i32::from(b) - i32::from(a + size);
            let after = i32::from(a) - i32::from(b + other);
            before.max(after).max(0)
        };
        along(self.origin.x, self.width, other.origin.x, other.width)
            + along(self.origin.y, self.height, other.origin.y, other.height)
    }
}

/// The kind of a cell of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Tile {
    /// Solid rock that nobody sees.
    #[default]
    Rock,
    /// A wall beside a walkable cell.
    Wall,
    /// The floor of a room.
    Floor,
    /// The floor of a corridor.
    Corridor,
    /// A doorway between room and corridor.
    Door,
    /// One end of a pair of portals.
    Portal,
}

impl Tile {
    /// Whether a creature can stand on the tile.
    #[inline]
    pub fn is_open(self) -> bool {
        !matches!(self, Tile::Rock | Tile::Wall)
    }

    /// Whether it is a door or a part of a corridor, where only one enemy can come at a time.
    #[inline]
    pub fn is_narrow(self) -> bool {
        matches!(self, Tile::Door | Tile::Corridor)
    }
}

/// A rectangle of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The number of columns.
    pub width: i16,
    /// The number of rows.
    pub height: i16,
    tiles: Vec<Tile>,
    /// The ground of each cell; empty if all is stone.
    grounds: Vec<Ground>,
    /// The walkable steps from each cell, as bits in the order of [`Cell::STEPS`]; [`Map::seal`] fills them in.
    steps: Vec<u8>,
}

impl Map {
    /// A map of rock.
    pub fn new(width: i16, height: i16) -> Self {
        Map {
            width,
            height,
            tiles: vec![Tile::Rock; width as usize * height as usize],
            grounds: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Whether a cell lies on the map.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// The index of a cell on the map; the cells are numbered row by row from 0.
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The cell of an index.
    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        let width = self.width as usize;
        Cell {
            x: (index % width) as i16,
            y: (index / width) as i16,
        }
    }

    /// The tile of a cell, which is rock outside of the map.
    #[inline]
    pub fn at(&self, cell: Cell) -> Tile {
        if self.has(cell) {
            self.tiles[self.index(cell)]
        } else {
            Tile::Rock
        }
    }

    /// Sets the tile of a cell on the map.
    pub fn set(&mut self, cell: Cell, tile: Tile) {
        let index = self.index(cell);
        self.tiles[index] = tile;
    }

    /// The ground of a cell.
    #[inline]
    pub fn ground(&self, cell: Cell) -> Ground {
        if self.grounds.is_empty() || !self.has(cell) {
            return Ground::Stone;
        }
        self.grounds[self.index(cell)]
    }

    /// Sets the ground of a cell on the map.
    pub fn set_ground(&mut self, cell: Cell, ground: Ground) {
        self.grounds.resize(self.tiles.len(), Ground::Stone);
        let index = self.index(cell);
        self.grounds[index] = ground;
    }

    /// Whether any cell has ground other than stone.
    pub fn has_ground(&self) -> bool {
        !self.grounds.is_empty()
    }

    /// The number of cells.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether the map has no cells.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// All cells of the map, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let whole = Area {
            origin: Cell::default(),
            width: self.width,
            height: self.height,
        };
        whole.cells()
    }

    /// Stores the walkable steps for [`Map::next_to`]. The tiles must not change afterwards.
    pub fn seal(&mut self) {
        let walked = |cell: Cell| {
            let steps = cell.neighbours().enumerate();
            let open = self.at(cell).is_open();
            let open = steps.filter(|(_, to)| open && self.is_walkable(cell, *to));
            open.fold(0, |bits, (step, _)| bits | 1 << step)
        };
        self.steps = self.cells().map(walked).collect();
    }

    /// The indices of the cells that can be reached in one step from the cell of an index, on a sealed map.
    #[inline]
    pub fn next_to(&self, index: usize) -> impl Iterator<Item = usize> {
        let mut steps = self.steps.get(index).copied().unwrap_or(0);
        let width = self.width as isize;
        std::iter::from_fn(move || {
            let step = steps.trailing_zeros() as usize;
            let (x, y) = *Cell::STEPS.get(step)?;
            steps &= steps - 1;
            Some(index.wrapping_add_signed(y as isize * width + x as isize))
        })
    }

    /// The cells that can be reached in one step from a cell with its index on a sealed map, with their indices, in the
    /// order of [`Cell::STEPS`].
    #[inline]
    pub fn steps_from(&self, index: usize, cell: Cell) -> impl Iterator<Item = (usize, Cell)> {
        let mut steps = self.steps.get(index).copied().unwrap_or(0);
        let width = self.width as isize;
        std::iter::from_fn(move || {
            let (x, y) = *Cell::STEPS.get(steps.trailing_zeros() as usize)?;
            steps &= steps - 1;
            let next = index.wrapping_add_signed(y as isize * width + x as isize);
            Some((next, cell.step((x, y))))
        })
    }

    /// Whether a step from a cell to a neighbouring one is possible. No diagonal step leads into or out of a door,
    /// or between two walls.
    #[inline]
    pub fn is_walkable(&self, from: Cell, to: Cell) -> bool {
        if !self.at(to).is_open() {
            return false;
        }
        if from.x == to.x || from.y == to.y {
            return true;
        }
        let door = |cell| self.at(cell) == Tile::Door;
        let aside = Cell { x: to.x, y: from.y };
        let below = Cell { x: from.x, y: to.y };
        !door(from) && !door(to) && (self.at(aside).is_open() || self.at(below).is_open())
    }
}

/// The map as text: `#` walls, `.` floor, `:` corridors, `+` doors, `O` portals, `"` grass, `~` water, `%` oil, `,`
/// rubble.
impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height {
            let row: String = (0..self.width)
                .map(|x| match self.at(Cell { x, y }) {
                    Tile::Rock => ' ',
                    Tile::Wall => '#',
                    Tile::Floor => self.ground(Cell { x, y }).letter(),
                    Tile::Corridor => ':',
                    Tile::Door => '+',
                    Tile::Portal => 'O',
                })
                .collect();
            writeln!(f, "{}", row.trim_end())?;
        }
        Ok(())
    }
}
