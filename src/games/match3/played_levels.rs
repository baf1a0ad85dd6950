//! The stars of the levels that the player has played on a given board, such as those of an atlas.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::atlas::LevelAtlas;
use super::level::Mode;
use super::table::Table;
use crate::base::PlainError;
use crate::generation::{Form, Picture, Shape, Tint};
use crate::session::player_file::{self, PlayerFile};
use crate::shell::theatre::{EliteMark, MarkElite};
use crate::shell::words::Words;

/// The number of levels that are remembered. If there are more, those that were played longest ago are forgotten.
const MOST: usize = 2_000;
/// The most stars of a level.
const STARS: u8 = 3;

/// A level that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Level", deny_unknown_fields)]
struct PlayedLevel {
    /// The text of its setup, which has its board.
    setup: String,
    /// The most stars so far; 0 means that it was not won.
    stars: u8,
}

/// The levels that were played, the last one last.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayedLevels(Vec<PlayedLevel>);

impl PlayerFile for PlayedLevels {
    const NAME: &'static str = "match3_levels.ron";
    const VERSION: u32 = 1;

    fn check(&self) -> Result<(), PlainError> {
        match self.0.iter().find(|level| level.stars > STARS) {
            Some(level) => Err(PlainError::new(format!(
                "a level has {} stars",
                level.stars
            ))),
            None => Ok(()),
        }
    }
}

impl PlayedLevels {
    /// The most stars of each level, by the text of its setup; 0 for one that was played and not won.
    pub fn stars(&self) -> HashMap<String, u8> {
        let levels = self.0.iter();
        levels
            .map(|level| (level.setup.clone(), level.stars))
            .collect()
    }

    fn add(&mut self, setup: String, stars: u8) {
        let before = self.0.iter().position(|level| level.setup == setup);
        let before = before.map_or(0, |at| self.0.remove(at).stars);
        let stars = stars.min(STARS).max(before);
        self.0.push(PlayedLevel { setup, stars });
        let surplus = self.0.len().saturating_sub(MOST);
        self.0.drain(..surplus);
    }
}

/// Remembers the stars of the game at the table, if it is a level on a given board that does not belong to the journey.
pub(super) fn note_stars(world: &mut World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let setup = table.setup();
    let counts = setup.board.is_some() && table.mode() == Mode::Level && table.extra.stop.is_none();
    if !counts {
        return;
    }
    let (setup, stars) = (setup.to_string(), table.stars());
    let mut levels = world.resource_mut::<PlayedLevels>();
    levels.add(setup, stars);
    player_file::save::<PlayedLevels>(world);
}

/// The colour of the ground under the stars, as red, green and blue.
const GROUND: Tint = Tint::Fixed(18, 30, 34);
/// The side of a star, as a part of the side of the level's picture.
const SIDE: f32 = 0.25;

/// Marks the levels of an atlas that the player has played with the stars that were won.
pub(super) fn star_marks(world: &World) -> MarkElite<LevelAtlas> {
    let stars = world.resource::<PlayedLevels>().stars();
    let words = world.resource::<Words>();
    let said: Vec<String> = (0..=3u8).map(|won| stars_text(words, won)).collect();
    Arc::new(move |atlas, board| {
        let won = *stars.get(&atlas.setup_of(board).to_string())?;
        Some(EliteMark {
            picture: star_picture(won),
            words: said.get(usize::from(won)).cloned().unwrap_or_default(),
        })
    })
}

fn stars_text(words: &Words, won: u8) -> String {
    match won {
        0 => words.get("match3.atlas.not_won"),
        won => words.fill("match3.atlas.won", &[("stars", won.to_string())]),
    }
}

/// Stars over the picture of a level: those that were won, and the places of the others.
fn star_picture(won: u8) -> Picture {
    let shape = |key: u16, form: Form, tint: Tint, x: f32, size: f32| Shape {
        key,
        form,
        tint,
        x,
        y: 0.62 * SIDE,
        size,
    };
    let ground = Form::Block { height: 1.1 * SIDE };
    let mut shapes = vec![shape(0, ground, GROUND, 0.5, 3.5 * SIDE)];
    for number in 1..=STARS {
        let name = match number <= won {
            true => "match3/star",
            false => "match3/star_empty",
        };
        let x = 0.5 + (f32::from(number) - 2.0) * 1.1 * SIDE;
        let star = Form::Sprite(name);
        shapes.push(shape(u16::from(number), star, Tint::Player(1), x, SIDE));
    }
    Picture::of(shapes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_keeps_its_best_result_and_old_levels_are_forgotten() {
        let mut levels = PlayedLevels::default();
        levels.add("a".to_owned(), 2);
        levels.add("b".to_owned(), 0);
        levels.add("a".to_owned(), 1);
        assert_eq!(
            levels.stars(),
            HashMap::from([("a", 2), ("b", 0)].map(|(a, b)| (a.to_owned(), b)))
        );
        for number in 0..MOST - 1 {
            levels.add(number.to_string(), 3);
        }
        let stars = levels.stars();
        assert_eq!(stars.len(), MOST);
        // Playing a level again makes it the newest one.
        assert!(stars.contains_key("a") && !stars.contains_key("b"));
    }
}
