//! Where the enemies of a dungeon come from: of each kind what the parents did in the dungeon above, how many of the new
//! enemies are their children, and what these have learnt against a hero who plays like the player.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::auto_actions::AutoAction;
use super::map::PANEL;
use super::messages::{Phrase, Tone};
use super::{View, art};
use crate::base::excerpt;
use crate::games::dungeon::heredity::breeding::PLACES;
use crate::games::dungeon::heredity::{Family, Gain, Heirs, Learning, Skill};
use crate::games::dungeon::players::rulers::Habits;
use crate::games::dungeon::rules::program::Program;
use crate::games::dungeon::rules::{EnemyKind, Event, Item};
use crate::games::dungeon::{DungeonGame, Table, sprite_names};
use crate::session::Game as _;
use crate::shell::games::active;
use crate::shell::screen::{Menu, Screen};
use crate::shell::settings::{Interludes, Settings};
use crate::shell::theme::bind::VisibleWhen;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{ButtonStyle, TextSize, bound_text, button, label, panel, stack};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        OnEnter(Screen::Play),
        spawn_card.run_if(active(DungeonGame::KEY)),
    );
}

/// The number of gains that are told of a family.
const GAINS: usize = 2;
/// The number of characters of a program that are shown.
const PROGRAM: usize = 150;

/// Opens the card when the hero enters a dungeon of children, unless the automatic player plays or nothing is to be shown on
/// the way down.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    let enters = events.iter().any(|event| matches!(event, Event::Deeper(_)));
    let has_heirs = heirs(world).is_some();
    let wanted = world.resource::<Settings>().interludes != Interludes::Off;
    let is_replay = world.resource::<Table>().is_replay();
    let mut view = world.resource_mut::<View>();
    let plays_itself = view.auto_action == Some(AutoAction::PlayItself);
    if enters && has_heirs && wanted && !plays_itself && !is_replay {
        view.heirs = true;
        view.auto_action = None;
    }
}

/// Shows the card or hides it. There is none in the first dungeon, or if enemies do not learn.
pub(super) fn toggle(world: &mut World) {
    let has_heirs = heirs(world).is_some();
    let mut view = world.resource_mut::<View>();
    view.heirs = has_heirs && !view.heirs;
}

fn close(world: &mut World) {
    world.resource_mut::<View>().heirs = false;
}

fn heirs(world: &World) -> Option<&Heirs> {
    let table = world.get_resource::<Table>()?;
    table.state().heirs().map(|heirs| &**heirs)
}

pub(super) fn family(world: &World, kind: EnemyKind) -> Option<&Family> {
    let families = &heirs(world)?.families;
    families.iter().find(|family| family.kind == kind)
}

/// The messages of the children that were born with something new or have learnt something, for the history.
pub(super) fn phrases(heirs: &Heirs, words: &Words) -> Vec<Phrase> {
    let enemy = |family: &Family| ("enemy", words.get(art::name_of_kind(family.kind)));
    let mut phrases = Vec::new();
    for family in &heirs.families {
        if let Some(adaptation) = family.child.adaptation.filter(|_| family.has_adapted()) {
            let name = words.get(art::name_of_adaptation(adaptation));
            let values = vec![enemy(family), ("name", name)];
            phrases.push(("dungeon.heirs.say_born", Tone::Warning, values));
        }
        if family.has_learnt() && !family.gains().is_empty() {
            let gain = gains_text(family, words).join(", ");
            let values = vec![enemy(family), ("gain", gain)];
            phrases.push(("dungeon.heirs.say", Tone::Warning, values));
        }
    }
    phrases
}

/// Spawns the card, which lies over the map.
fn spawn_card(mut commands: Commands, sprites: Res<Sprites>) {
    let card = Node {
        position_type: PositionType::Absolute,
        left: px(24),
        right: px(PANEL + 24.0),
        top: px(24),
        bottom: px(24),
        padding: UiRect::all(px(22)),
        overflow: Overflow::scroll_y(),
        ..stack(FlexDirection::Column, 12.0)
    };
    let is_open = |world: &World| {
        *world.resource::<State<Menu>>().get() == Menu::None && world.resource::<View>().heirs
    };
    commands
        .spawn((
            Name::new("Heirs"),
            DespawnOnExit(Screen::Play),
            GlobalZIndex(5),
            panel(card),
            VisibleWhen::new(is_open),
        ))
        // The map and its messages would make small letters hard to read.
        .insert(BackgroundColor(palette::GLASS))
        .with_children(|card| {
            // The button stands at the top, where a long card does not hide it.
            let head = Node {
                justify_content: JustifyContent::SpaceBetween,
                align_items: AlignItems::Center,
                ..default()
            };
            card.spawn(head).with_children(|head| {
                head.spawn(label("dungeon.heirs", TextSize::Head, palette::PAPER));
                button(head, ButtonStyle::Primary, "interlude.go_on", close);
            });
            card.spawn(label("dungeon.heirs.about", TextSize::Body, palette::MIST));
            let quick = VisibleWhen::new(|world| {
                let table = world.get_resource::<Table>();
                let setup = table.map(|table| table.state().setup());
                setup.is_some_and(|setup| setup.learning == Learning::Quick)
            });
            let by_danger = label("dungeon.heirs.by_danger", TextSize::Body, palette::MIST);
            card.spawn((by_danger, quick));
            card.spawn(bound_text(TextSize::Body, palette::THOUGHT, habits_text));
            let row = Node {
                flex_grow: 1.0,
                ..stack(FlexDirection::Row, 16.0)
            };
            card.spawn(row).with_children(|row| {
                for kind in EnemyKind::ALL {
                    spawn_family(row, &sprites, kind);
                }
            });
        });
}

fn spawn_family(row: &mut ChildSpawnerCommands, sprites: &Sprites, kind: EnemyKind) {
    let column = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        padding: UiRect::all(px(10)),
        ..stack(FlexDirection::Column, 6.0)
    };
    let text = |size, colour, text: fn(&Family, &Words) -> String| {
        bound_text(size, colour, move |world: &World| {
            let words = world.resource::<Words>();
            family(world, kind).map_or(String::new(), |family| text(family, words))
        })
    };
    row.spawn((column, BackgroundColor(palette::RAISED)))
        .with_children(|column| {
            column.spawn((
                ImageNode::new(sprites.get(sprite_names::of_kind(kind))),
                Node {
                    width: px(72),
                    height: px(72),
                    ..default()
                },
            ));
            column.spawn(text(TextSize::Lead, palette::PAPER, |family, words| {
                words.get(art::name_of_kind(family.kind))
            }));
            column.spawn(text(TextSize::Body, palette::EMBER, share_text));
            column.spawn(text(TextSize::Small, palette::MIST, deeds_text));
            column.spawn(text(TextSize::Small, palette::LAMP, born_text));
            column.spawn(text(TextSize::Small, palette::PAPER, learnt_text));
            column.spawn(text(TextSize::Small, palette::MIST, |family, words| {
                program_text(
                    "dungeon.heirs.before",
                    family,
                    &family.parent.program,
                    words,
                )
            }));
            column.spawn(text(TextSize::Small, palette::THOUGHT, |family, words| {
                program_text("dungeon.heirs.after", family, &family.child.program, words)
            }));
        });
}

/// How many of the new enemies are of the family.
fn share_text(family: &Family, words: &Words) -> String {
    let values = [
        ("places", family.places.to_string()),
        ("all", PLACES.to_string()),
    ];
    words.fill("dungeon.heirs.share", &values)
}

/// What the parents did.
fn deeds_text(family: &Family, words: &Words) -> String {
    let deeds = family.deeds;
    if deeds.count == 0 {
        return words.get("dungeon.heirs.none");
    }
    let values = [
        ("count", deeds.count.to_string()),
        ("alive", deeds.left_alive.to_string()),
        ("wounds", deeds.wounds.to_string()),
    ];
    words.fill("dungeon.heirs.deeds", &values)
}

/// What the children are born with.
fn born_text(family: &Family, words: &Words) -> String {
    let name = |adaptation| words.get(art::name_of_adaptation(adaptation));
    match (family.child.adaptation, family.parent.adaptation) {
        (Some(adaptation), _) => {
            let values = [
                ("name", name(adaptation)),
                ("what", words.get(art::use_of_adaptation(adaptation))),
            ];
            words.fill("dungeon.heirs.born", &values)
        }
        (None, Some(lost)) => words.fill("dungeon.heirs.lost", &[("name", name(lost))]),
        (None, None) => String::new(),
    }
}

fn learnt_text(family: &Family, words: &Words) -> String {
    if !family.has_learnt() {
        return words.get("dungeon.heirs.unchanged");
    }
    let gains = gains_text(family, words);
    if gains.is_empty() {
        return words.get("dungeon.heirs.changed");
    }
    gains.join("\n")
}

/// What the children do more than their parents, in words.
pub(super) fn gains_text(family: &Family, words: &Words) -> Vec<String> {
    let gains = family.gains().into_iter().take(GAINS);
    gains.map(|gain| gain_text(gain, words)).collect()
}

fn gain_text(gain: Gain, words: &Words) -> String {
    let (key, is_share) = match gain.skill {
        Skill::Wounds => ("dungeon.heirs.wounds", false),
        Skill::Kills => ("dungeon.heirs.kills", true),
        Skill::Survives => ("dungeon.heirs.survives", true),
        Skill::Tracks => ("dungeon.heirs.tracks", false),
        Skill::Blocks => ("dungeon.heirs.blocks", false),
        Skill::KeepsAway => ("dungeon.heirs.keeps_away", true),
        Skill::Ambushes => ("dungeon.heirs.ambushes", false),
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

/// A program before or after, if it has changed.
fn program_text(key: &'static str, family: &Family, program: &Program, words: &Words) -> String {
    if !family.has_learnt() {
        return String::new();
    }
    let text = format!("{} · {}", program.patrol, program.attack);
    words.fill(key, &[("program", excerpt(&text, PROGRAM))])
}

/// What the enemies have noticed of the hero's habits.
fn habits_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some(heirs) = heirs(world) else {
        return String::new();
    };
    let Habits {
        waits,
        rests_below,
        steps_back,
        goes_past,
        sneaks,
        throws,
        ..
    } = heirs.opponent.habits;
    let habits = [
        (steps_back, "dungeon.heirs.habit.doorways"),
        (sneaks, "dungeon.heirs.habit.sneaks"),
        (throws, "dungeon.heirs.habit.throws"),
        (waits > 0, "dungeon.heirs.habit.waits"),
        (goes_past, "dungeon.heirs.habit.runs"),
        (rests_below >= 3, "dungeon.heirs.habit.rests"),
    ];
    let seen = habits.into_iter().filter(|(has, _)| *has);
    let seen: Vec<String> = seen.map(|(_, key)| words.get(key)).collect();
    let weapon = Item::Weapon(heirs.opponent.weapon);
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
