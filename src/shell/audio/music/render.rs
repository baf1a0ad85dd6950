//! The sound of a layer, as samples that loop without a seam: a note that rings on after the end is heard at the
//! beginning.

use std::f32::consts::TAU;

use super::score::{Layer, Note, Style};
use crate::generation::yield_now;
use crate::shell::audio::synth;

/// Samples a second. The rate is half of that of the effects, because the music has no high tones.
pub const RATE: u32 = 22_050;
/// The greatest loudness of a layer.
const PEAK: f32 = 0.5;

/// Renders a layer as a WAV file, and yields after each note.
pub async fn render(style: Style, layer: Layer) -> Vec<u8> {
    let mut samples = vec![0.0; (style.seconds() * RATE as f32) as usize];
    for note in style.notes(layer) {
        add(&mut samples, &style, layer, note);
        yield_now().await;
    }
    let loudest = samples.iter().fold(0.0f32, |most, one| most.max(one.abs()));
    let scale = PEAK / loudest.max(1e-6);
    synth::wav_of(RATE, samples.iter().map(|sample| sample * scale))
}

/// Adds a note. The part after the end of the piece goes to its beginning.
fn add(samples: &mut [f32], style: &Style, layer: Layer, note: Note) {
    let held = note.beats * style.beat();
    let pitch = 440.0 * ((note.pitch - 69.0) / 12.0).exp2();
    let from = (note.start * style.beat() * RATE as f32) as usize;
    let count = ((held + rings_on(layer)) * RATE as f32) as usize;
    let all = samples.len();
    for number in 0..count.min(all) {
        let t = number as f32 / RATE as f32;
        samples[(from + number) % all] += note.level * voice(layer, t, pitch, held);
    }
}

/// The seconds for which a note of a layer sounds after it is released.
fn rings_on(layer: Layer) -> f32 {
    match layer {
        Layer::Bed => 2.0,
        Layer::Melody => 2.5,
        Layer::Pulse => 0.4,
        Layer::Shimmer => 0.6,
    }
}

/// The instrument of a layer, `t` seconds after the beginning of a note that is held for `held` seconds.
fn voice(layer: Layer, t: f32, pitch: f32, held: f32) -> f32 {
    match layer {
        Layer::Bed => {
            let swell = (t / 1.4).min(1.0) * (1.0 - (t - held) / rings_on(layer)).clamp(0.0, 1.0);
            // Two strings that are not quite in tune beat slowly against each other.
            let strings = (TAU * pitch * t).sin() + (TAU * pitch * 1.003 * t).sin();
            let octave = 0.3 * (TAU * 2.0 * pitch * t).sin();
            swell * swell * (strings + octave) / 2.3
        }
        Layer::Melody => synth::glass(t, pitch, 1.6),
        Layer::Pulse => {
            let drop = pitch * (1.0 + 0.4 * (-t * 30.0).exp());
            (TAU * drop * t).sin() * (-t * 9.0).exp() * (t / 0.006).min(1.0)
        }
        Layer::Shimmer => synth::glass(t, pitch, 7.0) * (t / 0.004).min(1.0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::MAJOR;
    use super::*;

    const STYLE: Style = Style {
        // A short piece, so that it is rendered quickly.
        tempo: 480.0,
        root: 55,
        scale: MAJOR,
        chords: [0, 4, 5, 3, 0, 4, 3, 4],
        density: 0.4,
        seed: 1,
    };

    /// The samples of a WAV file.
    fn samples(wav: &[u8]) -> Vec<f32> {
        let pairs = wav[44..].chunks_exact(2);
        pairs
            .map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) / 32_767.0)
            .collect()
    }

    #[test]
    fn every_layer_is_heard_without_clipping_and_as_long_as_the_piece() {
        for layer in Layer::ALL {
            let wav = bevy::tasks::block_on(render(STYLE, layer));
            let samples = samples(&wav);
            assert_eq!(samples.len(), (STYLE.seconds() * RATE as f32) as usize);
            let loudest = samples.iter().fold(0.0f32, |most, one| most.max(one.abs()));
            assert!((loudest - PEAK).abs() < 0.01, "{layer:?}: {loudest}");
        }
    }

    #[test]
    fn the_end_leads_into_the_beginning() {
        let wav = bevy::tasks::block_on(render(STYLE, Layer::Bed));
        let samples = samples(&wav);
        let steps = samples.windows(2).map(|two| (two[1] - two[0]).abs());
        let largest = steps.fold(0.0f32, f32::max);
        let seam = (samples[0] - samples[samples.len() - 1]).abs();
        assert!(seam <= 1.5 * largest, "{seam} beside {largest}");
    }
}
