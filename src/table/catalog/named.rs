//! A list by folded name.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::table::names;

/// A list by name, in the order of names.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T>(BTreeMap<String, Arc<T>>, BTreeMap<String, String>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Named(BTreeMap::new(), BTreeMap::new())
    }
}

impl<T> Named<T> {
    /// Adds one; gives the old one back if the (folded) name is taken.
    pub fn add(&mut self, name: &str, value: T) -> Option<Arc<T>> {
        let key = names::fold(name);
        self.1.insert(key.clone(), name.to_owned());
        self.0.insert(key, Arc::new(value))
    }
    /// The one of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<T>> {
        self.0.get(name).or_else(|| self.0.get(&names::fold(name)))
    }
    /// Keeps those that pass.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.0.retain(|_, one| keep(one));
        let left = &self.0;
        self.1.retain(|key, _| left.contains_key(key));
    }
    /// Takes over, as they are, those of another list whose names are free.
    pub fn back(&mut self, others: &Named<T>) {
        for ((key, one), name) in others.0.iter().zip(others.1.values()) {
            if !self.0.contains_key(key) {
                self.0.insert(key.clone(), Arc::clone(one));
                self.1.insert(key.clone(), name.clone());
            }
        }
    }
    /// Their names as written.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.1.values().map(String::as_str)
    }
    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.0.values()
    }
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// None?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
