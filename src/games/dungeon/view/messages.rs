//! The messages about the events of a descent, which make up the history.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::prelude::*;

use super::sighted;
use super::{View, art, descriptions, family_words, themes};
use crate::games::dungeon::Table;
use crate::games::dungeon::descent::{Descent, DescentError};
use crate::games::dungeon::map::layout::Passage;
use crate::games::dungeon::map::{Cell, Repairs, Theme};
use crate::games::dungeon::rules::{
    self, Actor, Consumable, Defence, Event, MoveError, kind_at_home,
};
use crate::shell::access::Speech;
use crate::shell::notice::Notices;
use crate::shell::words::Words;

/// The tone of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Good,
    Warning,
}

/// A line of the history.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: Arc<str>,
    pub(super) tone: Tone,
    /// The turn in which it was written last.
    pub(super) turn: u32,
    /// The number of times that it was written in a row.
    pub(super) times: u32,
}

/// The number of lines that are kept.
const KEPT: usize = 400;

/// A message: the key of its phrase, its tone, and the values that are filled in.
pub(super) type Phrase = (&'static str, Tone, Vec<(&'static str, String)>);

/// Writes a message into the history.
pub(super) fn log_message(world: &mut World, phrase: Phrase) {
    let turn = turn(world);
    let spoken = world.resource_scope(|world, mut view: Mut<View>| {
        write(&mut view.log, world.resource::<Words>(), turn, phrase)
    });
    world
        .resource_mut::<Speech>()
        .say(spoken.unwrap_or_default());
}

/// Writes a message into the history, and returns its text, or `None` if it was left out. If it equals the last line,
/// only the count of that line grows.
pub(super) fn write(
    log: &mut Vec<Line>,
    words: &Words,
    turn: u32,
    (key, tone, values): Phrase,
) -> Option<String> {
    let text = words.fill(key, &values);
    // The effect of ground is told when the hero first steps on it.
    if descriptions::GROUNDS.contains(&key) && log.iter().any(|line| *line.text == text) {
        return None;
    }
    if let Some(last) = log.last_mut()
        && *last.text == text
    {
        last.times += 1;
        last.turn = turn;
        return Some(text);
    }
    if log.len() >= KEPT {
        log.remove(0);
    }
    log.push(Line {
        text: text.as_str().into(),
        tone,
        turn,
        times: 1,
    });
    Some(text)
}

/// The turns of the descent so far.
pub(super) fn turn(world: &World) -> u32 {
    let table = world.get_resource::<Table>();
    table.map_or(0, |table| table.state().totals().turns)
}

pub(super) fn entry_message(descent: &Descent, words: &Words) -> Phrase {
    let theme = Theme::of_depth(descent.depth());
    let at_home = match descent.setup().spec.has_ground {
        true => {
            let kind = words.get(art::name_of_kind(kind_at_home(theme)));
            format!(" {}", words.fill("dungeon.say.at_home", &[("enemy", kind)]))
        }
        false => String::new(),
    };
    let mut values = vec![
        ("at_home", at_home),
        ("depth", descent.depth().to_string()),
        ("depths", descent.setup().depths.to_string()),
        ("theme", words.get(themes::name_of(theme))),
    ];
    let repairs = descent.game.dungeon().repairs;
    if repairs == Repairs::default() {
        return ("dungeon.say.enter", Tone::Plain, values);
    }
    values.push(("moved", repairs.moved.to_string()));
    values.push(("joined", repairs.joined.to_string()));
    values.push(("enlarged", repairs.enlarged.to_string()));
    ("dungeon.say.enter_mended", Tone::Plain, values)
}

/// Writes the reason why a move was refused.
pub(super) fn log_refusal(world: &mut World, why: &DescentError) {
    let mut values = Vec::new();
    let key = match why {
        DescentError::Rules(error) => match error {
            MoveError::NoStep | MoveError::Over => return,
            MoveError::Wall => "dungeon.say.wall",
            MoveError::Doorway => "dungeon.say.doorway",
            MoveError::Locked(lock) | MoveError::Sealed(lock) => {
                let words = world.resource::<Words>();
                values.push(("sign", descriptions::sign_of(words, *lock)));
                match error {
                    MoveError::Locked(_) => "dungeon.say.locked",
                    _ => "dungeon.say.sealed",
                }
            }
            MoveError::NoKey => "dungeon.say.exit_locked",
            MoveError::NoItem => "dungeon.say.no_item",
            MoveError::NoPortal => "dungeon.say.no_portal",
            MoveError::Healthy => "dungeon.say.healthy",
            MoveError::NoMissile => "dungeon.say.no_missile",
            MoveError::Stiff => "dungeon.say.stiff",
            MoveError::NoTarget => "dungeon.say.no_target",
            MoveError::AtStart => "dungeon.say.at_start",
            MoveError::Choose | MoveError::NoBoon => "dungeon.say.choose",
        },
        DescentError::Deeper(why) => {
            let why = why.to_string();
            world.resource_mut::<Notices>().show(why);
            return;
        }
    };
    log_message(world, (key, Tone::Plain, values));
}

/// Writes the messages of the events of a turn, in which some enemies have come into sight.
pub(super) fn log_events(world: &mut World, events: &[Event], in_sight: &[usize]) {
    let (descent, words) = (world.resource::<Table>().state(), world.resource::<Words>());
    for phrase in messages_of(descent, words, events, in_sight) {
        log_message(world, phrase);
    }
}

/// The messages of the events of a turn. `descent` is the state after them. The enemies that have come into sight are
/// named before their acts, or after the dungeon that the hero has entered.
pub(super) fn messages_of(
    descent: &Descent,
    words: &Words,
    events: &[Event],
    in_sight: &[usize],
) -> Vec<Phrase> {
    let goes_down = events.iter().any(|event| matches!(event, Event::Deeper(_)));
    // After a step that leads down, the map on which it was made is gone.
    let is_told = |event: &&Event| !(goes_down && matches!(event, Event::Moved(Actor::Hero, ..)));
    let told = events.iter().filter(is_told);
    let mut messages: Vec<Phrase> = told
        .filter_map(|event| message_of(descent, words, *event))
        .collect();
    let at = if goes_down { messages.len() } else { 0 };
    let seen = in_sight
        .iter()
        .map(|enemy| sighted::message(&descent.game, *enemy, words));
    messages.splice(at..at, seen);
    messages.extend(birth_messages(descent, words, events));
    messages
}

/// The messages about the learning of the enemies of a dungeon that the hero has just entered.
fn birth_messages(descent: &Descent, words: &Words, events: &[Event]) -> Vec<Phrase> {
    let enters = events.iter().any(|event| matches!(event, Event::Deeper(_)));
    let heirs = descent.heirs().filter(|_| enters);
    heirs.map_or(Vec::new(), |heirs| {
        family_words::birth_messages(heirs, words)
    })
}

/// The message of an event; `None` if it has none. `descent` is the state after the event.
fn message_of(descent: &Descent, words: &Words, event: Event) -> Option<Phrase> {
    let game = &descent.game;
    let told = |key, tone| Some((key, tone, vec![]));
    match event {
        Event::Moved(Actor::Hero, _, to) => {
            told(descriptions::ground_key(game.ground_at(to))?, Tone::Plain)
        }
        Event::Died(Actor::Hero) => told("dungeon.say.died", Tone::Warning),
        Event::CameIn(_) => told("dungeon.say.came_in", Tone::Warning),
        Event::Burnt(Actor::Hero, life) => Some((
            "dungeon.say.burnt",
            Tone::Warning,
            vec![("damage", life.to_string())],
        )),
        Event::Hooded(true) => told("dungeon.say.hooded", Tone::Plain),
        Event::Hooded(false) => told("dungeon.say.unhooded", Tone::Plain),
        Event::TookBoon(boon) => {
            let name = words.get(art::name_of_boon(boon));
            Some(("dungeon.say.boon", Tone::Good, vec![("boon", name)]))
        }
        Event::Healed(Actor::Hero, life) if life > 1 => Some((
            "dungeon.say.healed",
            Tone::Good,
            vec![("life", life.to_string())],
        )),
        Event::Unlocked(_, door) if unlocked_doors_beside(game, door) > 1 => None,
        Event::Unlocked(..) => told("dungeon.say.unlocked", Tone::Good),
        Event::FoundExitKey => told("dungeon.say.exit_key", Tone::Good),
        Event::FoundKey(lock) => {
            let sign = descriptions::sign_of(words, lock);
            Some(("dungeon.say.key", Tone::Good, vec![("sign", sign)]))
        }
        Event::Escaped => told("dungeon.say.escaped", Tone::Good),
        Event::Deeper(_) => Some(entry_message(descent, words)),
        _ => fight_message(game, words, event)
            .or_else(|| sighting_message(game, words, event))
            .or_else(|| item_message(words, event)),
    }
}

/// The name of the kind of an enemy.
fn name_of_enemy(game: &rules::Game, words: &Words, enemy: usize) -> String {
    let kind = game.enemies.get(enemy).map(|enemy| enemy.breed.kind);
    kind.map_or(String::new(), |kind| words.get(art::name_of_kind(kind)))
}

/// The message of a blow, or of the death of an enemy.
fn fight_message(game: &rules::Game, words: &Words, event: Event) -> Option<Phrase> {
    let kind = |enemy| ("enemy", name_of_enemy(game, words, enemy));
    Some(match event {
        Event::Struck {
            by: Actor::Hero,
            target: Actor::Enemy(enemy),
            damage,
            defence,
        } => {
            let key = key_of_heros_blow(defence);
            let values = vec![kind(enemy), ("damage", damage.to_string())];
            (key, Tone::Plain, values)
        }
        Event::Struck {
            by: Actor::Enemy(enemy),
            damage,
            defence,
            ..
        } => {
            let key = match defence {
                Some(_) => "dungeon.say.hits_guard",
                None => "dungeon.say.hits_you",
            };
            let tone = match damage {
                0 => Tone::Good,
                _ => Tone::Warning,
            };
            (key, tone, vec![kind(enemy), ("damage", damage.to_string())])
        }
        Event::Died(Actor::Enemy(enemy)) => ("dungeon.say.killed", Tone::Good, vec![kind(enemy)]),
        _ => return None,
    })
}

/// The message of an enemy that notices or does something. An enemy that the hero does not see has none.
fn sighting_message(game: &rules::Game, words: &Words, event: Event) -> Option<Phrase> {
    let (enemy, key, tone) = match event {
        Event::Noticed(enemy) => (enemy, "dungeon.say.noticed", Tone::Warning),
        Event::Listens(enemy) => (enemy, "dungeon.say.listens", Tone::Good),
        Event::Heard(enemy) => (enemy, "dungeon.say.heard", Tone::Warning),
        Event::Tracked(enemy) => (enemy, "dungeon.say.tracked", Tone::Warning),
        Event::Lost(enemy) => (enemy, "dungeon.say.lost", Tone::Good),
        Event::Lunged(enemy) => (enemy, "dungeon.say.lunged", Tone::Warning),
        Event::Hurled(enemy, ..) => (enemy, "dungeon.say.hurled", Tone::Warning),
        Event::Ambushed(enemy) => (enemy, "dungeon.say.ambushed", Tone::Warning),
        _ => return None,
    };
    let values = vec![("enemy", name_of_enemy(game, words, enemy))];
    game.sees_enemy(enemy).then_some((key, tone, values))
}

/// The message of a thing that the hero finds, uses or throws.
fn item_message(words: &Words, event: Event) -> Option<Phrase> {
    let (item, key, tone) = match event {
        Event::Used(thing) => return Some((key_of_used_thing(thing), Tone::Good, vec![])),
        Event::Spare(thing) => (thing, "dungeon.say.spare", Tone::Good),
        Event::Found(thing) => (thing, "dungeon.say.found", Tone::Good),
        Event::Full(thing) => (thing, "dungeon.say.full", Tone::Plain),
        Event::Thrown(thing, ..) => (thing, "dungeon.say.thrown", Tone::Plain),
        Event::InUse(thing) => (thing, "dungeon.say.in_use", Tone::Plain),
        _ => return None,
    };
    Some((
        key,
        tone,
        vec![("item", words.get(art::name_of_item(item)))],
    ))
}

fn key_of_heros_blow(defence: Option<Defence>) -> &'static str {
    match defence {
        Some(Defence::Guard) => "dungeon.say.you_hit_guard",
        Some(Defence::Shield) => "dungeon.say.you_hit_shield",
        None => "dungeon.say.you_hit",
    }
}

/// The key of the message of a thing that the hero has used.
fn key_of_used_thing(thing: Consumable) -> &'static str {
    match thing {
        Consumable::Potion => "dungeon.say.potion",
        Consumable::Smoke => "dungeon.say.smoke",
        Consumable::Fire => "dungeon.say.fire",
        Consumable::Leaf => "dungeon.say.leaf",
        Consumable::Bell => "dungeon.say.bell",
    }
}

/// The number of doors of the same corridor, this one among them, that have been unlocked. A locked corridor has one at
/// each end, and the second one opens without a message.
fn unlocked_doors_beside(game: &rules::Game, door: Cell) -> usize {
    let connections = game.dungeon().layout.connections.iter();
    let of_corridor = connections.filter_map(|connection| match connection.passage {
        Passage::Doors(doors) if doors.contains(&door) => Some(doors),
        Passage::Doors(_) | Passage::Portals(_) => None,
    });
    let doors: BTreeSet<Cell> = of_corridor.flatten().collect();
    let is_unlocked = |door: &&Cell| game.lock_at(**door).is_none();
    doors.iter().filter(is_unlocked).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::graph::problem::usual_parameters;
    use crate::games::dungeon::rules::{Enemy, EnemyKind, Move, Step, Weapon};
    use crate::games::dungeon::setup::Setup;
    use crate::generation::{Pick, Seed};
    use crate::shell::words::Language;

    /// Puts the hero before a door, and opens it. Returns the messages of the locks that were opened.
    fn open(descent: &mut Descent, door: Cell) -> Vec<&'static str> {
        let map = &descent.game.dungeon().layout.map;
        let sides = Cell::STEPS.into_iter().enumerate();
        let from = sides.map(|(number, (x, y))| (number, door.step((-x, -y))));
        let mut from = from.filter(|(_, cell)| map.has(*cell) && map.is_walkable(*cell, door));
        let (number, cell) = from.next().expect("a cell before the door");
        descent.game.hero.at = cell;
        let mut events = Vec::new();
        let step = Move::Step(Step(number as u8));
        descent.game.apply(step, &mut events).expect("it opens");
        let unlocked = events
            .into_iter()
            .filter(|one| matches!(one, Event::Unlocked(..)));
        let words = Words::of(Language::English);
        unlocked
            .filter_map(|event| message_of(descent, &words, event))
            .map(|(key, ..)| key)
            .collect()
    }

    #[test]
    fn the_second_door_of_a_locked_corridor_opens_without_a_word() {
        let mut found = 0;
        for seed in 0..12 {
            let setup = Setup::default();
            let descent = Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best);
            let mut descent = descent.expect("it evolves");
            descent.game.enemies.clear();
            let connections = descent.game.dungeon().layout.connections.clone();
            let locked = connections.into_iter().find_map(|one| match one.passage {
                Passage::Doors(doors) => one.lock.map(|lock| (lock, doors)),
                Passage::Portals(_) => None,
            });
            let Some((lock, [first, second])) = locked else {
                continue;
            };
            if first == second {
                continue;
            }
            found += 1;
            descent.game.hero.keys.push(lock);
            assert_eq!(open(&mut descent, first), ["dungeon.say.unlocked"]);
            assert!(open(&mut descent, second).is_empty());
        }
        assert!(found > 3, "{found} locked corridors");
    }

    /// Lets the hero strike a guard that blocks or not, and that faces the hero or looks away. Returns the key of the
    /// message.
    fn strike(descent: &mut Descent, weapon: Weapon, blocks: bool, faces: bool) -> &'static str {
        let game = &mut descent.game;
        let (map, here) = (&game.dungeon().layout.map, game.hero.at);
        let steps = (0u8..).zip(Cell::STEPS);
        let mut steps = steps.filter(|(_, step)| map.is_walkable(here, here.step(*step)));
        let (number, (x, y)) = steps.next().expect("a cell beside the hero");
        let facing = if faces { (-x, -y) } else { (x, y) };
        let roster = Setup::default().roster();
        let guard = roster.iter().find(|breed| breed.kind == EnemyKind::Guard);
        let guard = guard.expect("guards are shipped");
        let mut enemy = Enemy::new(here.step((x, y)), facing, 5, Arc::clone(guard));
        enemy.guard = blocks;
        game.enemies = vec![enemy];
        (game.hero.weapon, game.hero.life) = (weapon, game.hero.max_life);
        let mut events = Vec::new();
        let blow = game.apply(Move::Step(Step(number)), &mut events);
        blow.expect("a blow");
        let by_hero =
            |event: &Event| matches!(event, Event::Struck { by, .. } if *by == Actor::Hero);
        let struck = events.into_iter().find(by_hero).expect("the hero strikes");
        let words = Words::of(Language::English);
        let message = message_of(descent, &words, struck);
        message.expect("a blow is told").0
    }

    #[test]
    fn a_shield_is_told_of_only_where_it_alone_halves_a_blow() {
        let setup = Setup::default();
        let descent = Descent::new(&setup, &usual_parameters(), Seed(1), Pick::Best);
        let mut descent = descent.expect("it evolves");
        for (weapon, blocks, faces, told) in [
            (Weapon::Sword, false, true, "dungeon.say.you_hit_shield"),
            (Weapon::Sword, false, false, "dungeon.say.you_hit"),
            (Weapon::Sword, true, true, "dungeon.say.you_hit_guard"),
            (Weapon::Sword, true, false, "dungeon.say.you_hit_guard"),
            (Weapon::Mace, false, true, "dungeon.say.you_hit"),
            (Weapon::Mace, true, true, "dungeon.say.you_hit_guard"),
        ] {
            let key = strike(&mut descent, weapon, blocks, faces);
            assert_eq!(key, told, "{weapon:?}, {blocks}, {faces}");
        }
    }
}
