//! Routes for exploring and travelling, which lead only over cells that the hero has seen.

use crate::games::dungeon::map::{Cell, Map, Tile};
use crate::games::dungeon::rules::{Game, Item, Move, Step};

/// A search for shortest routes. The memory is reused between searches.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    /// The number of the search that last reached each cell, and the index of the cell before it.
    from: Vec<(u32, u32)>,
    search: u32,
    queue: Vec<Cell>,
    /// The cells of the enemies that the hero sees, and those that burn.
    taken: Vec<Cell>,
}

impl Routes {
    /// The shortest route to a cell for which `wanted` is true, from the first step to that cell. The route is
    /// empty if the hero stands on such a cell, and `None` if no known route leads to one.
    pub fn to(&mut self, game: &Game, wanted: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
        self.search(game, usize::MAX, |_| true, wanted)
    }

    /// Like [`Routes::to`], but without routes of more than `longest` cells.
    pub fn near(
        &mut self,
        game: &Game,
        longest: usize,
        wanted: impl Fn(Cell) -> bool,
    ) -> Option<Vec<Cell>> {
        self.search(game, longest, |_| true, wanted)
    }

    /// Like [`Routes::to`], over cells for which `allowed` is true.
    pub fn within(
        &mut self,
        game: &Game,
        allowed: impl Fn(Cell) -> bool,
        wanted: impl Fn(Cell) -> bool,
    ) -> Option<Vec<Cell>> {
        self.search(game, usize::MAX, allowed, wanted)
    }

    fn search(
        &mut self,
        game: &Game,
        longest: usize,
        allowed: impl Fn(Cell) -> bool,
        wanted: impl Fn(Cell) -> bool,
    ) -> Option<Vec<Cell>> {
        let layout = &game.dungeon().layout;
        let map = &layout.map;
        self.from.resize(map.len(), (0, 0));
        self.search += 1;
        self.queue.clear();
        self.taken.clear();
        let enemies = game.visible_enemies();
        self.taken
            .extend(enemies.map(|enemy| game.enemies[enemy].at));
        self.taken.extend(game.burning_cells());
        let start = game.hero.at;
        self.reach(map.index(start), map.index(start), start);
        // The cells of the queue from `at` up to `end` are `length` steps away.
        let (mut at, mut length, mut end) = (0, 0, 1);
        while let Some(cell) = self.queue.get(at).copied() {
            if at == end {
                (length, end) = (length + 1, self.queue.len());
            }
            at += 1;
            if wanted(cell) {
                return Some(self.trace_back(map, cell));
            }
            // A route does not lead on from the exit, because the game ends there.
            if cell == layout.exit && cell != start || length >= longest {
                continue;
            }
            let index = map.index(cell);
            for (next, cell) in map.steps_from(index, cell) {
                let is_new = self.from[next].0 != self.search && game.explored().has_index(next);
                if is_new
                    && may_end(game, cell)
                    && !self.taken.contains(&cell)
                    && (cell != layout.exit || wanted(cell))
                    && allowed(cell)
                {
                    self.reach(index, next, cell);
                }
            }
            if let Some(next) =
                known_portal(game, cell).filter(|next| allowed(*next) && !game.burns(*next))
            {
                self.reach(index, map.index(next), next);
            }
        }
        None
    }

    /// Notes that a cell is reached from that of an index, unless it was reached before.
    fn reach(&mut self, from: usize, index: usize, cell: Cell) {
        let place = &mut self.from[index];
        if place.0 != self.search {
            *place = (self.search, from as u32);
            self.queue.push(cell);
        }
    }

    fn trace_back(&self, map: &Map, end: Cell) -> Vec<Cell> {
        let mut route = Vec::new();
        let mut at = map.index(end);
        loop {
            let before = self.from[at].1 as usize;
            if before == at {
                break;
            }
            route.push(map.cell(at));
            at = before;
        }
        route.reverse();
        route
    }

    /// The next move on a shortest route to a cell for which `wanted` is true; `None` without a route, or if the
    /// hero stands on such a cell.
    pub fn towards(&mut self, game: &Game, wanted: impl Fn(Cell) -> bool) -> Option<Move> {
        let next = *self.to(game, wanted)?.first()?;
        Some(move_to(game.hero.at, next))
    }

    /// The next move of exploring, or `None` when nothing is left to explore.
    pub fn explore(&mut self, game: &Game) -> Option<Move> {
        let next = *self.exploring_route(game)?.first()?;
        Some(move_to(game.hero.at, next))
    }

    /// The route to the nearest cell that is worth seeing, or through a portal whose other end is unseen. Returns
    /// `None` when nothing is left to explore.
    pub fn exploring_route(&mut self, game: &Game) -> Option<Vec<Cell>> {
        let at = game.hero.at;
        if is_untried(game, at) && !borders_unseen(game, at) {
            let (other, _) = game.portal_at(at)?;
            return Some(vec![other]);
        }
        let is_worth_seeing = worth_seeing(game);
        self.to(game, |cell| cell != at && is_worth_seeing(cell))
    }
}

/// The move from a cell to the next one of a route, which is a step or leads through a portal.
pub fn move_to(from: Cell, to: Cell) -> Move {
    let step = (to.x - from.x, to.y - from.y);
    match Cell::STEPS.iter().position(|known| *known == step) {
        Some(number) => Move::Step(Step(number as u8)),
        None => Move::Portal,
    }
}

/// Whether a route may lead to a seen cell without a visible enemy or fire: the hero must be able to open a door there,
/// and needs the exit's key for the exit.
#[inline]
fn may_end(game: &Game, cell: Cell) -> bool {
    let layout = &game.dungeon().layout;
    let is_locked = || layout.map.at(cell) == Tile::Door && !game.can_open(game.lock_at(cell));
    let exit_locked = cell == layout.exit && !game.hero.exit_key;
    !exit_locked && !is_locked()
}

/// The other end of a portal, if the hero has seen it and can use the portal.
fn known_portal(game: &Game, cell: Cell) -> Option<Cell> {
    let layout = &game.dungeon().layout;
    if layout.map.at(cell) != Tile::Portal {
        return None;
    }
    let (other, lock) = game.portal_at(cell)?;
    (game.can_open(lock) && game.explored().has(&layout.map, other)).then_some(other)
}

/// Whether a cell is a portal that the hero can use and whose other end is unseen.
fn is_untried(game: &Game, cell: Cell) -> bool {
    let map = &game.dungeon().layout.map;
    let untried = |(other, lock)| !game.explored().has(map, other) && game.can_open(lock);
    map.at(cell) == Tile::Portal && game.portal_at(cell).is_some_and(untried)
}

/// Whether the hero has not seen everything around a cell.
pub fn borders_unseen(game: &Game, cell: Cell) -> bool {
    !game
        .explored()
        .has_all_around(&game.dungeon().layout.map, cell)
}

/// A function that tells of a seen cell whether the hero gains something or sees something new by going there.
pub fn worth_seeing(game: &Game) -> impl Fn(Cell) -> bool + '_ {
    let goals = goals(game);
    move |cell| borders_unseen(game, cell) || goals.contains(&cell)
}

/// The cells on which the hero gains something: those of keys that are missing, of chests, of items that find room, and
/// of portals that the hero can use and whose other end is unseen.
fn goals(game: &Game) -> Vec<Cell> {
    let layout = &game.dungeon().layout;
    let key = (!game.hero.exit_key).then_some(layout.key);
    let fits = |(_, item): &&(Cell, Item)| game.hero.has_room(*item);
    let ends = layout.portal_pairs().flat_map(|(ends, _)| ends);
    key.into_iter()
        .chain(game.lying_keys().map(|(_, key)| key))
        .chain(game.chests().iter().copied())
        .chain(game.items.iter().filter(fits).map(|(cell, _)| *cell))
        .chain(ends.filter(|cell| is_untried(game, *cell)))
        .collect()
}
