//! The state of the theatre.

use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::about::About;
use super::archive_grid::ShownArchive;
use super::axis::ChartAxes;
use super::elite_mark::{MarkMember, Marks};
use super::members::GridView;
use super::playback::Playback;
use super::reading::ReadingAids;
use super::repetition::Repetition;
use super::{OnPick, births, edit, flags, kept_picture, run_file, steering, view};
use crate::generation::PopulationKind;
use crate::generation::dots::Dot;
use crate::generation::picture::Picture;
use crate::generation::run::{Pick, StopReason};
use crate::generation::story::Milestone;
use crate::generation::watch::{
    CurvePoint, DisplaySelection, Frame, PictureKind, Progress, Thumbnail,
};
use crate::shell::theme::paint::Painted;

/// The state of the theatre.
#[derive(Resource, Default)]
pub struct Show {
    pub(super) run: Option<Entity>,
    pub(super) on_pick: Option<OnPick>,
    /// Makes the file of the run; `None` if it cannot be a file.
    pub(super) save: Option<run_file::SaveRun>,
    /// The picture that the file of the run lacks; `None` if it has one, the run comes from no saved file, or the
    /// player has changed the run.
    pub(super) missing_picture: Option<kept_picture::MissingPicture>,
    /// The task that paints the missing picture as the bytes of a PNG file.
    pub(super) painting_missing: Option<Task<Option<Vec<u8>>>>,
    /// Opens the editor on an individual; `None` if the game has none for it.
    pub(super) edit: Option<edit::Edit>,
    /// The frames after which a generation with an edited individual is made; 0 if none is due.
    pub(super) due_step: u8,
    /// The texts about the run.
    pub(super) about: About,
    /// The index in the history to which the player went back; `None` for the newest generation.
    pub(super) record: Option<usize>,
    /// The member that the player selected; `None` for the best so far.
    pub(super) member: Option<u32>,
    /// The generation in which the player selected a member; `None` in an archive, whose members are cells.
    pub(super) member_generation: Option<u32>,
    pub(super) progress: Progress,
    /// The progress that the figures show. It changes only with the view, because laying out text is expensive.
    pub(super) displayed_progress: Progress,
    pub(super) frame: Option<Frame>,
    /// The aids with which the player reads the run.
    pub(super) reading: ReadingAids,
    pub(super) chart: ShownChart,
    pub(super) large: LargePicture,
    pub(super) views: ViewPainting,
    /// The player's interventions in the run.
    pub(super) steering: steering::SteeringView,
    /// The archive that the run fills; `None` if it has a population instead.
    pub(super) archive: Option<ShownArchive>,
    /// Gives the marks of an archive's members; `None` if they have none.
    pub(super) mark: Option<MarkMember>,
    /// The marks of the members that are shown.
    pub(super) marks: Marks,
    /// The parts of the grids that are seen: of the infeasible and of the feasible members.
    pub(super) grids: [GridView; 2],
    /// The repetition of a run that has ended, while it goes on.
    pub(super) repetition: Option<Repetition>,
    /// Whether the pictures of the run before are off the screen.
    pub(super) is_cleared: bool,
    /// The playback of the selected individual, while it is switched on.
    pub(super) playback: Option<Playback>,
    /// The child whose birth is shown large, with its parents.
    pub(super) followed: Option<u32>,
    /// The births that are shown over the populations.
    pub(super) births: births::BirthShow,
}

/// The chart as it is shown.
#[derive(Default)]
pub(super) struct ShownChart {
    /// Its curves: a point for each generation that the history holds.
    pub(super) curve: Vec<CurvePoint>,
    /// The moments that matter.
    pub(super) milestones: Vec<Milestone>,
    /// Its flags, at some of these moments.
    pub(super) flags: Vec<flags::Flag>,
    pub(super) dots: Vec<Dot>,
    /// Its axes; `None` before the first view.
    pub(super) axes: Option<ChartAxes>,
    /// Whether the run has a target.
    pub(super) has_target: bool,
    /// The index of the point that is under the pointer.
    pub(super) hovered: Option<usize>,
    /// The size of its texture, in pixels.
    pub(super) size: Vec2,
}

/// The large picture, which changes from one individual to the next.
#[derive(Default)]
pub(super) struct LargePicture {
    /// The kind of the picture.
    pub(super) kind: PictureKind,
    /// Its side, in interface pixels.
    pub(super) side: f32,
    /// The picture before it.
    pub(super) previous: Option<Picture>,
    /// The progress of the change from the previous picture to this one, 0 to 1.
    pub(super) progress: f32,
    /// The progress of that change that is on the screen. It is behind while the next state is being painted.
    pub(super) painted_progress: f32,
    /// The task that paints the next state.
    pub(super) morphing: Option<Task<Option<Image>>>,
    /// Whether this picture is the outcome of the run, and the one before was not.
    pub(super) turns_into_outcome: bool,
    /// The number of large pictures that were shown.
    pub(super) count: u32,
}

/// The painting of views: the populations, the chart and the figures of one generation.
#[derive(Default)]
pub(super) struct ViewPainting {
    /// Whether a new view is needed.
    pub(super) stale: bool,
    /// Whether the player waits for the new view.
    pub(super) urgent: bool,
    /// The task that paints the next view.
    pub(super) painting: Option<Task<Option<view::View>>>,
    /// The pictures of the infeasible and of the feasible population.
    pub(super) painted: [Option<Arc<Painted>>; 2],
    /// The seconds since the last view was started.
    pub(super) seconds_since: f32,
    /// The seconds that the last view took.
    pub(super) took: f32,
}

impl Show {
    /// Whether something moves or is awaited on the screen, also after the run has ended. While the run is paused, its
    /// repetition stands still.
    pub fn is_moving(&self, is_paused: bool) -> bool {
        // A view that is needed may have to wait for its turn. There is none before the first generation.
        let is_due = self.views.stale && self.progress.records > 0;
        let is_awaited = is_due || self.views.painting.is_some() || self.large.morphing.is_some();
        let is_repeating = self.repetition.is_some() && !is_paused;
        let is_shown = is_repeating || self.playback.is_some() || self.births.is_moving();
        // The story waits while the player looks at something else.
        let is_looking =
            self.repetition.is_some() || self.chart.hovered.is_some() || self.record.is_some();
        let is_told = self.reading.telling.is_some() || self.reading.wait.is_some() && !is_looking;
        self.large.progress < 1.0 || is_awaited || is_shown || is_told
    }

    /// The thumbnail of a member, by its index in the record; `None` if it is not shown.
    pub(super) fn member_at(&self, index: u32) -> Option<&Thumbnail> {
        let mut members = self.frame.as_ref()?.members.iter();
        Some(&members.find(|(member, _)| *member == index)?.1)
    }

    /// The individual that the play button picks.
    pub(super) fn pick(&self) -> Option<Pick> {
        let generation = self.frame.as_ref()?.generation;
        match (self.member, self.record) {
            (Some(member), _) => Some(Pick::Member(generation, member)),
            (None, Some(_)) => Some(Pick::BestAt(generation)),
            (None, None) if self.is_outcome_of_run(generation) => Some(Pick::Best),
            (None, None) => Some(Pick::BestAt(generation)),
        }
    }

    /// Whether the best of a generation is the outcome of the run, so that everybody gets it from the seed. The outcome
    /// of a run that ends after some time depends on the computer.
    fn is_outcome_of_run(&self, generation: u32) -> bool {
        match self.progress.stop {
            Some(StopReason::TargetMet) => true,
            Some(StopReason::GenerationLimit | StopReason::Stagnation) => {
                self.progress.generation == Some(generation)
            }
            _ => false,
        }
    }

    /// The members of a population that are shown, with their indexes in the record.
    pub(super) fn members(&self, kind: PopulationKind) -> std::slice::Iter<'_, (u32, Thumbnail)> {
        let frame = self.frame.as_ref();
        let members = frame.map_or(&[][..], |frame| frame.members_of(kind));
        members.iter()
    }

    /// The large picture that is shown now.
    pub(super) fn picture(&self) -> Option<&Picture> {
        Some(self.frame.as_ref()?.picture(self.large.kind))
    }

    /// Changes the large picture from an old one to the one that is to be shown now.
    pub(super) fn morph_from(&mut self, old: Option<Picture>) {
        self.large.previous = old;
        self.large.turns_into_outcome = false;
        (self.large.progress, self.large.painted_progress) = (0.0, 0.0);
        self.large.count = self.large.count.wrapping_add(1);
    }

    /// Whether the large picture is the outcome of the run.
    pub(super) fn shows_outcome(&self) -> bool {
        let is_outcome = self.frame.as_ref().is_some_and(|frame| frame.is_outcome);
        is_outcome && self.large.kind == PictureKind::Usual
    }

    /// Asks for a new view as soon as possible.
    pub(super) fn repaint_now(&mut self) {
        (self.views.stale, self.views.urgent) = (true, true);
    }

    /// The individual of the large picture.
    pub(super) fn selection(&self) -> DisplaySelection {
        DisplaySelection {
            record: self.record.unwrap_or(usize::MAX),
            member: self.member,
        }
    }

    /// Selects a member of the generation that is shown, or the best of it with `None`. If a run goes on or has made
    /// other generations since, the theatre stays at this one, because the member would be another individual in them.
    /// An archive has no such generations.
    pub(super) fn select_shown_member(&mut self, member: Option<u32>, goes_on: bool) {
        let shown = self.frame.as_ref().map(|frame| frame.generation);
        let is_newest = shown == self.progress.generation && !goes_on;
        let mut curve = self.chart.curve.iter();
        let record = curve.position(|point| Some(point.generation) == shown);
        if self.archive.is_none() {
            self.record = match is_newest {
                true => None,
                false => record.or(self.record),
            };
        }
        self.member = member;
        self.member_generation = shown.filter(|_| self.archive.is_none());
    }

    /// Selects no member any more if the view that was asked for shows another generation. The history forgets
    /// generations of a long run, so that the one of the member may be gone.
    pub(super) fn drop_member_of_other_generation(
        &mut self,
        asked: DisplaySelection,
        generation: u32,
    ) {
        let of = self.member_generation;
        let is_other = of.is_some_and(|of| of != generation);
        if is_other && self.member.is_some() && asked.member == self.member {
            self.member = None;
            self.restart_playback();
            self.repaint_now();
        }
    }

    /// Whether the page of a family is on an individual that cannot be selected, because its generation is forgotten.
    /// Another one is still selected then.
    pub(super) fn is_family_of_forgotten(&self) -> bool {
        let Some(page) = &self.reading.family else {
            return false;
        };
        let focus = page.focus();
        let life = self.frame.as_ref().and_then(|frame| frame.life.as_ref());
        let is_selected = life.is_some_and(|life| life.born == focus);
        let mut curve = self.chart.curve.iter();
        !is_selected && !curve.any(|point| point.generation == focus.generation)
    }

    /// Whether the individual that the play button picks can be played.
    pub(super) fn is_playable(&self) -> bool {
        if self.is_family_of_forgotten() {
            return false;
        }
        if self.followed.is_some() {
            // The large picture shows a child that is not picked.
            return self.members(PopulationKind::Feasible).next().is_some();
        }
        let selected = self.frame.as_ref().map(|frame| &frame.selected);
        selected.is_some_and(|selected| selected.violation == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Summary;

    #[test]
    fn a_member_is_selected_in_the_generation_that_is_shown() {
        let thumbnail = Thumbnail {
            picture: Picture::default(),
            fitness: 0.5,
            violation: 0,
            elite: false,
        };
        let shown_from = |before: Option<usize>, generation: u32, newest: u32, goes_on: bool| {
            let mut show = Show {
                record: before,
                ..default()
            };
            let point = |generation| CurvePoint {
                generation,
                feasible: Summary::default(),
                infeasible: Summary::default(),
            };
            show.chart.curve = [0, 3, 6, 9].map(point).into();
            show.progress.generation = Some(newest);
            show.frame = Some(Frame::of(generation, thumbnail.clone(), Vec::new()));
            show.select_shown_member(Some(1), goes_on);
            assert_eq!(
                (show.member, show.member_generation),
                (Some(1), Some(generation))
            );
            show.record
        };
        let shown_at = |generation, newest, goes_on| shown_from(None, generation, newest, goes_on);
        // The newest generation has no number, because a run that stands still may go on later.
        assert_eq!(shown_at(9, 9, false), None);
        assert_eq!(
            shown_at(9, 9, true),
            Some(3),
            "the next one may be under way"
        );
        assert_eq!(shown_at(9, 12, false), Some(3), "the run has gone on");
        assert_eq!(shown_at(6, 9, false), Some(2));
        assert_eq!(shown_at(5, 9, false), None, "the history has forgotten it");
        // A repetition has gone on to another record, whose view is not painted yet.
        assert_eq!(shown_from(Some(3), 3, 9, false), Some(1));
        assert_eq!(shown_from(Some(1), 9, 9, false), None);
    }

    #[test]
    fn a_view_that_waits_for_its_turn_is_awaited() {
        let mut show = Show::default();
        show.large.progress = 1.0;
        show.views.stale = true;
        assert!(!show.is_moving(false), "there is no generation yet");
        show.progress.records = 1;
        assert!(show.is_moving(false));
        show.views.stale = false;
        assert!(!show.is_moving(false));
    }

    #[test]
    fn a_member_whose_generation_is_forgotten_is_selected_no_more() {
        let selected = |asked: Option<u32>, generation: u32| {
            let mut show = Show {
                member: Some(3),
                member_generation: Some(7),
                ..default()
            };
            let asked = DisplaySelection {
                record: 2,
                member: asked,
            };
            show.drop_member_of_other_generation(asked, generation);
            show.member
        };
        assert_eq!(selected(Some(3), 7), Some(3));
        assert_eq!(selected(Some(3), 8), None, "another individual");
        assert_eq!(selected(None, 8), Some(3), "the view was asked for before");
    }
}
