//! Lines of JSON, read strictly: only the types that vectors use, and no field twice.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};

/// The error for a line that does not have the form of a vector, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotUnderstood(pub String);

impl fmt::Display for NotUnderstood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotUnderstood {}

/// Returns an error with a reason.
pub(crate) fn refuse<T>(reason: impl Into<String>) -> Result<T, NotUnderstood> {
    Err(NotUnderstood(reason.into()))
}

/// A value of a field of a vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Number(u64),
    Text(String),
    Object(Fields),
}

impl Json {
    pub(crate) fn text(self, name: &str) -> Result<String, NotUnderstood> {
        match self {
            Json::Text(text) => Ok(text),
            _ => refuse(format!("{name} is not a string")),
        }
    }

    pub(crate) fn number(self, name: &str) -> Result<u64, NotUnderstood> {
        match self {
            Json::Number(number) => Ok(number),
            _ => refuse(format!("{name} is not a whole number from 0")),
        }
    }
}

/// The fields of an object, each to be taken once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fields(Vec<(String, Json)>);

impl Fields {
    /// Returns the fields of a whole line.
    pub(crate) fn parse(line: &[u8]) -> Result<Fields, NotUnderstood> {
        match serde_json::from_slice(line) {
            Ok(Json::Object(fields)) => Ok(fields),
            Ok(_) => refuse("no JSON object"),
            Err(error) => refuse(format!("not understood as JSON: {error}")),
        }
    }

    /// Takes a required field.
    pub(crate) fn take(&mut self, name: &str) -> Result<Json, NotUnderstood> {
        self.take_if_present(name).ok_or_else(|| NotUnderstood(format!("field {name} is missing")))
    }

    pub(crate) fn take_if_present(&mut self, name: &str) -> Option<Json> {
        let at = self.0.iter().position(|(field, _)| field == name)?;
        Some(self.0.swap_remove(at).1)
    }

    /// Fails if a field is left.
    pub(crate) fn finish(self) -> Result<(), NotUnderstood> {
        match self.0.first() {
            None => Ok(()),
            Some((name, _)) => refuse(format!("field {name} is superfluous")),
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("null, true, false, a whole number from 0, a string or an object")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut fields = Vec::<(String, Json)>::new();
        while let Some((name, value)) = map.next_entry::<String, Json>()? {
            if fields.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format_args!("field {name} appears twice")));
            }
            fields.push((name, value));
        }
        Ok(Json::Object(Fields(fields)))
    }
}
