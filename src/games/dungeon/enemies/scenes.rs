//! The pictures of a fight in the arena, one for each turn, with the sprites of the game. They show the part of the
//! arena around the intruder and the nearest enemy.

use std::sync::Arc;

use super::arena::Arena;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::map::floor_plan::{CELL_KEYS, FREE_KEYS, FloorPlan};
use crate::games::dungeon::rules::{Actor, Breed, Enemy, EnemyKind, Event, Game};
use crate::games::dungeon::sprite_names;
use crate::generation::{Form, Picture, Shape, Tint};

/// The least side of the part of the arena that is shown, in cells.
const LEAST_SIDE: f32 = 11.0;
/// The ground around the fighters that is shown, in cells.
const MARGIN: f32 = 2.5;
/// The turns before and after a picture over which the place of the view is averaged, so that it moves steadily.
const STEADY_TURNS: usize = 5;

/// The number of keys of a fighter: for itself, its signs, its life and the blow at it.
const KEYS: u16 = 8;

/// A turn of a fight.
struct Turn {
    game: Game,
    events: Vec<Event>,
}

/// The pictures of a fight from its start to its end.
pub fn scenes(arena: &Arena, breed: &Arc<Breed>, strength: u8) -> Vec<Picture> {
    let mut fight = arena.begin(breed, strength);
    let mut turns = Vec::new();
    loop {
        turns.push(Turn {
            game: fight.game().clone(),
            events: fight.events().to_vec(),
        });
        if !fight.step() {
            break;
        }
    }
    let views: Vec<ShownPart> = turns.iter().map(|turn| ShownPart::of(&turn.game)).collect();
    let scene = |(at, turn): (usize, &Turn)| {
        let around = at.saturating_sub(STEADY_TURNS)..(at + STEADY_TURNS + 1).min(views.len());
        let view = ShownPart::mean(&views[around]);
        let painter = Painter {
            plan: FloorPlan::of_part(view.middle, view.side),
            turn,
        };
        painter.picture()
    };
    turns.iter().enumerate().map(scene).collect()
}

/// The part of the map that is shown, in cells.
#[derive(Clone, Copy)]
struct ShownPart {
    middle: (f32, f32),
    side: f32,
}

impl ShownPart {
    /// The smallest part that shows the intruder and the nearest living enemy.
    fn of(game: &Game) -> Self {
        let hero = game.hero.at;
        let living = game.enemies.iter().filter(|enemy| enemy.life > 0);
        let apart = |enemy: &&Enemy| {
            let (x, y) = (enemy.at.x - hero.x, enemy.at.y - hero.y);
            i32::from(x.abs().max(y.abs()))
        };
        let other = living.min_by_key(apart).map_or(hero, |enemy| enemy.at);
        let middle = |a: i16, b: i16| f32::from(a + b) / 2.0 + 0.5;
        let length = f32::from((other.x - hero.x).abs().max((other.y - hero.y).abs())) + 1.0;
        ShownPart {
            middle: (middle(hero.x, other.x), middle(hero.y, other.y)),
            side: (length + 2.0 * MARGIN).max(LEAST_SIDE),
        }
    }

    /// The mean of at least one part.
    fn mean(views: &[ShownPart]) -> Self {
        let count = views.len() as f32;
        let mean = |value: fn(&ShownPart) -> f32| views.iter().map(value).sum::<f32>() / count;
        ShownPart {
            middle: (mean(|view| view.middle.0), mean(|view| view.middle.1)),
            side: mean(|view| view.side),
        }
    }
}

/// Draws a turn.
struct Painter<'a> {
    plan: FloorPlan,
    turn: &'a Turn,
}

impl Painter<'_> {
    fn picture(&self) -> Picture {
        let mut shapes = Vec::new();
        self.ground(&mut shapes);
        self.fighters(&mut shapes);
        Picture::of(shapes)
    }

    /// The sprites of the cells, with smoke, fire and bells.
    fn ground(&self, into: &mut Vec<Shape>) {
        let game = &self.turn.game;
        let map = &game.dungeon().layout.map;
        // Smoke, fire and bells lie on the ground, and shapes are painted in the order of their keys.
        let count = map.width as u16 * map.height as u16;
        let mut above = Vec::new();
        for (number, cell) in (0..count).zip(map.cells()) {
            let ground =
                sprite_names::of_cell(game, cell).filter(|_| self.plan.contains_cell(cell));
            let Some(ground) = ground else {
                continue;
            };
            // The ground is a little larger than its cell, so that no seam shows between two cells.
            let size = 1.02;
            into.push(self.sprite(CELL_KEYS + number, ground, Tint::Ground, cell, size));
            let cloud = if game.burns(cell) {
                sprite_names::FLAMES
            } else if game.is_smoky(cell) {
                sprite_names::SMOKE
            } else if game.rings(cell) {
                sprite_names::BELL
            } else {
                continue;
            };
            let key = CELL_KEYS + count + number;
            above.push(self.sprite(key, cloud, Tint::Calm, cell, 1.0));
        }
        into.append(&mut above);
    }

    fn sprite(&self, key: u16, name: &'static str, tint: Tint, cell: Cell, size: f32) -> Shape {
        let (x, y) = self.plan.middle(cell);
        Shape {
            key,
            form: Form::Sprite(name),
            tint,
            x,
            y,
            size: size * self.plan.cell,
        }
    }

    fn fighters(&self, into: &mut Vec<Shape>) {
        let game = &self.turn.game;
        let hero = &game.hero;
        let mut signs = Vec::new();
        if hero.guard {
            signs.push(sprite_names::GUARD_UP);
        }
        self.fighter(0, sprite_names::HERO, hero.at, &signs, into);
        self.life(0, hero.at, hero.life, hero.max_life, into);
        self.blow(0, Actor::Hero, hero.at, into);
        for (number, enemy) in game.enemies.iter().enumerate() {
            if !self.plan.contains_cell(enemy.at) {
                continue;
            }
            let key = number as u16 + 1;
            if enemy.life > 0 {
                self.enemy(key, enemy, into);
            }
            self.blow(key, Actor::Enemy(number), enemy.at, into);
        }
    }

    fn enemy(&self, key: u16, enemy: &Enemy, into: &mut Vec<Shape>) {
        let mut signs = Vec::new();
        if enemy.notices {
            signs.push(sprite_names::AWAKE);
        } else if enemy.aware {
            signs.push(sprite_names::SEEKS);
        } else if enemy.listens_to.is_some() {
            signs.push(sprite_names::LISTENS);
        }
        if enemy.guard {
            signs.push(sprite_names::GUARD_UP);
        }
        let kind = enemy.breed.kind;
        self.fighter(key, sprite_names::of_kind(kind), enemy.at, &signs, into);
        let (x, y) = self.plan.middle(enemy.at);
        let ahead = |at: f32, step: i16| at + 0.48 * f32::from(step) * self.plan.cell;
        let has_shield = kind == EnemyKind::Guard && enemy.shield;
        into.push(Shape {
            key: FREE_KEYS + key * KEYS + 5,
            form: Form::Disc,
            tint: if has_shield {
                Tint::Kind(8)
            } else {
                Tint::Kind(0)
            },
            x: ahead(x, enemy.facing.0),
            y: ahead(y, enemy.facing.1),
            size: if has_shield { 0.3 } else { 0.16 } * self.plan.cell,
        });
        self.life(key, enemy.at, enemy.life, enemy.body.max_life, into);
    }

    /// The sprite of a fighter with at most two signs on it.
    fn fighter(
        &self,
        key: u16,
        name: &'static str,
        at: Cell,
        signs: &[&'static str],
        into: &mut Vec<Shape>,
    ) {
        let first = FREE_KEYS + key * KEYS;
        let names = std::iter::once(&name).chain(signs);
        let shapes = (first..).zip(names);
        into.extend(shapes.map(|(key, name)| self.sprite(key, name, Tint::Kind(1), at, 1.0)));
    }

    fn life(&self, key: u16, at: Cell, life: u8, max_life: u8, into: &mut Vec<Shape>) {
        let (x, y) = self.plan.middle(at);
        let part = f32::from(life) / f32::from(max_life.max(1));
        into.push(Shape {
            key: FREE_KEYS + key * KEYS + 6,
            form: Form::Block {
                height: 0.1 * self.plan.cell,
            },
            tint: if 2 * life <= max_life {
                Tint::Fault
            } else {
                Tint::Kind(8)
            },
            x: x - 0.5 * (1.0 - part) * 0.8 * self.plan.cell,
            y: y - 0.55 * self.plan.cell,
            size: part * 0.8 * self.plan.cell,
        });
    }

    /// A slash over a fighter that lost life.
    fn blow(&self, key: u16, who: Actor, cell: Cell, into: &mut Vec<Shape>) {
        let struck = |event: &Event| match event {
            Event::Struck { target, damage, .. } => *target == who && *damage > 0,
            _ => false,
        };
        if self.turn.events.iter().any(struck) {
            let key = FREE_KEYS + key * KEYS + 7;
            into.push(self.sprite(key, sprite_names::SLASH, Tint::Fault, cell, 1.1));
        }
    }
}
