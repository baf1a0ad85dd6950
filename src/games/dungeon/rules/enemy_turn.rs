//! The enemies' turn: each perceives, runs its program to the next action, and does it.

use super::enemy::MAX_HEALINGS;
use super::program::Node;
use super::{Actor, Cell, Event, Game, RUBBLE_NOISE, Status};
use crate::games::dungeon::map::Ground;

/// The largest distance in steps from which an enemy finds a path.
const PATH_STEPS: u16 = 40;
/// The largest distance in steps at which another enemy counts as near.
const FRIEND_DISTANCE: u16 = 4;
/// The largest distance in steps from its post at which an enemy is at home.
pub const HOME_DISTANCE: u16 = 2;
/// The largest number of steps that an enemy goes to grass.
const GRASS_STEPS: u16 = 8;
/// The largest distance in steps at which the hero is near.
const NEAR_DISTANCE: u16 = 2;

/// Whether an enemy goes to a place or away from it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GoalDirection {
    Towards,
    Away,
}

impl Game {
    /// Lets every living enemy act, and the hero rest.
    pub(super) fn enemies_turn(&mut self, events: &mut Vec<Event>) {
        if self.status != Status::Alive {
            return;
        }
        self.begin_enemies_turn(events);
        for number in 0..self.enemies.len() {
            if self.enemies[number].life > 0 && self.status == Status::Alive {
                self.enemy_turn(number, events);
            }
        }
        // An enemy that burnt to death after the hero's death would give points to a hero who is dead.
        if self.status == Status::Alive {
            self.burn(events);
            self.bells.pass_turn();
            self.rest(events);
        }
        if self.status == Status::Alive {
            self.let_wanderer_in(events);
        }
        self.shut_doors();
        if self.sight_changed {
            self.update_visibility();
        }
    }

    /// Shuts the doors in which no actor stands.
    fn shut_doors(&mut self) {
        if self.open_doors.is_empty() {
            return;
        }
        let (hero, enemies) = (self.hero.at, &self.enemies);
        let before = self.open_doors.len();
        self.open_doors.retain(|door| {
            let on = |enemy: &super::Enemy| enemy.life > 0 && enemy.at == *door;
            *door == hero || enemies.iter().any(on)
        });
        self.sight_changed |= self.open_doors.len() < before;
    }

    /// Begins the enemies' turn: counts it, leaves a track, and rings the bells.
    pub(super) fn begin_enemies_turn(&mut self, events: &mut Vec<Event>) {
        self.turns += 1;
        self.leave_track();
        self.ring_bells(events);
    }

    /// An enemy perceives, runs its program to the next action and does it.
    pub(super) fn enemy_turn(&mut self, number: usize, events: &mut Vec<Event>) {
        self.perceive(number, events);
        let enemy = &mut self.enemies[number];
        enemy.guard = false;
        let (from, before) = (enemy.at, events.len());
        if std::mem::take(&mut enemy.wades) {
            // The step into the water takes this turn too.
        } else if let Some(to) = self
            .way_through_portal(number)
            .filter(|_| !self.enemies[number].notices)
        {
            self.pass_portal(number, to, events);
        } else if !self.go_to_bell(number, events) && !self.wander(number, events) {
            self.run_program(number, events);
        }
        self.finish_enemy_act(number, from, &events[before..]);
    }

    /// An enemy runs its program to the next action and does it.
    fn run_program(&mut self, number: usize, events: &mut Vec<Event>) {
        let enemy = &self.enemies[number];
        let mut thread = enemy.thread;
        let holds = |condition| self.holds(number, condition);
        let action = thread.next(&enemy.breed.program, holds);
        self.enemies[number].thread = thread;
        self.act(number, action, events);
    }

    /// Makes the distances to the hero known for a cell and those around it, if it is at most `max_steps` away. The
    /// search goes on from where it stood, as long as the hero and the doors stay as they are.
    pub(super) fn measure_to_hero(&mut self, from: Cell, max_steps: u16) {
        let now = Some((self.hero.at, self.unlocked));
        let (map, locked) = (&self.dungeon.layout.map, &self.locked_doors);
        let free = |index| !locked.has_index(index);
        let to_hero = &mut self.scratch.to_hero;
        if self.scratch.computed_for != now {
            self.scratch.computed_for = now;
            to_hero.begin(map, self.hero.at);
        }
        to_hero.extend_to(map, from, max_steps, free);
    }

    /// Makes the distances to a goal known for the cell of an enemy and those around it. For a step towards the goal the
    /// cells that are further than the enemy need not be known.
    fn measure_errand(&mut self, number: usize, goal: Cell, direction: GoalDirection) {
        let (map, locked) = (&self.dungeon.layout.map, &self.locked_doors);
        let free = |index| !locked.has_index(index);
        let from = self.enemies[number].at;
        let route = &mut self.scratch.route;
        match direction {
            GoalDirection::Towards => route.compute_towards(map, goal, PATH_STEPS, from, free),
            GoalDirection::Away => {
                route.begin(map, goal);
                route.extend_to(map, from, PATH_STEPS, free);
            }
        }
    }

    /// Whether a condition holds for an enemy. It knows of the hero only what it notices now, or where it remembers
    /// them.
    fn holds(&self, number: usize, condition: Node) -> bool {
        let enemy = &self.enemies[number];
        let map = &self.dungeon.layout.map;
        match condition {
            Node::IfDetected => enemy.notices || enemy.hears,
            Node::IfBlocked => !self.is_free(enemy.at, enemy.at.step(enemy.facing)),
            Node::IfRange => self.reaches(number),
            Node::IfHeroWeak => enemy.notices && self.hero.life <= self.hero.max_life / 2,
            Node::IfWeak => enemy.life <= enemy.body.max_life / 2,
            Node::IfSeen => enemy.notices && self.visible.has(map, enemy.at),
            Node::IfFriend => self.enemies.iter().enumerate().any(|(other, friend)| {
                other != number
                    && friend.life > 0
                    && friend.at.distance_to(enemy.at) <= FRIEND_DISTANCE
            }),
            Node::IfHome => enemy.at.distance_to(enemy.post) <= HOME_DISTANCE,
            Node::IfGrass => self.ground_at(enemy.at) == Ground::Grass,
            Node::IfWading => enemy.notices && self.ground_at(self.hero.at) == Ground::Water,
            Node::IfNear => enemy.aware && enemy.at.distance_to(enemy.target) <= NEAR_DISTANCE,
            // An enemy attacks only a hero that it knows of.
            Node::ChangeState => enemy.aware,
            _ => false,
        }
    }

    /// Whether an enemy can step from a cell to the next.
    pub(super) fn is_free(&self, from: Cell, to: Cell) -> bool {
        let map = &self.dungeon.layout.map;
        map.is_walkable(from, to)
            && to != self.hero.at
            && self.lock_at(to).is_none()
            && self.enemy_at(to).is_none()
    }

    /// An enemy does the action of a node.
    fn act(&mut self, number: usize, action: Node, events: &mut Vec<Event>) {
        let enemy = &mut self.enemies[number];
        let (at, (x, y)) = (enemy.at, enemy.facing);
        match action {
            Node::TurnLeft => enemy.facing = (y, -x),
            Node::TurnRight => enemy.facing = (-y, x),
            Node::Forward => self.go(number, at.step((x, y)), events),
            Node::Block => {
                enemy.guard = true;
                self.face(number);
            }
            Node::Heal if enemy.healed < MAX_HEALINGS && enemy.life < enemy.body.max_life => {
                enemy.healed += 1;
                enemy.life += 1;
                events.push(Event::Healed(Actor::Enemy(number), 1));
            }
            Node::Approach if enemy.aware => {
                let goal = enemy.target;
                self.step_towards(number, goal, events);
            }
            Node::GoHome => {
                let goal = enemy.post;
                self.step_towards(number, goal, events);
            }
            Node::SeekGrass => {
                if let Some(goal) = self.nearest_grass(at) {
                    self.step_towards(number, goal, events);
                }
            }
            Node::Retreat if enemy.aware => {
                let goal = enemy.target;
                self.step_away(number, goal, events);
            }
            Node::Attack if self.reaches(number) => self.attack(number, events),
            _ => {}
        }
    }

    /// The nearest cell with grass, at most [`GRASS_STEPS`] away from a cell and without an enemy or the hero; `None`
    /// if there is none, or if the cell itself has grass.
    fn nearest_grass(&mut self, from: Cell) -> Option<Cell> {
        let map = &self.dungeon.layout.map;
        if !map.has_ground() || self.ground_at(from) == Ground::Grass {
            return None;
        }
        let mut route = std::mem::take(&mut self.scratch.route);
        let free = |index| !self.locked_doors.has_index(index);
        let wanted = |cell: Cell| {
            let taken = || cell == self.hero.at || self.enemy_at(cell).is_some();
            self.ground_at(cell) == Ground::Grass && !taken()
        };
        let found = route.nearest(map, from, GRASS_STEPS, free, wanted);
        self.scratch.route = route;
        found
    }

    /// An enemy steps to the free neighbouring cell that is nearest to a goal, if it is nearer than here. If no such
    /// cell is free, the enemy goes round: to one that is as near as here.
    pub(super) fn step_towards(&mut self, number: usize, goal: Cell, events: &mut Vec<Event>) {
        let at = self.enemies[number].at;
        if at == goal {
            return;
        }
        let around = self.steps_around(number, goal, GoalDirection::Towards);
        let here = around.0;
        let free = around.1.into_iter().flatten();
        let nearest = free.min_by_key(|(steps, _)| *steps);
        if let Some((_, to)) = nearest.filter(|(steps, _)| *steps <= here) {
            self.go(number, to, events);
        }
    }

    /// An enemy steps to the free neighbouring cell that is furthest from a goal, if it is further than here.
    fn step_away(&mut self, number: usize, goal: Cell, events: &mut Vec<Event>) {
        let (here, around) = self.steps_around(number, goal, GoalDirection::Away);
        let free = around.into_iter().flatten();
        let furthest = free.max_by_key(|(steps, _)| *steps);
        if let Some((_, to)) = furthest.filter(|(steps, _)| *steps > here) {
            self.go(number, to, events);
        }
    }

    /// The distances to a goal from here and from the free neighbouring cells; the largest number if there is no path.
    fn steps_around(
        &mut self,
        number: usize,
        goal: Cell,
        direction: GoalDirection,
    ) -> (u16, [Option<(u16, Cell)>; 8]) {
        let at = self.enemies[number].at;
        let is_hero = goal == self.hero.at;
        if is_hero {
            self.measure_to_hero(at, PATH_STEPS);
        } else {
            self.measure_errand(number, goal, direction);
        }
        let map = &self.dungeon.layout.map;
        let distances = match is_hero {
            true => &self.scratch.to_hero,
            false => &self.scratch.route,
        };
        let mut around = [None; 8];
        for (place, to) in around.iter_mut().zip(at.neighbours()) {
            let steps = || distances.of(map, to).unwrap_or(u16::MAX);
            *place = self.is_free(at, to).then(|| (steps(), to));
        }
        (distances.of(map, at).unwrap_or(0), around)
    }

    /// An enemy goes to a neighbouring cell if it is free, and faces that way.
    pub(super) fn go(&mut self, number: usize, to: Cell, events: &mut Vec<Event>) {
        let from = self.enemies[number].at;
        if !self.is_free(from, to) {
            return;
        }
        self.open_door(to, events);
        let ground = self.ground_at(to);
        let enemy = &mut self.enemies[number];
        enemy.at = to;
        enemy.facing = (to.x - from.x, to.y - from.y);
        enemy.wades = ground == Ground::Water;
        events.push(Event::Moved(Actor::Enemy(number), from, to));
        // The hero hears the step, but the noise does not tell which enemy walks there.
        if ground == Ground::Rubble && self.is_near_hero(to, RUBBLE_NOISE) {
            events.push(Event::Noise(to, RUBBLE_NOISE));
        }
    }
}
