//! Encodings and policies, as queries name them.

use datafusion_common::{Result, ScalarValue, exec_err, plan_datafusion_err, plan_err};
use datafusion_expr::ColumnarValue;
use placemat::columns::OnFailure;
use placemat::{Conversion, Encoding, OnError, OnUnencodable, Options};

use crate::function::Kind;

/// How many similar names a message lists.
const NEAREST: usize = 3;

/// What happens to values that cannot be converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    on_error: OnError,
    on_unencodable: OnUnencodable,
    pub(crate) on_failure: OnFailure,
}

impl Policy {
    const ERROR: Policy = Policy {
        on_error: OnError::Strict,
        on_unencodable: OnUnencodable::Strict,
        on_failure: OnFailure::Stop,
    };

    /// Returns the policy of a name in any case, like other names in a query.
    fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        match name.as_str() {
            "error" => return Some(Policy::ERROR),
            "null" => return Some(Policy { on_failure: OnFailure::Null, ..Policy::ERROR }),
            _ => {}
        }
        let on_error = OnError::ALL.into_iter().find(|policy| policy.name() == name);
        let on_unencodable = OnUnencodable::ALL.into_iter().find(|policy| policy.name() == name);
        match (on_error, on_unencodable) {
            (None, None) => None,
            (Some(OnError::Strict), _) => Some(Policy::ERROR),
            (Some(on_error), _) => {
                Some(Policy { on_error, on_unencodable: OnUnencodable::Replace, ..Policy::ERROR })
            }
            (None, Some(on_unencodable)) => Some(Policy { on_unencodable, ..Policy::ERROR }),
        }
    }

    /// Returns the names of all policies.
    fn names() -> String {
        let mut names = vec!["error", "null"];
        names.extend(OnError::ALL.into_iter().map(OnError::name));
        for name in OnUnencodable::ALL.into_iter().map(OnUnencodable::name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }
}

/// The constant arguments of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub(crate) encoding: Encoding,
    policy: Policy,
}

impl Request {
    /// Parses the constant arguments after the first argument; `None` is one that is not known yet.
    pub(crate) fn planned(kind: Kind, constants: &[Option<&ScalarValue>]) -> Result<Self> {
        let text = |constant: &ScalarValue, what: &str| match constant.try_as_str() {
            Some(Some(name)) => Ok(name.to_owned()),
            _ => plan_err!("{}: the {what} is no text: {constant}", kind.name()),
        };
        let encoding = match constants.first().copied().flatten() {
            Some(constant) => encoding(kind, &text(constant, "encoding")?)?,
            None => Encoding::Utf8,
        };
        let policy = match constants.get(1).copied().flatten() {
            Some(constant) => policy(kind, &text(constant, "policy")?)?,
            None if kind == Kind::MakeValid => {
                Policy { on_error: OnError::Replace, on_unencodable: OnUnencodable::Replace, ..Policy::ERROR }
            }
            None => Policy::ERROR,
        };
        let request = Request { encoding, policy };
        if kind.converts() {
            request.conversion(kind)?;
        }
        Ok(request)
    }

    /// Parses the arguments when the query runs, when all are known.
    pub(crate) fn of(kind: Kind, arguments: &[ColumnarValue]) -> Result<Self> {
        let mut constants = vec![];
        for argument in arguments {
            match argument {
                ColumnarValue::Scalar(constant) => constants.push(Some(constant)),
                ColumnarValue::Array(_) => {
                    return exec_err!("{}: encoding and policy are the same for all rows", kind.name());
                }
            }
        }
        Self::planned(kind, &constants)
    }

    pub(crate) fn on_failure(self) -> OnFailure {
        self.policy.on_failure
    }

    /// Returns the conversion to text, or from text.
    pub(crate) fn conversion(self, kind: Kind) -> Result<Conversion<Encoding, Encoding>> {
        let Policy { on_error, on_unencodable, .. } = self.policy;
        let options = Options { on_error, on_unencodable, ..Options::default() };
        let (source, target) = match kind {
            Kind::Encode => (Encoding::Utf8, self.encoding),
            _ => (self.encoding, Encoding::Utf8),
        };
        Conversion::new(source, target, options)
            .map_err(|undefined| plan_datafusion_err!("{}: {undefined}", kind.name()))
    }
}

fn encoding(kind: Kind, name: &str) -> Result<Encoding> {
    if let Some((encoding, _)) = Encoding::for_name(name) {
        return Ok(encoding);
    }
    let near: Vec<_> = Encoding::nearest_names(name, NEAREST).collect();
    let near = match near[..] {
        [] => String::new(),
        [nearest] => format!("; the nearest is {nearest}"),
        _ => format!("; the nearest are {}", near.join(", ")),
    };
    plan_err!("{}: unknown encoding '{}'{near}", kind.name(), name.escape_default())
}

fn policy(kind: Kind, name: &str) -> Result<Policy> {
    match Policy::named(name) {
        Some(policy) => Ok(policy),
        None => plan_err!(
            "{}: unknown policy '{}'; there are {}",
            kind.name(),
            name.escape_default(),
            Policy::names()
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_has_a_name_of_its_own() {
        assert_eq!(Policy::named("strict"), Policy::named("error"));
        assert_eq!(Policy::named("REPLACE"), Policy::named("replace"));
        assert_eq!(Policy::named("replaced"), None);
        let names = Policy::names();
        for name in names.split(", ") {
            assert!(Policy::named(name).is_some(), "{name}");
        }
        let replace = Policy::named("replace").unwrap();
        assert_eq!((replace.on_error, replace.on_unencodable), (OnError::Replace, OnUnencodable::Replace));
        let escape = Policy::named("escape-xml").unwrap();
        assert_eq!((escape.on_error, escape.on_unencodable), (OnError::Strict, OnUnencodable::EscapeXml));
        assert_eq!(Policy::named("null").unwrap().on_failure, OnFailure::Null);
    }
}
