//! An experiment that measures the effect of heredity. After some dungeons against one automatic player, the children
//! and their ancestors meet the same hero in the same dungeons: in the next one, and in all that are left.

use super::play_to;
use crate::base::{PairedDifference, Rate};
use crate::experiment::{Experiment, ExperimentError, Phrases, Report, Table};
use crate::games::dungeon::descent::Descent;
use crate::games::dungeon::heredity::Learning;
use crate::games::dungeon::names::name_of_player;
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::setup::Setup;
use crate::generation::{EvolutionParameters, Pick, Seed};
use crate::plot::{Axis, Panel, Plot, Point, Series, Style};

/// The experiment with the descents of some players.
pub struct HeredityExperiment {
    players: Vec<ReferencePlayer>,
    /// The setup, whose enemies learn.
    setup: Setup,
    parameters: EvolutionParameters,
    depths: u8,
    descents: u32,
    seed: Seed,
}

/// A descent of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedDescent {
    player: ReferencePlayer,
    /// The results of the hero; `None` if it did not live to the comparison.
    reached: Option<Comparison>,
}

/// The span of dungeons over which the children and the ancestors are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span {
    /// The next dungeon.
    Next,
    /// All dungeons that are left. The children have children too; the ancestors stay unchanged.
    Rest,
}

impl Span {
    /// All spans.
    pub const ALL: [Span; 2] = [Span::Next, Span::Rest];

    /// The key of the name.
    fn key(self) -> &'static str {
        match self {
            Span::Next => "dungeon.experiment.heredity.next",
            Span::Rest => "dungeon.experiment.heredity.rest",
        }
    }
}

/// The results of a hero that reached the dungeon of the comparison: whether it got past the enemies of each [`Span`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The results against the ancestors, in the order of [`Span::ALL`].
    pub past_ancestors: [bool; 2],
    /// The results against the children, in the order of [`Span::ALL`].
    pub past_children: [bool; 2],
}

impl HeredityExperiment {
    /// The experiment with a number of descents of each player, which compares after a number of dungeons.
    pub fn new(
        players: Vec<ReferencePlayer>,
        setup: Setup,
        depths: u8,
        descents: u32,
        seed: Seed,
    ) -> Result<Self, ExperimentError> {
        let setup = Setup {
            depths: setup.depths.max(depths + 2),
            learning: match setup.learning {
                Learning::Off => Learning::AllKinds,
                learning => learning,
            },
            ..setup
        };
        setup.check().map_err(ExperimentError::refused)?;
        Ok(HeredityExperiment {
            players,
            parameters: setup.spec.method.usual_parameters(),
            setup,
            depths,
            descents,
            seed,
        })
    }

    /// Plays the descent of a seed. `None` if the hero dies before the comparison.
    fn play(
        &self,
        reference: ReferencePlayer,
        seed: Seed,
    ) -> Result<Option<Comparison>, ExperimentError> {
        let descent = Descent::new(&self.setup, &self.parameters, seed, Pick::Best);
        let mut descent = descent.map_err(ExperimentError::failed)?;
        if !play_to(
            &mut reference.player(),
            &mut descent,
            self.depths + 1,
            |_| (),
        )? {
            return Ok(None);
        }
        let with_ancestors = descent.with_ancestors();
        Ok(Some(Comparison {
            past_ancestors: self.play_on(reference, with_ancestors)?,
            past_children: self.play_on(reference, descent)?,
        }))
    }

    /// Plays to the end. Returns whether the hero got past the enemies of each span.
    fn play_on(
        &self,
        reference: ReferencePlayer,
        mut descent: Descent,
    ) -> Result<[bool; 2], ExperimentError> {
        let mut gets_to = |depth| play_to(&mut reference.player(), &mut descent, depth, |_| ());
        let next = gets_to(self.depths + 2)?;
        Ok([next, next && gets_to(u8::MAX)?])
    }
}

impl Experiment for HeredityExperiment {
    type Sample = PlayedDescent;

    fn samples(&self) -> usize {
        self.players.len() * self.descents as usize
    }

    /// The players take turns, so that an experiment that was stopped says something of each of them. All of them play
    /// the same descents.
    fn sample(&self, number: usize) -> Result<PlayedDescent, ExperimentError> {
        let player = self.players[number % self.players.len()];
        let descent = (number / self.players.len()) as u64;
        Ok(PlayedDescent {
            player,
            reached: self.play(player, self.seed.child(descent + 1))?,
        })
    }

    fn report(
        &self,
        samples: &[&PlayedDescent],
        phrase: Phrases,
    ) -> Result<Report, ExperimentError> {
        let of_player =
            |player: &ReferencePlayer| Span::ALL.map(|span| Figures::of(*player, span, samples));
        let figures: Vec<Figures> = self.players.iter().flat_map(of_player).collect();
        if figures.iter().all(|one| one.ancestors.of == 0) {
            return Err(ExperimentError::TooFew(samples.len(), self.samples()));
        }
        let mut report = Report {
            plot: plot(&figures, phrase),
            ..Report::default()
        };
        let values = [
            ("setup", self.setup.to_string()),
            ("depth", (self.depths + 1).to_string()),
        ];
        report.say(phrase("dungeon.experiment.heredity.about", &values));
        let keys = [
            "dungeon.experiment.player",
            "dungeon.experiment.heredity.reached",
            "dungeon.experiment.heredity.span",
            "dungeon.experiment.heredity.ancestors",
            "dungeon.experiment.heredity.children",
            "dungeon.experiment.heredity.difference",
        ];
        report.table(Table {
            head: keys.map(|key| phrase(key, &[])).to_vec(),
            rows: figures.iter().map(|one| one.row(phrase)).collect(),
        });
        for one in figures.iter().filter(|one| one.span == Span::Rest) {
            let key = match one.fewer {
                fewer if fewer.is_surely_more() => "dungeon.experiment.heredity.harder",
                fewer if fewer.is_surely_less() => "dungeon.experiment.heredity.easier",
                _ => "dungeon.experiment.heredity.unsure",
            };
            let values = [("player", phrase(name_of_player(one.player), &[]))];
            report.say(phrase(key, &values));
        }
        Ok(report)
    }
}

/// The figures of a player over a span.
struct Figures {
    player: ReferencePlayer,
    span: Span,
    /// The rate of heroes that lived to the comparison.
    reached: Rate,
    /// The rate of these heroes that got past the ancestors.
    ancestors: Rate,
    /// The rate of these heroes that got past the children.
    children: Rate,
    /// The rate of heroes that get past the ancestors minus that of heroes that get past the children.
    fewer: PairedDifference,
}

impl Figures {
    fn of(player: ReferencePlayer, span: Span, samples: &[&PlayedDescent]) -> Self {
        let own = samples.iter().filter(|trial| trial.player == player);
        let own: Vec<Option<Comparison>> = own.map(|trial| trial.reached).collect();
        let at = span as usize;
        let pairs = own.iter().flatten();
        let pairs: Vec<[bool; 2]> = pairs
            .map(|one| [one.past_ancestors[at], one.past_children[at]])
            .collect();
        Figures {
            player,
            span,
            reached: Rate::of(&own, Option::is_some),
            ancestors: Rate::of(&pairs, |pair| pair[0]),
            children: Rate::of(&pairs, |pair| pair[1]),
            fewer: PairedDifference::of(&pairs),
        }
    }

    fn row(&self, phrase: Phrases) -> Vec<String> {
        vec![
            phrase(name_of_player(self.player), &[]),
            format!("{} / {}", self.reached.hits, self.reached.of),
            phrase(self.span.key(), &[]),
            self.ancestors.to_string().trim_start().to_owned(),
            self.children.to_string().trim_start().to_owned(),
            self.fewer.to_string(),
        ]
    }
}

/// The plot of the rates at which each player's heroes get past ancestors and children, side by side.
fn plot(figures: &[Figures], phrase: Phrases) -> Plot {
    let of_span = |span| figures.iter().filter(move |one| one.span == span);
    let series = |span: Span, ink: usize, aside: f64, of: fn(&Figures) -> Rate| Series {
        ink,
        style: Style::Dots,
        points: (0u32..)
            .zip(of_span(span))
            .filter(|(_, one)| of(one).of > 0)
            .map(|(at, one)| {
                let (least, most) = of(one).interval();
                Point {
                    span: [least, most],
                    ..Point::new(f64::from(at) + aside, of(one).percent())
                }
            })
            .collect(),
    };
    Plot {
        title: phrase("dungeon.experiment.heredity.title", &[]),
        columns: 2,
        legend: vec![
            (0, phrase("dungeon.experiment.heredity.ancestors", &[])),
            (1, phrase("dungeon.experiment.heredity.children", &[])),
        ],
        panels: Span::ALL
            .map(|span| Panel {
                title: phrase(span.key(), &[]),
                x: Axis::named(
                    "",
                    of_span(span).map(|one| phrase(name_of_player(one.player), &[])),
                ),
                y: Axis::linear(phrase("dungeon.experiment.heredity.y", &[]), [0.0, 100.0]),
                series: vec![
                    series(span, 0, -0.08, |one| one.ancestors),
                    series(span, 1, 0.08, |one| one.children),
                ],
            })
            .into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two of ten heroes come past the ancestors alone and one past the children alone: 10 points fewer.
    #[test]
    fn the_difference_counts_the_heroes_that_come_past_one_alone() {
        let trial = |past_ancestors, past_children| PlayedDescent {
            player: ReferencePlayer::Careful,
            reached: Some(Comparison {
                past_ancestors: [true, past_ancestors],
                past_children: [false, past_children],
            }),
        };
        let mut all = vec![trial(true, true); 7];
        all.extend([trial(true, false), trial(true, false), trial(false, true)]);
        all.push(PlayedDescent {
            player: ReferencePlayer::Careful,
            reached: None,
        });
        let samples: Vec<&PlayedDescent> = all.iter().collect();
        let figures = Figures::of(ReferencePlayer::Careful, Span::Rest, &samples);
        assert_eq!(figures.fewer.only, [2, 1]);
        assert!((figures.fewer.points() - 10.0).abs() < 1e-9);
        assert_eq!((figures.reached.hits, figures.reached.of), (10, 11));
        assert_eq!((figures.ancestors.hits, figures.children.hits), (9, 8));
        let next = Figures::of(ReferencePlayer::Careful, Span::Next, &samples);
        assert_eq!((next.ancestors.hits, next.children.hits), (10, 0));
    }
}
