//! Tests of the effects: each has a sound of its own, and frequent ones are short and soft.

use std::f32::consts::TAU;

use super::*;

/// The samples of an effect, which stand after 44 bytes of header.
fn samples(wav: &[u8]) -> Vec<i32> {
    let pairs = wav[44..].chunks_exact(2);
    pairs
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]).into())
        .collect()
}

#[test]
fn every_effect_has_a_sound_of_its_own() {
    let effects = SINGLE.map(|(sound, synthesise)| (sound, synthesise()));
    for (at, (sound, effect)) in effects.iter().enumerate() {
        assert!(samples(effect).iter().any(|sample| sample.abs() > 1_000));
        for (other, its_effect) in &effects[..at] {
            assert!(sound != other, "{sound:?} stands in the list twice");
            assert!(effect != its_effect, "{sound:?} sounds like {other:?}");
        }
    }
}

#[test]
fn every_step_of_a_series_has_an_effect() {
    let effects = synthesise();
    let series: [fn(u32) -> Sound; 3] = [Sound::Combo, Sound::Grow, Sound::Mend];
    for kind in series {
        for step in [0, 1, 8, 99] {
            let sound = with_effect(kind(step));
            let has_effect = effects.iter().any(|(other, _)| *other == sound);
            assert!(has_effect, "{sound:?}");
        }
        assert_ne!(with_effect(kind(2)), with_effect(kind(3)));
        assert_eq!(with_effect(kind(98)), with_effect(kind(99)));
    }
}

#[test]
fn the_sounds_of_what_players_do_often_are_short_and_soft() {
    use Sound::{Hint, Pass, Redo, Sprout, Undo};
    let is_often = |sound: &Sound| matches!(sound, Sprout | Pass | Undo | Redo | Hint);
    let often: Vec<_> = SINGLE
        .into_iter()
        .filter(|(sound, _)| is_often(sound))
        .collect();
    assert_eq!(often.len(), 5);
    for (sound, synthesise) in often {
        let samples = samples(&synthesise());
        assert!(samples.len() < 22_050, "{sound:?} takes half a second");
        let peak = samples.iter().map(|sample| sample.abs()).max();
        assert!(peak < Some(10_000), "{sound:?} is loud: {peak:?}");
    }
}

/// The samples of a frame of the spectrum.
const FRAME: usize = 2_048;
/// The samples from one frame to the next, a twentieth of a second.
const HOP: usize = 2_205;
/// The number of frames that are compared.
const FRAMES: usize = 24;
/// The lowest frequency that counts, in Hz.
const LOWEST: f32 = 60.0;
/// The highest frequency that counts, in Hz.
const HIGHEST: f32 = 16_000.0;
/// The number of bands between them, each as wide in octaves as the others.
const BANDS: usize = 24;

/// The square roots of the amplitudes in all bands, frame by frame, as a vector of length 1.
fn spectrum_over_time(effect: &[i32]) -> Vec<f32> {
    let wave: Vec<(f32, f32)> = (0..FRAME)
        .map(|at| (TAU * at as f32 / FRAME as f32).sin_cos())
        .collect();
    let mut all = Vec::new();
    for frame in 0..FRAMES {
        let sample = |at: usize| effect.get(frame * HOP + at).copied().unwrap_or(0) as f32;
        let samples: Vec<f32> = (0..FRAME)
            .map(|at| sample(at) * (1.0 - wave[at].1))
            .collect();
        let mut powers = [0.0; BANDS];
        for bin in 1..FRAME / 2 {
            let hertz = bin as f32 * 44_100.0 / FRAME as f32;
            let band = BANDS as f32 * (hertz / LOWEST).ln() / (HIGHEST / LOWEST).ln();
            if (0.0..BANDS as f32).contains(&band) {
                let parts = (samples.iter().enumerate()).fold((0.0, 0.0), |sum, (at, sample)| {
                    let (sine, cosine) = wave[bin * at % FRAME];
                    (sum.0 + sample * sine, sum.1 + sample * cosine)
                });
                powers[band as usize] += parts.0 * parts.0 + parts.1 * parts.1;
            }
        }
        all.extend(powers.map(|power: f32| power.powf(0.25)));
    }
    let length = all.iter().map(|one| one * one).sum::<f32>().sqrt();
    all.iter().map(|one| one / length).collect()
}

#[test]
fn no_effect_is_so_like_another_one_that_they_are_mistaken_for_each_other() {
    let series = [
        (Sound::Combo(1), synth::combo(1)),
        (Sound::Grow(1), synth::growth(1)),
        (Sound::Mend(1), synth::mending(1)),
    ];
    let single = SINGLE.map(|(sound, synthesise)| (sound, synthesise()));
    let spectra: Vec<(Sound, Vec<f32>)> = (single.iter().chain(&series))
        .map(|(sound, effect)| (*sound, spectrum_over_time(&samples(effect))))
        .collect();
    for (at, (sound, spectrum)) in spectra.iter().enumerate() {
        for (other, its_spectrum) in &spectra[..at] {
            let pairs = spectrum.iter().zip(its_spectrum);
            let likeness: f32 = pairs.map(|(one, other)| one * other).sum();
            // Neighbouring steps of a series, which are meant to be alike, have up to 0.93.
            assert!(likeness < 0.9, "{sound:?} {other:?}: {likeness}");
        }
    }
}
