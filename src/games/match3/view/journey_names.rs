//! The names of the stops of the journey, as they are shown and read out.

use bevy::prelude::*;

use super::journey_layout::Spot;
use super::journey_map::{number_at, stop_at};
use super::journey_worlds::world_name;
use crate::games::match3::StopNumber;
use crate::games::match3::journey::{
    Fork, JourneyStop, PlayerJourney, ShootMark, SideDifference, Strangeness,
};
use crate::shell::creature::made_up_name;
use crate::shell::words::Words;

/// The number of a stop and its name, for the phrases about it.
pub(super) fn number_and_name(world: &World, number: StopNumber) -> [(&'static str, String); 2] {
    let naming = world.resource::<PlayerJourney>().0.naming_text(number);
    let name = made_up_name(&naming, world.resource::<Words>());
    [("number", number.to_string()), ("name", name)]
}

/// The first of two keys for a stop of the main way, and the second one for a side stop.
pub(super) fn key_for(number: StopNumber, keys: [&'static str; 2]) -> &'static str {
    keys[usize::from(number.is_side())]
}

/// The mark of the side shoot at a stop of the main way, in words; empty if the way does not fork there.
pub(super) fn mark_name(main: u32, words: &Words) -> String {
    Fork::at(main).map_or(String::new(), |fork| {
        words.get(match fork.mark {
            ShootMark::Harder => "match3.side.harder",
            ShootMark::Stranger => "match3.side.stranger",
        })
    })
}

/// The difference between a side stop and the main way, in words; empty for a stop of the main way.
pub(super) fn difference_line(world: &World, number: StopNumber) -> String {
    let words = world.resource::<Words>();
    match SideDifference::of(number) {
        None => String::new(),
        Some(SideDifference::Harder(_)) => {
            let journey = &world.resource::<PlayerJourney>().0;
            let foot = journey.stop(StopNumber::on_main_way(number.main));
            let main = foot
                .and_then(JourneyStop::wanted_rate)
                .unwrap_or(journey.rate);
            let side = journey.stop(number).and_then(JourneyStop::wanted_rate);
            let rate = side.unwrap_or_else(|| journey.setup_of(number).0.success);
            let values = [("rate", rate.to_string()), ("main", main.to_string())];
            words.fill("match3.side.harder.line", &values)
        }
        Some(SideDifference::Stranger(strangeness)) => {
            let difference = words.get(strangeness_key(strangeness));
            words.fill("match3.side.stranger.line", &[("difference", difference)])
        }
    }
}

fn strangeness_key(of: Strangeness) -> &'static str {
    match of {
        Strangeness::Scattered => "match3.strange.scattered",
        Strangeness::NoPowers => "match3.strange.no_powers",
        Strangeness::Tall => "match3.strange.tall",
        Strangeness::ThreeGoals => "match3.strange.three_goals",
        Strangeness::SevenColours => "match3.strange.seven_colours",
        Strangeness::Large => "match3.strange.large",
    }
}

/// The stop at a spot of the page in words: its number, its name, its stars or that it is still to come, its world, and
/// the mark of a side stop.
pub(super) fn stop_name(world: &World, spot: Spot) -> String {
    let words = world.resource::<Words>();
    let Some(number) = number_at(world, spot) else {
        return String::new();
    };
    let [at, name] = number_and_name(world, number);
    let mut values = vec![at, name, ("world", world_name(number.main, words))];
    if number.is_side() {
        values.push(("mark", mark_name(number.main, words)));
    }
    let keys = match stop_at(world, spot) {
        Some(stop) => {
            values.push(("stars", stop.stars.to_string()));
            ["match3.stop.spoken", "match3.side.spoken"]
        }
        None => ["match3.ahead.spoken", "match3.side.ahead.spoken"],
    };
    words.fill(key_for(number, keys), &values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::words::Language;

    #[test]
    fn every_mark_and_every_strangeness_has_words_of_its_own_in_each_language() {
        for (language, _) in Language::ALL {
            let words = Words::of(language);
            let forks = [3, 9].map(|main| mark_name(main, &words));
            let strange = Strangeness::ALL.map(|one| words.get(strangeness_key(one)));
            let all: Vec<String> = forks.into_iter().chain(strange).collect();
            for (at, text) in all.iter().enumerate() {
                let is_own = !all[..at].contains(text);
                assert!(
                    !text.is_empty() && !text.contains("match3.") && is_own,
                    "{text}"
                );
            }
            assert_eq!(mark_name(4, &words), "");
        }
    }
}
