//! The growth of a measured amount with a size: a picture with its data in docs/scaling, and the exponent of the
//! growth.

use std::path::Path;

use evolvarium::plot::{Axis, Panel, Plot, Point, Series, Style};
use evolvarium::shell::theme::plot::plot_colours;
use serde::{Deserialize, Serialize};

use super::row::{Amount, Unit};
use super::{growth, machine};

/// The most by which a measured exponent may exceed the one that the reason gives.
const ERROR: f64 = 0.2;

/// A picture of a growth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Curve {
    /// The name of its files.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The size along the horizontal axis.
    pub x: String,
    /// The amount that is measured.
    pub y: String,
    /// The time and the machine of the measurement.
    pub when: String,
    /// Its lines.
    pub lines: Vec<Line>,
}

/// One line of a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The name of the work.
    pub name: String,
    /// The reason of its growth.
    pub why: String,
    /// The exponent that this reason allows: 1 if twice as much is to take twice as long.
    pub allowed: f64,
    /// The measured amount for each size.
    pub points: Vec<(f64, Amount)>,
}

impl Line {
    /// The exponent of its growth. It is that of the first quartiles, which other work on the machine disturbs least.
    fn exponent(&self) -> f64 {
        let points = self.points.iter();
        let points: Vec<_> = points
            .map(|(x, amount)| (*x, amount.quartiles[0]))
            .collect();
        growth::exponent(&points)
    }

    /// The growth in words, with its reason.
    fn words(&self, x: &str) -> String {
        let (exponent, allowed) = (self.exponent(), self.allowed);
        let verdict = if exponent > allowed + ERROR {
            format!(", which is **more than the {allowed} that the reason allows**")
        } else {
            String::new()
        };
        let Line { name, why, .. } = self;
        format!("- {name}: grows with the power {exponent:.2} of the {x}{verdict}. {why}\n")
    }
}

impl Curve {
    /// A picture that was measured now.
    pub fn new(name: &str, title: &str, x: &str, y: &str, lines: Vec<Line>) -> Self {
        Curve {
            name: name.into(),
            title: title.into(),
            x: x.into(),
            y: y.into(),
            when: machine::now(),
            lines,
        }
    }

    /// Writes the picture and its data, and the page on all pictures anew. Prints the exponents.
    pub fn write(&self) -> Result<(), String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/scaling");
        std::fs::create_dir_all(&folder).map_err(|why| why.to_string())?;
        println!("{}", self.title);
        for line in &self.lines {
            print!("{}", line.words(&self.x));
        }
        let svg = self.plot().svg(&plot_colours());
        let svg = svg.map_err(|why| why.to_string())?;
        let data = ron::ser::to_string_pretty(self, ron::ser::PrettyConfig::default());
        let data = data.map_err(|why| why.to_string())? + "\n";
        write(&folder.join(format!("{}.svg", self.name)), &svg)?;
        write(&folder.join(format!("{}.ron", self.name)), &data)?;
        write(&folder.join("README.md"), &page(&curves(&folder)?))
    }

    fn plot(&self) -> Plot {
        let all = || self.lines.iter().flat_map(|line| &line.points);
        let (factor, unit) = all()
            .next()
            .map_or((1.0, ""), |(_, amount)| scale(amount.unit));
        let point = |(x, amount): &(f64, Amount)| Point {
            span: amount.quartiles.map(|end| end * factor),
            ..Point::new(*x, amount.median * factor)
        };
        let series = |(ink, line): (usize, &Line)| Series {
            ink,
            style: Style::Both,
            points: line.points.iter().map(point).collect(),
        };
        let legend = self.lines.iter().map(|line| line.name.clone()).enumerate();
        let ends = all().flat_map(|(_, amount)| amount.quartiles.map(|end| end * factor));
        Plot {
            title: self.title.clone(),
            columns: 1,
            legend: legend.collect(),
            panels: vec![Panel {
                title: String::new(),
                x: Axis::logarithmic(self.x.as_str(), all().map(|(x, _)| *x)),
                y: Axis::logarithmic(format!("{}, {unit}", self.y), ends),
                series: self.lines.iter().enumerate().map(series).collect(),
            }],
        }
    }
}

/// The factor and the name of the unit along the vertical axis.
fn scale(unit: Unit) -> (f64, &'static str) {
    match unit {
        Unit::Seconds => (1e3, "ms"),
        Unit::PerSecond => (1.0, "a second"),
        Unit::Bytes => (1e-6, "MB"),
        Unit::Instructions => (1e-6, "million instructions"),
    }
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let written = std::fs::write(path, text);
    written.map_err(|why| format!("{} cannot be written: {why}", path.display()))
}

/// All pictures that have data, by name.
fn curves(folder: &Path) -> Result<Vec<Curve>, String> {
    let files = std::fs::read_dir(folder).map_err(|why| why.to_string())?;
    let paths = files.flatten().map(|file| file.path());
    let mut paths: Vec<_> = paths
        .filter(|p| p.extension().is_some_and(|e| e == "ron"))
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).map_err(|why| why.to_string())?;
        ron::from_str(&text).map_err(|why| format!("{}: {why}", path.display()))
    };
    paths.iter().map(read).collect()
}

/// The page on all pictures.
fn page(curves: &[Curve]) -> String {
    let mut text = String::from(
        "# How times grow\n\n\
         Written by `scripts/bench scaling` and `scripts/bench frame`, with the data beside each picture. Dots are medians, bars \
         go from quartile to quartile, and both axes are logarithmic, so that a power is a straight line. The exponent is the slope of the lower quartiles, by least squares.\n",
    );
    for curve in curves {
        let Curve {
            name,
            title,
            x,
            when,
            lines,
            ..
        } = curve;
        text += &format!("\n## {title}\n\n![{title}]({name}.svg)\n\n");
        for line in lines {
            text += &line.words(x);
        }
        text += &format!("\nMeasured: {when}\n");
    }
    text
}
