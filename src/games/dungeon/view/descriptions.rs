//! Descriptions of the cell that the player points at, and of the thing that the player chooses.

use bevy::picking::hover::Hovered;
use bevy::prelude::*;

use super::map::{PANEL, dots_of_portal};
use super::panel::{self, ItemPlace};
use super::{View, art, foresight, picking};
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::map::{Cell, Ground, Lock, Tile};
use crate::games::dungeon::rules::{EnemyAct, Game, Item};
use crate::games::dungeon::{DungeonGame, Table};
use crate::session::Game as _;
use crate::shell::board::SwapsWithPanel;
use crate::shell::games::active;
use crate::shell::input::prompts::with_prompts;
use crate::shell::screen::{Screen, is_without_menu};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text, panel};
use crate::shell::words::{Words, capitalised};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_card.run_if(active(DungeonGame::KEY)),
    );
}

/// Spawns the card over the map that describes the cell that is pointed at, or the chosen thing.
fn spawn_card(mut commands: Commands) {
    let card = Node {
        position_type: PositionType::Absolute,
        top: px(20),
        max_width: px(380),
        padding: UiRect::axes(px(14), px(8)),
        ..default()
    };
    let is_shown = |world: &World| {
        let is_covered = world.resource::<View>().has_card();
        is_without_menu(world) && !is_covered && !pointed_text(world).is_empty()
    };
    commands
        .spawn((
            Name::new("Looking"),
            DespawnOnExit(Screen::Play),
            panel(card),
            SwapsWithPanel {
                left: Val::Auto,
                right: px(PANEL + 16.0),
            },
            VisibleWhen::new(is_shown),
            Pickable::IGNORE,
        ))
        .with_child(bound_text(TextSize::Small, palette::PAPER, pointed_text));
}

fn describe_item(words: &Words, item: Item) -> String {
    let name = capitalised(&words.get(art::name_of_item(item)));
    format!("{name}: {}", words.get(art::effect_of_item(item)))
}

/// The place of the weapon or the armour that the hero has in use.
#[derive(Component)]
pub(super) struct ThingInUse(pub(super) ItemPlace);

/// The text about a place of the belt or of the carried things: the thing that is in it, its number there, and its use.
pub(super) fn place_text(world: &World, which: ItemPlace) -> String {
    let words = world.resource::<Words>();
    let Some(game) = panel::game(world) else {
        return String::new();
    };
    let (key, place) = match which {
        ItemPlace::Belt(place) => ("dungeon.place.belt", place),
        ItemPlace::Carried(place) => ("dungeon.place.item", place),
        _ => return String::new(),
    };
    let what = match which.item(game) {
        Some(item) => format!(
            "{}, {}",
            counted_item(words, item, which.count(game)),
            words.get(art::effect_of_item(item))
        ),
        None => words.get("access.empty"),
    };
    words.fill(key, &[("place", (place + 1).to_string()), ("what", what)])
}

/// The name of an item, with the number of those like it if there are several.
fn counted_item(words: &Words, item: Item, count: usize) -> String {
    let name = words.get(art::name_of_item(item));
    match count {
        0 | 1 => name,
        _ => {
            let values = [("item", name), ("count", count.to_string())];
            words.fill("dungeon.place.several", &values)
        }
    }
}

fn thing_in_use_under_pointer(world: &World, game: &Game) -> Option<Item> {
    let mut places = world.try_query::<(&ThingInUse, &Hovered)>()?;
    let mut places = places.iter(world);
    let (place, _) = places.find(|(_, hovered)| hovered.get())?;
    place.0.item(game)
}

/// The description of the thing that the player chooses or points at, or of the cell that the player points at.
pub(super) fn pointed_text(world: &World) -> String {
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let (descent, words) = (table.state(), world.resource::<Words>());
    if let Some(chosen) = picking::chosen_thing(world) {
        return place_text(world, chosen);
    }
    if let Some(item) = thing_in_use_under_pointer(world, &descent.game) {
        return describe_item(words, item);
    }
    let view = world.resource::<View>();
    let Some(cell) = view.pointed else {
        return match view.looking {
            true => with_prompts(world, words.get("dungeon.look")),
            false => String::new(),
        };
    };
    describe_cell(world, descent, cell)
}

/// The description of a cell, as far as the hero knows it.
pub(super) fn describe_cell(world: &World, descent: &Descent, cell: Cell) -> String {
    let view = world.resource::<View>();
    describe_known_cell(descent, world.resource::<Words>(), cell, |enemy| {
        view.foresight.act(enemy)
    })
}

/// The description of an enemy: its knowledge, the prospects of a fight with it, its adaptation, and its next act.
fn describe_enemy(game: &Game, words: &Words, number: usize, act: Option<EnemyAct>) -> String {
    let enemy = &game.enemies[number];
    let listens = enemy.listens_to.is_some_and(|bell| game.rings(bell));
    let key = match (enemy.notices, enemy.tracks, enemy.aware) {
        (true, ..) => "dungeon.look.enemy_aware",
        (false, true, _) => "dungeon.look.enemy_tracks",
        (false, false, true) => "dungeon.look.enemy_seeks",
        (false, false, false) if listens => "dungeon.look.enemy_listens",
        (false, false, false) => "dungeon.look.enemy",
    };
    let (least, most) = game.turns_to_kill(number);
    let turns = match least == most {
        true => least.to_string(),
        false => format!("{least}-{most}"),
    };
    let worst = game.worst_hit(number);
    let values = [
        ("enemy", words.get(art::name_of_kind(enemy.breed.kind))),
        ("life", format!("{} / {}", enemy.life, enemy.body.max_life)),
        ("turns", turns),
        ("chance", game.chance_to_kill(number).to_string()),
        ("damage", worst.to_string()),
        ("hits", game.hero.life.div_ceil(worst).to_string()),
        ("act", words.get(foresight::phrase(game, number, act))),
    ];
    let adaptation = enemy.breed.adaptation.map(art::use_of_adaptation);
    let keys = [key, "dungeon.look.turns", "dungeon.look.hits"];
    let keys = keys
        .into_iter()
        .chain(adaptation)
        .chain(["dungeon.look.next"]);
    let lines: Vec<String> = keys.map(|key| words.fill(key, &values)).collect();
    lines.join("\n")
}

/// The key of the phrase about the effect of ground; `None` for plain stone.
pub(super) fn ground_key(ground: Ground) -> Option<&'static str> {
    let at = usize::from(ground.number()).checked_sub(1)?;
    GROUNDS.get(at).copied()
}

/// The keys of the phrases of all grounds but stone, in the order of their numbers.
pub(super) const GROUNDS: [&str; 4] = [
    "dungeon.look.grass",
    "dungeon.look.water",
    "dungeon.look.oil",
    "dungeon.look.rubble",
];

/// The description of a cell, as far as the hero knows it.
fn describe_known_cell(
    descent: &Descent,
    words: &Words,
    cell: Cell,
    act: impl Fn(usize) -> Option<EnemyAct>,
) -> String {
    let game = &descent.game;
    let layout = &game.dungeon().layout;
    let map = &layout.map;
    if !game.explored().has(map, cell) {
        return words.get("dungeon.look.unseen");
    }
    let ground = ground_key(game.ground_at(cell)).map(|key| words.get(key));
    if cell == game.hero.at {
        let hero = &game.hero;
        let in_use = [Item::Weapon(hero.weapon), Item::Armour(hero.armour)];
        let lines = std::iter::once(words.get("dungeon.look.hero"))
            .chain(in_use.map(|item| describe_item(words, item)))
            .chain(ground);
        return lines.collect::<Vec<_>>().join("\n");
    }
    if let Some(enemy) = game.seen_enemy_at(cell) {
        return describe_enemy(game, words, enemy, act(enemy));
    }
    let passing = [
        (game.burns(cell), "dungeon.look.fire"),
        (game.is_smoky(cell), "dungeon.look.smoke"),
        (game.rings(cell), "dungeon.look.bell"),
    ];
    let is_visible = game.visible().has(map, cell);
    if let Some((_, key)) = passing
        .into_iter()
        .find(|(is_there, _)| is_visible && *is_there)
    {
        return words.get(key);
    }
    // The thing that was left last lies on top of the others.
    if let Some((_, item)) = game.items.iter().rev().find(|(at, _)| *at == cell) {
        return describe_item(words, *item);
    }
    describe_place(descent, words, cell)
}

/// The description of a thing that lies on a cell until the hero takes it, or of the cell itself.
fn describe_place(descent: &Descent, words: &Words, cell: Cell) -> String {
    let game = &descent.game;
    let layout = &game.dungeon().layout;
    let lying = game.lying_keys().find(|(_, at)| *at == cell);
    let key = if game.chests().contains(&cell) {
        "dungeon.look.chest"
    } else if let Some((lock, _)) = lying {
        return with_sign(words, "dungeon.look.key", lock);
    } else if cell == layout.key && !game.hero.exit_key {
        "dungeon.look.exit_key"
    } else if cell == layout.start {
        "dungeon.look.start"
    } else if cell == layout.exit {
        match descent.is_at_last_depth() {
            true => "dungeon.look.last_exit",
            false => "dungeon.look.exit",
        }
    } else if layout.chests.contains(&cell) {
        "dungeon.look.opened"
    } else {
        return describe_tile(game, words, cell);
    };
    words.get(key)
}

/// The description of a cell on which nothing lies.
fn describe_tile(game: &Game, words: &Words, cell: Cell) -> String {
    match game.dungeon().layout.map.at(cell) {
        Tile::Wall | Tile::Rock => words.get("dungeon.look.wall"),
        Tile::Floor => words.get(ground_key(game.ground_at(cell)).unwrap_or("dungeon.look.floor")),
        Tile::Corridor => words.get("dungeon.look.corridor"),
        Tile::Door => match game.lock_at(cell) {
            Some(lock) => with_sign(words, "dungeon.look.locked", lock),
            None => words.get("dungeon.look.door"),
        },
        Tile::Portal => describe_portal(game, words, cell),
    }
}

/// The description of a portal: the seal that is drawn on it, or the dots, of which its twin has as many.
fn describe_portal(game: &Game, words: &Words, cell: Cell) -> String {
    let lock = game.portal_at(cell).and_then(|(_, lock)| lock);
    match lock.filter(|lock| !game.can_open(Some(*lock))) {
        Some(lock) => with_sign(words, "dungeon.look.sealed", lock),
        None => {
            let dots = dots_of_portal(game, cell).to_string();
            words.fill("dungeon.look.portal", &[("dots", dots)])
        }
    }
}

/// The keys of the words for the signs that are drawn on keys, locks and seals.
const SIGNS: [&str; 3] = [
    "dungeon.sign.round",
    "dungeon.sign.square",
    "dungeon.sign.triangular",
];

/// The sign of a lock and of its key in words.
pub(super) fn sign_of(words: &Words, lock: Lock) -> String {
    words.get(SIGNS[usize::from(lock.0) % SIGNS.len()])
}

/// A phrase with the sign of a lock and of its key.
pub(super) fn with_sign(words: &Words, key: &str, lock: Lock) -> String {
    words.fill(key, &[("sign", sign_of(words, lock))])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::graph::problem::usual_parameters;
    use crate::games::dungeon::map::layout::Passage;
    use crate::games::dungeon::setup::Setup;
    use crate::generation::{Pick, Seed};
    use crate::shell::words::Language;

    #[test]
    fn portals_and_locks_are_told_apart_by_what_is_drawn_on_them() {
        let words = Words::of(Language::English);
        let (mut portals, mut locked) = (0, 0);
        for seed in 0..12 {
            let setup = Setup::default();
            let descent = Descent::new(&setup, &usual_parameters(), Seed(seed), Pick::Best);
            let descent = descent.expect("it evolves");
            let game = &descent.game;
            let layout = &game.dungeon().layout;
            for way in &layout.connections {
                let told = |cell| describe_tile(game, &words, cell);
                let sign = way.lock.map(|lock| sign_of(&words, lock));
                match (&way.passage, sign) {
                    (Passage::Portals([first, second]), None) => {
                        portals += 1;
                        let dots = dots_of_portal(game, *first);
                        let text = told(*first);
                        assert!(
                            text.starts_with(&format!("A portal with {dots} dot")),
                            "{text}"
                        );
                        assert_eq!(text, told(*second));
                    }
                    (Passage::Portals(ends), Some(sign)) => {
                        for end in ends {
                            assert!(told(*end).contains(&format!("a {sign} seal")));
                        }
                    }
                    (Passage::Doors([door, _]), Some(sign)) => {
                        locked += 1;
                        assert!(told(*door).contains(&format!("a {sign} lock")));
                    }
                    (Passage::Doors(_), None) => {}
                }
            }
            for (lock, cell) in game.lying_keys() {
                let sign = sign_of(&words, lock);
                let text = describe_place(&descent, &words, cell);
                assert!(text.starts_with(&format!("The {sign} key")), "{text}");
            }
        }
        assert!(
            portals > 0 && locked > 3,
            "{portals} portals, {locked} locks"
        );
    }

    #[test]
    fn only_the_exit_of_the_last_dungeon_leads_out() {
        let words = Words::of(Language::English);
        let text = |depths| {
            let setup = Setup {
                depths,
                ..Setup::default()
            };
            let descent = Descent::new(&setup, &usual_parameters(), Seed(1), Pick::Best);
            let descent = descent.expect("it evolves");
            let exit = descent.game.dungeon().layout.exit;
            describe_place(&descent, &words, exit)
        };
        assert!(text(1).starts_with("The exit, which leads outside"));
        assert!(text(2).starts_with("The exit, which leads deeper"));
    }
}
