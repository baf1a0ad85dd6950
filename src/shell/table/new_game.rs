//! The new game: the setup that the player is choosing, its seed and its difficulty.

use bevy::prelude::*;

use super::{TableGame, sides};
use crate::generation::{Pick, Seed};
use crate::session::{Difficulty, Game, GameId, NextGame, Origin, Seat};
use crate::shell::notice::Notices;
use crate::shell::screen::Screen;
use crate::shell::settings::{LastSetup, Settings};

/// The game that the player is setting up.
#[derive(Resource)]
pub struct NewGame<G: Game> {
    /// The player's choices.
    pub setup: G::Setup,
    /// Whether chance gives the player a side when a game begins. It can as long as there is exactly one human.
    pub random_side: bool,
    /// The difficulty in the settings when the setup was adapted to it.
    pub difficulty: Option<Difficulty>,
    /// The difficulty that the game at the table was begun with.
    pub(super) at_table: Option<Difficulty>,
}

impl<G: Game> Default for NewGame<G> {
    fn default() -> Self {
        NewGame {
            setup: G::Setup::default(),
            random_side: false,
            difficulty: None,
            at_table: None,
        }
    }
}

/// The seed of the new game.
#[derive(Resource, Clone, Copy, Debug)]
pub struct SetupSeed(pub Seed);

impl Default for SetupSeed {
    fn default() -> Self {
        SetupSeed(Seed::fresh())
    }
}

/// The game whose setup page has offered a seed, and that seed. A player who types another one wants what it gives
/// everybody. The offer stands until the title is seen or something is made of it, so that a visit to the laboratory or
/// an editor does not change what the page shows.
#[derive(Resource, Default)]
struct OfferedSeed(Option<(&'static str, Seed)>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<SetupSeed>()
        .init_resource::<OfferedSeed>();
    for screen in [Screen::Title, Screen::Theatre, Screen::Play] {
        app.add_systems(OnEnter(screen), forget_offer);
    }
}

fn forget_offer(mut offered: ResMut<OfferedSeed>) {
    offered.0 = None;
}

/// The seed that the setup page of a game shows: the one that it has shown before, or a new one.
pub(super) fn offer_seed<G: TableGame>(world: &mut World) -> Seed {
    let offered = world.resource::<OfferedSeed>().0;
    if offered.is_none_or(|(game, _)| game != G::KEY) {
        let seed = next_seed(world);
        take_offer::<G>(world, seed);
    }
    world.resource::<SetupSeed>().0
}

/// Makes a seed that of the new game, as if the setup page had offered it.
pub fn take_offer<G: TableGame>(world: &mut World, seed: Seed) {
    world.resource_mut::<OfferedSeed>().0 = Some((G::KEY, seed));
    world.resource_mut::<SetupSeed>().0 = seed;
}

/// Whether the seed of the new game is the one that was offered, and not typed by the player.
pub fn has_offered_seed<G: TableGame>(world: &World) -> bool {
    let seed = world.resource::<SetupSeed>().0;
    world.resource::<OfferedSeed>().0 == Some((G::KEY, seed))
}

/// The seed of all new games, for pictures that are the same each time.
#[derive(Resource, Clone, Copy, Debug)]
pub struct FixedSeed(pub Seed);

/// Returns a seed for a new game.
pub fn next_seed(world: &World) -> Seed {
    let fixed = world.get_resource::<FixedSeed>();
    fixed.map_or_else(Seed::fresh, |fixed| fixed.0)
}

/// Returns the setup of the new game.
pub fn setup<G: Game>(world: &World) -> &G::Setup {
    &world.resource::<NewGame<G>>().setup
}

/// Returns the origin that the new game would have. If chance gives the player a side, the seed has decided it there.
pub fn origin<G: TableGame>(world: &World) -> Origin<G> {
    origin_with(world, setup::<G>(world).clone())
}

/// Returns the origin that the new game would have with another setup.
pub fn origin_with<G: TableGame>(world: &World, mut setup: G::Setup) -> Origin<G> {
    let settings = world.resource::<Settings>();
    let seed = world.resource::<SetupSeed>().0;
    if world.resource::<NewGame<G>>().random_side {
        sides::draw_side::<G>(&mut setup, seed);
    }
    Origin {
        parameters: G::parameters_for(&setup, settings.parameters_of(G::KEY, G::usual_parameters)),
        setup,
        seed,
        pick: Pick::Best,
        genome: None,
    }
}

/// Takes a setup for the new game, in which every player keeps the seat.
pub fn take_setup<G: TableGame>(world: &mut World, setup: G::Setup) {
    let mut game = world.resource_mut::<NewGame<G>>();
    (game.setup, game.random_side) = (setup, false);
}

/// Changes the setup, and returns whether the new setup can be played. If not, the change is undone and the error is
/// shown. A player who changes where humans sit leaves no side to chance any more.
pub fn change<G: TableGame>(world: &mut World, change: impl FnOnce(&mut G::Setup)) -> bool {
    let mut game = world.resource_mut::<NewGame<G>>();
    let before = game.setup.clone();
    change(&mut game.setup);
    let checked = G::check(&game.setup);
    if let Err(why) = checked {
        game.setup = before;
        world.resource_mut::<Notices>().show(why.to_string());
        return false;
    }
    let has_moved = has_moved_humans::<G>(&before, &game.setup);
    game.random_side &= !has_moved;
    true
}

/// Whether humans sit in other seats than before. Setups of different numbers of seats are not compared.
fn has_moved_humans<G: Game>(before: &G::Setup, after: &G::Setup) -> bool {
    let (before, after) = (G::seats(before), G::seats(after));
    let mut pairs = before.iter().zip(&after);
    before.len() == after.len() && pairs.any(|(was, is)| was.is_human() != is.is_human())
}

/// Returns the difficulty that a setup has; `None` if it has none.
pub fn difficulty_of<G: TableGame>(setup: &G::Setup) -> Option<Difficulty> {
    let mut all = Difficulty::ALL.into_iter();
    all.find(|difficulty| G::is_difficulty(setup, *difficulty))
}

/// Changes the setup to a difficulty, and saves the difficulty in the settings.
pub fn choose_difficulty<G: TableGame>(world: &mut World, difficulty: Difficulty) {
    if change::<G>(world, |setup| G::set_difficulty(setup, difficulty)) {
        world.resource_mut::<NewGame<G>>().difficulty = Some(difficulty);
        let mut settings = world.resource_mut::<Settings>();
        settings.difficulty.insert(G::KEY.to_owned(), difficulty);
    }
}

/// Remembers the difficulty of a game that is put on the table. The difficulty of a resumed game is that of its setup.
pub(super) fn remember_difficulty<G: TableGame>(
    world: &mut World,
    setup: &G::Setup,
    is_resumed: bool,
) {
    let settings = world.resource::<Settings>().difficulty_of(G::KEY);
    let own = difficulty_of::<G>(setup).filter(|_| is_resumed);
    world.resource_mut::<NewGame<G>>().at_table = Some(own.unwrap_or(settings));
}

/// Returns the setup of the next game at the new difficulty, if the difficulty of the settings has changed since the
/// game at the table began.
pub fn adapted_setup<G: TableGame>(world: &World, setup: &G::Setup) -> Option<G::Setup> {
    let difficulty = world.resource::<Settings>().difficulty_of(G::KEY);
    let seats = G::seats(setup);
    // Between humans there is no opponent whose strength could change.
    let is_between_humans = seats.len() > 1 && seats.iter().all(Seat::is_human);
    if world.resource::<NewGame<G>>().at_table == Some(difficulty) || is_between_humans {
        return None;
    }
    let mut adapted = setup.clone();
    G::set_difficulty(&mut adapted, difficulty);
    G::check(&adapted).is_ok().then_some(adapted)
}

/// The game of the day for its seed: the usual setup at the usual difficulty.
pub(super) fn of_the_day<G: TableGame>(seed: Seed) -> GameId {
    let mut setup = G::Setup::default();
    G::set_difficulty(&mut setup, Difficulty::default());
    Origin::<G> {
        parameters: G::parameters_for(&setup, G::usual_parameters()),
        ..Origin::new(setup, seed)
    }
    .id()
}

/// Adapts the game that follows the one at the table to the difficulty of the settings.
pub(super) fn adapt_next_game<G: TableGame>(world: &World, next: &mut NextGame<G>) {
    if let Some(setup) = adapted_setup::<G>(world, &next.origin.setup) {
        replace_setup(world, next, setup);
    }
}

/// Gives the game that follows the one at the table a difficulty.
pub(super) fn set_difficulty_of_next<G: TableGame>(
    world: &World,
    next: &mut NextGame<G>,
    difficulty: Difficulty,
) {
    let mut setup = next.origin.setup.clone();
    G::set_difficulty(&mut setup, difficulty);
    replace_setup(world, next, setup);
}

fn replace_setup<G: TableGame>(world: &World, next: &mut NextGame<G>, setup: G::Setup) {
    let settings = world.resource::<Settings>();
    next.origin.parameters =
        G::parameters_for(&setup, settings.parameters_of(G::KEY, G::usual_parameters));
    next.origin.setup = setup;
    // The individual, the content and the series belong to the old difficulty.
    (next.origin.pick, next.origin.genome) = (Pick::Best, None);
    next.content = None;
    next.extra = G::Extra::default();
}

/// Remembers the setup of the new game for the next start of the program.
pub(super) fn remember_setup<G: TableGame>(world: &mut World) {
    let game = world.resource::<NewGame<G>>();
    let (setup, random_side) = (game.setup.to_string(), game.random_side);
    let mut settings = world.resource_mut::<Settings>();
    let last = LastSetup {
        difficulty: settings.difficulty_of(G::KEY),
        setup,
        random_side,
    };
    if settings.last_setups.get(G::KEY) != Some(&last) {
        settings.last_setups.insert(G::KEY.to_owned(), last);
    }
}

/// The setup that was played last, if it belongs to the difficulty of the settings and can still be played, and whether
/// the side in it was left to chance.
fn remembered_setup<G: TableGame>(settings: &Settings) -> Option<(G::Setup, bool)> {
    let last = settings.last_setups.get(G::KEY)?;
    let setup: G::Setup = last.setup.parse().ok()?;
    let is_same = last.difficulty == settings.difficulty_of(G::KEY);
    let is_good = is_same && G::check(&setup).is_ok();
    is_good.then_some((setup, last.random_side))
}

/// Adapts the setup to the difficulty of the settings, if that has changed. When the page opens for the first time it
/// has the setup that was played last.
pub(super) fn follow_settings<G: TableGame>(world: &mut World) {
    let settings = world.resource::<Settings>();
    let difficulty = settings.difficulty_of(G::KEY);
    let remembered = remembered_setup::<G>(settings);
    let mut game = world.resource_mut::<NewGame<G>>();
    if game.difficulty == Some(difficulty) {
        return;
    }
    let is_untouched = game.difficulty.is_none() && game.setup == G::Setup::default();
    game.difficulty = Some(difficulty);
    if let Some((setup, random_side)) = remembered.filter(|_| is_untouched) {
        (game.setup, game.random_side) = (setup, random_side);
        return;
    }
    G::set_difficulty(&mut game.setup, difficulty);
    if G::check(&game.setup).is_err() {
        game.setup = G::Setup::default();
        G::set_difficulty(&mut game.setup, difficulty);
    }
}
