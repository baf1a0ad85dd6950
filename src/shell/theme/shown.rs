//! Shows the colours of the chosen look. Nodes, letters and sprites have the colours of the palette, and become those
//! of the look when they are drawn, so that a change of the look reaches everything at once.

use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;
use bevy::render::{Extract, ExtractSchedule, Render, RenderApp, RenderSystems};
use bevy::sprite_render::ExtractedSprites;
use bevy::ui_render::{ExtractedUiItem, ExtractedUiNodes};

use super::look::Look;
use super::palette;
use crate::shell::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, clear_in_look);
    // Without a window no drawing takes place.
    let Some(render) = app.get_sub_app_mut(RenderApp) else {
        return;
    };
    render
        .init_resource::<Shown>()
        .add_systems(ExtractSchedule, extract_look)
        .add_systems(
            Render,
            (colour_nodes, colour_sprites)
                .in_set(RenderSystems::Queue)
                .run_if(|shown: Res<Shown>| shown.look != Look::USUAL),
        );
}

/// Marks a text of the world that lies on ground which is dark in every theme.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct OnDarkGround;

/// The look in which things are drawn, and the texts that lie on dark ground.
#[derive(Resource, Default)]
struct Shown {
    look: Look,
    on_dark_ground: EntityHashSet,
}

fn extract_look(
    settings: Extract<Res<Settings>>,
    on_dark_ground: Extract<Query<Entity, With<OnDarkGround>>>,
    mut shown: ResMut<Shown>,
) {
    shown.look = settings.look();
    shown.on_dark_ground.clear();
    shown.on_dark_ground.extend(on_dark_ground.iter());
}

/// Gives the background of the window its colour.
fn clear_in_look(settings: Res<Settings>, mut clear: ResMut<ClearColor>) {
    let wanted = settings.look().map_colour(palette::NIGHT);
    if clear.0 != wanted {
        clear.0 = wanted;
    }
}

fn colour_nodes(shown: Res<Shown>, nodes: Option<ResMut<ExtractedUiNodes>>) {
    let Some(mut nodes) = nodes else { return };
    let look = shown.look;
    let ExtractedUiNodes { uinodes, glyphs } = &mut *nodes;
    for node in uinodes {
        let ExtractedUiItem::Node { color, .. } = &mut node.item else {
            continue;
        };
        let was = Color::from(*color);
        // A picture that is not tinted with a colour of the palette shows its own colours.
        let shown = if node.image == AssetId::default() {
            look.map_colour(was)
        } else {
            look.map_palette_colour(was).unwrap_or(was)
        };
        *color = shown.to_linear();
    }
    let mut last = None;
    for glyph in glyphs {
        // Most letters have the colour of the letter before.
        let was = glyph.color;
        let shown = match last {
            Some((known, shown)) if known == was => shown,
            _ => look.map_colour(was.into()).to_linear(),
        };
        last = Some((was, shown));
        glyph.color = shown;
    }
}

fn colour_sprites(shown: Res<Shown>, sprites: Option<ResMut<ExtractedSprites>>) {
    let Some(mut sprites) = sprites else { return };
    for sprite in &mut sprites.sprites {
        let look = match shown.on_dark_ground.contains(&sprite.main_entity) {
            true => shown.look.on_dark_ground(),
            false => shown.look,
        };
        if let Some(shown) = look.map_palette_colour(Color::from(sprite.color)) {
            sprite.color = shown.to_linear();
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::sprite_render::{ExtractedSprite, ExtractedSpriteKind};

    use super::super::look::{Colours, Theme};
    use super::*;

    /// A text of an entity, as it is to be drawn.
    fn letter(main_entity: Entity, colour: Color) -> ExtractedSprite {
        ExtractedSprite {
            main_entity,
            render_entity: Entity::PLACEHOLDER,
            transform: GlobalTransform::IDENTITY,
            color: colour.to_linear(),
            image_handle_id: AssetId::default(),
            flip_x: false,
            flip_y: false,
            kind: ExtractedSpriteKind::Single {
                anchor: Vec2::ZERO,
                rect: None,
                scaling_mode: None,
                custom_size: None,
            },
        }
    }

    #[test]
    fn a_text_on_dark_ground_keeps_the_colours_of_the_dark_theme_in_the_light_one() {
        let mut world = World::new();
        let [marked, other] = [(); 2].map(|()| world.spawn_empty().id());
        for theme in [Theme::Dusk, Theme::Light, Theme::Contrast] {
            let look = Look {
                theme,
                colours: Colours::Deutan,
            };
            world.insert_resource(Shown {
                look,
                on_dark_ground: [marked].into_iter().collect(),
            });
            let letters = [marked, other].map(|entity| letter(entity, palette::FAULT));
            world.insert_resource(ExtractedSprites {
                sprites: letters.into(),
            });
            let ran = world.run_system_once(colour_sprites);
            ran.expect("the system has its resources");
            let sprites = &world.resource::<ExtractedSprites>().sprites;
            let dark = look.on_dark_ground().map_colour(palette::FAULT);
            let usual = look.map_colour(palette::FAULT);
            assert_eq!(sprites[0].color, dark.to_linear(), "{theme:?}");
            assert_eq!(sprites[1].color, usual.to_linear(), "{theme:?}");
            assert_eq!(dark != usual, theme == Theme::Light);
        }
    }
}
