//! The dungeon from `docs/rules/dungeon.md`, as far as chance leaves it open: steps, doors, locks, portals, things that
//! are found, sight and hearing, smoke and fire, boons, and the arithmetic of blows. Where chance decides, the report
//! of the real game must be possible.
//!
//! The state and its questions are in `plain`, the hero's moves are in `hero`, and the acts of enemies are in
//! `enemies`. This file has the random games that go through both implementations.

mod enemies;
mod hero;
mod plain;

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use evolvarium::base::{Seed, Stream};
use evolvarium::games::dungeon::descent::Descent;
use evolvarium::games::dungeon::graph::problem::usual_parameters;
use evolvarium::games::dungeon::map::{Cell, Dungeon, Passage};
use evolvarium::games::dungeon::rules::{
    Actor, Adaptation, Armour, Boon, Consumable, Enemy, Event, Game, Hero, Item, Move, Status,
    Step, Weapon, for_strength,
};
use evolvarium::games::dungeon::setup::Setup;
use evolvarium::generation::Pick;

use super::plain_sight::{Wedge, wedges};
use super::{between, games, one_of};
use plain::{LIGHT, Plain, enemy_at};

/// The events of a move that the real game reported, to be taken in order.
struct Events {
    all: VecDeque<Event>,
    what: String,
}

impl Events {
    fn next(&mut self) -> Option<Event> {
        self.all.pop_front()
    }

    fn peek(&self) -> Option<Event> {
        self.all.front().copied()
    }

    fn expect(&mut self, event: Event) {
        let found = self.next();
        assert_eq!(found, Some(event), "{}", self.what);
    }
}

/// Makes a dungeon of few rooms.
fn dungeon(rng: &mut Stream) -> Arc<Dungeon> {
    let setup = one_of(
        rng,
        &[
            "d1f4r8s9e2c2l2",
            "d1f4r6s7e1c2l0",
            "d1f4r8s9e2c2l2g",
            "d1f4r6s7e1c2l0g",
        ],
    );
    let setup: Setup = setup.parse().expect("a setup");
    let parameters = usual_parameters();
    let seed = Seed(rng.next_u64());
    let descent = Descent::new(&setup, &parameters, seed, Pick::Best).expect("a dungeon");
    Arc::clone(descent.game.dungeon())
}

/// Starts a game whose hero has any things, with one enemy or all, and returns the strength of the enemies too.
fn random_game(dungeon: &Arc<Dungeon>, number: u64, rng: &mut Stream) -> (Game, u8) {
    let strength = between(rng, 1, 12) as u8;
    let mut breeds = for_strength(&Setup::default().roster(), strength);
    for breed in &mut breeds {
        let adaptation = one_of(rng, &Adaptation::ALL);
        let suits = adaptation.suits(breed.kind) && rng.random_below(2) == 0;
        *breed = Arc::new(breed.with(suits.then_some(adaptation)));
    }
    let mut game = Game::new(Arc::clone(dungeon), &breeds, strength, Seed(number));
    if rng.random_below(2) == 0 {
        game.enemies.truncate(1);
    }
    game.hero.weapon = one_of(rng, &Weapon::ALL);
    game.hero.armour = one_of(rng, &Armour::ALL);
    for _ in 0..rng.random_below(4) {
        game.hero.pick_up(Item::Weapon(one_of(rng, &Weapon::ALL)));
    }
    for _ in 0..rng.random_below(4) {
        let thing = one_of(rng, &Consumable::ALL);
        if game.hero.has_room(Item::Consumable(thing)) {
            game.hero.pick_up(Item::Consumable(thing));
        }
    }
    if rng.random_below(2) == 0 {
        game.hero.life = 9;
    }
    if rng.random_below(2) == 0 {
        game.make_offer(Boon::draw(&game.hero, rng));
    }
    // Some live long enough to come to the exit.
    if rng.random_below(3) == 0 {
        (game.hero.life, game.hero.max_life) = (200, 200);
    }
    (game, strength)
}

/// Chooses a move: mostly the next step on the way to a goal, else any move at all.
fn choose(plain: &Plain, game: &Game, goal: Cell, rng: &mut Stream) -> Move {
    let any = [
        Move::Wait,
        Move::Guard,
        Move::Use(rng.random_below(7) as u8),
        Move::Belt(rng.random_below(5) as u8),
        Move::Belt(0),
        Move::Boon(rng.random_below(4) as u8),
        Move::Hood,
        Move::Portal,
        Move::Throw,
        Move::Step(Step(rng.random_below(9) as u8)),
    ];
    if plain.offer.is_some() && rng.random_below(2) == 0 {
        return Move::Boon(rng.random_below(3) as u8);
    }
    if rng.random_below(4) == 0 {
        return one_of(rng, &any);
    }
    if plain.portal().is_some() && rng.random_below(3) == 0 {
        return Move::Portal;
    }
    // An enemy beside the hero is mostly struck.
    let here = plain.hero.at;
    let beside = (0..8).find(|step| enemy_at(game, here.step(Cell::STEPS[*step])).is_some());
    if let Some(step) = beside.filter(|_| rng.random_below(3) > 0) {
        return Move::Step(Step(step as u8));
    }
    let path = plain.path(here, goal, |at| plain.has_key(plain.lock_at(at)));
    let next = path.as_ref().and_then(|path| path.first());
    let step = next.and_then(|next| (0..8).find(|step| here.step(Cell::STEPS[*step]) == *next));
    match (step, plain.portal()) {
        (Some(step), _) => Move::Step(Step(step as u8)),
        (None, Some(_)) => Move::Portal,
        _ => one_of(rng, &any),
    }
}

/// The cells of all portals.
fn portals(dungeon: &Dungeon) -> Vec<Cell> {
    let connections = dungeon.layout.connections.iter();
    let ends = connections.filter_map(|connection| match connection.passage {
        Passage::Portals(ends) => Some(ends),
        _ => None,
    });
    ends.flatten().collect()
}

/// Chooses a goal.
fn random_goal(plain: &Plain, game: &Game, rng: &mut Stream) -> Cell {
    let layout = &plain.dungeon.layout;
    let next = if plain.hero.exit_key {
        layout.exit
    } else {
        layout.key
    };
    let portals = portals(&plain.dungeon);
    if !portals.is_empty() && rng.random_below(3) == 0 {
        return one_of(rng, &portals);
    }
    if rng.random_below(4) > 0 {
        return next;
    }
    let mut goals = vec![if plain.hero.exit_key {
        layout.exit
    } else {
        layout.key
    }];
    goals.extend(&layout.keys);
    goals.extend(game.chests());
    goals.extend(
        game.enemies
            .iter()
            .filter(|enemy| enemy.life > 0)
            .map(|enemy| enemy.at),
    );
    one_of(rng, &goals)
}

fn compare(game: &Game, plain: &Plain, seen: &BTreeSet<Cell>, what: &str) {
    let map = &plain.dungeon.layout.map;
    assert_eq!(game.hero.at, plain.hero.at, "{what}");
    assert_eq!(game.hero.life, plain.hero.life, "{what}: life");
    assert_eq!(game.hero.items, plain.hero.items, "{what}");
    assert_eq!(game.hero.belt, plain.hero.belt, "{what}");
    assert_eq!(game.hero.boons, plain.hero.boons, "{what}");
    assert_eq!(game.hero.max_life, plain.hero.max_life, "{what}");
    assert_eq!(game.offer(), plain.offer, "{what}");
    assert_eq!(game.hero.keys, plain.hero.keys, "{what}");
    let own = |hero: &Hero| {
        let Hero {
            weapon,
            armour,
            exit_key,
            guard,
            hooded,
            ..
        } = *hero;
        (weapon, armour, exit_key, guard, hooded)
    };
    assert_eq!(own(&game.hero), own(&plain.hero), "{what}");
    assert_eq!(
        (game.turns(), game.score()),
        (plain.turns, plain.score),
        "{what}"
    );
    for at in map.cells() {
        assert_eq!(
            game.is_door_open(at),
            plain.open.contains(&at),
            "{what}: door {at}"
        );
        assert_eq!(
            (game.is_smoky(at), game.burns(at)),
            (plain.smoke.contains_key(&at), plain.fire.contains_key(&at)),
            "{what}: smoke or fire on {at}"
        );
        assert_eq!(
            game.visible().has(map, at),
            seen.contains(&at),
            "{what}: sight of {at}"
        );
    }
}

/// The enemies when their part of a turn begins, and what each of them perceives then.
struct Perceived {
    enemies: Vec<Enemy>,
    /// Whether the enemy notices the hero.
    noticed: Vec<bool>,
    /// Whether the enemy is in earshot of a noise.
    heard: Vec<bool>,
    /// Whether the enemy forgets the hero because of a bell.
    listens: Vec<bool>,
}

impl Perceived {
    /// Tells what enemies perceive after the hero's part of a move. `before` is the game before the move, and `of_hero`
    /// are the events of the hero's part.
    fn after(
        plain: &Plain,
        before: &Game,
        of_hero: &[Event],
        jumps: bool,
        wedges: &[Wedge],
    ) -> Self {
        let seen_now = plain.seen(wedges);
        let struck = of_hero.iter().filter_map(|event| match event {
            Event::Struck { target, .. } => Some(*target),
            _ => None,
        });
        let struck: Vec<Actor> = struck.collect();
        // A blow tells an enemy of the hero before it looks.
        let knows =
            |number: usize| before.enemies[number].aware || struck.contains(&Actor::Enemy(number));
        let looks = before.enemies.iter().enumerate();
        let noticed = looks
            .map(|(number, enemy)| plain.is_noticed(enemy, knows(number), &seen_now))
            .collect();
        let enemies = enemies_after(plain, before, of_hero, jumps);
        let heard = enemies.iter().map(|enemy| plain.is_in_earshot(enemy));
        let heard = heard.collect();
        let listeners = enemies.iter().enumerate();
        let listens = listeners
            .map(|(number, enemy)| plain.listens(enemy, knows(number)))
            .collect();
        Perceived {
            enemies,
            noticed,
            heard,
            listens,
        }
    }

    /// Compares what a single enemy perceives with the real game, in which nothing changes between the hero's move and
    /// its look.
    fn compare_single(&self, game: &Game, what: &str) {
        let (now, listens) = (&game.enemies[0], self.listens[0]);
        assert_eq!(now.listens_to.is_some(), listens, "{what}");
        assert_eq!(now.notices, self.noticed[0] && !listens, "{what}");
        assert_eq!(now.hears, self.heard[0], "{what}");
        assert!(!(listens && now.aware), "{what}");
    }
}

/// Returns the enemies after the hero's part of a move: some are dead, and one may have changed places with the hero.
fn enemies_after(plain: &Plain, before: &Game, of_hero: &[Event], jumps: bool) -> Vec<Enemy> {
    let mut enemies = before.enemies.clone();
    for (number, enemy) in enemies.iter_mut().enumerate() {
        // Enemies that die later in the turn still act.
        if of_hero.contains(&Event::Died(Actor::Enemy(number))) {
            enemy.life = 0;
        }
        if jumps && enemy.at == plain.hero.at {
            enemy.at = before.hero.at;
        }
    }
    enemies
}

/// Plays one move in both. Returns false when the game is over.
fn turn(game: &mut Game, plain: &mut Plain, made: Move, wedges: &[Wedge], what: String) -> bool {
    let seen_before = plain.seen(wedges);
    let refusal = plain.refusal(made, game, &seen_before);
    let before = game.clone();
    let mut events = Vec::new();
    if let Some(why) = refusal {
        let refused = game.apply(made, &mut events).expect_err("illegal");
        assert_eq!(refused, why, "{what}");
        compare(game, plain, &seen_before, &what);
        return true;
    }
    game.apply(made, &mut events)
        .unwrap_or_else(|why| panic!("{what}: {why}"));
    let all = events.clone();
    let mut events = Events {
        all: events.into(),
        what,
    };
    let turns = plain.play(made, &before, &seen_before, &mut events);
    let of_hero = &all[..all.len() - events.all.len()];
    let jumps = made == Move::Portal || before.hero.belt.len() > plain.hero.belt.len();
    let perceived = Perceived::after(plain, &before, of_hero, jumps, wedges);
    // The game ends where the hero leaves; no actor acts any more.
    if game.status() != Status::Escaped {
        if turns > 0 {
            plain.enemies_act(&perceived.enemies, game, turns, &mut events);
        }
        plain.turns += turns;
    }
    if game.status() != Status::Alive {
        assert_eq!(game.score(), plain.score, "{}", events.what);
        assert_eq!(game.hero.life, plain.hero.life, "{}", events.what);
        return false;
    }
    if let ([enemy], 1, false) = (&perceived.enemies[..], turns, jumps)
        && enemy.life > 0
    {
        perceived.compare_single(game, &events.what);
    }
    compare(game, plain, &plain.seen(wedges), &events.what);
    true
}

#[test]
fn games_in_the_dungeon_go_as_by_the_plain_rules() {
    let wedges = wedges(LIGHT);
    let mut dungeons = Vec::new();
    let mut ends = [0; 3];
    // The kinds of moves that the rules allowed.
    let mut allowed = BTreeSet::new();
    for (number, mut rng) in games(120) {
        if dungeons.is_empty() || number % 5 == 0 {
            // Few dungeons have portals.
            let needs_portal = number % 2 == 0;
            let mut drawn = std::iter::repeat_with(|| dungeon(&mut rng)).take(300);
            let drawn = drawn.find(|one| !needs_portal || !portals(one).is_empty());
            dungeons.push(drawn.expect("a dungeon with portals"));
        }
        let dungeon = one_of(&mut rng, &dungeons.iter().collect::<Vec<_>>());
        let (mut game, strength) = random_game(dungeon, number, &mut rng);
        // Few heroes die in this number of moves, unless they are weak and hunted.
        if number % 4 == 0 {
            (game.hero.life, game.hero.max_life) = (2, 2);
            let at = game.hero.at;
            for enemy in &mut game.enemies {
                (enemy.aware, enemy.target, enemy.memory) = (true, at, 250);
            }
        }
        let mut plain = Plain::of(&game, strength);
        let mut goal = random_goal(&plain, &game, &mut rng);
        for _ in 0..600 {
            if plain.hero.at == goal || rng.random_below(60) == 0 {
                goal = random_goal(&plain, &game, &mut rng);
            }
            let made = choose(&plain, &game, goal, &mut rng);
            let what = format!("game {number}, turn {}, {made:?}", game.turns());
            if game.clone().apply(made, &mut Vec::new()).is_ok() {
                allowed.insert(kind_of(made, &game));
            }
            if !turn(&mut game, &mut plain, made, &wedges, what) {
                break;
            }
        }
        ends[game.status() as usize] += 1;
    }
    assert!(ends.iter().all(|count| *count > 0), "ends met: {ends:?}");
    let moves = [
        "Step", "Wait", "Guard", "Use", "Hood", "Portal", "Throw", "Boon",
    ];
    let mut all: BTreeSet<String> = moves.map(str::to_owned).into();
    all.extend(Consumable::ALL.map(|thing| format!("{thing:?}")));
    assert_eq!(allowed, all, "the kinds of moves that were compared");
}

/// The name of a move without its index; the thing that is used if it uses one from the belt.
fn kind_of(made: Move, game: &Game) -> String {
    if let Move::Belt(place) = made {
        return format!("{:?}", game.hero.belt[usize::from(place)]);
    }
    let name = format!("{made:?}");
    name.split('(').next().unwrap_or_default().to_owned()
}
