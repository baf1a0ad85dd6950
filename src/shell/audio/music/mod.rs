//! The music: a piece for the title, one for the theatre and one for each game, in layers that follow the events. The
//! pieces are composed and rendered by the program, in the background, when they are first needed.

pub mod score;

mod render;

use std::collections::BTreeMap;

use bevy::audio::Volume;
use bevy::prelude::*;
use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};
use bevy::window::PrimaryWindow;

use super::{PlaySound, Sound};
use crate::shell::games::ActiveGame;
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use render::render;
use score::{DORIAN, LYDIAN, Layer, Style};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Mood>()
        .init_resource::<Styles>()
        .init_resource::<Music>()
        .add_systems(OnExit(Screen::Play), reset_mood)
        .add_systems(OnExit(Screen::Theatre), reset_mood)
        .add_systems(
            Update,
            (
                choose_scene,
                finish_rendering,
                hear_combos,
                mix_layers,
                pause_unfocused,
            )
                .chain()
                .run_if(resource_exists::<Assets<AudioSource>>),
        );
}

/// The style of the title.
const TITLE: Style = Style {
    tempo: 58.0,
    root: 50,
    scale: LYDIAN,
    chords: [0, 4, 5, 1, 0, 2, 3, 4],
    density: 0.35,
    seed: 11,
};

/// The style of the theatre and the laboratory.
const THEATRE: Style = Style {
    tempo: 72.0,
    root: 52,
    scale: DORIAN,
    chords: [0, 3, 0, 6, 5, 3, 4, 4],
    density: 0.5,
    seed: 12,
};

/// The state of a game for the music, each number from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stakes {
    /// The danger for the player: the pulse gets louder, and the melody gets softer.
    pub danger: f32,
    /// The nearness of the end: the pulse gets a little louder.
    pub ending: f32,
}

/// The state that the layers follow.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Mood {
    /// The state of the game.
    pub stakes: Stakes,
    /// The number of events at once, 0 to 1: the shimmer gets louder. It fades by itself.
    pub excitement: f32,
}

/// The style of each game, by its key.
#[derive(Resource, Default)]
pub struct Styles(BTreeMap<&'static str, Style>);

impl Styles {
    /// Adds the style of a game.
    pub fn add(&mut self, game: &'static str, style: Style) {
        self.0.insert(game, style);
    }
}

/// The part of the program to which a piece belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scene {
    Title,
    Theatre,
    Game(&'static str),
}

/// A rendered piece.
struct Piece {
    scene: Scene,
    layers: [Handle<AudioSource>; 4],
}

/// The pieces, and the one that plays.
#[derive(Resource, Default)]
struct Music {
    /// The scene whose piece plays; `None` if there is no music.
    scene: Option<Scene>,
    /// The pieces that were rendered last, the newest one last.
    pieces: Vec<Piece>,
    rendering: Option<(Scene, Task<[Vec<u8>; 4]>)>,
}

/// The number of pieces that are kept.
const KEPT: usize = 3;
/// The seconds in which a layer gets as loud as it can be, or silent.
const FADE: f32 = 2.5;
/// The seconds in which excitement fades.
const CALM: f32 = 4.0;
/// The loudness of music beside that of effects.
const BESIDE_EFFECTS: f32 = 0.55;

/// A layer that is heard.
#[derive(Component)]
struct Playing {
    scene: Scene,
    layer: Layer,
    loudness: f32,
}

/// Resets the mood when a game or a run is left.
fn reset_mood(mut mood: ResMut<Mood>) {
    *mood = Mood::default();
}

/// Changes the piece with the screen, and begins to render a missing piece.
fn choose_scene(
    mut commands: Commands,
    mut music: ResMut<Music>,
    screen: Res<State<Screen>>,
    game: Option<Res<ActiveGame>>,
    styles: Res<Styles>,
    settings: Res<Settings>,
    playing: Query<&Playing>,
) {
    let of_game = game.and_then(|game| game.0).map(Scene::Game);
    let scene = match screen.get() {
        Screen::Title | Screen::Played | Screen::Shelf => Scene::Title,
        Screen::Theatre | Screen::Laboratory => Scene::Theatre,
        Screen::Setup | Screen::Play => of_game.unwrap_or(Scene::Title),
    };
    let is_heard = settings.heard_percent() > 0 && settings.music_percent > 0;
    let wanted = is_heard.then_some(scene);
    if music.scene == wanted {
        return;
    }
    let Some(scene) = wanted else {
        (music.scene, music.rendering) = (None, None);
        return;
    };
    // The piece has not faded yet.
    if playing.iter().any(|playing| playing.scene == scene) {
        music.scene = Some(scene);
        return;
    }
    if let Some(piece) = music.pieces.iter().find(|piece| piece.scene == scene) {
        start_piece(&mut commands, piece);
        music.scene = Some(scene);
        return;
    }
    if music.rendering.as_ref().is_some_and(|(of, _)| *of == scene) {
        return;
    }
    let style = match scene {
        Scene::Title => TITLE,
        Scene::Theatre => THEATRE,
        Scene::Game(key) => styles.0.get(key).copied().unwrap_or(TITLE),
    };
    let work = AsyncComputeTaskPool::get().spawn(render_layers(style));
    music.rendering = Some((scene, work));
}

/// Starts all layers of a piece together. They are silent at first.
fn start_piece(commands: &mut Commands, piece: &Piece) {
    for (layer, source) in Layer::ALL.into_iter().zip(&piece.layers) {
        commands.spawn((
            Name::new("Music"),
            Playing {
                scene: piece.scene,
                layer,
                loudness: 0.0,
            },
            AudioPlayer(source.clone()),
            PlaybackSettings::LOOP.with_volume(Volume::Linear(0.0)),
        ));
    }
}

/// Renders the layers of a style as WAV files.
async fn render_layers(style: Style) -> [Vec<u8>; 4] {
    let mut layers = [const { Vec::new() }; 4];
    for (wav, layer) in layers.iter_mut().zip(Layer::ALL) {
        *wav = render(style, layer).await;
    }
    layers
}

/// Takes the piece that is rendered.
fn finish_rendering(mut music: ResMut<Music>, mut sources: ResMut<Assets<AudioSource>>) {
    let Some((scene, task)) = &mut music.rendering else {
        return;
    };
    let scene = *scene;
    let Some(layers) = check_ready(task) else {
        return;
    };
    music.rendering = None;
    if music.pieces.len() >= KEPT {
        music.pieces.remove(0);
    }
    let layers = layers.map(|wav| sources.add(AudioSource { bytes: wav.into() }));
    music.pieces.push(Piece { scene, layers });
}

/// Excitement rises with each step of a series, and fades.
fn hear_combos(time: Res<Time>, mut sounds: MessageReader<PlaySound>, mut mood: ResMut<Mood>) {
    let fading = time.delta_secs() / CALM;
    let mut excitement = (mood.excitement - fading).max(0.0);
    for PlaySound(sound) in sounds.read() {
        let heard: f32 = match sound {
            Sound::Combo(step) => *step as f32 / 5.0,
            Sound::Grow(_) | Sound::Mend(_) => 0.3,
            Sound::Burst | Sound::Sweep => 0.6,
            Sound::Prism | Sound::Found => 1.0,
            _ => 0.0,
        };
        excitement = excitement.max(heard.min(1.0));
    }
    mood.set_if_neq(Mood {
        excitement,
        ..*mood
    });
}

/// The loudness of a layer in a mood, 0 to 1.
fn loudness(layer: Layer, mood: Mood) -> f32 {
    match layer {
        Layer::Bed => 0.8,
        Layer::Melody => 0.6 * (1.0 - 0.7 * mood.stakes.danger),
        Layer::Pulse => (0.9 * mood.stakes.danger).max(0.45 * mood.stakes.ending),
        Layer::Shimmer => 0.5 * mood.excitement,
    }
}

/// Lets each layer follow the mood, and ends the layers of another scene when all of them are silent. A player who comes
/// back before that hears the whole piece again.
fn mix_layers(
    mut commands: Commands,
    time: Res<Time>,
    music: Res<Music>,
    mood: Res<Mood>,
    settings: Res<Settings>,
    mut layers: Query<(Entity, &mut Playing, Option<&mut AudioSink>)>,
) {
    let step = time.delta_secs() / FADE;
    let percent = settings.heard_percent() * settings.music_percent;
    let most = BESIDE_EFFECTS * percent as f32 / 10_000.0;
    let mut heard: Vec<Scene> = music.scene.into_iter().collect();
    for (_, mut playing, sink) in &mut layers {
        let wanted = if music.scene == Some(playing.scene) {
            loudness(playing.layer, *mood)
        } else {
            0.0
        };
        let change = (wanted - playing.loudness).clamp(-step, step);
        playing.loudness += change;
        if playing.loudness > 0.0 {
            heard.push(playing.scene);
        }
        if let Some(mut sink) = sink {
            sink.set_volume(Volume::Linear(playing.loudness * most));
        }
    }
    for (entity, playing, _) in &layers {
        if !heard.contains(&playing.scene) {
            commands.entity(entity).despawn();
        }
    }
}

/// Pauses the music while the window is not in front, unless the player wants to hear it then too.
fn pause_unfocused(
    window: Query<&Window, With<PrimaryWindow>>,
    settings: Res<Settings>,
    layers: Query<&AudioSink, With<Playing>>,
) {
    let Ok(window) = window.single() else { return };
    let is_heard = window.focused || !settings.quiet_in_background;
    for sink in &layers {
        match (is_heard, sink.is_paused()) {
            (true, true) => sink.play(),
            (false, false) => sink.pause(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn the_layers_of_a_scene_that_was_left_end_together() {
        let mut world = World::new();
        let mut time = Time::<()>::default();
        time.advance_by(Duration::from_secs_f32(FADE / 2.0));
        world.insert_resource(time);
        world.init_resource::<Mood>();
        world.init_resource::<Music>();
        world.insert_resource(Settings::default());
        for (layer, loudness) in [(Layer::Bed, 0.8), (Layer::Pulse, 0.0)] {
            let scene = Scene::Title;
            world.spawn(Playing {
                scene,
                layer,
                loudness,
            });
        }
        for left in [2, 0] {
            let ran = world.run_system_once(mix_layers);
            ran.expect("the system has its resources");
            let mut layers = world.query::<&Playing>();
            assert_eq!(layers.iter(&world).count(), left);
        }
    }

    #[test]
    fn large_events_raise_excitement_and_usual_ones_do_not() {
        for (sound, wanted) in [
            (Sound::Move, 0.0),
            (Sound::Combo(2), 0.4),
            (Sound::Burst, 0.6),
            (Sound::Sweep, 0.6),
            (Sound::Prism, 1.0),
            (Sound::Grow(7), 0.3),
            (Sound::Found, 1.0),
        ] {
            let mut world = World::new();
            world.init_resource::<Time>();
            world.init_resource::<Mood>();
            world.init_resource::<Messages<PlaySound>>();
            world.write_message(PlaySound(sound));
            let ran = world.run_system_once(hear_combos);
            ran.expect("the system has its resources");
            assert_eq!(world.resource::<Mood>().excitement, wanted, "{sound:?}");
        }
    }

    #[test]
    fn danger_brings_the_pulse_and_makes_the_melody_softer() {
        let calm = Mood::default();
        let in_danger = Mood {
            stakes: Stakes {
                danger: 1.0,
                ending: 0.0,
            },
            ..calm
        };
        assert_eq!(loudness(Layer::Pulse, calm), 0.0);
        assert!(loudness(Layer::Pulse, in_danger) > 0.8);
        assert!(loudness(Layer::Melody, in_danger) < loudness(Layer::Melody, calm) / 2.0);
        assert_eq!(loudness(Layer::Bed, in_danger), loudness(Layer::Bed, calm));
        let excited = Mood {
            excitement: 1.0,
            ..calm
        };
        assert_eq!(loudness(Layer::Shimmer, calm), 0.0);
        assert!(loudness(Layer::Shimmer, excited) > 0.4);
    }
}
