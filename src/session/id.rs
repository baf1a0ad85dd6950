//! Game ids: a short text that says everything a game starts from.
//!
//! `match3.1:9x9c6-p500#k3f9`: the game, the format version, the setup in the game's own words,
//! and the seed. Behind the setup, `~` and what differs from the default search; behind the seed,
//! `@` and the individual that was picked, if it is not the best one: a generation for the best up
//! to then, or a generation, a dot and a member.

use std::fmt;
use std::str::FromStr;

use crate::base::{RangeError, SeedError};
use crate::generation::{Crossover, EvolutionParameters, Pick, Scheme, Seed, Selection};

/// The newest format of ids.
const VERSION: u32 = 1;

/// Everything a game starts from.
#[derive(Clone, Debug, PartialEq)]
pub struct GameId {
    /// Which game, in small letters and digits.
    pub game: String,
    /// What was asked for, in the game's own words.
    pub setup: String,
    /// How it was searched for.
    pub search: EvolutionParameters,
    /// The seed.
    pub seed: Seed,
    /// Which individual was taken.
    pub pick: Pick,
}

/// Why a text is not a game id.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum IdError {
    /// A part is missing.
    #[error("\"{0}\" is not a game id; one looks like match3:9x9c6-p500#k3f9")]
    Shape(String),
    /// It was written by a newer version of the game.
    #[error("this game id has format {0}, but this version of the game knows formats up to 1")]
    Version(u32),
    /// The seed is wrong.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// A search parameter is wrong.
    #[error(transparent)]
    Search(#[from] RangeError),
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{VERSION}:{}", self.game, self.setup)?;
        let search = written(&self.search);
        if !search.is_empty() {
            write!(f, "~{search}")?;
        }
        write!(f, "#{}", self.seed)?;
        match self.pick {
            Pick::Best => Ok(()),
            Pick::BestAt(generation) => write!(f, "@{generation}"),
            Pick::Member(generation, member) => write!(f, "@{generation}.{member}"),
        }
    }
}

impl FromStr for GameId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let text = text.trim();
        let shape = || IdError::Shape(text.chars().take(80).collect());
        let (head, rest) = text.split_once(':').ok_or_else(shape)?;
        let (game, version) = match head.split_once('.') {
            Some((game, version)) => (game, version.parse().map_err(|_| shape())?),
            None => (head, VERSION),
        };
        if version == 0 || version > VERSION {
            return Err(IdError::Version(version));
        }
        let (setup, seed) = rest.rsplit_once('#').ok_or_else(shape)?;
        let (setup, search) = setup.split_once('~').unwrap_or((setup, ""));
        let (seed, pick) = match seed.split_once('@') {
            Some((seed, pick)) => (seed, read_pick(pick).ok_or_else(shape)?),
            None => (seed, Pick::Best),
        };
        if game.is_empty() || setup.is_empty() {
            return Err(shape());
        }
        let search = read_search(search).ok_or_else(shape)?;
        search.check()?;
        Ok(GameId {
            game: game.to_owned(),
            setup: setup.to_owned(),
            search,
            seed: seed.parse()?,
            pick,
        })
    }
}

fn read_pick(text: &str) -> Option<Pick> {
    match text.split_once('.') {
        None => text.parse().ok().map(Pick::BestAt),
        Some((generation, member)) => {
            Some(Pick::Member(generation.parse().ok()?, member.parse().ok()?))
        }
    }
}

/// What differs from the default search, `letter number` joined by commas. The clock is left out:
/// what an id means must not depend on how fast a machine is.
fn written(search: &EvolutionParameters) -> String {
    let usual = EvolutionParameters::default();
    let mut parts = Vec::new();
    let mut add = |letter: char, differs: bool, value: String| {
        if differs {
            parts.push(format!("{letter}{value}"));
        }
    };
    let text = |n: u32| n.to_string();
    add(
        'n',
        search.population != usual.population,
        text(search.population),
    );
    add('e', search.elitism != usual.elitism, text(search.elitism));
    add(
        'm',
        search.mutation != usual.mutation,
        search.mutation.to_string(),
    );
    add('x', search.crossover != usual.crossover, text(1));
    if let Selection::Tournament(size) = search.selection {
        add('t', true, text(size.into()));
    }
    add('o', search.scheme != usual.scheme, text(1));
    add(
        'g',
        search.generations != usual.generations,
        text(search.generations),
    );
    add(
        'i',
        search.stagnation != usual.stagnation,
        text(search.stagnation),
    );
    parts.join(",")
}

fn read_search(text: &str) -> Option<EvolutionParameters> {
    let mut search = EvolutionParameters::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let value = part.get(1..)?;
        match part.as_bytes()[0] {
            b'n' => search.population = value.parse().ok()?,
            b'e' => search.elitism = value.parse().ok()?,
            b'm' => search.mutation = value.parse().ok()?,
            b'x' => search.crossover = Crossover::OnePoint,
            b't' => search.selection = Selection::Tournament(value.parse().ok()?),
            b'o' => search.scheme = Scheme::OnePopulation,
            b'g' => search.generations = value.parse().ok()?,
            b'i' => search.stagnation = value.parse().ok()?,
            _ => return None,
        }
    }
    Some(search)
}
