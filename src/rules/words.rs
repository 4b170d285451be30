//! One macro for the closed word lists of the rulebook, so that every list is read and written alike.

/// Declares a closed, ordered enum with one snake_case word and one shown name a variant.
///
/// Gives `ALL`, `WHAT`, `word()`, `Display` (the shown name), `parse` (case, spaces, hyphens, underscores and apostrophes
/// don't matter), `lookup` (the same with close names in the error) and serde by word.
macro_rules! words {
    (
        $(#[$meta:meta])*
        $name:ident, $what:literal {
            $( $(#[$vmeta:meta])* $variant:ident = $word:literal, $shown:literal; )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $( $(#[$vmeta])* #[serde(rename = $word)] $variant, )+
        }

        impl $name {
            /// Every value, lowest or first printed first.
            pub const ALL: &'static [Self] = &[ $( Self::$variant, )+ ];

            /// What one of these is called in an error.
            pub const WHAT: &'static str = $what;

            /// The word used in scripts, files and answers.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $( Self::$variant => $word, )+ }
            }

            /// Reads the word or the shown name; `None` for anything else.
            #[must_use]
            pub fn parse(text: &str) -> Option<Self> {
                let wanted = $crate::rules::names::fold(text);
                Self::ALL.iter().copied().find(|value| {
                    $crate::rules::names::folds_to(value.word(), &wanted)
                        || $crate::rules::names::folds_to(match value { $( Self::$variant => $shown, )+ }, &wanted)
                })
            }

            /// Reads the word or the shown name.
            ///
            /// # Errors
            /// Any other text: the error has the close names and all allowed ones.
            pub fn lookup(text: &str) -> Result<Self, $crate::rules::names::UnknownName> {
                Self::parse(text).ok_or_else(|| {
                    $crate::rules::names::UnknownName::new($what, text, Self::ALL.iter().map(|value| value.word()))
                })
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self { $( Self::$variant => $shown, )+ })
            }
        }
    };
}

pub(crate) use words;
