//! The strong player: it makes every swap a few times on copies with other luck, and looks at what is left.

use super::{best, gain};
use crate::games::match3::rules::{Game, Goal, Status, Swap};
use crate::generation::{Purpose, Seed, Stream};

/// Refills that are guessed for each swap.
const GUESSES: usize = 6;
/// What the best swap of the position afterwards counts, as part of what it takes.
const NEXT: f64 = 0.7;
/// What one layer of a special cell that was hit on the way counts, as part of a block that is wanted.
const LAYER: f64 = 0.15;

/// The swap after which least is wanting, in the mean over the same guesses for all.
pub(super) fn choose(game: &Game, rng: &mut Stream) -> Option<Swap> {
    let luck: [u64; GUESSES] = std::array::from_fn(|_| rng.word());
    let before = Standing::of(game);
    best(&game.board().swaps(), rng, |swap| {
        let worth = |word: &u64| {
            let mut guess = game.with_luck(Seed(*word).stream(Purpose::Play));
            match guess.apply(swap, &mut ()) {
                Ok(()) => worth(&guess, &before),
                Err(_) => f64::MIN,
            }
        };
        luck.iter().map(worth).sum::<f64>()
    })
}

/// How much is wanting, and how many layers there are.
struct Standing {
    wanting: f64,
    layers: f64,
}

impl Standing {
    fn of(game: &Game) -> Self {
        let wanting = |goal: &Goal| {
            let wanting = f64::from(game.wanting(*goal));
            // Points come by the dozen.
            if matches!(goal, Goal::Score(_)) {
                wanting / 10.0
            } else {
                wanting
            }
        };
        // Without goals, points are all there is.
        let points = if game.goals().is_empty() {
            -f64::from(game.score().points) / 10.0
        } else {
            0.0
        };
        Standing {
            wanting: points + game.goals().iter().map(wanting).sum::<f64>(),
            layers: f64::from(game.wanting(Goal::ClearSpecials)),
        }
    }
}

fn worth(guess: &Game, before: &Standing) -> f64 {
    if guess.status() == Status::Won {
        return 10_000.0;
    }
    let after = Standing::of(guess);
    let gained = before.wanting - after.wanting + LAYER * (before.layers - after.layers);
    let swaps = guess.board().swaps();
    let wanting: Vec<Goal> = (guess.goals().iter().copied())
        .filter(|goal| guess.wanting(*goal) > 0)
        .collect();
    let next = swaps
        .iter()
        .map(|swap| gain(guess, swap, wanting.iter()))
        .max()
        .unwrap_or(0);
    gained + NEXT * f64::from(next.saturating_sub(super::GOAL))
}
