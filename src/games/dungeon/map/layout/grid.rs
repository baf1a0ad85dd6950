//! Cells, areas and tiles.

use std::fmt;

/// A place on the map: columns from the left, rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Column.
    pub x: i16,
    /// Row.
    pub y: i16,
}

impl Cell {
    /// The eight steps, the straight ones first.
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

    /// A cell so many columns and rows further.
    #[inline]
    pub fn step(self, (x, y): (i16, i16)) -> Cell {
        Cell {
            x: self.x + x,
            y: self.y + y,
        }
    }

    /// The four cells beside it.
    pub fn beside(self) -> impl Iterator<Item = Cell> {
        Cell::STEPS[..4].iter().map(move |step| self.step(*step))
    }

    /// The eight cells around it.
    pub fn around(self) -> impl Iterator<Item = Cell> {
        Cell::STEPS.iter().map(move |step| self.step(*step))
    }

    /// Steps to another cell where diagonal ones count one.
    pub fn steps_to(self, other: Cell) -> u16 {
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
    /// Its upper left cell.
    pub at: Cell,
    /// Cells across.
    pub width: i16,
    /// Cells down.
    pub height: i16,
}

impl Area {
    /// Whether a cell lies in it.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        let (x, y) = (cell.x - self.at.x, cell.y - self.at.y);
        (0..self.width).contains(&x) && (0..self.height).contains(&y)
    }

    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let rows = 0..self.height;
        rows.flat_map(move |y| (0..self.width).map(move |x| self.at.step((x, y))))
    }

    /// The same with so many more cells on every side.
    pub fn grown(self, by: i16) -> Area {
        Area {
            at: self.at.step((-by, -by)),
            width: self.width + 2 * by,
            height: self.height + 2 * by,
        }
    }

    /// Whether it shares a cell with another one.
    pub fn meets(&self, other: &Area) -> bool {
        let apart = |a: i16, size: i16, b: i16, other: i16| a + size <= b || b + other <= a;
        !apart(self.at.x, self.width, other.at.x, other.width)
            && !apart(self.at.y, self.height, other.at.y, other.height)
    }

    /// Its cell nearest to the middle.
    pub fn middle(&self) -> Cell {
        self.at.step((self.width / 2, self.height / 2))
    }

    /// Cells that lie between it and another one, along both axes together; 0 where they meet.
    pub fn gap(&self, other: &Area) -> i32 {
        let along = |a: i16, size: i16, b: i16, other: i16| {
            let before = i32::from(b) - i32::from(a + size);
            let after = i32::from(a) - i32::from(b + other);
            before.max(after).max(0)
        };
        along(self.at.x, self.width, other.at.x, other.width)
            + along(self.at.y, self.height, other.at.y, other.height)
    }
}

/// What a cell of the map is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Tile {
    /// Solid, and never seen.
    #[default]
    Rock,
    /// A wall around something that can be walked, or inside of a room.
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
    /// Whether one can stand there.
    #[inline]
    pub fn is_open(self) -> bool {
        !matches!(self, Tile::Rock | Tile::Wall)
    }
}

/// A rectangle of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Columns.
    pub width: i16,
    /// Rows.
    pub height: i16,
    tiles: Vec<Tile>,
    /// For each cell which of [`Cell::STEPS`] can be walked from it, as bits; made by [`Map::seal`].
    steps: Vec<u8>,
}

impl Map {
    /// Rock alone.
    pub fn new(width: i16, height: i16) -> Self {
        Map {
            width,
            height,
            tiles: vec![Tile::Rock; width as usize * height as usize],
            steps: Vec::new(),
        }
    }

    /// Whether a cell lies on the map.
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        (0..self.width).contains(&cell.x) && (0..self.height).contains(&cell.y)
    }

    /// The number of a cell on the map, row by row.
    #[inline]
    pub fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }

    /// The cell of a number.
    #[inline]
    pub fn cell(&self, index: usize) -> Cell {
        let width = self.width as usize;
        Cell {
            x: (index % width) as i16,
            y: (index / width) as i16,
        }
    }

    /// The tile of a cell; rock outside.
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

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let whole = Area {
            at: Cell::default(),
            width: self.width,
            height: self.height,
        };
        whole.cells()
    }

    /// Notes which steps can be walked, once all tiles are set.
    pub fn seal(&mut self) {
        let walked = |cell: Cell| {
            let steps = cell.around().enumerate();
            let open = self.at(cell).is_open();
            let open = steps.filter(|(_, to)| open && self.walkable(cell, *to));
            open.fold(0, |bits, (step, _)| bits | 1 << step)
        };
        self.steps = self.cells().map(walked).collect();
    }

    /// The numbers of the cells to which one can step from the cell of a number, on a sealed map.
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

    /// Whether a step from a cell to one around it can be walked: no step goes diagonally into or out of a
    /// door, nor between two walls.
    #[inline]
    pub fn walkable(&self, from: Cell, to: Cell) -> bool {
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

/// The map as text: `#` walls, `.` floor, `:` corridors, `+` doors, `O` portals.
impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height {
            let row: String = (0..self.width)
                .map(|x| match self.at(Cell { x, y }) {
                    Tile::Rock => ' ',
                    Tile::Wall => '#',
                    Tile::Floor => '.',
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
