//! The button of a page of the settings that gives all settings of the page their usual values.

use bevy::prelude::*;
use evolvarium::shell::menus::show_settings_page;
use evolvarium::shell::settings::Settings;
use evolvarium::shell::theme::look::Theme;

use crate::harness::{app, is_text_shown, press_text, until};

#[test]
fn a_page_of_the_settings_restores_its_own_defaults_once_the_player_has_confirmed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.theme = Theme::Light;
    settings.text_percent = 150;
    settings.music_percent = 35;
    show_settings_page(app.world_mut(), 2);
    until(&mut app, "the page", |world| {
        is_text_shown(world, "Restore defaults")
    });
    press_text(&mut app, "Restore defaults");
    let settings = |app: &App| app.world().resource::<Settings>().clone();
    assert_eq!(
        settings(&app).text_percent,
        150,
        "the player is asked first"
    );
    until(&mut app, "the question", |world| {
        is_text_shown(world, "Really restore them?")
    });
    press_text(&mut app, "Really restore them?");
    let usual = Settings::default();
    let restored = settings(&app);
    assert_eq!(
        (restored.theme, restored.text_percent),
        (usual.theme, usual.text_percent)
    );
    assert_eq!(restored.music_percent, 35, "it stands on another page");
}

#[test]
fn tips_come_again_after_the_defaults_are_restored() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut app = app(folder.path());
    app.update();
    let mut settings = app.world_mut().resource_mut::<Settings>();
    settings.runs_with_tips = 9;
    show_settings_page(app.world_mut(), 3);
    for button in ["Restore defaults", "Really restore them?"] {
        until(&mut app, button, |world| is_text_shown(world, button));
        press_text(&mut app, button);
    }
    assert_eq!(app.world().resource::<Settings>().runs_with_tips, 0);
}
