//! The enemies that have come into sight: they interrupt auto-actions, and the history names them.

use super::art;
use super::messages::{Phrase, Tone};
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::rules::EnemyKind;
use crate::shell::words::Words;

/// The enemies that were seen after the last turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Sighted {
    /// The depth of the dungeon in which they are.
    depth: u8,
    enemies: Vec<usize>,
}

impl Sighted {
    /// Notes the enemies in sight after a turn. Returns the kind of the first one that was not seen after the turn
    /// before.
    pub(super) fn note(&mut self, descent: &Descent) -> Option<EnemyKind> {
        let (game, depth) = (&descent.game, descent.depth());
        let now: Vec<usize> = game.visible_enemies().collect();
        let is_known = |enemy: &usize| self.depth == depth && self.enemies.contains(enemy);
        let new = now.iter().find(|enemy| !is_known(enemy)).copied();
        (self.depth, self.enemies) = (depth, now);
        new.map(|enemy| game.enemies[enemy].breed.kind)
    }
}

/// The message that an enemy has come into sight.
pub(super) fn message(kind: EnemyKind, words: &Words) -> Phrase {
    let name = words.get(art::name_of_kind(kind));
    ("dungeon.say.sees", Tone::Warning, vec![("enemy", name)])
}
