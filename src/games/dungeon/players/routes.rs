//! Routes for exploring and travelling, which lead only over cells that the hero has seen.

use crate::games::dungeon::map::{Cell, Map, Tile};
use crate::games::dungeon::rules::{Game, Move, Step};

/// A search for shortest routes. The memory is reused between searches.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    /// The number of the search that last reached each cell, and the index of the cell before it.
    from: Vec<(u32, u32)>,
    search: u32,
    queue: Vec<Cell>,
}

impl Routes {
    /// The shortest route to a cell for which `wanted` is true, from the first step to that cell. The route is
    /// empty if the hero stands on such a cell, and `None` if no known route leads to one.
    pub fn to(&mut self, game: &Game, wanted: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
        self.within(game, |_| true, wanted)
    }

    /// Like [`Routes::to`], over cells for which `allowed` is true.
    pub fn within(
        &mut self,
        game: &Game,
        allowed: impl Fn(Cell) -> bool,
        wanted: impl Fn(Cell) -> bool,
    ) -> Option<Vec<Cell>> {
        let map = &game.dungeon().layout.map;
        self.from.resize(map.len(), (0, 0));
        self.search += 1;
        self.queue.clear();
        let start = game.hero.at;
        self.reach(map, start, start);
        let mut at = 0;
        while let Some(cell) = self.queue.get(at).copied() {
            at += 1;
            if wanted(cell) {
                return Some(self.trace_back(map, cell));
            }
            // The game ends at the exit.
            if cell == game.dungeon().layout.exit && cell != start {
                continue;
            }
            let portal = known_portal(game, cell);
            for next in cell.neighbours() {
                if self.has_reached(map, next) || !map.walkable(cell, next) || !allowed(next) {
                    continue;
                }
                if may_enter(game, next) || wanted(next) && may_end(game, next) {
                    self.reach(map, cell, next);
                }
            }
            if let Some(next) = portal.filter(|next| allowed(*next)) {
                self.reach(map, cell, next);
            }
        }
        None
    }

    fn has_reached(&self, map: &Map, cell: Cell) -> bool {
        !map.has(cell) || self.from[map.index(cell)].0 == self.search
    }

    fn reach(&mut self, map: &Map, from: Cell, to: Cell) {
        let place = &mut self.from[map.index(to)];
        if place.0 != self.search {
            *place = (self.search, map.index(from) as u32);
            self.queue.push(to);
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
        self.to(game, |cell| cell != at && is_worth_seeing(game, cell))
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

/// Whether a route may lead over a cell. It may not lead over the exit.
fn may_enter(game: &Game, cell: Cell) -> bool {
    cell != game.dungeon().layout.exit && may_end(game, cell)
}

/// Whether a route may end at a cell, which must be seen, unlocked and free of visible enemies.
fn may_end(game: &Game, cell: Cell) -> bool {
    let layout = &game.dungeon().layout;
    let has_enemy = || game.seen_enemy_at(cell).is_some() || game.burns(cell);
    let is_locked = || layout.map.at(cell) == Tile::Door && !game.can_open(game.lock_at(cell));
    let exit_locked = cell == layout.exit && !game.hero.exit_key;
    game.explored().has(&layout.map, cell) && !exit_locked && !is_locked() && !has_enemy()
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

fn borders_unseen(game: &Game, cell: Cell) -> bool {
    let map = &game.dungeon().layout.map;
    cell.neighbours()
        .any(|next| !game.explored().has(map, next))
}

/// Whether the hero gains something or sees something new by going to a seen cell.
pub fn is_worth_seeing(game: &Game, cell: Cell) -> bool {
    let layout = &game.dungeon().layout;
    let key = cell == layout.key && !game.hero.exit_key;
    let lock_key = || {
        let keys = layout.keys.iter().enumerate();
        let mut missing = keys.filter(|(lock, _)| !game.hero.has_key(*lock));
        missing.any(|(_, key)| *key == cell)
    };
    key || borders_unseen(game, cell)
        || game.chests().contains(&cell)
        || game
            .items
            .iter()
            .any(|(at, item)| *at == cell && game.hero.has_room(*item))
        || is_untried(game, cell)
        || lock_key()
}
