//! The specification of an enemy to evolve, and its text.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::base::{PlainError, SHORT, check_range, excerpt, parse_digits};
use crate::games::dungeon::rules::enemy::MAX_STRENGTH;
use crate::games::dungeon::rules::program::Program;
use crate::games::dungeon::rules::{Breed, EnemyKind};

/// The usual number of arenas of a generation.
pub const DEFAULT_ARENAS: u32 = 12;

/// The specification of an enemy to evolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnemySpec {
    /// The kind, which decides the body and the score.
    pub kind: EnemyKind,
    /// The strength of the body, from 1.
    pub strength: u8,
    /// The number of arenas in which a program fights.
    pub arenas: u32,
}

impl EnemySpec {
    /// The specification of an enemy that fights in the usual number of arenas.
    pub fn new(kind: EnemyKind, strength: u8) -> Self {
        EnemySpec {
            kind,
            strength,
            arenas: DEFAULT_ARENAS,
        }
    }

    /// Returns the breed that has a program.
    pub fn breed(&self, program: Program) -> Arc<Breed> {
        Arc::new(Breed {
            kind: self.kind,
            strength: self.strength,
            program,
            adaptation: None,
        })
    }
}

/// Writes kind and strength, and behind an `x` the number of arenas if it is not the usual one: `hunter5`, `hunter5x20`.
impl fmt::Display for EnemySpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind, self.strength)?;
        match self.arenas {
            DEFAULT_ARENAS => Ok(()),
            arenas => write!(f, "x{arenas}"),
        }
    }
}

/// Reads the text of an enemy. Files of earlier versions have a hyphen between kind and strength.
impl FromStr for EnemySpec {
    type Err = PlainError;

    fn from_str(text: &str) -> Result<Self, PlainError> {
        let shape = || {
            let kinds = EnemyKind::ALL.map(EnemyKind::name).join(", ");
            PlainError::new(format!(
                "\"{}\" is not an enemy to evolve; one looks like hunter5 or hunter5x12: the kind ({kinds}), the strength, \
                 and the arenas in which it fights",
                excerpt(text, SHORT),
            ))
        };
        let mut kinds = EnemyKind::ALL.into_iter();
        let kind = kinds.find(|kind| text.starts_with(kind.name()));
        let kind = kind.ok_or_else(shape)?;
        let rest = &text[kind.name().len()..];
        let rest = rest.strip_prefix('-').unwrap_or(rest);
        let (strength, arenas) = match rest.split_once('x') {
            Some((strength, arenas)) => (strength, parse_digits(arenas).ok_or_else(shape)?),
            None => (rest, DEFAULT_ARENAS),
        };
        let strength: u8 = parse_digits(strength).ok_or_else(shape)?;
        check_range("strength", strength, 1..=MAX_STRENGTH)?;
        check_range("arenas", arenas, 1..=1_000)?;
        Ok(EnemySpec {
            kind,
            strength,
            arenas,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_gives_its_enemy_again_and_the_older_form_is_read_too() {
        let hunter = EnemySpec::new(EnemyKind::Hunter, 5);
        assert_eq!(hunter.to_string(), "hunter5");
        let far = EnemySpec {
            arenas: 20,
            ..EnemySpec::new(EnemyKind::Guard, 12)
        };
        assert_eq!(far.to_string(), "guard12x20");
        for spec in [hunter, far] {
            assert_eq!(spec.to_string().parse::<EnemySpec>().ok(), Some(spec));
        }
        assert_eq!("hunter-5".parse::<EnemySpec>().ok(), Some(hunter));
        for wrong in [
            "",
            "dragon5",
            "hunter",
            "hunter0",
            "hunter99",
            "hunter+5",
            "guard2x0",
            "guard2x+9",
        ] {
            assert!(wrong.parse::<EnemySpec>().is_err(), "{wrong}");
        }
    }
}
