//! Sound effects and music. Without a sound device the game is silent, and nothing else changes.

pub mod music;
mod synth;

use bevy::audio::Volume;
use bevy::prelude::*;
use bevy::ui_widgets::Activate;
use bevy::window::PrimaryWindow;

use super::input::prompts::with_prompts;
use super::input::{Action, Actions};
use super::notice::Notices;
use super::settings::Settings;
use super::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PlaySound>()
        .init_resource::<Loudness>()
        .add_systems(Startup, make_effects)
        .add_systems(Update, (toggle_mute, set_loudness).chain())
        .add_observer(play_click);
    app.add_systems(PostUpdate, play_sounds.run_if(resource_exists::<Effects>))
        .add_plugins(music::plugin);
}

/// A sound effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A button is pressed.
    Click,
    /// Something moves.
    Move,
    /// A move is refused.
    Refuse,
    /// A success of a series. The step of the series, from 1, raises the pitch.
    Combo(u32),
    /// Something hard breaks.
    Break,
    /// Something explodes.
    Burst,
    /// Something lands.
    Land,
    /// The game is won.
    Win,
    /// The game is lost.
    Lose,
    /// The game is a draw.
    Draw,
    /// A heart beats, because little life is left.
    Heartbeat,
    /// A run has found a better individual. The number of times that this has happened, from 1, raises the pitch.
    Grow(u32),
    /// A blow meets metal.
    Clang,
    /// A door opens.
    Creak,
    /// A character notices something.
    Alert,
    /// Something is thrown.
    Whoosh,
    /// A step in grass.
    Rustle,
    /// A step on loose stones.
    Crunch,
    /// Something catches fire.
    Flame,
    /// A bell rings.
    Bell,
}

/// A message that plays an effect.
#[derive(Message, Clone, Copy, Debug)]
pub struct PlaySound(pub Sound);

#[derive(Resource)]
struct Effects {
    single: [Handle<AudioSource>; 18],
    combos: Vec<Handle<AudioSource>>,
    growth: Vec<Handle<AudioSource>>,
}

impl Effects {
    fn get(&self, sound: Sound) -> &Handle<AudioSource> {
        match sound {
            Sound::Click => &self.single[0],
            Sound::Move => &self.single[1],
            Sound::Refuse => &self.single[2],
            Sound::Break => &self.single[3],
            Sound::Win => &self.single[4],
            Sound::Lose => &self.single[5],
            Sound::Burst => &self.single[6],
            Sound::Land => &self.single[7],
            Sound::Heartbeat => &self.single[8],
            Sound::Clang => &self.single[9],
            Sound::Creak => &self.single[10],
            Sound::Alert => &self.single[11],
            Sound::Whoosh => &self.single[12],
            Sound::Rustle => &self.single[13],
            Sound::Crunch => &self.single[14],
            Sound::Flame => &self.single[15],
            Sound::Draw => &self.single[16],
            Sound::Bell => &self.single[17],
            Sound::Combo(step) => {
                let last = self.combos.len() - 1;
                &self.combos[(step.max(1) as usize - 1).min(last)]
            }
            Sound::Grow(step) => {
                let last = self.growth.len() - 1;
                &self.growth[(step.max(1) as usize - 1).min(last)]
            }
        }
    }
}

fn play_click(_: On<Activate>, mut sounds: MessageWriter<PlaySound>) {
    sounds.write(PlaySound(Sound::Click));
}

fn make_effects(mut commands: Commands, sources: Option<ResMut<Assets<AudioSource>>>) {
    // Without the audio plugin, as in tests, the assets do not exist.
    let Some(mut sources) = sources else { return };
    let mut add = |wav: Vec<u8>| sources.add(AudioSource { bytes: wav.into() });
    commands.insert_resource(Effects {
        single: [
            synth::click(),
            synth::movement(),
            synth::refuse(),
            synth::breaking(),
            synth::win(),
            synth::lose(),
            synth::burst(),
            synth::land(),
            synth::heartbeat(),
            synth::clang(),
            synth::creak(),
            synth::alert(),
            synth::whoosh(),
            synth::rustle(),
            synth::crunch(),
            synth::flame(),
            synth::draw(),
            synth::bell(),
        ]
        .map(&mut add),
        combos: (0..8).map(|step| add(synth::combo(step))).collect(),
        growth: (0..16).map(|step| add(synth::growth(step))).collect(),
    });
}

/// The loudness of everything, in percent: 0 if all sound is off.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loudness(pub u32);

/// Sets the loudness from the settings and from the focus of the window.
fn set_loudness(
    settings: Res<Settings>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut loudness: ResMut<Loudness>,
) {
    let is_behind = windows.single().is_ok_and(|window| !window.focused);
    let percent = match is_behind && settings.quiet_in_background {
        true => 0,
        false => settings.heard_percent(),
    };
    loudness.set_if_neq(Loudness(percent));
}

/// Switches all sound off or on, and shows a notice.
fn toggle_mute(actions: Res<Actions>, mut settings: ResMut<Settings>, mut commands: Commands) {
    if !actions.has_begun(Action::Mute) {
        return;
    }
    settings.muted = !settings.muted;
    let key = if settings.muted {
        "notice.muted"
    } else {
        "notice.heard"
    };
    commands.queue(move |world: &mut World| {
        let text = with_prompts(world, world.resource::<Words>().get(key));
        world.resource_mut::<Notices>().show(text);
    });
}

fn play_sounds(
    mut commands: Commands,
    mut requests: MessageReader<PlaySound>,
    effects: Res<Effects>,
    settings: Res<Settings>,
    loudness: Res<Loudness>,
) {
    let loudness = loudness.0 * settings.effects_percent;
    let mut played: Vec<Sound> = Vec::new();
    for &PlaySound(sound) in requests.read() {
        // A sound that is played twice in a frame would only be louder.
        if loudness == 0 || played.contains(&sound) {
            continue;
        }
        played.push(sound);
        commands.spawn((
            Name::new("Effect"),
            AudioPlayer(effects.get(sound).clone()),
            PlaybackSettings::DESPAWN.with_volume(Volume::Linear(loudness as f32 / 10_000.0)),
        ));
    }
}
