//! The enemies that have come into sight: they interrupt auto-actions, and the history names them.

use super::art;
use super::messages::{Phrase, Tone};
use super::spoken::bearing_text;
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::rules::Game;
use crate::shell::words::Words;

/// The enemies that were seen after the last turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Sighted {
    /// The depth of the dungeon in which they are.
    depth: u8,
    enemies: Vec<usize>,
}

impl Sighted {
    /// Notes the enemies in sight after a turn. Returns those that were not seen after the turn before.
    pub(super) fn note(&mut self, descent: &Descent) -> Vec<usize> {
        let depth = descent.depth();
        let now: Vec<usize> = descent.game.visible_enemies().collect();
        let is_known = |enemy: &usize| self.depth == depth && self.enemies.contains(enemy);
        let new = now.iter().copied().filter(|enemy| !is_known(enemy));
        let new = new.collect();
        (self.depth, self.enemies) = (depth, now);
        new
    }
}

/// The message that an enemy has come into sight, and where it stands.
pub(super) fn message(game: &Game, enemy: usize, words: &Words) -> Phrase {
    let enemy = &game.enemies[enemy];
    let name = words.get(art::name_of_kind(enemy.breed.kind));
    let bearing = bearing_text(game.hero.at, enemy.at, words);
    let values = vec![("enemy", name), ("where", bearing)];
    ("dungeon.say.sees", Tone::Warning, values)
}
