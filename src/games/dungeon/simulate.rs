//! Simulated descents by automatic players, which measure the difficulty of a setup.

use std::sync::Arc;

use super::descent::{Descent, DescentError, DescentStatus, first_dungeon};
use super::graph::generator::GenerateError;
use super::players::{Player, ReferencePlayer};
use super::rules::{Event, Item, Move, MoveError, notation};
use super::setup::Setup;
use crate::base::try_parallel_map;
use crate::generation::{EvolutionParameters, Pick, Seed, yield_now};

/// The number of turns after which a descent ends.
pub const MAX_TURNS: u32 = 60_000;
/// The number of turns in a slice, which takes about a millisecond.
const TURNS_PER_SLICE: u32 = 32;

/// The end of a simulated descent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescentEnd {
    /// The hero completed all dungeons.
    Completed,
    /// The hero died.
    Died,
    /// The descent had not ended after [`MAX_TURNS`].
    OutOfTurns,
    /// The rules refused a move of the player, which is an error of the player.
    Refused(Move, MoveError),
}

impl DescentEnd {
    /// The name in data.
    pub fn name(self) -> &'static str {
        match self {
            DescentEnd::Completed => "completed",
            DescentEnd::Died => "died",
            DescentEnd::OutOfTurns => "out-of-turns",
            DescentEnd::Refused(..) => "refused",
        }
    }
}

/// The outcome of one dungeon of a descent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthOutcome {
    /// The number of turns.
    pub turns: u32,
    /// The number of killed enemies.
    pub killed: u32,
    /// The life that the hero lost.
    pub damage: u32,
    /// The life at the end.
    pub life: u8,
    /// The number of items that were found.
    pub found: u32,
    /// The number of consumables that were used, in the order of [`Consumable::ALL`](super::rules::Consumable::ALL).
    pub used: [u32; 5],
    /// The number of turns that the lantern was hooded or unhooded in.
    pub hoods: u32,
    /// The number of enemies that came in later.
    pub wanderers: u32,
    /// The number of weapons that were thrown.
    pub thrown: u32,
    /// The number of times that a weapon or armour was taken in use.
    pub changed: u32,
}

/// The outcome of a descent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescentOutcome {
    /// The seed.
    pub seed: Seed,
    /// The end of the descent.
    pub end: DescentEnd,
    /// The dungeons that the hero entered, the first one first.
    pub depths: Vec<DepthOutcome>,
    /// The number of turns.
    pub turns: u32,
    /// The points.
    pub score: u32,
    /// The number of killed enemies.
    pub killed: u32,
    /// All moves in letters, as in saves.
    pub moves: String,
}

impl DescentOutcome {
    /// Whether the hero completed all dungeons.
    pub fn is_completed(&self) -> bool {
        self.end == DescentEnd::Completed
    }

    /// Whether the rules refused a move.
    pub fn is_refused(&self) -> bool {
        matches!(self.end, DescentEnd::Refused(..))
    }

    /// Whether the hero entered the dungeon of a depth, from 1.
    pub fn has_entered(&self, depth: u8) -> bool {
        self.depths.len() >= usize::from(depth)
    }

    /// Whether the hero left the dungeon of a depth alive.
    pub fn has_left(&self, depth: u8) -> bool {
        self.has_entered(depth + 1) || self.is_completed() && self.has_entered(depth)
    }
}

/// Plays one descent to its end, here and now.
pub fn play_descent(
    reference: ReferencePlayer,
    setup: &Setup,
    parameters: &EvolutionParameters,
    seed: Seed,
) -> Result<DescentOutcome, GenerateError> {
    let descent = Descent::new(setup, parameters, seed, Pick::Best)?;
    Play::of(reference.player(), descent).finish(seed)
}

/// The start of a descent, whose first dungeon is evolved in slices, so that the work can be dropped at any time.
pub async fn start_in_slices(
    setup: &Setup,
    parameters: &EvolutionParameters,
    seed: Seed,
) -> Result<Descent, GenerateError> {
    if setup.arena {
        return Descent::new(setup, parameters, seed, Pick::Best);
    }
    let run = first_dungeon(setup, parameters, seed, Pick::Best)?;
    let first = Arc::new(run.finish().await?);
    Descent::starting_in(Some(first), setup, parameters, seed)
}

/// Plays a descent in slices from its current state to its end. The seed is that of the descent. Returns the outcome,
/// and the descent at its end.
pub async fn play_from_in_slices(
    reference: ReferencePlayer,
    descent: Descent,
    seed: Seed,
) -> Result<(DescentOutcome, Descent), GenerateError> {
    let mut play = Play::of(reference.player(), descent);
    while let Some(chosen_move) = play.choose() {
        if let Some(work) = play.descent.work_before(chosen_move) {
            work.await;
        }
        play.make(chosen_move)?;
        if play.descent.totals().turns.is_multiple_of(TURNS_PER_SLICE) {
            yield_now().await;
        }
    }
    let descent = play.descent.clone();
    Ok((play.outcome(seed), descent))
}

/// A descent that an automatic player plays.
pub struct Play<P> {
    descent: Descent,
    player: P,
    events: Vec<Event>,
    moves: Vec<Move>,
    depths: Vec<DepthOutcome>,
    /// The refused move, which ends the play.
    refused: Option<(Move, MoveError)>,
}

impl<P: Player> Play<P> {
    /// The start of a play.
    pub fn of(player: P, descent: Descent) -> Self {
        Play {
            descent,
            player,
            events: Vec::new(),
            moves: Vec::new(),
            depths: vec![DepthOutcome::default()],
            refused: None,
        }
    }

    /// Plays to the end. The seed is that of the descent.
    pub fn finish(mut self, seed: Seed) -> Result<DescentOutcome, GenerateError> {
        while let Some(chosen_move) = self.choose() {
            self.make(chosen_move)?;
        }
        Ok(self.outcome(seed))
    }

    /// Chooses the next move; `None` at the end.
    fn choose(&mut self) -> Option<Move> {
        let goes_on = self.descent.status() == DescentStatus::Descending
            && self.descent.totals().turns < MAX_TURNS
            && self.refused.is_none();
        goes_on.then(|| self.player.choose(&self.descent.game))?
    }

    /// Makes a move. A refused one ends the play; an error says that the next dungeon cannot be generated.
    fn make(&mut self, chosen_move: Move) -> Result<(), GenerateError> {
        let before = self.descent.totals();
        self.events.clear();
        match self.descent.make(chosen_move, &mut self.events) {
            Ok(()) => self.moves.push(chosen_move),
            Err(DescentError::Rules(why)) => {
                self.refused = Some((chosen_move, why));
                return Ok(());
            }
            Err(DescentError::Deeper(why)) => return Err(why),
        }
        let after = self.descent.totals();
        let hero = &self.descent.game.hero;
        let depth = self.depths.last_mut().expect("there is a first one");
        depth.turns += after.turns - before.turns;
        depth.killed += after.killed - before.killed;
        depth.life = hero.life;
        self.events.iter().for_each(|event| depth.note(event));
        if usize::from(self.descent.depth()) > self.depths.len() {
            self.depths.push(DepthOutcome {
                life: self.descent.game.hero.life,
                ..DepthOutcome::default()
            });
        }
        Ok(())
    }

    fn outcome(self, seed: Seed) -> DescentOutcome {
        let totals = self.descent.totals();
        let end = match (self.refused, self.descent.status()) {
            (Some((chosen_move, why)), _) => DescentEnd::Refused(chosen_move, why),
            (None, DescentStatus::Completed) => DescentEnd::Completed,
            (None, DescentStatus::Dead) => DescentEnd::Died,
            (None, DescentStatus::Descending) => DescentEnd::OutOfTurns,
        };
        DescentOutcome {
            seed,
            end,
            depths: self.depths,
            turns: totals.turns,
            score: totals.score,
            killed: totals.killed,
            moves: notation::write(&self.moves),
        }
    }
}

impl DepthOutcome {
    /// Counts an event.
    fn note(&mut self, event: &Event) {
        use crate::games::dungeon::rules::Actor::Hero;
        match event {
            Event::Struck {
                target: Hero,
                damage,
                ..
            } => self.damage += u32::from(*damage),
            Event::Burnt(Hero, life) => self.damage += u32::from(*life),
            Event::Used(thing) => self.used[*thing as usize] += 1,
            Event::Hooded(_) => self.hoods += 1,
            Event::CameIn(_) => self.wanderers += 1,
            Event::Found(_) | Event::Spare(_) => self.found += 1,
            Event::Thrown(..) => self.thrown += 1,
            Event::InUse(Item::Weapon(_) | Item::Armour(_)) => self.changed += 1,
            _ => {}
        }
    }
}

/// Plays `count` descents, each with its own seed, on several threads. The outcomes and their order do not depend
/// on the number of threads.
pub fn play_descents(
    reference: ReferencePlayer,
    setup: &Setup,
    parameters: &EvolutionParameters,
    seed: Seed,
    count: u32,
    threads: usize,
) -> Result<Vec<DescentOutcome>, GenerateError> {
    let play = |(): &mut (), at: usize| {
        play_descent(reference, setup, parameters, seed.child(at as u64 + 1))
    };
    try_parallel_map(count as usize, threads, || (), play)
}
