//! The openings of the player's finished games, read in the background from the replays that are kept. New games are
//! added to those that are known; if one was removed, all are read again.

use std::collections::HashSet;

use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::openings::OpeningBook;
use super::rules::Hexxagon;
use crate::base::{PlainError, catch_panic};
use crate::generation::pools::take_result;
use crate::generation::yield_now;
use crate::session::replay::{ReplayFile, Replays};
use crate::session::statistics::GameResult;
use crate::session::{FileName, Game, Origin};

/// The openings of the player's games.
#[derive(Resource, Default)]
pub struct OwnOpenings {
    /// The openings that are read; `None` while games are being read.
    read: Option<ReadOpenings>,
    /// The names of the kept games that are read, or being read.
    known: HashSet<FileName>,
    /// The revision of the replays to which these names belong.
    revision: u32,
    work: Option<Task<ReadOpenings>>,
    /// A number that increases when more games are read.
    version: u32,
}

/// The openings of some games.
#[derive(Debug, Default)]
pub struct ReadOpenings {
    /// The moves that were played.
    pub book: OpeningBook,
    /// The reasons why other games are not in the book. Their files stay as they are.
    pub skipped: Vec<String>,
}

/// A game to be read.
#[derive(Debug)]
struct KeptGame {
    id: String,
    moves: String,
    result: GameResult,
}

impl KeptGame {
    /// The data of a replay from which openings are read; `None` if it is no game of the player alone. One that was
    /// taken over has moves of others.
    fn of(file: &ReplayFile) -> Option<Self> {
        let result = file.result().filter(|_| !file.taken_over)?;
        Some(KeptGame {
            id: file.id.clone(),
            moves: file.moves.clone(),
            result,
        })
    }
}

impl ReadOpenings {
    /// Adds a game. A broken one is skipped, and the reason is noted.
    fn add(&mut self, game: &KeptGame) {
        // The book is changed only by a game that is read to its end, so it is whole after a panic too.
        let added = catch_panic(|| self.try_add(game));
        if let Err(why) = added.unwrap_or_else(|why| Err(why.into())) {
            self.skipped.push(why.to_string());
        }
    }

    fn try_add(&mut self, game: &KeptGame) -> Result<(), PlainError> {
        let origin = Origin::<Hexxagon>::parse(&game.id)?;
        let moves = Hexxagon::read_moves(&game.moves)?;
        let start = Hexxagon::first_state(&origin, &())?;
        let added = self.book.add(&start, &moves, game.result);
        added.map_err(PlainError::from)
    }
}

impl OwnOpenings {
    /// Returns the openings; `None` while games are being read.
    pub fn read(&self) -> Option<&ReadOpenings> {
        self.read.as_ref()
    }

    /// Returns a number that increases when more games are read.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Takes the openings from work that has ended, and begins to read the games that are not known yet.
    pub fn follow(&mut self, replays: &Replays) {
        if let Some(read) = take_result(&mut self.work) {
            self.read = Some(read);
            self.version += 1;
        }
        let is_current = self.revision == replays.revision();
        if self.work.is_some() || is_current && self.read.is_some() {
            return;
        }
        self.revision = replays.revision();
        let kept: Vec<_> = replays
            .newest_first()
            .into_iter()
            .filter(|(_, file)| file.game() == Hexxagon::KEY)
            .collect();
        let names: HashSet<FileName> = kept.iter().map(|(name, _)| (*name).clone()).collect();
        if !self.known.is_subset(&names) {
            self.read = None;
            self.known.clear();
        }
        let new = kept.iter().filter(|(name, _)| !self.known.contains(*name));
        let games: Vec<KeptGame> = new.filter_map(|(_, file)| KeptGame::of(file)).collect();
        self.known = names;
        let read = self.read.take().unwrap_or_default();
        if games.is_empty() {
            self.read = Some(read);
            self.version += 1;
            return;
        }
        self.work = Some(AsyncComputeTaskPool::get().spawn(add_all(read, games)));
    }
}

/// Adds games to the openings, in slices.
async fn add_all(mut read: ReadOpenings, games: Vec<KeptGame>) -> ReadOpenings {
    for game in &games {
        read.add(game);
        yield_now().await;
    }
    read
}
