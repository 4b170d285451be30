//! The table's dice: one stream of chance a session, the same on every computer and in every version.
//!
//! The raw stream is ChaCha8; a die is taken from it by our own rejection, because library ranges change between versions.
//! Each throw takes at least one word of the stream (a die of one side too), so a position names what comes next.

use std::num::NonZeroU32;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use super::seed::Seed;

const TABLE: &str = "storybeat dice v1 table";
const FORK: &str = "storybeat dice v1 fork";
const TEN: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);

/// A stream of dice. Clone it and both throw the same; [`DiceStream::fork`] for dice that are others.
#[derive(Clone, Debug)]
pub struct DiceStream {
    rng: ChaCha8Rng,
}

/// A [`DiceStream`] as data: small, comparable, for state and journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DiceState {
    /// Hash of seed text and session number.
    #[serde(with = "hex_key")]
    pub key: [u8; 32],
    /// Words taken so far.
    pub position: u64,
}

impl DiceStream {
    /// The dice of a session: from the seed's text and the session's number, at their beginning.
    pub fn from_seed(seed: &Seed, session: u32) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(TABLE);
        hasher.update(&session.to_le_bytes());
        hasher.update(seed.as_str().as_bytes());
        Self::keyed(*hasher.finalize().as_bytes())
    }

    /// The dice that a state describes; quick, however far along.
    pub fn from_state(state: DiceState) -> Self {
        let mut stream = Self::keyed(state.key);
        stream.rng.set_word_pos(state.position.into());
        stream
    }

    /// Where the stream stands.
    pub fn state(&self) -> DiceState {
        DiceState {
            key: self.rng.get_seed(),
            position: self.position(),
        }
    }

    /// Words taken so far.
    pub fn position(&self) -> u64 {
        // A u64 of words is centuries of throwing.
        u64::try_from(self.rng.get_word_pos()).unwrap_or(u64::MAX)
    }

    /// Dice for a dry run or a trial: fixed by this stream's seed, a position and the number of the call, and unrelated
    /// to what this stream throws next. Neither stream moves the other.
    pub fn fork(&self, position: u64, call: u64) -> DiceStream {
        let mut hasher = blake3::Hasher::new_derive_key(FORK);
        hasher.update(&self.rng.get_seed());
        hasher.update(&position.to_le_bytes());
        hasher.update(&call.to_le_bytes());
        Self::keyed(*hasher.finalize().as_bytes())
    }

    /// One die: 1 to `sides`, each as likely as any other (Lemire's multiplication with rejection).
    pub fn die(&mut self, sides: NonZeroU32) -> u32 {
        let sides = sides.get();
        let mut product = u64::from(self.rng.next_u32()) * u64::from(sides);
        if (product as u32) < sides {
            // 2^32 mod sides: so many low values would make some faces likelier.
            let unfair = sides.wrapping_neg() % sides;
            while (product as u32) < unfair {
                product = u64::from(self.rng.next_u32()) * u64::from(sides);
            }
        }
        (product >> 32) as u32 + 1
    }

    /// One face of the game's die, 1 to 10 (rules/01 §1).
    pub fn face(&mut self) -> u8 {
        self.die(TEN) as u8
    }

    fn keyed(key: [u8; 32]) -> Self {
        DiceStream {
            rng: ChaCha8Rng::from_seed(key),
        }
    }
}

impl PartialEq for DiceStream {
    fn eq(&self, other: &Self) -> bool {
        self.state() == other.state()
    }
}

impl Eq for DiceStream {}

impl From<DiceState> for DiceStream {
    fn from(state: DiceState) -> Self {
        Self::from_state(state)
    }
}

impl Serialize for DiceStream {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.state().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DiceStream {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        DiceState::deserialize(deserializer).map(Self::from_state)
    }
}

/// The key as 64 hex digits.
mod hex_key {
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::{Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(key: &[u8; 32], to: S) -> Result<S::Ok, S::Error> {
        blake3::Hash::from_bytes(*key)
            .to_hex()
            .as_str()
            .serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[u8; 32], D::Error> {
        let text = String::deserialize(from)?;
        blake3::Hash::from_hex(&text)
            .map(Into::into)
            .map_err(|_| D::Error::custom("the key of a dice stream is 64 hex digits"))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn seeded(text: &str, session: u32) -> DiceStream {
        DiceStream::from_seed(&Seed::text(text).unwrap(), session)
    }

    fn faces(stream: &mut DiceStream, count: usize) -> Vec<u8> {
        (0..count).map(|_| stream.face()).collect()
    }

    /// These never change: a journal of last year throws the same dice. Worked out once more outside this program.
    #[test]
    fn golden_faces() {
        let owl = seeded("owl", 1);
        let table = [
            (
                owl.clone(),
                [1, 6, 5, 8, 6, 9, 9, 7, 3, 3, 5, 5, 8, 9, 1, 4, 6, 8, 3, 1],
            ),
            (
                seeded("owl", 2),
                [2, 3, 4, 7, 3, 6, 1, 4, 3, 4, 6, 4, 2, 4, 1, 10, 3, 1, 6, 5],
            ),
            (
                seeded("7", 1),
                [4, 3, 1, 5, 6, 6, 8, 5, 1, 3, 10, 6, 3, 8, 9, 5, 10, 7, 7, 9],
            ),
            (
                owl.fork(5, 0),
                [9, 3, 3, 2, 6, 2, 1, 3, 8, 3, 7, 10, 5, 10, 9, 9, 7, 8, 5, 8],
            ),
        ];
        for (mut stream, golden) in table {
            assert_eq!(faces(&mut stream, 20), golden);
        }
        let state = serde_json::to_string(&owl).unwrap();
        let key = "01b9d6517a46a78218f0ad9f89e27f7f28da10fbf74a26c0654510922a2993a2";
        assert_eq!(state, format!(r#"{{"key":"{key}","position":0}}"#));
    }

    #[test]
    fn golden_dice_of_other_sides() {
        let mut stream = seeded("owl", 1);
        let golden = [
            (1, 1),
            (2, 2),
            (3, 2),
            (6, 5),
            (52, 28),
            (100, 89),
            (1_000_000, 850_789),
            (u32::MAX, 2_932_197_816),
            ((1 << 31) + 1, 640_956_550),
            (3 << 30, 1_491_763_190),
            (3 << 30, 2_386_705_337),
            (3 << 30, 2_883_233_747),
            (3 << 30, 1_747_121_973),
            (3 << 30, 2_354_527_057),
            (3 << 30, 954_394_691),
            (3 << 30, 176_412_600),
            (3 << 30, 53_155_272),
        ];
        for (sides, face) in golden {
            assert_eq!(
                stream.die(NonZeroU32::new(sides).unwrap()),
                face,
                "{sides} sides"
            );
        }
        assert_eq!(stream.position(), 21, "four words were thrown away");
    }

    /// The raw stream is ChaCha8 as published: first words for a key of 32 zero bytes.
    #[test]
    fn the_raw_stream_is_chacha8() {
        let mut stream = DiceStream::keyed([0; 32]);
        let words: [u32; 4] = std::array::from_fn(|_| stream.rng.next_u32());
        assert_eq!(
            words.map(u32::swap_bytes),
            [0x3e00_ef2f, 0x895f_40d6, 0x7f5b_b8e8, 0x1f09_a5a1]
        );
    }

    /// DI01: only 1 to 10, each about as often as any other, and seeds differ.
    #[test]
    fn faces_are_even_and_seeds_differ() {
        let mut thrown = Vec::new();
        for seed in ["7", "seven"] {
            let all = faces(&mut seeded(seed, 1), 100_000);
            assert_eq!(all, faces(&mut seeded(seed, 1), 100_000));
            let mut counts = [0u32; 11];
            all.iter().for_each(|face| counts[usize::from(*face)] += 1);
            assert_eq!(counts[0], 0);
            assert!(
                counts[1..].iter().all(|n| (9_500..=10_500).contains(n)),
                "{counts:?}"
            );
            // 9 degrees of freedom: above 27.9 once in a thousand seeds.
            let chi: f64 = counts[1..]
                .iter()
                .map(|n| (f64::from(*n) - 1e4).powi(2) / 1e4)
                .sum();
            assert!(chi < 27.9, "{seed}: {chi}");
            thrown.push(all);
        }
        assert_ne!(thrown[0], thrown[1]);
    }

    /// One face says nothing about the next.
    #[test]
    fn pairs_are_even() {
        let all = faces(&mut seeded("pairs", 1), 200_000);
        let mut counts = [0u32; 100];
        for pair in all.chunks_exact(2) {
            counts[usize::from((pair[0] - 1) * 10 + pair[1] - 1)] += 1;
        }
        // 99 degrees of freedom: above 148 once in a thousand seeds.
        let chi: f64 = counts
            .iter()
            .map(|n| (f64::from(*n) - 1e3).powi(2) / 1e3)
            .sum();
        assert!(chi < 148.0, "{chi}");
    }

    /// Where a plain multiplication would be a third off, rejection is not: 3 · 2³⁰ sides.
    #[test]
    fn rejection_makes_large_dice_even() {
        let sides = NonZeroU32::new(3 << 30).unwrap();
        let mut stream = seeded("large", 1);
        let mut thirds = [0u32; 3];
        for _ in 0..30_000 {
            let die = stream.die(sides);
            assert!((1..=sides.get()).contains(&die));
            thirds[((die - 1) >> 30) as usize] += 1;
        }
        assert!(
            thirds.iter().all(|n| (9_600..=10_400).contains(n)),
            "{thirds:?}"
        );
        assert!(
            stream.position() > 39_000,
            "a quarter of the words is thrown away"
        );
    }

    #[test]
    fn a_die_of_one_side_is_one_and_takes_its_word() {
        let mut stream = seeded("owl", 1);
        assert_eq!((stream.die(NonZeroU32::MIN), stream.position()), (1, 1));
    }

    #[test]
    fn a_state_goes_on_from_any_position() {
        let mut stream = seeded("owl", 1);
        for taken in 0..200 {
            let json = serde_json::to_string(&stream).unwrap();
            let mut back: DiceStream = serde_json::from_str(&json).unwrap();
            assert_eq!((back.position(), &back), (taken, &stream));
            assert_eq!(
                faces(&mut back, 9),
                faces(&mut stream.clone(), 9),
                "{taken}"
            );
            stream.die(NonZeroU32::MIN);
        }
        let far = DiceState {
            position: 1 << 40,
            ..stream.state()
        };
        assert_eq!(DiceStream::from_state(far).state(), far);
        assert!(serde_json::from_str::<DiceState>(r#"{"key":"12","position":0}"#).is_err());
    }

    /// A dry run throws its own dice, whatever it throws, and says nothing about the real ones.
    #[test]
    fn a_fork_is_another_stream() {
        let mut stream = seeded("owl", 1);
        faces(&mut stream, 5);
        let before = stream.clone();
        let mut first = stream.fork(stream.position(), 0);
        let dry = faces(&mut first, 50);
        assert_eq!(stream, before);
        assert_eq!(
            dry,
            faces(&mut stream.fork(5, 0), 50),
            "a fork is repeatable"
        );
        let real = faces(&mut stream, 50);
        assert_ne!(dry, real);
        assert_ne!(dry, faces(&mut stream.fork(5, 1), 50));
        assert_ne!(dry, faces(&mut stream.fork(6, 0), 50));
        assert_ne!(dry, faces(&mut seeded("owl", 2).fork(5, 0), 50));
        assert_ne!(dry, faces(&mut first.fork(5, 0), 50), "a fork of a fork");
    }
}
