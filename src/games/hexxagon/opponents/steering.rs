//! The parts that a player can lock while five weights evolve (the weights), and the aim that a player can set (the
//! points).

use super::problem::{OpponentSpec, WeightsProblem};
use crate::base::PlainError;
use crate::games::hexxagon::players::Weights;
use crate::generation::{Aim, Part, Steering};

/// The distance between the first keys of the columns of neighbouring weights.
pub(super) const KEYS: u16 = 16;

impl Steering<WeightsProblem> for WeightsProblem {
    fn parts(&self, weights: &Weights) -> Vec<Part> {
        (0..weights.0.len() as Part).collect()
    }

    fn parts_of_shape(&self, weights: &Weights, key: u16) -> Vec<Part> {
        let column = key / KEYS;
        let is_weight = usize::from(column) < weights.0.len();
        is_weight.then_some(column).into_iter().collect()
    }

    fn restore(&self, weights: &mut Weights, locked: &Weights, parts: &[Part]) {
        for part in parts {
            let at = usize::from(*part);
            if let (Some(own), Some(of)) = (weights.0.get_mut(at), locked.0.get(at)) {
                *own = *of;
            }
        }
    }

    fn code(&self, weights: &Weights) -> String {
        weights.to_string()
    }

    fn genome(&self, code: &str) -> Result<Weights, PlainError> {
        Ok(code.parse()?)
    }

    fn aims(&self) -> Vec<Aim> {
        let (least, most) = (OpponentSpec::POINTS.start(), OpponentSpec::POINTS.end());
        vec![Aim {
            name: "hex.aim.points",
            value: self.spec().points.into(),
            range: (*least).into()..=(*most).into(),
            step: 5,
            parts_of_one: 1,
        }]
    }

    fn with_aim(&self, number: usize, value: i32) -> Option<WeightsProblem> {
        let points = u8::try_from(value).ok().filter(|_| number == 0)?;
        Some(self.with_spec(OpponentSpec {
            points,
            ..self.spec()
        }))
    }
}
