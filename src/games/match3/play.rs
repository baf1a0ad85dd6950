//! The game under way: its session, its clock, what is kept of it, and how it ends.

use bevy::prelude::*;
use bevy::window::WindowFocused;
use serde::{Deserialize, Serialize};

use super::KEY;
use super::journey;
use super::level::{Difficulty, LevelGenome, Mode, Setup};
use super::opening::Asked;
use super::playtest::{CalibratedLevel, GoalCandidate, RATE_TOLERANCE};
use super::rules::{Event, Game, Refusal, Size, Status, Swap};
use crate::generation::{Purpose, Seed};
use crate::session::statistics::{Played, Statistics};
use crate::session::{Rules, Saved, Session, save};
use crate::shell::audio::{self, Sound};
use crate::shell::games::{ActiveGame, active};
use crate::shell::notice::Notices;
use crate::shell::screen::{Menu, Screen};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Wish>()
        .init_resource::<Recents>()
        .add_systems(
            Update,
            (tick, pause_when_away, count_result)
                .chain()
                .run_if(in_state(Screen::Play).and_then(active(KEY)))
                .run_if(resource_exists::<Play>),
        )
        .add_systems(OnEnter(Menu::Pause), keep.run_if(active(KEY)))
        .add_systems(OnExit(Screen::Play), keep.run_if(active(KEY)));
}

/// Format of saved games. Version 1 knew levels alone, and its files are read as they are.
pub(super) const VERSION: u32 = 2;

/// Match-3, as sessions see it.
#[derive(Clone, Debug)]
pub struct Match3;

impl Rules for Match3 {
    type State = Game;
    type Move = Swap;
    type Refusal = Refusal;
    type Events = Vec<Event>;

    fn apply(game: &mut Game, swap: &Swap) -> Result<Vec<Event>, Refusal> {
        let mut events = Vec::new();
        game.apply(*swap, &mut events)?;
        Ok(events)
    }
}

/// What the setup page is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// One level.
    #[default]
    Level,
    /// Points without end.
    Endless,
    /// Points against the clock.
    Timed,
    /// The journey.
    Journey,
    /// An atlas of levels, any of which can be played.
    Atlas,
}

impl Face {
    /// All, in the order in which settings count them.
    pub const ALL: [Face; 5] = [
        Face::Level,
        Face::Endless,
        Face::Timed,
        Face::Journey,
        Face::Atlas,
    ];
}

/// What the player wants next.
#[derive(Resource, Clone, Debug, Default)]
pub struct Wish {
    /// What the setup page is about.
    pub face: Face,
    /// The level.
    pub setup: Setup,
    /// The difficulty of the settings that the setup follows.
    pub difficulty: Option<Difficulty>,
    /// The seed that was offered, and not named by the player.
    pub offered: Option<Seed>,
}

/// The boards that were played last, newest last.
#[derive(Resource, Clone, Debug, Default)]
pub struct Recents(Vec<(Size, LevelGenome)>);

impl Recents {
    /// Boards that are remembered.
    const MOST: usize = 8;

    /// Those of a size.
    pub fn of(&self, size: Size) -> Vec<LevelGenome> {
        let same = self.0.iter().filter(|(other, _)| *other == size);
        same.map(|(_, board)| *board).collect()
    }

    fn add(&mut self, size: Size, board: LevelGenome) {
        self.0.retain(|(_, other)| *other != board);
        self.0.push((size, board));
        let old = self.0.len().saturating_sub(Recents::MOST);
        self.0.drain(..old);
    }
}

/// The game under way.
#[derive(Resource, Debug)]
pub struct Play {
    /// Its moves and state.
    pub session: Session<Match3>,
    /// What its goals and limit come to, where there are any.
    pub offer: Option<GoalCandidate>,
    /// What is played.
    pub mode: Mode,
    /// Seconds played.
    pub seconds: f32,
    /// The stop of the journey that it is.
    pub stop: Option<u32>,
    /// Counts up when the board has changed in a way that is not told by events.
    pub jumps: u32,
    /// The player has brought a game without end to an end.
    pub finished: bool,
    /// Whether its result has been counted.
    counted: bool,
    /// The most points of such a game before this one.
    pub record: u32,
}

impl Play {
    /// Seconds left, where there is a clock.
    pub fn seconds_left(&self) -> Option<f32> {
        match self.mode {
            Mode::Timed(seconds) => Some((f32::from(seconds) - self.seconds).max(0.0)),
            Mode::Level | Mode::Endless => None,
        }
    }

    /// Whether no more moves can be made.
    pub fn is_over(&self) -> bool {
        self.finished
            || self.session.state().status() != Status::Playing
            || self.seconds_left() == Some(0.0)
    }

    /// Whether moves can be taken back: not against the clock, and not on the journey.
    pub fn is_revocable(&self) -> bool {
        !matches!(self.mode, Mode::Timed(_)) && self.stop.is_none()
    }

    /// Whether a move can be taken back.
    pub fn can_undo(&self) -> bool {
        self.is_revocable() && self.session.can_undo()
    }

    /// Whether a move that was taken back can be made again.
    pub fn can_redo(&self) -> bool {
        self.is_revocable() && self.session.can_redo()
    }

    /// Back to the start, with the clock.
    pub fn restart(&mut self) {
        self.session.restart();
        if !self.is_revocable() {
            self.session.forget();
        }
        self.seconds = 0.0;
        self.finished = false;
    }

    /// What its results are counted under.
    fn against(&self) -> String {
        match (self.mode, self.offer) {
            (Mode::Endless, _) => "endless".to_owned(),
            (Mode::Timed(seconds), _) => format!("timed {seconds}"),
            (Mode::Level, _) if self.stop.is_some() => "journey".to_owned(),
            (Mode::Level, offer) => {
                let rate = offer.map_or(0.0, |offer| offer.rate);
                format!("{:.0}", (rate / 5.0).round() * 5.0)
            }
        }
    }
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The game id.
    pub id: String,
    /// All moves, also those that were undone.
    pub moves: Vec<Swap>,
    /// How many of them are made.
    pub made: usize,
    /// Seconds played.
    #[serde(default)]
    pub seconds: f32,
    /// The stop of the journey.
    #[serde(default)]
    pub stop: Option<u32>,
}

/// Says so where no level is as easy or hard as was wished.
fn tell_unless_near(world: &mut World, setup: &Setup, offer: &GoalCandidate) {
    if (offer.rate - f64::from(setup.success)).abs() > RATE_TOLERANCE {
        let values = [
            ("wanted", setup.success.to_string()),
            ("rate", format!("{:.0}", offer.rate)),
        ];
        let said = world.resource::<Words>().fill("match3.nearest", &values);
        world.resource_mut::<Notices>().say(said);
    }
}

/// Puts a level on the board.
pub(super) fn start(
    world: &mut World,
    asked: Asked,
    graded: &CalibratedLevel,
    kept: Option<Kept>,
) -> Result<(), String> {
    let (Asked { id, stop, .. }, level) = (asked, &graded.level);
    let setup: Setup =
        (id.setup.parse()).map_err(|e: super::level::setup::SetupError| e.to_string())?;
    let chance = id.seed.stream(Purpose::Play);
    let game = Game::new(level.board(), level.goals(), level.moves(), chance);
    let game = game.map_err(|error| error.to_string())?;
    let (seconds, session) = match kept {
        None => (0.0, Session::new(id, game)),
        Some(kept) => {
            let seconds = kept.seconds;
            if !(0.0..f32::MAX).contains(&seconds) {
                return Err(format!("{seconds} seconds cannot have been played"));
            }
            let Kept {
                id: text,
                moves,
                made,
                ..
            } = kept;
            let saved = Saved {
                id: text,
                moves,
                made,
            };
            let session = Session::replay(id, game, &saved).map_err(|error| error.to_string())?;
            (seconds, session)
        }
    };
    if let (Some(number), Some(offer)) = (stop, graded.goal) {
        let board = graded.board.genome;
        journey::add_stop(world, number, session.id(), &setup, board, offer.rate);
    }
    let jumps = world
        .get_resource::<Play>()
        .map_or(0, |play| play.jumps + 1);
    let mut play = Play {
        session,
        offer: graded.goal,
        mode: setup.mode,
        seconds,
        stop,
        jumps,
        finished: false,
        counted: false,
        record: 0,
    };
    play.record = world.resource::<Statistics>().of(KEY, &play.against()).best;
    world.insert_resource(play);
    world
        .resource_mut::<Recents>()
        .add(setup.size, graded.board.genome);
    if let Some(offer) = graded.goal {
        tell_unless_near(world, &setup, &offer);
    }
    keep(world);
    world.resource_mut::<ActiveGame>().0 = Some(KEY);
    world.resource_mut::<NextState<Screen>>().set(Screen::Play);
    Ok(())
}

/// Saves the game under way, or removes the save of one that has ended.
pub fn keep(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let Saved { id, moves, made } = play.session.saved();
    let kept = (!play.is_over()).then_some(Kept {
        id,
        moves,
        made,
        seconds: play.seconds,
        stop: play.stop,
    });
    save::write(world, KEY, VERSION, kept.as_ref());
}

/// The last seconds can be heard.
const LAST: f32 = 10.0;

/// The clock goes on while the board can be seen.
fn tick(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    mut play: ResMut<Play>,
    mut sounds: MessageWriter<audio::Play>,
) {
    if *menu.get() != Menu::None || play.is_over() {
        return;
    }
    let before = play.seconds_left();
    // Changes nothing that others look for.
    play.bypass_change_detection().seconds += time.delta_secs();
    if let (Some(before), Some(now)) = (before, play.seconds_left())
        && now < LAST
        && now.ceil() < before.ceil()
    {
        sounds.write(audio::Play(Sound::Click));
    }
}

/// Who turns to another window has not lost the time.
fn pause_when_away(
    mut focus: MessageReader<WindowFocused>,
    play: Res<Play>,
    menu: Res<State<Menu>>,
    mut next: ResMut<NextState<Menu>>,
) {
    let away = focus.read().any(|message| !message.focused);
    let clock = matches!(play.mode, Mode::Timed(_)) && !play.is_over();
    if away && clock && *menu.get() == Menu::None {
        next.set(Menu::Pause);
    }
}

/// Counts a result once; a game that is begun anew counts anew.
fn count_result(world: &mut World) {
    let play = world.resource::<Play>();
    if play.is_over() == play.counted {
        return;
    }
    let over = play.is_over();
    let game = play.session.state();
    let (points, stars, against) = (game.score().points, game.stars(), play.against());
    let won = game.status() == Status::Won || play.mode != Mode::Level;
    let stop = play.stop;
    world.resource_mut::<Play>().counted = over;
    if !over {
        let record = world.resource::<Statistics>().of(KEY, &against).best;
        world.resource_mut::<Play>().record = record;
        return;
    }
    let result = if won { Played::Won } else { Played::Lost };
    Statistics::count(world, KEY, &against, result, points);
    if let Some(stop) = stop {
        journey::record_result(world, stop, stars, points);
    }
    keep(world);
}

/// A try of the journey that is given up for another one counts as lost.
pub(super) fn give_up(world: &mut World) {
    let Some(play) = world.get_resource::<Play>() else {
        return;
    };
    let begun = !play.session.moves().is_empty() && !play.is_over();
    let points = play.session.state().score().points;
    if let (Some(stop), true) = (play.stop, begun) {
        journey::record_result(world, stop, 0, points);
    }
}

/// Brings a game without end to an end.
pub(super) fn finish(world: &mut World) {
    if let Some(mut play) = world.get_resource_mut::<Play>() {
        play.finished = true;
    }
}
