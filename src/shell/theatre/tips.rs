//! Tips for a player who is new to the theatre: one short sentence at a time, at the place of the explanations, about
//! the things on the screen just then, above all about the events of the run. Only the first runs have them, and none
//! if the player has switched them off. The explanation of a thing that the player clicks takes their place.

use bevy::prelude::*;

use super::Show;
use super::axis::Axis;
use super::chart_kind::ChartKind;
use super::moments::{Moments, Sight};
use crate::generation::PopulationKind;
use crate::shell::access::Speech;
use crate::shell::screen::Menu;
use crate::shell::settings::Settings;
use crate::shell::table::new_game::FixedSeed;
use crate::shell::words::Words;

/// The number of runs that have tips.
const RUNS: u32 = 5;
/// The seconds for which a run is seen without a tip.
const FIRST_WAIT: f32 = 3.0;
/// The seconds for which a tip stays, so that it can be read and looked up in the pictures.
const STAY: f32 = 8.0;
/// The seconds for which a run is seen without a tip, before a tip about something that happens and is soon over.
const FIRST_WAIT_FOR_MOMENT: f32 = 1.0;
/// The seconds for which a tip stays before such a tip.
const STAY_BEFORE_MOMENT: f32 = 5.0;

/// The tips of this session.
#[derive(Resource, Default)]
pub(super) struct Tips {
    /// The run to which the tip belongs.
    run: Option<Entity>,
    /// The run that was counted last as a run with tips.
    counted: Option<Entity>,
    /// The key of the tip that is shown.
    shown: Option<&'static str>,
    /// Whether that tip is about a moment of the run. The tip after such a tip is about no moment.
    is_of_moment: bool,
    /// The seconds since the tip was shown, or since there is none.
    seconds: f32,
    /// The keys of all tips so far, without those about moments. None is given twice.
    given: Vec<&'static str>,
    /// The moments of the run. The player is told of each once in a run.
    moments: Moments,
}

/// A tip with the condition under which it is about something on the screen.
type Tip = (&'static str, fn(&Show) -> bool);

/// The tips that suit every run. The tips of the game come after the first of them.
const TIPS: [Tip; 10] = [
    ("theatre.tip.founders", |show| {
        let has_children = show.progress.generation.is_some_and(|at| at > 0);
        let is_drawn = !show.steering.has_put_into(0);
        breeds(show) && has_children && is_drawn && !has_ended(show)
    }),
    ("theatre.tip.framed", |show| {
        let has_elite = |kind: &PopulationKind| show.members(*kind).any(|(_, one)| one.elite);
        breeds(show) && PopulationKind::BOTH.iter().any(has_elite)
    }),
    ("theatre.tip.faults", |show| {
        let mut infeasible = show.members(PopulationKind::Infeasible);
        breeds(show) && show.about.fault.is_some() && infeasible.next().is_some()
    }),
    ("theatre.tip.curve", |show| {
        let axis = show.chart.axes.as_ref().map(|axes| axes.feasible);
        has_curve(show) && matches!(axis, Some(Axis::Distance { .. }))
    }),
    ("theatre.tip.flags", |show| {
        has_curve(show) && !show.chart.milestones.is_empty()
    }),
    ("theatre.tip.target", |show| {
        has_curve(show) && show.chart.has_target
    }),
    ("theatre.tip.pick", breeds),
    ("theatre.tip.back", |show| {
        has_curve(show) && has_ended(show) && show.chart.curve.len() > 1
    }),
    ("theatre.tip.cell", |show| show.archive.is_some()),
    ("theatre.tip.map", |show| show.archive.is_some()),
];

/// Whether individuals of the run have parents, and live in the populations at the left.
fn breeds(show: &Show) -> bool {
    let frame = show.frame.as_ref();
    show.archive.is_none() && frame.is_some_and(|frame| frame.life.is_some())
}

/// Whether the curve of a run with parents is seen.
fn has_curve(show: &Show) -> bool {
    breeds(show) && show.reading.chart == ChartKind::Distance
}

fn has_ended(show: &Show) -> bool {
    show.progress.stop.is_some()
}

/// The key of the tip that is shown; `None` if there is none.
pub fn shown(world: &World) -> Option<&'static str> {
    world.resource::<Tips>().shown
}

/// Shows the next tip when it is time for one.
pub(super) fn give_tips(world: &mut World) {
    let seconds = world.resource::<Time>().delta_secs();
    let (show, menu) = (world.resource::<Show>(), world.resource::<State<Menu>>());
    let run = show.run.filter(|_| show.frame.is_some());
    let is_covered = *menu.get() != Menu::None || show.reading.has_family_page();
    let is_explained = show.reading.explained.is_some();
    let sight = Sight::of(show);
    let is_off = !world.resource::<Settings>().theatre_tips;
    world.resource_scope(|world, mut tips: Mut<Tips>| {
        let tips = tips.bypass_change_detection();
        let is_new = tips.run != run;
        if is_new {
            tips.moments = Moments::default();
        }
        tips.moments.look(sight, seconds);
        if is_new || is_explained || is_off {
            (tips.run, tips.shown, tips.seconds) = (run, None, 0.0);
            tips.is_of_moment = false;
            return;
        }
        if run.is_none() || is_covered {
            return;
        }
        tips.seconds += seconds;
        if give_next_tip(world, tips)
            && let Some(key) = tips.shown
        {
            let tip = world.resource::<Words>().get(key);
            world.resource_mut::<Speech>().say(tip);
            if tips.counted != run {
                tips.counted = run;
                world.resource_mut::<Settings>().runs_with_tips += 1;
            }
        }
    });
}

/// Puts the next tip, or none, into the place of the one that is shown, and returns whether it was time for that.
fn give_next_tip(world: &World, tips: &mut Tips) -> bool {
    let (wait, wait_for_moment) = match tips.shown {
        Some(_) => (STAY, STAY_BEFORE_MOMENT),
        None => (FIRST_WAIT, FIRST_WAIT_FOR_MOMENT),
    };
    let may_be_told = may_be_told(world, tips);
    let is_turn = may_be_told && !tips.is_of_moment && tips.seconds >= wait_for_moment;
    if let Some(moment) = tips.moments.due().filter(|_| is_turn) {
        tips.moments.mark_told(moment);
        (tips.shown, tips.is_of_moment) = (Some(moment.key()), true);
    } else if tips.seconds >= wait {
        let next = next_tip(world.resource::<Show>(), &tips.given);
        (tips.shown, tips.is_of_moment) = (next.filter(|_| may_be_told), false);
        tips.given.extend(tips.shown);
    } else {
        return false;
    }
    tips.seconds = 0.0;
    true
}

/// Whether the run is one of the first ones.
fn may_be_told(world: &World, tips: &Tips) -> bool {
    // Pictures with a fixed seed are the same each time.
    let is_fixed = world.contains_resource::<FixedSeed>();
    let is_known = world.resource::<Settings>().runs_with_tips >= RUNS;
    !is_fixed && (!is_known || tips.counted == tips.run)
}

/// The first tip that is true of the screen and was not given yet.
fn next_tip(show: &Show, given: &[&str]) -> Option<&'static str> {
    let (first, others) = TIPS.split_first()?;
    let own = show.about.tips.iter().map(|key| (*key, true));
    let of = |(key, is_true): &Tip| (*key, is_true(show));
    let all = [of(first)]
        .into_iter()
        .chain(own)
        .chain(others.iter().map(of));
    let mut due = all.filter(|(key, is_true)| *is_true && !given.contains(key));
    due.next().map(|(key, _)| key)
}
