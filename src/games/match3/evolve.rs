//! The runs of match-3 in the theatre: the evolution of levels, and the atlas of levels. A board that is picked is
//! calibrated, in the theatre too if it is for a level.

mod calibration;

use std::sync::Arc;

use bevy::prelude::*;

use super::atlas::{self, LevelAtlas};
use super::level::{LevelGenome, LevelProblem, Mode, Setup, SetupError, usual_parameters};
use super::played_levels::star_marks;
use super::players::RatedPlayer;
use super::playtest::live::LiveCalibration;
use super::playtest::on_pools::calibrate_on_pools;
use super::playtest::{BoardSearch, EvolvedBoard};
use super::rules::{Match3, Size};
use super::stop_number::StopNumber;
use super::table::Attempt;
use crate::base::PlainError;
use crate::generation::task::BackgroundRun;
use crate::generation::{Pick, Seed, Steering, WatchedRun};
use crate::session::run_file::Field;
use crate::session::{Game, Origin, RunFile, RunFileError};
use crate::shell::games::Evolved;
use crate::shell::notice::Notices;
use crate::shell::settings::Settings;
use crate::shell::table::{launch, new_game};
use crate::shell::theatre::run_file::{RunKind, add_run_kind, run_of_file, watch_file};
use crate::shell::theatre::{self, About};

pub(super) use calibration::announce_rate;
use calibration::{calibrate_in_theatre, watch_calibration};

pub(super) fn plugin(app: &mut App) {
    for (key, open) in [
        (LEVELS, open_run as fn(&mut World, &RunFile) -> _),
        (ATLAS, open_atlas),
    ] {
        let game = Match3::KEY;
        add_run_kind(app, RunKind { key, game, open });
    }
    app.init_resource::<RecentBoards>()
        .add_plugins(calibration::plugin);
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
    pub stop: Option<StopNumber>,
    /// Whether the setup was made here and not read from a file. Only then is the player model in it the player's own.
    pub made_here: bool,
}

impl LevelRequest {
    /// The player whose rate the success rate of the level is.
    fn rated_player(&self) -> RatedPlayer {
        self.origin.setup.intended_player.rated(self.made_here)
    }

    /// The extra data of a game with the level.
    fn attempt(&self) -> Attempt {
        Attempt {
            made_here: self.made_here,
            ..Attempt::at(self.stop)
        }
    }
}

/// The name of the atlas's parameters in the settings, and the key of its files.
const ATLAS: &str = "match3-atlas";

/// The runs whose parameters come from the settings. The archive of the atlas keeps one elite in each cell and chooses
/// parents among all of them, so it has no rows for elites, selection and populations, and no end but the last
/// generation.
pub(super) const EVOLVED: &[Evolved] = &[
    Evolved::usual(Match3::KEY, "match3.name", usual_parameters),
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
pub(super) fn evolve_new_game(world: &mut World, is_varied: bool) -> Result<(), PlainError> {
    let request = LevelRequest {
        origin: new_game::origin::<Match3>(world),
        is_varied,
        stop: None,
        made_here: true,
    };
    evolve_level(world, request)
}

/// Opens the theatre on the evolution of boards for a level.
pub(super) fn evolve_level(world: &mut World, request: LevelRequest) -> Result<(), PlainError> {
    let origin = &request.origin;
    origin.setup.check()?;
    let file = RunFile::of_origin(LEVELS, origin);
    watch_levels(world, &file, request).map_err(PlainError::from)
}

/// Opens the theatre on boards for a level that descend from one.
pub(super) fn evolve_level_from(
    world: &mut World,
    setup: Setup,
    board: &LevelGenome,
) -> Result<(), PlainError> {
    setup.check()?;
    let code = LevelProblem::new(setup.clone()).code(board);
    let origin = Origin {
        setup,
        ..new_game::origin::<Match3>(world)
    };
    let file = RunFile::of_origin(LEVELS, &origin);
    let request = LevelRequest {
        origin,
        is_varied: false,
        stop: None,
        made_here: true,
    };
    watch_levels(world, &file.with_ancestor(code), request).map_err(PlainError::from)
}

/// Opens the theatre on a run of levels from a file.
fn open_run(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let request = LevelRequest {
        origin: file.origin()?,
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
    let Origin {
        parameters, seed, ..
    } = &request.origin;
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
    let boards = BoardSearch::from_board(run.problem(), parameters, board, with_siblings);
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
        parameters,
        seed,
        ..
    } = &request.origin;
    match BoardSearch::repeat(setup, parameters, *seed, Pick::Best) {
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

/// Opens the theatre on an atlas of boards with the size, kinds and goals of the new game.
pub(super) fn evolve_atlas(world: &mut World) -> Result<(), PlainError> {
    let origin = new_game::origin::<Match3>(world);
    let settings = world.resource::<Settings>();
    let parameters = settings.parameters_of(ATLAS, atlas::usual_parameters);
    parameters.check()?;
    let file = RunFile::new(ATLAS, &origin.setup, parameters, origin.seed);
    open_atlas(world, &file).map_err(PlainError::from)
}

/// Opens the theatre on the atlas of a file.
fn open_atlas(world: &mut World, file: &RunFile) -> Result<(), RunFileError> {
    let refuse = |why: SetupError| RunFileError::new(Field::Setup, why);
    let setup: Setup = file.setup.parse().map_err(refuse)?;
    setup.check().map_err(refuse)?;
    let atlas = LevelAtlas::new(setup, &file.parameters);
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
    let boards = BoardSearch::repeat(&origin.setup, &origin.parameters, origin.seed, origin.pick);
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
