//! The habits of depths: in each theme one kind of enemy is at home, because its ground suits what the kind does. The
//! kind is one and a half times as common there as elsewhere.

use std::sync::Arc;

use super::{Breed, EnemyKind, Roster};
use crate::games::dungeon::map::Theme;

/// The kind that is at home in a theme: hunters track over moss and embers, guards hold fords, cowards throw across bare
/// halls of crystal, and ambushers lie in sand and ash. The most dangerous kinds come last, because the risk is to rise
/// with the depth.
pub fn kind_at_home(theme: Theme) -> EnemyKind {
    match theme {
        Theme::Moss | Theme::Ember => EnemyKind::Hunter,
        Theme::Water => EnemyKind::Guard,
        Theme::Crystal => EnemyKind::Coward,
        Theme::Sand | Theme::Ash => EnemyKind::Ambusher,
    }
}

/// The breeds from which the enemies of a theme are drawn: the given ones twice, and those of the kind that is at home
/// there once more.
pub fn breeds_of_theme(breeds: &Roster, theme: Theme) -> Roster {
    let at_home = kind_at_home(theme);
    let own = breeds.iter().filter(|breed| breed.kind == at_home);
    let own: Vec<Arc<Breed>> = own.cloned().collect();
    let twice = [breeds, breeds].into_iter().flatten();
    twice.cloned().chain(own).collect()
}
