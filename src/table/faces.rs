//! Faces that people typed from real dice: one queue in the order of throwing. A comma separates rolls, a slash
//! the re-rolls of one roll; both are checked against what is thrown. 0 is a ten.

use std::collections::VecDeque;

use crate::rules::numbers::Face;

/// A face or a separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Face(Face),
    /// Re-rolls follow.
    Slash,
    /// The next roll follows.
    Comma,
}

/// Faces still to be used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaceQueue {
    items: VecDeque<Item>,
    /// The pools that took faces of it, in words, and how many each took.
    taken: Vec<(String, usize)>,
}

/// Why given faces can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadFaces(pub String);

impl FaceQueue {
    /// Reads "96421", "9 6 4 2 1 / 7, 8 3", "10 9 8".
    ///
    /// # Errors
    /// Names the first word that is no face.
    pub fn parse(text: &str) -> Result<Self, BadFaces> {
        let mut items = VecDeque::new();
        let spaced = text.replace('/', " / ").replace([',', ';'], " , ");
        for word in spaced.split_whitespace() {
            match word {
                "/" => items.push_back(Item::Slash),
                "," => items.push_back(Item::Comma),
                faces => items.extend(
                    Face::list(faces)
                        .map_err(BadFaces)?
                        .into_iter()
                        .map(Item::Face),
                ),
            }
        }
        if !items.iter().any(|item| matches!(item, Item::Face(_))) {
            return Err(BadFaces(format!(
                "{text:?} holds no face: faces are 1 to 10, and 0 is a ten"
            )));
        }
        Ok(Self {
            items,
            taken: Vec::new(),
        })
    }

    /// From a list.
    #[must_use]
    pub fn from_faces(faces: impl IntoIterator<Item = Face>) -> Self {
        Self {
            items: faces.into_iter().map(Item::Face).collect(),
            taken: Vec::new(),
        }
    }

    /// Adds more at the end, as a new roll.
    pub fn then(&mut self, mut more: FaceQueue) {
        if !self.items.is_empty() {
            self.items.push_back(Item::Comma);
        }
        self.items.append(&mut more.items);
    }

    /// Nothing left?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.items.iter().any(|item| matches!(item, Item::Face(_)))
    }

    /// The faces left, for a message.
    #[must_use]
    pub fn left(&self) -> String {
        let words: Vec<String> = self
            .items
            .iter()
            .map(|item| match item {
                Item::Face(face) => face.to_string(),
                Item::Slash => "/".into(),
                Item::Comma => ",".into(),
            })
            .collect();
        words.join(" ").trim_matches([',', '/', ' ']).to_owned()
    }

    /// Takes the faces of a whole pool, or nothing when none are left.
    ///
    /// # Errors
    /// When their number doesn't fit: `pool` spells the pool out.
    pub fn pool(&mut self, n: usize, pool: &str) -> Result<Option<Vec<Face>>, BadFaces> {
        if self.is_empty() {
            return Ok(None);
        }
        if self.items.front() == Some(&Item::Comma) {
            self.items.pop_front();
        }
        if self.items.front() == Some(&Item::Slash) {
            return Err(BadFaces(format!(
                "the faces after the slash ({}) were not needed: no die was thrown again",
                self.left()
            )));
        }
        let given = self
            .items
            .iter()
            .take_while(|item| matches!(item, Item::Face(_)))
            .count();
        let exact = given < self.items.len();
        if given < n || (exact && given > n) {
            return Err(BadFaces(format!(
                "{pool} needs {n} faces, {given} are given"
            )));
        }
        self.taken.push((pool.to_owned(), n));
        Ok(Some(self.take(n)))
    }

    /// What is wrong with the faces that are left over, in words.
    #[must_use]
    pub fn too_many(&self) -> String {
        let left = self.left();
        let more = left.split([' ', ',', '/']).filter(|face| !face.is_empty());
        let more = more.count();
        match self.taken.as_slice() {
            [] => format!("no dice were thrown, and faces are given: {left}"),
            [(pool, n)] => format!(
                "{pool} needs {n} face{}, {} are given: {left} left over",
                if *n == 1 { "" } else { "s" },
                n + more
            ),
            pools => {
                let pools: Vec<String> = pools
                    .iter()
                    .map(|(pool, n)| format!("{n} for {pool}"))
                    .collect();
                format!(
                    "more faces than dice ({}): {left} left over",
                    pools.join(", ")
                )
            }
        }
    }

    /// Takes one face for a die thrown again, if one is there.
    pub fn again(&mut self) -> Option<Face> {
        if self.items.front() == Some(&Item::Slash) {
            self.items.pop_front();
        }
        match self.items.front() {
            Some(Item::Face(_)) => self.take(1).first().copied(),
            _ => None,
        }
    }

    fn take(&mut self, n: usize) -> Vec<Face> {
        self.items
            .drain(..n)
            .filter_map(|item| match item {
                Item::Face(face) => Some(face),
                Item::Slash | Item::Comma => None,
            })
            .collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn numbers(faces: &[Face]) -> Vec<u8> {
        faces.iter().map(|face| face.get()).collect()
    }

    #[test]
    fn one_queue_in_order_of_throwing() {
        let mut queue = FaceQueue::parse("9 6 4 2 1 / 7, 80").unwrap();
        assert_eq!(
            numbers(&queue.pool(5, "5d10").unwrap().unwrap()),
            [9, 6, 4, 2, 1]
        );
        assert_eq!(queue.again().map(Face::get), Some(7));
        assert_eq!(queue.again(), None);
        assert_eq!(numbers(&queue.pool(2, "2d10").unwrap().unwrap()), [8, 10]);
        assert_eq!(queue.pool(2, "2d10").unwrap(), None);
    }

    #[test]
    fn a_wrong_number_is_refused_with_the_pool_spelled_out() {
        let mut queue = FaceQueue::parse("964, 21").unwrap();
        let error = queue.pool(5, "Wits 3 + Craft 2 = 5d10").unwrap_err();
        assert_eq!(
            error.to_string(),
            "Wits 3 + Craft 2 = 5d10 needs 5 faces, 3 are given"
        );
        let mut queue = FaceQueue::parse("9642").unwrap();
        queue.pool(3, "3d10").unwrap();
        assert_eq!(
            queue.too_many(),
            "3d10 needs 3 faces, 4 are given: 2 left over"
        );
        assert!(FaceQueue::parse("9x").is_err());
        assert!(FaceQueue::parse(" , ").is_err());
    }
}
