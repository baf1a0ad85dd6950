//! The numbers of a sign of the legend in the pictures that are shown.

use super::Show;
use super::explain::Topic;
use crate::generation::{Form, LabelPlace, Picture, Tint};

/// The numbers of a sign in the pictures of a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SignCounts {
    /// The number in the picture of the selected individual.
    pub(super) own: usize,
    /// The mean number in the pictures of the members.
    pub(super) mean: f64,
}

impl Show {
    /// Counts the sign that is explained. The explanation is written anew in every frame and there may be ten thousand
    /// pictures, so that this is only done when another sign or another view is shown.
    pub(super) fn count_explained_sign(&mut self) {
        self.reading.sign = match self.reading.explained {
            Some(Topic::Sign(form, tint, _)) => self.count_sign(form, tint),
            _ => None,
        };
    }

    fn count_sign(&self, form: Form, tint: Tint) -> Option<SignCounts> {
        let frame = self.frame.as_ref()?;
        let original = self.about.legend.and_then(|legend| legend.original);
        let original = original.map_or(tint, |original| (original.tint)(tint));
        let signs = [(form, tint), (form, original)];
        // When the run has ended, the large picture may show the outcome instead of the individual.
        let selected = &frame.selected;
        let mut own = frame.members.iter().map(|(_, member)| member);
        let own =
            own.find(|one| (one.fitness, one.violation) == (selected.fitness, selected.violation));
        let members = frame.members.iter().map(|(_, member)| &member.picture);
        let all: usize = members.map(|picture| count(picture, signs)).sum();
        Some(SignCounts {
            own: count(&own.unwrap_or(selected).picture, signs),
            mean: all as f64 / frame.members.len().max(1) as f64,
        })
    }
}

/// The number of times that a sign is in a picture in either of its colours, as a shape or under a mark.
fn count(picture: &Picture, signs: [(Form, Tint); 2]) -> usize {
    let shapes = picture.shapes.iter().map(|one| (one.form, one.tint));
    let grounds = picture.labels.iter().filter_map(|one| match one.place {
        LabelPlace::Mark { ground, .. } => ground,
        LabelPlace::Line { .. } => None,
    });
    let all = shapes.chain(grounds);
    let is_sign = |one: &(Form, Tint)| match signs[0].0 {
        // Such a sign stands for holes in all places, whose squares have other colours.
        Form::Holed(_) => matches!(one.0, Form::Holed(_)),
        _ => signs.contains(one),
    };
    all.filter(is_sign).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Shape;
    use crate::generation::watch::{Frame, Thumbnail};

    /// An individual with a number of discs, and as many tiles more.
    fn with_discs(discs: u16) -> Thumbnail {
        let shape = |key: u16| Shape {
            key,
            form: if key < discs { Form::Disc } else { Form::Tile },
            tint: Tint::Calm,
            x: 0.5,
            y: 0.5,
            size: 0.1,
        };
        Thumbnail {
            picture: Picture::of((0..2 * discs).map(shape).collect()),
            fitness: f64::from(discs),
            violation: 0,
            elite: false,
        }
    }

    #[test]
    fn a_sign_is_counted_in_the_individual_and_in_its_generation() {
        let mut show = Show::default();
        show.reading.explained = Some(Topic::Sign(Form::Disc, Tint::Calm, "disc"));
        let mut counts = |selected: u16, members: &[u16]| {
            let members = members.iter().map(|discs| with_discs(*discs));
            let members = (0..).zip(members).collect();
            show.frame = Some(Frame::of(3, with_discs(selected), members));
            show.count_explained_sign();
            show.reading.sign.map(|sign| (sign.own, sign.mean))
        };
        assert_eq!(counts(4, &[4, 1, 1]), Some((4, 2.0)));
        assert_eq!(counts(2, &[1, 2]), Some((2, 1.5)));
        show.reading.explained = Some(Topic::Individual);
        show.count_explained_sign();
        assert_eq!(show.reading.sign, None);
    }
}
