//! Sound effects. Without a sound device the game is silent, and that is all.

mod synth;

use bevy::audio::Volume;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;

use super::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Play>()
        .add_systems(Startup, compose)
        .add_observer(click);
    app.add_systems(PostUpdate, play.run_if(resource_exists::<Effects>));
}

/// The effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A button was pressed.
    Click,
    /// Something was moved.
    Swap,
    /// A move was refused.
    Refuse,
    /// Something matched; the step of the cascade, from 1, raises the pitch.
    Match(u32),
    /// Something hard cracked.
    Crack,
    /// Something went off.
    Blast,
    /// Something came down.
    Land,
    /// The game is won.
    Win,
    /// The game is lost.
    Lose,
}

/// Plays an effect.
#[derive(Message, Clone, Copy, Debug)]
pub struct Play(pub Sound);

#[derive(Resource)]
struct Effects {
    single: [Handle<AudioSource>; 8],
    matches: Vec<Handle<AudioSource>>,
}

impl Effects {
    fn get(&self, sound: Sound) -> &Handle<AudioSource> {
        match sound {
            Sound::Click => &self.single[0],
            Sound::Swap => &self.single[1],
            Sound::Refuse => &self.single[2],
            Sound::Crack => &self.single[3],
            Sound::Win => &self.single[4],
            Sound::Lose => &self.single[5],
            Sound::Blast => &self.single[6],
            Sound::Land => &self.single[7],
            Sound::Match(step) => {
                let last = self.matches.len() - 1;
                &self.matches[(step.max(1) as usize - 1).min(last)]
            }
        }
    }
}

/// Every button that is pressed can be heard.
fn click(_: On<Activate>, mut sounds: MessageWriter<Play>) {
    sounds.write(Play(Sound::Click));
}

fn compose(mut commands: Commands, sources: Option<ResMut<Assets<AudioSource>>>) {
    // There are none where sound is left out, as in tests.
    let Some(mut sources) = sources else { return };
    let mut add = |wav: Vec<u8>| sources.add(AudioSource { bytes: wav.into() });
    commands.insert_resource(Effects {
        single: [
            synth::click(),
            synth::swap(),
            synth::refuse(),
            synth::crack(),
            synth::win(),
            synth::lose(),
            synth::blast(),
            synth::land(),
        ]
        .map(&mut add),
        matches: (0..8).map(|step| add(synth::matched(step))).collect(),
    });
}

fn play(
    mut commands: Commands,
    mut wanted: MessageReader<Play>,
    effects: Res<Effects>,
    settings: Res<Settings>,
) {
    let loudness = settings.volume_percent * settings.effects_percent;
    let mut done: Vec<Sound> = Vec::new();
    for &Play(sound) in wanted.read() {
        // The same sound twice in a frame would only be louder.
        if loudness == 0 || done.contains(&sound) {
            continue;
        }
        done.push(sound);
        commands.spawn((
            Name::new("Effect"),
            AudioPlayer(effects.get(sound).clone()),
            PlaybackSettings::DESPAWN.with_volume(Volume::Linear(loudness as f32 / 10_000.0)),
        ));
    }
}
