//! The insights: the value of each move, the influence on empty cells, and looking back at every move of the game.

mod search;

use bevy::prelude::*;

pub use search::judge_move;

use search::{GameJudge, ValueSearch, start_judging, start_value_search, take_reports};

use super::puzzles::DECIDED;
use super::rules::{CellMove, Game, Hexxagon, Move, Player};
use super::table::Table;
use crate::base::Towards;
use crate::search::{Score, SearchReport};
use crate::session::TableVersion;
use crate::shell::screen::Screen;
use crate::shell::table::actions::go_to;
use crate::shell::table::{Hint, Pacing, note_insight, playing, variations};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Insight>()
        .add_systems(OnExit(Screen::Play), reset_insight)
        .add_systems(
            Update,
            (
                note_help,
                follow_line,
                (start_value_search, start_judging),
                take_reports,
                correct_hint,
            )
                .chain()
                .run_if(playing::<Hexxagon>),
        );
}

/// The kinds of insights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsightKind {
    /// No insight.
    #[default]
    Off,
    /// The values of the moves.
    Moves,
    /// The player who will probably get each empty cell.
    Influence,
    /// The moves of two automatic players, side by side.
    Compare,
    /// The game so far, move by move.
    Game,
}

impl InsightKind {
    /// All kinds, in the order in which a key goes through them.
    pub const ALL: [InsightKind; 5] = [
        InsightKind::Off,
        InsightKind::Moves,
        InsightKind::Influence,
        InsightKind::Compare,
        InsightKind::Game,
    ];

    /// The key of its name in the language files.
    pub fn key(self) -> &'static str {
        match self {
            InsightKind::Off => "play.insight.off",
            InsightKind::Moves => "hex.insight.moves",
            InsightKind::Influence => "hex.insight.influence",
            InsightKind::Compare => "hex.insight.compare",
            InsightKind::Game => "hex.insight.game",
        }
    }

    /// Whether it can be laid over each position at which the player looks back.
    fn is_layer(self) -> bool {
        matches!(
            self,
            InsightKind::Off | InsightKind::Moves | InsightKind::Influence
        )
    }

    /// Whether the game stands still while this is shown, so that the player can go through its positions.
    pub fn looks_back(self) -> bool {
        matches!(self, InsightKind::Compare | InsightKind::Game)
    }
}

/// A move of the game, compared with the best move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The player who made it.
    pub player: Player,
    /// The move, and its score for that player.
    pub made: (CellMove, Score),
    /// The best move, and its score.
    pub best: (CellMove, Score),
    /// The pieces of each player after the move.
    pub pieces: [u32; 3],
}

impl JudgedMove {
    /// The loss of the move against the best one, in hundredths of a piece.
    pub fn loss(&self) -> Score {
        if self.made.0 == self.best.0 {
            0
        } else {
            // In a decided game larger scores mean nothing.
            let bounded = |score: Score| score.clamp(-DECIDED, DECIDED);
            (bounded(self.best.1) - bounded(self.made.1)).max(0)
        }
    }

    /// The quality of the move beside the best one.
    pub fn judgement(&self) -> Judgement {
        match self.loss() {
            loss if loss < SMALL_LOSS => Judgement::Best,
            loss if loss < MISTAKE => Judgement::Good,
            _ => Judgement::Mistake,
        }
    }
}

/// The quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The best move, or one whose difference from it does not matter.
    Best,
    /// Another one was a little better.
    Good,
    /// It lost a piece or more.
    Mistake,
}

/// A smaller loss does not matter, in hundredths of a piece.
const SMALL_LOSS: Score = 20;
/// The smallest loss of a mistake, in hundredths of a piece.
const MISTAKE: Score = 100;

fn note_help(insight: Res<Insight>, mut table: ResMut<Table>) {
    if insight.kind != InsightKind::Off {
        note_insight(&mut table);
    }
}

/// The move that takes the place of a hint which the values of the moves call clearly worse; `None` if the hint stays.
/// The values come from a longer search than a hint.
pub fn better_than_hint(
    game: &Game,
    hint: CellMove,
    values: &SearchReport<Move>,
) -> Option<CellMove> {
    let hinted = game.read(&hint).ok()?;
    let best = values.candidates.first()?;
    let own = values.candidates.iter().find(|one| one.mv == hinted)?;
    (best.score - own.score >= SMALL_LOSS).then(|| game.written(best.mv))?
}

/// Corrects a hint that is seen beside the values of the moves, so that the two do not contradict each other.
fn correct_hint(table: Res<Table>, insight: Res<Insight>, mut hint: ResMut<Hint<Hexxagon>>) {
    let is_taught = table.lesson().is_some() || table.puzzle().is_some();
    let (Some(hinted), Some(values), false) = (hint.0, insight.values(), is_taught) else {
        return;
    };
    if let Some(better) = better_than_hint(table.state(), hinted, values) {
        hint.0 = Some(better);
    }
}

/// The insight that the player has chosen, and its content.
#[derive(Resource, Default)]
pub struct Insight {
    kind: InsightKind,
    /// The insight that lies over the positions at which the player looks back.
    layer: InsightKind,
    /// The version of the table whose values are searched, once that search has started.
    version: Option<TableVersion>,
    /// Whether the judging of the game or of the variation has started.
    is_judging: bool,
    /// The values of the moves in the position.
    values: Option<SearchReport<Move>>,
    /// The game at which the player looks back.
    game: Reviewed,
    /// The variation of it that is on the table, with the moves of the game before it.
    variation: Option<Reviewed>,
}

/// Moves at which the player looks back.
#[derive(Default)]
struct Reviewed {
    /// All moves.
    moves: Vec<CellMove>,
    /// The judgements of the first ones, as far as these are judged.
    judged: Vec<JudgedMove>,
}

impl Reviewed {
    /// The judgements of the first moves of a line, as far as they are also the first ones here.
    fn known_of(&self, line: &[CellMove]) -> &[JudgedMove] {
        let same = self.moves.iter().zip(line);
        let same = same.take_while(|(own, other)| own == other).count();
        &self.judged[..same.min(self.judged.len())]
    }
}

impl Insight {
    /// The kind of insight.
    pub fn kind(&self) -> InsightKind {
        self.kind
    }

    /// The insight that is seen in the position on the board: the chosen kind, or the layer while the player looks back
    /// at the game.
    pub fn layer(&self) -> InsightKind {
        match self.kind {
            InsightKind::Game => self.layer,
            kind => kind,
        }
    }

    /// The values of the moves in the position.
    pub fn values(&self) -> Option<&SearchReport<Move>> {
        self.values
            .as_ref()
            .filter(|_| self.layer() == InsightKind::Moves)
    }

    /// The game at which the player looks back, or the variation of it that is on the table.
    fn shown(&self) -> &Reviewed {
        self.variation.as_ref().unwrap_or(&self.game)
    }

    /// The moves that are judged so far, of the game or of the variation on the table.
    pub fn judged_moves(&self) -> &[JudgedMove] {
        if self.kind == InsightKind::Game {
            &self.shown().judged
        } else {
            &[]
        }
    }

    /// The number of moves of the game, or of the variation on the table with those of the game before it.
    pub fn length(&self) -> usize {
        self.shown().moves.len()
    }

    /// All moves of the game at which the player looks back.
    pub fn game(&self) -> &[CellMove] {
        &self.game.moves
    }

    /// The indices of the moves that were mistakes, in the order of the game.
    pub fn mistakes(&self) -> Vec<usize> {
        let moves = self.judged_moves().iter().enumerate();
        let mistakes = moves.filter(|(_, judged)| judged.judgement() == Judgement::Mistake);
        mistakes.map(|(index, _)| index).collect()
    }

    /// The next mistake after the position before a move, or the one before it.
    fn mistake_from(&self, here: usize, towards: Towards) -> Option<usize> {
        let mut mistakes = self.mistakes().into_iter();
        match towards {
            Towards::Next => mistakes.find(|index| *index > here),
            Towards::Previous => mistakes.rev().find(|index| *index < here),
        }
    }

    /// Whether all moves are judged.
    pub fn is_done(&self) -> bool {
        self.shown().judged.len() == self.length()
    }
}

/// Shows the kind of insight that the player chooses. A kind that can be laid over a position does not end looking back
/// at the game; choosing to look back once more ends it.
pub fn choose(world: &mut World, kind: InsightKind) {
    let mut insight = world.resource_mut::<Insight>();
    match (insight.kind, kind) {
        (InsightKind::Game, InsightKind::Game) => show(world, InsightKind::Off),
        (InsightKind::Game, layer) if layer.is_layer() => {
            insight.layer = layer;
        }
        _ => show(world, kind),
    }
}

/// Shows another kind of insight. While the player looks back, the game stands still; afterwards it goes on from its
/// last position.
pub fn show(world: &mut World, kind: InsightKind) {
    let mut insight = world.resource_mut::<Insight>();
    let before = insight.kind;
    if before == kind {
        return;
    }
    if before.looks_back() && kind.looks_back() {
        // The position stays, and so do the judgements of the game.
        insight.kind = kind;
        if kind == InsightKind::Compare {
            // The page of the comparison covers the board.
            world.resource_mut::<Pacing>().trying = None;
        }
        return;
    }
    if kind.looks_back() {
        // A hint belongs to the position for which it was asked.
        world.resource_mut::<Hint<Hexxagon>>().0 = None;
    }
    if before.looks_back() {
        go_to_last_position(world);
    }
    let table = world.get_resource::<Table>();
    let table = table.filter(|_| kind.looks_back());
    let moves = table.map_or(Vec::new(), |table| match table.is_replay() {
        true => table.game().all_moves().to_vec(),
        false => table.moves().to_vec(),
    });
    let length = moves.len();
    world.insert_resource(Insight {
        kind,
        game: Reviewed {
            moves,
            judged: Vec::new(),
        },
        ..Insight::default()
    });
    let has_ended = world
        .get_resource::<Table>()
        .is_some_and(Table::is_game_over);
    let mut pacing = world.resource_mut::<Pacing>();
    match kind.looks_back() {
        true => pacing.begin_looking_back(length, has_ended),
        false => pacing.end_looking_back(),
    }
    pacing.trying = None;
}

/// Goes to the position at which the player began to look back. A replay stays where it is.
fn go_to_last_position(world: &mut World) {
    variations::show_game::<Hexxagon>(world);
    let length = world.resource::<Insight>().game().len();
    let table = world.get_resource::<Table>();
    if table.is_some_and(|table| !table.is_replay() && table.moves().len() != length) {
        go_to::<Hexxagon>(world, length);
    }
}

/// Shows the next kind of insight.
pub fn show_next(world: &mut World) {
    let next = world.resource::<Insight>().kind as usize + 1;
    show(world, InsightKind::ALL[next % InsightKind::ALL.len()]);
}

/// Looks back at the game, at the position in which a move was made. Moves are numbered from 0.
pub fn review_move(world: &mut World, number: usize) {
    show(world, InsightKind::Game);
    variations::show_game::<Hexxagon>(world);
    go_to::<Hexxagon>(world, number);
}

/// Looks back at a variation of the game, at its last position. Variations are numbered from 0.
pub fn review_variation(world: &mut World, number: usize) {
    show(world, InsightKind::Game);
    let length = world.resource::<Insight>().game().len();
    variations::show::<Hexxagon>(world, number, length);
}

/// The mistake after the position on the table, or before it; `None` if there is none.
pub fn neighbouring_mistake(world: &World, towards: Towards) -> Option<usize> {
    let here = world.get_resource::<Table>()?.moves().len();
    world.resource::<Insight>().mistake_from(here, towards)
}

/// Goes to the next mistake, or to the one before.
pub fn go_to_mistake(world: &mut World, towards: Towards) {
    if let Some(mistake) = neighbouring_mistake(world, towards) {
        go_to::<Hexxagon>(world, mistake);
    }
}

/// Forgets the insight into the game that was on the table before. Otherwise the new game would go to the position in
/// which that game stood.
pub fn forget(world: &mut World) {
    world.insert_resource(Insight::default());
}

fn reset_insight(world: &mut World) {
    if world.resource::<Insight>().kind.looks_back() {
        go_to_last_position(world);
    }
    world.insert_resource(Insight::default());
    let mut searches = world.query_filtered::<Entity, Or<(With<ValueSearch>, With<GameJudge>)>>();
    let searches: Vec<Entity> = searches.iter(world).collect();
    for entity in searches {
        world.despawn(entity);
    }
}

/// Lets the review follow the line on the table: the game, or a variation. Moves that are judged already are not judged
/// again.
fn follow_line(table: Res<Table>, mut insight: ResMut<Insight>) {
    if insight.kind != InsightKind::Game {
        return;
    }
    let line = table.shown_variation().map(|_| table.session().all_moves());
    let known = insight
        .variation
        .as_ref()
        .map(|known| known.moves.as_slice());
    if line == known {
        return;
    }
    let variation = line.map(|line| {
        let lines = [Some(&insight.game), insight.variation.as_ref()];
        let known = lines
            .into_iter()
            .flatten()
            .map(|known| known.known_of(line));
        Reviewed {
            moves: line.to_vec(),
            judged: known
                .max_by_key(|judged| judged.len())
                .unwrap_or(&[])
                .to_vec(),
        }
    });
    insight.variation = variation;
    insight.is_judging = false;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hexxagon::rules::Cell;

    #[test]
    fn a_move_is_judged_by_what_it_loses_against_the_best_one() {
        let grows_at = |cell: u8| CellMove {
            from: None,
            to: Cell(cell),
        };
        let judged = |made: Score, best: Score, is_same: bool| JudgedMove {
            player: Player(0),
            made: (grows_at(1), made),
            best: (grows_at(if is_same { 1 } else { 2 }), best),
            pieces: [3; 3],
        };
        let cases = [
            ((50, 69, false), Judgement::Best),
            ((50, 70, false), Judgement::Good),
            ((-20, 79, false), Judgement::Good),
            ((-20, 80, false), Judgement::Mistake),
            // A deeper search of the same move can give another score.
            ((-20, 300, true), Judgement::Best),
            // Both scores say that the game is won.
            ((29_000, 29_900, false), Judgement::Best),
        ];
        for ((made, best, is_same), wanted) in cases {
            let judgement = judged(made, best, is_same).judgement();
            assert_eq!(judgement, wanted, "{made} beside {best}");
        }
    }
}
