//! The editor of boards: the player draws cells and starts, and reads at once the faults of the board and the course of
//! games on it.

mod grid;
mod tools;

use std::path::Path;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::names;
use crate::base::PlainError;
use crate::games::hexxagon::boards::{
    self, ALL_GAMES, BoardMetrics, BoardProblem, BoardSpec, SCREENING_GAMES, saved,
};
use crate::games::hexxagon::evolve;
use crate::games::hexxagon::rules::{Cell, Cells, Fault, Hexxagon, Plan, Player, StuckRule};
use crate::games::hexxagon::setup::{BoardChoice, Setup};
use crate::games::hexxagon::table::Table;
use crate::generation::{Picture, Seed};
use crate::session::{Autosave, FileName, Folders, Game, Library, SaveError};
use crate::shell::content_to_keep::ContentToKeep;
use crate::shell::editor::{self, Editor, EditorWords, Gesture, Line, Spot, Verdict, add_editor};
use crate::shell::notice::Notices;
use crate::shell::table::new_game;
use crate::shell::theatre::edit::{IndividualEditor, PutGenome};
use crate::shell::theme::sprites::Sprites;
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    add_editor::<BoardEditor>(app);
    app.insert_resource(IndividualEditor::<BoardProblem> {
        open: edit_individual,
    });
}

/// The editor of boards.
pub struct BoardEditor;

/// A board that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardDraft {
    /// The board, which may have faults.
    pub plan: Plan,
    /// The number of players.
    pub players: usize,
    /// The player who moves first.
    pub first: Player,
}

/// The change that a click on a cell makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// It adds the cell to the board, or removes it.
    Cell,
    /// It makes the cell a start of a player, or no start.
    Start(usize),
}

/// The tool with which the player draws on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardTool {
    change: Change,
    /// Whether changes are made for all players alike.
    symmetric: bool,
}

/// The metrics of a board from played games.
#[derive(Clone, Copy, Debug, Default)]
pub struct BoardStudy {
    /// The number of games; 0 before the first ones are played.
    games: u32,
    metrics: BoardMetrics,
}

/// The seed of the games that measure a board that is drawn.
const STUDY_SEED: Seed = Seed(1);

/// Opens the editor on the board of the setup.
pub(super) fn open(world: &mut World) {
    // Some boards depend on the seed, and the page shows the one of the new game.
    let origin = new_game::origin::<Hexxagon>(world);
    let (players, first) = (origin.setup.seats.len(), origin.setup.first);
    match origin.setup.board.build(origin.seed) {
        Ok(board) => {
            let plan = board.plan();
            let draft = BoardDraft {
                plan,
                players,
                first,
            };
            editor::open::<BoardEditor>(world, draft);
        }
        Err(why) => world.resource_mut::<Notices>().show(why.to_string()),
    }
}

/// Opens the editor on the position on the table, so that it can be changed and played on by the same players.
pub(super) fn open_position(world: &mut World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let (game, setup) = (table.state(), table.setup().clone());
    let (plan, players, first) = (game.plan(), game.players(), game.mover());
    new_game::take_setup::<Hexxagon>(world, setup);
    let draft = BoardDraft {
        plan,
        players,
        first,
    };
    editor::open::<BoardEditor>(world, draft);
    // A position from a game need not be fair.
    editor::accept_doubts::<BoardEditor>(world);
}

/// Opens the editor on a board of a run.
fn edit_individual(world: &mut World, problem: &BoardProblem, plan: Plan, put: PutGenome<Plan>) {
    let players = problem.spec().players;
    let put_back = move |world: &mut World, draft: &BoardDraft| put(world, draft.plan);
    let draft = BoardDraft {
        plan,
        players,
        first: Player::default(),
    };
    editor::open_individual::<BoardEditor>(world, draft, std::sync::Arc::new(put_back));
}

/// The board of a game; `None` if it is one of the listed boards.
pub(super) fn content_to_keep(table: &Table) -> Option<ContentToKeep> {
    let setup = table.setup();
    let BoardChoice::Custom(plan) = setup.board else {
        return None;
    };
    let draft = BoardDraft {
        plan,
        players: setup.seats.len(),
        first: setup.first,
    };
    let name = table.origin().seed.to_string();
    Some(editor::plan_to_keep::<BoardEditor>(draft, "hex.keep", name))
}

/// The faults of a board. A third player without a start is a fault too.
fn faults_of(draft: &BoardDraft) -> Vec<(Fault, Cells)> {
    let mut faults = draft.plan.faults();
    let no_cells = Cells::default();
    let missing = draft.plan.starts[..draft.players].contains(&no_cells);
    if missing && faults.iter().all(|(fault, _)| *fault != Fault::NoStart) {
        faults.push((Fault::NoStart, no_cells));
    }
    faults
}

/// Whether a board with this fault can be played on. Starts that lie close to each other make a sharp game.
fn is_allowed(fault: Fault) -> bool {
    fault == Fault::TooClose
}

/// The number of starting pieces of each player.
fn start_counts(draft: &BoardDraft) -> Vec<u32> {
    let starts = draft.plan.starts[..draft.players].iter();
    starts.map(|start| start.count()).collect()
}

fn is_unequal(counts: &[u32]) -> bool {
    counts.iter().any(|count| *count != counts[0])
}

fn fault_line(fault: Fault, cells: Cells) -> Line {
    let key = match fault {
        Fault::TooFew => "hex.wrong.too_few",
        Fault::NoStart => "hex.wrong.nowhere",
        Fault::InvalidStart => "hex.wrong.bad_start",
        Fault::Disconnected => "hex.wrong.disconnected",
        Fault::TooClose => "hex.wrong.too_close",
        Fault::Stuck => "hex.wrong.stuck",
    };
    let verdict = if is_allowed(fault) {
        Verdict::Note
    } else {
        Verdict::Wrong
    };
    Line::new(verdict, key).with("value", cells.count())
}

/// The setup of a game on a board that is drawn. If that is for another number of players than the new game, the new
/// seats are copies of the last one.
fn setup_on(world: &World, draft: &BoardDraft) -> Setup {
    let mut setup = new_game::setup::<Hexxagon>(world).clone();
    setup.board = BoardChoice::Custom(draft.plan);
    setup.first = draft.first;
    if setup.seats.len() != draft.players {
        setup.resize_seats(draft.players);
        setup.stuck = StuckRule::usual(draft.players);
    }
    setup
}

impl Editor for BoardEditor {
    type Plan = BoardDraft;
    type Tool = BoardTool;
    type Study = BoardStudy;

    const GAME: &'static str = Hexxagon::KEY;
    const FILE_FIELDS: &'static [&'static str] = &["cells", "starts"];
    const WORDS: EditorWords = EditorWords {
        kind: "hex.kept.board",
        title: "hex.editor",
        hint: "hex.editor.hint",
        other: None,
    };

    fn first_tool(draft: &BoardDraft) -> BoardTool {
        BoardTool {
            change: Change::Cell,
            symmetric: boards::asymmetry(&draft.plan) == 0,
        }
    }

    fn spots(_: &BoardDraft) -> Vec<Spot> {
        grid::spots()
    }

    fn spot_name(draft: &BoardDraft, _: BoardTool, spot: u16, words: &Words) -> String {
        let cell = u8::try_from(spot).ok().and_then(Cell::new);
        cell.map_or(String::new(), |cell| {
            let starts = draft.plan.starts.iter();
            let owner = starts.zip(0..).find(|(start, _)| start.has(cell));
            let content = match owner {
                Some((_, player)) => names::colour_key(Player(player)),
                None if draft.plan.cells.has(cell) => "access.empty",
                None => "hex.editor.no_cell",
            };
            format!("{}, {}", names::cell_name(cell), words.get(content))
        })
    }

    /// The faults of the cells that are marked on the canvas.
    fn spot_fault(draft: &BoardDraft, spot: u16, words: &Words) -> String {
        let cell = u8::try_from(spot).ok().and_then(Cell::new);
        let is_marked = |cells: &Cells| cell.is_some_and(|cell| cells.has(cell));
        let faults = grid::marked_faults(&draft.plan);
        let lines = faults.filter(|(_, cells)| is_marked(cells));
        let lines = lines.map(|(fault, cells)| fault_line(fault, cells).text(words));
        lines.collect::<Vec<_>>().join(" ")
    }

    /// All cells that the hand touches change as the first one does. A symmetric change is made for all players.
    fn edited(draft: &BoardDraft, tool: BoardTool, gesture: &Gesture) -> (BoardDraft, BoardTool) {
        let (mut draft, players) = (*draft, draft.players);
        let cell = |id: &u16| Cell::new(u8::try_from(*id).ok()?);
        let touched: Vec<Cell> = gesture.spots.iter().filter_map(cell).collect();
        let Some(first) = touched.first() else {
            return (draft, tool);
        };
        let is_added = match tool.change {
            Change::Cell => !draft.plan.cells.has(*first),
            Change::Start(player) => !draft.plan.starts[player].has(*first),
        };
        let turns = if tool.symmetric { players } else { 1 };
        for touched in touched {
            let mut at = touched;
            for turn in 0..turns {
                change_cell(&mut draft.plan, tool.change, at, is_added, (turn, players));
                let next = boards::rotated(at, players);
                if next == at {
                    // The cell in the middle is the same for all players, and changes for the chosen one.
                    break;
                }
                at = next;
            }
        }
        (draft, tool)
    }

    fn picture(draft: &BoardDraft, _: BoardTool, _: &BoardStudy) -> Picture {
        grid::picture(&draft.plan)
    }

    fn report(draft: &BoardDraft, study: &BoardStudy) -> Vec<Line> {
        let count = Line::new(Verdict::Note, "hex.editor.count");
        let mut lines = vec![count.with("cells", draft.plan.cells.count())];
        let faults = faults_of(draft).into_iter();
        lines.extend(faults.map(|(fault, cells)| fault_line(fault, cells)));
        let counts = start_counts(draft);
        if is_unequal(&counts) {
            let counts: Vec<String> = counts.iter().map(u32::to_string).collect();
            let unequal = Line::new(Verdict::Note, "hex.editor.unequal");
            lines.push(unequal.with("counts", counts.join(" : ")));
        }
        if Self::is_playable(draft) {
            if Self::doubt(draft).is_none() {
                lines.push(Line::new(Verdict::Holds, "hex.editor.sound"));
            }
            lines.push(match study.games {
                0 => Line::new(Verdict::Note, "editor.measuring"),
                games => Line::new(Verdict::Note, "hex.editor.games")
                    .with("games", games)
                    .with("advantage", format!("{:.1}", study.metrics.advantage))
                    .with("plies", format!("{:.0}", study.metrics.plies))
                    .with("captures", format!("{:.0}", study.metrics.sharpness)),
            });
        }
        lines
    }

    fn is_playable(draft: &BoardDraft) -> bool {
        let mut faults = faults_of(draft).into_iter();
        faults.all(|(fault, _)| is_allowed(fault))
    }

    /// Starts that lie too close to each other, or different numbers of starts, make an unfair game.
    fn doubt(draft: &BoardDraft) -> Option<&'static str> {
        let is_unfair = !faults_of(draft).is_empty() || is_unequal(&start_counts(draft));
        is_unfair.then_some("hex.editor.unfair")
    }

    /// Plays a few games at first, and then as many as measure an evolved board.
    fn study(draft: &BoardDraft, study: &mut BoardStudy) -> bool {
        if !Self::is_playable(draft) {
            return false;
        }
        let games = if study.games == 0 {
            SCREENING_GAMES
        } else {
            ALL_GAMES
        };
        let problem = BoardProblem::new(BoardSpec::usual(draft.players), STUDY_SEED);
        let Some(metrics) = problem.metrics_over(&draft.plan, 0..games) else {
            return false;
        };
        *study = BoardStudy { games, metrics };
        games < ALL_GAMES
    }

    fn spawn_tools(side: &mut ChildSpawnerCommands, _: &Sprites, _: bool) {
        tools::spawn_tools(side);
    }

    fn play(world: &mut World, draft: &BoardDraft) -> Result<(), PlainError> {
        let setup = setup_on(world, draft);
        evolve::open_game(world, setup)
    }

    fn id(world: &World, draft: &BoardDraft) -> Option<String> {
        let setup = setup_on(world, draft);
        let origin = new_game::origin_with::<Hexxagon>(world, setup);
        Some(origin.id().to_string())
    }

    fn evolve(world: &mut World, draft: &BoardDraft) -> Result<(), PlainError> {
        let setup = setup_on(world, draft);
        evolve::evolve_board_from(world, &draft.plan, setup)
    }

    fn library(folders: &Folders) -> Library {
        saved::library(folders)
    }

    fn keep(
        autosave: &mut Autosave,
        folders: &Folders,
        name: &FileName,
        draft: &BoardDraft,
    ) -> Result<(), SaveError> {
        saved::save(autosave, folders, name, &draft.plan)
    }

    /// A file holds the board alone.
    fn is_same(one: &BoardDraft, other: &BoardDraft) -> bool {
        one.plan == other.plan
    }

    fn load(path: &Path) -> Result<BoardDraft, PlainError> {
        let plan = saved::read(path)?;
        let players = plan.players();
        Ok(BoardDraft {
            plan,
            players,
            first: Player::default(),
        })
    }
}

/// Changes one cell. `turn` counts the players of a symmetric change, of `players`.
fn change_cell(
    plan: &mut Plan,
    change: Change,
    at: Cell,
    is_added: bool,
    (turn, players): (usize, usize),
) {
    // A cell that is there already keeps its piece when the stroke that adds cells crosses it.
    if !(matches!(change, Change::Cell) && is_added) {
        for start in &mut plan.starts {
            start.set(at, false);
        }
    }
    match change {
        Change::Cell => plan.cells.set(at, is_added),
        Change::Start(player) => {
            plan.starts[(player + turn) % players].set(at, is_added);
            plan.cells.set(at, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::hexxagon::rules::{Board, BoardNumber};

    /// A draft of a listed board for two.
    fn draft_of(number: u16) -> BoardDraft {
        let board = Board::listed(BoardNumber(number), Seed(1)).expect("a board");
        BoardDraft {
            plan: board.plan(),
            players: 2,
            first: Player::default(),
        }
    }

    /// A stroke over some cells.
    fn stroke_over(cells: &[Cell]) -> Gesture {
        Gesture {
            spots: cells.iter().map(|cell| u16::from(cell.0)).collect(),
            points: None,
            began_on_spot: true,
        }
    }

    #[test]
    fn a_stroke_that_adds_cells_leaves_the_pieces_that_it_crosses() {
        let draft = draft_of(1);
        let empty = Cell::all().find(|cell| !draft.plan.cells.has(*cell));
        let empty = empty.expect("a place without a cell");
        let piece = draft.plan.starts[0].iter().next().expect("a piece");
        let tool = BoardTool {
            change: Change::Cell,
            symmetric: false,
        };
        let stroke = |cells: [Cell; 2]| {
            let (changed, _) = BoardEditor::edited(&draft, tool, &stroke_over(&cells));
            changed.plan
        };
        let added = stroke([empty, piece]);
        assert!(added.cells.has(empty));
        assert_eq!(added.starts, draft.plan.starts);
        // A stroke that removes cells removes their pieces too.
        let removed = stroke([piece, empty]);
        assert!(!removed.cells.has(piece) && !removed.starts[0].has(piece));
    }

    #[test]
    fn a_symmetric_start_on_the_middle_cell_belongs_to_the_chosen_player() {
        let draft = draft_of(0);
        let middle = Cell::new(40).expect("a cell");
        assert_eq!(boards::rotated(middle, 2), middle);
        let gesture = stroke_over(&[middle]);
        for player in 0..2 {
            let tool = BoardTool {
                change: Change::Start(player),
                symmetric: true,
            };
            let (changed, _) = BoardEditor::edited(&draft, tool, &gesture);
            let holds = [0, 1].map(|one| changed.plan.starts[one].has(middle));
            assert_eq!(holds, [player == 0, player == 1]);
            let (again, _) = BoardEditor::edited(&changed, tool, &gesture);
            assert!(!again.plan.starts.iter().any(|starts| starts.has(middle)));
        }
    }
}
