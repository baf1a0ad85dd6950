//! Letters with an outline in the colour of the ground, so that numbers over pictures can be read on any colour.

use bevy::prelude::*;

use super::palette;
use super::shown::OnDarkGround;
use super::widget::{TextSize, text_font};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(spawn_outline)
        .add_systems(PostUpdate, fade_outlines);
}

/// The width of an outline, as a part of the size of the letters.
const WIDTH: f32 = 0.07;
/// The least width, in pixels.
const MIN_WIDTH: f32 = 1.5;
/// The distance by which an outline lies below its letters.
const BELOW: f32 = 0.005;
/// The directions in which the letters are drawn again below themselves. Together these copies are the outline.
const DIRECTIONS: [Vec2; 8] = {
    const DIAGONAL: f32 = std::f32::consts::FRAC_1_SQRT_2;
    [
        Vec2::X,
        Vec2::new(DIAGONAL, DIAGONAL),
        Vec2::Y,
        Vec2::new(-DIAGONAL, DIAGONAL),
        Vec2::NEG_X,
        Vec2::new(-DIAGONAL, -DIAGONAL),
        Vec2::NEG_Y,
        Vec2::new(DIAGONAL, -DIAGONAL),
    ]
};

/// Marks a text of the world that has an outline of a width in pixels. Its words do not change.
#[derive(Component)]
struct Outlined(f32);

/// Marks a copy of a text that is a part of its outline.
#[derive(Component)]
struct OutlinePart;

/// A short text over a picture, in bold letters of a size in pixels, with an outline around them. Where the ground is
/// dark in every theme, the text is to have [`OnDarkGround`] from its beginning.
pub fn outlined_text(text: String, size: f32, colour: Color) -> impl Bundle {
    let font = TextFont {
        font_size: FontSize::Px(size),
        ..text_font(TextSize::Head)
    };
    let outlined = Outlined((WIDTH * size).max(MIN_WIDTH));
    (Text2d::new(text), font, TextColor(colour), outlined)
}

/// Spawns the outline of a text.
fn spawn_outline(
    added: On<Add, Outlined>,
    texts: Query<(&Outlined, &Text2d, &TextFont, &TextColor, Has<OnDarkGround>)>,
    mut commands: Commands,
) {
    let Ok((outlined, text, font, colour, is_on_dark)) = texts.get(added.entity) else {
        return;
    };
    for direction in DIRECTIONS {
        let at = (direction * outlined.0).extend(-BELOW);
        let mut part = commands.spawn((
            Name::new("Outline"),
            OutlinePart,
            text.clone(),
            font.clone(),
            TextColor(part_colour(colour)),
            Transform::from_translation(at),
            ChildOf(added.entity),
        ));
        if is_on_dark {
            part.insert(OnDarkGround);
        }
    }
}

/// Lets outlines fade with their letters.
fn fade_outlines(
    texts: Query<(&Children, &TextColor), (With<Outlined>, Changed<TextColor>)>,
    mut parts: Query<&mut TextColor, (With<OutlinePart>, Without<Outlined>)>,
) {
    for (children, colour) in &texts {
        let mut parts = parts.iter_many_mut(children);
        while let Some(mut part) = parts.fetch_next() {
            part.0 = part_colour(colour);
        }
    }
}

/// The colour of the parts of an outline. They lie over each other, so that each is paler than the letters.
fn part_colour(letters: &TextColor) -> Color {
    palette::NIGHT.with_alpha(letters.0.alpha().powi(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins(plugin);
        app
    }

    /// The places of the parts of the outline of a text, and their opacities.
    fn parts(app: &App, text: Entity) -> Vec<(Vec3, f32)> {
        let children = app.world().get::<Children>(text).expect("an outline");
        let part = |part: &Entity| {
            let part = app.world().entity(*part);
            let place = part.get::<Transform>().expect("a place").translation;
            let colour = part.get::<TextColor>().expect("a colour").0;
            assert_eq!(colour.with_alpha(1.0), palette::NIGHT);
            assert_eq!(part.get::<Text2d>().expect("letters").0, "12");
            (place, colour.alpha())
        };
        children.into_iter().map(part).collect()
    }

    #[test]
    fn the_outline_is_as_wide_on_all_sides_lies_below_the_letters_and_fades_with_them() {
        let mut app = app();
        for (size, width) in [(14.0, 1.5), (100.0, 7.0)] {
            let text = outlined_text("12".to_owned(), size, palette::EMBER);
            let text = app.world_mut().spawn(text).id();
            app.update();
            let all = parts(&app, text);
            let middle = all.iter().map(|(place, _)| *place).sum::<Vec3>();
            assert!(middle.truncate().length() < 1e-3, "it is not shifted");
            for (place, alpha) in all {
                assert!((place.truncate().length() - width).abs() < 1e-3);
                assert!(place.z < 0.0);
                assert_eq!(alpha, 1.0);
            }
            let faded = TextColor(palette::EMBER.with_alpha(0.5));
            app.world_mut().entity_mut(text).insert(faded);
            app.update();
            assert!(parts(&app, text).iter().all(|(_, alpha)| *alpha == 0.25));
        }
    }

    #[test]
    fn an_outline_on_dark_ground_keeps_the_dark_colour_of_the_ground() {
        let mut app = app();
        let text = outlined_text("12".to_owned(), 28.0, palette::FAULT);
        let text = app.world_mut().spawn((text, OnDarkGround)).id();
        app.update();
        let children = app.world().get::<Children>(text).expect("an outline");
        for part in children {
            assert!(app.world().entity(*part).contains::<OnDarkGround>());
        }
    }
}
