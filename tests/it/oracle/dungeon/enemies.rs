//! This follows the events after the hero's move: the reported acts of enemies must be possible, and so must their
//! damage. It also decides which enemies notice or hear the hero, when the hero rests, and which cells burn.

use std::collections::BTreeSet;

use evolvarium::games::dungeon::map::{Cell, Ground, Passage, Tile};
use evolvarium::games::dungeon::rules::{
    Actor, Adaptation, Armour, Boon, Defence, Enemy, EnemyKind, Event, Game, Status,
};

use super::Events;
use super::plain::{Plain, distance, enemy_at};

/// The acts of the enemies so far, as the events have told them.
struct Acts<'a> {
    /// The real game after the move.
    game: &'a Game,
    /// The number of turns that the enemies have, 1 or 2.
    turns: u32,
    /// The cell of each enemy, and whether it is alive.
    at: Vec<Cell>,
    alive: Vec<bool>,
    /// The cells that burn in one of the turns.
    in_fire: BTreeSet<Cell>,
    /// The enemies that stepped into water.
    waded: BTreeSet<usize>,
    /// Whether the next blow comes from an ambusher in hiding.
    from_hiding: bool,
    /// Whether the hero has lost life, and has gained life by resting.
    wounded: bool,
    healed: bool,
    /// How often the hero was burnt, and how often a bell rang.
    burnt: u32,
    rung: usize,
}

impl<'a> Acts<'a> {
    fn new(before: &[Enemy], game: &'a Game, turns: u32, in_fire: BTreeSet<Cell>) -> Self {
        Acts {
            game,
            turns,
            at: before.iter().map(|enemy| enemy.at).collect(),
            alive: before.iter().map(|enemy| enemy.life > 0).collect(),
            in_fire,
            waded: BTreeSet::new(),
            from_hiding: false,
            wounded: false,
            healed: false,
            burnt: 0,
            rung: 0,
        }
    }

    /// Returns whether a living enemy stands on a cell.
    fn is_taken(&self, cell: Cell) -> bool {
        (0..self.at.len()).any(|enemy| self.alive[enemy] && self.at[enemy] == cell)
    }

    /// Returns the enemies that stepped into water in the last turn.
    fn wading(self) -> BTreeSet<usize> {
        match self.turns {
            1 => self.waded,
            // The events do not tell in which of the two turns an enemy waded in.
            _ => {
                let enemies = self.game.enemies.iter().enumerate();
                let wading = enemies.filter(|(_, enemy)| enemy.wades);
                wading.map(|(number, _)| number).collect()
            }
        }
    }
}

impl Plain {
    /// Follows the acts of the enemies in some turns: their steps must be possible, and so must their damage. Then fire
    /// burns, the hero rests, a wanderer may come in, and doors shut.
    pub(super) fn enemies_act(
        &mut self,
        before: &[Enemy],
        game: &Game,
        turns: u32,
        events: &mut Events,
    ) {
        let mut acts = Acts::new(before, game, turns, self.cells_in_fire(turns));
        while let Some(event) = events.next() {
            self.follow(event, &mut acts, events);
        }
        if game.status() != Status::Alive {
            return;
        }
        if turns == 1 {
            self.rest(game, acts.wounded, acts.healed, &events.what);
        }
        self.hero.unhurt_turns = game.hero.unhurt_turns;
        let told = (acts.burnt, acts.rung);
        self.wading = acts.wading();
        let expected = self.end_turns(game, turns);
        assert_eq!(told, expected, "{}", events.what);
    }

    /// Returns the cells that burn in one of some turns. In the second turn there may be more fire.
    fn cells_in_fire(&self, turns: u32) -> BTreeSet<Cell> {
        let mut later = self.clone();
        later.age_fire();
        let in_fire =
            |at: Cell| self.fire.contains_key(&at) || turns == 2 && later.fire.contains_key(&at);
        let cells = self.dungeon.layout.map.cells();
        cells.filter(|at| in_fire(*at)).collect()
    }

    /// Follows one event, which must be possible.
    fn follow(&mut self, event: Event, acts: &mut Acts, events: &Events) {
        let what = &events.what;
        match event {
            Event::Noise(cell, 12) => {
                assert!(self.bells.contains_key(&cell), "{what}");
                acts.rung += 1;
            }
            Event::Opened(door) => {
                // In the second turn of a mace the door may have been shut since.
                assert!(self.open.insert(door) || acts.turns == 2, "{what}");
                assert_eq!(self.lock_at(door), None, "{what}");
            }
            Event::Moved(Actor::Enemy(number), from, to) => {
                self.follow_step(number, from, to, acts, what);
            }
            Event::Teleported(Actor::Enemy(number), from, to) => {
                self.follow_portal(number, from, to, acts, what);
            }
            Event::Ambushed(_) => {
                let is_dark = self.hero.hooded && self.hero.armour == Armour::Cloak;
                assert!(!is_dark, "{what}: nobody aims in the dark");
                acts.from_hiding = true;
            }
            Event::Struck {
                by: Actor::Enemy(number),
                damage,
                defence,
                ..
            } => self.follow_blow(number, damage, defence, acts, what),
            Event::Burnt(Actor::Enemy(number), damage) => {
                self.follow_burn(number, damage, acts, events);
            }
            Event::Burnt(Actor::Hero, damage) => {
                assert_eq!(damage, 3.min(self.hero.life), "{what}");
                assert!(acts.in_fire.contains(&self.hero.at), "{what}");
                self.hero.life -= damage;
                (acts.wounded, acts.burnt) = (true, acts.burnt + 1);
            }
            Event::Healed(Actor::Hero, life) => {
                assert_eq!((life, self.hero.life < self.hero.max_life), (1, true));
                self.hero.life += 1;
                acts.healed = true;
            }
            Event::CameIn(number) => self.follow_wanderer(number, acts, what),
            _ => {}
        }
    }

    /// An enemy steps to a free cell beside its own. It does not step in the turn after it waded into water.
    fn follow_step(&self, number: usize, from: Cell, to: Cell, acts: &mut Acts, what: &str) {
        assert_eq!(from, acts.at[number], "{what}");
        let what = format!("{what}: enemy {number} steps from {from} to {to}");
        let free = !acts.is_taken(to) && to != self.hero.at && self.lock_at(to).is_none();
        assert!(free && distance(from, to) == 1, "{what}");
        assert!(self.is_walkable(from, to), "{what}");
        let waits = acts.turns == 1 && self.wading.contains(&number);
        assert!(!waits, "{what} in water");
        if self.ground(to) == Ground::Water {
            acts.waded.insert(number);
        }
        acts.at[number] = to;
        let is_open = self.tile(to) != Tile::Door || self.open.contains(&to);
        assert!(is_open, "{what}");
    }

    /// An enemy goes through an unlocked portal to a free cell.
    fn follow_portal(&self, number: usize, from: Cell, to: Cell, acts: &mut Acts, what: &str) {
        let ways = self.dungeon.layout.connections.iter();
        let mut ways = ways.filter(|way| way.lock.is_none());
        let joins = ways.any(|way| match way.passage {
            Passage::Portals([a, b]) => [(a, b), (b, a)].contains(&(from, to)),
            Passage::Doors(_) => false,
        });
        let free = !acts.is_taken(to) && to != self.hero.at && from == acts.at[number];
        let is_possible = joins && free;
        assert!(is_possible, "{what}: portal of {number}, {from} to {to}");
        acts.at[number] = to;
    }

    /// An enemy strikes the hero from a cell from which it can.
    fn follow_blow(
        &mut self,
        number: usize,
        damage: u8,
        defence: Option<Defence>,
        acts: &mut Acts,
        what: &str,
    ) {
        acts.wounded = true;
        let enemy = &acts.game.enemies[number];
        let from = acts.at[number];
        let can = self.can_strike(enemy, from, |cell| acts.is_taken(cell));
        assert!(can, "{what}: enemy {number} strikes from {from}");
        let cover = acts.from_hiding.then(|| self.ground(from));
        self.damage_enemy(enemy, cover, damage, defence, what);
        acts.from_hiding = false;
    }

    /// An enemy stands in the fire, which may kill it. No enemy burns after the hero's death.
    fn follow_burn(&mut self, number: usize, damage: u8, acts: &mut Acts, events: &Events) {
        assert!(self.hero.life > 0, "{}", events.what);
        assert!(acts.in_fire.contains(&acts.at[number]), "{}", events.what);
        let died = Event::Died(Actor::Enemy(number));
        let dies = events.peek() == Some(died);
        let enemy = &acts.game.enemies[number];
        let hide = enemy.breed.adaptation == Some(Adaptation::Hide);
        let most = if hide { 1 } else { 3 };
        assert!(damage == most || damage < most && dies, "{}", events.what);
        if dies {
            acts.alive[number] = false;
            self.score += if enemy.wanders { 0 } else { 50 };
        }
    }

    /// A wanderer comes in by the start in the turns 300, 400, 500, 580 and 640, and in every fortieth turn after that.
    fn follow_wanderer(&self, number: usize, acts: &mut Acts, what: &str) {
        let turn = self.turns + 1..=self.turns + acts.turns;
        let is_due = |turn: &u32| match *turn {
            300 | 400 | 500 | 580 | 640 => true,
            later => later > 640 && (later - 640).is_multiple_of(40),
        };
        let mut due = turn.filter(is_due);
        assert!(due.next().is_some(), "{what}");
        let (enemy, start) = (&acts.game.enemies[number], self.dungeon.layout.start);
        assert!(distance(enemy.post, start) <= 1, "{what}");
        assert_eq!(number, acts.at.len(), "{what}");
        acts.at.push(enemy.post);
        acts.alive.push(true);
    }

    /// Ends some turns: bells, smoke and fire grow older, and doors shut in which nobody stands. Returns how often the
    /// hero was burnt in these turns, and how often a bell rang.
    fn end_turns(&mut self, game: &Game, turns: u32) -> (u32, usize) {
        let (mut burns, mut rings) = (0, 0);
        for _ in 0..turns {
            rings += self.bells.len();
            self.bells.values_mut().for_each(|left| *left -= 1);
            self.bells.retain(|_, left| *left > 0);
            burns += u32::from(self.fire.contains_key(&self.hero.at));
            self.smoke.values_mut().for_each(|left| *left -= 1);
            self.smoke.retain(|_, left| *left > 0);
            self.age_fire();
            let here = self.hero.at;
            let standing = |door: &Cell| *door == here || enemy_at(game, *door).is_some();
            self.open.retain(standing);
        }
        (burns, rings)
    }

    /// The hero rests for a turn, unless an enemy notices the hero, or an enemy nearby knows of the hero while the hero
    /// walks.
    fn rest(&self, game: &Game, wounded: bool, healed: bool, what: &str) {
        let mut enemies = game.enemies.iter();
        let near = |enemy: &Enemy| {
            let path = self.path(enemy.at, self.hero.at, |at| self.lock_at(at).is_none());
            path.is_some_and(|path| path.len() <= 3)
        };
        let watched = enemies.any(|enemy| {
            let follows = self.walks && enemy.aware && near(enemy);
            enemy.life > 0 && (enemy.notices || follows)
        });
        let needed = if self.hero.boons.contains(&Boon::Rest) {
            8
        } else {
            12
        };
        let mut turns = if wounded { 0 } else { self.hero.unhurt_turns };
        let life = self.hero.life - u8::from(healed);
        let rests = !watched && life > 0 && life < self.hero.max_life;
        turns += u8::from(rests);
        let heals = rests && turns >= needed;
        assert_eq!(healed, heals, "{what}");
        let left = if heals { 0 } else { turns };
        assert_eq!(game.hero.unhurt_turns, left, "{what}");
    }

    /// Returns whether an enemy on a cell can strike the hero: from beside the hero, a coward from further away, and an
    /// enemy with long arms over another actor. Hunters have leapt already.
    fn can_strike(&self, enemy: &Enemy, at: Cell, mut is_taken: impl FnMut(Cell) -> bool) -> bool {
        let (x, y) = (self.hero.at.x - at.x, self.hero.at.y - at.y);
        let middle = at.step((x / 2, y / 2));
        let has_arms = enemy.breed.adaptation == Some(Adaptation::Arms);
        match (distance(at, self.hero.at), enemy.breed.kind) {
            (steps, EnemyKind::Coward) => (2..=4).contains(&steps),
            (1, _) => self.is_walkable(at, self.hero.at),
            (2, _) => has_arms && x % 2 == 0 && y % 2 == 0 && is_taken(middle),
            _ => false,
        }
    }

    /// An enemy strikes the hero. `cover` is the ground on which it was hiding, if it was.
    fn damage_enemy(
        &mut self,
        enemy: &Enemy,
        cover: Option<Ground>,
        damage: u8,
        defence: Option<Defence>,
        what: &str,
    ) {
        let strength = i32::from(self.strength);
        let bare = 4
            + strength
            + if enemy.breed.kind == EnemyKind::Guard {
                3
            } else {
                0
            };
        let adapted = enemy.breed.adaptation.is_some();
        let life = if adapted { bare - bare / 5 } else { bare };
        assert_eq!(i32::from(enemy.body.max_life), life, "{what}");
        let most = match enemy.breed.kind {
            EnemyKind::Hunter => 2 + strength / 2,
            EnemyKind::Guard => 2 + strength / 2,
            EnemyKind::Coward => (2 + strength / 2 + 1) / 2,
            EnemyKind::Ambusher => {
                let usual = 3 + strength / 2;
                let more = match cover {
                    None => 0,
                    Some(Ground::Grass) => usual,
                    Some(_) => usual / 2,
                };
                usual + more
            }
        };
        let off = match self.hero.armour {
            Armour::Cloak => 0,
            Armour::Leather => 1,
            Armour::Mail => 2,
        } + i32::from(self.count(Boon::Skin));
        let has_fangs = enemy.breed.adaptation == Some(Adaptation::Fangs);
        let off = if has_fangs { off / 2 } else { off };
        let guarded = self.hero.guard;
        assert_eq!(defence, guarded.then_some(Defence::Guard), "{what}");
        let life = i32::from(self.hero.life);
        let mut allowed = (1..=most).map(|drawn| {
            let damage = (drawn - off).max(1);
            (if guarded { damage / 2 } else { damage }).min(life)
        });
        assert!(
            allowed.any(|allowed| allowed == i32::from(damage)),
            "{what}: {damage} of {most}"
        );
        self.hero.life -= damage;
        self.hero.unhurt_turns = 0;
    }

    /// Returns whether an enemy sees or smells the hero, or knows of the hero and stands beside them.
    pub(super) fn is_noticed(&self, enemy: &Enemy, knew: bool, seen: &BTreeSet<Cell>) -> bool {
        if self.smoke.contains_key(&enemy.at) {
            return false;
        }
        let (x, y) = (self.hero.at.x - enemy.at.x, self.hero.at.y - enemy.at.y);
        let steps = distance(enemy.at, self.hero.at);
        let sight = match enemy.breed.kind {
            EnemyKind::Hunter => 9,
            EnemyKind::Guard => 6,
            EnemyKind::Coward => 8,
            EnemyKind::Ambusher => 7,
        };
        let is_dark = self.hero.hooded && self.hero.armour == Armour::Cloak;
        let sight = if is_dark { 1 } else { sight };
        let faces = match enemy.facing {
            (ahead, 0) => x * ahead >= y.abs(),
            (0, ahead) => y * ahead >= x.abs(),
            (right, down) => x * right >= 0 && y * down >= 0,
        };
        let hidden = self.ground(self.hero.at) == Ground::Grass && steps > 2;
        let sees = steps <= sight && seen.contains(&enemy.at) && faces && !hidden;
        let is_free = |at| self.lock_at(at).is_none();
        let smells = enemy.breed.adaptation == Some(Adaptation::Nose)
            && self
                .path(enemy.at, self.hero.at, is_free)
                .is_some_and(|path| path.len() <= 5);
        sees || smells || knew && steps == 1 && self.is_walkable(enemy.at, self.hero.at)
    }

    /// Returns whether an enemy is in earshot of the last noise or of a bell.
    pub(super) fn is_in_earshot(&self, enemy: &Enemy) -> bool {
        let noise = self.noise;
        noise.is_some_and(|(at, loudness)| self.hears(enemy, at, loudness))
            || self.hears_bell(enemy)
    }

    fn hears_bell(&self, enemy: &Enemy) -> bool {
        self.bells.keys().any(|bell| self.hears(enemy, *bell, 12))
    }

    /// Returns whether an enemy, which may know of the hero, forgets them because of a bell in earshot.
    pub(super) fn listens(&self, enemy: &Enemy, knows: bool) -> bool {
        let steps = distance(enemy.at, self.hero.at);
        let fights = knows && steps == 1 && self.is_walkable(enemy.at, self.hero.at);
        !fights && self.hears_bell(enemy)
    }

    /// Returns whether a noise on a cell is in the earshot of an enemy.
    fn hears(&self, enemy: &Enemy, at: Cell, loudness: u16) -> bool {
        let near = |cell: Cell| distance(cell, at) <= loudness && self.lock_at(cell).is_none();
        let path = || self.path(at, enemy.at, near);
        let close = distance(enemy.at, at) <= loudness;
        close && path().is_some_and(|path| path.len() <= usize::from(loudness))
    }
}
