//! The report on fights in one room.

use super::distinct;
use super::fights::{DEATH, MAX_TURNS, MUCH_LIFE, STRENGTH};
use super::fights_experiment::{
    Case, FightRoomResults, Fights, FightsExperiment, Results, Variant,
};
use super::verdicts::{Verdicts, say_useless};
use crate::base::Mean;
use crate::experiment::{Phrases, Report, Table};
use crate::games::dungeon::map::Ground;
use crate::games::dungeon::names::{name_of_ground, name_of_item, name_of_kind, name_of_player};
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::rules::hero::LIFE;
use crate::games::dungeon::rules::{EnemyKind, Item};
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

/// The report on some rooms.
pub(super) fn report(
    experiment: &FightsExperiment,
    samples: &[&FightRoomResults],
    phrase: Phrases,
) -> Report {
    let mut rooms: Vec<Vec<&FightRoomResults>> = vec![Vec::new(); experiment.cases.len()];
    samples.iter().for_each(|room| rooms[room.case].push(room));
    let all = experiment.parts.iter().map(|part| {
        let cases = experiment.cases.iter().zip(&rooms);
        let cases = cases.filter(|(case, rooms)| case.part == *part && !rooms.is_empty());
        PartRooms {
            part: *part,
            cases: cases
                .map(|(case, rooms)| (*case, rooms.as_slice()))
                .collect(),
        }
    });
    let all: Vec<PartRooms> = all.collect();
    let mut report = Report {
        plot: plot(&all, phrase),
        ..Report::default()
    };
    report.say(phrase("dungeon.experiment.fights.about", &[]));
    let mut useful = Vec::new();
    for rooms in &all {
        rooms.say(&mut useful, &mut report, phrase);
    }
    let items = all.iter().flat_map(|rooms| items_of(rooms.part));
    let keys = [
        "dungeon.experiment.fights.nowhere",
        "dungeon.experiment.fights.somewhere",
    ];
    say_useless(keys, &distinct(items), &useful, &mut report, phrase);
    report
}

/// The things that are compared in a part. Where weapons are carried beside the sword, the sword is not among them.
fn items_of(part: Fights) -> Vec<Item> {
    let items = part.variants().into_iter();
    items.filter_map(Variant::item).collect()
}

/// The key of the sentence about a part, and that of its short name.
fn keys_of(part: Fights) -> [&'static str; 2] {
    match part {
        Fights::Weapons => [
            "dungeon.experiment.fights.weapons",
            "dungeon.experiment.fights.weapons.y",
        ],
        Fights::Beside => [
            "dungeon.experiment.fights.beside",
            "dungeon.experiment.fights.beside.y",
        ],
        Fights::Belt => [
            "dungeon.experiment.fights.belt",
            "dungeon.experiment.fights.belt.y",
        ],
    }
}

fn name_of(part: Fights, variant: Variant, phrase: Phrases) -> String {
    let key = match (part, variant) {
        (_, Variant::With(item)) => name_of_item(item),
        (_, Variant::WithAll) => "dungeon.experiment.fights.all",
        (Fights::Belt, Variant::Plain) => "dungeon.experiment.fights.none",
        (_, Variant::Plain) => "dungeon.experiment.fights.alone",
    };
    phrase(key, &[])
}

fn name_of_enemies(kind: Option<EnemyKind>, phrase: Phrases) -> String {
    let key = kind.map_or("dungeon.experiment.fights.any_kind", name_of_kind);
    phrase(key, &[])
}

/// The results of a part in all rooms, by cases.
struct PartRooms<'a> {
    part: Fights,
    cases: Vec<(Case, &'a [&'a FightRoomResults])>,
}

/// A row of a table: the fights of a player that it is about, and their results.
struct Row {
    player: ReferencePlayer,
    fights: String,
    results: Results,
}

impl PartRooms<'_> {
    /// Reports the subject of the part, its table, and the differences that are sure. Adds the things that are good for
    /// something to `useful`.
    fn say(&self, useful: &mut Vec<Item>, report: &mut Report, phrase: Phrases) {
        let rows = self.rows(phrase);
        let rooms = || self.cases.iter().flat_map(|(_, rooms)| *rooms);
        let unfinished: u32 = rooms().map(|room| room.unfinished).sum();
        let fought = rooms().count() * self.part.variants().len();
        let share = 100.0 * f64::from(unfinished) / fought.max(1) as f64;
        let values = [
            ("strength", STRENGTH.to_string()),
            ("life", MUCH_LIFE.to_string()),
            ("new_life", LIFE.to_string()),
            ("death", DEATH.to_string()),
            ("turns", MAX_TURNS.to_string()),
            ("share", format!("{share:.1}")),
        ];
        let [about, _] = keys_of(self.part);
        report.say(phrase(about, &values));
        report.table(self.table(&rows, phrase));
        report.say(phrase("dungeon.experiment.fights.unfinished", &values));
        match self.part {
            Fights::Beside => self.say_beside(&rows, useful, report, phrase),
            Fights::Weapons | Fights::Belt => self.say_best(&rows, useful, report, phrase),
        }
    }

    /// The rows: a case each, or, where rooms have ground, all fights of a player, those against each kind, and those on
    /// each ground.
    fn rows(&self, phrase: Phrases) -> Vec<Row> {
        let row = |player: ReferencePlayer, fights: String, rooms: &[&FightRoomResults]| Row {
            player,
            fights,
            results: Results::of(self.part, rooms),
        };
        if self.part != Fights::Belt {
            let of_case = |(case, rooms): &(Case, &[&FightRoomResults])| {
                let count = case.count.unwrap_or_default();
                let fights = format!("{count} × {}", name_of_enemies(case.kind, phrase));
                row(case.reference, fights, rooms)
            };
            return self.cases.iter().map(of_case).collect();
        }
        let mut rows = Vec::new();
        for (player, all) in self.by_player() {
            let every = phrase("dungeon.experiment.fights.every", &[]);
            rows.push(row(player, every, &all));
            for (case, rooms) in self
                .cases
                .iter()
                .filter(|(case, _)| case.reference == player)
            {
                rows.push(row(player, name_of_enemies(case.kind, phrase), rooms));
            }
            for ground in Ground::ALL {
                let here = all.iter().filter(|room| room.ground == ground);
                let here: Vec<&FightRoomResults> = here.copied().collect();
                if !here.is_empty() {
                    rows.push(row(player, phrase(name_of_ground(ground), &[]), &here));
                }
            }
        }
        rows
    }

    /// The results of each player in all rooms.
    fn by_player(&self) -> Vec<(ReferencePlayer, Vec<&FightRoomResults>)> {
        let players = distinct(self.cases.iter().map(|(case, _)| case.reference));
        let of_player = |player: ReferencePlayer| {
            let own = self
                .cases
                .iter()
                .filter(|(case, _)| case.reference == player);
            let own = own.flat_map(|(_, rooms)| rooms.iter().copied());
            (player, own.collect())
        };
        players.into_iter().map(of_player).collect()
    }

    fn table(&self, rows: &[Row], phrase: Phrases) -> Table {
        let keys = [
            "dungeon.experiment.player",
            "dungeon.experiment.fights.fights",
            "dungeon.experiment.fights.rooms",
        ];
        let head = keys.map(|key| phrase(key, &[])).into_iter();
        let variants = self.part.variants().into_iter();
        let cells = |row: &Row| {
            let Results {
                rooms,
                means,
                differences,
                best,
                ..
            } = &row.results;
            let own = [
                phrase(name_of_player(row.player), &[]),
                row.fights.clone(),
                rooms.to_string(),
            ];
            let cell = |at: usize| {
                let mark = if at == *best { "*" } else { "" };
                let mean = format!("{:.1}{mark}", means[at]);
                match at == self.part.baseline() {
                    true => mean,
                    false => format!("{mean} ({})", differences[at]),
                }
            };
            own.into_iter().chain((0..means.len()).map(cell)).collect()
        };
        Table {
            head: head
                .chain(variants.map(|variant| name_of(self.part, variant, phrase)))
                .collect(),
            rows: rows.iter().map(cells).collect(),
        }
    }

    /// Says where each thing is surely the best one.
    fn say_best(&self, rows: &[Row], useful: &mut Vec<Item>, report: &mut Report, phrase: Phrases) {
        let variants = self.part.variants();
        let mut verdicts = Verdicts::about(items_of(self.part));
        for row in rows.iter().filter(|row| row.results.is_sure) {
            if let Some(item) = variants[row.results.best].item() {
                verdicts.note(item, row.player, row.fights.clone());
            }
        }
        verdicts.say("dungeon.experiment.fights.best", report, phrase);
        useful.extend(verdicts.standing_out());
    }

    /// Says where each weapon beside the sword surely saves life, and where it costs life.
    fn say_beside(
        &self,
        rows: &[Row],
        useful: &mut Vec<Item>,
        report: &mut Report,
        phrase: Phrases,
    ) {
        let items = || items_of(self.part);
        let (mut saves, mut costs) = (Verdicts::about(items()), Verdicts::about(items()));
        for row in rows {
            let variants = self.part.variants().into_iter();
            for (variant, difference) in variants.zip(&row.results.differences) {
                let Some(item) = variant.item() else {
                    continue;
                };
                if difference.is_surely_less() {
                    saves.note(item, row.player, row.fights.clone());
                } else if difference.is_surely_more() {
                    costs.note(item, row.player, row.fights.clone());
                }
            }
        }
        saves.say("dungeon.experiment.fights.saves", report, phrase);
        costs.say("dungeon.experiment.fights.costs", report, phrase);
        useful.extend(saves.standing_out());
    }
}

/// The plot of the difference that each variant makes over all fights of a player: a panel for each part, an ink for
/// each player.
fn plot(all: &[PartRooms], phrase: Phrases) -> Plot {
    let cases = all.iter().flat_map(|rooms| &rooms.cases);
    let players = distinct(cases.map(|(case, _)| case.reference));
    let panel = |rooms: &PartRooms| panel(rooms, &players, phrase);
    Plot {
        title: phrase("dungeon.experiment.fights.title", &[]),
        columns: 1,
        panels: all.iter().map(panel).collect(),
        legend: players
            .iter()
            .map(|player| phrase(name_of_player(*player), &[]))
            .enumerate()
            .collect(),
    }
}

fn panel(rooms: &PartRooms, players: &[ReferencePlayer], phrase: Phrases) -> Panel {
    let middle = (players.len() as f64 - 1.0) / 2.0;
    let series = rooms.by_player().into_iter().map(|(player, own)| {
        let ink = players.iter().position(|known| *known == player);
        let ink = ink.unwrap_or(0);
        let aside = 0.1 * (ink as f64 - middle);
        let differences = (0u32..).zip(Results::of(rooms.part, &own).differences);
        let point = |(x, difference): (u32, Mean)| {
            Point::with_error(f64::from(x) + aside, difference.value, difference.error)
        };
        Series {
            ink,
            style: Style::Dots,
            points: differences.map(point).collect(),
        }
    });
    let series: Vec<Series> = series.collect();
    let points = series.iter().flat_map(|series| &series.points);
    let ends = points.flat_map(|point| point.span);
    let [_, y] = keys_of(rooms.part);
    let variants = rooms.part.variants().into_iter();
    let names = variants.map(|variant| name_of(rooms.part, variant, phrase));
    Panel {
        title: String::new(),
        x: Axis::named("", names),
        y: Axis::linear(phrase(y, &[]), ends),
        series,
    }
}
