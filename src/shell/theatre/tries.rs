//! The line about the tries that the playback shows: the number and the end of the current try, and the share of tries
//! that have succeeded, beside the rate that was asked for.

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;

use super::Show;
use super::explain::{self, Topic};
use super::playback::Playback;
use crate::generation::showing::ShownTry;
use crate::shell::theme::bind::{BoundText, VisibleWhen};
use crate::shell::theme::palette;
use crate::shell::theme::widget::{TextSize, bound_text};
use crate::shell::words::Words;

/// The height of the line about the tries.
const LINE: f32 = 22.0;
/// The height that the line with its gap takes from the large picture, in interface pixels.
pub(super) const ROOM: f32 = LINE + 8.0;
/// The least width and the height of the bar.
const BAR: Vec2 = Vec2::new(60.0, 8.0);
/// The width of the mark at the rate that was asked for.
const MARK: f32 = 3.0;
/// The length by which the mark is higher than the bar.
const MARK_ABOVE: f32 = 4.0;

/// The tries of one thing that have been shown to their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// The number of the thing that is tried.
    of: u64,
    /// The tries that succeeded.
    pub(super) won: u32,
    /// All tries.
    pub(super) tried: u32,
}

impl Tally {
    /// Begins again if something else is tried now.
    pub(super) fn turn_to(&mut self, shown_try: &ShownTry) {
        if self.of != shown_try.of {
            *self = Tally {
                of: shown_try.of,
                ..default()
            };
        }
    }

    /// Counts a try that has ended.
    pub(super) fn count(&mut self, shown_try: &ShownTry) {
        self.tried += 1;
        self.won += u32::from(shown_try.succeeds);
    }

    /// The part of the tries that succeeded, 0 to 1; 0 without tries.
    fn rate(&self) -> f32 {
        self.won as f32 / self.tried.max(1) as f32
    }
}

/// Whether the playback of the run shows tries, which it does from the start.
pub(super) fn are_shown(show: &Show) -> bool {
    show.about.tries.is_some()
}

/// The playback with the try that it shows.
fn shown(show: &Show) -> Option<(&Playback, &ShownTry)> {
    let playback = show.playback.as_ref()?;
    Some((playback, playback.shown_try()?))
}

/// Marks the line about the tries.
#[derive(Component)]
pub(super) struct TriesLine;

/// Marks the part of the bar that is filled.
#[derive(Component)]
pub(super) struct WonPart;

/// Marks the mark on the bar.
#[derive(Component)]
pub(super) struct WantedMark;

/// Spawns the line about the tries, below the large picture.
pub(super) fn spawn_line(column: &mut ChildSpawnerCommands) {
    let row = Node {
        min_height: px(LINE),
        align_items: AlignItems::Center,
        flex_wrap: FlexWrap::Wrap,
        column_gap: px(10),
        row_gap: px(4),
        ..default()
    };
    let seen = VisibleWhen::new(|world| are_shown(world.resource::<Show>()));
    column.spawn((TriesLine, row, seen)).with_children(|row| {
        let text = bound_text(TextSize::Small, palette::PAPER, BoundText::new(line));
        explain::spawn(row, Topic::Tries, text);
        spawn_bar(row);
    });
}

/// Spawns the bar: its filled part is that of the tries that succeeded, and a mark stands at the rate asked for.
fn spawn_bar(row: &mut ChildSpawnerCommands) {
    let ground = Node {
        flex_grow: 1.0,
        min_width: px(BAR.x),
        height: px(BAR.y),
        ..default()
    };
    let seen = VisibleWhen::new(|world| shown(world.resource::<Show>()).is_some());
    let filled = Node {
        width: percent(0),
        height: percent(100),
        ..default()
    };
    let mark = Node {
        position_type: PositionType::Absolute,
        width: px(MARK),
        top: px(-MARK_ABOVE),
        bottom: px(-MARK_ABOVE),
        margin: UiRect::left(px(-MARK / 2.0)),
        ..default()
    };
    row.spawn((ground, BackgroundColor(palette::NIGHT), seen))
        .with_children(|bar| {
            bar.spawn((WonPart, filled, BackgroundColor(palette::LEAF)));
            bar.spawn((WantedMark, mark, BackgroundColor(palette::PAPER)));
        });
}

/// Makes the line as wide as the large picture, so that a long text does not widen the panel.
pub(super) fn fit_line(show: Res<Show>, mut lines: Query<&mut Node, With<TriesLine>>) {
    let width = px(show.large.side);
    for mut node in &mut lines {
        // A node that is written to is laid out anew, even if nothing is different.
        if node.width != width {
            node.width = width;
        }
    }
}

/// Sets the bar to the tries.
pub(super) fn update_bar(
    show: Res<Show>,
    mut filled: Query<&mut Node, (With<WonPart>, Without<WantedMark>)>,
    mut marks: Query<&mut Node, (With<WantedMark>, Without<WonPart>)>,
) {
    if !show.is_changed() {
        return;
    }
    let Some((playback, shown_try)) = shown(&show) else {
        return;
    };
    let (won, wanted) = (playback.tally().rate(), shown_try.wanted as f32);
    for mut node in &mut filled {
        let width = percent(100.0 * won);
        if node.width != width {
            node.width = width;
        }
    }
    for mut node in &mut marks {
        let left = percent(100.0 * wanted.clamp(0.0, 1.0));
        if node.left != left {
            node.left = left;
        }
    }
}

/// The line about the try that is shown, and about all so far.
fn line(world: &World) -> String {
    let (show, words) = (world.resource::<Show>(), world.resource::<Words>());
    let Some((playback, shown_try)) = shown(show) else {
        return words.get("theatre.try.none");
    };
    let tally = playback.tally();
    let mut line = if playback.has_ended() {
        let values = [
            ("number", tally.tried.to_string()),
            ("value", shown_try.end.value.clone()),
        ];
        words.fill(shown_try.end.key, &values)
    } else {
        let number = tally.tried + 1;
        words.fill("theatre.try", &[("number", number.to_string())])
    };
    if tally.tried > 0 {
        line.push_str("  ·  ");
        line.push_str(&words.fill("theatre.try.tally", &counts(tally)));
    }
    line
}

/// The values of a tally for a phrase.
fn counts(tally: Tally) -> [(&'static str, String); 2] {
    [
        ("won", tally.won.to_string()),
        ("tried", tally.tried.to_string()),
    ]
}

/// The sentence about the tries so far for a screen reader; `None` before the first one has ended.
pub(super) fn spoken_text(world: &World) -> Option<String> {
    let show = world.resource::<Show>();
    let (playback, _) = shown(show)?;
    let tally = playback.tally();
    let key = show.about.tries.filter(|_| tally.tried > 0)?;
    Some(world.resource::<Words>().fill(key, &counts(tally)))
}

/// The explanation of the tries.
pub(super) fn explanation(show: &Show, words: &Words) -> String {
    let key = show.about.tries;
    let wanted = shown(show).map_or(0.0, |(_, shown_try)| 100.0 * shown_try.wanted);
    key.map_or(String::new(), |key| {
        let wanted = [("wanted", format!("{wanted:.0}"))];
        words.fill(&format!("{key}.hint"), &wanted)
    })
}

impl Show {
    /// Whether a try is being shown whose end the player has not seen yet.
    pub fn is_amid_try(&self) -> bool {
        shown(self).is_some_and(|(playback, _)| !playback.is_end_seen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::Fact;

    #[test]
    fn tries_of_the_same_thing_are_counted_together() {
        let shown_try = |of, succeeds| ShownTry {
            of,
            succeeds,
            wanted: 0.5,
            end: Fact::new("", String::new()),
        };
        let mut tally = Tally::default();
        for succeeds in [true, false, true, true] {
            tally.turn_to(&shown_try(7, succeeds));
            tally.count(&shown_try(7, succeeds));
        }
        assert_eq!((tally.won, tally.tried, tally.rate()), (3, 4, 0.75));
        tally.turn_to(&shown_try(8, true));
        assert_eq!((tally.won, tally.tried, tally.rate()), (0, 0, 0.0));
    }
}
