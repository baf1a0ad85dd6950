//! A fight in the arena as pictures, one for each turn.

use std::sync::Arc;

use super::Breed;
use super::arena::Arena;
use crate::games::dungeon::graph::picture::{ABOVE, FloorPlan};
use crate::games::dungeon::layout::Cell;
use crate::games::dungeon::rules::{Event, Foe, Game, Who};
use crate::generation::{Form, Picture, Shape, Tint};

/// Keys of each fighter: itself, what it looks at, its guard, its life, and the blow at it.
const KEYS: u16 = 5;

/// The fight from its first turn to its last.
pub fn scenes(arena: &Arena, breed: &Arc<Breed>, strength: u8) -> Vec<Picture> {
    let mut watch = arena.watch(breed, strength);
    let plan = FloorPlan::of(watch.game().dungeon());
    let rooms: Vec<(u16, Tint)> = (0..3).map(|room| (room, Tint::Calm)).collect();
    let floor = plan.shapes(watch.game().dungeon(), &rooms);
    let mut scenes = Vec::new();
    loop {
        let mut picture = Picture::of(floor.clone());
        let painter = Painter {
            plan,
            events: watch.events(),
        };
        painter.fighters(watch.game(), &mut picture.shapes);
        scenes.push(picture);
        if !watch.step() {
            return scenes;
        }
    }
}

struct Painter<'a> {
    plan: FloorPlan,
    /// What happened in the turn.
    events: &'a [Event],
}

impl Painter<'_> {
    fn fighters(&self, game: &Game, into: &mut Vec<Shape>) {
        let hero = &game.hero;
        self.fighter(0, hero.at, Tint::Player(0), into);
        if hero.guard {
            self.guard(0, hero.at, into);
        }
        self.life(0, hero.at, hero.life, hero.whole, into);
        self.blow(0, Who::Hero, hero.at, into);
        for (number, foe) in game.foes.iter().enumerate() {
            let key = number as u16 + 1;
            if foe.life > 0 {
                self.foe(key, foe, into);
            }
            self.blow(key, Who::Foe(number), foe.at, into);
        }
    }

    fn foe(&self, key: u16, foe: &Foe, into: &mut Vec<Shape>) {
        let tint = if foe.aware {
            Tint::Kind(1)
        } else {
            Tint::Kind(4)
        };
        self.fighter(key, foe.at, tint, into);
        let (x, y) = self.plan.middle(foe.at);
        let ahead = |at: f32, step: i16| at + 0.3 * f32::from(step) * self.plan.cell;
        into.push(Shape {
            key: ABOVE + key * KEYS + 1,
            form: Form::Disc,
            tint: Tint::Stone,
            x: ahead(x, foe.facing.0),
            y: ahead(y, foe.facing.1),
            size: 0.3 * self.plan.cell,
        });
        if foe.guard {
            self.guard(key, foe.at, into);
        }
        self.life(key, foe.at, foe.life, foe.body.life, into);
    }

    fn fighter(&self, key: u16, at: Cell, tint: Tint, into: &mut Vec<Shape>) {
        let (x, y) = self.plan.middle(at);
        into.push(Shape {
            key: ABOVE + key * KEYS,
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
            key: ABOVE + key * KEYS + 2,
            form: Form::Block {
                height: 0.9 * self.plan.cell,
            },
            tint: Tint::Kind(8),
            x: x - 0.55 * self.plan.cell,
            y,
            size: 0.18 * self.plan.cell,
        });
    }

    fn life(&self, key: u16, at: Cell, left: u8, whole: u8, into: &mut Vec<Shape>) {
        let (x, y) = self.plan.middle(at);
        let part = f32::from(left) / f32::from(whole.max(1));
        into.push(Shape {
            key: ABOVE + key * KEYS + 3,
            form: Form::Block {
                height: 0.16 * self.plan.cell,
            },
            tint: if 2 * left <= whole {
                Tint::Fault
            } else {
                Tint::Kind(8)
            },
            x: x - 0.5 * (1.0 - part) * self.plan.cell,
            y: y - 0.62 * self.plan.cell,
            size: part * self.plan.cell,
        });
    }

    /// A cross over whoever is wounded.
    fn blow(&self, key: u16, who: Who, cell: Cell, into: &mut Vec<Shape>) {
        let struck = |event: &Event| match event {
            Event::Struck { at, wounds, .. } => *at == who && *wounds > 0,
            _ => false,
        };
        if self.events.iter().any(struck) {
            let (x, y) = self.plan.middle(cell);
            into.push(Shape {
                key: ABOVE + key * KEYS + 4,
                form: Form::Cross,
                tint: Tint::Fault,
                x,
                y,
                size: 1.1 * self.plan.cell,
            });
        }
    }
}
