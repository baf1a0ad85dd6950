//! The game tree below a position, as far as it is worth showing: on 3x3 every move, with symmetric ones merged, as
//! long as a branch is not too thin; on larger boards the moves that a search finds best, a few moves deep.

use super::classes::{CLASSES, Position3x3, ordering_key, value_of_last_move};
use super::{SearchMode, search};
use crate::games::tic_tac_toe::rules::{Cell, Game, Side, Status};
use crate::search::{GameValue, Limits, StopToken};
use crate::session::statistics::GameResult;

/// A position of the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeNode {
    /// The move that leads here; `None` at the root.
    pub by: Option<Cell>,
    /// The number of moves of its parent that this one stands for: itself, and those that are symmetric to it.
    pub alike: u32,
    /// The index of the position before that move.
    pub parent: usize,
    /// The number of moves from the root.
    pub depth: usize,
    /// Its value for the side to move; `None` if it is not proven. A game that is over has its value in 0 moves.
    pub value: Option<GameValue>,
    /// The number of games that go on from here; `None` if they are not counted.
    pub games: Option<u32>,
    /// Its part of the tree, 0 to 1.
    pub share: f64,
    /// The indices of the positions that follow: the most promising first if a search has found them.
    pub children: Vec<usize>,
    /// The number of legal moves that are left out.
    pub hidden: usize,
}

/// The tree below a position. Parents come before their children.
#[derive(Clone, Debug)]
pub struct GameTree {
    root: Game,
    nodes: Vec<TreeNode>,
}

/// The number of moves of a position that are shown on larger boards, by the number of moves from the root.
const SHOWN: [usize; 3] = [16, 6, 4];
/// The nodes of the search for these moves.
const NODES: [u64; 3] = [60_000, 6_000, 1_500];
/// The depth of the tree on 3x3, in moves.
const DEPTH: usize = 6;
/// On 3x3, a branch that is a smaller part of the tree than this is not followed further.
const SMALLEST: f64 = 1.0 / 1_200.0;

impl GameTree {
    /// The tree below a position. On larger boards it takes a while; `on_tree` gets the tree so far when the moves of a
    /// further depth have been searched.
    pub fn new(root: &Game, stop: &StopToken, on_tree: impl FnMut(&GameTree)) -> Self {
        match Position3x3::of(root) {
            Some(position) => GameTree::counted(root, position, DEPTH, SMALLEST),
            None => GameTree::searched(root, stop, on_tree),
        }
    }

    /// The tree of a 3x3 position to a depth in moves. A branch that is a smaller part of it than `smallest` is not
    /// followed.
    pub fn counted(root: &Game, position: Position3x3, depth: usize, smallest: f64) -> Self {
        let mut tree = GameTree::root(root);
        let mut positions = vec![position];
        tree.nodes[0].games = Some(CLASSES.games(position));
        let mut at = 0;
        while at < tree.nodes.len() {
            let (position, share) = (positions[at], tree.nodes[at].share);
            let class = CLASSES.find(position);
            tree.nodes[at].value = Some(match class {
                Some(class) => CLASSES.value(class),
                None if position.winner().is_some() => GameValue::Loss(0),
                None => GameValue::Draw,
            });
            if class.is_some() && tree.nodes[at].depth < depth && share >= smallest {
                let all = f64::from(CLASSES.games(position));
                for (cell, alike) in position.distinct_cells() {
                    let after = position.after(cell);
                    let games = CLASSES.games(after);
                    let part = f64::from(alike * games) / all;
                    let child = tree.add(at, Cell(cell as u8), alike, share * part);
                    tree.nodes[child].games = Some(games);
                    positions.push(after);
                }
            }
            at += 1;
        }
        tree
    }

    /// The tree of a position on a larger board.
    fn searched(root: &Game, stop: &StopToken, mut on_tree: impl FnMut(&GameTree)) -> Self {
        let mut tree = GameTree::root(root);
        let mut first = 0;
        for (shown, nodes) in SHOWN.into_iter().zip(NODES) {
            let end = tree.nodes.len();
            for at in first..end {
                if stop.is_stopped() {
                    return tree;
                }
                tree.expand(at, shown, nodes, stop);
            }
            first = end;
            tree.back_up();
            on_tree(&tree);
        }
        tree
    }

    fn root(root: &Game) -> Self {
        let node = TreeNode {
            by: None,
            alike: 1,
            parent: 0,
            depth: 0,
            value: end_value(root),
            games: None,
            share: 1.0,
            children: Vec::new(),
            hidden: 0,
        };
        GameTree {
            root: root.clone(),
            nodes: vec![node],
        }
    }

    fn add(&mut self, parent: usize, by: Cell, alike: u32, share: f64) -> usize {
        let at = self.nodes.len();
        self.nodes[parent].children.push(at);
        self.nodes.push(TreeNode {
            by: Some(by),
            alike,
            parent,
            depth: self.nodes[parent].depth + 1,
            value: None,
            games: None,
            share,
            children: Vec::new(),
            hidden: 0,
        });
        at
    }

    /// Searches a position, and adds the best moves.
    fn expand(&mut self, at: usize, shown: usize, nodes: u64, stop: &StopToken) {
        let game = self.position(at);
        if game.status() != Status::Playing {
            return;
        }
        let (limits, mode) = (Limits::nodes(nodes), SearchMode::EveryMove);
        let Some(report) = search(&game, limits, mode, stop, |_| {}) else {
            return;
        };
        let found = self.nodes[at].value.or(report.proven_value());
        self.nodes[at].value = found;
        let count = report.candidates.len().min(shown);
        self.nodes[at].hidden = game.legal_cells().len().saturating_sub(count);
        let share = self.nodes[at].share / count.max(1) as f64;
        for candidate in report.candidates.iter().take(shown) {
            let child = self.add(at, candidate.mv, 1, share);
            let value = report.proven_value_of(candidate.score);
            let ended = end_value(&self.position(child));
            self.nodes[child].value = ended.or(value.map(value_after));
        }
    }

    /// Proves the values that follow from the values of moves: a move that wins, or the best of all moves.
    fn back_up(&mut self) {
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            if node.value.is_some() || node.children.is_empty() {
                continue;
            }
            let values = node.children.iter().map(|child| self.move_value(*child));
            let values: Vec<Option<GameValue>> = values.collect();
            let best = values.iter().copied().flatten();
            let best = best.max_by_key(|value| ordering_key(*value));
            let all_known = node.hidden == 0 && values.iter().all(Option::is_some);
            let wins = matches!(best, Some(GameValue::Win(_)));
            self.nodes[at].value = best.filter(|_| wins || all_known);
        }
    }

    /// The value of the move that leads to a position, for the side that makes it.
    fn move_value(&self, at: usize) -> Option<GameValue> {
        self.nodes[at].value.map(value_of_last_move)
    }

    /// All positions.
    pub fn nodes(&self) -> &[TreeNode] {
        &self.nodes
    }

    /// The position at the root.
    pub fn root_position(&self) -> &Game {
        &self.root
    }

    /// The moves from the root to a position.
    pub fn moves(&self, at: usize) -> Vec<Cell> {
        let mut moves = Vec::new();
        let mut node = &self.nodes[at];
        while let Some(cell) = node.by {
            moves.push(cell);
            node = &self.nodes[node.parent];
        }
        moves.reverse();
        moves
    }

    /// The game after the moves to a position.
    pub fn position(&self, at: usize) -> Game {
        let mut game = self.root.clone();
        for cell in self.moves(at) {
            // The tree holds legal moves only.
            let _ = game.play(cell);
        }
        game
    }

    /// The position that moves lead to from the root; `None` if the tree does not show it.
    pub fn find(&self, moves: &[Cell]) -> Option<usize> {
        moves.iter().try_fold(0, |at, cell| {
            let mut children = self.nodes[at].children.iter().copied();
            children.find(|child| self.nodes[*child].by == Some(*cell))
        })
    }

    /// The side to move at a position. When the game is over, the side whose turn it would be.
    pub fn to_move(&self, at: usize) -> Side {
        match self.nodes[at].depth % 2 {
            0 => self.root.to_move(),
            _ => self.root.to_move().other(),
        }
    }

    /// The result of the game for a side with best play from a position; `None` if it is not proven.
    pub fn result(&self, at: usize, side: Side) -> Option<GameResult> {
        let own = self.to_move(at) == side;
        Some(match (self.nodes[at].value?, own) {
            (GameValue::Draw, _) => GameResult::Drawn,
            (GameValue::Win(_), true) | (GameValue::Loss(_), false) => GameResult::Won,
            (GameValue::Win(_), false) | (GameValue::Loss(_), true) => GameResult::Lost,
        })
    }

    /// The best move at a position: the fastest win, or else the first one that is not known to lose, or the slowest
    /// loss.
    pub fn best_child(&self, at: usize) -> Option<usize> {
        let rank = |child: usize| match self.move_value(child) {
            Some(value @ GameValue::Win(_)) => ordering_key(value),
            Some(value @ GameValue::Loss(_)) => ordering_key(value),
            Some(GameValue::Draw) | None => 0,
        };
        let children = self.nodes[at].children.iter().copied();
        children.rev().max_by_key(|child| rank(*child))
    }

    /// The positions that follow one with best play of both sides.
    pub fn best_line(&self, from: usize) -> Vec<usize> {
        std::iter::successors(self.best_child(from), |at| self.best_child(*at)).collect()
    }

    /// The most moves that the tree can show from a position.
    pub fn rings(&self, at: usize) -> usize {
        let board = self.root.board();
        let depth = if board.is_usual() { DEPTH } else { SHOWN.len() };
        let marks = self.root.mark_count() + self.nodes[at].depth;
        depth.min(board.cells() - marks)
    }
}

/// The value of a game that is over, for the side that would be to move.
fn end_value(game: &Game) -> Option<GameValue> {
    match game.status() {
        Status::Playing => None,
        Status::Drawn => Some(GameValue::Draw),
        Status::Won(side) if side == game.to_move() => Some(GameValue::Win(0)),
        Status::Won(_) => Some(GameValue::Loss(0)),
    }
}

/// Converts the value of a move into that of the position after it, for the side to move there.
fn value_after(value: GameValue) -> GameValue {
    match value {
        GameValue::Win(plies) => GameValue::Loss(plies.saturating_sub(1)),
        GameValue::Draw => GameValue::Draw,
        GameValue::Loss(plies) => GameValue::Win(plies.saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::rules::Board;

    fn game(board: &str, moves: &[u8]) -> Game {
        let mut game = Game::new(board.parse::<Board>().expect("a board"));
        for cell in moves {
            game.play(Cell(*cell)).expect("a legal move");
        }
        game
    }

    fn whole_tree() -> GameTree {
        GameTree::counted(&game("3x3k3", &[]), Position3x3::default(), 9, 0.0)
    }

    /// The number of positions that each position stands for in the tree without merging.
    fn copies(tree: &GameTree) -> Vec<u64> {
        let mut copies: Vec<u64> = Vec::new();
        for node in tree.nodes() {
            let above = if node.depth == 0 {
                1
            } else {
                copies[node.parent]
            };
            copies.push(above * u64::from(node.alike));
        }
        copies
    }

    #[test]
    fn the_merged_3x3_tree_stands_for_all_255168_games() {
        let tree = whole_tree();
        let copies = copies(&tree);
        let mut at_depth = [0; 10];
        let mut ended = [0; 3];
        for (at, node) in tree.nodes().iter().enumerate() {
            at_depth[node.depth] += copies[at];
            if node.children.is_empty() {
                let result = tree.result(at, Side::First).expect("all are proven");
                ended[result as usize] += copies[at];
            }
        }
        let known = [
            1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872,
        ];
        assert_eq!(at_depth, known);
        assert_eq!(ended, [131_184, 46_080, 77_904]);
        assert_eq!(tree.nodes()[0].games, Some(255_168));
    }

    #[test]
    fn symmetric_moves_are_one_branch_as_wide_as_all_of_them() {
        let tree = whole_tree();
        let first = |at: &usize| {
            let node = &tree.nodes()[*at];
            (node.by.map(|cell| cell.0), node.alike)
        };
        let moves: Vec<_> = tree.nodes()[0].children.iter().map(first).collect();
        assert_eq!(moves, [(Some(0), 4), (Some(1), 4), (Some(4), 1)]);
        let replies = tree.nodes()[0].children.iter();
        let replies: Vec<usize> = replies.map(|at| tree.nodes()[*at].children.len()).collect();
        assert_eq!(replies, [5, 5, 2]);
        let mut rings = [0; 10];
        tree.nodes().iter().for_each(|node| rings[node.depth] += 1);
        assert_eq!(rings[..5], [1, 3, 12, 66, 360]);
        for node in tree.nodes().iter().filter(|node| !node.children.is_empty()) {
            let parts: f64 = node.children.iter().map(|at| tree.nodes()[*at].share).sum();
            assert!((parts - node.share).abs() < 1e-9);
        }
    }

    #[test]
    fn the_best_line_of_3x3_is_a_draw_of_nine_moves_and_a_win_is_taken_at_once() {
        let tree = whole_tree();
        let line = tree.best_line(0);
        assert_eq!(line.len(), 9);
        assert!(
            line.iter()
                .all(|at| tree.result(*at, Side::First) == Some(GameResult::Drawn))
        );
        // X on a1 and b1, O on a2 and b2: X wins with c1.
        let root = game("3x3k3", &[0, 3, 1, 4]);
        let tree = GameTree::new(&root, &StopToken::default(), |_| {});
        let line = tree.best_line(0);
        assert_eq!(
            line.iter()
                .map(|at| tree.nodes()[*at].by)
                .collect::<Vec<_>>(),
            [Some(Cell(2))]
        );
        assert_eq!(tree.nodes()[line[0]].value, Some(GameValue::Loss(0)));
        assert_eq!(tree.result(0, Side::Second), Some(GameResult::Lost));
        assert_eq!(tree.position(line[0]).status(), Status::Won(Side::First));
        assert_eq!(tree.find(&[Cell(2)]), Some(line[0]));
    }

    #[test]
    fn the_shown_3x3_tree_leaves_thin_branches_out_and_no_child_of_a_shown_parent() {
        let root = game("3x3k3", &[]);
        let tree = GameTree::new(&root, &StopToken::default(), |_| {});
        assert!(tree.nodes().len() < 8_000, "{}", tree.nodes().len());
        for (at, node) in tree.nodes().iter().enumerate() {
            assert!(node.depth <= DEPTH);
            if !node.children.is_empty() {
                let distinct = Position3x3::of(&tree.position(at))
                    .expect("3x3")
                    .distinct_cells();
                assert_eq!(node.children.len(), distinct.len());
            }
        }
    }

    #[test]
    fn on_larger_boards_the_tree_holds_the_best_moves_and_says_how_many_it_leaves_out() {
        // X has three in a row of four, open at both ends.
        let root = game("5x5k4", &[11, 0, 12, 4, 13, 20]);
        let tree = GameTree::new(&root, &StopToken::default(), |_| {});
        let node = &tree.nodes()[0];
        assert_eq!(node.children.len() + node.hidden, 19);
        assert_eq!(node.children.len(), SHOWN[0]);
        assert_eq!(node.value, Some(GameValue::Win(1)));
        let best = tree.best_child(0).expect("a move");
        assert_eq!(tree.position(best).status(), Status::Won(Side::First));
        assert_eq!(tree.result(best, Side::First), Some(GameResult::Won));
        for node in tree.nodes() {
            assert!(node.depth <= SHOWN.len());
        }
    }

    #[test]
    fn a_tree_on_a_larger_board_shows_what_is_not_proven_as_unknown() {
        let root = game("15x15k5", &[]);
        let tree = GameTree::new(&root, &StopToken::default(), |_| {});
        assert_eq!(tree.nodes()[0].value, None);
        assert_eq!(tree.nodes()[0].hidden, 225 - SHOWN[0]);
        assert_eq!(tree.rings(0), SHOWN.len());
    }
}
