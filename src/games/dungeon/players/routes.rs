//! Routes over what the hero has seen, and nothing else: to explore, and to travel.

use crate::games::dungeon::layout::{Cell, Map, Tile};
use crate::games::dungeon::rules::{Game, Move, Step};

/// Finds shortest routes; its memory is kept between searches.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    /// For each cell the search in which it was reached, and from which cell.
    from: Vec<(u32, u32)>,
    search: u32,
    queue: Vec<Cell>,
}

impl Routes {
    /// The shortest route to the nearest cell that is wanted, from the first step to that cell; empty if
    /// one stands there already, `None` if no known way leads to one.
    pub fn to(&mut self, game: &Game, wanted: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
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
                return Some(self.back(map, cell));
            }
            // Nobody walks on from the exit.
            if cell == game.dungeon().layout.exit && cell != start {
                continue;
            }
            let portal = known_portal(game, cell);
            for next in cell.around() {
                if self.has_reached(map, next) || !map.walkable(cell, next) {
                    continue;
                }
                if may_enter(game, next) || wanted(next) && may_end(game, next) {
                    self.reach(map, cell, next);
                }
            }
            if let Some(next) = portal {
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

    fn back(&self, map: &Map, end: Cell) -> Vec<Cell> {
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

    /// The next move of a shortest route to a cell that is wanted; `None` without one, or if one is there.
    pub fn towards(&mut self, game: &Game, wanted: impl Fn(Cell) -> bool) -> Option<Move> {
        let next = *self.to(game, wanted)?.first()?;
        Some(move_to(game.hero.at, next))
    }

    /// The next move of exploring; `None` when nothing is left.
    pub fn explore(&mut self, game: &Game) -> Option<Move> {
        let next = *self.explored(game)?.first()?;
        Some(move_to(game.hero.at, next))
    }

    /// The route of exploring: to the nearest thing to pick up, or where something is still unseen, or
    /// through a portal of which the other end is; `None` when nothing is left.
    pub fn explored(&mut self, game: &Game) -> Option<Vec<Cell>> {
        let at = game.hero.at;
        if is_untried(game, at) && !borders_unseen(game, at) {
            let (other, _) = game.portal_at(at)?;
            return Some(vec![other]);
        }
        self.to(game, |cell| cell != at && is_worth_seeing(game, cell))
    }
}

/// The move from a cell to the next of a route: a step, or through a portal.
pub fn move_to(from: Cell, to: Cell) -> Move {
    let step = (to.x - from.x, to.y - from.y);
    match Cell::STEPS.iter().position(|known| *known == step) {
        Some(number) => Move::Step(Step(number as u8)),
        None => Move::Portal,
    }
}

/// Whether a route may lead over a cell: seen, open, unlocked, and nobody seen there; nor the exit.
fn may_enter(game: &Game, cell: Cell) -> bool {
    cell != game.dungeon().layout.exit && may_end(game, cell)
}

/// Whether a route may end at a cell.
fn may_end(game: &Game, cell: Cell) -> bool {
    let layout = &game.dungeon().layout;
    let taken = || game.visible.has(&layout.map, cell) && game.foe_at(cell).is_some();
    let shut = || layout.map.at(cell) == Tile::Door && !game.opens(game.lock_at(cell));
    let barred = cell == layout.exit && !game.hero.exit_key;
    game.seen.has(&layout.map, cell) && !barred && !shut() && !taken()
}

/// The other end of a portal that was seen too and can be used.
fn known_portal(game: &Game, cell: Cell) -> Option<Cell> {
    let layout = &game.dungeon().layout;
    if layout.map.at(cell) != Tile::Portal {
        return None;
    }
    let (other, lock) = game.portal_at(cell)?;
    (game.opens(lock) && game.seen.has(&layout.map, other)).then_some(other)
}

/// Whether a portal can be used and its other end was never seen.
fn is_untried(game: &Game, cell: Cell) -> bool {
    let map = &game.dungeon().layout.map;
    let untried = |(other, lock)| !game.seen.has(map, other) && game.opens(lock);
    map.at(cell) == Tile::Portal && game.portal_at(cell).is_some_and(untried)
}

fn borders_unseen(game: &Game, cell: Cell) -> bool {
    let map = &game.dungeon().layout.map;
    cell.around().any(|next| !game.seen.has(map, next))
}

/// Whether going to a seen cell shows or gives something.
pub fn is_worth_seeing(game: &Game, cell: Cell) -> bool {
    let layout = &game.dungeon().layout;
    let key = cell == layout.key && !game.hero.exit_key;
    let lock_key = || {
        let keys = layout.keys.iter().enumerate();
        let mut missing = keys.filter(|(lock, _)| !game.hero.has_key(*lock));
        missing.any(|(_, key)| *key == cell)
    };
    key || borders_unseen(game, cell)
        || game.chests.contains(&cell)
        || game
            .items
            .iter()
            .any(|(at, item)| *at == cell && game.hero.has_room(*item))
        || is_untried(game, cell)
        || lock_key()
}
