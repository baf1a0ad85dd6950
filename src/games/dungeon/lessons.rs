//! The lessons: find the way out, fight in a doorway, strike from behind, and throw. Their rooms and the places of their
//! enemies have evolved; `evolvarium generate lesson --game dungeon` evolves them again.

use super::descent::Descent;
use super::enemies::shipped;
use super::graph::generator::DungeonSpec;
use super::heredity::Learning;
use super::map::{Cell, Graph, Roles, Room, RoomNo, Tile};
use super::players::automatic::Automatic;
use super::players::reference_players::Habits;
use super::players::routes::{Routes, borders_unseen};
use super::players::{Player, ReferencePlayer};
use super::rules::{
    Armour, Enemy, EnemyKind, Item, MEMORY_TURNS, Move, Status, Weapon, for_strength,
};
use super::setup::Setup;
use super::table::DungeonGame;
use crate::base::{PlainError, Seed};
use crate::session::lesson::lesson_words;
use crate::session::{
    GeneReader, Lesson, LessonGenome, LessonGoal, LessonPlayer, LessonWords, Pupil,
};

/// The lessons, the first one first.
pub const LESSONS: [Lesson<DungeonGame>; 4] = [
    Lesson {
        words: WAY_OUT,
        seed: Seed(1),
        genome: LessonGenome::of("dfa64f91a3ca4b"),
        setup: key_and_exit,
        begin: |descent, _, luck| descent.with_luck(luck).map_err(PlainError::from),
        goal: LessonGoal::Reach(|_, now| now.game.status() == Status::Escaped),
        moves: 60,
        shows_move: false,
        player: leaving_player,
        reply: |_| None,
    },
    Lesson {
        words: lesson_words!("dungeon.lesson.doorway"),
        seed: Seed(1),
        genome: LessonGenome::of("132c11c501375e9fc059bffde0ac0e"),
        setup: |genes| three_rooms(genes, 1),
        begin: |descent, genes, luck| {
            hunting_group(EnemyKind::Guard, 4).enter(&descent, genes, luck)
        },
        goal: LessonGoal::Reach(are_all_dead),
        moves: 120,
        shows_move: false,
        player: fighting_player,
        reply: |_| None,
    },
    Lesson {
        words: lesson_words!("dungeon.lesson.behind"),
        seed: Seed(1),
        genome: LessonGenome::of("c3d3ebccfbf410c6389afcd474"),
        setup: |genes| three_rooms(genes, 5),
        begin: |descent, genes, luck| {
            unaware_group(EnemyKind::Guard, 3).enter(&descent, genes, luck)
        },
        goal: LessonGoal::Reach(are_all_dead),
        moves: 200,
        shows_move: false,
        player: |pupil| {
            automatic_player(Habits {
                sneaks: pupil.is_taught(),
                hoods: pupil.is_taught(),
                guards: false,
                ..ReferencePlayer::Sneaking.habits()
            })
        },
        reply: |_| None,
    },
    Lesson {
        words: lesson_words!("dungeon.lesson.throw"),
        seed: Seed(1),
        genome: LessonGenome::of("6a7bd6ea87c560bc2512618e22"),
        setup: |genes| three_rooms(genes, 7),
        begin: |descent, genes, luck| {
            let hunters = hunting_group(EnemyKind::Hunter, 3);
            let mut descent = hunters.enter(&descent, genes, luck)?;
            let hero = &mut descent.game.hero;
            (hero.weapon, hero.armour) = (Weapon::Sword, Armour::Leather);
            hero.items = vec![Item::Weapon(Weapon::Spear); SPEARS];
            hero.belt.clear();
            Ok(descent)
        },
        goal: LessonGoal::Reach(are_all_dead),
        moves: 120,
        shows_move: false,
        player: |pupil| {
            automatic_player(Habits {
                throws: pupil.is_taught(),
                guards: false,
                ..ReferencePlayer::Thrower.habits()
            })
        },
        reply: |_| None,
    },
];

/// The words of the lesson about the key and the exit. The other lessons need neither.
pub const WAY_OUT: LessonWords = lesson_words!("dungeon.lesson.way_out");

/// The index of the room in which the hero starts.
const START: usize = 0;
/// The index of the next room.
const NEXT: usize = 1;
/// The number of spears with which throwing is taught.
const SPEARS: usize = 3;
/// The least number of columns and rows of a room.
const SIDE: u8 = 6;
/// The number of possible lengths of a side of a room.
const MORE: usize = 4;
/// The least number of steps between the hero and an enemy.
const DISTANCE: u16 = 3;

/// Three empty rooms in a row, for enemies of a strength. The hero starts at one end, and the exit is at the other.
fn three_rooms(genes: &mut GeneReader, strength: u8) -> Option<Setup> {
    let edges = |roles: Roles| [(roles.start, roles.key), (roles.key, roles.exit)];
    row_of_rooms(genes, strength, edges)
}

/// Three empty rooms in a row. The hero starts in the middle, between the key and the exit.
fn key_and_exit(genes: &mut GeneReader) -> Option<Setup> {
    let edges = |roles: Roles| [(roles.start, roles.key), (roles.start, roles.exit)];
    row_of_rooms(genes, 1, edges)
}

/// Three empty rooms with two edges between them. Each side has a gene; the layout follows from the lesson's seed.
fn row_of_rooms(
    genes: &mut GeneReader,
    strength: u8,
    edges: impl Fn(Roles) -> [(RoomNo, RoomNo); 2],
) -> Option<Setup> {
    let mut side = || SIDE + genes.below(MORE) as u8;
    let mut room = || Room {
        width: side(),
        height: side(),
        ..Room::default()
    };
    let mut graph = Graph::of(&[room(), room(), room()]);
    for (from, to) in edges(graph.roles) {
        graph.connect(from, to);
    }
    Some(Setup {
        depths: 1,
        strength,
        spec: DungeonSpec {
            locks: 0,
            ..DungeonSpec::default()
        },
        learning: Learning::Off,
        graph: Some(Box::new(graph)),
        ..Setup::default()
    })
}

/// The enemies of a lesson.
struct Group {
    kind: EnemyKind,
    count: usize,
    /// The index of their room.
    room: usize,
    /// Whether they know of the hero.
    are_aware: bool,
}

/// Enemies that know of the hero, in the room where the hero starts.
fn hunting_group(kind: EnemyKind, count: usize) -> Group {
    Group {
        kind,
        count,
        room: START,
        are_aware: true,
    }
}

/// Enemies that do not know of the hero, in the next room.
fn unaware_group(kind: EnemyKind, count: usize) -> Group {
    Group {
        kind,
        count,
        room: NEXT,
        are_aware: false,
    }
}

impl Group {
    /// Puts the enemies on the floor of their room, at least [`DISTANCE`] steps away from the hero. Each has a gene for
    /// its cell and one for the way that it faces.
    fn enter(
        &self,
        descent: &Descent,
        genes: &mut GeneReader,
        luck: Seed,
    ) -> Result<Descent, PlainError> {
        let mut descent = descent.with_luck(luck)?;
        let strength = descent.setup().strength;
        let breeds = for_strength(shipped::shipped_roster(), strength);
        let breed = breeds.iter().find(|breed| breed.kind == self.kind);
        let breed = breed.ok_or_else(|| PlainError::new("there is no such enemy"))?;
        let game = &mut descent.game;
        let (layout, hero) = (&game.dungeon().layout, game.hero.at);
        let room = layout
            .rooms
            .get(self.room)
            .ok_or_else(|| PlainError::new("a room is missing"))?;
        let is_floor =
            |cell: &Cell| layout.map.at(*cell) == Tile::Floor && cell.distance_to(hero) >= DISTANCE;
        let cells: Vec<Cell> = room.cells().filter(is_floor).collect();
        for _ in 0..self.count {
            let is_free = |cell| game.enemies.iter().all(|enemy| enemy.at != cell);
            let at = genes
                .choose(&cells, is_free)
                .ok_or_else(|| PlainError::new("the room is too small"))?;
            let facing = Cell::STEPS[genes.below(4)];
            let mut enemy = Enemy::new(at, facing, strength, breed.clone());
            if self.are_aware {
                (enemy.aware, enemy.target, enemy.memory) = (true, hero, MEMORY_TURNS);
            }
            game.enemies.push(enemy);
        }
        Ok(descent)
    }
}

/// Whether no enemy lives.
fn are_all_dead(_: &Descent, now: &Descent) -> bool {
    now.game.enemies.iter().all(|enemy| enemy.life == 0)
}

/// A player of a lesson. It does not guard, so that only the subject of the lesson decides.
fn automatic_player(habits: Habits) -> LessonPlayer<Descent, Move> {
    let mut player = Automatic::new(habits);
    Box::new(move |descent, _| player.choose(&descent.game))
}

/// A player that looks at every place and then walks from one place to another by chance. With the key it goes to the
/// exit, also if it has stepped onto the key by chance. If it is taught, it looks for the key.
fn leaving_player(pupil: Pupil) -> LessonPlayer<Descent, Move> {
    let mut routes = Routes::default();
    let mut explorer = automatic_player(ReferencePlayer::Careful.habits());
    let mut aim = None;
    Box::new(move |descent, rng| {
        let game = &descent.game;
        if pupil.is_taught() || game.hero.exit_key {
            return explorer(descent, rng);
        }
        let unseen = routes.towards(game, |cell| borders_unseen(game, cell));
        unseen.or_else(|| {
            let layout = &game.dungeon().layout;
            let is_known = |cell: &Cell| game.explored().has(&layout.map, *cell);
            let is_aim = |cell: &Cell| {
                layout.map.at(*cell) == Tile::Floor
                    && is_known(cell)
                    && *cell != game.hero.at
                    && *cell != layout.exit
            };
            aim = aim.filter(is_aim).or_else(|| {
                let places: Vec<Cell> = layout.map.cells().filter(is_aim).collect();
                rng.choose(&places).copied()
            });
            let step = aim.and_then(|aim| routes.towards(game, |cell| cell == aim));
            // A place that is seen may be out of reach.
            aim = aim.filter(|_| step.is_some());
            step.or(Some(Move::Wait))
        })
    })
}

/// A player that fights where the hero stands. If it is taught, it first goes into a doorway or a corridor when
/// more than one enemy in sight knows of the hero.
fn fighting_player(pupil: Pupil) -> LessonPlayer<Descent, Move> {
    let mut routes = Routes::default();
    let mut fight = automatic_player(Habits {
        steps_back: false,
        guards: false,
        ..ReferencePlayer::Careful.habits()
    });
    Box::new(move |descent, rng| {
        let game = &descent.game;
        let map = &game.dungeon().layout.map;
        let is_narrow = |cell| map.at(cell).is_narrow();
        let is_aware = |number: &usize| game.enemies[*number].aware;
        let several = game.visible_enemies().filter(is_aware).count() > 1;
        let goes = pupil.is_taught() && several && !is_narrow(game.hero.at);
        let step = goes.then(|| routes.towards(game, is_narrow)).flatten();
        step.or_else(|| fight(descent, rng))
    })
}
