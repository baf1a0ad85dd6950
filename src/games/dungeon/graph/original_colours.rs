//! Pictures of graphs in the colours of the README of GeneticGame (samus24).

use super::picture::{
    CHEST, CHEST_KEYS, DISCARDED, ENEMY, ENEMY_KEYS, EXIT, KEY, RIM_KEYS, ROOM, SPRITE_KEYS, START,
};
use crate::games::dungeon::map::Ground;
use crate::games::dungeon::map::floor_plan::{CELL_KEYS, FLOOR_KEYS, LIGHT_KEYS, ground_sign};
use crate::generation::{Form, LabelPlace, Picture, Shape, Tint};

const WHITE_TINT: Tint = Tint::Fixed(255, 255, 255);
const TURQUOISE: Tint = Tint::Fixed(64, 224, 208);
const GREEN: Tint = Tint::Fixed(20, 140, 40);
const ORANGE: Tint = Tint::Fixed(255, 165, 0);
const RED: Tint = Tint::Fixed(225, 40, 30);
const BLUE: Tint = Tint::Fixed(40, 80, 225);
const MAGENTA: Tint = Tint::Fixed(255, 0, 255);
const BLACK: Tint = Tint::Fixed(0, 0, 0);

/// A white ground, which lies below everything.
const WHITE: Shape = Shape {
    key: 0,
    form: Form::Block { height: 1.0 },
    tint: WHITE_TINT,
    x: 0.5,
    y: 0.5,
    size: 1.0,
};

/// The picture in the colours of GeneticGame (samus24): on white, with turquoise, green, orange, red and blue rooms,
/// magenta links, and black, blue, green and red numbers instead of sprites.
pub fn in_original_colours(mut picture: Picture) -> Picture {
    let role_sprites = SPRITE_KEYS..CHEST_KEYS;
    let floor = FLOOR_KEYS..CELL_KEYS;
    picture
        .shapes
        .retain(|shape| !role_sprites.contains(&shape.key) && !floor.contains(&shape.key));
    for shape in &mut picture.shapes {
        if let Form::Sprite(name) = shape.form
            && (CELL_KEYS..LIGHT_KEYS).contains(&shape.key)
            && !is_ground(name)
        {
            shape.form = Form::Tile;
        }
        match shape.key {
            ..RIM_KEYS => shape.tint = MAGENTA,
            // The sprites stay with size 0, because the numbers that replace them move with them.
            CHEST_KEYS.. => shape.size = 0.0,
            CELL_KEYS.. => {}
            _ => shape.tint = original_tint(shape.tint),
        }
    }
    for label in &mut picture.labels {
        let LabelPlace::Mark { key, tint, .. } = &mut label.place else {
            continue;
        };
        if label.text.contains('×') {
            // The size stands below the room, on white, because blue cannot be read on all colours of rooms.
            label.y += 1.45 * label.height;
        }
        *tint = match *key {
            ENEMY_KEYS.. => RED,
            CHEST_KEYS.. => GREEN,
            _ if label.text.contains('×') => BLUE,
            _ => BLACK,
        };
        // A number of chests or enemies stands in the place of the sprite.
        let below = picture.shapes.binary_search_by_key(key, |shape| shape.key);
        if let (CHEST_KEYS.., Ok(below)) = (*key, below) {
            (label.x, label.y) = (picture.shapes[below].x, picture.shapes[below].y);
        }
    }
    picture.shapes.insert(0, WHITE);
    picture
}

/// Whether a sprite is one of ground.
fn is_ground(sprite: &str) -> bool {
    let mut signs = Ground::ALL.into_iter().filter_map(ground_sign);
    signs.any(|(name, _)| name == sprite)
}

/// The original colour of a room or a number, by its usual colour.
pub fn original_tint(tint: Tint) -> Tint {
    match tint {
        START | CHEST => GREEN,
        KEY => ORANGE,
        EXIT | ENEMY => RED,
        ROOM => TURQUOISE,
        DISCARDED => BLUE,
        other => other,
    }
}
