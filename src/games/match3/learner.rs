//! Learns how the player plays from the swaps they make, on their machine. Levels can then be made for them.
//!
//! A swap after a hint, or one that the game has made by itself, tells nothing about the player and is not learnt from.

use bevy::prelude::*;
use bevy::tasks::Task;
use serde::Deserialize;

use super::players::IntendedPlayer;
use super::players::belief::{Belief, Evidence, Figure};
use super::rules::{Game as Position, Match3, Swap};
use super::table::Table;
use crate::base::PlainError;
use crate::generation::Seed;
use crate::generation::pools::{spawn_or_default, take_result};
use crate::session::autosave::ReadFiles;
use crate::session::player_file;
use crate::session::store::{self, StoreError};
use crate::session::{
    Autosave, FileReport, Folders, Forecast, Game, PlayerFile, PlayerFiles, SkillSample, Skills,
};
use crate::shell::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Learner>()
        .add_systems(PreStartup, load_learner.in_set(ReadFiles))
        .add_systems(Update, learn);
}

/// The number of swaps that are remembered. Older ones are forgotten, because people get better.
const MOST: usize = 400;
/// The number of swaps after which levels are made for the player: about three levels.
const ENOUGH: usize = 50;

/// The version that kept only how many swaps were better than each swap, which is too little to learn a model. The
/// player is learnt anew.
const RANKS_VERSION: u32 = 1;

/// A swap in that version.
#[derive(Deserialize)]
struct OldEvidence {
    #[serde(rename = "all")]
    _all: u8,
    #[serde(rename = "greedy")]
    _greedy: (u8, u8),
    #[serde(rename = "long")]
    _long: (u8, u8),
    #[serde(rename = "ahead")]
    _ahead: [u8; 6],
}

/// The evidence of the swaps that are remembered, as it is in the file.
type EvidenceList = Vec<Evidence>;

impl PlayerFile for EvidenceList {
    const NAME: &'static str = "match3_player.ron";
    const VERSION: u32 = 2;

    fn check(&self) -> Result<(), PlainError> {
        match self.iter().position(|one| !one.is_possible()) {
            Some(at) => Err(PlainError::new(format!(
                "what is recorded of swap {} fits no position",
                at + 1
            ))),
            None => Ok(()),
        }
    }
}

/// The result of a background task.
#[derive(Default)]
struct LearningResult {
    evidence: Vec<Evidence>,
    belief: Option<Belief>,
    /// The content of the file, if it has changed. It is long, so that it is written out in the background too.
    file: Option<Result<String, StoreError>>,
}

/// The evidence of the player's swaps, and the belief that was learnt from it.
#[derive(Resource, Default)]
pub struct Learner {
    /// The evidence of the player's swaps, the oldest first.
    evidence: Vec<Evidence>,
    belief: Option<Belief>,
    /// The swaps that are not learnt from yet, with the positions in which they were made.
    waiting: Vec<(Position, Swap)>,
    /// Whether the player has made a swap to learn from since the game began, or since the skill of the player was
    /// noted last.
    has_observed: bool,
    /// Whether a game has ended since the skill was noted last, so that the skill is noted when all its swaps are
    /// learnt from.
    has_ended: bool,
    task: Option<Task<LearningResult>>,
}

impl Learner {
    /// Whether nothing is left to learn from.
    pub fn is_at_rest(&self) -> bool {
        self.task.is_none() && self.waiting.is_empty()
    }

    /// The belief about the player; `None` before they have made a swap.
    pub fn belief(&self) -> Option<&Belief> {
        self.belief.as_ref()
    }

    /// The number of swaps that are still needed before levels can be made for the player.
    pub fn missing(&self) -> usize {
        ENOUGH.saturating_sub(self.evidence.len())
    }

    /// Remembers a swap that the player is about to make.
    pub(super) fn observe(&mut self, position: &Position, swap: Swap) {
        self.waiting.push((position.clone(), swap));
        self.has_observed = true;
    }

    /// Takes over the result of learning, and returns the content of the file, if it has changed.
    fn remember(&mut self, learnt: LearningResult) -> Option<Result<String, StoreError>> {
        self.evidence.extend(learnt.evidence);
        let surplus = self.evidence.len().saturating_sub(MOST);
        self.evidence.drain(..surplus);
        self.belief = learnt.belief;
        learnt.file
    }
}

/// The intended player of new levels: the person who plays, if enough is known of them and they want that; else the
/// reference player.
pub(super) fn intended_player(world: &World) -> IntendedPlayer {
    let learner = world.resource::<Learner>();
    let belief = learner.belief().filter(|_| learner.missing() == 0);
    let is_wanted = world.resource::<Settings>().learns_from_player;
    belief
        .filter(|_| is_wanted)
        .map_or(IntendedPlayer::Reference, |belief| {
            IntendedPlayer::Model(belief.model)
        })
}

/// Notes that a game is at the table. Only a game without moves begins; a resumed one goes on. The swaps of a game that
/// was left count for no other one, but the skill after a game that has just ended may still have to be noted.
pub(super) fn note_start(world: &mut World) {
    let table = world.get_resource::<Table>();
    let is_new = table.is_some_and(|table| table.session().all_moves().is_empty());
    let mut learner = world.resource_mut::<Learner>();
    if is_new && !learner.has_ended {
        learner.has_observed = false;
    }
}

/// Notes that a game has ended. The skill of the player is noted when all its swaps are learnt from, if they want
/// levels that are made for them.
pub(super) fn note_end(world: &mut World) {
    if !world.resource::<Settings>().learns_from_player {
        return;
    }
    world.resource_mut::<Learner>().has_ended = true;
}

/// Notes the skill of the player after a game that has changed it, so that its course can be shown.
fn note_skill(world: &mut World) {
    let mut learner = world.resource_mut::<Learner>();
    let has_ended = std::mem::take(&mut learner.has_ended);
    if !has_ended || !learner.has_observed || learner.missing() > 0 {
        return;
    }
    learner.has_observed = false;
    if let Some(Figure { mean, error }) = learner.belief().map(|belief| belief.gained) {
        let sample = SkillSample::Measured(Forecast::with_error(mean, error));
        Skills::learn(world, Match3::KEY, sample);
    }
}

/// Forgets the player, and how their skill has changed.
pub(super) fn forget(world: &mut World) {
    *world.resource_mut::<Learner>() = Learner::default();
    Skills::forget(world, Match3::KEY);
    player_file::save_content(world, &EvidenceList::new());
}

fn load_learner(mut files: PlayerFiles, mut learner: ResMut<Learner>) {
    let ranks = files.peek::<EvidenceList, Vec<OldEvidence>>(RANKS_VERSION);
    if ranks.is_some() {
        return;
    }
    let Some(read) = files.read::<EvidenceList>() else {
        return;
    };
    let evidence = read[read.len().saturating_sub(MOST)..].to_vec();
    learner.task = Some(spawn_or_default(move || LearningResult {
        belief: (!evidence.is_empty()).then(|| Belief::of(&evidence)),
        evidence,
        file: None,
    }));
}

/// Learns from the swaps that were made, in the background.
fn learn(world: &mut World) {
    let path = world.get_resource::<Folders>().map(EvidenceList::path);
    let mut learner = world.resource_mut::<Learner>();
    if let Some(learnt) = take_result(&mut learner.task) {
        match (learner.remember(learnt), path.clone()) {
            (Some(Ok(text)), Some(path)) => {
                world.resource_mut::<Autosave>().write_text(path, text);
            }
            (Some(Err(error)), _) => {
                world.write_message(FileReport::NotSaved(error));
            }
            _ => {}
        }
    }
    let learner = world.resource::<Learner>();
    if learner.task.is_some() {
        return;
    }
    if learner.waiting.is_empty() {
        note_skill(world);
        return;
    }
    let mut learner = world.resource_mut::<Learner>();
    let waiting = std::mem::take(&mut learner.waiting);
    let mut all = learner.evidence.clone();
    let task = spawn_or_default(move || {
        let look = |(position, swap): &(Position, Swap)| {
            Evidence::of(position, *swap, Seed(u64::from(position.score().moves)))
        };
        let evidence: Vec<Evidence> = waiting.iter().filter_map(look).collect();
        all.extend_from_slice(&evidence);
        let all = &all[all.len().saturating_sub(MOST)..];
        LearningResult {
            belief: Some(Belief::of(all)),
            evidence,
            file: path.map(|path| store::text(&path, EvidenceList::VERSION, &all)),
        }
    });
    learner.task = Some(task);
}
