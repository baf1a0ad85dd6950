//! A fifth game, added from outside through the public interface alone: Reversi on 6x6, with opponents on the shared
//! search, weights that evolve in the theatre, a picture and a subcommand. No line of the program changes for it.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use evolvarium::base::PlainError;
use evolvarium::games::command::{Subcommand, Verb};
use evolvarium::generation::{
    Crossover, EvolutionParameters, Form, MutationGaps, Picture, Problem, Seed, Shape,
};
use evolvarium::generation::{Stream, Tint, WatchedRun, task::background_run};
use evolvarium::search::{Limits, MoveList, Options, Position, Score, Searcher, WIN};
use evolvarium::session::{
    Difficulty, Ending, Folders, Game, GameFile, Library, Origin, Preparation,
};
use evolvarium::session::{Rules, Seat, StartError, Status, Table, TwoSeats};
use evolvarium::shell::game_id;
use evolvarium::shell::shelf::{Drawing, ShelfKind, ThingContent, add_shelf_kind};
use evolvarium::shell::table::computers::{Choice, Computers, Thinker, add_computers};
use evolvarium::shell::table::grid_view::{GridGame, add_grid_view};
use evolvarium::shell::table::setup_page::difficulty_row;
use evolvarium::shell::table::{self, GameWords, TableGame, new_game};
use evolvarium::shell::theatre::{self, About};
use evolvarium::shell::words::{Language, Words};

/// Cells in a row; a cell is its row times this and its column.
const SIDE: i32 = 6;
/// The number that stands for a pass.
const PASS: u8 = 36;

/// The value of each of six kinds of cells, 0 to 9; the corners come first.
type Weights = [u8; 6];

/// A position: the discs of the mover and of the rival, whether the second seat moves, and the weights of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Discs(u64, u64, bool, Weights);

/// The kind of a cell, 0 to 5.
fn kind(cell: u8) -> usize {
    let fold = |at: i32| at.min(SIDE - 1 - at);
    let (row, col) = (fold(i32::from(cell) / SIDE), fold(i32::from(cell) % SIDE));
    [0, 1, 3][row.max(col) as usize] + row.min(col) as usize
}

impl Discs {
    fn start(weights: Weights) -> Self {
        Discs(1 << 15 | 1 << 20, 1 << 14 | 1 << 21, false, weights)
    }

    /// Returns the rival's discs that a move turns over; none if the move is illegal.
    fn turned(&self, cell: u8) -> u64 {
        let Discs(own, rival, ..) = *self;
        let mut all = 0;
        for way in (0..9).filter(|way| *way != 4 && (own | rival) >> cell & 1 == 0) {
            let (down, right) = (way / 3 - 1, way % 3 - 1);
            let (mut row, mut col) = (i32::from(cell) / SIDE, i32::from(cell) % SIDE);
            let mut line = 0;
            loop {
                (row, col) = (row + down, col + right);
                let inside = (0..SIDE).contains(&row) && (0..SIDE).contains(&col);
                let bit = if inside { 1 << (row * SIDE + col) } else { 0 };
                if rival & bit == 0 {
                    all |= if own & bit == 0 { 0 } else { line };
                    break;
                }
                line |= bit;
            }
        }
        all
    }

    fn legal(&self) -> Vec<u8> {
        (0..PASS).filter(|cell| self.turned(*cell) != 0).collect()
    }

    fn swapped(self) -> Self {
        Discs(self.1, self.0, !self.2, self.3)
    }

    fn after(self, made: u8) -> Self {
        let new = if made < PASS { 1 << made } else { 0 };
        let turned = if made < PASS { self.turned(made) } else { 0 };
        Discs(self.0 | new | turned, self.1 & !turned, self.2, self.3).swapped()
    }

    fn is_over(&self) -> bool {
        self.legal().is_empty() && self.swapped().legal().is_empty()
    }

    fn lead(&self) -> i32 {
        self.0.count_ones() as i32 - self.1.count_ones() as i32
    }

    /// Finds the best move by looking `plies` plies ahead.
    fn best_move(self, plies: u32) -> Option<u8> {
        let mut searcher = Searcher::new(Options::default()).ok()?;
        let found = searcher.search(&self, Limits::depth(plies), &default(), |_| {});
        found.ok()?.best_move()
    }
}

impl Position for Discs {
    type Move = u8;
    type Undo = Discs;
    const PACKED_MOVES: usize = 37;

    fn key(&self) -> u64 {
        let mix = |bits: u64| bits.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
        mix(self.0 ^ mix(self.1)) ^ u64::from(self.2)
    }
    fn terminal_score(&self) -> Option<Score> {
        let score = [-WIN, 0, WIN][(self.lead().signum() + 1) as usize];
        self.is_over().then_some(score)
    }
    fn evaluate(&self) -> Score {
        let worth = |cell: u8| Score::from(self.3[kind(cell)]);
        let sign = |cell: u8| (self.0 >> cell & 1) as Score - (self.1 >> cell & 1) as Score;
        (0..PASS).map(|cell| worth(cell) * sign(cell)).sum()
    }
    fn moves(&self, into: &mut MoveList<u8>) {
        self.legal().into_iter().for_each(|cell| into.push(cell, 0));
        if into.is_empty() {
            into.push(PASS, 0);
        }
    }
    fn make(&mut self, made: u8) -> Discs {
        std::mem::replace(self, self.after(made))
    }
    fn unmake(&mut self, _: u8, before: Discs) {
        *self = before;
    }
    fn pack(made: u8) -> u16 {
        made.into()
    }
    fn plies_left(&self) -> u32 {
        2 * (self.0 | self.1).count_zeros()
    }
}

#[derive(Debug)]
pub struct Reversi;

#[derive(Debug, thiserror::Error)]
#[error("nothing is turned over there")]
pub struct Illegal;

impl Rules for Reversi {
    type State = Discs;
    type Move = u8;
    type MoveError = Illegal;
    type Events = u64;

    fn apply(state: &mut Discs, made: &u8) -> Result<u64, Illegal> {
        let turned = if *made < PASS { state.turned(*made) } else { 0 };
        if turned == 0 {
            return Err(Illegal);
        }
        *state = state.after(*made);
        if state.legal().is_empty() && !state.is_over() {
            *state = state.swapped();
        }
        Ok(turned)
    }
}

/// An opponent: the plies that it looks ahead, and its weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opponent(u32, Weights);

impl Default for Opponent {
    fn default() -> Self {
        Opponent(2, [9, 2, 2, 4, 3, 3])
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let weights = self.1.map(|weight| weight.to_string()).concat();
        write!(f, "ahead{}w{weights}", self.0)
    }
}

/// A text that names no opponent.
#[derive(Clone, Debug, thiserror::Error)]
#[error("there is no opponent called \"{0}\"")]
pub struct OpponentError(String);

impl FromStr for Opponent {
    type Err = OpponentError;

    fn from_str(text: &str) -> Result<Self, OpponentError> {
        let read = || {
            let (plies, weights) = text.strip_prefix("ahead")?.split_once('w')?;
            let plies = plies.parse().ok().filter(|plies| (1..=8).contains(plies))?;
            let digits = weights.bytes().map(|digit| digit.wrapping_sub(b'0'));
            let weights = digits.collect::<Vec<u8>>().try_into().ok()?;
            Some(Opponent(plies, weights))
        };
        read().ok_or_else(|| OpponentError(text.to_owned()))
    }
}

impl Game for Reversi {
    const KEY: &'static str = "reversi";
    type Setup = TwoSeats<Opponent>;
    type Opponent = Opponent;
    type Content = ();
    type Extra = ();
    type File = GameFile<u8, ()>;

    fn prepare(_: &Origin<Self>, _: Option<&Folders>) -> Result<Preparation<()>, StartError> {
        Ok(Preparation::Ready(()))
    }
    fn first_state(_: &Origin<Self>, (): &()) -> Result<Discs, PlainError> {
        Ok(Discs::start(Opponent::default().1))
    }
    fn status(table: &Table<Self>) -> Status {
        let discs = table.state();
        let mover = usize::from(discs.2);
        match discs.lead() {
            _ if !discs.is_over() => Status::Turn(mover),
            0 => Status::Over(Ending::Drawn),
            lead => Status::Over(Ending::Won(if lead > 0 { mover } else { 1 - mover })),
        }
    }
    fn seats(setup: &TwoSeats<Opponent>) -> Vec<Seat<Opponent>> {
        setup.0.to_vec()
    }
    fn counted_as(table: &Table<Self>) -> Option<String> {
        Some(table.seats()[1 - table.only_human()?].to_string())
    }
}

impl Computers for Reversi {
    type Report = ();
    type Reason = ();

    fn thinker(table: &Table<Self>) -> Option<Thinker<Self>> {
        let (Opponent(plies, weights), discs) = (*table.computer()?, *table.state());
        Some(Box::new(move |_, _| {
            let made = Discs(discs.0, discs.1, discs.2, weights).best_move(plies)?;
            Some(Choice { made, reason: () })
        }))
    }
    fn quick_choice(table: &Table<Self>) -> Option<Choice<Self>> {
        let made = *table.state().legal().first()?;
        Some(Choice { made, reason: () })
    }
}

/// The problem of weights that beat a player who moves at random.
struct WeightsProblem;

impl Problem for WeightsProblem {
    type Genome = Weights;

    fn genes(&self) -> usize {
        6
    }
    fn random(&self, rng: &mut Stream) -> Weights {
        [0; 6].map(|_| rng.random_below(10) as u8)
    }
    fn cross(&self, a: &Weights, b: &Weights, _: Crossover, rng: &mut Stream) -> Weights {
        std::array::from_fn(|gene| [a, b][rng.random_below(2) as usize][gene])
    }
    fn mutate(&self, genome: &mut Weights, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |gene, rng| genome[gene] = rng.random_below(10) as u8);
    }
    fn objective(&self, genome: &Weights, rng: &mut Stream) -> f64 {
        let mut discs = Discs::start(*genome);
        while !discs.is_over() {
            let best = |cell: &u8| -discs.after(*cell).evaluate();
            let legal = discs.legal();
            let made = if discs.2 {
                rng.choose(&legal).copied()
            } else {
                legal.iter().copied().max_by_key(best)
            };
            discs = discs.after(made.unwrap_or(PASS));
        }
        let lead = if discs.2 { -discs.lead() } else { discs.lead() };
        f64::from(36 + lead)
    }
    fn picture(&self, genome: &Weights) -> Picture {
        let cell = |cell: u8| Shape {
            key: cell.into(),
            form: Form::Disc,
            tint: Tint::Player(0),
            x: (f32::from(cell % 6) + 0.5) / 6.0,
            y: (f32::from(cell / 6) + 0.5) / 6.0,
            size: (1.0 + f32::from(genome[kind(cell)])) / 64.0,
        };
        Picture::of((0..PASS).map(cell).collect())
    }
}

impl TableGame for Reversi {
    const WORDS: GameWords = GameWords {
        name: "reversi.name",
        tagline: "reversi.tagline",
        keys: "reversi.keys",
        difficulties: ["reversi.plies"; 4],
        setup: "pause.new",
    };

    fn usual_parameters() -> EvolutionParameters {
        EvolutionParameters {
            generations: 30,
            ..EvolutionParameters::default()
        }
    }
    fn demo(seed: Seed) -> Option<Arc<dyn WatchedRun>> {
        Some(background_run(WeightsProblem, Self::usual_parameters(), seed).ok()?)
    }
    fn set_difficulty(setup: &mut TwoSeats<Opponent>, difficulty: Difficulty) {
        setup.0[1] = Seat::Computer(Opponent(1 + difficulty as u32, Opponent::default().1));
    }
    fn evolve(world: &mut World) -> Result<(), PlainError> {
        let origin = new_game::origin::<Self>(world);
        let about = About {
            title: "play.evolving_opponent",
            ..default()
        };
        let (parameters, seed) = (Self::usual_parameters(), origin.seed);
        let play = move |world: &mut World, weights, _| {
            let mut origin = origin.clone();
            origin.setup.0[1] = Seat::Computer(Opponent(1, weights));
            table::start::<Reversi>(world, origin, (), ());
        };
        theatre::evolve(world, WeightsProblem, parameters, seed, about, play)
    }
    fn hint(table: &Table<Self>) -> Option<u8> {
        table.state().best_move(3)
    }
    fn player_key(_: &Table<Self>, seat: usize) -> &'static str {
        ["reversi.black", "reversi.white"][seat]
    }
    fn setup_rows(page: &mut ChildSpawnerCommands, _: &World) {
        difficulty_row::<Self>(page, "reversi.plies");
    }
}

impl GridGame for Reversi {
    fn size(_: &Table<Self>) -> (u16, u16) {
        (6, 6)
    }
    fn piece(table: &Table<Self>, cell: u16) -> Option<usize> {
        let discs = table.state();
        let mover = usize::from(discs.2);
        let own = (discs.0 >> cell & 1 == 1).then_some(mover);
        own.or((discs.1 >> cell & 1 == 1).then_some(1 - mover))
    }
    fn move_at(_: &Table<Self>, cell: u16) -> u8 {
        cell as u8
    }
}

pub fn plugin(app: &mut App) {
    table::add_game::<Reversi>(app);
    add_computers::<Reversi>(app);
    let mut words = app.world_mut().resource_mut::<Words>();
    let phrases = [
        ("reversi.name", "Reversi"),
        ("reversi.tagline", "Turn them over."),
        ("reversi.keys", "arrows and Enter"),
        ("reversi.plies", "Looks a little further ahead."),
        ("reversi.black", "Black"),
        ("reversi.white", "White"),
        ("reversi.kept", "Weights"),
    ];
    words.add(Language::English, &phrases);
    add_grid_view::<Reversi>(app);
    add_shelf_kind(app, KEPT);
}

/// The kind of thing that the game keeps on the shelf: opponents, as the text that an id has for them.
const KEPT: ShelfKind = ShelfKind {
    game: Some(Reversi::KEY),
    name: "reversi.kept",
    library: |folders| Library::of(folders, "reversi"),
    read: |path| {
        opponent_in(path)?;
        Ok(ThingContent {
            count: 1,
            drawing: Drawing::Picture(Picture::default()),
            creature: None,
            problem: None,
        })
    },
    play: Some(|world, path| game_id::open_id(world, &opponent_in(path)?)),
    look: |world, path| game_id::open_id(world, &opponent_in(path)?),
    text: |_, path| opponent_in(path),
};

/// The id of a game against the opponent in a file.
fn opponent_in(path: &Path) -> Result<String, PlainError> {
    let text = std::fs::read_to_string(path)?;
    Ok(format!("reversi:human-{}#a", text.trim()))
}

/// The depth of a perft.
#[derive(clap::Args)]
struct PerftArgs {
    #[arg(long)]
    depth: u32,
}

fn perft(discs: Discs, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let below = |cell: u8| perft(discs.after(cell), depth - 1);
    discs.legal().into_iter().map(below).sum()
}

pub fn subcommand() -> Subcommand {
    Subcommand::new(Verb::Perft, Reversi::KEY, "Reversi", |args: &PerftArgs| {
        Ok(format!(
            "{}\n",
            perft(Discs::start(Opponent::default().1), args.depth)
        ))
    })
}
