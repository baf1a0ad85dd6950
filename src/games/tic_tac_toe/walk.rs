//! The walk through the game tree: the position in the middle of the sunburst, the one that is looked at, and the way
//! from one middle to the next.

use std::sync::Arc;

use bevy::prelude::*;

use super::insight::{Insight, InsightKind, is_processor_free};
use super::players::tree::GameTree;
use super::rules::{Cell, Game, Side, TicTacToe};
use super::table::Table;
use crate::base::{Towards, smoothstep};
use crate::plot::sunburst::{Branch, Sector, sunburst};
use crate::search::BackgroundSearch;
use crate::session::TableVersion;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::table::Pacing;
use crate::shell::table::playing;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Walk>()
        .add_systems(OnExit(Screen::Play), stop_walk)
        .add_systems(
            Update,
            (follow_table, search_tree, take_tree, move_middle)
                .chain()
                .run_if(playing::<TicTacToe>),
        );
}

/// Seconds in which a position moves into the middle.
const SECONDS: f32 = 0.55;

/// The walk, while the tree is shown.
#[derive(Resource, Default)]
pub struct Walk {
    /// The version of the table at whose position the walk begins.
    version: Option<TableVersion>,
    /// The position at which it begins.
    start: Option<Game>,
    /// The side for which positions are won or lost.
    side: Option<Side>,
    /// The moves from there to the position in the middle.
    middle: Vec<Cell>,
    /// The moves from there to the position that is looked at. They begin with those to the middle.
    cursor: Vec<Cell>,
    /// The moves to the root of the tree that was asked for last.
    searched: Option<Vec<Cell>>,
    shown: Option<ShownTree>,
    /// The tree below the middle, while the tree before it is on its way there.
    next: Option<ShownTree>,
}

/// A tree that is shown, and the way of its middle.
#[derive(Clone)]
pub struct ShownTree {
    /// The tree.
    pub tree: Arc<GameTree>,
    /// The place of each of its positions, when its root is in the middle.
    pub sectors: Arc<Vec<Sector>>,
    /// The moves from the start of the walk to its root.
    root: Vec<Cell>,
    /// The position from which the middle comes.
    from: usize,
    /// The position to which the middle goes.
    to: usize,
    /// The part of that way, 0 to 1.
    progress: f32,
}

impl ShownTree {
    fn new(tree: GameTree, root: Vec<Cell>) -> Self {
        let branch = |node: &super::players::tree::TreeNode| Branch {
            parent: node.parent,
            weight: node.share,
        };
        let branches: Vec<Branch> = tree.nodes().iter().map(branch).collect();
        ShownTree {
            sectors: Arc::new(sunburst(&branches)),
            tree: Arc::new(tree),
            root,
            from: 0,
            to: 0,
            progress: 1.0,
        }
    }

    /// The position to which the middle goes.
    pub fn middle(&self) -> usize {
        self.to
    }

    /// The part of the way of the middle, 0 to 1. It begins and ends slowly.
    fn eased(&self) -> f32 {
        smoothstep(self.progress.clamp(0.0, 1.0))
    }

    /// The sector in the middle now; while the middle moves, it lies between two positions.
    pub fn centre(&self) -> Sector {
        let [from, to] = [self.from, self.to].map(|at| self.sectors[at]);
        from.towards(&to, f64::from(self.eased()))
    }

    /// The number of rings that have room now, the disc in the middle not counted.
    pub fn rings(&self) -> f32 {
        let [from, to] = [self.from, self.to].map(|at| self.tree.rings(at) as f32);
        from + (to - from) * self.eased()
    }

    /// The index of the position after moves from the start of the walk.
    fn find(&self, moves: &[Cell]) -> Option<usize> {
        self.tree.find(moves.strip_prefix(&self.root[..])?)
    }

    /// The moves from the start of the walk to a position.
    fn moves(&self, at: usize) -> Vec<Cell> {
        [&self.root[..], &self.tree.moves(at)].concat()
    }
}

/// A search for a tree, and the moves to its root.
#[derive(Component)]
struct TreeSearch(Vec<Cell>);

type Search = BackgroundSearch<GameTree, GameTree>;

impl Walk {
    /// A walk that begins at the position of a table.
    fn at(table: &Table) -> Self {
        let game = table.state();
        let human = table.only_human().map(|seat| table.setup().side_of(seat));
        Walk {
            version: Some(table.version()),
            start: Some(game.clone()),
            side: Some(human.unwrap_or(game.to_move())),
            ..Walk::default()
        }
    }

    /// The tree that is shown, once there is one.
    pub fn shown(&self) -> Option<&ShownTree> {
        self.shown.as_ref()
    }

    /// The side for which positions are won or lost: the player's, or else the one to move.
    pub fn side(&self) -> Side {
        self.side.unwrap_or(Side::First)
    }

    /// The moves from the position of the game to the one in the middle.
    pub fn middle(&self) -> &[Cell] {
        &self.middle
    }

    /// The moves from the position of the game to the one that is looked at.
    pub fn cursor(&self) -> &[Cell] {
        &self.cursor
    }

    /// The position that is looked at, as an index of the tree that is shown; `None` if that tree does not reach it.
    pub fn cursor_node(&self) -> Option<usize> {
        self.shown.as_ref()?.find(&self.cursor)
    }

    /// The position that is looked at.
    pub fn cursor_position(&self) -> Option<Game> {
        let mut game = self.start.clone()?;
        for cell in &self.cursor {
            game.play(*cell).ok()?;
        }
        Some(game)
    }

    /// Looks at a position of the tree that is shown.
    pub fn look_at(&mut self, at: usize) {
        let Some(shown) = &self.shown else { return };
        let moves = shown.moves(at);
        if moves.starts_with(&self.middle) {
            self.cursor = moves;
        }
    }

    /// Looks at the next position of the same ring, or at the one before it. From the middle it looks outwards.
    pub fn look_around(&mut self, towards: Towards) {
        if self.cursor == self.middle {
            self.look_outwards();
            return;
        }
        let (Some(shown), Some(at)) = (&self.shown, self.cursor_node()) else {
            return;
        };
        let (nodes, middle) = (shown.tree.nodes(), shown.sectors[shown.to]);
        let is_seen = |other: &usize| {
            nodes[*other].depth == nodes[at].depth
                && shown.sectors[*other].seen_from(&middle).width() > 0.0
        };
        let ring: Vec<usize> = (0..nodes.len()).filter(is_seen).collect();
        let Some(place) = ring.iter().position(|other| *other == at) else {
            return;
        };
        if let Some(next) = towards.wrapped(Some(place), ring.len()) {
            self.look_at(ring[next]);
        }
    }

    /// Looks at the best move of the position that is looked at.
    pub fn look_outwards(&mut self) {
        let shown = self.shown.as_ref().zip(self.cursor_node());
        let next = shown.and_then(|(shown, at)| shown.tree.best_child(at));
        if let Some(next) = next {
            self.look_at(next);
        }
    }

    /// Looks at the position one move before. A position before the middle becomes the new middle.
    pub fn look_inwards(&mut self) {
        if self.cursor.len() > self.middle.len() {
            self.cursor.pop();
        } else {
            self.walk_back();
        }
    }

    /// Walks to the position that is looked at: it moves into the middle.
    pub fn walk_to_cursor(&mut self) {
        self.walk_to(self.cursor.clone());
    }

    /// Walks back by one move.
    pub fn walk_back(&mut self) {
        if let Some((_, before)) = self.middle.split_last() {
            self.walk_to(before.to_vec());
        }
    }

    /// Walks back to the position of the game.
    pub fn walk_to_start(&mut self) {
        self.walk_to(Vec::new());
    }

    /// Walks along the best line by one move.
    pub fn walk_best(&mut self) {
        let Some(shown) = &self.shown else { return };
        let at = shown.find(&self.middle);
        if let Some(best) = at.and_then(|at| shown.tree.best_child(at)) {
            self.walk_to(shown.moves(best));
        }
    }

    fn walk_to(&mut self, moves: Vec<Cell>) {
        self.next = None;
        if let Some(shown) = &mut self.shown
            && let Some(at) = shown.find(&moves)
            && at != shown.to
        {
            (shown.from, shown.to, shown.progress) = (shown.to, at, 0.0);
        }
        self.cursor.clone_from(&moves);
        self.middle = moves;
    }

    /// Takes a tree that was asked for.
    fn take(&mut self, tree: GameTree, root: Vec<Cell>) {
        if root != self.middle {
            return;
        }
        let mut taken = ShownTree::new(tree, root);
        match &self.shown {
            // The walk to the tree before is still shown. The new tree waits for its end.
            Some(shown) if shown.progress < 1.0 && shown.root.len() < taken.root.len() => {
                self.next = Some(taken);
                return;
            }
            // The old middle moves to its place in the larger tree.
            Some(shown) if shown.root.len() >= taken.root.len() => {
                let before = shown.moves(shown.from);
                let was = shown.moves(shown.to);
                let is_same = shown.root == taken.root;
                let (origin, progress) = match is_same {
                    true => (before, shown.progress),
                    false => (was, 0.0),
                };
                if let Some(from) = taken.find(&origin) {
                    (taken.from, taken.progress) = (from, progress);
                }
            }
            _ => {}
        }
        self.shown = Some(taken);
    }
}

fn stop_walk(
    mut commands: Commands,
    mut walk: ResMut<Walk>,
    searches: Query<Entity, With<TreeSearch>>,
) {
    *walk = Walk::default();
    for entity in &searches {
        commands.entity(entity).despawn();
    }
}

/// Begins a new walk if the tree of another position is shown, and ends the walk if no tree is shown.
fn follow_table(table: Res<Table>, insight: Res<Insight>, mut walk: ResMut<Walk>) {
    let wanted = (insight.kind() == InsightKind::Tree).then(|| table.version());
    if walk.version != wanted {
        *walk = wanted.map_or_else(Walk::default, |_| Walk::at(&table));
    }
}

/// Starts the search for the tree below the middle when the middle has changed.
fn search_tree(
    mut commands: Commands,
    table: Res<Table>,
    pacing: Res<Pacing>,
    mut walk: ResMut<Walk>,
    searches: Query<Entity, With<TreeSearch>>,
) {
    let wanted = walk.version.map(|_| walk.middle.clone());
    if walk.searched == wanted && (wanted.is_some() || searches.is_empty()) {
        return;
    }
    for entity in &searches {
        commands.entity(entity).despawn();
    }
    let Some((root, mut game)) = wanted.clone().zip(walk.start.clone()) else {
        walk.searched = wanted;
        return;
    };
    // Until the processor is free, the search waits.
    if !game.board().is_usual() && !is_processor_free(&table, &pacing) {
        walk.searched = None;
        return;
    }
    walk.searched = wanted;
    for cell in &root {
        // The walk makes legal moves only.
        let _ = game.play(*cell);
    }
    let search = Search::start(move |stop, show| {
        GameTree::new(&game, stop, |tree: &GameTree| show(tree.clone()))
    });
    commands.spawn((Name::new("Game tree"), TreeSearch(root), search));
}

fn take_tree(
    mut commands: Commands,
    mut searches: Query<(Entity, &TreeSearch, &mut Search)>,
    mut walk: ResMut<Walk>,
) {
    for (entity, of, mut search) in &mut searches {
        let tree = search.take_latest(&mut commands, entity, "the search for the game tree");
        if let Some(tree) = tree {
            walk.take(tree, of.0.clone());
        }
    }
}

/// Moves the middle on its way by a frame.
fn move_middle(time: Res<Time>, settings: Res<Settings>, mut walk: ResMut<Walk>) {
    let moves = walk
        .shown
        .as_ref()
        .is_some_and(|shown| shown.progress < 1.0);
    if !moves && walk.next.is_none() {
        return;
    }
    let step = time.delta_secs() * settings.animation_speed() / SECONDS;
    let walk = &mut *walk;
    let Some(shown) = &mut walk.shown else { return };
    shown.progress = match settings.reduced_motion {
        true => 1.0,
        false => (shown.progress + step).min(1.0),
    };
    if shown.progress >= 1.0
        && let Some(next) = walk.next.take()
    {
        walk.shown = Some(next);
    }
}
