//! Looking into the game: what each cell is worth, how minimax climbs the tree, which rule decides.

use std::time::Duration;

use bevy::prelude::*;

use super::players::classes::{CLASSES, Position3x3};
use super::players::minimax::{Step, SteppedMinimax};
use super::players::{SearchMode, search};
use super::rules::TicTacToe;
use super::rules::{Cell, Game};
use super::table::Table;
use crate::search::{BackgroundSearch, GameValue, Limits, SearchReport};
use crate::shell::screen::{Menu, Screen};
use crate::shell::table::playing;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Insight>()
        .add_systems(OnExit(Screen::Play), forget)
        .add_systems(
            Update,
            (follow, run, take_values)
                .chain()
                .run_if(playing::<TicTacToe>),
        );
}

/// What is looked into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    #[default]
    Off,
    /// What each free cell is worth.
    Values,
    /// How minimax climbs the tree.
    Search,
    /// Which rule of thumb decides.
    Rules,
}

impl Kind {
    /// All, in the order in which a key goes through them.
    pub const ALL: [Kind; 4] = [Kind::Off, Kind::Values, Kind::Search, Kind::Rules];

    /// Its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            Kind::Off => "play.insight.off",
            Kind::Values => "ttt.insight.values",
            Kind::Search => "ttt.insight.search",
            Kind::Rules => "ttt.insight.rules",
        }
    }
}

/// What is looked into, and what is seen.
#[derive(Resource, Default)]
pub struct Insight {
    kind: Kind,
    /// The position that it is about: moves made and jumps.
    about: Option<(usize, u32)>,
    /// What each cell is worth, as far as it is proven.
    values: Vec<(Cell, GameValue)>,
    climb: Option<SteppedMinimax>,
    /// The climb goes on by itself, so many steps a second.
    running: bool,
    credit: f32,
}

/// The values of a larger board, being found.
#[derive(Component)]
struct Finding;

type Finder = BackgroundSearch<SearchReport<Cell>, Option<SearchReport<Cell>>>;

/// Steps a second of a climb that goes on by itself.
const STEPS: f32 = 8.0;
/// Longest that the values of a position are searched for.
const LONGEST: Duration = Duration::from_secs(20);

impl Insight {
    /// What is looked into.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// What each cell is worth, as far as it is proven.
    pub fn values(&self) -> &[(Cell, GameValue)] {
        if self.kind == Kind::Values {
            &self.values
        } else {
            &[]
        }
    }

    /// The climb that is watched.
    pub fn climb(&self) -> Option<&SteppedMinimax> {
        self.climb.as_ref().filter(|_| self.kind == Kind::Search)
    }

    /// Whether the climb goes on by itself.
    pub fn running(&self) -> bool {
        self.running
    }

    /// Looks into something else.
    pub fn look(&mut self, kind: Kind) {
        *self = Insight {
            kind,
            ..Insight::default()
        };
    }

    /// Looks into the next thing.
    pub fn look_next(&mut self) {
        let at = self.kind as usize + 1;
        self.look(Kind::ALL[at % Kind::ALL.len()]);
    }

    /// Does one step of the climb.
    pub fn step(&mut self) {
        self.running = false;
        if let Some(climb) = &mut self.climb {
            climb.step();
        }
    }

    /// Finishes what lies below the position that the climb is at.
    pub fn climb_out(&mut self) {
        if let Some(climb) = &mut self.climb {
            let height = climb.stack().len().saturating_sub(2);
            climb.run_to_depth(height);
        }
    }

    /// Lets the climb go on by itself, or holds it.
    pub fn toggle_run(&mut self) {
        self.running = !self.running;
    }
}

fn forget(
    mut commands: Commands,
    mut insight: ResMut<Insight>,
    finding: Query<Entity, With<Finding>>,
) {
    *insight = Insight::default();
    for entity in &finding {
        commands.entity(entity).despawn();
    }
}

/// Looks at the new position when there is one.
fn follow(
    mut commands: Commands,
    table: Res<Table>,
    mut insight: ResMut<Insight>,
    finding: Query<Entity, With<Finding>>,
) {
    let about = table.version();
    if insight.about == Some(about) {
        return;
    }
    for entity in &finding {
        commands.entity(entity).despawn();
    }
    insight.about = Some(about);
    insight.values.clear();
    let game = table.state();
    match (insight.kind, Position3x3::of(game)) {
        (Kind::Values, Some(small)) => {
            let verdicts = CLASSES.move_values(small);
            let values = verdicts.into_iter().enumerate();
            insight.values = values
                .filter_map(|(cell, verdict)| Some((Cell(cell as u8), verdict?)))
                .collect();
        }
        // A computer at its turn needs the processor for itself.
        (Kind::Values, None) if table.is_human_turn() => {
            commands.spawn((Name::new("Values"), Finding, find(game.clone())));
        }
        (Kind::Search, Some(small)) => insight.climb = Some(SteppedMinimax::new(small)),
        _ => {}
    }
}

fn find(game: Game) -> Finder {
    BackgroundSearch::start(move |stopper, show| {
        let watch = |thinking: &SearchReport<Cell>| show(thinking.clone());
        search(
            &game,
            Limits::time(LONGEST),
            SearchMode::EveryMove,
            stopper,
            watch,
        )
    })
}

/// Takes what has been proven so far about the cells of a larger board.
fn take_values(
    mut commands: Commands,
    mut finding: Query<(Entity, &mut Finder), With<Finding>>,
    mut insight: ResMut<Insight>,
) {
    for (entity, mut finder) in &mut finding {
        let found = match finder.take_result() {
            Some(done) => {
                commands.entity(entity).despawn();
                done.unwrap_or_else(|why| {
                    error!("the values cannot be found: {why}");
                    None
                })
            }
            None => finder.latest_report(),
        };
        let Some(found) = found else { continue };
        let proven = found
            .candidates
            .iter()
            .filter_map(|candidate| Some((candidate.mv, found.proven_value_of(candidate.score)?)));
        insight.values = proven.collect();
    }
}

fn run(time: Res<Time>, menu: Res<State<Menu>>, mut insight: ResMut<Insight>) {
    if !insight.running || *menu.get() != Menu::None {
        return;
    }
    let insight = &mut *insight;
    insight.credit += time.delta_secs() * STEPS;
    while insight.credit >= 1.0 {
        insight.credit -= 1.0;
        let step = insight.climb.as_mut().map(SteppedMinimax::step);
        insight.running &= step.is_some_and(|step| step != Step::Done);
    }
}
