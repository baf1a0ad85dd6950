//! The pictures of a fight in the arena, one for each turn.

use std::sync::Arc;

use super::arena::Arena;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::map::floor_plan::{FREE_KEYS, FloorPlan};
use crate::games::dungeon::rules::{Breed, Creature, Enemy, Event, Game};
use crate::generation::{Form, Picture, Shape, Tint};

/// The number of keys of a fighter: for itself, its direction, its guard, its life and the blow at it.
const KEYS: u16 = 5;

/// The pictures of a fight from its start to its end.
pub fn scenes(arena: &Arena, breed: &Arc<Breed>, strength: u8) -> Vec<Picture> {
    let mut fight = arena.begin(breed, strength);
    let plan = FloorPlan::of(fight.game().dungeon());
    let rooms: Vec<(u16, Tint)> = (0..3).map(|room| (room, Tint::Calm)).collect();
    let floor = plan.shapes(fight.game().dungeon(), &rooms);
    let mut scenes = Vec::new();
    loop {
        let mut picture = Picture::of(floor.clone());
        let painter = Painter {
            plan,
            events: fight.events(),
        };
        painter.fighters(fight.game(), &mut picture.shapes);
        scenes.push(picture);
        if !fight.step() {
            return scenes;
        }
    }
}

/// Draws the fighters of a turn.
struct Painter<'a> {
    plan: FloorPlan,
    /// The events of the turn.
    events: &'a [Event],
}

impl Painter<'_> {
    fn fighters(&self, game: &Game, into: &mut Vec<Shape>) {
        let hero = &game.hero;
        self.fighter(0, hero.at, Tint::Player(0), into);
        if hero.guard {
            self.guard(0, hero.at, into);
        }
        self.life(0, hero.at, hero.life, hero.max_life, into);
        self.blow(0, Creature::Hero, hero.at, into);
        for (number, enemy) in game.enemies.iter().enumerate() {
            let key = number as u16 + 1;
            if enemy.life > 0 {
                self.enemy(key, enemy, into);
            }
            self.blow(key, Creature::Enemy(number), enemy.at, into);
        }
    }

    fn enemy(&self, key: u16, enemy: &Enemy, into: &mut Vec<Shape>) {
        let tint = if enemy.aware {
            Tint::Kind(1)
        } else {
            Tint::Kind(4)
        };
        self.fighter(key, enemy.at, tint, into);
        let (x, y) = self.plan.middle(enemy.at);
        let ahead = |at: f32, step: i16| at + 0.3 * f32::from(step) * self.plan.cell;
        into.push(Shape {
            key: FREE_KEYS + key * KEYS + 1,
            form: Form::Disc,
            tint: Tint::Stone,
            x: ahead(x, enemy.facing.0),
            y: ahead(y, enemy.facing.1),
            size: 0.3 * self.plan.cell,
        });
        if enemy.guard {
            self.guard(key, enemy.at, into);
        }
        self.life(key, enemy.at, enemy.life, enemy.body.max_life, into);
    }

    fn fighter(&self, key: u16, at: Cell, tint: Tint, into: &mut Vec<Shape>) {
        let (x, y) = self.plan.middle(at);
        into.push(Shape {
            key: FREE_KEYS + key * KEYS,
            form: Form::Disc,
            tint,
            x,
            y,
            size: 0.9 * self.plan.cell,
        });
    }

    fn guard(&self, key: u16, at: Cell, into: &mut Vec<Shape>) {
        let (x, y) = self.plan.middle(at);
        into.push(Shape {
            key: FREE_KEYS + key * KEYS + 2,
            form: Form::Block {
                height: 0.9 * self.plan.cell,
            },
            tint: Tint::Kind(8),
            x: x - 0.55 * self.plan.cell,
            y,
            size: 0.18 * self.plan.cell,
        });
    }

    fn life(&self, key: u16, at: Cell, life: u8, max_life: u8, into: &mut Vec<Shape>) {
        let (x, y) = self.plan.middle(at);
        let part = f32::from(life) / f32::from(max_life.max(1));
        into.push(Shape {
            key: FREE_KEYS + key * KEYS + 3,
            form: Form::Block {
                height: 0.16 * self.plan.cell,
            },
            tint: if 2 * life <= max_life {
                Tint::Fault
            } else {
                Tint::Kind(8)
            },
            x: x - 0.5 * (1.0 - part) * self.plan.cell,
            y: y - 0.62 * self.plan.cell,
            size: part * self.plan.cell,
        });
    }

    /// A cross over a fighter that lost life.
    fn blow(&self, key: u16, who: Creature, cell: Cell, into: &mut Vec<Shape>) {
        let struck = |event: &Event| match event {
            Event::Struck { target, damage, .. } => *target == who && *damage > 0,
            _ => false,
        };
        if self.events.iter().any(struck) {
            let (x, y) = self.plan.middle(cell);
            into.push(Shape {
                key: FREE_KEYS + key * KEYS + 4,
                form: Form::Cross,
                tint: Tint::Fault,
                x,
                y,
                size: 1.1 * self.plan.cell,
            });
        }
    }
}
