//! The auto-actions, such as exploring, travelling and resting, which last many turns, and their interruptions.

use bevy::prelude::*;

use super::messages::Tone;
use super::turns::automatic_move;
use super::{View, messages};
use crate::games::dungeon::Table;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::players::automatic::Automatic;
use crate::games::dungeon::players::routes::Routes;
use crate::games::dungeon::rules::{Actor, Event, Game, Move};

/// An action that the hero goes on with for many turns without further input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AutoAction {
    /// Explores the unseen parts of the dungeon.
    Explore,
    /// Travels to a cell.
    Travel(Cell),
    /// Rests until life is full.
    Rest,
    /// Plays as the automatic player does.
    PlayItself,
}

/// The distance up to which an enemy that knows of the hero is a danger.
const DANGER_DISTANCE: u16 = 6;

/// Begins an auto-action. A lesson refuses those that play by themselves. In danger the player must choose every
/// step: travelling makes its first step only, and no other action begins.
pub(super) fn begin(world: &mut World, action: AutoAction) {
    let table = world.get_resource::<Table>();
    let Some(table) = table.filter(|table| table.takes_moves()) else {
        return;
    };
    if table.lesson().is_some() && matches!(action, AutoAction::PlayItself | AutoAction::Explore) {
        messages::log_message(world, ("dungeon.say.lesson", Tone::Plain, vec![]));
        return;
    }
    if action == AutoAction::PlayItself || !is_in_danger(&table.state().game) {
        let mut view = world.resource_mut::<View>();
        view.auto_action = Some(action);
        // The hero may have gone elsewhere since the automatic player played last, and its plan no longer holds.
        view.player = Automatic::default();
        return;
    }
    match action {
        AutoAction::Travel(to) => request_step_towards(world, to),
        _ => messages::log_message(world, ("dungeon.say.danger", Tone::Warning, vec![])),
    }
}

/// Requests the first step of the way to a cell.
fn request_step_towards(world: &mut World, to: Cell) {
    let requested = world.resource_scope(|world, mut view: Mut<View>| {
        let game = &world.resource::<Table>().state().game;
        view.requested = view.routes.towards(game, |cell| cell == to);
        view.requested
    });
    let is_there = world.resource::<Table>().state().game.hero.at == to;
    if requested.is_none() && !is_there {
        let game = &world.resource::<Table>().state().game;
        messages::log_message(world, (why_no_way(game, to), Tone::Plain, vec![]));
    }
}

/// Travels to the exit if it was seen and can be opened; otherwise a message says why not.
pub(super) fn travel_to_exit(world: &mut World) {
    let table = world.get_resource::<Table>();
    let Some(table) = table.filter(|table| table.takes_moves()) else {
        return;
    };
    let game = &table.state().game;
    let layout = &game.dungeon().layout;
    let exit = layout.exit;
    let why = if !game.explored().has(&layout.map, exit) {
        "dungeon.say.no_exit"
    } else if !game.hero.exit_key {
        "dungeon.say.exit_locked"
    } else {
        begin(world, AutoAction::Travel(exit));
        return;
    };
    messages::log_message(world, (why, Tone::Plain, vec![]));
}

fn is_in_danger(game: &Game) -> bool {
    game.visible_enemies().any(|number| {
        let enemy = &game.enemies[number];
        enemy.aware && enemy.at.distance_to(game.hero.at) <= DANGER_DISTANCE
    })
}

/// The next move of the auto-action. An auto-action that has nothing left to do ends with a message.
pub(super) fn next_move(world: &mut World) -> Option<Move> {
    let action = world.resource::<View>().auto_action?;
    let chosen_move = match action {
        AutoAction::PlayItself => helped_move(world),
        _ => move_of(world, action),
    };
    if chosen_move.is_none() {
        if let Some(key) = end_phrase(world, action) {
            messages::log_message(world, (key, Tone::Plain, vec![]));
        }
        world.resource_mut::<View>().auto_action = None;
    }
    chosen_move
}

/// The next move of the automatic player. From then on the descent counts in no record.
fn helped_move(world: &mut World) -> Option<Move> {
    let chosen_move = automatic_move(world)?;
    let mut table = world.resource_mut::<Table>();
    if !table.extra.automatic {
        table.extra.automatic = true;
    }
    Some(chosen_move)
}

/// The next move of exploring, travelling or resting.
fn move_of(world: &mut World, action: AutoAction) -> Option<Move> {
    world.resource_scope(|world, mut view: Mut<View>| {
        let game = &world.resource::<Table>().state().game;
        match action {
            AutoAction::Explore => view.routes.explore(game),
            AutoAction::Travel(to) => view.routes.towards(game, |cell| cell == to),
            AutoAction::Rest => {
                let rests = game.hero.life < game.hero.max_life && !game.is_watched();
                rests.then_some(Move::Wait)
            }
            AutoAction::PlayItself => None,
        }
    })
}

/// The phrase for an auto-action that has nothing left to do.
fn end_phrase(world: &World, action: AutoAction) -> Option<&'static str> {
    let game = &world.resource::<Table>().state().game;
    let hero = &game.hero;
    match action {
        AutoAction::Explore => Some(why_not_explored(game)),
        AutoAction::Travel(to) => (hero.at != to).then(|| why_no_way(game, to)),
        AutoAction::Rest if game.is_watched() => Some("dungeon.say.watched"),
        AutoAction::Rest => Some("dungeon.say.rested"),
        AutoAction::PlayItself => None,
    }
}

/// The phrase for the end of exploring: it names the obstacle on the way to the unseen parts, or says that there are
/// none.
fn why_not_explored(game: &Game) -> &'static str {
    let goes_on = |free: &Game| Routes::default().explore(free).is_some();
    obstacle_text_key(game, goes_on).unwrap_or("dungeon.say.explored")
}

/// The phrase for a cell to which no route leads.
fn why_no_way(game: &Game, to: Cell) -> &'static str {
    let leads = |free: &Game| Routes::default().towards(free, |cell| cell == to).is_some();
    obstacle_text_key(game, leads).unwrap_or("dungeon.say.no_way")
}

/// The phrase for the obstacle that keeps the hero from going on: the enemies in sight, fire, or both of them; `None` if
/// the hero could not go on without them either.
fn obstacle_text_key(game: &Game, goes_on: impl Fn(&Game) -> bool) -> Option<&'static str> {
    let mut alone = game.clone();
    for number in game.visible_enemies() {
        alone.enemies[number].life = 0;
    }
    if goes_on(&alone) {
        return Some("dungeon.say.barred");
    }
    let mut cold = game.clone();
    cold.put_out_fires();
    if goes_on(&cold) {
        return Some("dungeon.say.fire_bars");
    }
    alone.put_out_fires();
    goes_on(&alone).then_some("dungeon.say.barred")
}

/// Interrupts an auto-action if the turn needs the player's attention: an enemy came into sight or near, the hero was
/// struck, an item found no room, or another dungeon began. The automatic player is never interrupted. Returns the
/// enemies that came into sight.
pub(super) fn check_interrupts(world: &mut World, events: &[Event]) -> Vec<usize> {
    world.resource_scope(|world, mut view: Mut<View>| {
        let descent = world.resource::<Table>().state();
        let in_sight = view.sighted.note(descent);
        let is_interrupted = !in_sight.is_empty()
            || is_in_danger(&descent.game)
            || events.iter().any(needs_attention);
        if is_interrupted && view.auto_action != Some(AutoAction::PlayItself) {
            view.auto_action = None;
        }
        in_sight
    })
}

/// Whether an event interrupts an auto-action.
fn needs_attention(event: &Event) -> bool {
    matches!(
        event,
        Event::Struck {
            target: Actor::Hero,
            ..
        } | Event::Burnt(Actor::Hero, _)
            | Event::CameIn(_)
            | Event::Deeper(_)
            | Event::Full(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::enemies::arena::Arena;
    use crate::games::dungeon::map::Tile;
    use crate::games::dungeon::players::ReferencePlayer;
    use crate::games::dungeon::rules::Consumable;
    use crate::games::dungeon::setup::Setup;
    use crate::generation::Seed;

    /// Explores as far as the enemies leave a way. If a cell is given, the first enemy is put back onto it before every
    /// turn.
    fn explore(game: &mut Game, post: Option<Cell>) {
        for _ in 0..400 {
            if let Some(post) = post {
                game.enemies[0].at = post;
            }
            let Some(chosen) = Routes::default().explore(game) else {
                return;
            };
            game.hero.life = game.hero.max_life;
            game.apply(chosen, &mut Vec::new()).expect("a legal move");
        }
        panic!("it explores for ever");
    }

    #[test]
    fn an_enemy_in_the_only_door_bars_the_way_and_nothing_bars_an_explored_map() {
        let breed = Setup::default().roster()[0].clone();
        let mut game = Arena::new(Seed(1), ReferencePlayer::Careful).start(&breed, 1);
        let map = &game.dungeon().layout.map;
        let start = game.hero.at;
        let doors = map.cells().filter(|cell| map.at(*cell) == Tile::Door);
        let door = doors.min_by_key(|cell| cell.distance_to(start));
        for enemy in &mut game.enemies[1..] {
            enemy.life = 0;
        }
        explore(&mut game, door);
        assert_eq!(why_not_explored(&game), "dungeon.say.barred");
        game.enemies[0].life = 0;
        assert!(Routes::default().explore(&game).is_some());
        explore(&mut game, None);
        assert_eq!(why_not_explored(&game), "dungeon.say.explored");
    }

    #[test]
    fn an_enemy_bars_the_way_also_where_fire_bars_it_too() {
        let breed = Setup::default().roster()[0].clone();
        let mut game = Arena::new(Seed(1), ReferencePlayer::Careful).start(&breed, 1);
        let (map, hero) = (&game.dungeon().layout.map, game.hero.at);
        let post = hero.neighbours().find(|to| map.is_walkable(hero, *to));
        let post = post.expect("a cell beside the hero");
        (game.enemies[0].at, game.enemies[0].life) = (post, 90);
        game.hero.belt = vec![Consumable::Fire];
        game.apply(Move::Belt(0), &mut Vec::new())
            .expect("the flask is thrown");
        game.enemies[0].at = post;
        assert!(game.sees_enemy(0) && game.burning_cells().next().is_some());
        let is_gone = |free: &Game| free.enemies[0].life == 0;
        let is_out = |free: &Game| free.burning_cells().next().is_none();
        assert_eq!(
            obstacle_text_key(&game, is_gone),
            Some("dungeon.say.barred")
        );
        assert_eq!(
            obstacle_text_key(&game, is_out),
            Some("dungeon.say.fire_bars")
        );
        let both = |free: &Game| is_gone(free) && is_out(free);
        assert_eq!(obstacle_text_key(&game, both), Some("dungeon.say.barred"));
        assert_eq!(obstacle_text_key(&game, |_| false), None);
    }
}
