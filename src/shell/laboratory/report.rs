//! The report on an experiment of the laboratory, in words, tables and a plot.

use crate::generation::laboratory::csv::letter;
use crate::generation::laboratory::findings::Quartiles;
use crate::generation::laboratory::{
    Comparison, Figures, Findings, LabRun, LabSetting, RunMeasure,
};
use crate::plot::{Axis, Panel, Plot, Point, Report, Series, Style, Table};
use crate::shell::words::{Words, with_minus};

/// The report on the runs of an experiment that are over.
pub fn report(lab: &LabRun, words: &Words) -> Report {
    let findings = lab.findings();
    let writer = Writer {
        lab,
        findings: &findings,
        words,
    };
    let mut report = Report {
        plot: writer.plot(),
        ..Report::default()
    };
    report.say(writer.progress());
    for sentence in writer.sentences() {
        report.say(sentence);
    }
    report.table(writer.figures());
    if !findings.comparisons.is_empty() {
        report.table(writer.tests());
        report.say(words.get("lab.about_tests"));
    }
    report.say(words.get("lab.about_figures"));
    report
}

/// The name of a setting in texts: its letter, and its own name if it has one.
pub fn name_of(number: usize, setting: &LabSetting, words: &Words) -> String {
    let name = words.get(&setting.name);
    if name.is_empty() {
        letter(number).to_string()
    } else {
        format!("{}: {name}", letter(number))
    }
}

impl RunMeasure {
    /// The key of its name.
    fn key(self) -> &'static str {
        match self {
            RunMeasure::Generations => "lab.generations",
            RunMeasure::Evaluations => "lab.evaluations",
            RunMeasure::Seconds => "lab.seconds",
            RunMeasure::Best => "lab.best",
        }
    }

    /// The key of the words for a lower value of the measure; `None` for the fitness, where a higher value is better.
    fn less_key(self) -> Option<&'static str> {
        match self {
            RunMeasure::Generations => Some("lab.less.generations"),
            RunMeasure::Evaluations => Some("lab.less.evaluations"),
            RunMeasure::Seconds => Some("lab.less.seconds"),
            RunMeasure::Best => None,
        }
    }

    fn number(self, value: f64) -> String {
        match self {
            RunMeasure::Generations | RunMeasure::Evaluations => value.to_string(),
            RunMeasure::Seconds if value < 1.0 => format!("{} ms", number_text(1_000.0 * value)),
            RunMeasure::Seconds => format!("{} s", number_text(value)),
            RunMeasure::Best => number_text(value),
        }
    }
}

/// A number with three significant digits.
fn number_text(value: f64) -> String {
    let digits = 2 - value.abs().max(1e-3).log10().floor() as i32;
    with_minus(&format!("{value:.*}", digits.clamp(0, 3) as usize))
}

fn p_text(p: f64) -> String {
    if p < 0.001 {
        "p < 0.001".into()
    } else {
        format!("p = {p:.3}")
    }
}

struct Writer<'a> {
    lab: &'a LabRun,
    findings: &'a Findings,
    words: &'a Words,
}

impl Writer<'_> {
    fn name(&self, setting: usize) -> String {
        let of = &self.lab.experiment().settings[setting];
        name_of(setting, of, self.words)
    }

    /// The number of runs that are over, and for each setting the number of failed runs with the reason.
    fn progress(&self) -> String {
        let (done, all) = (self.findings.done, self.lab.all());
        let key = match (done < all, self.lab.is_stopped()) {
            (false, _) => "lab.progress.over",
            (true, true) => "lab.progress.stopped",
            (true, false) => "lab.progress.going",
        };
        let values = [("done", done.to_string()), ("all", all.to_string())];
        let mut text = self.words.fill(key, &values);
        for (number, figures) in self.findings.settings.iter().enumerate() {
            if let Some((count, why)) = &figures.failed {
                let values = [
                    ("name", self.name(number)),
                    ("count", count.to_string()),
                    ("why", why.clone()),
                ];
                text = format!("{text} {}", self.words.fill("lab.failed", &values));
            }
        }
        text
    }

    /// The results of the tests: one sentence for each pair of settings.
    fn sentences(&self) -> Vec<String> {
        let all = &self.findings.comparisons;
        let mut pairs: Vec<[usize; 2]> = all.iter().map(|one| one.pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let sentence = |pair: &[usize; 2]| {
            let own: Vec<&Comparison> = all.iter().filter(|one| one.pair == *pair).collect();
            let clauses = [Some(0), Some(1), None].map(|lower| self.clauses(&own, lower));
            let [first, second] = pair.map(|at| letter(at).to_string());
            let values = [
                ("first", first),
                ("second", second),
                ("clauses", clauses.concat().join("; ")),
            ];
            self.words.fill("lab.sentence", &values)
        };
        pairs.iter().map(sentence).collect()
    }

    /// The clauses about the comparisons of a pair in which the setting at `lower` has the lower values; for `None`,
    /// about the comparisons without a sure difference.
    fn clauses(&self, comparisons: &[&Comparison], lower: Option<usize>) -> Vec<String> {
        let own = || comparisons.iter().filter(|one| one.lower() == lower);
        let with_p = |key: &str, one: &Comparison| {
            let values = [("measure", self.words.get(key)), ("p", p_text(one.p))];
            self.words.fill("lab.with_p", &values)
        };
        let Some(at) = lower else {
            let list: Vec<String> = own().map(|one| with_p(one.measure.key(), one)).collect();
            let said = self.words.fill("lab.unsure", &[("list", list.join(", "))]);
            return if list.is_empty() {
                Vec::new()
            } else {
                vec![said]
            };
        };
        let letters = |one: &Comparison| {
            let letters = one.pair.map(|at| letter(at).to_string());
            let [lower, higher] = [&letters[at], &letters[1 - at]];
            [("lower", lower.clone()), ("higher", higher.clone())]
        };
        let less = own().filter_map(|one| Some(with_p(one.measure.less_key()?, one)));
        let less: Vec<String> = less.collect();
        let mut said = Vec::new();
        if let (Some(one), false) = (own().next(), less.is_empty()) {
            let [lower, higher] = letters(one);
            let values = [lower, higher, ("list", less.join(", "))];
            said.push(self.words.fill("lab.sure", &values));
        }
        for one in own().filter(|one| one.measure == RunMeasure::Best) {
            let [lower, higher] = letters(one);
            let values = [lower, higher, ("p", p_text(one.p))];
            said.push(self.words.fill("lab.sure.best", &values));
        }
        said
    }

    /// The measures that are reported. The best fitness is reported only if a setting has no target.
    fn measures(&self) -> &'static [RunMeasure] {
        let mut settings = 0..self.findings.settings.len();
        match settings.all(|number| self.lab.has_target(number)) {
            true => &RunMeasure::ALL[..3],
            false => &RunMeasure::ALL,
        }
    }

    /// The table of the figures: a row for each setting.
    fn figures(&self) -> Table {
        let keys = ["lab.setting", "lab.runs", "lab.solved"].into_iter();
        let head = keys.chain(self.measures().iter().map(|measure| measure.key()));
        Table {
            head: head.map(|key| self.words.get(key)).collect(),
            rows: (0..self.findings.settings.len())
                .map(|number| self.row(number))
                .collect(),
        }
    }

    fn row(&self, number: usize) -> Vec<String> {
        let figures = &self.findings.settings[number];
        let solved = match figures.solved {
            Some(_) if figures.runs == 0 => "–".into(),
            Some(solved) => {
                let percent = 100.0 * solved as f64 / figures.runs as f64;
                format!("{solved} ({percent:.0}%)")
            }
            None => self.words.get("lab.no_target"),
        };
        let mut row = vec![self.name(number), figures.runs.to_string(), solved];
        for (measure, quartiles) in self.measures().iter().zip(figures.quartiles) {
            let text = quartiles.map(|all| self.quartiles(*measure, all, number));
            row.push(text.unwrap_or_else(|| "–".into()));
        }
        row
    }

    /// The median, with the quartiles in brackets. Infinity, for runs that were not solved, is shown as the limit.
    fn quartiles(
        &self,
        measure: RunMeasure,
        [low, median, high]: Quartiles,
        number: usize,
    ) -> String {
        let [low, median, high] =
            [low, median, high].map(|value| self.value(measure, value, number));
        format!("{median} ({low} – {high})")
    }

    /// The text for the value of a measure in a setting. A run that was not solved has an infinite value, and one without
    /// a feasible individual has no fitness.
    fn value(&self, measure: RunMeasure, value: f64, number: usize) -> String {
        match value.is_finite() {
            true => measure.number(value),
            false if value > 0.0 => self.limit(measure, number),
            false => "–".into(),
        }
    }

    /// The text for the value of a run that was not solved: above the limit of the generations, or infinite. A run that
    /// ends when nothing gets better may have ended long before that limit.
    fn limit(&self, measure: RunMeasure, number: usize) -> String {
        let parameters = self.lab.parameters(number);
        let reaches_limit = parameters.stagnation == 0 && parameters.time().is_none();
        match measure {
            RunMeasure::Generations if reaches_limit => format!("> {}", parameters.generations),
            _ => "∞".into(),
        }
    }

    /// The table of the tests: a row for each pair and measure.
    fn tests(&self) -> Table {
        let keys = [
            "lab.pair",
            "lab.measure",
            "lab.medians",
            "lab.effect",
            "lab.p",
        ];
        let row = |one: &Comparison| {
            let letters = one.pair.map(|at| letter(at).to_string());
            let medians = [0, 1].map(|at| self.value(one.measure, one.medians[at], one.pair[at]));
            vec![
                letters.join(" – "),
                self.words.get(one.measure.key()),
                medians.join(" – "),
                format!("{:.0}%", 100.0 * one.test.lower),
                p_text(one.p),
            ]
        };
        Table {
            head: keys.map(|key| self.words.get(key)).to_vec(),
            rows: self.findings.comparisons.iter().map(row).collect(),
        }
    }

    fn plot(&self) -> Plot {
        let settings = &self.lab.experiment().settings;
        let legend = (0..settings.len()).map(|at| (at, self.name(at))).collect();
        let has_target = (0..settings.len()).any(|at| self.lab.has_target(at));
        let mut panels = vec![self.curves()];
        if has_target {
            panels.push(self.solved_by());
        }
        let title = match self.lab.experiment().name.as_str() {
            "" => "lab.title",
            name => name,
        };
        Plot {
            title: self.words.get(title),
            columns: panels.len(),
            panels,
            legend,
        }
    }

    /// The places of generations on a logarithmic axis, which has no 0.
    fn generations(&self) -> Axis {
        let curves = self.findings.settings.iter().map(|figures| &figures.curve);
        let last = curves
            .flatten()
            .map(|(generation, _)| *generation)
            .max()
            .unwrap_or(9);
        let ends = [1.0, f64::from(last.max(1) + 1)];
        Axis::logarithmic(self.words.get("lab.axis.generation"), ends)
    }

    /// Medians and quartiles of the best so far.
    fn curves(&self) -> Panel {
        let shows_distance = self.findings.shows_distance;
        let values = self.findings.settings.iter().flat_map(|one| &one.curve);
        let values: Vec<f64> = values
            .flat_map(|(_, quartiles)| *quartiles)
            .filter(|value| value.is_finite())
            .collect();
        // A logarithmic axis has no 0, so a distance of 0 is drawn at the lower end, below every distance above a
        // thousandth of the largest.
        let most = values.iter().copied().fold(0.0, f64::max);
        let told_apart = values
            .iter()
            .copied()
            .filter(|value| *value > most / 1_000.0);
        let floor = told_apart.fold(most.max(1.0), f64::min) / 2.0;
        let (title, y) = if shows_distance {
            let ends = [floor, most.max(1.0)];
            (
                "lab.panel.distance",
                Axis::logarithmic(self.words.get("lab.axis.distance"), ends),
            )
        } else {
            (
                "lab.panel.fitness",
                Axis::linear(self.words.get("lab.axis.fitness"), values),
            )
        };
        let low = if shows_distance { floor } else { f64::MIN };
        let series = |(ink, figures): (usize, &Figures)| {
            let known = figures.curve.iter().filter(|(_, all)| all[1].is_finite());
            let place = |(at, all): &(u32, Quartiles)| point(*at, all.map(|value| value.max(low)));
            Series {
                ink,
                style: Style::Band,
                points: known.map(place).collect(),
            }
        };
        self.panel(title, y, series)
    }

    /// The share of the runs that are solved, generation by generation.
    fn solved_by(&self) -> Panel {
        let series = |(ink, figures): (usize, &Figures)| {
            let point = |(at, part): &(u32, f64)| point(*at, [100.0 * part; 3]);
            Series {
                ink,
                style: Style::Line,
                points: figures.solved_by.iter().map(point).collect(),
            }
        };
        let y = Axis::linear(self.words.get("lab.axis.solved"), [0.0, 100.0]);
        self.panel("lab.panel.solved", y, series)
    }

    /// A panel over the generations, with a series for each setting.
    fn panel(&self, title: &str, y: Axis, series: impl Fn((usize, &Figures)) -> Series) -> Panel {
        let settings = self.findings.settings.iter();
        Panel {
            title: self.words.get(title),
            x: self.generations(),
            y,
            series: settings.enumerate().map(series).collect(),
        }
    }
}

/// A point of a curve with its band. The founders are at 1, because the axis has no 0.
fn point(generation: u32, [low, median, high]: Quartiles) -> Point {
    Point {
        span: [low, high],
        ..Point::new(f64::from(generation + 1), median)
    }
}
