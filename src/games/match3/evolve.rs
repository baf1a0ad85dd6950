//! The runs of match-3 in the theatre: the evolution of levels, their calibration, and the atlas of levels.

use std::sync::Arc;

use bevy::prelude::*;

use super::atlas::{self, LevelAtlas};
use super::level::{LevelGenome, LevelProblem, Mode, Setup, SetupError};
use super::played_levels::star_marks;
use super::playtest::live::{LiveCalibration, calibrate_on_pools};
use super::playtest::{BoardSearch, CalibratedLevel, EvolvedBoard, RATE_TOLERANCE};
use super::rules::{Match3, Size};
use super::table::Attempt;
use crate::generation::driver::{Pace, RunDriver};
use crate::generation::task::BackgroundRun;
use crate::generation::{EvolutionParameters, Hand, Pick, Seed, WatchedRun};
use crate::session::run_file::Field;
use crate::session::{Game, Origin, RunFile, RunFileError};
use crate::shell::games::Evolved;
use crate::shell::notice::{Notices, show_failure_of};
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::{self, launch, new_game};
use crate::shell::theatre::run_file::{RunKind, add_run_kind, run_of_file, watch_file};
use crate::shell::theatre::{self, About};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    for (key, open) in [
        (LEVELS, open_run as fn(&mut World, &RunFile) -> _),
        (ATLAS, open_atlas),
    ] {
        let game = Match3::KEY;
        add_run_kind(app, RunKind { key, game, open });
    }
    app.init_resource::<RecentBoards>().add_systems(
        Update,
        start_calibrated_level.run_if(in_state(Screen::Theatre)),
    );
}

/// The key of runs of levels in files.
const LEVELS: &str = "match3-levels";

/// The boards that were played last, the newest last.
#[derive(Resource, Clone, Debug, Default)]
pub struct RecentBoards(Vec<(Size, LevelGenome)>);

impl RecentBoards {
    /// The number of boards that are remembered.
    const MOST: usize = 8;

    /// The boards of a size.
    pub fn of(&self, size: Size) -> Vec<LevelGenome> {
        let same = self.0.iter().filter(|(other, _)| *other == size);
        same.map(|(_, board)| *board).collect()
    }

    /// Adds a board that is played now.
    pub(super) fn add(&mut self, size: Size, board: LevelGenome) {
        self.0.retain(|(_, other)| *other != board);
        self.0.push((size, board));
        let old = self.0.len().saturating_sub(RecentBoards::MOST);
        self.0.drain(..old);
    }
}

/// A level that is to be evolved.
#[derive(Clone)]
pub(super) struct LevelRequest {
    /// The origin of the level.
    pub origin: Origin<Match3>,
    /// Whether boards that are unlike the recent ones are preferred.
    pub is_varied: bool,
    /// The stop of the journey that it is for.
    pub stop: Option<u32>,
    /// Whether its setup is the player's own, and not from a file, so that a hand in it is theirs too.
    pub made_here: bool,
}

impl LevelRequest {
    /// The extra data of a game with the level.
    fn attempt(&self) -> Attempt {
        Attempt {
            made_here: self.made_here,
            ..Attempt::at(self.stop)
        }
    }
}

/// Rounds a second of a calibration: slow enough to be watched.
const CALIBRATION_PACE: Pace = Pace::PerSecond(4.0);
/// Seconds for which the end of a calibration is seen before the game begins.
const END_SHOWN: f32 = 2.2;
/// The name of the atlas's parameters in the settings, and the key of its files.
const ATLAS: &str = "match3-atlas";

/// The runs whose parameters come from the settings. The archive of the atlas keeps one elite in each cell and chooses
/// parents among all of them, so it has no rows for elites, selection and populations, and no end but the last
/// generation.
pub(super) const EVOLVED: &[Evolved] = &[
    Evolved::usual(Match3::KEY, "match3.name", EvolutionParameters::default),
    Evolved {
        without: &[
            "settings.elitism",
            "settings.selection",
            "settings.scheme",
            "settings.stagnation",
            "settings.time",
        ],
        ..Evolved::usual(ATLAS, "match3.atlas", atlas::usual_parameters)
    },
];

/// Opens the theatre on the level that the new game asks for. `is_varied` prefers boards that are unlike the recent
/// ones.
pub(super) fn evolve_new_game(world: &mut World, is_varied: bool) -> Result<(), String> {
    let request = LevelRequest {
        origin: new_game::origin::<Match3>(world),
        is_varied,
        stop: None,
        made_here: true,
    };
    evolve_level(world, request)
}

/// Opens the theatre on the evolution of boards for a level.
pub(super) fn evolve_level(world: &mut World, request: LevelRequest) -> Result<(), String> {
    let origin = &request.origin;
    origin.setup.check().map_err(|why| why.to_string())?;
    let file = RunFile::new(LEVELS, &origin.setup, origin.search.clone(), origin.seed);
    watch_levels(world, &file, request).map_err(|why| why.to_string())
}

/// Opens the theatre on boards for a level that descend from one.
pub(super) fn evolve_level_from(
    world: &mut World,
    setup: Setup,
    board: &LevelGenome,
) -> Result<(), String> {
    setup.check().map_err(|why| why.to_string())?;
    let code = LevelProblem::new(setup.clone()).code(board);
    let origin = Origin {
        setup,
        ..new_game::origin::<Match3>(world)
    };
    let file = RunFile::new(LEVELS, &origin.setup, origin.search.clone(), origin.seed);
    let request = LevelRequest {
        origin,
        is_varied: false,
        stop: None,
        made_here: true,
    };
    watch_levels(world, &file.with_ancestor(code), request).map_err(|why| why.to_string())
}

/// Opens the theatre on a run of levels from a file.
fn open_run(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let setup = file.setup.parse();
    let setup = setup.map_err(|why: SetupError| RunFileError::new(Field::Setup, why))?;
    let origin = Origin {
        search: file.search.clone(),
        ..Origin::new(setup, file.seed)
    };
    let request = LevelRequest {
        origin,
        is_varied: false,
        stop: None,
        made_here: false,
    };
    watch_levels(world, file, request)
}

/// Opens the theatre on the run of a file that is for a level.
fn watch_levels(
    world: &mut World,
    file: &RunFile,
    request: LevelRequest,
) -> Result<(), RunFileError> {
    let origin = &request.origin;
    let take = match origin.setup.mode {
        Mode::Level => "match3.to_calibration",
        Mode::Endless | Mode::Timed(_) => "theatre.play",
    };
    let problem = LevelProblem::new(origin.setup.clone());
    let run = run_of_file(problem, file)?;
    let about = About {
        title: "match3.evolving",
        insight: Some("match3.insight"),
        distance: Some("match3.chart.distance"),
        take,
        fault: Some("match3.fault"),
        tips: &["match3.tip.board"],
        ..default()
    };
    let pace = theatre::usual_pace(world);
    theatre::open(
        world,
        Arc::clone(&run),
        pace,
        about,
        move |world, run, pick| take_board(world, run, pick, &request),
    );
    watch_file(world, run, file);
    Ok(())
}

/// Calibrates the board that was picked, with its siblings if it is the best one: in the theatre if it is for a level,
/// else in the background.
fn take_board(
    world: &mut World,
    run: &Arc<BackgroundRun<LevelProblem>>,
    pick: Pick,
    request: &LevelRequest,
) {
    let found = run.individual(pick);
    let Some((pick, board)) = found.filter(|(_, board)| board.is_feasible()) else {
        return;
    };
    if run.is_touched() {
        return take_changed_board(world, run, board.genome, request);
    }
    let newest = run.progress().generation.unwrap_or(0);
    let Origin { search, seed, .. } = &request.origin;
    let board = EvolvedBoard {
        genome: board.genome,
        seed: *seed,
        pick: match pick {
            Pick::Best => Pick::BestAt(newest),
            named => named,
        },
    };
    let problem = run.problem();
    let setup = problem.setup();
    // Siblings are shown with the board while a level is calibrated. In the other modes the player would not see them,
    // and plays the board that was watched.
    let with_siblings = pick == Pick::Best && setup.mode == Mode::Level;
    let boards = BoardSearch::from_board(run.problem(), search, board, with_siblings);
    let recent = if request.is_varied {
        world.resource::<RecentBoards>().of(setup.size)
    } else {
        Vec::new()
    };
    if with_siblings && request.is_varied {
        return calibrate_watched(world, boards, recent, request.clone());
    }
    calibrate(world, boards, recent, request.clone());
}

/// Calibrates the board that was watched in the theatre. The board becomes the level if it meets the wanted success
/// rate. A seed that the player has typed gives everybody the same level, which may be a sibling in any case.
fn calibrate_watched(
    world: &mut World,
    boards: BoardSearch,
    recent: Vec<LevelGenome>,
    request: LevelRequest,
) {
    match LiveCalibration::of_watched(boards, request.origin.seed, recent) {
        Ok(calibration) => watch_calibration(world, calibration, "match3.testing", request),
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// Calibrates boards: in the theatre if they are for a level, else in the background, and starts the game.
fn calibrate(
    world: &mut World,
    boards: BoardSearch,
    recent: Vec<LevelGenome>,
    request: LevelRequest,
) {
    if request.origin.setup.mode == Mode::Level {
        return calibrate_in_theatre(world, boards, recent, request);
    }
    let extra = request.attempt();
    let origin = request.origin;
    let work = async move {
        let level = calibrate_on_pools(boards, recent).await?;
        Ok((origin_of_board(&origin, &level.board), level))
    };
    launch::open_when_made::<Match3>(world, work, extra);
}

/// Calibrates a board of a run that the player has changed. The setup names the board, because the seed alone does not.
fn take_changed_board(
    world: &mut World,
    run: &BackgroundRun<LevelProblem>,
    genome: LevelGenome,
    request: &LevelRequest,
) {
    let setup = run.problem().setup().with_board(genome);
    let mut request = request.clone();
    request.origin = Origin {
        setup,
        ..request.origin
    };
    let Origin {
        setup,
        search,
        seed,
        ..
    } = &request.origin;
    match BoardSearch::repeat(setup, search, *seed, Pick::Best) {
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
        Ok(boards) => calibrate(world, boards, Vec::new(), request),
    }
}

/// The origin of a level with this board. A calibration from this origin plays this board alone, and gives the same
/// result.
fn origin_of_board(origin: &Origin<Match3>, board: &EvolvedBoard) -> Origin<Match3> {
    Origin {
        seed: board.seed,
        pick: board.pick,
        ..origin.clone()
    }
}

/// Starts the best level of a calibration in the theatre, once its end has been seen.
#[derive(Component)]
struct AutomaticStart {
    calibration: Arc<LiveCalibration>,
    /// The wanted success rate, in percent.
    wanted_rate: f64,
    /// Whether the rate is that of the player, for whom the level is made, and not of the reference player.
    is_for_player: bool,
    /// Seconds since the calibration has ended.
    seconds: f32,
    /// Whether the player was told that no level is near the wanted rate.
    is_announced: bool,
    /// Whether the player was told that the watched board misses the wanted rate, so that its siblings join.
    is_miss_announced: bool,
}

/// Opens the theatre on the calibration of some boards.
fn calibrate_in_theatre(
    world: &mut World,
    boards: BoardSearch,
    recent: Vec<LevelGenome>,
    request: LevelRequest,
) {
    let calibration = LiveCalibration::new(boards, request.origin.seed, recent);
    watch_calibration(world, calibration, "match3.calibrating", request);
}

/// Opens the theatre on a calibration.
fn watch_calibration(
    world: &mut World,
    calibration: Arc<LiveCalibration>,
    title: &'static str,
    request: LevelRequest,
) {
    let about = About {
        title,
        insight: Some("match3.insight"),
        distance: Some("match3.chart.rate"),
        figures: "match3.calibration.figures",
        feasible_values: Some("match3.calibration.chart.at"),
        infeasible_values: "match3.calibration.chart.at_out",
        feasible_members: "match3.calibration.in",
        infeasible_members: "match3.calibration.out",
        feasible_curve: "match3.calibration.chart.in",
        infeasible_curve: "match3.calibration.chart.out",
        share_curve: "match3.calibration.chart.share",
        fault: Some("match3.fault.calibration"),
        tips: &["match3.tip.tries"],
        ..default()
    };
    let start = AutomaticStart {
        calibration: Arc::clone(&calibration),
        wanted_rate: f64::from(request.origin.setup.success),
        is_for_player: request.origin.setup.intended_player.is_known(),
        seconds: 0.0,
        is_announced: false,
        is_miss_announced: false,
    };
    let run = theatre::open(
        world,
        calibration,
        CALIBRATION_PACE,
        about,
        move |world, calibration, pick| take_level(world, calibration, pick, &request),
    );
    world.entity_mut(run).insert(start);
}

/// Starts the level that was picked: the best one as it is calibrated, another one after it is calibrated alone.
fn take_level(
    world: &mut World,
    calibration: &LiveCalibration,
    pick: Pick,
    request: &LevelRequest,
) {
    let extra = request.attempt();
    if let Pick::Member(_, candidate) = pick {
        let Some(board) = calibration.board(candidate) else {
            return;
        };
        let origin = origin_of_board(&request.origin, &board);
        show_failure_of(world, |world| {
            launch::open_with::<Match3>(world, origin, extra)
        });
        return;
    }
    match calibration.result() {
        // A player who cannot wait sees the end at once.
        None => {
            let run = theatre::watched(world);
            if let Some(mut run) = run.and_then(|run| world.get_mut::<RunDriver>(run)) {
                run.pace = Pace::FlatOut;
            }
        }
        Some(Ok(level)) => {
            let origin = origin_of_board(&request.origin, &level.board);
            table::start::<Match3>(world, origin, level, extra);
        }
        Some(Err(why)) => world.resource_mut::<Notices>().show(why),
    }
}

/// Starts the best level once the player has seen the end of its calibration. The level does not start while the run is
/// paused, because the player then looks at another level, or if no level is near the wanted rate.
fn start_calibrated_level(
    time: Res<Time>,
    settings: Res<Settings>,
    words: Res<Words>,
    show: Res<theatre::Show>,
    mut notices: ResMut<Notices>,
    mut starts: Query<(&mut AutomaticStart, &RunDriver)>,
    mut commands: Commands,
) {
    for (mut start, evolution) in &mut starts {
        if let Some(missed) = start.calibration.missed()
            && !start.is_miss_announced
        {
            start.is_miss_announced = true;
            notices.show(missed_text(&words, start.wanted_rate, missed.rate));
        }
        let ended = start.calibration.progress().stop.is_some() && !show.is_replaying();
        if !ended || evolution.pace == Pace::Paused {
            start.seconds = 0.0;
            continue;
        }
        let result = start.calibration.result();
        let goal = result.and_then(|level| level.ok()?.goal);
        if let Some(goal) = goal
            && !is_near(start.wanted_rate, goal.rate)
        {
            if !start.is_announced {
                start.is_announced = true;
                let (is_for_player, wanted_rate) = (start.is_for_player, start.wanted_rate);
                let text = nearest_text(&words, is_for_player, wanted_rate, goal.rate);
                notices.show(text);
            }
            continue;
        }
        start.seconds += time.delta_secs() * settings.animation_speed();
        if start.seconds >= END_SHOWN {
            commands.queue(|world: &mut World| theatre::pick(world, Pick::Best));
        }
    }
}

/// Whether a success rate is as near to the wanted one as calibration demands.
fn is_near(wanted_rate: f64, rate: f64) -> bool {
    (rate - wanted_rate).abs() <= RATE_TOLERANCE
}

/// The text that the nearest rate is another one than was wanted. The player of the rate is known if the level is
/// made for the player of the game.
fn nearest_text(words: &Words, is_for_player: bool, wanted_rate: f64, rate: f64) -> String {
    let key = match is_for_player {
        true => "match3.nearest.me",
        false => "match3.nearest",
    };
    words.fill(key, &rates(wanted_rate, rate))
}

fn missed_text(words: &Words, wanted_rate: f64, rate: f64) -> String {
    words.fill("match3.missed", &rates(wanted_rate, rate))
}

fn rates(wanted_rate: f64, rate: f64) -> [(&'static str, String); 2] {
    [
        ("wanted", wanted_rate.to_string()),
        ("rate", format!("{rate:.0}")),
    ]
}

/// Tells the player if a level is not as easy or hard as its setup asks for.
pub(super) fn announce_rate(world: &mut World, setup: &Setup, level: &CalibratedLevel) {
    if setup.given.is_some() {
        // Goals that were given ask for no rate.
        return;
    }
    let wanted_rate = f64::from(setup.success);
    if let Some(goal) = level.goal
        && !is_near(wanted_rate, goal.rate)
    {
        let is_for_player = setup.intended_player.is_known();
        let words = world.resource::<Words>();
        let text = nearest_text(words, is_for_player, wanted_rate, goal.rate);
        world.resource_mut::<Notices>().show(text);
    }
}

/// Opens the theatre on an atlas of boards with the size, kinds and goals of the new game.
pub(super) fn evolve_atlas(world: &mut World) -> Result<(), String> {
    let origin = new_game::origin::<Match3>(world);
    let settings = world.resource::<Settings>();
    let search = settings.search_of(ATLAS, atlas::usual_parameters);
    search.check().map_err(|why| why.to_string())?;
    let file = RunFile::new(ATLAS, &origin.setup, search, origin.seed);
    open_atlas(world, &file).map_err(|why| why.to_string())
}

/// Opens the theatre on the atlas of a file.
fn open_atlas(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let refuse = |why: SetupError| RunFileError::new(Field::Setup, why);
    let setup: Setup = file.setup.parse().map_err(refuse)?;
    setup.check().map_err(refuse)?;
    let atlas = LevelAtlas::new(setup, &file.search);
    let about = About {
        title: "match3.evolving_atlas",
        insight: Some("match3.insight"),
        ..default()
    };
    let seed = file.seed;
    let on_pick = move |world: &mut World, atlas: &LevelAtlas, board| {
        take_elite(world, atlas.setup_of(&board), seed);
    };
    theatre::fill_marked_archive(world, atlas, file, about, star_marks, on_pick)
}

/// Calibrates a board of the atlas alone, until its success rate is certain.
fn take_elite(world: &mut World, setup: Setup, seed: Seed) {
    let origin = Origin::new(setup, seed);
    let boards = BoardSearch::repeat(&origin.setup, &origin.search, origin.seed, origin.pick);
    let request = LevelRequest {
        origin,
        is_varied: false,
        stop: None,
        made_here: false,
    };
    match boards {
        Ok(boards) => calibrate_in_theatre(world, boards, Vec::new(), request),
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}
