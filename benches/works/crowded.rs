//! A dungeon in which a turn is as much work as it can be.

use std::sync::Arc;

use evolvarium::games::dungeon::enemies::shipped;
use evolvarium::games::dungeon::graph::generator::{self, DungeonSpec};
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::Dungeon;
use evolvarium::games::dungeon::players::Player;
use evolvarium::games::dungeon::players::automatic::Automatic;
use evolvarium::games::dungeon::rules::{Game, for_strength};
use evolvarium::generation::{Pick, Seed};

/// A large dungeon with 40 enemies that all hunt the hero.
fn crowded() -> Game {
    let spec = DungeonSpec {
        rooms: 40,
        side: 20,
        enemies: 4,
        chests: 0,
        locks: 0,
        ..DungeonSpec::default()
    };
    let dungeon = (1..).find_map(|seed| {
        let dungeon =
            generator::generate(&spec, &usual_parameters(), Seed(seed), Pick::Best).ok()?;
        (dungeon.layout.enemies.len() >= 40).then_some(dungeon)
    });
    let mut dungeon: Dungeon = dungeon.expect("one has enough");
    dungeon.layout.enemies.truncate(40);
    let breeds = for_strength(shipped::shipped_roster(), 5);
    Game::new(Arc::new(dungeon), &breeds, 5, Seed(1))
}

/// The same game after 60 moves: the hero is on the way, so that enemies are near.
pub fn under_way() -> Game {
    let mut game = crowded();
    let (mut player, mut events) = (Automatic::default(), Vec::new());
    for _ in 0..60 {
        if let Some(made) = player.choose(&game) {
            game.hero.life = game.hero.max_life;
            let _ = game.apply(made, &mut events);
        }
    }
    game
}
