//! Game ids: a short text that contains everything that a game starts from.
//!
//! `match3:9x9c6-p500#k3f9` consists of the game, the setup in the game's own format, and the seed. A dot and the
//! version of the game's ids may follow the game; without them the newest version is meant. Parameters of the evolution
//! that differ from the default follow the setup after `~`. If the picked individual is not the best one, it follows
//! the seed after `@`: a generation means the best individual up to this generation; a generation, a dot and a number
//! mean a member of the generation. If the player intervened in the run, the individual itself follows the seed after
//! `=`.

use std::fmt;
use std::str::FromStr;

use crate::base::{RangeError, SHORT, SeedError, excerpt, parse_digits};
use crate::generation::{Crossover, EvolutionParameters, Pick, Scheme, Seed, Selection};

/// Everything that a game starts from, in a form that is the same for all games.
#[derive(Clone, Debug, PartialEq)]
pub struct GameId {
    /// The key of the game, in small letters and digits.
    pub game: String,
    /// The version of the game's ids, from 1; `None` means the newest one.
    pub version: Option<u32>,
    /// The setup, in the game's own format.
    pub setup: String,
    /// The parameters of the evolution.
    pub parameters: EvolutionParameters,
    /// The seed.
    pub seed: Seed,
    /// The individual that was picked.
    pub pick: Pick,
    /// The individual itself, in the game's own format, if the player intervened in its run; the pick has no meaning
    /// then.
    pub genome: Option<String>,
}

/// The reason why a text is not a game id.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum IdError {
    /// A part is missing.
    #[error("\"{0}\" is not a game id (GAME:SETUP#SEED, for instance match3:9x9c6-p500#k3f9)")]
    Shape(String),
    /// The id was written by a newer version of the program.
    #[error("this game id has format {0}, but this version of the game knows formats up to {1}")]
    Newer(u32, u32),
    /// The id was written by an earlier version of the program, which made another game of it.
    #[error(
        "this game id has format {0}: it is from an earlier version of the game, and this version, with format {1}, \
         would make a different game of it"
    )]
    Older(u32, u32),
    /// The seed is wrong.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// The id names an individual of a run, and gives a genome too.
    #[error("a game id names an individual of a run (@) or gives a genome (=), not both")]
    TwoIndividuals,
    /// A parameter of the evolution is wrong.
    #[error(transparent)]
    Parameters(#[from] RangeError),
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.game)?;
        if let Some(version) = self.version {
            write!(f, ".{version}")?;
        }
        write!(f, ":{}", self.setup)?;
        let parameters = parameters_text(&self.parameters);
        if !parameters.is_empty() {
            write!(f, "~{parameters}")?;
        }
        write!(f, "#{}", self.seed)?;
        if let Some(genome) = &self.genome {
            return write!(f, "={genome}");
        }
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
        let shape = || IdError::Shape(excerpt(text, SHORT));
        let (head, rest) = text.split_once(':').ok_or_else(shape)?;
        let (game, version) = match head.split_once('.') {
            Some((game, version)) => (game, Some(parse_digits(version).ok_or_else(shape)?)),
            None => (head, None),
        };
        let (setup, seed) = rest.rsplit_once('#').ok_or_else(shape)?;
        let (setup, parameters) = setup.split_once('~').unwrap_or((setup, ""));
        let (seed, genome) = match seed.split_once('=') {
            Some((seed, genome)) => (seed, Some(genome.to_owned())),
            None => (seed, None),
        };
        let (seed, pick) = match seed.split_once('@') {
            Some((seed, pick)) => (seed, parse_pick(pick).ok_or_else(shape)?),
            None => (seed, Pick::Best),
        };
        if game.is_empty() || setup.is_empty() {
            return Err(shape());
        }
        if genome.is_some() && pick != Pick::Best {
            return Err(IdError::TwoIndividuals);
        }
        let parameters = parse_parameters(parameters).ok_or_else(shape)?;
        parameters.check()?;
        Ok(GameId {
            game: game.to_owned(),
            version,
            setup: setup.to_owned(),
            parameters,
            seed: seed.parse()?,
            pick,
            genome,
        })
    }
}

impl GameId {
    /// Refuses an id that was written for another version than the newest one of its game.
    pub fn check_version(&self, newest: u32) -> Result<(), IdError> {
        match self.version {
            Some(version) if version > newest => Err(IdError::Newer(version, newest)),
            Some(version) if version < newest => Err(IdError::Older(version, newest)),
            _ => Ok(()),
        }
    }
}

fn parse_pick(text: &str) -> Option<Pick> {
    match text.split_once('.') {
        None => parse_digits(text).map(Pick::BestAt),
        Some((generation, member)) => Some(Pick::Member(
            parse_digits(generation)?,
            parse_digits(member)?,
        )),
    }
}

/// Returns the parameters that differ from the default, each as a letter and a number, joined by commas. The time limit
/// is left out, because the meaning of an id must not depend on the speed of a computer.
fn parameters_text(parameters: &EvolutionParameters) -> String {
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
        parameters.population != usual.population,
        text(parameters.population),
    );
    add(
        'e',
        parameters.elitism != usual.elitism,
        text(parameters.elitism),
    );
    add(
        'm',
        parameters.mutation != usual.mutation,
        parameters.mutation.to_string(),
    );
    add('x', parameters.crossover != usual.crossover, text(1));
    if let Selection::Tournament(size) = parameters.selection {
        add('t', true, text(size.into()));
    }
    add('o', parameters.scheme != usual.scheme, text(1));
    add(
        'g',
        parameters.generations != usual.generations,
        text(parameters.generations),
    );
    add(
        'i',
        parameters.stagnation != usual.stagnation,
        text(parameters.stagnation),
    );
    parts.join(",")
}

fn parse_parameters(text: &str) -> Option<EvolutionParameters> {
    let mut parameters = EvolutionParameters::default();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let value = part.get(1..)?;
        match part.as_bytes()[0] {
            b'n' => parameters.population = parse_digits(value)?,
            b'e' => parameters.elitism = parse_digits(value)?,
            b'm' => parameters.mutation = value.parse().ok()?,
            b'x' => parameters.crossover = Crossover::OnePoint,
            b't' => parameters.selection = Selection::Tournament(parse_digits(value)?),
            b'o' => parameters.scheme = Scheme::OnePopulation,
            b'g' => parameters.generations = parse_digits(value)?,
            b'i' => parameters.stagnation = parse_digits(value)?,
            _ => return None,
        }
    }
    Some(parameters)
}
