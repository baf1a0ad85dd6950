//! Notices: lines that tell the player what happened, for a few seconds.

use bevy::prelude::*;

use super::theme::bind::{Shown, Told};
use super::theme::palette;
use super::theme::widget::{Size, text_font};
use super::words::Words;
use crate::generation::StopReason;
use crate::generation::task::RunEnded;
use crate::session::{FileReport, SetAside};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Notices>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (show_file_reports, age))
        .add_observer(tell_failure);
}

/// How long a notice is shown, in seconds.
const SECONDS: f32 = 8.0;

/// The notices shown, oldest first.
#[derive(Resource, Default)]
pub struct Notices(Vec<(String, f32)>);

impl Notices {
    /// Shows a line.
    pub fn say(&mut self, text: String) {
        info!("{text}");
        self.0.retain(|(shown, _)| *shown != text);
        self.0.push((text, SECONDS));
        if self.0.len() > 4 {
            self.0.remove(0);
        }
    }

    /// Shows a phrase with `{why}` in it.
    pub fn trouble(&mut self, words: &Words, key: &str, why: &impl ToString) {
        self.say(words.fill(key, &[("why", why.to_string())]));
    }

    /// Tells of a file that could not be read, and where it is kept.
    pub fn set_aside(&mut self, words: &Words, aside: &SetAside) {
        self.trouble(words, "notice.broken_file", &aside.why);
        if let Some(kept) = &aside.kept {
            self.trouble(words, "notice.set_aside", &kept.display());
        }
    }

    /// The lines shown.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(text, _)| text.as_str())
    }
}

fn show_file_reports(
    mut reports: MessageReader<FileReport>,
    words: Res<Words>,
    mut notices: ResMut<Notices>,
) {
    for report in reports.read() {
        match report {
            FileReport::NotSaved(why) => notices.trouble(&words, "notice.not_saved", why),
            FileReport::SetAside(aside) => notices.set_aside(&words, aside),
            FileReport::Mended => notices.say(words.say("notice.settings_mended")),
        }
    }
}

fn age(time: Res<Time<Real>>, mut notices: ResMut<Notices>) {
    if notices.0.is_empty() {
        return;
    }
    for (_, left) in &mut notices.0 {
        *left -= time.delta_secs();
    }
    notices.0.retain(|(_, left)| *left > 0.0);
}

fn tell_failure(evolved: On<RunEnded>, words: Res<Words>, mut notices: ResMut<Notices>) {
    if let StopReason::Failed(why) = &evolved.stop {
        notices.trouble(&words, "notice.run_failed", why);
    }
}

fn spawn(mut commands: Commands) {
    commands.spawn((
        Name::new("Notices"),
        Node {
            position_type: PositionType::Absolute,
            bottom: px(16),
            left: percent(20),
            width: percent(60),
            justify_content: JustifyContent::Center,
            ..default()
        },
        GlobalZIndex(100),
        Pickable::IGNORE,
        Shown::when(|world| !world.resource::<Notices>().0.is_empty()),
        children![(
            Node {
                padding: UiRect::axes(px(18), px(10)),
                border: px(1).all(),
                border_radius: BorderRadius::all(px(10)),
                ..default()
            },
            Pickable::IGNORE,
            BackgroundColor(palette::NIGHT.with_alpha(0.96)),
            BorderColor::all(palette::LAMP),
            children![(
                Text::default(),
                text_font(Size::Body),
                TextColor(palette::PAPER),
                Told::by(|world| {
                    let lines: Vec<&str> = world.resource::<Notices>().lines().collect();
                    lines.join("\n")
                }),
            )],
        )],
    ));
}
