//! Sound effects and music. Without a sound device the game is silent, and nothing else changes.

pub mod music;
mod synth;
#[cfg(test)]
mod tests;

use bevy::audio::Volume;
use bevy::prelude::*;
use bevy::tasks::Task;
use bevy::ui_widgets::Activate;
use bevy::window::PrimaryWindow;

use super::input::{Action, Actions};
use super::notice::show_phrase;
use super::settings::Settings;
use crate::generation::pools::{spawn_or_default, take_result};

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PlaySound>()
        .add_message::<PlaySoftly>()
        .init_resource::<Loudness>()
        .add_systems(Startup, begin_effects)
        .add_systems(
            PreUpdate,
            finish_effects.run_if(resource_exists::<Synthesis>),
        )
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
    /// A run has found an individual with fewer faults. The number of times raises the pitch too.
    Mend(u32),
    /// A run has found what was wanted.
    Found,
    /// A run has ended without that.
    Ended,
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
    /// Something new and strong is made.
    Forge,
    /// Something sweeps along a line.
    Sweep,
    /// Many things of one kind go off together.
    Prism,
    /// Everything is mixed.
    Shuffle,
    /// A character goes through a portal.
    Portal,
    /// A character falls dead.
    Fall,
    /// A character gives up a search.
    Calm,
    /// A character leaps.
    Leap,
    /// Something is put on or taken in hand.
    Equip,
    /// A part of the board is won.
    WonPart,
    /// A piece grows a new one beside it.
    Sprout,
    /// A player who cannot move is passed over.
    Pass,
    /// A move is taken back.
    Undo,
    /// A move is made again.
    Redo,
    /// A good move is shown.
    Hint,
    /// A lesson or a puzzle is solved.
    Solved,
}

/// A message that plays an effect.
#[derive(Message, Clone, Copy, Debug)]
pub struct PlaySound(pub Sound);

/// A message that plays an effect softly, because something else is going on.
#[derive(Message, Clone, Copy, Debug)]
pub struct PlaySoftly(pub Sound);

/// The loudness of an effect that is played softly, as a part of the usual one.
const SOFT: f32 = 0.5;

/// The effects whose pitch is always the same.
const SINGLE: [(Sound, fn() -> Vec<u8>); 36] = [
    (Sound::Click, synth::click),
    (Sound::Move, synth::movement),
    (Sound::Refuse, synth::refuse),
    (Sound::Break, synth::breaking),
    (Sound::Win, synth::win),
    (Sound::Lose, synth::lose),
    (Sound::Draw, synth::draw),
    (Sound::Burst, synth::burst),
    (Sound::Land, synth::land),
    (Sound::Heartbeat, synth::heartbeat),
    (Sound::Found, synth::found),
    (Sound::Ended, synth::ended),
    (Sound::Clang, synth::clang),
    (Sound::Creak, synth::creak),
    (Sound::Alert, synth::alert),
    (Sound::Whoosh, synth::whoosh),
    (Sound::Rustle, synth::rustle),
    (Sound::Crunch, synth::crunch),
    (Sound::Flame, synth::flame),
    (Sound::Bell, synth::bell),
    (Sound::Forge, synth::forge),
    (Sound::Sweep, synth::sweep),
    (Sound::Prism, synth::prism),
    (Sound::Shuffle, synth::shuffle),
    (Sound::Portal, synth::portal),
    (Sound::Fall, synth::fall),
    (Sound::Calm, synth::calm),
    (Sound::Leap, synth::leap),
    (Sound::Equip, synth::equip),
    (Sound::WonPart, synth::won_part),
    (Sound::Sprout, synth::sprout),
    (Sound::Pass, synth::pass),
    (Sound::Undo, synth::undo),
    (Sound::Redo, synth::redo),
    (Sound::Hint, synth::hint),
    (Sound::Solved, synth::solved),
];

/// The number of effects of a series of successes.
const COMBOS: u32 = 8;
/// The number of effects of a run that finds better individuals, and of one that finds individuals with fewer faults.
const NOTES: u32 = 16;

/// Computes all effects as WAV files.
fn synthesise() -> Vec<(Sound, Vec<u8>)> {
    let single = SINGLE.map(|(sound, synthesise)| (sound, synthesise()));
    let combos = (0..COMBOS).map(|step| (Sound::Combo(step + 1), synth::combo(step)));
    let growth = (0..NOTES).map(|step| (Sound::Grow(step + 1), synth::growth(step)));
    let mending = (0..NOTES).map(|step| (Sound::Mend(step + 1), synth::mending(step)));
    let series = combos.chain(growth).chain(mending);
    single.into_iter().chain(series).collect()
}

/// The sound that has an effect: the last one of a series stands for all later steps.
fn with_effect(sound: Sound) -> Sound {
    match sound {
        Sound::Combo(step) => Sound::Combo(step.clamp(1, COMBOS)),
        Sound::Grow(step) => Sound::Grow(step.clamp(1, NOTES)),
        Sound::Mend(step) => Sound::Mend(step.clamp(1, NOTES)),
        single => single,
    }
}

/// The effects while they are computed in the background, so that they do not hold up the first frame.
#[derive(Resource)]
struct Synthesis(Option<Task<Vec<(Sound, Vec<u8>)>>>);

/// The effects. Until they are there, nothing is heard.
#[derive(Resource)]
struct Effects(Vec<(Sound, Handle<AudioSource>)>);

impl Effects {
    fn get(&self, sound: Sound) -> Option<&Handle<AudioSource>> {
        let wanted = with_effect(sound);
        let found = self.0.iter().find(|(sound, _)| *sound == wanted);
        found.map(|(_, effect)| effect)
    }
}

fn play_click(_: On<Activate>, mut sounds: MessageWriter<PlaySound>) {
    sounds.write(PlaySound(Sound::Click));
}

fn begin_effects(mut commands: Commands, sources: Option<Res<Assets<AudioSource>>>) {
    // Without the audio plugin, as in tests, the assets do not exist.
    if sources.is_some() {
        commands.insert_resource(Synthesis(Some(spawn_or_default(synthesise))));
    }
}

fn finish_effects(
    mut commands: Commands,
    mut synthesis: ResMut<Synthesis>,
    mut sources: ResMut<Assets<AudioSource>>,
) {
    let Some(effects) = take_result(&mut synthesis.0) else {
        return;
    };
    let mut add = |wav: Vec<u8>| sources.add(AudioSource { bytes: wav.into() });
    let effects = effects.into_iter().map(|(sound, wav)| (sound, add(wav)));
    commands.insert_resource(Effects(effects.collect()));
    commands.remove_resource::<Synthesis>();
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
    commands.queue(move |world: &mut World| show_phrase(world, key));
}

fn play_sounds(
    mut commands: Commands,
    (mut usual, mut soft): (MessageReader<PlaySound>, MessageReader<PlaySoftly>),
    effects: Res<Effects>,
    settings: Res<Settings>,
    loudness: Res<Loudness>,
) {
    let loudness = loudness.0 * settings.effects_percent;
    let mut played: Vec<Sound> = Vec::new();
    let usual = usual.read().map(|request| (request.0, 1.0));
    let soft = soft.read().map(|request| (request.0, SOFT));
    for (sound, part) in usual.chain(soft) {
        // A sound that is played twice in a frame would only be louder.
        if loudness == 0 || played.contains(&sound) {
            continue;
        }
        played.push(sound);
        let Some(effect) = effects.get(sound) else {
            continue;
        };
        commands.spawn((
            Name::new("Effect"),
            AudioPlayer(effect.clone()),
            PlaybackSettings::DESPAWN
                .with_volume(Volume::Linear(part * loudness as f32 / 10_000.0)),
        ));
    }
}
