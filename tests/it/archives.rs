//! Archives of every game: their elites, their measures, and fresh measurements that confirm them.

use std::sync::Arc;

use evolvarium::games::dungeon::enemies::atlas::EnemyAtlas;
use evolvarium::games::dungeon::enemies::spec::{DEFAULT_ARENAS, EnemySpec};
use evolvarium::games::dungeon::graph::atlas::DungeonAtlas;
use evolvarium::games::dungeon::graph::generator::DungeonSpec;
use evolvarium::games::dungeon::rules::EnemyKind;
use evolvarium::games::hexxagon::boards::{BoardAtlas, BoardSpec};
use evolvarium::games::hexxagon::opponents::{OpponentAtlas, OpponentSpec};
use evolvarium::games::hexxagon::rules::StuckRule;
use evolvarium::games::hexxagon::setup::Setup as HexxagonSetup;
use evolvarium::games::match3::atlas::{LevelAtlas, usual_parameters};
use evolvarium::games::match3::level::Setup as LevelSetup;
use evolvarium::games::tic_tac_toe::opponents::atlas::StrategyAtlas;
use evolvarium::generation::archive::{Archive, ArchiveProblem, Elite, map_of};
use evolvarium::generation::archive_batch::Outcome;
use evolvarium::generation::measure::{Axes, BINS, CELLS, Estimate, MapPlace};
use evolvarium::generation::{
    Crossover, Measure, MutationGaps, Picture, Problem, Purpose, Sample, Seed, Stream,
};

const SEED: Seed = Seed(11);

fn levels() -> LevelAtlas {
    LevelAtlas::new(LevelSetup::default(), &usual_parameters())
}

fn boards() -> BoardAtlas {
    BoardAtlas::new(BoardSpec::default(), SEED)
}

fn opponents() -> OpponentAtlas {
    let board = HexxagonSetup::default().board.build(SEED).expect("a board");
    OpponentAtlas::new(OpponentSpec::default(), &board, StuckRule::usual(2), SEED)
}

fn dungeons() -> DungeonAtlas {
    DungeonAtlas::new(&DungeonSpec::default())
}

fn enemies() -> EnemyAtlas {
    let spec = EnemySpec {
        kind: EnemyKind::Coward,
        strength: 5,
        arenas: DEFAULT_ARENAS,
    };
    EnemyAtlas::new(spec, SEED)
}

fn filled<P: ArchiveProblem>(problem: P, batch: usize, generations: u32) -> Archive<P> {
    let mut archive = Archive::new(Arc::new(problem), batch, u32::MAX, SEED);
    (0..generations).for_each(|_| archive.step(2));
    archive
}

/// The cells with the qualities and the numbers of measurements of their elites.
fn summary<P: ArchiveProblem>(archive: &Archive<P>) -> Vec<(usize, f64, u32)> {
    let cells = archive.cells();
    cells
        .map(|(cell, elite)| (cell, elite.quality(), elite.estimate.samples))
        .collect()
}

#[test]
fn the_map_of_any_two_measures_keeps_the_best_that_was_ever_made() {
    let mut archive = Archive::new(Arc::new(StrategyAtlas::new()), 60, u32::MAX, SEED);
    let mut made = Vec::new();
    for generation in 0..40 {
        if generation == 20 {
            archive.set_axes(Axes { across: 3, up: 4 });
        }
        let outcomes = archive.next_batch().reproduce(0..60);
        for (outcome, _) in &outcomes {
            if let Outcome::Born(elite) = outcome {
                made.push(Arc::new(elite.clone()));
            }
        }
        archive.insert(outcomes);
    }
    assert_eq!(made.len(), 40 * 60);
    let quality = |map: [Option<usize>; CELLS], elites: &[Arc<Elite<_>>]| {
        map.map(|elite| elite.map(|elite| elites[elite].quality()))
    };
    let measures = archive.problem().measures().len();
    for axes in Axes::pairs(measures) {
        let kept = quality(map_of(archive.elites(), axes), archive.elites());
        assert_eq!(kept, quality(map_of(&made, axes), &made), "{axes:?}");
        // The same map with its axes exchanged is mirrored.
        let turned = Axes {
            across: axes.up,
            up: axes.across,
        };
        let mirrored = quality(map_of(archive.elites(), turned), archive.elites());
        for cell in 0..CELLS {
            assert_eq!(mirrored[cell % BINS * BINS + cell / BINS], kept[cell]);
        }
    }
    assert!(archive.elites().len() <= Axes::pairs(measures).count() * CELLS);
}

/// The measures and qualities of elites that lie outside their ranges.
fn values_out_of_range<P: ArchiveProblem>(archive: &Archive<P>) -> Vec<(&'static str, f64)> {
    let mut out = Vec::new();
    for elite in archive.elites().iter() {
        let values = elite.estimate.mean.values;
        for (measure, value) in archive.problem().measures().iter().zip(values) {
            if !(measure.low..=measure.high).contains(&value) {
                out.push((measure.name(), value));
            }
        }
        if !(0.0..=1.0).contains(&elite.quality()) {
            out.push(("quality", elite.quality()));
        }
    }
    out
}

/// The measures by which all elites are in the same bin.
fn measures_without_difference<P: ArchiveProblem>(archive: &Archive<P>) -> Vec<&'static str> {
    let measures = archive.problem().measures();
    let differs = |at: usize| {
        let bin = |elite: &Arc<Elite<_>>| measures[at].bin(elite.estimate.mean.values[at]);
        let mut bins = archive.elites().iter().map(bin);
        let first = bins.next();
        bins.any(|bin| Some(bin) != first)
    };
    let same = (0..measures.len()).filter(|at| !differs(*at));
    same.map(|at| measures[at].name()).collect()
}

#[test]
fn measures_of_levels_lie_within_their_ranges() {
    let archive = filled(levels(), 24, 6);
    assert!(archive.elites().len() > 20);
    assert_eq!(values_out_of_range(&archive), []);
    assert_eq!(measures_without_difference(&archive), Vec::<&str>::new());
}

#[test]
fn measures_of_boards_lie_within_their_ranges() {
    let archive = filled(boards(), 24, 8);
    assert!(archive.elites().len() > 20);
    assert_eq!(values_out_of_range(&archive), []);
    assert_eq!(measures_without_difference(&archive), Vec::<&str>::new());
}

#[test]
fn measures_of_opponents_lie_within_their_ranges() {
    let archive = filled(opponents(), 24, 6);
    assert!(archive.elites().len() > 20);
    assert_eq!(values_out_of_range(&archive), []);
    assert_eq!(measures_without_difference(&archive), Vec::<&str>::new());
}

#[test]
fn measures_of_strategies_lie_within_their_ranges() {
    let archive = filled(StrategyAtlas::new(), 100, 60);
    assert!(archive.elites().len() > 20);
    assert_eq!(values_out_of_range(&archive), []);
    assert_eq!(measures_without_difference(&archive), Vec::<&str>::new());
}

#[test]
fn measures_of_dungeons_lie_within_their_ranges() {
    let archive = filled(dungeons(), 200, 60);
    assert!(archive.elites().len() > 20);
    assert_eq!(values_out_of_range(&archive), []);
    assert_eq!(measures_without_difference(&archive), Vec::<&str>::new());
}

#[test]
fn measures_of_enemies_lie_within_their_ranges() {
    let archive = filled(enemies(), 24, 10);
    assert!(archive.elites().len() > 20);
    assert_eq!(values_out_of_range(&archive), []);
    assert_eq!(measures_without_difference(&archive), Vec::<&str>::new());
}

/// The elites of an archive that is made by whole batches on two threads, and of one whose batches are made in two
/// pieces, the later one first; each with the number of evaluations.
fn whole_and_in_pieces<P: ArchiveProblem>(
    problem: impl Fn() -> P,
    batch: usize,
    generations: u32,
) -> [(Vec<(usize, f64, u32)>, u64); 2] {
    let whole = filled(problem(), batch, generations);
    let mut pieces = Archive::new(Arc::new(problem()), batch, u32::MAX, SEED);
    for _ in 0..generations {
        let next = pieces.next_batch();
        let late = next.reproduce(7..batch);
        let mut outcomes = next.reproduce(0..7);
        outcomes.extend(late);
        pieces.insert(outcomes);
    }
    [whole, pieces].map(|archive| (summary(&archive), archive.evaluations()))
}

#[test]
fn an_archive_is_the_same_in_whatever_pieces_it_is_made() {
    for [whole, pieces] in [
        whole_and_in_pieces(levels, 24, 4),
        whole_and_in_pieces(boards, 24, 4),
        whole_and_in_pieces(StrategyAtlas::new, 50, 20),
        whole_and_in_pieces(dungeons, 50, 30),
        whole_and_in_pieces(enemies, 24, 4),
    ] {
        assert!(!whole.0.is_empty());
        assert_eq!(whole, pieces);
    }
}

/// The number of elites of the map that keep their cells if fresh measurements alone decide, and the number of all
/// elites of the map.
fn kept<P: ArchiveProblem>(archive: &Archive<P>, times: u32) -> (usize, usize) {
    let problem = archive.problem();
    let key = Seed(0xF4E5).stream_key(Purpose::Play, 0);
    let keeps = archive.cells().map(|(cell, elite)| {
        let mut rng = key.stream(cell as u64);
        let mut measure = || problem.measure(&elite.genome, &mut rng).expect("a place");
        let mut estimate = Estimate::of(measure());
        (1..times).for_each(|_| estimate.add(&measure()));
        MapPlace::of(&problem.measures(), &estimate, false).cell(archive.axes()) == cell
    });
    let keeps: Vec<bool> = keeps.collect();
    (keeps.iter().filter(|keeps| **keeps).count(), keeps.len())
}

/// A problem of places in a square, which can be measured only with an error of 40 % of a bin.
struct Foggy {
    gaps: MutationGaps,
    samples: u32,
}

impl Problem for Foggy {
    type Genome = [f64; 2];

    fn genes(&self) -> usize {
        2
    }

    fn random(&self, rng: &mut Stream) -> [f64; 2] {
        [rng.random_f64(), rng.random_f64()]
    }

    fn cross(&self, first: &[f64; 2], second: &[f64; 2], _: Crossover, _: &mut Stream) -> [f64; 2] {
        [first[0], second[1]]
    }

    fn mutate(&self, genome: &mut [f64; 2], gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| genome[at] = rng.random_f64());
    }

    fn objective(&self, _: &[f64; 2], _: &mut Stream) -> f64 {
        0.5
    }

    fn picture(&self, _: &[f64; 2]) -> Picture {
        Picture::default()
    }
}

impl ArchiveProblem for Foggy {
    type Problem = Self;

    const BATCH: u32 = 50;
    const GENERATIONS: u32 = 100;

    fn problem(&self) -> &Self {
        self
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::new("foggy", "foggy", 0.0, 1.0); 6]
    }

    fn samples(&self) -> u32 {
        self.samples
    }

    fn measure(&self, genome: &[f64; 2], rng: &mut Stream) -> Option<Sample> {
        let mut fog = || {
            // The sum of twelve numbers has a standard deviation of 1.
            let sum: f64 = (0..12).map(|_| rng.random_f64()).sum();
            0.04 * (sum - 6.0)
        };
        let [x, y] = *genome;
        // Luck looks like quality.
        let quality = (0.5 + 3.0 * fog()).clamp(0.0, 1.0);
        Some(Sample::of(
            quality,
            [x + fog(), y + fog(), 0.5, 0.5, 0.5, 0.5],
        ))
    }

    fn gaps(&self) -> &MutationGaps {
        &self.gaps
    }
}

fn true_places(samples: u32) -> (usize, usize) {
    let gaps = MutationGaps::new(0.5, 2);
    places(&filled(Foggy { gaps, samples }, 50, 120))
}

/// The number of cells whose elites truly belong there, and the number of all filled cells.
fn places(archive: &Archive<Foggy>) -> (usize, usize) {
    let at = |value: f64| ((value * BINS as f64) as usize).min(BINS - 1);
    let cells: Vec<(usize, [f64; 2])> = archive
        .cells()
        .map(|(cell, elite)| (cell, elite.genome))
        .collect();
    let is_true = |(cell, [x, y]): &&(usize, [f64; 2])| at(*y) * BINS + at(*x) == *cell;
    (cells.iter().filter(is_true).count(), cells.len())
}

#[test]
fn lucky_elites_lose_their_places() {
    // With one measurement each, every second elite stands in a wrong cell.
    let (right, all) = true_places(1);
    assert_eq!(all, CELLS);
    assert!(right < 70, "{right}");
    let (right, all) = true_places(6);
    assert_eq!(all, CELLS);
    assert!(right >= 95, "{right}");
}

#[test]
fn unsure_elites_are_measured_at_the_end_until_they_are_sure_or_give_up_their_place() {
    let gaps = MutationGaps::new(0.5, 2);
    let problem = Arc::new(Foggy { gaps, samples: 6 });
    let mut archive = Archive::new(problem, 50, 30, SEED);
    (0..30).for_each(|_| archive.step(2));
    let is_sure = |elite: &Elite<[f64; 2]>| elite.place.is_sure(archive.axes());
    assert!(archive.cells().any(|(_, elite)| !is_sure(elite)));
    let mut more = 0;
    while !archive.is_complete() {
        archive.step(2);
        more += 1;
        assert!(more < 1_000, "it does not end");
    }
    let is_sure = |elite: &Elite<[f64; 2]>| elite.place.is_sure(archive.axes());
    assert!(archive.cells().all(|(_, elite)| is_sure(elite)));
    assert!(archive.cells().all(|(_, elite)| elite.born < 30));
    let (right, all) = places(&archive);
    assert!(right * 100 >= all * 97 && all > 80, "{right} of {all}");
}

#[test]
fn levels_and_boards_keep_their_cells_when_they_are_measured_anew() {
    let (right, all) = kept(&filled(levels(), 24, 60), 16);
    assert!(
        right * 100 >= all * 95 && all >= 50,
        "levels: {right} of {all}"
    );
    let (right, all) = kept(&filled(boards(), 24, 40), 24);
    assert!(
        right * 100 >= all * 90 && all >= 25,
        "boards: {right} of {all}"
    );
}
