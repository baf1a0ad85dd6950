//! The texts that a game gives the theatre about a run, and properties of the run.

use bevy::prelude::*;

use super::Show;
use super::legend::Legend;
use crate::shell::theme::bind::BoundText;
use crate::shell::words::Words;

/// The texts about a run, as keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The heading: the name of the evolved thing.
    pub title: &'static str,
    /// The line of figures. The phrase contains `{generation}`, `{evaluations}` and `{seed}`; a phrase with the ending
    /// `.hint` explains it, and may contain `{all}` and `{seconds}` too.
    pub figures: &'static str,
    /// The caption of the feasible members. The phrase contains `{count}`. If the run shows tries, a phrase with the
    /// ending `.hint` explains it, and contains `{all}` too; so it is with the next caption.
    pub feasible_members: &'static str,
    /// The caption of the infeasible members. The phrase contains `{count}`.
    pub infeasible_members: &'static str,
    /// The name of the distance if the objective is 1 / (1 + distance); `None` if it is not.
    pub distance: Option<&'static str>,
    /// The values of the feasible population in a generation; `None` for the usual phrase. The phrase contains
    /// `{generation}`, `{count}`, `{best}`, `{mean}`, `{median}` and `{half}`, which are words about the middle half.
    pub feasible_values: Option<&'static str>,
    /// The values of the infeasible population, in a phrase of the same kind.
    pub infeasible_values: &'static str,
    /// The legend of the feasible population's curve.
    pub feasible_curve: &'static str,
    /// The legend of the infeasible population's curve.
    pub infeasible_curve: &'static str,
    /// The legend of the curve that shows the feasible population's share. If the run shows tries, a phrase with the
    /// ending `.hint` explains it, and contains `{count}`, `{all}` and `{percent}`.
    pub share_curve: &'static str,
    /// The button that picks the best individual when the run has ended.
    pub take: &'static str,
    /// The reason why individuals are infeasible, which a phrase with the ending `.hint` explains; `None` if all are
    /// feasible.
    pub fault: Option<&'static str>,
    /// The button that plays back an individual at work; `None` if there is no playback.
    pub watch: Option<&'static str>,
    /// The sentence that tells a listener of the tries that the playback shows, from the start of the run; `None` if it
    /// shows no tries. The phrase contains `{won}` and `{tried}`; a phrase with the ending `.hint` explains them, and
    /// contains `{wanted}`, in percent.
    pub tries: Option<&'static str>,
    /// The button that shows the other picture of an individual; `None` if there is none.
    pub insight: Option<&'static str>,
    /// The sprite of the evolved thing, beside the facts; `None` if the pictures show the thing as it looks.
    pub portrait: Option<&'static str>,
    /// The meaning of the pictures' colours and signs, if they need an explanation.
    pub legend: Option<Legend>,
    /// The phrase that asks to look at a part of the large picture; `None` if its parts have no close-up.
    pub close_up: Option<&'static str>,
    /// Whether the game starts by itself after the end, unless the player pauses the run.
    pub starts_by_itself: bool,
    /// Short sentences about what is evolved, of which a player sees some during the first runs.
    pub tips: &'static [&'static str],
}

impl Default for About {
    fn default() -> Self {
        About {
            title: "",
            figures: "theatre.figures",
            feasible_members: "theatre.feasible",
            infeasible_members: "theatre.infeasible",
            distance: None,
            feasible_values: None,
            infeasible_values: "theatre.chart.at_infeasible",
            feasible_curve: "theatre.chart.feasible",
            infeasible_curve: "theatre.chart.infeasible",
            share_curve: "theatre.chart.size",
            take: "theatre.play",
            fault: None,
            watch: None,
            tries: None,
            insight: None,
            portrait: None,
            legend: None,
            close_up: None,
            starts_by_itself: false,
            tips: &[],
        }
    }
}

/// The text of a key that depends on the run.
pub(super) fn about_text(
    key: impl Fn(&About) -> &'static str + Send + Sync + 'static,
) -> BoundText {
    BoundText::new(move |world| {
        let key = key(&world.resource::<Show>().about);
        world.resource::<Words>().get(key)
    })
}

/// Whether the run has infeasible individuals.
pub(super) fn is_constrained(world: &World) -> bool {
    world.resource::<Show>().about.fault.is_some()
}

/// Whether the run fills an archive.
pub(super) fn has_grid(world: &World) -> bool {
    world.resource::<Show>().archive.is_some()
}

/// Whether the run remembers the parents of every individual.
pub(super) fn has_lives(world: &World) -> bool {
    let frame = world.resource::<Show>().frame.as_ref();
    frame.is_some_and(|frame| frame.life.is_some())
}
