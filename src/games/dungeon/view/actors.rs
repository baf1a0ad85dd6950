//! The drawing of the hero and of the enemies, with their motions and blows.

use bevy::prelude::*;

use super::actor::{ActorSprite, appearance, each_actor, place};
use super::badges::{Badge, BadgeOwner};
use super::blows::{float_number, spawn_slash};
use super::map::layer;
use super::{View, art, foresight};
use crate::games::dungeon::map::{Cell, Ground};
use crate::games::dungeon::rules::{Actor, Event, Game, Step};
use crate::games::dungeon::{Table, sprite_names};
use crate::shell::settings::Settings;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::Sprites;

/// Spawns the hero, the living enemies and their badges.
pub(super) fn spawn_actors(world: &mut World, root: Entity) {
    let game = &world.resource::<Table>().state().game;
    let enemies = game.enemies.iter().enumerate();
    let enemies = enemies.filter(|(_, enemy)| enemy.life > 0);
    let mut all: Vec<(Actor, Cell, &'static str)> = enemies
        .map(|(number, enemy)| {
            (
                Actor::Enemy(number),
                enemy.at,
                sprite_names::of_kind(enemy.breed.kind),
            )
        })
        .collect();
    all.push((Actor::Hero, game.hero.at, sprite_names::HERO));
    let hero = place(game.hero.at);
    world.resource_mut::<View>().eye = Some(hero);
    all.into_iter()
        .for_each(|(who, cell, name)| spawn_actor(world, root, who, cell, name));
}

/// Spawns the sprites of wanderers that have come in, and the signs of their next acts.
fn spawn_newcomers(world: &mut World, events: &[Event]) {
    let Some(root) = world.resource::<View>().root else {
        return;
    };
    for event in events {
        let Event::CameIn(number) = *event else {
            continue;
        };
        let game = &world.resource::<Table>().state().game;
        if let Some(enemy) = game.enemies.get(number) {
            let (at, name) = (enemy.at, sprite_names::of_kind(enemy.breed.kind));
            spawn_actor(world, root, Actor::Enemy(number), at, name);
            foresight::spawn_sign(world, root, number);
        }
    }
}

/// Spawns an actor and its badges.
fn spawn_actor(world: &mut World, root: Entity, who: Actor, cell: Cell, name: &'static str) {
    world.resource_scope(|world, sprites: Mut<Sprites>| {
        let z = if who == Actor::Hero {
            layer::HERO
        } else {
            layer::ENEMY
        };
        let actor = ActorSprite {
            who,
            at: place(cell),
            to: place(cell),
            lunge: Vec2::ZERO,
            strike: 0.0,
            hit: 0.0,
            shown: 0.0,
        };
        world.spawn((
            Name::new("Actor"),
            actor,
            art::sprite(&sprites, name, z),
            ChildOf(root),
        ));
        let game = &world.resource::<Table>().state().game;
        let adaptation = match who {
            Actor::Hero => None,
            Actor::Enemy(number) => game.enemies[number].breed.adaptation,
        };
        let adaptation = adaptation.map(|one| (Badge::Adaptation, art::of_adaptation(one)));
        let badges = [
            (Badge::Awake, sprite_names::AWAKE),
            (Badge::Seeks, sprite_names::SEEKS),
            (Badge::Listens, sprite_names::LISTENS),
            (Badge::Guard, sprite_names::GUARD_UP),
            (Badge::Facing, "dungeon/facing"),
            (Badge::Shield, "dungeon/shield"),
        ];
        let owned = |badge| (Name::new("Badge"), badge, BadgeOwner(who), ChildOf(root));
        world.spawn((owned(Badge::Life), art::white_sprite(layer::BADGE)));
        for (badge, name) in badges.into_iter().chain(adaptation) {
            world.spawn((owned(badge), art::sprite(&sprites, name, layer::BADGE)));
        }
    });
}

/// Shows the events of a turn by motion and numbers.
pub(super) fn show_events(world: &mut World, events: &[Event]) {
    spawn_newcomers(world, events);
    let mut numbers: Vec<(Actor, String, Color)> = Vec::new();
    let mut moved: Vec<(Actor, Cell)> = Vec::new();
    for event in events {
        match *event {
            Event::Moved(who, _, to) => moved.push((who, to)),
            Event::Struck {
                by,
                target,
                damage,
                defence,
            } => {
                // The blow falls where its target stands at that moment.
                send_moved_actors(world, &moved);
                lunge(world, by, target);
                let colour = match target {
                    _ if defence.is_some() && damage == 0 => palette::MIST,
                    Actor::Hero => palette::FAULT,
                    Actor::Enemy(_) => palette::EMBER,
                };
                numbers.push((target, damage.to_string(), colour));
            }
            Event::Burnt(who, life) => {
                numbers.push((who, life.to_string(), palette::EMBER));
            }
            Event::Healed(who, life) if life > 1 => {
                numbers.push((who, format!("+{life}"), palette::LEAF));
            }
            Event::Teleported(who, _, to) => {
                moved.push((who, to));
                each_actor(world, |actor| {
                    if actor.who == who {
                        (actor.at, actor.to, actor.shown) = (place(to), place(to), 0.0);
                    }
                });
            }
            _ => {}
        }
    }
    send_actors_to_cells(world);
    float_numbers(world, &numbers);
}

/// Lets the sprites of actors that have moved go to their cells, of which the last one counts.
fn send_moved_actors(world: &mut World, moved: &[(Actor, Cell)]) {
    each_actor(world, |actor| {
        let last = moved.iter().rfind(|(who, _)| *who == actor.who);
        actor.to = last.map_or(actor.to, |(_, to)| place(*to));
    });
}

/// Lets every sprite go to the cell of its actor.
fn send_actors_to_cells(world: &mut World) {
    let game = &world.resource::<Table>().state().game;
    let (hero, enemies): (Cell, Vec<Cell>) = (
        game.hero.at,
        game.enemies.iter().map(|enemy| enemy.at).collect(),
    );
    each_actor(world, |actor| {
        actor.to = match actor.who {
            Actor::Hero => place(hero),
            Actor::Enemy(number) => enemies.get(number).map_or(actor.to, |at| place(*at)),
        };
    });
}

/// Lets the numbers of a turn float over their actors.
fn float_numbers(world: &mut World, numbers: &[(Actor, String, Color)]) {
    // Several numbers over one actor stand side by side, and so do the numbers of turns in quick succession.
    let turn = world.resource::<Table>().state().game.turns() % 3;
    for (number, (who, text, colour)) in numbers.iter().enumerate() {
        let before = numbers[..number].iter().filter(|(other, ..)| other == who);
        let aside = 0.4 * before.count() as f32 + 0.3 * (turn as f32 - 1.0);
        float_number(world, *who, aside, text, *colour);
    }
}

/// Lets the hero run against an obstacle that bars a step.
pub(super) fn bump(world: &mut World, Step(number): Step) {
    let Some((x, y)) = Cell::STEPS.get(usize::from(number)) else {
        return;
    };
    let way = Vec2::new(f32::from(*x), f32::from(*y)).normalize_or_zero();
    each_actor(world, |actor| {
        if actor.who == Actor::Hero {
            (actor.lunge, actor.strike) = (0.6 * way, 1.0);
        }
    });
}

/// Lets an actor strike at another one.
pub(super) fn lunge(world: &mut World, by: Actor, target: Actor) {
    let mut places = [None, None];
    each_actor(world, |actor| {
        for (place, who) in places.iter_mut().zip([by, target]) {
            if actor.who == who {
                *place = Some(actor.to);
            }
        }
    });
    let [Some(from), Some(to)] = places else {
        return;
    };
    let way = (to - from).normalize_or_zero();
    spawn_slash(world, to, way);
    each_actor(world, |actor| {
        if actor.who == by {
            (actor.lunge, actor.strike) = (way, 1.0);
        } else if actor.who == target {
            actor.hit = 1.0;
        }
    });
}

/// Moves the actors towards their places, and the eye after the hero.
pub(super) fn move_actors(
    time: Res<Time>,
    settings: Res<Settings>,
    mut view: ResMut<View>,
    mut actors: Query<&mut ActorSprite>,
) {
    let step = time.delta_secs() * settings.animation_speed();
    let still = settings.reduced_motion;
    let near = |speed: f32| {
        if still {
            1.0
        } else {
            1.0 - (-step * speed).exp()
        }
    };
    for mut actor in &mut actors {
        let to = actor.to;
        // An actor that has gone far at once is not shown on the way.
        let far = actor.at.distance(to) > 4.0;
        actor.at = if far {
            to
        } else {
            actor.at.lerp(to, near(20.0))
        };
        actor.strike = (actor.strike - step / 0.18).max(0.0);
        actor.hit = (actor.hit - step / 0.35).max(0.0);
        if actor.who == Actor::Hero {
            let eye = view.eye.unwrap_or(to);
            let far = eye.distance(to) > 14.0;
            view.eye = Some(if far {
                to
            } else {
                eye.lerp(actor.at, near(9.0))
            });
        }
    }
}

/// The opacity of an actor in grass.
const IN_GRASS: f32 = 0.7;

/// Whether an actor stands in grass.
fn is_in_grass(game: &Game, who: Actor) -> bool {
    let at = match who {
        Actor::Hero => Some(game.hero.at),
        Actor::Enemy(number) => game.enemies.get(number).map(|enemy| enemy.at),
    };
    at.is_some_and(|at| game.ground_at(at) == Ground::Grass)
}

/// Draws the actors that are seen.
pub(super) fn draw_actors(
    time: Res<Time>,
    settings: Res<Settings>,
    table: Res<Table>,
    view: Res<View>,
    mut actors: Query<(&mut ActorSprite, &mut Sprite, &mut Transform)>,
) {
    let game = &table.state().game;
    for (mut actor, mut sprite, mut transform) in &mut actors {
        let target = match appearance(game, actor.who).seen {
            true if is_in_grass(game, actor.who) => IN_GRASS,
            true => 1.0,
            false => 0.0,
        };
        actor.shown += (target - actor.shown) * (1.0 - (-time.delta_secs() * 14.0).exp());
        let out = (actor.strike * std::f32::consts::PI).sin() * 0.38;
        let out = if settings.reduced_motion { 0.0 } else { out };
        view.frame.put(&mut transform, actor.at + actor.lunge * out);
        sprite.custom_size = Some(Vec2::splat(view.frame.cell));
        let pain = 1.0 - 0.6 * actor.hit;
        sprite.color = Color::linear_rgba(1.0, pain, pain, actor.shown);
        if (actor.to.x - actor.at.x).abs() > 0.05 {
            sprite.flip_x = actor.to.x < actor.at.x;
        }
    }
}
