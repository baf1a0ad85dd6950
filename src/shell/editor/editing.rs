//! The plan that is edited: gestures change it, and every change can be taken back.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::tasks::Task;

use super::study::StudyProgress;
use super::{Editor, Gesture, Line};
use crate::base::PlainError;
use crate::session::FileName;
use crate::shell::access::Speech;
use crate::shell::screen::{Menu, set_menu};
use crate::shell::words::Words;

/// Puts a plan back into the run that it was taken from, or returns the reason why that run cannot have it.
pub type PutBack<Plan> = Arc<dyn Fn(&mut World, &Plan) -> Result<(), PlainError> + Send + Sync>;

/// The number of changes that can be taken back.
const MOST_CHANGES: usize = 1_000;

/// The state of the question whether the player means a doubtful plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubts {
    /// The player was not asked about the plan that is edited now.
    Unasked,
    /// The player was asked to confirm the doubtful plan that is edited now.
    Asked,
    /// No plan is doubtful, because the player means whatever is edited.
    Accepted,
}

/// The state of an editor: the plan, its changes, and the pictures.
#[derive(Resource)]
pub struct Editing<E: Editor> {
    plan: E::Plan,
    /// The tool that the player uses on the canvas.
    tool: E::Tool,
    /// The plan on which the editor was opened.
    base: E::Plan,
    /// The plans before the changes, and those after the changes that were taken back.
    past: Vec<E::Plan>,
    future: Vec<E::Plan>,
    /// The gesture that goes on, with the plan and the tool before it.
    stroke: Option<(Gesture, E::Plan, E::Tool)>,
    pub(super) study: E::Study,
    pub(super) studied: StudyProgress<E>,
    /// Whether the other picture is the large one.
    pub(super) is_other_large: bool,
    /// Whether the page is still to be spawned. The draft that it replaces may be on the page until then.
    pub(super) is_opening: bool,
    /// Whether a plan was kept, so that the page behind the editor has to read the kept plans again.
    pub(super) has_kept: bool,
    pub(super) doubts: Doubts,
    /// The names of the kept plans, and the file that is being written.
    pub(super) kept: Vec<FileName>,
    pub(super) awaited: Option<PathBuf>,
    /// The spot under the pointer.
    pub(super) pointed: Option<u16>,
    /// The plans of the opened file, if it holds several, and the index of the one that is edited.
    in_file: Vec<E::Plan>,
    taken: usize,
    pub(super) put_back: Option<PutBack<E::Plan>>,
    /// Counts up with each change that the pictures show.
    pub(super) revision: u32,
    /// The pictures that are being painted.
    pub(super) painting: Option<Task<[Option<Image>; 2]>>,
    /// The revision that is painted.
    pub(super) painted: Option<u32>,
    /// The report on the plan, whether the plan can be played, and the revision for which both were found.
    pub(super) report: Vec<Line>,
    pub(super) can_play: bool,
    reported: Option<u32>,
}

/// Writes the report anew when the plan or its study has changed. That may take as long as a search.
pub(super) fn write_report<E: Editor>(mut editing: ResMut<Editing<E>>) {
    let editing = editing.bypass_change_detection();
    if editing.reported == Some(editing.revision) {
        return;
    }
    editing.reported = Some(editing.revision);
    editing.report = E::report(&editing.plan, &editing.study);
    editing.can_play = E::is_playable(&editing.plan);
}

impl<E: Editor> Editing<E> {
    fn of(plan: E::Plan) -> Self {
        Editing {
            base: plan.clone(),
            tool: E::first_tool(&plan),
            plan,
            past: Vec::new(),
            future: Vec::new(),
            stroke: None,
            study: E::Study::default(),
            studied: StudyProgress::default(),
            is_other_large: false,
            is_opening: false,
            has_kept: false,
            doubts: Doubts::Unasked,
            kept: Vec::new(),
            awaited: None,
            pointed: None,
            in_file: Vec::new(),
            taken: 0,
            put_back: None,
            revision: 0,
            painting: None,
            painted: None,
            report: Vec::new(),
            can_play: false,
            reported: None,
        }
    }

    /// The plan as it stands.
    pub fn plan(&self) -> &E::Plan {
        &self.plan
    }

    /// The findings about the plan so far.
    pub fn study(&self) -> &E::Study {
        &self.study
    }

    /// Whether the plan is an individual of a run, which can be put back.
    pub fn is_individual(&self) -> bool {
        self.put_back.is_some()
    }

    /// Whether there is a change to take back.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a change to make again.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// The name of a spot, and what is wrong there, for screen readers.
    pub(super) fn spoken_spot(&self, spot: u16, words: &Words) -> String {
        let name = E::spot_name(&self.plan, self.tool, spot, words);
        match E::spot_fault(&self.plan, spot, words) {
            fault if fault.is_empty() => name,
            fault => format!("{name}. {fault}"),
        }
    }

    /// The tool that the player uses on the canvas.
    pub fn tool(&self) -> E::Tool {
        self.tool
    }

    /// Takes another tool. A gesture that goes on ends with the tool before it, and its change stays.
    pub fn take_tool(&mut self, tool: E::Tool) {
        if self.tool != tool {
            self.release();
            self.tool = tool;
            self.touch();
        }
    }

    /// Changes the plan. The change can be taken back. A gesture that goes on ends before it, because the gesture would
    /// undo the change with its next movement.
    pub fn change(&mut self, change: impl FnOnce(&mut E::Plan)) {
        self.release();
        let before = self.plan.clone();
        change(&mut self.plan);
        self.commit(before);
    }

    /// Replaces the plan by another one. This change can be taken back too.
    pub fn replace(&mut self, plan: E::Plan) {
        self.change(|old| *old = plan);
    }

    /// Notes the plans of the file whose first plan is edited. The others can be taken in its place.
    pub(super) fn set_file(&mut self, plans: Vec<E::Plan>) {
        self.in_file = if plans.len() > 1 { plans } else { Vec::new() };
        self.taken = 0;
        self.follow_file();
    }

    /// Finds the plan in the opened file again after a change. Undoing leads back to a plan that was taken before; a
    /// plan that the player has changed keeps its place.
    fn follow_file(&mut self) {
        if self.in_file.get(self.taken) == Some(&self.plan) {
            return;
        }
        if let Some(at) = self.in_file.iter().position(|plan| *plan == self.plan) {
            self.taken = at;
        }
    }

    /// Returns the index of the plan in the opened file, and the number of plans there; `None` if there is no other one.
    /// A plan that was changed counts as the one that it was made from.
    pub fn place_in_file(&self) -> Option<(usize, usize)> {
        (!self.in_file.is_empty()).then_some((self.taken, self.in_file.len()))
    }

    /// Replaces the plan by the one at an index in the opened file. This change can be taken back too.
    pub fn take_from_file(&mut self, at: usize) {
        if let Some(plan) = self.in_file.get(at).cloned() {
            self.taken = at;
            self.replace(plan);
        }
    }

    /// Remembers the plan before a change, if there was one.
    fn commit(&mut self, before: E::Plan) {
        if before == self.plan {
            return;
        }
        self.past.push(before);
        let surplus = self.past.len().saturating_sub(MOST_CHANGES);
        self.past.drain(..surplus);
        self.future.clear();
        self.plan_has_changed();
    }

    fn plan_has_changed(&mut self) {
        if self.doubts == Doubts::Asked {
            self.doubts = Doubts::Unasked;
        }
        self.follow_file();
        self.restart_study();
        self.touch();
    }

    /// Begins the study of the plan anew.
    fn restart_study(&mut self) {
        let old = std::mem::take(&mut self.study);
        self.study = E::study_to_keep(old);
        self.studied = StudyProgress::default();
    }

    /// Lets the pictures be painted anew.
    pub(super) fn touch(&mut self) {
        self.revision = self.revision.wrapping_add(1);
    }

    fn undo(&mut self) {
        if let (None, Some(before)) = (&self.stroke, self.past.pop()) {
            let after = std::mem::replace(&mut self.plan, before);
            self.future.push(after);
            self.plan_has_changed();
        }
    }

    fn redo(&mut self) {
        if let (None, Some(after)) = (&self.stroke, self.future.pop()) {
            let before = std::mem::replace(&mut self.plan, after);
            self.past.push(before);
            self.plan_has_changed();
        }
    }

    /// Begins a gesture, and ends the one before it.
    pub(super) fn press(&mut self, spot: Option<u16>, point: Option<Vec2>) {
        self.release();
        let gesture = Gesture {
            spots: spot.into_iter().collect(),
            points: point.map(|point| (point, point)),
            began_on_spot: spot.is_some(),
        };
        self.stroke = Some((gesture, self.plan.clone(), self.tool));
        self.apply_stroke();
    }

    /// Goes on with a gesture.
    pub(super) fn drag(&mut self, spot: Option<u16>, point: Vec2) {
        let Some((gesture, ..)) = &mut self.stroke else {
            return;
        };
        let is_new = spot.is_some() && gesture.spots.last().copied() != spot;
        let from = gesture.points.map_or(point, |(from, _)| from);
        if !is_new && gesture.points == Some((from, point)) {
            return;
        }
        gesture.points = Some((from, point));
        if is_new {
            gesture.spots.extend(spot);
        }
        self.apply_stroke();
    }

    /// Ends a gesture.
    pub(super) fn release(&mut self) {
        if let Some((_, before, _)) = self.stroke.take() {
            self.commit(before);
        }
    }

    /// Whether a gesture goes on.
    pub(super) fn is_pressed(&self) -> bool {
        self.stroke.is_some()
    }

    fn apply_stroke(&mut self) {
        let Some((gesture, before, tool)) = &self.stroke else {
            return;
        };
        let (plan, tool) = E::edited(before, *tool, gesture);
        let changed = plan != self.plan;
        if changed || tool != self.tool {
            (self.plan, self.tool) = (plan, tool);
            self.touch();
        }
        if changed {
            self.restart_study();
        }
    }
}

/// The editors that the player has left, to go on with them later: one opened from the setup page, and one opened from
/// a run.
#[derive(Resource)]
pub(super) struct Drafts<E: Editor> {
    of_page: Option<Editing<E>>,
    of_run: Option<Editing<E>>,
}

impl<E: Editor> Default for Drafts<E> {
    fn default() -> Self {
        Drafts {
            of_page: None,
            of_run: None,
        }
    }
}

impl<E: Editor> Drafts<E> {
    fn place(&mut self, is_individual: bool) -> &mut Option<Editing<E>> {
        if is_individual {
            &mut self.of_run
        } else {
            &mut self.of_page
        }
    }
}

/// Opens the editor on a plan. If the player has left the editor on the same plan, the draft is opened again.
pub fn open<E: Editor>(world: &mut World, plan: E::Plan) {
    open_with::<E>(world, plan, None);
}

/// Opens the editor on an individual of a run, which can be put back.
pub fn open_individual<E: Editor>(world: &mut World, plan: E::Plan, put_back: PutBack<E::Plan>) {
    open_with::<E>(world, plan, Some(put_back));
}

fn open_with<E: Editor>(world: &mut World, plan: E::Plan, put_back: Option<PutBack<E::Plan>>) {
    keep_draft::<E>(world);
    let mut drafts = world.resource_mut::<Drafts<E>>();
    let draft = drafts.place(put_back.is_some()).take();
    let same = draft.filter(|draft| draft.base == plan || draft.plan == plan);
    let mut editing = same.unwrap_or_else(|| Editing::of(plan));
    editing.put_back = put_back;
    editing.set_file(Vec::new());
    editing.touch();
    editing.is_opening = true;
    world.insert_resource(editing);
    set_menu(world, Menu::Editor);
}

/// Keeps the draft when its page closes. A draft that has just been opened, in the place of that one, stays.
pub(super) fn leave_draft<E: Editor>(world: &mut World) {
    if world
        .get_resource_mut::<Editing<E>>()
        .is_some_and(|mut editing| std::mem::take(&mut editing.is_opening))
    {
        return;
    }
    keep_draft::<E>(world);
}

/// Keeps the draft for the next time.
fn keep_draft<E: Editor>(world: &mut World) {
    if let Some(mut editing) = world.remove_resource::<Editing<E>>() {
        editing.release();
        editing.painting = None;
        editing.studied = StudyProgress::default();
        let is_individual = editing.put_back.take().is_some();
        *world.resource_mut::<Drafts<E>>().place(is_individual) = Some(editing);
    }
}

/// Does something to the state of the editor, if an editor is open.
pub(super) fn with_editing<E: Editor>(world: &mut World, act: impl FnOnce(&mut Editing<E>)) {
    if let Some(mut editing) = world.get_resource_mut::<Editing<E>>() {
        act(&mut editing);
    }
}

/// Changes the plan that is edited.
pub fn change<E: Editor>(world: &mut World, change: impl FnOnce(&mut E::Plan)) {
    with_editing::<E>(world, |editing| editing.change(change));
}

/// Changes the tool.
pub fn change_tool<E: Editor>(world: &mut World, change: impl FnOnce(&mut E::Tool)) {
    with_editing::<E>(world, |editing| {
        let mut tool = editing.tool;
        change(&mut tool);
        editing.take_tool(tool);
    });
}

/// Takes the last change back.
pub fn undo<E: Editor>(world: &mut World) {
    with_editing::<E>(world, Editing::undo);
}

/// Makes a change again that was taken back.
pub fn redo<E: Editor>(world: &mut World) {
    with_editing::<E>(world, Editing::redo);
}

/// Uses the tool on a spot, as a key or a click does.
pub fn use_spot<E: Editor>(world: &mut World, spot: u16) {
    with_editing::<E>(world, |editing| {
        editing.press(Some(spot), None);
        editing.release();
    });
    let (editing, words) = (
        world.get_resource::<Editing<E>>(),
        world.resource::<Words>(),
    );
    let name = editing.map(|editing| editing.spoken_spot(spot, words));
    world.resource_mut::<Speech>().say(name.unwrap_or_default());
}
