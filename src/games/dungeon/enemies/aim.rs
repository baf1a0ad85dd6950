//! The aim that each kind is bred for beside harm. A player can notice how well an enemy reaches it.

use super::fight::FightStats;
use crate::games::dungeon::rules::EnemyKind;

/// The largest number of steps along tracks in a fight that counts for a hunter.
const MOST_TRACKED: f64 = 6.0;
/// The largest number of blocked blows in a fight that counts for a guard.
const MOST_BLOCKED: f64 = 6.0;
/// The damage in a fight from which the aims of hunters and cowards count fully. With less damage they count less, so
/// that harmless enemies do not reach them.
const FULL_DAMAGE: f64 = 6.0;

/// The degree to which a fight fulfilled the aim of a kind, 0 to 100.
///
/// - hunter: steps along the intruder's tracks, if the intruder was wounded
/// - guard: blows that its guard or shield met, and turns at its post
/// - coward: turns at a distance of two steps or more, if the intruder was wounded from there
/// - ambusher: enemies that struck first, and unseen
pub fn aim(kind: EnemyKind, stats: &FightStats) -> f64 {
    100.0
        * match kind {
            EnemyKind::Hunter => {
                let tracked = (f64::from(stats.tracked) / MOST_TRACKED).min(1.0);
                tracked * harm(stats.damage_dealt)
            }
            EnemyKind::Guard => {
                let blocked = (f64::from(stats.blocked) / MOST_BLOCKED).min(1.0);
                blocked * (0.5 + 0.5 * stats.kept_post)
            }
            EnemyKind::Coward => stats.kept_distance * harm(stats.thrown_damage),
            EnemyKind::Ambusher => f64::from(stats.ambushes) / f64::from(stats.enemies.max(1)),
        }
}

/// The part of an aim that counts with a damage, 0 to 1.
fn harm(damage: u32) -> f64 {
    (f64::from(damage) / FULL_DAMAGE).min(1.0)
}

/// The weight of the aim, beside that of [`FightStats::points`].
const AIM_WEIGHT: f64 = 0.8;

/// The score of a fight, 0 to 300: the points that every kind gets, and the weighted aim of the kind.
pub fn score(kind: EnemyKind, stats: &FightStats) -> f64 {
    stats.points() + AIM_WEIGHT * aim(kind, stats)
}
