//! Keeping out of the sight of enemies, and coming from behind.

use super::automatic::{Automatic, can_strike};
use super::routes::{move_to, worth_seeing};
use crate::games::dungeon::map::{Cell, Ground};
use crate::games::dungeon::rules::{CellSet, Game, Move};

impl Automatic {
    /// The move of a sneaking player with enemies in sight, the nearest of which knows of it or not. While none of them
    /// knows of it, it takes its weapon for surprises in hand; then it sneaks. It arms itself for a fight only if it
    /// cannot sneak, because another weapon would spoil the surprise.
    pub(super) fn sneak_or_arm(&mut self, game: &Game, nearest_knows: bool) -> Option<Move> {
        let is_known = game
            .visible_enemies()
            .any(|number| game.enemies[number].aware);
        let for_surprise = match is_known {
            true => None,
            false => self.better_equipment(game, false),
        };
        let sneaking = for_surprise.or_else(|| self.sneak(game));
        sneaking.or_else(|| self.better_equipment(game, true).filter(|_| nearest_knows))
    }

    /// A move towards an enemy that does not know of the hero, or else on the way of exploring, outside of the sight of
    /// all such enemies. Returns `None` if no such enemy is in sight, or if there is no such move.
    fn sneak(&mut self, game: &Game) -> Option<Move> {
        let unaware: Vec<usize> = game
            .visible_enemies()
            .filter(|number| !game.enemies[*number].aware)
            .collect();
        if unaware.is_empty() {
            return None;
        }
        let map = &game.dungeon().layout.map;
        let watched = watched_cells(game, &unaware);
        // Steps on rubble would be heard.
        let is_quiet = |cell: Cell| game.ground_at(cell) != Ground::Rubble;
        let hidden = |cell: Cell| !watched.has(map, cell) && is_quiet(cell);
        let beside = |cell: Cell| {
            let strikes = |number: &usize| can_strike(map, cell, game.enemies[*number].at);
            unaware.iter().any(strikes)
        };
        let behind = self.routes.within(game, hidden, beside);
        let route = behind.or_else(|| {
            let here = game.hero.at;
            let is_worth_seeing = worth_seeing(game);
            let wanted = |cell| cell != here && is_worth_seeing(cell);
            self.routes.within(game, hidden, wanted)
        })?;
        route.first().map(|next| move_to(game.hero.at, *next))
    }
}

/// The cells on which some of these enemies would see the hero.
fn watched_cells(game: &Game, enemies: &[usize]) -> CellSet {
    let mut watched = CellSet::of(&game.dungeon().layout.map);
    for number in enemies {
        watched.add_all(&game.cells_seen_by(*number));
    }
    watched
}
