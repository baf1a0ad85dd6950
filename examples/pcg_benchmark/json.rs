//! Sets of contents as JSON, in the form in which the original has them.

use serde_json::{Map, Value, json};

use super::problems::{Content, Controls, Problem, ROOM_NAMES, Shape};

/// A set: contents, and the controls that each of them is meant to meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Set {
    /// The contents.
    pub contents: Vec<Content>,
    /// The controls of each content.
    pub controls: Vec<Controls>,
}

impl Set {
    /// The set as `{"contents": [...], "controls": [...]}`.
    pub fn to_json<P: Problem>(&self, problem: &P) -> Value {
        let shape = problem.shape();
        let contents: Vec<Value> = self.contents.iter().map(|c| to_json(c, shape)).collect();
        let names = problem.controls();
        let controls = self.controls.iter().map(|values| {
            let pairs = names.iter().zip(values);
            let pairs = pairs.map(|((name, _), value)| ((*name).to_string(), json!(value)));
            Value::Object(pairs.collect::<Map<_, _>>())
        });
        json!({"contents": contents, "controls": controls.collect::<Vec<_>>()})
    }

    /// Reads the output of [`Set::to_json`]. The error describes the fault.
    pub fn from_json<P: Problem>(value: &Value, problem: &P) -> Result<Self, String> {
        let list = |name: &str| {
            let list = value.get(name).and_then(Value::as_array);
            list.ok_or_else(|| format!("there is no list \"{name}\""))
        };
        let contents: Result<Vec<_>, _> = list("contents")?
            .iter()
            .map(|content| from_json(content, problem))
            .collect();
        let names = problem.controls();
        let read_controls = |value: &Value| {
            let read = |(name, _): &(&'static str, _)| {
                let number = value.get(*name).and_then(Value::as_u64);
                let number = number.and_then(|n| u32::try_from(n).ok());
                number.ok_or_else(|| format!("a control has no number \"{name}\""))
            };
            names.iter().map(read).collect()
        };
        let controls: Result<Vec<_>, String> =
            list("controls")?.iter().map(read_controls).collect();
        let set = Set {
            contents: contents?,
            controls: controls?,
        };
        if set.contents.len() != set.controls.len() {
            return Err("there are not as many controls as contents".into());
        }
        Ok(set)
    }
}

fn to_json(content: &[u8], shape: Shape) -> Value {
    match shape {
        Shape::Rows(width) => content.chunks(width).collect(),
        Shape::Rooms(count) => {
            let (layout, special) = content.split_at(count);
            let mut object = Map::new();
            object.insert("layout".into(), layout.into());
            for (name, &room) in ROOM_NAMES.iter().zip(special) {
                object.insert((*name).into(), room.into());
            }
            Value::Object(object)
        }
    }
}

fn from_json<P: Problem>(value: &Value, problem: &P) -> Result<Content, String> {
    fn flatten(value: &Value, into: &mut Vec<u64>) {
        match value {
            Value::Array(values) => values.iter().for_each(|v| flatten(v, into)),
            other => into.push(other.as_u64().unwrap_or(u64::MAX)),
        }
    }
    let mut numbers = Vec::new();
    match problem.shape() {
        Shape::Rows(_) => flatten(value, &mut numbers),
        Shape::Rooms(_) => {
            for name in ["layout"].iter().chain(&ROOM_NAMES) {
                flatten(value.get(*name).unwrap_or(&Value::Null), &mut numbers);
            }
        }
    }
    let space = problem.space();
    let fits = numbers.len() == space.len()
        && numbers
            .iter()
            .zip(&space)
            .all(|(&n, &values)| n < values.into());
    if fits {
        Ok(numbers.into_iter().map(|n| n as u8).collect())
    } else {
        Err(format!(
            "a content is not {} numbers in their range",
            space.len()
        ))
    }
}
