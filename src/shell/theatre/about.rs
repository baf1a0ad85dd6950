//! The texts that a game gives the theatre about a run.

use super::legend::Legend;

/// The texts about a run, as keys in the language files.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The heading: what is evolved.
    pub title: &'static str,
    /// The caption of the feasible members. The phrase contains `{count}`.
    pub feasible_members: &'static str,
    /// The caption of the infeasible members. The phrase contains `{count}`.
    pub infeasible_members: &'static str,
    /// The name of the distance that the objective stands for as 1 / (1 + distance); `None` if it is no distance.
    pub distance: Option<&'static str>,
    /// The values of the feasible population in a generation; `None` for the usual phrase. The phrase contains
    /// `{generation}`, `{count}`, `{best}`, `{mean}`, `{low}` and `{high}`.
    pub feasible_values: Option<&'static str>,
    /// The values of the infeasible population, in a phrase of the same kind.
    pub infeasible_values: &'static str,
    /// The legend of the feasible population's curve.
    pub feasible_curve: &'static str,
    /// The legend of the infeasible population's curve.
    pub infeasible_curve: &'static str,
    /// The legend of the curve that shows the feasible population's share.
    pub share_curve: &'static str,
    /// The button that picks the best individual when the run has ended.
    pub take: &'static str,
    /// The reason why individuals are infeasible; `None` if all are feasible.
    pub fault: Option<&'static str>,
    /// The button that plays back an individual at work; `None` if there is nothing to watch.
    pub watch: Option<&'static str>,
    /// The button that shows the other picture of an individual; `None` if there is none.
    pub insight: Option<&'static str>,
    /// The sprite of what is evolved, beside its facts; `None` if the pictures show how it looks.
    pub portrait: Option<&'static str>,
    /// The meaning of the pictures' colours and signs, if it has to be said.
    pub legend: Option<Legend>,
    /// The phrase that asks to look at a part of the large picture; `None` if nothing stands behind its parts.
    pub close_up: Option<&'static str>,
}

impl Default for About {
    fn default() -> Self {
        About {
            title: "",
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
            insight: None,
            portrait: None,
            legend: None,
            close_up: None,
        }
    }
}
