//! The evolution of lessons: genomes are bred until players who know the idea of a lesson succeed in it and others
//! fail.

use std::sync::Arc;

use super::game::{Ending, Game, Status};
use super::lesson::{Lesson, Pupil};
use super::lesson_genome::LessonGenome;
use super::table::Table;
use crate::base::{Purpose, RangeError, Rate, Seed, Stream, parallel_map};
use crate::generation::{
    Bits, Crossover, EvolutionParameters, Individual, MutationGaps, Picture, Problem, Run,
    Selection,
};

/// The plays of each automatic player by which an individual is judged.
const PLAYS: usize = 40;
/// The fewest of these plays in which the player who knows the idea has to succeed.
const FEWEST_SUCCESSES: usize = 38;
/// The weight of the failures of the player who knows the idea, beside the successes of the other one. A pupil who
/// follows the lesson and fails learns the wrong thing.
const FAILURE_WEIGHT: f64 = 2.0;
/// The weight of short lessons. It decides between lessons that teach equally well.
const SHORTNESS: f64 = 0.05;
/// The fitness from which on an individual is worth a check.
const PROMISING: f64 = 0.9;

/// The plays of each automatic player by which a lesson is checked.
pub const CHECK_PLAYS: usize = 1_000;
/// The fewest of them in which the player who knows the idea has to succeed.
pub const FEWEST_WITH: usize = 990;
/// The most of them in which the player without the idea may succeed.
pub const MOST_WITHOUT: usize = 40;

/// The mean number of genes of a child that mutate.
const MUTATIONS: f64 = 1.5;

/// Returns the usual parameters of the evolution of a lesson with a number of genes.
pub fn usual_parameters(genes: usize) -> EvolutionParameters {
    let mutation = MUTATIONS / genes.max(1) as f64;
    EvolutionParameters {
        population: 30,
        elitism: 3,
        mutation: mutation.min(*EvolutionParameters::MUTATION.end()),
        crossover: Crossover::OnePoint,
        selection: Selection::Tournament(3),
        generations: 300,
        ..EvolutionParameters::default()
    }
}

/// The luck of all plays follows from this seed, so that it is not that of the tests.
const LUCK: Seed = Seed(0x1E55_0F1D);
/// The occasion of the plays that decide whether an individual is feasible.
const FEASIBILITY: u64 = 1;
/// The occasion of the plays of a check.
const CHECK: u64 = 2;
/// The occasion of the plays for the fitness in the first generation. Each further generation has the next number.
const FIRST_GENERATION: u64 = 3;

/// The luck of a play: its number among those of an occasion.
fn luck(occasion: u64, number: usize) -> Seed {
    LUCK.child(occasion).child(number as u64 + 1)
}

/// A play of an automatic player that has ended.
struct Play {
    has_succeeded: bool,
    /// The moves of all seats together.
    moves: usize,
}

/// Lets an automatic player play a lesson. Returns `None` if the lesson cannot be played.
fn play<G: Game>(
    lesson: &Lesson<G>,
    content: &G::Content,
    pupil: Pupil,
    luck: Seed,
) -> Option<Play> {
    let mut table = Table::of_lesson(*lesson, content.clone(), luck).ok()?;
    let mut player = (lesson.player)(pupil);
    let mut rng = luck.stream(Purpose::Player);
    loop {
        if let Status::Over(ending) = table.status() {
            return Some(Play {
                has_succeeded: matches!(ending, Ending::Won(_)),
                moves: table.moves().len(),
            });
        }
        let made = match table.is_human_turn() {
            true => player(table.state(), &mut rng),
            false => (lesson.reply)(&table),
        };
        table.play(made?).ok()?;
    }
}

/// Lets an automatic player play a lesson as often as an individual is judged by. Returns `None` if the lesson cannot be
/// played.
fn plays<G: Game>(
    lesson: &Lesson<G>,
    content: &G::Content,
    pupil: Pupil,
    occasion: u64,
) -> Option<Vec<Play>> {
    let luck = (0..PLAYS).map(|number| luck(occasion, number));
    luck.map(|luck| play(lesson, content, pupil, luck))
        .collect()
}

fn success(plays: &[Play]) -> Rate {
    Rate::of(plays, |play| play.has_succeeded)
}

/// The mean number of moves of the plays that have succeeded; 0 if none has.
fn mean_moves(plays: &[Play]) -> f64 {
    let succeeded = plays.iter().filter(|play| play.has_succeeded);
    let moves: usize = succeeded.map(|play| play.moves).sum();
    moves as f64 / success(plays).hits.max(1) as f64
}

/// The problem of evolving the genome of a lesson. An evaluation plays the lesson many times, which may take a second,
/// so no background task runs it.
pub struct LessonProblem<G: Game> {
    /// The lesson; its own genome only says how many genes there are.
    lesson: Lesson<G>,
}

impl<G: Game> LessonProblem<G> {
    /// The problem of a lesson.
    pub fn new(lesson: Lesson<G>) -> Self {
        LessonProblem { lesson }
    }

    /// The lesson with another genome.
    fn lesson_of(&self, genome: &LessonGenome) -> Lesson<G> {
        Lesson {
            genome: *genome,
            ..self.lesson
        }
    }
}

impl<G: Game> Problem for LessonProblem<G> {
    type Genome = LessonGenome;

    fn genes(&self) -> usize {
        self.lesson.genome.genes().len()
    }

    fn random(&self, rng: &mut Stream) -> LessonGenome {
        LessonGenome::random(self.genes(), rng)
    }

    fn cross(
        &self,
        first: &LessonGenome,
        second: &LessonGenome,
        how: Crossover,
        rng: &mut Stream,
    ) -> LessonGenome {
        let mask: Bits<1> = how.mask(self.genes(), rng);
        first.crossed(second, |at| mask.get(at))
    }

    fn mutate(&self, genome: &mut LessonGenome, gaps: &MutationGaps, rng: &mut Stream) {
        gaps.each(rng, |at, rng| genome.redraw(at, rng));
    }

    /// Returns how many more plays the taught player would have to win. If the genes give no lesson, it returns the
    /// number of all plays.
    fn violation(&self, genome: &LessonGenome) -> u32 {
        let lesson = self.lesson_of(genome);
        let content = lesson.content().ok();
        let made = content.and_then(|content| plays(&lesson, &content, Pupil::Taught, FEASIBILITY));
        let missing = match made {
            Some(made) => FEWEST_SUCCESSES.saturating_sub(success(&made).hits),
            None => PLAYS,
        };
        missing as u32
    }

    fn objective(&self, genome: &LessonGenome, rng: &mut Stream) -> f64 {
        self.objective_in(genome, 0, rng)
    }

    /// Returns the success rate of the taught player minus that of the untaught player: 1 if the idea alone decides,
    /// and a little more for a short lesson.
    fn objective_in(&self, genome: &LessonGenome, generation: u32, _: &mut Stream) -> f64 {
        let lesson = self.lesson_of(genome);
        let occasion = FIRST_GENERATION + u64::from(generation);
        let made = lesson.content().ok().and_then(|content| {
            let all = |pupil| plays(&lesson, &content, pupil, occasion);
            Some((all(Pupil::Taught)?, all(Pupil::Untaught)?))
        });
        let Some((with, without)) = made else {
            return 0.0;
        };
        let part = |plays: &[Play]| success(plays).percent() / 100.0;
        let difference = 1.0 - FAILURE_WEIGHT * (1.0 - part(&with)) - part(&without);
        (difference + SHORTNESS / (1.0 + mean_moves(&with))).max(0.0)
    }

    /// Each generation plays with other luck, so that a lucky individual is found out.
    fn judges_anew(&self) -> bool {
        true
    }

    /// Nobody watches this evolution.
    fn picture(&self, _: &LessonGenome) -> Picture {
        Picture::default()
    }
}

/// A genome of a lesson with the result of its check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckedLesson {
    /// The genome.
    pub genome: LessonGenome,
    /// The successes of the automatic player who knows the idea of the lesson.
    pub with: Rate,
    /// The successes of the same player without the idea.
    pub without: Rate,
}

impl CheckedLesson {
    /// Whether it is won by using the idea, and lost otherwise.
    pub fn teaches(&self) -> bool {
        self.with.hits >= FEWEST_WITH && self.without.hits <= MOST_WITHOUT
    }
}

/// The evolution of a lesson up to a genome that stands the check.
pub struct LessonEvolution<G: Game> {
    run: Run<LessonProblem<G>>,
    /// The genomes that were checked.
    checked: Vec<LessonGenome>,
}

impl<G: Game> LessonEvolution<G> {
    /// An evolution that has not begun. Refuses parameters outside their range.
    pub fn new(
        lesson: Lesson<G>,
        parameters: EvolutionParameters,
        seed: Seed,
    ) -> Result<Self, RangeError> {
        Ok(LessonEvolution {
            run: Run::new(Arc::new(LessonProblem::new(lesson)), parameters, seed)?,
            checked: Vec::new(),
        })
    }

    /// Makes generations on a number of threads until a genome stands the check or the run ends. Then it returns that
    /// genome, or else the best of the last generation, which does not teach; `None` if that is infeasible. `watch` is
    /// called after each generation. The result does not depend on the number of threads.
    pub fn finish(
        &mut self,
        threads: usize,
        mut watch: impl FnMut(&Self),
    ) -> Option<CheckedLesson> {
        while self.run.stop_reason().is_none() {
            self.run.step_parallel(threads);
            watch(self);
            let checked = self.candidate().and_then(|genome| {
                self.checked.push(genome);
                self.check(genome, threads)
            });
            if checked.is_some_and(|checked| checked.teaches()) {
                return checked;
            }
        }
        let best = self.run.best().filter(|best| best.is_feasible())?;
        self.check(best.genome, threads)
    }

    /// The newest generation; 0 before the first is complete.
    pub fn generation(&self) -> u32 {
        self.run.generation().unwrap_or(0)
    }

    /// The number of evaluations. Checks are not counted.
    pub fn evaluations(&self) -> u64 {
        self.run.evaluations()
    }

    /// The best individual of the newest generation; `None` before the first one.
    pub fn best(&self) -> Option<&Individual<LessonGenome>> {
        self.run.best()
    }

    /// The best genome of the newest generation that is worth a check and was not checked before.
    fn candidate(&self) -> Option<LessonGenome> {
        let feasible = self.run.newest().feasible.members.iter();
        let open =
            feasible.filter(|one| one.fitness >= PROMISING && !self.checked.contains(&one.genome));
        let best = open.max_by(|a, b| a.fitness.total_cmp(&b.fitness))?;
        Some(best.genome)
    }

    /// Plays the lesson of a genome often enough to be sure. Returns `None` if it cannot be played.
    fn check(&self, genome: LessonGenome, threads: usize) -> Option<CheckedLesson> {
        let lesson = self.run.problem().lesson_of(&genome);
        let content = lesson.content().ok()?;
        let rate = |pupil| {
            let plays = parallel_map(CHECK_PLAYS, threads, |number| {
                play(&lesson, &content, pupil, luck(CHECK, number))
            });
            let plays: Option<Vec<Play>> = plays.into_iter().collect();
            Some(success(&plays?))
        };
        Some(CheckedLesson {
            genome,
            with: rate(Pupil::Taught)?,
            without: rate(Pupil::Untaught)?,
        })
    }
}
