//! The result of a descent: its texts, and the buttons for the next game.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::{art, history};
use crate::games::dungeon::custom_enemies::meet_in_dungeon;
use crate::games::dungeon::descent::{Descent, DescentStatus};
use crate::games::dungeon::rules::Item;
use crate::games::dungeon::{DungeonGame, Help, Table};
use crate::session::Game;
use crate::session::statistics::Statistics;
use crate::shell::table::{ResultButton, launch, outcome_text, tally_text};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, centred_text};
use crate::shell::words::Words;

fn is_arena(world: &World) -> bool {
    let table = world.get_resource::<Table>();
    table.is_some_and(|table| table.setup().arena)
}

/// The title, which tells how the descent or the fight has ended.
pub(super) fn title(world: &World) -> String {
    let table = world.get_resource::<Table>();
    table.map_or(String::new(), |table| {
        world.resource::<Words>().get(title_key(table))
    })
}

fn title_key(table: &Table) -> &'static str {
    let completed = table.state().status() == DescentStatus::Completed;
    match (table.setup().arena, completed) {
        (true, true) => "dungeon.arena.through",
        (true, false) => "dungeon.arena.dead",
        (false, true) => "dungeon.through",
        (false, false) => "dungeon.dead",
    }
}

/// The end of a descent with its points and turns, or of a fight in the arena.
pub(super) fn shared(table: &Table, words: &Words) -> String {
    let (descent, totals) = (table.state(), table.state().totals());
    let key = match descent.status() {
        _ if table.setup().arena => return words.get(title_key(table)),
        DescentStatus::Completed => "dungeon.share.through",
        DescentStatus::Dead => "dungeon.share.dead",
        DescentStatus::Descending => return outcome_text(table, words),
    };
    let values = [
        ("depth", descent.depth().to_string()),
        ("depths", descent.setup().depths.to_string()),
        ("points", DungeonGame::points(table).to_string()),
        ("turns", totals.turns.to_string()),
    ];
    words.fill(key, &values)
}

/// Fills the result: the depth that the hero reached, the points, the results of all descents of this setup, and what
/// happened last to a hero who has died.
pub(super) fn spawn_result(card: &mut ChildSpawnerCommands, world: &World) {
    card.spawn(centred_text(TextSize::Body, palette::PAPER, summary));
    card.spawn(centred_text(TextSize::Lead, palette::EMBER, score_text));
    if !is_arena(world) {
        card.spawn(centred_text(TextSize::Small, palette::MIST, results_text));
    }
    let table = world.get_resource::<Table>();
    if table.is_some_and(|table| table.state().status() == DescentStatus::Dead) {
        history::spawn_last_lines(card);
    }
}

/// The buttons: in the arena first the one that takes the enemy into a dungeon.
pub(super) fn buttons(world: &World) -> Vec<ResultButton> {
    let meet = ResultButton::new("dungeon.meet", meet_in_dungeon);
    let others = [
        ResultButton::new("dungeon.next", launch::start_next_game::<DungeonGame>),
        ResultButton::new("dungeon.again", start_again),
    ];
    let meet = is_arena(world).then_some(meet);
    meet.into_iter().chain(others).collect()
}

/// Starts the same descent once more, in the same first dungeon.
fn start_again(world: &mut World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let (origin, first) = (table.origin().clone(), table.content.clone());
    launch::start::<DungeonGame>(world, origin, first, Help::default());
}

pub(super) fn summary(world: &World) -> String {
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let (descent, totals) = (table.state(), table.state().totals());
    let words = world.resource::<Words>();
    let weapon = art::name_of_item(Item::Weapon(descent.game.hero.weapon));
    let summary = words.fill(
        "dungeon.summary",
        &[
            ("depth", descent.depth().to_string()),
            ("depths", descent.setup().depths.to_string()),
            ("turns", totals.turns.to_string()),
            ("killed", totals.killed.to_string()),
            ("weapon", words.get(weapon)),
        ],
    );
    match end_of_hero(descent, words) {
        Some(end) => format!("{end}\n{summary}"),
        None => summary,
    }
}

/// The text about what killed the hero; `None` if the hero lives.
fn end_of_hero(descent: &Descent, words: &Words) -> Option<String> {
    if descent.status() != DescentStatus::Dead {
        return None;
    }
    Some(match descent.game.killer() {
        Some(enemy) => {
            let killer = [("enemy", words.get(art::name_of_kind(enemy.breed.kind)))];
            words.fill("dungeon.killed_by", &killer)
        }
        // A hero who was not killed by an enemy has died in a fire.
        None => words.get("dungeon.killed_by_fire"),
    })
}

/// The points, and, if there are any, the highest score in descents of the same setup. Fights in the arena are not counted.
pub(super) fn score_text(world: &World) -> String {
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let (words, score) = (world.resource::<Words>(), DungeonGame::points(table));
    let points = words.fill("dungeon.points", &[("points", score.to_string())]);
    let is_compared = score > 0 && !table.is_taken_over();
    let name = DungeonGame::counted_as(table).filter(|_| is_compared);
    let Some(name) = name else {
        return points;
    };
    let tally = world.resource::<Statistics>().of(DungeonGame::KEY, &name);
    let best = if score >= tally.best {
        words.get("dungeon.best.new")
    } else {
        words.fill("dungeon.best", &[("points", tally.best.to_string())])
    };
    format!("{points}  ·  {best}")
}

/// The text about the endings of all descents of the same setup, or about the reason why this one does not count.
fn results_text(world: &World) -> String {
    let table = world.get_resource::<Table>();
    if table.is_some_and(|table| table.extra.automatic) {
        return world.resource::<Words>().get("dungeon.not_counted");
    }
    if table.is_some_and(Table::is_taken_over) {
        return world.resource::<Words>().get("played.taken_over");
    }
    let name = table.and_then(DungeonGame::counted_as);
    name.map_or(String::new(), |name| {
        tally_text::<DungeonGame>(world, &name)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::games::dungeon::enemies::hand_written::read_program;
    use crate::games::dungeon::map::Cell;
    use crate::games::dungeon::rules::{Breed, Consumable, Move};
    use crate::games::dungeon::setup::Setup;
    use crate::generation::{Pick, Seed};
    use crate::shell::words::Language;

    /// A descent whose hero has one point of life and a flask of fire, with an enemy beside them that only waits.
    fn before_a_fire() -> Descent {
        let setup: Setup = "d1f1r6s8e2c0l0".parse().expect("a setup");
        let parameters = setup.spec.method.usual_parameters();
        let descent = Descent::new(&setup, &parameters, Seed(1), Pick::Best);
        let mut descent = descent.expect("a dungeon");
        let game = &mut descent.game;
        (game.hero.life, game.hero.belt) = (1, vec![Consumable::Fire]);
        let (map, hero) = (&game.dungeon().layout.map, game.hero.at);
        let beside = Cell::STEPS.into_iter().map(|step| hero.step(step));
        let mut beside = beside.filter(|cell| map.is_walkable(hero, *cell));
        let at = beside.next().expect("a cell beside the hero");
        game.enemies.truncate(1);
        let enemy = &mut game.enemies[0];
        enemy.at = at;
        enemy.breed = Arc::new(Breed {
            program: read_program("wait", "wait").expect("a program"),
            ..(*enemy.breed).clone()
        });
        descent
    }

    #[test]
    fn a_hero_who_dies_in_a_fire_was_killed_by_it() {
        let words = Words::of(Language::English);
        let mut descent = before_a_fire();
        assert_eq!(end_of_hero(&descent, &words), None);
        let thrown = descent.make(Move::Belt(0), &mut Vec::new());
        thrown.expect("there is somebody to throw it at");
        assert_eq!(descent.status(), DescentStatus::Dead);
        let end = end_of_hero(&descent, &words);
        assert_eq!(end.as_deref(), Some("Killed by fire."));
    }
}
