//! The list of the games that were played, in order. The statistics take streaks, times and the course of results from
//! it, which the tallies do not hold. Games without exactly one human, and games that were taken over, are not in it.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::date::Moment;
use super::older_games::OlderGames;
use super::player_file::{self, PlayerFile};
use super::statistics::GameResult;

/// The number of games that the list holds at most. [`OlderGames`] has sums over those before them.
pub const MOST: usize = 2_000;

/// The player whose success is announced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SuccessOf {
    /// An automatic player, who stands for anybody. Older files do not tell whose success it was, and count as this.
    #[default]
    Anybody,
    /// The player of the game, as far as they are known.
    Player,
}

/// The success that was announced of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Announcement {
    /// The percentage of tries that succeed.
    pub percent: f32,
    /// The person or the automatic player whose tries these are.
    pub of: SuccessOf,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayedGame {
    /// The key of the game.
    pub game: String,
    /// The name under which the result was counted.
    pub name: String,
    /// The result.
    pub result: GameResult,
    /// The time at which it ended.
    pub ended: Moment,
    /// The time for which it was played, in seconds.
    pub seconds: u32,
    /// The announced percentage of tries that succeed, if one was announced. Files call it `said`.
    #[serde(default, rename = "said")]
    pub announced: Option<f32>,
    /// The person or the automatic player whose tries these are. Files call it `said_of`.
    #[serde(default, rename = "said_of")]
    pub announced_for: SuccessOf,
}

/// The games that were played, the oldest first.
#[derive(Resource, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayedGames(Vec<PlayedGame>);

impl PlayerFile for PlayedGames {
    const NAME: &'static str = "played.ron";
    const VERSION: u32 = 2;
}

impl PlayedGames {
    /// Returns the games of one kind, or all of them, the oldest first.
    pub fn of<'a>(&'a self, game: Option<&'a str>) -> impl Iterator<Item = &'a PlayedGame> {
        let is_chosen = move |played: &&PlayedGame| game.is_none_or(|game| played.game == game);
        self.0.iter().filter(is_chosen)
    }

    /// Adds a game, and writes the file.
    pub fn add(world: &mut World, played: PlayedGame) {
        let mut games = world.resource_mut::<PlayedGames>();
        games.0.push(played);
        let surplus = games.0.len().saturating_sub(MOST);
        let older: Vec<PlayedGame> = games.0.drain(..surplus).collect();
        let games = games.clone();
        player_file::save_long(world, games);
        if !older.is_empty() {
            let mut sums = world.get_resource_or_init::<OlderGames>();
            older.iter().for_each(|played| sums.add(played));
            player_file::save::<OlderGames>(world);
        }
    }

    /// Forgets games, by the keys of their kinds, and writes the file.
    pub fn forget(world: &mut World, is_chosen: impl Fn(&str) -> bool) {
        let mut games = world.resource_mut::<PlayedGames>();
        games.0.retain(|played| !is_chosen(&played.game));
        let games = games.clone();
        player_file::save_long(world, games);
        world.get_resource_or_init::<OlderGames>().forget(is_chosen);
        player_file::save::<OlderGames>(world);
    }
}

/// The wins in a row: the present streak and the longest one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Streaks {
    /// The wins in a row up to the last game.
    pub now: u32,
    /// The most wins in a row.
    pub longest: u32,
}

impl Streaks {
    /// The streaks of games, the oldest first.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a PlayedGame>) -> Self {
        Streaks::default().after(games)
    }

    /// The streaks after further games, the oldest first.
    pub fn after<'a>(self, games: impl IntoIterator<Item = &'a PlayedGame>) -> Self {
        games.into_iter().fold(self, |streaks, played| {
            let now = match played.result {
                GameResult::Won => streaks.now.saturating_add(1),
                GameResult::Drawn | GameResult::Lost => 0,
            };
            Streaks {
                now,
                longest: streaks.longest.max(now),
            }
        })
    }
}

/// The announced and the real success of a group of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// The announced percentage, on average.
    pub announced: f64,
    /// The number of games.
    pub games: u32,
    /// The number of games that were won; a draw counts half.
    pub score: f64,
}

impl Calibration {
    /// Groups the games of which the success of somebody was announced by its percentage, in steps of ten percent.
    pub fn of<'a>(games: impl Iterator<Item = &'a PlayedGame>, player: SuccessOf) -> Vec<Self> {
        let mut groups = [(0.0, 0, 0.0); 10];
        for played in games.filter(|played| played.announced_for == player) {
            let Some(announced) = played
                .announced
                .filter(|percent| (0.0..=100.0).contains(percent))
            else {
                continue;
            };
            let (sum, count, score) = &mut groups[((announced / 10.0) as usize).min(9)];
            *sum += f64::from(announced);
            *count += 1;
            *score += played.result.score();
        }
        let group = |(sum, games, score): (f64, u32, f64)| {
            (games > 0).then(|| Calibration {
                announced: sum / f64::from(games),
                games,
                score,
            })
        };
        groups.into_iter().filter_map(group).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(result: GameResult, announced: Option<f32>) -> PlayedGame {
        PlayedGame {
            game: "stones".into(),
            name: "any".into(),
            result,
            ended: Moment(0),
            seconds: 60,
            announced,
            announced_for: SuccessOf::Anybody,
        }
    }

    #[test]
    fn a_streak_ends_with_anything_but_a_win() {
        use GameResult::{Drawn, Lost, Won};
        let games = [Won, Won, Drawn, Won, Won, Won, Lost, Won].map(|r| played(r, None));
        let streaks = Streaks::of(games.iter());
        assert_eq!((streaks.now, streaks.longest), (1, 3));
    }

    #[test]
    fn sums_over_games_that_the_list_has_no_room_for_are_kept_until_their_kind_is_forgotten() {
        let mut world = World::new();
        world.init_resource::<PlayedGames>();
        let other = PlayedGame {
            game: "other".into(),
            ..played(GameResult::Lost, None)
        };
        PlayedGames::add(&mut world, other);
        for _ in 0..MOST + 2 {
            PlayedGames::add(&mut world, played(GameResult::Won, None));
        }
        let figures = |world: &World, game| {
            let older = world.resource::<OlderGames>().of(game);
            let games = world.resource::<PlayedGames>().of(game);
            (older.seconds, older.streaks.after(games).longest as usize)
        };
        // The lost game and two won ones are no longer in the list.
        assert_eq!(figures(&world, Some("stones")), (120, MOST + 2));
        assert_eq!(figures(&world, Some("other")), (60, 0));
        assert_eq!(figures(&world, None), (180, MOST + 2));
        PlayedGames::forget(&mut world, |game| game == "stones");
        assert_eq!(figures(&world, Some("stones")), (0, 0));
        assert_eq!(figures(&world, None), (60, 0));
    }

    #[test]
    fn games_are_grouped_by_the_announced_percentage() {
        use GameResult::{Drawn, Lost, Won};
        let games = [
            played(Won, Some(61.0)),
            played(Lost, Some(69.0)),
            played(Drawn, Some(65.0)),
            played(Won, None),
            played(Won, Some(100.0)),
            played(Won, Some(f32::NAN)),
        ];
        let own = PlayedGame {
            announced_for: SuccessOf::Player,
            ..played(Won, Some(62.0))
        };
        let games = games.iter().chain([&own]);
        let of = |announced, games, score| Calibration {
            announced,
            games,
            score,
        };
        let anybody = Calibration::of(games.clone(), SuccessOf::Anybody);
        assert_eq!(anybody, [of(65.0, 3, 1.5), of(100.0, 1, 1.0)]);
        assert_eq!(
            Calibration::of(games, SuccessOf::Player),
            [of(62.0, 1, 1.0)]
        );
    }
}
