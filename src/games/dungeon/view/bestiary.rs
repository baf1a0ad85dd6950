//! The bestiary: the body of each kind, and the figures of its shipped or custom program in fights in which it never
//! trained. Deeper dungeons have other programs, so the player chooses the dungeon. The fights are measured in the
//! background.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use std::sync::Arc;

use super::art;
use crate::base::{Seed, catch_panic_in};
use crate::games::dungeon::enemies::arena::Arena;
use crate::games::dungeon::enemies::epithet::creature;
use crate::games::dungeon::enemies::problem::Figures;
use crate::games::dungeon::rules::{Breed, EnemyKind, for_strength};
use crate::games::dungeon::setup::Setup;
use crate::games::dungeon::{DungeonGame, Table, sprite_names};
use crate::generation::yield_now;
use crate::session::Game;
use crate::shell::creature::{full_name, sigil};
use crate::shell::games::active;
use crate::shell::screen::Screen;
use crate::shell::table::new_game;
use crate::shell::table::setup_widgets::spawn_remark;
use crate::shell::theme::number::stepped;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;
use crate::shell::theme::stepper::stepper;
use crate::shell::theme::widget::{TextSize, bound_text, in_row, square_picture};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownDepth>();
    app.init_resource::<Bestiary>().add_systems(
        Update,
        measure_breeds.run_if(
            active(DungeonGame::KEY)
                .and_then(in_state(Screen::Setup).or_else(in_state(Screen::Play))),
        ),
    );
}

/// The seed of the arenas, in which no enemy is bred.
const SEED: Seed = Seed(0xBE57);
/// The side of a sigil, in interface pixels.
const SIGIL: f32 = 20.0;
/// The number of fights of a breed.
const FIGHTS: u32 = 120;
/// The number of fights in a slice of the work.
const FIGHTS_PER_SLICE: usize = 4;

/// The figures of breeds, as far as they are measured; `None` for a breed whose measurement failed.
#[derive(Resource, Default)]
pub(super) struct Bestiary {
    known: Vec<(Arc<Breed>, Option<Figures>)>,
    /// The breed that is being measured.
    task: Option<(Arc<Breed>, Task<Option<Figures>>)>,
}

impl Bestiary {
    fn of(&self, breed: &Breed) -> Option<&Figures> {
        let known = self.known.iter().find(|(known, _)| **known == *breed);
        known?.1.as_ref()
    }

    fn is_known(&self, breed: &Breed) -> bool {
        self.known.iter().any(|(known, _)| **known == *breed)
    }

    /// Takes the figures that are ready.
    fn take_result(&mut self) {
        let Some((breed, task)) = &mut self.task else {
            return;
        };
        if let Some(figures) = check_ready(task) {
            let breed = Arc::clone(breed);
            self.known.push((breed, figures));
            self.task = None;
        }
    }
}

/// The number of the dungeon whose enemies are shown, from 1.
#[derive(Resource)]
struct ShownDepth(u8);

impl Default for ShownDepth {
    fn default() -> Self {
        ShownDepth(1)
    }
}

/// The number of the dungeon whose enemies are shown, and the setup of the new game. A setup with fewer dungeons shows
/// its last one.
fn shown_depth(world: &World) -> (u8, &Setup) {
    let setup = new_game::setup::<DungeonGame>(world);
    (world.resource::<ShownDepth>().0.min(setup.depths), setup)
}

/// The enemies whose figures are shown: that of an arena, or those of a dungeon of the game that is set up. A descent
/// shows no figures.
fn breeds(world: &World) -> Vec<Arc<Breed>> {
    if *world.resource::<State<Screen>>().get() == Screen::Play {
        let table = world.get_resource::<Table>();
        let arena = table.filter(|table| table.setup().arena);
        return arena.map_or(Vec::new(), |table| table.setup().custom_enemies.clone());
    }
    let (depth, setup) = shown_depth(world);
    let strength = setup.strength_at(depth);
    // In the dungeon all have bodies of the strength of its depth, whatever strength their programs were bred for.
    let in_body = |breed: Arc<Breed>| {
        Arc::new(Breed {
            strength,
            ..(*breed).clone()
        })
    };
    let breeds = for_strength(&setup.roster(), strength).into_iter();
    breeds.map(in_body).collect()
}

/// Spawns the choice of the dungeon whose enemies are shown, with their strength.
pub(super) fn spawn_depth(row: &mut ChildSpawnerCommands) {
    let read = |world: &World| shown_depth(world).0.to_string();
    stepper(row, read, |world, step| {
        let (depth, setup) = shown_depth(world);
        let depth = stepped(depth, step, 1..=setup.depths);
        world.resource_mut::<ShownDepth>().0 = depth;
    });
    spawn_remark(row, |world: &World| {
        let (depth, setup) = shown_depth(world);
        let values = [
            ("depth", depth.to_string()),
            ("depths", setup.depths.to_string()),
            ("strength", setup.strength_at(depth).to_string()),
        ];
        world
            .resource::<Words>()
            .fill("dungeon.bestiary.strength", &values)
    });
}

/// Measures one breed after the other.
fn measure_breeds(world: &mut World) {
    let wanted = breeds(world);
    let mut bestiary = world.resource_mut::<Bestiary>();
    bestiary.take_result();
    let missing = wanted.iter().find(|breed| !bestiary.is_known(breed));
    let (None, Some(breed)) = (&bestiary.task, missing) else {
        return;
    };
    let (breed, of) = (Arc::clone(breed), Arc::clone(breed));
    let work = async move {
        let arenas = Arena::many(SEED, FIGHTS);
        let mut parts = Vec::new();
        for some in arenas.chunks(FIGHTS_PER_SLICE) {
            parts.push(Figures::of(some, &of));
            yield_now().await;
        }
        Figures::mean(&parts)
    };
    let task = AsyncComputeTaskPool::get().spawn(async move {
        let measured = catch_panic_in(work).await;
        measured
            .inspect_err(|why| warn!("measuring an enemy: {why}"))
            .ok()
    });
    bestiary.task = Some((breed, task));
}

/// The breed of a kind in the game that is set up or played.
fn breed_of(world: &World, kind: EnemyKind) -> Option<Arc<Breed>> {
    breeds(world).into_iter().find(|breed| breed.kind == kind)
}

/// The figures of a breed's fights, in words.
fn figures_text(world: &World, breed: &Breed) -> String {
    let words = world.resource::<Words>();
    let bestiary = world.resource::<Bestiary>();
    let Some(figures) = bestiary.of(breed) else {
        return match bestiary.is_known(breed) {
            true => String::new(),
            false => words.get("dungeon.bestiary.measuring"),
        };
    };
    let facts = figures.facts(breed.kind);
    let lines = facts
        .iter()
        .map(|fact| words.fill(fact.key, &[("value", fact.value.clone())]));
    lines.collect::<Vec<String>>().join(" · ")
}

/// The name and the figures of the enemy of the arena.
pub(super) fn arena_text(world: &World) -> String {
    let breed = breeds(world).into_iter().next();
    breed.map_or(String::new(), |breed| {
        let words = world.resource::<Words>();
        let name = words.get(art::name_of_kind(breed.kind));
        format!("{name}: {}", figures_text(world, &breed))
    })
}

/// A row of the bestiary: the sprite, the body and the figures of a kind.
pub(super) fn spawn_entry(row: &mut ChildSpawnerCommands, sprites: &Sprites, kind: EnemyKind) {
    row.spawn(square_picture(
        sprites.get(sprite_names::of_kind(kind)),
        52.0,
    ));
    let column = Node {
        flex_direction: FlexDirection::Column,
        row_gap: px(2),
        flex_grow: 1.0,
        flex_basis: px(0),
        ..default()
    };
    row.spawn(column).with_children(|column| {
        column.spawn(bound_text(
            TextSize::Body,
            palette::PAPER,
            art::body_of_kind(kind),
        ));
        in_row(column, 6.0, |row| {
            let called = move |world: &World| breed_of(world, kind).map(|breed| creature(&breed));
            row.spawn(sigil(SIGIL, called));
            let text = move |world: &World| {
                let words = world.resource::<Words>();
                called(world).map_or(String::new(), |creature| full_name(creature, words))
            };
            row.spawn(bound_text(TextSize::Small, palette::LAMP, text));
        });
        column.spawn(bound_text(
            TextSize::Small,
            palette::MIST,
            move |world: &World| {
                breed_of(world, kind).map_or(String::new(), |breed| figures_text(world, &breed))
            },
        ));
    });
}
