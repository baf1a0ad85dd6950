//! A seed in a file, written as a player writes it.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

use super::Seed;

/// Writes the text of a seed.
pub fn serialize<S: Serializer>(seed: &Seed, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(seed)
}

/// Reads the text of a seed. Refuses what is none.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Seed, D::Error> {
    String::deserialize(from)?.parse().map_err(D::Error::custom)
}
