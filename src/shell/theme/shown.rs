//! Shows the colours of the chosen look. Nodes, letters and sprites have the colours of the palette, and become those
//! of the look when they are drawn, so that a change of the look reaches everything at once.

use bevy::ecs::entity::EntityHashSet;
use bevy::platform::collections::HashMap;
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
    /// The colours of nodes and letters in the look.
    of_nodes: KnownColours,
    /// The colours of the palette, for sprites and tinted pictures.
    of_palette: KnownColours,
    /// The colours of the palette for texts on dark ground.
    of_palette_on_dark: KnownColours,
}

/// Colours that were looked up before, by the bits of red, green and blue; `None` for colours that stay. Most things on
/// the screen have one of few colours, and to find one in a look takes long.
#[derive(Default)]
struct KnownColours(HashMap<[u32; 3], Option<LinearRgba>>);

/// The number of colours after which known ones are forgotten, because a colour that changes with time has many values.
const MOST_KNOWN: usize = 4_096;

impl KnownColours {
    /// Replaces a colour by the one that `find` returns for it. The opacity stays.
    fn replace(&mut self, colour: &mut LinearRgba, find: impl FnOnce(Color) -> Option<Color>) {
        if self.0.len() >= MOST_KNOWN {
            self.0.clear();
        }
        let bits = [colour.red, colour.green, colour.blue].map(f32::to_bits);
        let known = self.0.entry(bits).or_insert_with(|| {
            let opaque = colour.with_alpha(1.0);
            find(opaque.into()).map(|shown| shown.to_linear())
        });
        if let Some(shown) = known {
            *colour = shown.with_alpha(colour.alpha);
        }
    }
}

fn extract_look(
    settings: Extract<Res<Settings>>,
    on_dark_ground: Extract<Query<Entity, With<OnDarkGround>>>,
    mut shown: ResMut<Shown>,
) {
    if shown.look != settings.look() {
        *shown = Shown {
            look: settings.look(),
            ..default()
        };
    }
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

fn colour_nodes(mut shown: ResMut<Shown>, nodes: Option<ResMut<ExtractedUiNodes>>) {
    let Some(mut nodes) = nodes else { return };
    let Shown {
        look,
        of_nodes,
        of_palette,
        ..
    } = &mut *shown;
    let ExtractedUiNodes { uinodes, glyphs } = &mut *nodes;
    for node in uinodes {
        let ExtractedUiItem::Node { color, .. } = &mut node.item else {
            continue;
        };
        // A picture that is not tinted with a colour of the palette shows its own colours.
        if node.image == AssetId::default() {
            of_nodes.replace(color, |was| Some(look.map_colour(was)));
        } else {
            of_palette.replace(color, |was| look.map_palette_colour(was));
        }
    }
    for glyph in glyphs {
        of_nodes.replace(&mut glyph.color, |was| Some(look.map_colour(was)));
    }
}

fn colour_sprites(mut shown: ResMut<Shown>, sprites: Option<ResMut<ExtractedSprites>>) {
    let Some(mut sprites) = sprites else { return };
    let Shown {
        look,
        on_dark_ground,
        of_palette,
        of_palette_on_dark,
        ..
    } = &mut *shown;
    let on_dark = look.on_dark_ground();
    for sprite in &mut sprites.sprites {
        let (known, look) = match on_dark_ground.contains(&sprite.main_entity) {
            true => (&mut *of_palette_on_dark, on_dark),
            false => (&mut *of_palette, *look),
        };
        known.replace(&mut sprite.color, |was| look.map_palette_colour(was));
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
                ..default()
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
