//! The insights: the value of each cell, minimax step by step, and the rule of thumb that decides.

use std::time::Duration;

use bevy::prelude::*;

use super::players::classes::{CLASSES, Position3x3};
use super::players::minimax::{Step, SteppedMinimax};
use super::players::{SearchMode, search};
use super::rules::TicTacToe;
use super::rules::{Cell, Game};
use super::table::Table;
use crate::search::{BackgroundSearch, GameValue, Limits, SearchReport};
use crate::session::TableVersion;
use crate::shell::at_rest::InMotion;
use crate::shell::screen::{Menu, Screen};
use crate::shell::table::{Pacing, note_insight, playing};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Insight>()
        .add_systems(OnExit(Screen::Play), reset_insight)
        .add_systems(
            Update,
            (note_help, follow_position, run_minimax, take_values)
                .chain()
                .run_if(playing::<TicTacToe>),
        );
}

/// The kinds of insights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsightKind {
    /// No insight.
    #[default]
    Off,
    /// The value of each free cell.
    Values,
    /// Minimax, step by step.
    Search,
    /// The rule of thumb that decides.
    Rules,
    /// The game tree as a sunburst in which one can walk.
    Tree,
}

impl InsightKind {
    /// All kinds, in the order in which a key goes through them.
    pub const ALL: [InsightKind; 5] = [
        InsightKind::Off,
        InsightKind::Values,
        InsightKind::Search,
        InsightKind::Rules,
        InsightKind::Tree,
    ];

    /// The key of its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            InsightKind::Off => "play.insight.off",
            InsightKind::Values => "ttt.insight.values",
            InsightKind::Search => "ttt.insight.search",
            InsightKind::Rules => "ttt.insight.rules",
            InsightKind::Tree => "ttt.insight.tree",
        }
    }
}

/// The insight that the player has chosen, and its content.
#[derive(Resource, Default)]
pub struct Insight {
    kind: InsightKind,
    /// The version of the table that it is about.
    version: Option<TableVersion>,
    /// The values of the cells, as far as they are proven.
    values: Vec<(Cell, GameValue)>,
    /// Whether a search looks for further values.
    is_searching: bool,
    minimax: Option<SteppedMinimax>,
    /// Whether minimax makes its steps by itself.
    running: bool,
    /// While minimax finishes a branch, the number of positions that are on its stack afterwards.
    finishing: Option<usize>,
    /// Steps that are due. A fraction waits for the next frame.
    due_steps: f32,
}

fn note_help(insight: Res<Insight>, mut table: ResMut<Table>) {
    if insight.kind != InsightKind::Off {
        note_insight(&mut table);
    }
}

/// A search for the values of a larger board.
#[derive(Component)]
struct ValueSearch;

type Search = BackgroundSearch<SearchReport<Cell>, Option<SearchReport<Cell>>>;

/// Steps a second while minimax runs by itself.
const STEPS_A_SECOND: f32 = 8.0;
/// The steps of a frame while minimax finishes a branch. The branch of the first move has 60,000 positions, too many for
/// one frame.
const STEPS_A_FRAME: u32 = 5_000;
/// The longest time of a search for the values of a position.
const MAX_TIME: Duration = Duration::from_secs(20);

impl Insight {
    /// The kind of insight.
    pub fn kind(&self) -> InsightKind {
        self.kind
    }

    /// The values of the cells, as far as they are proven.
    pub fn values(&self) -> &[(Cell, GameValue)] {
        if self.kind == InsightKind::Values {
            &self.values
        } else {
            &[]
        }
    }

    /// Whether a search looks for further values.
    pub fn is_searching(&self) -> bool {
        self.is_searching
    }

    /// Whether minimax can make a further step.
    pub fn has_steps(&self) -> bool {
        let minimax = self.minimax();
        minimax.is_some_and(|minimax| minimax.last() != Some(Step::Done))
    }

    /// Minimax, while it is watched.
    pub fn minimax(&self) -> Option<&SteppedMinimax> {
        self.minimax
            .as_ref()
            .filter(|_| self.kind == InsightKind::Search)
    }

    /// Whether minimax makes its steps by itself.
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// Shows another kind of insight.
    pub fn show(&mut self, kind: InsightKind) {
        *self = Insight {
            kind,
            ..Insight::default()
        };
    }

    /// Shows the next kind of insight.
    pub fn show_next(&mut self) {
        let next = self.kind as usize + 1;
        self.show(InsightKind::ALL[next % InsightKind::ALL.len()]);
    }

    /// Whether minimax finishes a branch.
    pub fn is_finishing(&self) -> bool {
        self.finishing.is_some()
    }

    /// Makes one step of minimax.
    pub fn step(&mut self) {
        (self.running, self.finishing) = (false, None);
        if let Some(minimax) = &mut self.minimax {
            minimax.step();
        }
    }

    /// Finishes all positions below the one that minimax looks at, and goes back to the position before it. At the root
    /// it finishes the next move. A large branch takes several frames.
    pub fn finish_branch(&mut self) {
        if let (None, Some(minimax)) = (self.finishing, &self.minimax) {
            self.finishing = Some(minimax.stack().len().saturating_sub(1).max(1));
            self.go_on_finishing();
        }
    }

    /// Makes the steps of a frame towards the end of the branch that is being finished.
    fn go_on_finishing(&mut self) {
        if let (Some(length), Some(minimax)) = (self.finishing, &mut self.minimax)
            && minimax.run_to_length(length, STEPS_A_FRAME)
        {
            self.finishing = None;
        }
    }

    /// Lets minimax run by itself, or pauses it.
    pub fn toggle_run(&mut self) {
        self.running = !self.running;
    }
}

fn reset_insight(
    mut commands: Commands,
    mut insight: ResMut<Insight>,
    searches: Query<Entity, With<ValueSearch>>,
) {
    *insight = Insight::default();
    for entity in &searches {
        commands.entity(entity).despawn();
    }
}

/// Starts again when there is a new position.
fn follow_position(
    mut commands: Commands,
    table: Res<Table>,
    pacing: Res<Pacing>,
    mut insight: ResMut<Insight>,
    searches: Query<Entity, With<ValueSearch>>,
) {
    let version = table.version();
    if insight.version == Some(version) {
        return;
    }
    for entity in &searches {
        commands.entity(entity).despawn();
    }
    let game = table.state();
    let position = Position3x3::of(game);
    let needs_search = insight.kind == InsightKind::Values && position.is_none();
    if !insight.values.is_empty() || insight.is_searching != needs_search {
        (insight.values, insight.is_searching) = (Vec::new(), needs_search);
    }
    // Until the processor is free, the search waits.
    if needs_search && !is_processor_free(&table, &pacing) {
        insight.version = None;
        return;
    }
    insight.version = Some(version);
    match (insight.kind, position) {
        (InsightKind::Values, Some(position)) => {
            let values = CLASSES.move_values(position).into_iter().enumerate();
            insight.values = values
                .filter_map(|(cell, value)| Some((Cell(cell as u8), value?)))
                .collect();
        }
        (InsightKind::Values, None) => {
            commands.spawn((
                Name::new("Values"),
                ValueSearch,
                search_values(game.clone()),
            ));
        }
        (InsightKind::Search, Some(position)) => {
            let minimax = SteppedMinimax::new(position);
            (insight.minimax, insight.finishing) = (Some(minimax), None);
        }
        _ => {}
    }
}

/// Whether the processor is free for an insight, because no computer is at its turn and needs it.
pub(super) fn is_processor_free(table: &Table, pacing: &Pacing) -> bool {
    table.computer().is_none() || pacing.is_waiting()
}

fn search_values(game: Game) -> Search {
    BackgroundSearch::start(move |stop_token, show| {
        let watch = |report: &SearchReport<Cell>| show(report.clone());
        search(
            &game,
            Limits::time(MAX_TIME),
            SearchMode::EveryMove,
            stop_token,
            watch,
        )
    })
}

/// Takes the values of a larger board that are proven so far.
fn take_values(
    mut commands: Commands,
    mut searches: Query<(Entity, &mut Search), With<ValueSearch>>,
    mut insight: ResMut<Insight>,
) {
    for (entity, mut search) in &mut searches {
        let report = search.take_latest(&mut commands, entity, "the search for values");
        let Some(report) = report else { continue };
        let proven = report
            .candidates
            .iter()
            .filter_map(|candidate| Some((candidate.mv, report.proven_value_of(candidate.score)?)));
        insight.values = proven.collect();
    }
    if insight.is_searching && insight.version.is_some() && searches.is_empty() {
        insight.is_searching = false;
    }
}

fn run_minimax(
    time: Res<Time>,
    menu: Res<State<Menu>>,
    mut insight: ResMut<Insight>,
    mut motion: MessageWriter<InMotion>,
) {
    let is_working = insight.running || insight.is_finishing();
    if !is_working || *menu.get() != Menu::None {
        return;
    }
    motion.write(InMotion);
    if insight.is_finishing() {
        insight.go_on_finishing();
        return;
    }
    let insight = &mut *insight;
    insight.due_steps += time.delta_secs() * STEPS_A_SECOND;
    while insight.due_steps >= 1.0 {
        insight.due_steps -= 1.0;
        let step = insight.minimax.as_mut().map(SteppedMinimax::step);
        insight.running &= step.is_some_and(|step| step != Step::Done);
    }
}
