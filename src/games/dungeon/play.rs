//! From a wish to a descent under way: evolving, starting, saving and going on.

use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::KEY;
use super::descent::{Descent, DescentRules, DescentStatus};
use super::enemies::problem::{self as enemy_problem, EnemyProblem, EnemySpec};
use super::enemies::roster_file;
use super::graph::problem::{GraphProblem, usual_search};
use super::rules::{EnemyKind, Move, Roster, notation};
use super::setup::{Setup, SetupError};
use crate::generation::task::{Evolution, LiveRun, live};
use crate::shell::theatre::{self, About, Chosen};
use crate::generation::{Live, Pick, Seed};
use crate::session::statistics::{Played, Statistics};
use crate::session::{BadId, Difficulty, Folders, GameId, Name as KeptName, Saved, Session, save};
use crate::shell::games::ActiveGame;
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::setup::WishedSeed;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wish>()
        .add_observer(play_chosen)
        .add_observer(fight_chosen);
}

/// Format of saved games.
const VERSION: u32 = 1;

/// A descent as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    id: String,
    /// In letters, as in [`notation`].
    moves: String,
}

/// What the player wants next.
#[derive(Resource, Clone, Debug)]
pub struct Wish {
    /// The descent.
    pub setup: Setup,
    /// The difficulty of the settings that the setup follows.
    pub difficulty: Option<Difficulty>,
    /// The kind and strength of an enemy to be evolved.
    pub enemy: (EnemyKind, u8),
}

impl Default for Wish {
    fn default() -> Self {
        Wish {
            setup: Setup::default(),
            difficulty: None,
            enemy: (EnemyKind::Hunter, 5),
        }
    }
}

/// The descent under way.
#[derive(Resource)]
pub struct Play {
    /// Its moves and state.
    pub session: Session<DescentRules>,
    /// Counts up when another descent has begun.
    pub jumps: u32,
    /// Whether the result has been counted.
    counted: bool,
}

impl Play {
    /// Where the descent stands.
    pub fn descent(&self) -> &Descent {
        self.session.state()
    }
}

/// Marks the entity of a run in the theatre with what it was made from.
#[derive(Component)]
struct DungeonRun(GameId);

/// Marks the entity of a run of enemies.
#[derive(Component)]
struct EnemyRun(Seed);

/// The id of what the wish would give.
pub fn wished_id(world: &World) -> GameId {
    GameId {
        game: KEY.to_owned(),
        setup: world.resource::<Wish>().setup.to_string(),
        search: world.resource::<Settings>().search_of(KEY, usual_search),
        seed: world.resource::<WishedSeed>().0,
        pick: Pick::Best,
    }
}

/// Opens the theatre on the first dungeon of the wish.
pub fn generate(world: &mut World) -> Result<(), String> {
    let setup = world.resource::<Wish>().setup.clone();
    setup.check().map_err(|error| error.to_string())?;
    let id = wished_id(world);
    let problem = GraphProblem {
        layout_preview: Some((setup.spec.locks, id.seed)),
        ..setup.spec_at(1).problem()
    };
    let live = live(problem, id.search.clone(), id.seed).map_err(|error| error.to_string())?;
    let evolution = Evolution::new(live, theatre::OPENING_PACE);
    let run = world.spawn((Name::new("Dungeon run"), DungeonRun(id), evolution));
    let run = run.id();
    let about = About {
        title: "dungeon.evolving",
        fault: Some("dungeon.fault"),
        ..default()
    };
    theatre::open(world, run, about);
    Ok(())
}

fn play_chosen(chosen: On<Chosen>, runs: Query<(&DungeonRun, &Evolution)>, mut commands: Commands) {
    let Ok((DungeonRun(id), evolution)) = runs.get(chosen.entity) else {
        return;
    };
    let run = evolution
        .live()
        .as_any()
        .downcast_ref::<LiveRun<GraphProblem>>();
    let individual = run.and_then(|run| run.genome(chosen.pick));
    if individual.is_none_or(|individual| !individual.feasible()) {
        return;
    }
    let id = GameId {
        pick: chosen.pick,
        ..id.clone()
    };
    commands.queue(move |world: &mut World| {
        if let Err(why) = open(world, &id) {
            world.resource_mut::<Notices>().say(why);
        }
    });
}

/// Opens the theatre on an enemy of the wished kind, that learns to fight in the arena.
pub fn evolve_enemy(world: &mut World) -> Result<(), String> {
    let (kind, strength) = world.resource::<Wish>().enemy;
    let seed = world.resource::<WishedSeed>().0;
    let wish = EnemySpec {
        kind,
        strength,
        arenas: enemy_problem::DEFAULT_ARENAS,
    };
    let live = live(
        EnemyProblem::new(wish, seed),
        enemy_problem::usual_search(),
        seed,
    );
    let evolution = Evolution::new(
        live.map_err(|error| error.to_string())?,
        theatre::OPENING_PACE,
    );
    let run = world.spawn((Name::new("Enemy run"), EnemyRun(seed), evolution));
    let run = run.id();
    let about = About {
        title: "dungeon.training",
        watch: Some("dungeon.watch"),
        ..default()
    };
    theatre::open(world, run, about);
    Ok(())
}

/// The chosen program fights where one can watch it.
fn fight_chosen(chosen: On<Chosen>, runs: Query<(&EnemyRun, &Evolution)>, mut commands: Commands) {
    let Ok((EnemyRun(seed), evolution)) = runs.get(chosen.entity) else {
        return;
    };
    let run = evolution
        .live()
        .as_any()
        .downcast_ref::<LiveRun<EnemyProblem>>();
    let Some((run, individual)) = run.and_then(|run| Some((run, run.genome(chosen.pick)?))) else {
        return;
    };
    let breed = run.problem().breed(&individual.genome);
    let seed = *seed;
    commands.queue(move |world: &mut World| {
        let id = GameId {
            game: KEY.to_owned(),
            setup: Setup::arena(breed).to_string(),
            search: usual_search(),
            seed,
            pick: Pick::Best,
        };
        if let Err(why) = open(world, &id) {
            world.resource_mut::<Notices>().say(why);
        }
    });
}

/// Keeps the enemy of the arena under a name made from its kind, its strength and the seed.
pub fn keep_enemy(world: &mut World) {
    let (Some(play), Some(folders)) = (
        world.get_resource::<Play>(),
        world.get_resource::<Folders>(),
    ) else {
        return;
    };
    let id = play.session.id();
    let Some(guest) = play.descent().setup().custom_enemies.first() else {
        return;
    };
    let name: String = format!("{}{}{}", guest.kind, guest.strength, id.seed);
    let kept = KeptName::typed(&name.chars().take(20).collect::<String>())
        .map_err(|error| error.to_string())
        .and_then(|name| {
            let one = std::slice::from_ref(guest);
            let kept = roster_file::save(folders, &name, one, &id.to_string());
            kept.map(|()| name).map_err(|error| error.to_string())
        });
    let said = match kept {
        Ok(name) => world
            .resource::<Words>()
            .fill("dungeon.kept", &[("name", name.to_string())]),
        Err(why) => why,
    };
    world.resource_mut::<Notices>().say(said);
}

/// Invites the enemies of a kept file into the dungeon of the wish; a broken file is set aside.
pub fn invite(world: &mut World, name: &KeptName) {
    let Some(folders) = world.get_resource::<Folders>() else {
        return;
    };
    match roster_file::read_or_set_aside(&roster_file::shelf(folders).path(name)) {
        Ok(roster) => add_guests(world, roster),
        Err(aside) => world.resource_scope(|world, mut notices: Mut<Notices>| {
            notices.set_aside(world.resource::<Words>(), &aside);
        }),
    }
}

/// Guests take the places of those of their kind.
fn add_guests(world: &mut World, guests: Roster) {
    let setup = &mut world.resource_mut::<Wish>().setup;
    for guest in guests {
        setup.custom_enemies.retain(|old| old.kind != guest.kind);
        setup.custom_enemies.push(guest);
    }
}

/// The enemy of the arena goes into the dungeon of the wish, and the player after it.
pub fn meet_in_dungeon(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let guests = play.descent().setup().custom_enemies.clone();
    add_guests(world, guests);
    world.resource_mut::<WishedSeed>().0 = Seed::fresh();
    if let Err(why) = generate(world) {
        world.resource_mut::<Notices>().say(why);
    }
}

/// Starts what an id says.
pub fn open(world: &mut World, id: &GameId) -> Result<(), String> {
    start(world, id.clone(), None)
}

/// Goes on with the saved game. A broken save is set aside.
pub fn resume(world: &mut World) -> Result<(), String> {
    let Some(kept) = save::read::<Kept>(world, KEY, VERSION) else {
        return Ok(());
    };
    let opened = resume_kept(world, kept);
    opened.or_else(|why| {
        save::give_up(world, KEY, why);
        Ok(())
    })
}

fn resume_kept(world: &mut World, kept: Kept) -> Result<(), String> {
    let id = kept.id.parse().map_err(|e: BadId| e.to_string())?;
    let moves = notation::read(&kept.moves).map_err(|e| e.to_string())?;
    let saved = Saved {
        id: kept.id,
        made: moves.len(),
        moves,
    };
    start(world, id, Some(saved))
}

/// A new descent of the same kind as the one under way, from another seed or from the same one.
pub fn again(world: &mut World, same: bool) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let old = play.session.id();
    let (seed, pick) = if same {
        (old.seed, old.pick)
    } else {
        (Seed::fresh(), Pick::Best)
    };
    let id = GameId {
        seed,
        pick,
        ..old.clone()
    };
    if let Err(why) = open(world, &id) {
        world.resource_mut::<Notices>().say(why);
    }
}

fn start(world: &mut World, id: GameId, saved: Option<Saved<Move>>) -> Result<(), String> {
    let setup: Setup = id.setup.parse().map_err(|e: SetupError| e.to_string())?;
    let descent = Descent::new(&setup, &id.search, id.seed, id.pick).map_err(|e| e.to_string())?;
    let session = match saved {
        None => Session::new(id, descent),
        Some(saved) => Session::replay(id, descent, &saved).map_err(|error| error.to_string())?,
    };
    let jumps = world
        .get_resource::<Play>()
        .map_or(0, |play| play.jumps + 1);
    world.insert_resource(Play {
        session,
        jumps,
        counted: false,
    });
    keep(world);
    world.resource_mut::<ActiveGame>().0 = Some(KEY);
    world.resource_mut::<NextState<Screen>>().set(Screen::Play);
    Ok(())
}

/// Whether the descent under way is saved: a fight in the arena is not.
pub(super) fn is_kept(world: &World) -> bool {
    let play = world.get_resource::<Play>();
    play.is_some_and(|play| !play.descent().setup().arena)
}

/// Saves the descent under way, or removes the save of one that has ended and counts its result. Fights
/// in the arena are not kept.
pub fn keep(world: &mut World) {
    let Some(mut play) = world.get_resource_mut::<Play>() else {
        return;
    };
    if play.descent().setup().arena {
        return;
    }
    let fate = play.descent().status();
    let saved = (fate == DescentStatus::Descending).then(|| Kept {
        id: play.session.id().to_string(),
        moves: notation::write(play.session.moves()),
    });
    let count = saved.is_none() && !std::mem::replace(&mut play.counted, saved.is_none());
    let against = play.descent().setup().to_string();
    let points = play.descent().totals().score;
    if count {
        let result = if fate == DescentStatus::Completed {
            Played::Won
        } else {
            Played::Lost
        };
        Statistics::count(world, KEY, &against, result, points);
    }
    save::write(world, KEY, VERSION, saved.as_ref());
}

/// A run to show on the title's tile.
pub(super) fn demo(seed: Seed) -> Option<Arc<dyn Live>> {
    let search = usual_search();
    let setup = Setup::default();
    let problem = GraphProblem {
        layout_preview: Some((setup.spec.locks, seed)),
        ..setup.spec_at(1).problem()
    };
    let live = live(problem, search, seed);
    // The defaults are in range.
    live.ok().map(|live| live as _)
}
