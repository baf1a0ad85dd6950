//! The report of the editor on a dungeon.

use super::DungeonStudy;
use crate::games::dungeon::graph::plan::{DungeonFault, DungeonPlan};
use crate::games::dungeon::graph::problem::MIN_ROOMS;
use crate::games::dungeon::map::{Distances, RoomSet};
use crate::shell::editor::{Line, Verdict};

/// The numbers of rooms, as text.
fn numbers(rooms: RoomSet) -> String {
    let rooms: Vec<String> = rooms.map(|room| room.to_string()).collect();
    rooms.join(", ")
}

/// All lines: the faults, the fulfilled conditions, and the notes.
pub(super) fn lines(plan: &DungeonPlan, study: &DungeonStudy) -> Vec<Line> {
    let faults = plan.faults();
    let mut lines: Vec<Line> = faults.iter().map(|fault| fault_line(*fault)).collect();
    let played = plan.played();
    if faults.is_empty() {
        let never = plan.never_reached();
        lines.push(match never.is_empty() {
            true => Line::new(Verdict::Holds, "dungeon.editor.solvable"),
            false => {
                let line = Line::new(Verdict::Note, "dungeon.editor.never_reached");
                line.with("rooms", numbers(never))
            }
        });
        let distances = Distances::of(&plan.graph, played);
        let roles = plan.graph.roles;
        let ways =
            distances.between(roles.start, roles.key) + distances.between(roles.key, roles.exit);
        lines.push(Line::new(Verdict::Note, "dungeon.editor.length").with("ways", ways));
    }
    lines.push(
        Line::new(Verdict::Note, "dungeon.editor.count")
            .with("rooms", plan.graph.len())
            .with("ways", plan.graph.edges().count()),
    );
    let left_out = plan.graph.all().without(played);
    if !left_out.is_empty() {
        let line = Line::new(Verdict::Note, "dungeon.editor.left_out");
        lines.push(line.with("rooms", numbers(left_out)));
    }
    if faults.is_empty() {
        let unneeded = plan.unneeded_locks().into_iter();
        lines.extend(unneeded.map(|lock| {
            let line = Line::new(Verdict::Note, "dungeon.editor.unneeded");
            line.with("lock", lock.0 + 1)
        }));
    }
    lines.extend(match study.portals {
        None => None,
        Some(0) => Some(Line::new(Verdict::Note, "dungeon.editor.corridors")),
        Some(portals) => {
            Some(Line::new(Verdict::Note, "dungeon.editor.portals").with("portals", portals))
        }
    });
    if plan.locks.is_none() {
        lines.push(Line::new(Verdict::Note, "dungeon.editor.locks_later"));
    }
    lines
}

fn fault_line(fault: DungeonFault) -> Line {
    let wrong = |key| Line::new(Verdict::Wrong, key);
    match fault {
        DungeonFault::FewRooms(count) => wrong("dungeon.editor.few_rooms")
            .with("count", count)
            .with("least", MIN_ROOMS),
        DungeonFault::CutOff(rooms) => {
            wrong("dungeon.editor.cut_off").with("rooms", numbers(rooms))
        }
        DungeonFault::TooManyEdges(rooms) => {
            wrong("dungeon.editor.too_many_ways").with("rooms", numbers(rooms))
        }
        DungeonFault::NoKey(lock) => wrong("dungeon.editor.no_key").with("lock", lock.0 + 1),
        DungeonFault::Unsolvable(rooms) => {
            wrong("dungeon.editor.unsolvable").with("rooms", numbers(rooms))
        }
    }
}
