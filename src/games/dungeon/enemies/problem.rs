//! Evolving enemies: programs fight in arenas, and each kind has its own idea of a good fight.

use std::sync::Arc;

use super::arena::{Arena, Course};
use super::program::Program;
use super::{Breed, Kind, breeding, drawing, scenes};
use crate::generation::{Crossover, Fact, Gaps, Picture, Problem, Search, Seed, Selection, Stream};

/// What should be evolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wish {
    /// Its aims and its body.
    pub kind: Kind,
    /// How strong its body is.
    pub strength: u8,
    /// Arenas in which a program fights.
    pub arenas: u32,
}

/// Arenas of an individual, as in the document.
pub const ARENAS: u32 = 6;
/// What each node costs, so that programs do not grow without need.
const NODE: f64 = 0.05;
/// How often parents are crossed.
const CROSSOVER: f64 = 0.65;

/// What a fight is worth to a kind: what it is worth to any, twice, and what it is out for.
pub fn worth(kind: Kind, course: &Course) -> f64 {
    let own = match kind {
        Kind::Hunter => {
            let steps = 0.3 * f64::from(course.walked) + f64::from(course.chased);
            10.0 * f64::from(course.strikers) + steps
        }
        Kind::Guard => 30.0 * (1.0 - course.away) + 2.0 * f64::from(course.blocked.min(10)),
        // Who only hides is worth nothing, and who only stands there little.
        Kind::Coward => {
            let unhurt = 40.0 * course.life * f64::from(course.hurt.min(8)) / 8.0;
            unhurt + 8.0 * f64::from(course.flights.min(12))
        }
        Kind::Ambusher => 25.0 * f64::from(course.stalks),
    };
    2.0 * course.points() + own
}

/// In how many of six arenas the intruder hurries through, where a kind learns: hunters must catch it,
/// and guards let it come.
fn hurried(kind: Kind) -> u32 {
    match kind {
        Kind::Hunter => 4,
        Kind::Guard => 1,
        Kind::Coward | Kind::Ambusher => 3,
    }
}

/// The problem of a wish.
pub struct EnemyProblem {
    wish: Wish,
    arenas: Vec<Arena>,
}

impl EnemyProblem {
    /// The problem of a wish; its arenas come from the seed.
    pub fn new(wish: Wish, seed: Seed) -> Self {
        EnemyProblem {
            wish,
            arenas: Arena::many(seed, wish.arenas.max(1), hurried(wish.kind)),
        }
    }

    /// What is wished for.
    pub fn wish(&self) -> Wish {
        self.wish
    }

    /// The arenas.
    pub fn arenas(&self) -> &[Arena] {
        &self.arenas
    }

    /// The breed of a program.
    pub fn breed(&self, program: &Program) -> Arc<Breed> {
        Arc::new(Breed {
            kind: self.wish.kind,
            strength: self.wish.strength,
            program: program.clone(),
        })
    }

    fn courses(&self, program: &Program) -> impl Iterator<Item = Course> + '_ {
        let breed = self.breed(program);
        let fight = move |arena: &Arena| arena.fight(&breed, self.wish.strength);
        self.arenas.iter().map(fight)
    }
}

impl Problem for EnemyProblem {
    type Genome = Program;

    /// One: a child is changed in one place, or not at all.
    fn genes(&self) -> usize {
        1
    }

    fn random(&self, rng: &mut Stream) -> Program {
        breeding::simplified(&breeding::random(self.wish.kind, rng))
    }

    fn cross(&self, first: &Program, second: &Program, _: Crossover, rng: &mut Stream) -> Program {
        if rng.unit() < CROSSOVER {
            breeding::simplified(&breeding::cross(first, second, rng))
        } else {
            first.clone()
        }
    }

    fn mutate(&self, program: &mut Program, gaps: &Gaps, rng: &mut Stream) {
        gaps.each(rng, |_, rng| {
            breeding::mutate(program, self.wish.kind, rng);
            *program = breeding::simplified(program);
        });
    }

    /// The mean worth of its fights, less what its nodes cost.
    fn objective(&self, program: &Program, _: &mut Stream) -> f64 {
        let worth = |course| worth(self.wish.kind, &course);
        let sum: f64 = self.courses(program).map(worth).sum();
        let mean = sum / self.arenas.len() as f64;
        (mean - NODE * program.size() as f64).max(0.0)
    }

    fn picture(&self, program: &Program) -> Picture {
        drawing::picture(program)
    }

    /// Its fights, one arena after the other.
    fn scenes(&self, program: &Program, showing: u32) -> Vec<Picture> {
        let arena = &self.arenas[showing as usize % self.arenas.len()];
        scenes::scenes(arena, &self.breed(program), self.wish.strength)
    }

    fn facts(&self, program: &Program) -> Vec<Fact> {
        let courses: Vec<Course> = self.courses(program).collect();
        let count = courses.len() as f64;
        let mean = |value: &dyn Fn(&Course) -> f64| courses.iter().map(value).sum::<f64>() / count;
        let fact = Fact::new;
        let killed = courses.iter().filter(|course| course.killed).count();
        let mut facts = vec![
            fact("dungeon.fact.killed", format!("{killed} / {count}")),
            fact(
                "dungeon.fact.hurt",
                format!("{:.1}", mean(&|course| f64::from(course.hurt))),
            ),
            fact(
                "dungeon.fact.life",
                format!("{:.0} %", 100.0 * mean(&|course| course.life)),
            ),
            fact("dungeon.fact.nodes", program.size().to_string()),
        ];
        if !drawing::is_legible(program) {
            facts.push(fact("dungeon.fact.patrol", program.patrol.to_string()));
            facts.push(fact("dungeon.fact.attack", program.attack.to_string()));
        }
        facts
    }
}

/// How enemies are searched for: population, generations and rates of the document, but for elites and
/// tournament, which every population here has.
pub fn usual_search() -> Search {
    Search {
        population: 100,
        elitism: 2,
        mutation: 0.25,
        selection: Selection::Tournament(3),
        generations: 200,
        milliseconds: 0,
        ..Search::default()
    }
}
