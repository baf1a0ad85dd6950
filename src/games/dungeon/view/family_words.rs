//! The texts about a family of enemies: the deeds of each, the adaptations of the children, and what they have learnt.

use super::art;
use super::messages::{Phrase, Tone};
use crate::games::dungeon::heredity::breeding::PLACES;
use crate::games::dungeon::heredity::{ChildBreed, Deeds, EnemyLineage, EnemySkill, Gain, Heirs};
use crate::games::dungeon::players::reference_players::Habits;
use crate::games::dungeon::rules::{Adaptation, Item};
use crate::shell::words::Words;

/// The number of gains that are told of a child.
const GAINS: usize = 2;

/// The messages of the children that were born with something new or have learnt something, for the history.
pub(super) fn birth_messages(heirs: &Heirs, words: &Words) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for family in &heirs.families {
        let enemy = || ("enemy", words.get(art::name_of_kind(family.kind)));
        let mut born: Vec<String> = Vec::new();
        let adapted = family.placed_children();
        for child in adapted.filter(|child| family.has_adapted(child)) {
            let name = child.breed.adaptation.map(art::name_of_adaptation);
            let name = name.map(|name| words.get(name));
            born.extend(name.filter(|name| !born.contains(name)));
        }
        for name in born {
            let values = vec![enemy(), ("name", name)];
            phrases.push(("dungeon.heirs.say_born", Tone::Warning, values));
        }
        let learnt = family.placed_children();
        let mut learnt = learnt.filter(|child| family.has_learnt(child));
        let gains = learnt.next().map(|child| gain_texts(family, child, words));
        if let Some(gains) = gains.filter(|gains| !gains.is_empty()) {
            let values = vec![enemy(), ("gain", gains.join(", "))];
            phrases.push(("dungeon.heirs.say", Tone::Warning, values));
        }
    }
    phrases
}

/// The text about the family's share of the new enemies.
pub(super) fn share_text(family: &EnemyLineage, words: &Words) -> String {
    let values = [
        ("places", family.places.to_string()),
        ("all", PLACES.to_string()),
    ];
    words.fill("dungeon.heirs.share", &values)
}

/// The text about the deeds of all individuals of the kind.
pub(super) fn deeds_text(family: &EnemyLineage, words: &Words) -> String {
    let deeds = family.deeds;
    if deeds.count == 0 {
        return words.get("dungeon.heirs.none");
    }
    let values = [
        ("count", deeds.count.to_string()),
        ("alive", deeds.left_alive.to_string()),
        ("damage", deeds.damage.to_string()),
        ("blocked", deeds.blocked.to_string()),
    ];
    words.fill("dungeon.heirs.deeds", &values)
}

/// The text about the deeds of one individual.
pub(super) fn deeds_text_of_one(deeds: Deeds, words: &Words) -> String {
    let mut parts = Vec::new();
    if deeds.damage > 0 {
        let damage = [("damage", deeds.damage.to_string())];
        parts.push(words.fill("dungeon.heirs.dealt", &damage));
    }
    if deeds.blocked > 0 {
        let blocked = [("blocked", deeds.blocked.to_string())];
        parts.push(words.fill("dungeon.heirs.met_blows", &blocked));
    }
    parts.push(words.get(match (deeds.left_alive, deeds.met_alive) {
        (0, _) => "dungeon.heirs.fell",
        (_, 0) => "dungeon.heirs.unmet",
        _ => "dungeon.heirs.lives",
    }));
    parts.join(", ")
}

/// The text about the deeds of the individual of a number, and about whether it has children.
pub(super) fn individual_text(family: &EnemyLineage, number: usize, words: &Words) -> String {
    let Some(one) = family.individuals.get(number) else {
        return String::new();
    };
    let deeds = deeds_text_of_one(one.deeds, words);
    match one.breeds_among(&family.individuals) {
        true => words.fill("dungeon.heirs.breeds", &[("deeds", deeds)]),
        false => deeds,
    }
}

/// The text about a child's places among those of its family; empty if it has all of them.
pub(super) fn child_share_text(family: &EnemyLineage, child: &ChildBreed, words: &Words) -> String {
    let (places, all) = (family.places_of(child), family.places);
    if places == all {
        return String::new();
    }
    let values = [("places", places.to_string()), ("all", all.to_string())];
    words.fill("dungeon.heirs.child_share", &values)
}

/// The text about the adaptation of a child.
pub(super) fn adaptation_text(family: &EnemyLineage, child: &ChildBreed, words: &Words) -> String {
    let name = |adaptation| words.get(art::name_of_adaptation(adaptation));
    match (child.breed.adaptation, family.parent.adaptation) {
        (Some(adaptation), _) => words.fill("dungeon.heirs.born", &[("name", name(adaptation))]),
        (None, Some(lost)) => words.fill("dungeon.heirs.lost", &[("name", name(lost))]),
        (None, None) => String::new(),
    }
}

/// The uses of the adaptations that the children have, one line for each adaptation.
pub(super) fn adaptations_text(heirs: &Heirs, words: &Words) -> String {
    let children = heirs
        .families
        .iter()
        .flat_map(EnemyLineage::placed_children);
    let mut seen: Vec<Adaptation> = Vec::new();
    for adaptation in children.filter_map(|child| child.breed.adaptation) {
        if !seen.contains(&adaptation) {
            seen.push(adaptation);
        }
    }
    let line = |adaptation: Adaptation| {
        let values = [
            ("name", words.get(art::name_of_adaptation(adaptation))),
            ("what", words.get(art::use_of_adaptation(adaptation))),
        ];
        words.fill("dungeon.heirs.adaptation", &values)
    };
    let lines: Vec<String> = seen.into_iter().map(line).collect();
    lines.join("\n")
}

/// The text about the learning of a child.
pub(super) fn learnt_text(family: &EnemyLineage, child: &ChildBreed, words: &Words) -> String {
    if !family.has_learnt(child) {
        return words.get("dungeon.heirs.unchanged");
    }
    let gains = gain_texts(family, child, words);
    if gains.is_empty() {
        return words.get("dungeon.heirs.changed");
    }
    gains.join("\n")
}

/// The gains of a child over its parent, in words.
pub(super) fn gain_texts(family: &EnemyLineage, child: &ChildBreed, words: &Words) -> Vec<String> {
    let gains = family.gains(child).into_iter().take(GAINS);
    gains.map(|gain| gain_text(gain, words)).collect()
}

fn gain_text(gain: Gain, words: &Words) -> String {
    let (key, is_share) = match gain.skill {
        EnemySkill::Damage => ("dungeon.heirs.damage", false),
        EnemySkill::Kills => ("dungeon.heirs.kills", true),
        EnemySkill::Survives => ("dungeon.heirs.survives", true),
        EnemySkill::Tracks => ("dungeon.heirs.tracks", false),
        EnemySkill::Blocks => ("dungeon.heirs.blocks", false),
        EnemySkill::KeepsAway => ("dungeon.heirs.keeps_away", true),
        EnemySkill::Ambushes => ("dungeon.heirs.ambushes", false),
    };
    let number = |value: f64| match is_share {
        true => format!("{:.0}%", 100.0 * value),
        false => format!("{value:.1}"),
    };
    let values = [
        ("before", number(gain.before)),
        ("after", number(gain.after)),
    ];
    words.fill(key, &values)
}

/// The text about the habits of the hero that the enemies have noticed.
pub(super) fn habits_text(heirs: &Heirs, words: &Words) -> String {
    let Habits {
        waits,
        rests_below,
        steps_back,
        goes_past,
        sneaks,
        hoods,
        throws,
        ..
    } = heirs.double.habits;
    let habits = [
        (steps_back, "dungeon.heirs.habit.doorways"),
        (sneaks, "dungeon.heirs.habit.sneaks"),
        (hoods, "dungeon.heirs.habit.hoods"),
        (throws, "dungeon.heirs.habit.throws"),
        (waits > 0, "dungeon.heirs.habit.waits"),
        (goes_past, "dungeon.heirs.habit.runs"),
        (rests_below >= 3, "dungeon.heirs.habit.rests"),
    ];
    let seen = habits.into_iter().filter(|(has, _)| *has);
    let seen: Vec<String> = seen.map(|(_, key)| words.get(key)).collect();
    let weapon = Item::Weapon(heirs.double.weapon);
    let weapon = words.get(art::name_of_item(weapon));
    let habits = match seen.is_empty() {
        true => words.get("dungeon.heirs.habit.none"),
        false => seen.join(", "),
    };
    words.fill(
        "dungeon.heirs.habits",
        &[("habits", habits), ("weapon", weapon)],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::dungeon::players::{HeroDouble, ReferencePlayer};
    use crate::games::dungeon::rules::{Armour, Weapon};
    use crate::shell::words::Language;

    #[test]
    fn the_habits_that_the_enemies_know_are_told() {
        let text = |habits| {
            let double = HeroDouble {
                habits,
                weapon: Weapon::Mace,
                armour: Armour::Cloak,
                belt: Default::default(),
                items: Default::default(),
                boons: Default::default(),
                max_life: 30,
                on_ground: false,
            };
            let families = Vec::new();
            let words = Words::of(Language::English);
            habits_text(&Heirs { families, double }, &words)
        };
        let none = Habits {
            waits: 0,
            rests_below: 0,
            steps_back: false,
            ..ReferencePlayer::Careful.habits()
        };
        assert_eq!(
            text(none),
            "What they know of you: you go straight at them; you carry: mace."
        );
        let both = Habits {
            steps_back: true,
            goes_past: true,
            ..none
        };
        assert!(text(both).contains("you fight in doorways, you run past them;"));
    }

    #[test]
    fn the_deeds_of_one_enemy_are_told_as_far_as_they_are_known() {
        let words = Words::of(Language::English);
        let text = |damage, blocked, left_alive, met_alive| {
            let deeds = Deeds {
                damage,
                blocked,
                left_alive,
                met_alive,
                count: 1,
            };
            deeds_text_of_one(deeds, &words)
        };
        assert_eq!(text(0, 0, 0, 0), "fell");
        assert_eq!(text(1, 0, 1, 1), "took 1 life, stayed alive");
        assert_eq!(text(7, 1, 0, 0), "took 7 life, stopped 1 blow, fell");
        assert_eq!(
            text(7, 2, 1, 1),
            "took 7 life, stopped 2 blows, stayed alive"
        );
        assert_eq!(text(0, 0, 1, 0), "stayed alive and never noticed you");
    }
}
