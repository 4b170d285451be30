//! Facts put into parts: a scene each.

use super::sentence::sentence;
use super::stand::stand;
use crate::table::catalog::Catalog;
use crate::table::event::{Audience, Event, Fact};
use crate::table::readers;
use crate::table::state::State;

/// How a piece stands on the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A sentence that flows on from the last.
    Flows,
    /// A sentence that turns the scene, by itself.
    Turn,
    /// Words that were said.
    Quote,
    /// A card, by itself.
    Card,
    /// A note of the GM's.
    Note,
    /// Nothing but a new paragraph.
    Break,
    /// An act is over: a new paragraph, if this one is long enough.
    Pause,
}

/// A piece of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Who may read it.
    pub audience: Audience,
    /// How it stands.
    pub shape: Shape,
    /// Its words.
    pub text: String,
}

/// A part of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The scene's name; none before the first and between two.
    pub name: Option<String>,
    /// Who may read the name.
    pub audience: Audience,
    /// What happened.
    pub pieces: Vec<Piece>,
}

impl Scene {
    fn between() -> Self {
        Scene {
            name: None,
            audience: Audience::Table,
            pieces: Vec::new(),
        }
    }
}

/// A session told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chronicle {
    /// Its number.
    pub session: u32,
    /// The characters that were there.
    pub cast: Vec<String>,
    /// Its parts.
    pub scenes: Vec<Scene>,
    /// Where things stand at the end.
    pub stands: Vec<Piece>,
}

/// Tells the acts that stand, from the state that the first began on.
#[must_use]
pub fn tell<'a>(
    ground: &State,
    acts: impl IntoIterator<Item = &'a [Fact]>,
    catalog: &Catalog,
) -> Chronicle {
    let mut state = ground.clone();
    let mut scenes = vec![match ground.scene.name.as_str() {
        "" => Scene::between(),
        // A file that goes on in the middle of a scene.
        name => Scene {
            name: Some(name.to_owned()),
            audience: Audience::Table,
            pieces: Vec::new(),
        },
    }];
    for facts in acts {
        for (at, fact) in facts.iter().enumerate() {
            match &fact.event {
                Event::SceneStarted { name, .. } => scenes.push(Scene {
                    name: Some(name.clone()),
                    audience: readers::of(&state, fact, name),
                    pieces: Vec::new(),
                }),
                Event::SceneClosed { .. } => scenes.push(Scene::between()),
                _ => {
                    if let Some(piece) = sentence(&state, facts, at, catalog)
                        && let Some(scene) = scenes.last_mut()
                    {
                        scene.pieces.push(piece);
                    }
                }
            }
            // A fact that doesn't fit was told as damage when the session was opened.
            let _ = state.apply(&fact.event);
        }
        if let Some(scene) = scenes.last_mut()
            && !scene.pieces.is_empty()
        {
            scene.pieces.push(Piece {
                audience: Audience::Table,
                shape: Shape::Pause,
                text: String::new(),
            });
        }
    }
    let silent = |scene: &Scene| {
        let mut shapes = scene.pieces.iter().map(|piece| piece.shape);
        shapes.all(|shape| matches!(shape, Shape::Break | Shape::Pause))
    };
    scenes.retain(|scene| scene.name.is_some() || !silent(scene));
    let cast = state.roster().map(|who| state.name(who)).collect();
    Chronicle {
        session: state.session.number,
        cast,
        scenes,
        stands: stand(&state, catalog),
    }
}
