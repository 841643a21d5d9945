//! The interface of DataFusion for functions.

use std::sync::Arc;

use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion_common::{Result, ScalarValue, plan_err};
use datafusion_expr::{
    ColumnarValue, Documentation, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, Volatility,
};

use crate::arguments::Request;
use crate::array::of_type;
use crate::{documentation, work};

/// Identifies a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    IsValid,
    MakeValid,
    Decode,
    Encode,
    Dialect,
    ErrorOffset,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::IsValid => "is_valid_utf8",
            Kind::MakeValid => "make_valid_utf8",
            Kind::Decode => "decode_text",
            Kind::Encode => "encode_text",
            Kind::Dialect => "text_encoding",
            Kind::ErrorOffset => "utf8_error_offset",
        }
    }

    /// Returns the least and the greatest number of arguments.
    fn arity(self) -> (usize, usize) {
        match self {
            Kind::IsValid | Kind::ErrorOffset => (1, 2),
            Kind::MakeValid => (1, 3),
            Kind::Decode | Kind::Encode => (2, 3),
            Kind::Dialect => (1, 1),
        }
    }

    /// Returns `true` if the function rewrites values.
    pub(crate) fn converts(self) -> bool {
        matches!(self, Kind::MakeValid | Kind::Decode | Kind::Encode)
    }

    /// Returns the type of the result for values of a type.
    fn result(self, values: &DataType) -> DataType {
        match self {
            Kind::IsValid => DataType::Boolean,
            Kind::Dialect => DataType::Utf8,
            Kind::ErrorOffset => DataType::Int64,
            Kind::MakeValid | Kind::Decode => of_type(values, true),
            Kind::Encode => of_type(values, false),
        }
    }
}

/// One of the functions.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct TextFunction {
    kind: Kind,
    signature: Signature,
}

impl TextFunction {
    pub(crate) fn new(kind: Kind) -> Self {
        TextFunction { kind, signature: Signature::user_defined(Volatility::Immutable) }
    }
}

impl ScalarUDFImpl for TextFunction {
    fn name(&self) -> &str {
        self.kind.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let (name, (fewest, most)) = (self.kind.name(), self.kind.arity());
        if types.len() < fewest || types.len() > most {
            let count = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
            return plan_err!("{name} takes {count} arguments, and not {}", types.len());
        }
        let mut coerced = Vec::with_capacity(types.len());
        for (k, given) in types.iter().enumerate() {
            coerced.push(match given {
                DataType::Null => DataType::Utf8,
                DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => given.clone(),
                DataType::Binary | DataType::LargeBinary | DataType::BinaryView if k == 0 => given.clone(),
                DataType::FixedSizeBinary(_) if k == 0 => DataType::Binary,
                DataType::Dictionary(_, values) if k == 0 && is_bytes(values) => given.clone(),
                DataType::Dictionary(_, values) if is_bytes(values) => DataType::Utf8,
                other if k == 0 => return plan_err!("{name} takes strings or bytes, and not {other}"),
                other => return plan_err!("{name} takes names of encodings and policies, and not {other}"),
            });
        }
        Ok(coerced)
    }

    fn return_type(&self, types: &[DataType]) -> Result<DataType> {
        match types.first() {
            Some(values) => Ok(self.kind.result(values)),
            None => plan_err!("{} takes an argument", self.kind.name()),
        }
    }

    /// This is the last step of planning, so errors are reported here.
    fn return_field_from_args(&self, args: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let types: Vec<_> = args.arg_fields.iter().map(|field| field.data_type().clone()).collect();
        Request::planned(self.kind, args.scalar_arguments.get(1..).unwrap_or_default())?;
        let is_nullable = match self.kind {
            Kind::IsValid => args.arg_fields.first().is_none_or(|field| field.is_nullable()),
            _ => true,
        };
        Ok(Arc::new(Field::new(self.kind.name(), self.return_type(&types)?, is_nullable)))
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let Some((values, constants)) = args.args.split_first() else {
            return plan_err!("{} takes an argument", self.kind.name());
        };
        let request = Request::of(self.kind, constants)?;
        match values {
            ColumnarValue::Array(values) => Ok(ColumnarValue::Array(work::run(self.kind, request, values)?)),
            ColumnarValue::Scalar(value) => {
                let result = work::run(self.kind, request, &value.to_array()?)?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?))
            }
        }
    }

    fn documentation(&self) -> Option<&Documentation> {
        Some(documentation::of(self.kind))
    }
}

fn is_bytes(values: &DataType) -> bool {
    matches!(
        values,
        DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Binary
            | DataType::LargeBinary
            | DataType::BinaryView
    )
}
