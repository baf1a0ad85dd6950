//! Sentences about the run that is shown: an individual, a fact, a curve and the other topics of the explanations. The
//! sentences of the story are in `story.rs`.

use super::axis::{Axis, distinct_number_texts, number_text};
use super::chart_kind::axis_of;
use super::chart_kind::{ChartKind, quartile_spread};
use super::curves::{sign_of_individuals, total_quality};
use super::{Show, chart_values, tries};
use crate::generation::birth::Birth;
use crate::generation::genealogy_query::Life;
use crate::generation::measure::CELLS;
use crate::generation::story::{Change, Parts};
use crate::generation::watch::{CurvePoint, Thumbnail};
use crate::generation::{Fact, PopulationKind, Summary};
use crate::shell::words::Words;

/// Writes sentences about the run that is shown.
pub(super) struct SentenceWriter<'a> {
    pub(super) show: &'a Show,
    pub(super) words: &'a Words,
}

impl SentenceWriter<'_> {
    fn say(&self, key: &str, values: &[(&str, String)]) -> String {
        self.words.fill(key, values)
    }

    /// The point of the curves whose generation is shown.
    fn point(&self) -> Option<&CurvePoint> {
        self.show.point()
    }

    fn summary(&self, kind: PopulationKind) -> Summary {
        let point = self.point();
        point.map_or(Summary::default(), |point| *point.summary(kind))
    }

    /// A fitness as the player knows it: the remaining distance, the number of faults, or the fitness itself.
    pub(super) fn value(&self, fitness: f64, kind: PopulationKind) -> String {
        let (key, value) = self.value_on_axis(fitness, kind);
        self.words.fill(key, &[("value", number_text(value))])
    }

    /// The fitness before and after a step, each as [`SentenceWriter::value`] says it, with so many digits that two
    /// different ones do not read alike.
    pub(super) fn values_of_step(&self, step: [f64; 2], kinds: [PopulationKind; 2]) -> [String; 2] {
        let [before, after] = [0, 1].map(|at| self.value_on_axis(step[at], kinds[at]));
        let numbers = match before.0 == after.0 {
            true => distinct_number_texts([before.1, after.1]),
            false => [before.1, after.1].map(number_text),
        };
        let [first, second] = numbers;
        [(before.0, first), (after.0, second)]
            .map(|(key, number)| self.words.fill(key, &[("value", number)]))
    }

    /// The key of the phrase for a fitness, and its value on the axis of the chart.
    fn value_on_axis(&self, fitness: f64, kind: PopulationKind) -> (&'static str, f64) {
        let axis = axis_of(self.show, kind);
        let key = match (axis, kind) {
            (Some(Axis::Distance { .. }), PopulationKind::Infeasible)
                if !tries::are_shown(self.show) =>
            {
                "story.faults"
            }
            (Some(Axis::Distance { .. }), _) => "story.to_go",
            _ => "story.fitness",
        };
        (key, axis.map_or(fitness, |axis| axis.value(fitness)))
    }

    /// The selected individual: its rank, its birth and its children.
    pub(super) fn individual(&self) -> String {
        let Some(frame) = &self.show.frame else {
            return String::new();
        };
        let Thumbnail {
            fitness, violation, ..
        } = frame.selected;
        let value = self.value(fitness, frame.selected.population());
        let Some(life) = &frame.life else {
            let (key, value) = match self.show.archive {
                Some(_) => ("explain.elite", number_text(fitness)),
                None => ("explain.individual_alone", value),
            };
            let values = [
                ("generation", frame.generation.to_string()),
                ("value", value),
            ];
            return self.say(key, &values);
        };
        let key = match (self.show.about.fault, violation) {
            (None, _) => "explain.individual",
            (Some(_), 0) => "explain.individual_feasible",
            (Some(_), _) => "explain.individual_infeasible",
        };
        let values = [
            ("rank", life.rank.to_string()),
            ("among", life.among.to_string()),
            ("generation", life.at.generation.to_string()),
            ("value", value),
        ];
        let who = self.say(key, &values);
        let children = [("count", life.children.to_string())];
        let children = self.say("explain.children", &children);
        format!("{who} {} {children}", self.birth(life))
    }

    /// The birth of an individual, in words.
    pub(super) fn birth(&self, life: &Life) -> String {
        let generation = ("generation", life.born.generation.to_string());
        let Some([first, second]) = life.parents else {
            return match life.birth {
                Some(Birth::Immigrant) => self.say("explain.no_parents", &[generation]),
                _ => self.words.get("explain.founder"),
            };
        };
        let of = |(_, fitness, kind)| self.value(fitness, kind);
        let values = [
            generation,
            ("first", of(first)),
            ("second", of(second)),
            ("parts", self.parts(life.parts.as_ref())),
        ];
        if first.0 == second.0 {
            self.say("explain.born_of_one", &values)
        } else {
            self.say("explain.born", &values)
        }
    }

    /// The parts that an individual has of its parents, in words.
    pub(super) fn parts(&self, parts: Option<&Parts>) -> String {
        let Some(parts) = parts else {
            return self.words.get("story.cause.unknown");
        };
        let key = match parts.change() {
            Change::Crossover => "story.cause.crossover",
            Change::Mutation => "story.cause.mutation",
            Change::Both => "story.cause.both",
            Change::Copy => "story.cause.copy",
        };
        let values = [
            ("first", parts.first.to_string()),
            ("second", parts.second.to_string()),
            ("new", parts.new.to_string()),
        ];
        self.words.fill(key, &values)
    }

    /// A fact in words: the property that it measures, the wanted value, and the meaning of its bar.
    pub(super) fn fact(&self, fact: &Fact) -> String {
        let mut lines = vec![self.hint(fact.key)];
        if let Some(wanted) = &fact.wanted {
            let values = [("value", fact.value.clone()), ("wanted", wanted.clone())];
            lines.push(Some(self.say("explain.wanted", &values)));
        }
        lines.push(fact.bar.map(|bar| {
            let key = if bar < 0.0 {
                "explain.bar_lowers"
            } else {
                "explain.bar_raises"
            };
            let values = [("percent", format!("{:.0}", 100.0 * bar.abs()))];
            self.say(key, &values)
        }));
        let all: Vec<String> = lines.into_iter().flatten().collect();
        if all.is_empty() {
            return self.say(fact.key, &[("value", fact.value.clone())]);
        }
        all.join(" ")
    }

    /// The phrase that explains a fact: its own phrase, or that of its group; `None` if there is neither.
    fn hint(&self, key: &str) -> Option<String> {
        let group = key.rsplit_once('.').map_or(key, |(group, _)| group);
        let keys = [format!("{key}.hint"), format!("{group}.hint")];
        let known = keys.into_iter().map(|key| (self.words.get(&key), key));
        let mut said = known.filter(|(phrase, key)| phrase != key);
        said.next().map(|(phrase, _)| phrase)
    }

    /// The size of a population in the generation whose members are shown.
    fn shown_size(&self, kind: PopulationKind) -> usize {
        let shown = self.show.frame.as_ref().map(|frame| frame.generation);
        let mut curve = self.show.chart.curve.iter();
        let point = curve.find(|point| Some(point.generation) == shown);
        point.map_or(0, |point| point.summary(kind).size)
    }

    pub(super) fn population(&self, kind: PopulationKind) -> String {
        let (own, other) = (self.shown_size(kind), self.shown_size(kind.other()));
        let about = &self.show.about;
        if tries::are_shown(self.show) {
            let caption = match kind {
                PopulationKind::Feasible => about.feasible_members,
                PopulationKind::Infeasible => about.infeasible_members,
            };
            let values = [
                ("count", own.to_string()),
                ("all", (own + other).to_string()),
            ];
            return self.say(&format!("{caption}.hint"), &values);
        }
        let key = match (about.fault, kind) {
            (None, _) => "explain.population",
            (_, PopulationKind::Feasible) => "explain.feasible",
            (_, PopulationKind::Infeasible) => "explain.infeasible",
        };
        let members = self.show.members(kind);
        let elites = members.filter(|(_, one)| one.elite).count();
        let values = [
            ("count", own.to_string()),
            ("all", (own + other).to_string()),
            ("elites", elites.to_string()),
        ];
        self.say(key, &values)
    }

    pub(super) fn curve(&self, kind: PopulationKind) -> String {
        if self.show.archive.is_some() {
            return self.score();
        }
        let summary = self.summary(kind);
        if summary.size == 0 {
            return self.words.get("explain.empty");
        }
        let Some(axis) = axis_of(self.show, kind) else {
            return String::new();
        };
        let generation = self.point().map_or(0, |point| point.generation);
        let generation = ("generation", generation.to_string());
        match self.show.reading.chart {
            ChartKind::Spread => {
                let apart = quartile_spread(&summary, axis).map_or("∞".to_owned(), number_text);
                self.say("explain.spread", &[generation, ("value", apart)])
            }
            ChartKind::Sizes => self.population(kind),
            ChartKind::Diversity => self.diversity(),
            ChartKind::Distance | ChartKind::Story => {
                let [low, high] = chart_values::ends_of_middle_half(&summary, axis);
                let keys = ["explain.middle", "explain.middle.same"];
                let values = [
                    generation,
                    ("best", self.value(summary.best, kind)),
                    ("median", number_text(axis.value(summary.median))),
                    ("middle", self.range(keys, &[], low, high)),
                ];
                let curve = self.say("explain.curve", &values);
                match self.dots(kind) {
                    Some(dots) => format!("{curve} {dots}"),
                    None => curve,
                }
            }
        }
    }

    /// The curve of an archive: the sum of the qualities on its map.
    fn score(&self) -> String {
        let score = total_quality(&self.summary(PopulationKind::Feasible));
        let percent = 100.0 * score / CELLS as f64;
        let generation = self.point().map_or(0, |point| point.generation);
        let values = [
            ("generation", generation.to_string()),
            ("score", format!("{score:.1}")),
            ("percent", format!("{percent:.0}")),
        ];
        self.say("explain.score", &values)
    }

    /// The dots of a population in words; `None` if the generation that is shown has none.
    fn dots(&self, kind: PopulationKind) -> Option<String> {
        let (low, high) = self.ends_of_dots(kind)?;
        let sign = sign_of_individuals(kind);
        let keys = ["explain.dots", "explain.dots.same"];
        Some(self.range(keys, &[("sign", sign.to_owned())], low, high))
    }

    /// A range in words: the phrase of the first key, or of the second one if the ends of the range are equal.
    fn range(
        &self,
        [key, same]: [&str; 2],
        values: &[(&str, String)],
        low: String,
        high: String,
    ) -> String {
        let key = if low == high { same } else { key };
        let mut values = values.to_vec();
        values.extend([("low", low), ("high", high)]);
        self.say(key, &values)
    }

    /// The worst and the best feasible individual among the dots of the generation that is shown, in words; empty if it
    /// has none.
    pub(super) fn range_of_dots(&self) -> String {
        let ends = self.ends_of_dots(PopulationKind::Feasible);
        ends.map_or(String::new(), |(low, high)| {
            self.range(["theatre.dots", "theatre.dots.same"], &[], low, high)
        })
    }

    /// The values of the worst and of the best dot of a population in the generation that is shown.
    fn ends_of_dots(&self, kind: PopulationKind) -> Option<(String, String)> {
        let generation = self.point()?.generation;
        let axis = axis_of(self.show, kind)?;
        let dots = self.show.chart.dots.iter();
        let mut own = dots.filter(|dot| (dot.generation, dot.population) == (generation, kind));
        let worst = own.next()?;
        let best = own.next_back().unwrap_or(worst);
        Some((
            number_text(axis.value(worst.fitness)),
            number_text(axis.value(best.fitness)),
        ))
    }

    fn diversity(&self) -> String {
        let generation = self.point().map_or(0, |point| point.generation);
        let value = self.show.reading.diversity_at(generation);
        let first = self.show.reading.diversity_at(0);
        let Some((value, first)) = value.zip(first) else {
            return self.words.get("explain.no_diversity");
        };
        let values = [
            ("generation", generation.to_string()),
            ("value", number_text(value)),
            ("first", number_text(first)),
        ];
        self.say("explain.diversity", &values)
    }

    pub(super) fn share(&self) -> String {
        let [other, own] = PopulationKind::BOTH.map(|kind| self.summary(kind));
        let all = own.size + other.size;
        let percent = 100.0 * own.size as f64 / all.max(1) as f64;
        let key = match self.show.archive {
            Some(_) => "explain.coverage".to_owned(),
            None if tries::are_shown(self.show) => {
                format!("{}.hint", self.show.about.share_curve)
            }
            None => "explain.share".to_owned(),
        };
        let values = [
            ("count", own.size.to_string()),
            ("all", all.to_string()),
            ("percent", format!("{percent:.0}")),
        ];
        self.say(&key, &values)
    }

    pub(super) fn target(&self) -> String {
        let best = self.summary(PopulationKind::Feasible);
        let value = if best.size == 0 {
            self.words.get("explain.empty")
        } else {
            let values = [("value", self.value(best.best, PopulationKind::Feasible))];
            self.say("explain.best_now", &values)
        };
        let key = match self.show.chart.axes.as_ref().map(|axes| axes.feasible) {
            Some(Axis::Fitness { .. }) => "explain.target_fitness",
            _ => "explain.target",
        };
        format!("{} {value}", self.words.get(key))
    }

    pub(super) fn flags(&self) -> String {
        format!("{} {}", self.words.get("explain.flags"), self.milestones())
    }

    pub(super) fn last_run(&self) -> String {
        let last = self.show.reading.last.as_ref();
        let Some((last, end)) = last.and_then(|last| Some((last, last.curve.last()?))) else {
            return String::new();
        };
        let generation = self.point().map_or(0, |point| point.generation);
        let then = last.at(generation).unwrap_or(end);
        let value = |point: &CurvePoint| match point.feasible.size {
            0 => self.words.get("explain.none_playable"),
            _ => self.value(point.feasible.best, PopulationKind::Feasible),
        };
        let values = [
            ("last", end.generation.to_string()),
            ("end", value(end)),
            ("generation", then.generation.to_string()),
            ("then", value(then)),
        ];
        self.say("explain.last_run", &values)
    }

    /// A sign of the legend, with its numbers in the picture and in the generation.
    pub(super) fn sign(&self, name: &str) -> String {
        let counts = self.show.reading.sign;
        let Some((frame, counts)) = self.show.frame.as_ref().zip(counts) else {
            return String::new();
        };
        let values = [
            ("name", self.words.get(name)),
            ("count", counts.own.to_string()),
            ("mean", number_text(counts.mean)),
            ("generation", frame.generation.to_string()),
        ];
        self.say("explain.sign", &values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::MemberId;
    use crate::shell::words::Language;

    #[test]
    fn what_was_put_among_the_founders_is_not_said_to_be_drawn_at_random() {
        let (show, words) = (Show::default(), Words::of(Language::English));
        let writer = SentenceWriter {
            show: &show,
            words: &words,
        };
        let life = |birth| Life {
            at: MemberId::at(0, 1),
            born: MemberId::at(0, 1),
            birth: Some(birth),
            until: 0,
            parents: None,
            parts: None,
            children: 0,
            rank: 1,
            among: 2,
        };
        let told = |birth| writer.birth(&life(birth));
        assert_eq!(told(Birth::Founder), "A founder, drawn at random.");
        assert_eq!(told(Birth::Immigrant), "Put in by hand in generation 0.");
    }
}
