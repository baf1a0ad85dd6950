//! The card about the heirs of a dungeon: for each kind, the deeds of each enemy in the dungeon above, the number of
//! the new enemies that are their children, what these have learnt against a hero who plays like the player, and their
//! programs before and after it.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::auto_actions::AutoAction;
use super::bindings::HeroAction;
use super::messages::{self, Tone};
use super::program_words::node_name;
use super::{OpenCard, View, art, card, family_words};
use crate::games::dungeon::enemies::tree_difference::{Piece, marked};
use crate::games::dungeon::heredity::{ChildBreed, EnemyLineage, Heirs, Learning};
use crate::games::dungeon::rules::program::{Program, TreeKind};
use crate::games::dungeon::rules::{EnemyKind, Event};
use crate::games::dungeon::{DungeonGame, Table, sprite_names};
use crate::session::Game as _;
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::settings::{Interludes, Settings};
use crate::shell::table::playing;
use crate::shell::theme::bind::{VisibleWhen, whole_words};
use crate::shell::theme::large::{KeepsSizeWhenLarge, StacksWhenLarge};
use crate::shell::theme::palette;
use crate::shell::theme::scroll::scroll_area;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, label, square_picture, stack, text_font,
};
use crate::shell::words::{Language, Words};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShowsPrograms>()
        .add_systems(
            OnEnter(Screen::Play),
            spawn_card.run_if(active(DungeonGame::KEY)),
        )
        .add_systems(Update, show_families.run_if(playing::<DungeonGame>));
}

/// Whether the card shows the programs of those who have learnt, which only some players want to read.
#[derive(Resource, Default)]
struct ShowsPrograms(bool);

/// The side of the portrait of an individual, in interface pixels.
const PORTRAIT: f32 = 30.0;
/// The distance by which a key scrolls the card, in interface pixels.
const SCROLL: f32 = 90.0;

/// The part of the card about the families.
#[derive(Component, Default)]
struct Families {
    /// The heirs that it shows, and the language of the programs.
    of: Option<(Arc<Heirs>, Language)>,
}

/// Opens the card when the hero enters a dungeon of children, unless the automatic player plays, the game is a replay,
/// or the player wants no interludes.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    let enters = events.iter().any(|event| matches!(event, Event::Deeper(_)));
    let has_heirs = heirs(world).is_some();
    let wanted = world.resource::<Settings>().interludes != Interludes::Off;
    let is_replay = world.resource::<Table>().is_replay();
    let mut view = world.resource_mut::<View>();
    let plays_itself = view.auto_action == Some(AutoAction::PlayItself);
    if enters && has_heirs && wanted && !plays_itself && !is_replay {
        view.open = Some(OpenCard::Heirs);
        view.auto_action = None;
    }
}

/// Shows the card or hides it. There is none in the first dungeon, or if enemies do not learn.
pub(super) fn toggle(world: &mut World) {
    let has_heirs = heirs(world).is_some();
    if !has_heirs {
        messages::log_message(world, ("dungeon.say.no_heirs", Tone::Plain, vec![]));
    }
    let mut view = world.resource_mut::<View>();
    if has_heirs {
        view.toggle(OpenCard::Heirs);
    }
}

fn close(world: &mut World) {
    world.resource_mut::<View>().open = None;
}

/// Takes a key of the hero while the card is shown. Up and down scroll a card that is longer than its room; any other
/// key closes it.
pub(super) fn take_key(world: &mut World, action: HeroAction) {
    let scrolls = match action {
        HeroAction::Step((0, down)) => scroll(world, down).is_some(),
        _ => false,
    };
    if !scrolls {
        close(world);
    }
}

/// Scrolls the card. Returns `None` if all of it is in sight.
fn scroll(world: &mut World, down: i16) -> Option<()> {
    let mut families = world.query_filtered::<&ChildOf, With<Families>>();
    let area = families.single(world).ok()?.parent();
    let node = world.get::<ComputedNode>(area)?;
    let hidden = (node.content_size().y - node.size().y) * node.inverse_scale_factor;
    let mut position = world.get_mut::<ScrollPosition>(area)?;
    if hidden < 1.0 {
        return None;
    }
    position.y = (position.y + f32::from(down) * SCROLL).clamp(0.0, hidden);
    Some(())
}

/// The heirs from which the enemies of this dungeon were drawn; `None` if the enemies have no ancestors in this
/// descent.
pub(super) fn heirs(world: &World) -> Option<&Heirs> {
    let table = world.get_resource::<Table>()?;
    table.state().heirs().map(|heirs| &**heirs)
}

fn family(world: &World, kind: EnemyKind) -> Option<&EnemyLineage> {
    heirs(world)?.family(kind)
}

/// Spawns the card, whose buttons stand above what scrolls.
fn spawn_card(mut commands: Commands) {
    card::spawn_card(
        &mut commands,
        "Heirs",
        |view| view.open == Some(OpenCard::Heirs),
        |card| {
            card::spawn_heading(card, "dungeon.heirs", spawn_programs_button, close);
            let rest = Node {
                flex_grow: 1.0,
                min_height: px(0),
                ..default()
            };
            let column = stack(FlexDirection::Column, 12.0);
            scroll_area(card, rest, column, |column| {
                spawn_texts(column);
                let row = stack(FlexDirection::Row, 16.0);
                column.spawn((
                    row,
                    Families::default(),
                    StacksWhenLarge,
                    KeepsSizeWhenLarge,
                ));
            });
        },
    );
}

/// Spawns the button that shows the programs or hides them, if any child has learnt something.
fn spawn_programs_button(head: &mut ChildSpawnerCommands) {
    let caption = |world: &World| {
        let key = match world.resource::<ShowsPrograms>().0 {
            true => "dungeon.heirs.programs.hide",
            false => "dungeon.heirs.programs.show",
        };
        world.resource::<Words>().get(key)
    };
    let programs = button(head, ButtonStyle::Plain, caption, |world| {
        let mut shows = world.resource_mut::<ShowsPrograms>();
        shows.0 = !shows.0;
    });
    head.commands_mut()
        .entity(programs)
        .insert(VisibleWhen::new(has_any_learnt));
}

/// Whether any child here has learnt something.
fn has_any_learnt(world: &World) -> bool {
    let has_learnt = |family: &EnemyLineage| {
        let mut children = family.placed_children();
        children.any(|child| family.has_learnt(child))
    };
    heirs(world).is_some_and(|heirs| heirs.families.iter().any(has_learnt))
}

/// Spawns the texts about all families.
fn spawn_texts(column: &mut ChildSpawnerCommands) {
    column.spawn(label("dungeon.heirs.about", TextSize::Body, palette::MIST));
    let who_learnt = |world: &World| {
        let table = world.get_resource::<Table>();
        let key = match table.map(|table| table.state().setup().learning) {
            Some(Learning::OneKind) => "dungeon.heirs.one_kind",
            _ => "dungeon.heirs.all_kinds",
        };
        world.resource::<Words>().get(key)
    };
    column.spawn(bound_text(TextSize::Body, palette::MIST, who_learnt));
    let habits = |world: &World| {
        let words = world.resource::<Words>();
        heirs(world).map_or(String::new(), |heirs| {
            family_words::habits_text(heirs, words)
        })
    };
    column.spawn(bound_text(TextSize::Body, palette::THOUGHT, habits));
    let adaptations = |world: &World| {
        let words = world.resource::<Words>();
        heirs(world).map_or(String::new(), |heirs| {
            family_words::adaptations_text(heirs, words)
        })
    };
    let is_any = VisibleWhen::new(move |world| !adaptations(world).is_empty());
    let text = bound_text(TextSize::Body, palette::LAMP, adaptations);
    column.spawn((text, is_any));
    let is_marked =
        VisibleWhen::new(|world| world.resource::<ShowsPrograms>().0 && has_any_learnt(world));
    let marks = label("dungeon.heirs.marks", TextSize::Small, palette::MIST);
    column.spawn((marks, is_marked));
}

/// Spawns the families again when the hero is in another dungeon, or the player has chosen another language.
fn show_families(
    table: Res<Table>,
    (sprites, words): (Res<Sprites>, Res<Words>),
    mut rows: Query<(Entity, &mut Families)>,
    mut commands: Commands,
) {
    let (now, language) = (table.state().heirs(), words.language());
    for (row, mut families) in &mut rows {
        let shown = families.of.as_ref();
        let shown = shown.map(|(heirs, language)| (Arc::as_ptr(heirs), *language));
        if shown == now.map(|heirs| (Arc::as_ptr(heirs), language)) {
            continue;
        }
        families.of = now.map(|heirs| (Arc::clone(heirs), language));
        commands.entity(row).despawn_children();
        let Some(heirs) = now else { continue };
        commands.entity(row).with_children(|row| {
            for family in &heirs.families {
                spawn_family(row, &sprites, &words, family);
            }
        });
    }
}

fn spawn_family(
    row: &mut ChildSpawnerCommands,
    sprites: &Sprites,
    words: &Words,
    of: &EnemyLineage,
) {
    let column = Node {
        flex_grow: 1.0,
        flex_basis: px(0),
        min_width: px(0),
        padding: UiRect::all(px(10)),
        ..stack(FlexDirection::Column, 6.0)
    };
    let kind = of.kind;
    let text = |size, colour, text: fn(&EnemyLineage, &Words) -> String| {
        bound_text(size, colour, move |world: &World| {
            let words = world.resource::<Words>();
            family(world, kind).map_or(String::new(), |family| text(family, words))
        })
    };
    row.spawn((column, BackgroundColor(palette::RAISED)))
        .with_children(|column| {
            column.spawn(portrait(sprites, kind, 72.0));
            column.spawn(text(TextSize::Lead, palette::PAPER, |family, words| {
                words.get(art::name_of_kind(family.kind))
            }));
            column.spawn(text(
                TextSize::Body,
                palette::EMBER,
                family_words::share_text,
            ));
            column.spawn(text(
                TextSize::Small,
                palette::MIST,
                family_words::deeds_text,
            ));
            for number in 0..of.individuals.len() {
                spawn_individual(column, sprites, kind, number);
            }
            for (number, child) in of.placed_children().enumerate() {
                spawn_child(column, kind, number);
                if of.has_learnt(child) {
                    spawn_programs(column, words, [&of.parent.program, &child.breed.program]);
                }
            }
        });
}

fn portrait(sprites: &Sprites, kind: EnemyKind, side: f32) -> impl Bundle {
    square_picture(sprites.get(sprite_names::of_kind(kind)), side)
}

/// Spawns the portrait of an individual of a kind, with its deeds.
fn spawn_individual(
    column: &mut ChildSpawnerCommands,
    sprites: &Sprites,
    kind: EnemyKind,
    number: usize,
) {
    let line = Node {
        align_items: AlignItems::Center,
        ..stack(FlexDirection::Row, 6.0)
    };
    column.spawn(line).with_children(|line| {
        line.spawn(portrait(sprites, kind, PORTRAIT));
        let text = move |world: &World| {
            let words = world.resource::<Words>();
            family(world, kind).map_or(String::new(), |family| {
                family_words::individual_text(family, number, words)
            })
        };
        line.spawn(bound_text(TextSize::Small, palette::PAPER, text));
    });
}

/// Spawns the texts about a child: its share of the new enemies, its adaptation, and what it has learnt.
fn spawn_child(column: &mut ChildSpawnerCommands, kind: EnemyKind, number: usize) {
    let of_child = move |world: &World, text: fn(&EnemyLineage, &ChildBreed, &Words) -> String| {
        let family = family(world, kind);
        let child = family.and_then(|family| Some((family, family.children.get(number)?)));
        let words = world.resource::<Words>();
        child.map_or(String::new(), |(family, child)| text(family, child, words))
    };
    let texts: [(Color, fn(&EnemyLineage, &ChildBreed, &Words) -> String); 3] = [
        (palette::EMBER, family_words::child_share_text),
        (palette::LAMP, family_words::adaptation_text),
        (palette::PAPER, family_words::learnt_text),
    ];
    for (colour, text) in texts {
        let shown = VisibleWhen::new(move |world| !of_child(world, text).is_empty());
        let words = bound_text(TextSize::Small, colour, move |world: &World| {
            of_child(world, text)
        });
        column.spawn((words, shown));
    }
}

/// The captions of a tree: unchanged, before, and after.
fn captions(tree: TreeKind) -> [&'static str; 3] {
    match tree {
        TreeKind::Patrol => [
            "dungeon.heirs.patrol.same",
            "dungeon.heirs.patrol.before",
            "dungeon.heirs.patrol.now",
        ],
        TreeKind::Attack => [
            "dungeon.heirs.attack.same",
            "dungeon.heirs.attack.before",
            "dungeon.heirs.attack.now",
        ],
    }
}

/// Spawns both trees of a program, as the parent had them and as a child has them, for a player who wants to read them.
fn spawn_programs(column: &mut ChildSpawnerCommands, words: &Words, programs: [&Program; 2]) {
    let wanted = VisibleWhen::new(|world| world.resource::<ShowsPrograms>().0);
    column
        .spawn((stack(FlexDirection::Column, 6.0), wanted))
        .with_children(|column| spawn_trees(column, words, programs));
}

fn spawn_trees(column: &mut ChildSpawnerCommands, words: &Words, [parent, child]: [&Program; 2]) {
    for kind in [TreeKind::Patrol, TreeKind::Attack] {
        let [same, before, now] = captions(kind);
        let (was, is) = (parent.tree(kind), child.tree(kind));
        let [earlier, later] = marked(was, is, |node| node_name(node, words));
        if was == is {
            spawn_tree(column, same, earlier, palette::MIST);
        } else {
            spawn_tree(column, before, earlier, palette::FAULT);
            spawn_tree(column, now, later, palette::LEAF);
        }
    }
}

/// Spawns the text of a tree, in which the nodes that have changed have another colour.
fn spawn_tree(
    column: &mut ChildSpawnerCommands,
    caption: &'static str,
    pieces: Vec<Piece>,
    colour: Color,
) {
    let text = label(caption, TextSize::Small, palette::MIST);
    column.spawn(text).with_children(|text| {
        let mut span = |words: String, colour| {
            text.spawn((
                TextSpan::new(whole_words(words)),
                text_font(TextSize::Small),
                TextColor(colour),
                Pickable::IGNORE,
            ));
        };
        span(" ".to_owned(), palette::MIST);
        for piece in pieces {
            let colour = match piece.is_changed {
                true => colour,
                false => palette::PAPER,
            };
            span(piece.text, colour);
        }
    });
}
