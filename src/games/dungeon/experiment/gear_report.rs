//! The report on descents with different gear.

use super::distinct;
use super::gear::Gear;
use super::gear_experiment::{Case, GearExperiment, GearPart, GearResult, Trial};
use super::verdicts::{Verdicts, say_useless};
use crate::experiment::{Phrases, Report, Table};
use crate::games::dungeon::names::{name_of_item, name_of_player};
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::rules::Item;
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};
use crate::session::Difficulty;

/// The results of a part, with a row for each case that has trials.
struct PartResults {
    part: GearPart,
    rows: Vec<(Case, Vec<GearResult>)>,
}

/// The report on some trials.
pub(super) fn report(experiment: &GearExperiment, samples: &[&Trial], phrase: Phrases) -> Report {
    let mut trials: Vec<Vec<&Trial>> = vec![Vec::new(); experiment.cases.len()];
    samples
        .iter()
        .for_each(|trial| trials[trial.case].push(trial));
    let all = experiment.parts.iter().map(|part| {
        let cases = experiment.cases.iter().zip(&trials);
        let cases = cases.filter(|(_, trials)| !trials.is_empty());
        PartResults {
            part: *part,
            rows: cases
                .map(|(case, trials)| (*case, experiment.results(*part, trials)))
                .collect(),
        }
    });
    let all: Vec<PartResults> = all.collect();
    let mut report = Report {
        plot: plot(&all, phrase),
        ..Report::default()
    };
    report.say(phrase("dungeon.experiment.gear.about", &[]));
    let mut useful = Vec::new();
    for results in &all {
        report.say(phrase(title_of(results.part), &[]));
        report.table(results.table(phrase));
        results.say_verdicts(&mut useful, &mut report, phrase);
    }
    let items = distinct(experiment.gear.iter().filter_map(|gear| gear.item()));
    let keys = [
        "dungeon.experiment.gear.nobody",
        "dungeon.experiment.gear.somebody",
    ];
    say_useless(keys, &items, &useful, &mut report, phrase);
    report
}

/// The key of the sentence about a part.
fn title_of(part: GearPart) -> &'static str {
    match part {
        GearPart::Armours => "dungeon.experiment.gear.armours",
        GearPart::EachWeapon => "dungeon.experiment.gear.each_weapon",
        GearPart::AllWeapons => "dungeon.experiment.gear.all_weapons",
        GearPart::WeaponsFound => "dungeon.experiment.gear.weapons_found",
        GearPart::ThingsFound => "dungeon.experiment.gear.things_found",
        GearPart::ThingsUsed => "dungeon.experiment.gear.things_used",
    }
}

/// The keys of the sentences about a thing with which surely more heroes come through, and about one with which fewer
/// do. A choice has no sentence about the worse.
fn verdicts_on(part: GearPart) -> (&'static str, Option<&'static str>) {
    match part {
        GearPart::Armours | GearPart::EachWeapon => ("dungeon.experiment.gear.best", None),
        GearPart::AllWeapons => (
            "dungeon.experiment.gear.without.fewer",
            Some("dungeon.experiment.gear.without.more"),
        ),
        GearPart::WeaponsFound | GearPart::ThingsFound => (
            "dungeon.experiment.gear.unfound.fewer",
            Some("dungeon.experiment.gear.unfound.more"),
        ),
        GearPart::ThingsUsed => (
            "dungeon.experiment.gear.unused.fewer",
            Some("dungeon.experiment.gear.unused.more"),
        ),
    }
}

fn name(gear: Gear, phrase: Phrases) -> String {
    let key = match (gear.item(), gear) {
        (Some(item), _) => name_of_item(item),
        (None, Gear::AllWeapons) => "dungeon.experiment.gear.all",
        (None, _) => "dungeon.experiment.gear.usual",
    };
    phrase(key, &[])
}

impl PartResults {
    fn table(&self, phrase: Phrases) -> Table {
        let keys = [
            "dungeon.experiment.player",
            "dungeon.experiment.gear.difficulty",
            "dungeon.experiment.gear.descents",
        ];
        let gear = self.part.gear();
        let head = keys.map(|key| phrase(key, &[])).into_iter();
        let cell = |result: &GearResult| {
            let percent = format!("{:.1}", result.rate.percent());
            match result.difference {
                Some(difference) => format!("{percent}, {difference:+}"),
                None => percent,
            }
        };
        let row = |((player, difficulty), results): &(Case, Vec<GearResult>)| {
            let descents = results.first().map_or(0, |result| result.rate.of);
            let own = [
                phrase(name_of_player(*player), &[]),
                phrase(difficulty.key(), &[]),
                descents.to_string(),
            ];
            own.into_iter().chain(results.iter().map(cell)).collect()
        };
        Table {
            head: head
                .chain(gear.iter().map(|gear| name(*gear, phrase)))
                .collect(),
            rows: self.rows.iter().map(row).collect(),
        }
    }

    /// Reports the differences that are sure. Adds the things that are the best ones, or are missed, to `useful`.
    fn say_verdicts(&self, useful: &mut Vec<Item>, report: &mut Report, phrase: Phrases) {
        let items = || self.part.gear().into_iter().filter_map(Gear::item);
        let (mut good, mut bad) = (Verdicts::about(items()), Verdicts::about(items()));
        for ((player, difficulty), results) in &self.rows {
            for result in results {
                let (Some(item), Some(difference)) = (result.gear.item(), result.difference) else {
                    continue;
                };
                let what = || phrase(difficulty.key(), &[]);
                // A thing is good if it is better than the others, or if heroes without it are worse off.
                let (is_good, is_bad) = match self.part.is_choice() {
                    true => (difference.is_surely_more(), difference.is_surely_less()),
                    false => (difference.is_surely_less(), difference.is_surely_more()),
                };
                if is_good {
                    good.note(item, *player, what());
                } else if is_bad {
                    bad.note(item, *player, what());
                }
            }
        }
        let (of_good, of_bad) = verdicts_on(self.part);
        good.say(of_good, report, phrase);
        if let Some(key) = of_bad {
            bad.say(key, report, phrase);
        }
        useful.extend(good.standing_out());
    }
}

/// The plot of the rates at which heroes come through: a panel for each part and difficulty, an ink for each player.
fn plot(all: &[PartResults], phrase: Phrases) -> Plot {
    let cases = || all.iter().flat_map(|results| &results.rows);
    let players: Vec<ReferencePlayer> = distinct(cases().map(|((player, _), _)| *player));
    let difficulties = distinct(cases().map(|((_, difficulty), _)| *difficulty));
    let panels = all.iter().flat_map(|results| {
        let panel = |difficulty: &Difficulty| panel(results, *difficulty, &players, phrase);
        difficulties.iter().map(panel).collect::<Vec<_>>()
    });
    Plot {
        title: phrase("dungeon.experiment.gear.title", &[]),
        columns: 1,
        panels: panels.collect(),
        legend: players
            .iter()
            .enumerate()
            .map(|(ink, player)| (ink, phrase(name_of_player(*player), &[])))
            .collect(),
    }
}

fn panel(
    results: &PartResults,
    difficulty: Difficulty,
    players: &[ReferencePlayer],
    phrase: Phrases,
) -> Panel {
    let of_difficulty = |((_, own), _): &&(Case, Vec<GearResult>)| *own == difficulty;
    let rows = results.rows.iter().filter(of_difficulty);
    let series = rows.map(|((player, _), results)| {
        let ink = players.iter().position(|known| known == player);
        let ink = ink.unwrap_or(0);
        let aside = 0.1 * (ink as f64 - (players.len() as f64 - 1.0) / 2.0);
        let point = |(x, result): (u32, &GearResult)| {
            let (least, most) = result.rate.interval();
            Point {
                span: [least, most],
                ..Point::new(f64::from(x) + aside, result.rate.percent())
            }
        };
        Series {
            ink,
            style: Style::Dots,
            points: (0..).zip(results).map(point).collect(),
        }
    });
    let gear = results.part.gear();
    let title = phrase(title_of(results.part), &[]);
    Panel {
        title: format!("{title} · {}", phrase(difficulty.key(), &[])),
        x: Axis::named("", gear.iter().map(|gear| name(*gear, phrase))),
        y: Axis::linear(phrase("dungeon.experiment.gear.y", &[]), [0.0, 100.0]),
        series: series.collect(),
    }
}
