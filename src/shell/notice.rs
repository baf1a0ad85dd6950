//! Notices: lines about events, which are shown to the player for a few seconds.

use bevy::clipboard::Clipboard;
use bevy::prelude::*;

use super::input::prompts::with_prompts;
use super::screen::{Menu, Screen};
use super::settings::{NoticeTime, Settings};
use super::theme::bind::{BoundText, VisibleWhen};
use super::theme::palette;
use super::theme::widget::{TextSize, text_font};
use super::window_picture::NotInPictures;
use super::words::Words;
use crate::base::{PlainError, QUOTE, excerpt};
use crate::generation::StopReason;
use crate::generation::driver::RunEnded;
use crate::session::{FileReport, SetAside};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notices>()
        .add_systems(Startup, spawn_notices)
        .add_systems(
            Update,
            (
                show_file_reports,
                expire_notices,
                drop_notices_of_other_page,
            ),
        )
        .add_observer(show_run_failure);
}

/// A notice that was shown for less than this when the page changed is about the new page, in seconds.
const FRESH: f32 = 1.5;

/// The number of characters of the longest notice: a quote with the name of a file and a few words.
const MAX_LENGTH: usize = 2 * QUOTE;

/// The number of notices that are kept to be shown.
const KEPT: usize = 4;

/// The notices.
#[derive(Resource, Default)]
pub struct Notices {
    /// Those that are shown, with the seconds for which they have been shown; the oldest comes first.
    shown: Vec<(String, f32)>,
    /// Those that a screen reader has not read yet.
    unsaid: Vec<String>,
}

impl Notices {
    /// Shows a line. A long text is cut, because it would hide the other notices and the game.
    pub fn show(&mut self, text: String) {
        let text = excerpt(&text, MAX_LENGTH);
        info!("{text}");
        self.unsaid.retain(|unsaid| *unsaid != text);
        self.unsaid.push(text.clone());
        self.shown.retain(|(shown, _)| *shown != text);
        self.shown.push((text, 0.0));
        if self.shown.len() > KEPT {
            self.shown.remove(0);
        }
        if self.unsaid.len() > KEPT {
            self.unsaid.remove(0);
        }
    }

    /// Whether there are notices that a screen reader has not read yet.
    pub fn has_unsaid(&self) -> bool {
        !self.unsaid.is_empty()
    }

    /// Takes the notices that a screen reader has not read yet, with error messages in the player's language. A notice
    /// that is shown again is read again.
    pub fn take_unsaid(&mut self, words: &Words) -> Vec<String> {
        let unsaid = std::mem::take(&mut self.unsaid);
        let is_shown = |line: &&String| self.lines().any(|shown| shown == *line);
        let still_shown = unsaid.iter().filter(is_shown);
        still_shown.map(|line| words.error(line)).collect()
    }

    /// Shows a phrase that contains `{why}`.
    pub fn show_error(&mut self, words: &Words, key: &str, why: &impl ToString) {
        self.show(words.fill(key, &[("why", why.to_string())]));
    }

    /// Shows that a file could not be read, and its new place.
    pub fn show_set_aside(&mut self, words: &Words, aside: &SetAside) {
        self.show_error(words, "notice.broken_file", &aside.why);
        if let Some(kept) = &aside.kept {
            self.show_error(words, "notice.set_aside", &kept.display());
        }
    }

    /// Returns the lines as they are shown, with error messages in the player's language.
    pub fn lines_in(&self, words: &Words) -> Vec<String> {
        self.lines().map(|line| words.error(line)).collect()
    }

    /// Returns the lines as they came.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(|(text, _)| text.as_str())
    }
}

/// Does something, and shows the reason in a notice if it fails.
pub fn show_failure_of(
    world: &mut World,
    action: impl FnOnce(&mut World) -> Result<(), PlainError>,
) {
    if let Err(why) = action(world) {
        world.resource_mut::<Notices>().show(why.to_string());
    }
}

/// The error of something that was not done, in the words of a phrase without values.
pub fn refusal(world: &World, key: &str) -> PlainError {
    PlainError::new(world.resource::<Words>().get(key))
}

/// Shows a phrase without values in a notice, with the names of the keys or buttons that it mentions.
pub fn show_phrase(world: &mut World, key: &str) {
    let text = with_prompts(world, world.resource::<Words>().get(key));
    world.resource_mut::<Notices>().show(text);
}

/// Copies a text, and shows the notice `done`, or a notice that the text could not be copied.
pub fn copy(world: &mut World, text: String, done: String) {
    let Some(mut clipboard) = world.get_resource_mut::<Clipboard>() else {
        return;
    };
    match clipboard.set_text(text) {
        Ok(()) => world.resource_mut::<Notices>().show(done),
        Err(_) => show_phrase(world, "notice.not_copied"),
    }
}

fn show_file_reports(
    mut reports: MessageReader<FileReport>,
    words: Res<Words>,
    mut notices: ResMut<Notices>,
) {
    for report in reports.read() {
        match report {
            FileReport::NotSaved(why) => notices.show_error(&words, "notice.not_saved", why),
            FileReport::SetAside(aside) => notices.show_set_aside(&words, aside),
            FileReport::Unreadable(why) => notices.show_error(&words, "notice.unreadable", why),
            FileReport::Unlisted(path) => {
                notices
                    .show(words.fill("notice.unlisted", &[("path", path.display().to_string())]));
            }
            FileReport::OtherCopy => notices.show(words.get("notice.other_copy")),
            FileReport::Mended => notices.show(words.get("notice.settings_mended")),
            FileReport::NoFolders => notices.show(words.get("notice.no_folders")),
        }
    }
}

/// The most seconds that a frame counts as, so that a notice can be read even if the program stalls.
const LONGEST_FRAME: f32 = 0.5;

fn expire_notices(time: Res<Time<Real>>, settings: Res<Settings>, mut notices: ResMut<Notices>) {
    if notices.shown.is_empty() {
        return;
    }
    let passed = time.delta_secs().min(LONGEST_FRAME);
    for (_, shown) in &mut notices.shown {
        *shown += passed;
    }
    notices
        .shown
        .retain(|(_, shown)| *shown < settings.notices.seconds());
}

/// Drops the notices of the page before, when another screen or menu opens. A player who wants more time for notices
/// keeps them.
fn drop_notices_of_other_page(
    screen: Res<State<Screen>>,
    menu: Res<State<Menu>>,
    settings: Res<Settings>,
    mut notices: ResMut<Notices>,
) {
    let is_another = screen.is_changed() || menu.is_changed();
    if is_another && settings.notices == NoticeTime::Short && !notices.shown.is_empty() {
        notices.shown.retain(|(_, shown)| *shown < FRESH);
    }
}

fn show_run_failure(ended: On<RunEnded>, words: Res<Words>, mut notices: ResMut<Notices>) {
    if let StopReason::Failed(why) = &ended.stop {
        notices.show_error(&words, "notice.run_failed", why);
    }
}

/// The number of notices that are shown at once: the newest. More of them would need a second line, which would cover
/// the foot of the page.
const SHOWN: usize = 2;

/// Spawns the strip of notices: a line in the margin at the foot of the window, which every page leaves free.
fn spawn_notices(mut commands: Commands) {
    commands.spawn((
        Name::new("Notices"),
        NotInPictures,
        Node {
            position_type: PositionType::Absolute,
            bottom: px(1),
            left: percent(2),
            width: percent(96),
            justify_content: JustifyContent::Center,
            ..default()
        },
        GlobalZIndex(100),
        Pickable::IGNORE,
        VisibleWhen::new(|world| !world.resource::<Notices>().shown.is_empty()),
        children![(
            Node {
                padding: UiRect::axes(px(14), px(1)),
                border: px(1).all(),
                border_radius: BorderRadius::all(px(8)),
                ..default()
            },
            Pickable::IGNORE,
            BackgroundColor(palette::NIGHT.with_alpha(0.96)),
            BorderColor::all(palette::LAMP),
            children![(
                Text::default(),
                Pickable::IGNORE,
                text_font(TextSize::Small),
                TextColor(palette::PAPER),
                BoundText::new(|world| {
                    let words = world.resource::<Words>();
                    let lines = world.resource::<Notices>().lines_in(words);
                    lines[lines.len().saturating_sub(SHOWN)..].join("  ·  ")
                }),
            )],
        )],
    ));
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;

    #[test]
    fn notices_go_with_their_page_unless_they_have_just_come() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, StatesPlugin))
            .init_state::<Screen>()
            .init_state::<Menu>()
            .init_resource::<Notices>()
            .init_resource::<Settings>()
            .add_systems(Update, drop_notices_of_other_page);
        app.world_mut().resource_mut::<Settings>().notices = NoticeTime::Long;
        app.update();
        let mut notices = app.world_mut().resource_mut::<Notices>();
        notices.shown.push(("old".to_owned(), 2.0 * FRESH));
        notices.show("new".to_owned());
        let mut open = |menu: Menu| -> Vec<String> {
            app.world_mut().resource_mut::<NextState<Menu>>().set(menu);
            app.update();
            let notices = app.world().resource::<Notices>();
            let left = notices.lines().map(str::to_owned).collect();
            app.world_mut().resource_mut::<Settings>().notices = NoticeTime::Short;
            left
        };
        assert_eq!(open(Menu::Pause), ["old", "new"], "they may stay longer");
        assert_eq!(open(Menu::Settings), ["new"]);
    }

    #[test]
    fn notices_are_shown_as_long_as_the_player_wants() {
        for (_, time) in NoticeTime::ALL {
            let mut app = App::new();
            app.add_plugins(MinimalPlugins)
                .init_resource::<Notices>()
                .init_resource::<Settings>()
                .add_systems(Update, expire_notices);
            app.world_mut().resource_mut::<Settings>().notices = time;
            app.update();
            let shown = [time.seconds() - 1.0, time.seconds() + 1.0];
            let lines = shown.map(|shown| (format!("{shown}"), shown));
            app.world_mut().resource_mut::<Notices>().shown = lines.to_vec();
            app.update();
            let notices = app.world().resource::<Notices>();
            assert_eq!(notices.lines().collect::<Vec<_>>(), [&lines[0].0]);
        }
    }
}
