//! The recap of a descent that has ended: the whole map with the hero's way, the fallen enemies by cause, the killer of
//! the hero with its ancestry, and the results of automatic players in the same dungeons.

use std::sync::Arc;

use bevy::ecs::hierarchy::ChildSpawnerCommands;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::{art, family_words, program_words, result};
use crate::base::{PlainError, catch_panic_in};
use crate::games::dungeon::descent::{Ancestor, Descent, DescentStatus};
use crate::games::dungeon::graph::picture::map_picture;
use crate::games::dungeon::map::Cell;
use crate::games::dungeon::map::floor_plan::{FloorPlan, TileStyle};
use crate::games::dungeon::players::ReferencePlayer;
use crate::games::dungeon::rules::program::TreeKind;
use crate::games::dungeon::rules::{Enemy, EnemyKind};
use crate::games::dungeon::simulate::{DescentOutcome, play_from_in_slices};
use crate::games::dungeon::trace::Cause;
use crate::games::dungeon::{DungeonGame, Table, sprite_names};
use crate::generation::pools::{spawn_or_default, take_result};
use crate::generation::{Form, Picture, Shape, Tint};
use crate::session::Game as _;
use crate::shell::games::active;
use crate::shell::notice;
use crate::shell::pictures;
use crate::shell::screen::{Menu, Screen};
use crate::shell::theme::animation::png;
use crate::shell::theme::bind::{SelectedWhen, VisibleWhen};
use crate::shell::theme::large::{KeepsSizeWhenLarge, StacksWhenLarge};
use crate::shell::theme::paint::Canvas;
use crate::shell::theme::palette;
use crate::shell::theme::sprites::{SpritePainter, Sprites};
use crate::shell::theme::widget::{
    ButtonStyle, TextSize, bound_text, button, choice, in_row, label, square, square_picture, stack,
};
use crate::shell::words::Words;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Recap>()
        .add_systems(OnExit(Screen::Play), forget_recap)
        .add_systems(
            Update,
            (show_map, take_results)
                .run_if(active(DungeonGame::KEY).and_then(in_state(Menu::Recap))),
        );
}

/// The side of the map, in interface pixels.
const SIDE: f32 = 500.0;
/// The side of its texture, in pixels.
const TEXTURE: u32 = 1_000;
/// The side of the picture that is saved, in pixels.
const SAVED: u32 = 1_600;
/// The width of the words beside the map, in interface pixels.
const WORDS: f32 = 520.0;
/// The number of generations of the killer's ancestors that are described, the newest ones.
const ANCESTORS: usize = 3;

/// The automatic players that go down the same dungeons.
const OTHERS: [ReferencePlayer; 3] = [
    ReferencePlayer::Careful,
    ReferencePlayer::Bold,
    ReferencePlayer::Sneaking,
];

/// The results that are computed for the page.
#[derive(Resource, Default)]
struct Recap {
    /// The id of the descent that it is about.
    id: String,
    painting: Option<Task<Option<Image>>>,
    /// The painter of the map, which has the look of the settings.
    painter: Option<Arc<SpritePainter>>,
    map: Option<Handle<Image>>,
    /// The result of each automatic player, in their order, as far as they are known.
    others: Vec<Result<DescentOutcome, PlainError>>,
    playing: Option<Task<Result<DescentOutcome, PlainError>>>,
    /// Whether the program of the killer is shown.
    shows_program: bool,
}

#[derive(Component)]
struct MapImage;

/// Ends the work when the game is left.
fn forget_recap(mut recap: ResMut<Recap>) {
    *recap = Recap::default();
}

/// The first key of the shapes above those of the map.
const KEYS: u16 = 61_000;
/// The colour of the way, as red, green and blue.
const WAY: Tint = Tint::Fixed(252, 236, 188);
/// The colour of its edge.
const EDGE: Tint = Tint::Fixed(18, 30, 34);

/// The map of the last dungeon, with the way of the hero and the enemies that fell there.
fn picture(table: &Table) -> Picture {
    let descent = table.state();
    let (dungeon, trace) = (descent.game.dungeon(), descent.trace());
    let mut picture = map_picture(&dungeon.graph, dungeon, TileStyle::Tiled);
    let plan = FloorPlan::of(dungeon);
    let mut keys = KEYS..;
    let mut shape = |form: Form, tint: Tint, at: Cell, size: f32| {
        let (x, y) = plan.middle(at);
        Shape {
            key: keys.next().unwrap_or(KEYS),
            form,
            tint,
            x,
            y,
            size: size * plan.cell,
        }
    };
    let mut steps = trace.steps.clone();
    steps.iter_mut().for_each(|step| step.sort_unstable());
    steps.sort_unstable();
    steps.dedup();
    // The dark edge lets the way be seen on light rooms.
    for (tint, width) in [(EDGE, 0.46), (WAY, 0.24)] {
        for [from, to] in &steps {
            let (x, y) = plan.middle(*to);
            let link = Form::Link { x, y };
            picture.shapes.push(shape(link, tint, *from, width));
        }
    }
    let here = trace.fallen.iter();
    for fall in here.filter(|fall| fall.depth == descent.depth()) {
        let enemy = Form::Sprite(sprite_names::of_kind(fall.kind));
        picture
            .shapes
            .push(shape(enemy, Tint::Player(0), fall.at, 1.1));
        picture
            .shapes
            .push(shape(Form::Cross, Tint::Fault, fall.at, 0.8));
    }
    let hero = descent.game.hero.at;
    picture.shapes.push(shape(Form::Ring, WAY, hero, 2.0));
    let form = Form::Sprite(sprite_names::HERO);
    picture.shapes.push(shape(form, Tint::Player(1), hero, 1.5));
    picture
}

/// Fills the page. Its results are computed while it is shown.
pub(super) fn spawn_recap(card: &mut ChildSpawnerCommands, world: &World) {
    let is_dead = world
        .get_resource::<Table>()
        .is_some_and(|table| table.is_lost());
    let colour = match is_dead {
        true => palette::FAULT,
        false => palette::LAMP,
    };
    card.spawn(bound_text(TextSize::Title, colour, result::title));
    let columns = Node {
        align_items: AlignItems::FlexStart,
        ..stack(FlexDirection::Row, 22.0)
    };
    card.spawn((columns, StacksWhenLarge, KeepsSizeWhenLarge))
        .with_children(|row| {
            row.spawn((
                Name::new("Map of the descent"),
                MapImage,
                ImageNode::default(),
                square(SIDE),
            ));
            let words = Node {
                width: px(WORDS),
                min_width: px(0),
                ..stack(FlexDirection::Column, 10.0)
            };
            row.spawn(words)
                .with_children(|column| spawn_words(column, world));
        });
}

fn spawn_words(column: &mut ChildSpawnerCommands, world: &World) {
    column.spawn(bound_text(TextSize::Body, palette::PAPER, result::summary));
    column.spawn(bound_text(
        TextSize::Body,
        palette::EMBER,
        result::score_text,
    ));
    if let Some(killer) = killer(world) {
        let (sprites, breed) = (world.resource::<Sprites>(), &killer.breed);
        in_row(column, 10.0, |row| {
            let kind = sprites.get(sprite_names::of_kind(breed.kind));
            row.spawn(square_picture(kind, 52.0));
            if let Some(adaptation) = breed.adaptation {
                let sign = sprites.get(art::of_adaptation(adaptation));
                row.spawn(square_picture(sign, 24.0));
            }
            row.spawn(bound_text(TextSize::Small, palette::MIST, killer_text));
        });
        spawn_program(column);
    }
    column.spawn(label(
        "dungeon.recap.fallen",
        TextSize::Lead,
        palette::PAPER,
    ));
    column.spawn(bound_text(TextSize::Small, palette::MIST, fallen_text));
    column.spawn(label(
        "dungeon.recap.others",
        TextSize::Lead,
        palette::PAPER,
    ));
    for number in 0..OTHERS.len() {
        column.spawn(bound_text(
            TextSize::Small,
            palette::MIST,
            move |world: &World| other_text(world, number),
        ));
    }
    in_row(column, 10.0, |row| {
        button(
            row,
            ButtonStyle::Plain,
            "dungeon.recap.picture",
            save_picture,
        );
        button(row, ButtonStyle::Plain, "dungeon.recap.text", copy_text);
    });
}

/// Spawns the button that shows the program of the killer, which may be long, and hides it again.
fn spawn_program(column: &mut ChildSpawnerCommands) {
    let is_shown = |world: &World| world.resource::<Recap>().shows_program;
    in_row(column, 10.0, |row| {
        choice(
            row,
            "dungeon.recap.its_program",
            SelectedWhen::new(is_shown),
            |world| {
                let mut recap = world.resource_mut::<Recap>();
                recap.shows_program = !recap.shows_program;
            },
        );
    });
    column.spawn((
        bound_text(TextSize::Small, palette::MIST, program_text),
        VisibleWhen::new(is_shown),
    ));
}

fn killer(world: &World) -> Option<&Enemy> {
    world.get_resource::<Table>()?.state().game.killer()
}

/// The program of the killer.
fn program_text(world: &World) -> String {
    let (words, killer) = (world.resource::<Words>(), killer(world));
    let Some(breed) = killer.map(|killer| &killer.breed) else {
        return String::new();
    };
    let trees = [TreeKind::Patrol, TreeKind::Attack];
    let trees = trees.map(|kind| program_words::tree_text(&breed.program, kind, words));
    let values = [
        ("enemy", words.get(art::name_of_kind(breed.kind))),
        ("program", trees.join("; ")),
    ];
    words.fill("dungeon.recap.program", &values)
}

/// The text about the killer: its kind, its adaptation, and its ancestry, the newest generation first.
fn killer_text(world: &World) -> String {
    let (words, killer) = (world.resource::<Words>(), killer(world));
    let (Some(table), Some(killer)) = (world.get_resource::<Table>(), killer) else {
        return String::new();
    };
    let breed = &killer.breed;
    let kind = words.get(art::name_of_kind(breed.kind));
    let mut lines = vec![kind];
    if let Some(adaptation) = breed.adaptation {
        let name = words.get(art::name_of_adaptation(adaptation));
        lines.push(words.fill("dungeon.recap.born", &[("name", name)]));
    }
    let ancestry = table.state().ancestry(breed);
    let newest = ancestry.iter().take(ANCESTORS);
    lines.extend(newest.map(|ancestor| ancestor_text(ancestor, words)));
    let founder = ancestry.last().map_or(breed, |last| &last.family.parent);
    lines.push(
        words.get(match table.setup().custom_enemies.contains(founder) {
            true => "dungeon.recap.own_founder",
            false => "dungeon.recap.founder",
        }),
    );
    lines.join("\n")
}

/// The text about a generation of the killer's ancestors: its gains over the one before, and the deeds of its parent.
fn ancestor_text(ancestor: &Ancestor, words: &Words) -> String {
    let Ancestor {
        depth,
        family,
        child,
    } = ancestor;
    let mut news = Vec::new();
    if let Some(adaptation) = child.breed.adaptation.filter(|_| family.has_adapted(child)) {
        news.push(words.get(art::name_of_adaptation(adaptation)));
    }
    news.extend(family_words::gain_texts(family, child, words));
    let news = match news.is_empty() {
        true => words.get("dungeon.recap.same"),
        false => news.join(", "),
    };
    let values = [("depth", depth.to_string()), ("news", news)];
    let text = words.fill("dungeon.recap.ancestor", &values);
    let Some(parent) = family.individuals.first() else {
        return text;
    };
    let deeds = family_words::deeds_text_of_one(parent.deeds, words);
    let deeds = words.fill("dungeon.recap.parent", &[("deeds", deeds)]);
    format!("{text} {deeds}")
}

/// The text about the number of enemies of each kind that fell, by cause.
fn fallen_text(world: &World) -> String {
    let words = world.resource::<Words>();
    let Some(table) = world.get_resource::<Table>() else {
        return String::new();
    };
    let trace = table.state().trace();
    let line = |kind: EnemyKind| {
        let counts = Cause::ALL.map(|cause| (cause, trace.count(kind, cause)));
        let parts = counts.iter().filter(|(_, count)| *count > 0);
        let parts: Vec<String> = parts
            .map(|(cause, count)| words.fill(cause_key(*cause), &[("count", count.to_string())]))
            .collect();
        let all: usize = counts.iter().map(|(_, count)| count).sum();
        let values = [
            ("enemy", words.get(art::name_of_kind(kind))),
            ("count", all.to_string()),
            ("parts", parts.join(", ")),
        ];
        (all > 0).then(|| words.fill("dungeon.recap.kind", &values))
    };
    let lines: Vec<String> = EnemyKind::ALL.into_iter().filter_map(line).collect();
    match lines.is_empty() {
        true => words.get("dungeon.recap.nobody"),
        false => lines.join("\n"),
    }
}

fn cause_key(cause: Cause) -> &'static str {
    match cause {
        Cause::Blow => "dungeon.recap.by_blow",
        Cause::Throw => "dungeon.recap.by_throw",
        Cause::Fire => "dungeon.recap.by_fire",
    }
}

/// The text about an automatic player in the same dungeons.
fn other_text(world: &World, number: usize) -> String {
    let words = world.resource::<Words>();
    let player = words.get(reference_key(OTHERS[number]));
    match world.resource::<Recap>().others.get(number) {
        None => words.fill("dungeon.recap.goes", &[("player", player)]),
        Some(Err(why)) => format!("{player}: {why}"),
        Some(Ok(outcome)) => {
            let key = match outcome.is_completed() {
                true => "dungeon.recap.other_through",
                false => "dungeon.recap.other_dead",
            };
            let values = [
                ("player", player),
                ("depth", outcome.depths.len().to_string()),
                ("points", outcome.score.to_string()),
                ("turns", outcome.turns.to_string()),
                ("killed", outcome.killed.to_string()),
            ];
            words.fill(key, &values)
        }
    }
}

fn reference_key(reference: ReferencePlayer) -> &'static str {
    match reference {
        ReferencePlayer::Careful => "dungeon.reference.careful",
        ReferencePlayer::Bold => "dungeon.reference.bold",
        ReferencePlayer::Sneaking => "dungeon.reference.sneaking",
        ReferencePlayer::Thrower => "dungeon.reference.thrower",
        ReferencePlayer::Hurried => "dungeon.reference.hurried",
    }
}

/// Paints the map in the background, and shows it; paints it again in another look. Forgets the old results if the page
/// is about another descent than before.
fn show_map(
    table: Res<Table>,
    sprites: Res<Sprites>,
    mut recap: ResMut<Recap>,
    mut images: ResMut<Assets<Image>>,
    mut nodes: Query<&mut ImageNode, With<MapImage>>,
) {
    let id = table.id().to_string();
    if recap.id != id {
        *recap = Recap { id, ..default() };
    }
    let painter = sprites.painter();
    let is_painter = |one: &Arc<SpritePainter>| Arc::ptr_eq(one, &painter);
    if !recap.painter.as_ref().is_some_and(is_painter) {
        recap.painter = Some(Arc::clone(&painter));
        let picture = picture(&table);
        recap.painting = Some(spawn_or_default(move || {
            let density = TEXTURE as f32 / SIDE;
            let canvas = Canvas::of_picture(&picture, TEXTURE, density, painter)?;
            Some(canvas.image())
        }));
    }
    if let Some(image) = take_result(&mut recap.painting) {
        recap.map = image.map(|image| images.add(image));
    }
    let Some(map) = &recap.map else { return };
    for mut node in &mut nodes {
        if node.image != *map {
            node.image = map.clone();
        }
    }
}

/// Lets one automatic player after the other go down the same dungeons.
fn take_results(table: Res<Table>, mut recap: ResMut<Recap>) {
    if let Some(done) = take_result(&mut recap.playing) {
        recap.others.push(done);
    }
    let next = OTHERS.get(recap.others.len()).copied();
    let (Some(reference), None) = (next, &recap.playing) else {
        return;
    };
    let (origin, first) = (table.origin().clone(), table.content.clone());
    let play = async move {
        let start = Descent::starting_in(first, &origin.setup, &origin.parameters, origin.seed);
        let start = start?;
        let play = play_from_in_slices(reference, start, origin.seed).await;
        play.map(|(outcome, _)| outcome).map_err(PlainError::from)
    };
    recap.playing = Some(AsyncComputeTaskPool::get().spawn(async move {
        let played = catch_panic_in(play).await;
        played.unwrap_or_else(|why| Err(why.into()))
    }));
}

/// Saves the map as a picture, and says where.
fn save_picture(world: &mut World) {
    let Some(table) = world.get_resource::<Table>() else {
        return;
    };
    let (picture, sprites) = (picture(table), world.resource::<Sprites>().painter());
    pictures::paint_and_save(world, move || {
        let canvas = Canvas::of_picture(&picture, SAVED, 1.0, sprites)?;
        Some(png(&canvas.into_painted()).map_err(PlainError::from))
    });
}

/// The descent as text.
pub(super) fn text(world: &World) -> String {
    let id = world
        .get_resource::<Table>()
        .map_or(String::new(), |table| table.id().to_string());
    let killer = killer(world).map(|_| format!("{}\n{}", killer_text(world), program_text(world)));
    let others = (0..world.resource::<Recap>().others.len()).map(|at| other_text(world, at));
    let mut parts = vec![
        id,
        result::title(world),
        result::summary(world),
        result::score_text(world),
    ];
    parts.extend(killer);
    parts.push(fallen_text(world));
    parts.extend(others);
    parts.join("\n")
}

/// Copies the descent as text, and says so.
fn copy_text(world: &mut World) {
    let (text, done) = (
        text(world),
        world.resource::<Words>().get("notice.text_copied"),
    );
    notice::copy(world, text, done);
}

/// Whether there is a page: the descent has ended, and is no fight in the arena, which has no way through a dungeon.
pub(super) fn is_offered(world: &World) -> bool {
    let table = world.get_resource::<Table>();
    table.is_some_and(|table| {
        !table.setup().arena && table.state().status() != DescentStatus::Descending
    })
}
