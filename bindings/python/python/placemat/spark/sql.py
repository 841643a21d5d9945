"""Functions for SQL."""

# Neither package need be installed, and pyarrow has no types.
# mypy: disable-error-code="import-not-found,import-untyped"

from __future__ import annotations

import functools
import itertools
import re
import string
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .. import _native, arrow

if TYPE_CHECKING:
    import pyarrow as _pyarrow
    from pyspark.sql import SparkSession


def register(spark: SparkSession, prefix: str = "placemat_") -> list[str]:
    """Register functions for SQL, and return their names.

    They are Spark's own four functions, extended by an encoding, and a policy for ill-formed values:

    - ``placemat_is_valid_utf8(value, encoding)``
    - ``placemat_make_valid_utf8(value, encoding, policy)``: the value as UTF-8, or null if it cannot be
      converted under the policy
    - ``placemat_validate_utf8(value, encoding)``: the value as UTF-8; an ill-formed value is an error, which
      shows the value and the offset of its first error
    - ``placemat_try_validate_utf8(value, encoding)``: the value as UTF-8, or null if it is ill-formed

    As in Spark's functions, the default encoding is ``'utf-8'``, and the default policy ``'replace'``. Values
    are strings or binary. For doubly encoded values the policy must be ``'strict'``. Names of encodings are
    those that ``placemat.lookup`` accepts; names of policies may be in any case.

    Another name, or a policy that is not defined for the encoding, ends the query at its first row with
    ``SparkRuntimeException``. Its condition is ``USER_RAISED_EXCEPTION``, and its message says what is wrong
    with the name. Like all Python functions, these are called for every row, even if a condition excludes it.
    Spark looks for its own functions first, so these functions cannot have their names.

    Raises ``ImportError`` if PySpark is older than 4.1.
    """
    try:
        from pyspark.sql import functions

        # The types of PySpark list the kinds of functions one by one.
        arrow_udf: Any = functions.arrow_udf
    except (ImportError, AttributeError):
        raise ImportError("placemat.spark.register needs pyspark 4.1 or later, for functions on Arrow") from None

    names_of = {"encoding": _encoding_looked_up(), "policy": _policy_looked_up()}
    names = []
    for name, work, returns, parameters in [
        ("is_valid_utf8", _is_valid, "BOOLEAN", {"encoding": "utf-8"}),
        ("make_valid_utf8", _make_valid, "STRING", {"encoding": "utf-8", "policy": "replace"}),
        ("validate_utf8", _validate, "STRING", {"encoding": "utf-8"}),
        ("try_validate_utf8", _try_validate, "STRING", {"encoding": "utf-8"}),
    ]:
        spark.udf.register(f"{prefix}{name}_arrow", arrow_udf(work, returns.lower()))
        declared = "".join(f", {one} STRING DEFAULT '{default}'" for one, default in parameters.items())
        arguments = "".join(f", {names_of[one]}" for one in parameters)
        spark.sql(
            f"CREATE OR REPLACE TEMPORARY FUNCTION {prefix}{name}(value BINARY{declared}) RETURNS {returns} "
            f"RETURN {prefix}{name}_arrow(value{arguments})"
        )
        names.append(prefix + name)
    return names


# Each returns a name if it is known, and otherwise an error.


def _encoding_looked_up() -> str:
    identifiers = _native.encodings()
    is_one = f"encoding IN ({_quoted(identifiers)}) OR {_is_name_of(identifiers)}"
    cases = ["WHEN encoding IS NULL THEN NULL", f"WHEN {is_one} THEN encoding"]
    return f"CASE {' '.join(cases)} ELSE {_unknown('encoding', identifiers)} END"


def _is_name_of(identifiers: Iterable[str]) -> str:
    """Return a condition that is true for one of their names."""
    known = set(identifiers)
    return _is_spelled(name for name in _native.names() if _native.identifier(name) in known)


def _is_spelled(names: Iterable[str]) -> str:
    """Return a condition that is true for these names, in any case, with any separator or none instead of a
    separator, as the look-up accepts them.

    Only letters of ASCII have two cases in the look-up, and only white space of ASCII may be around the name.
    `$` would match before a line end.
    """
    pattern = "|".join(sorted({re.sub("[^a-z0-9]", _spelled, name.lower()) for name in names}))
    space = "[ \t\n\f\r]*"
    return f"encoding RLIKE '(?is)^{space}({pattern}){space}(?!.)'"


def _spelled(sign: re.Match) -> str:
    return "[-_ ]?" if sign[0] in "-_ " else f"[{sign[0]}]"


# Folds the case as the look-up does: only letters of ASCII.
_POLICY = f"translate(policy, '{string.ascii_uppercase}', '{string.ascii_lowercase}')"


def _policy_looked_up() -> str:
    policies = _native.policies()[0]
    # Policies, grouped by the encodings for which they are not defined.
    groups: dict[tuple[str, ...], list[str]] = {}
    for policy in policies:
        groups.setdefault(_lacking(policy), []).append(policy)
    everywhere = groups.pop((), [])
    cases = ["WHEN policy IS NULL THEN NULL"]
    cases += [f"WHEN {_POLICY} IN ({_quoted([*everywhere, 'ignore'])}) THEN {_POLICY}"]
    undefined = _error("concat('policy ', policy, ' is not defined for ', encoding)")
    for encodings, group in groups.items():
        defined = f"CASE WHEN {_is_name_of(encodings)} THEN {undefined} ELSE {_POLICY} END"
        cases.append(f"WHEN {_POLICY} IN ({_quoted(group)}) THEN {defined}")
    return f"CASE {' '.join(cases)} ELSE {_unknown('policy', policies)} END"


def _lacking(policy: str) -> tuple[str, ...]:
    """Return the encodings for which a policy is not defined."""
    import pyarrow

    lacking = []
    for encoding in _native.encodings():
        try:
            arrow.convert(pyarrow.array([], pyarrow.binary()), encoding, errors=policy)
        except LookupError:
            lacking.append(encoding)
    return tuple(lacking)


def _unknown(parameter: str, known: list[str]) -> str:
    return _error(f"concat('unknown {parameter}: ', {parameter}, '; there are {', '.join(known)}')")


def _error(message: str) -> str:
    return f"raise_error({message})"


def _quoted(names: list[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _is_valid(value, encoding):
    return _each(arrow.is_valid, "bool", value, encoding)


def _make_valid(value, encoding, policy):
    return _each(functools.partial(_convert, on_failure="null"), "string", value, encoding, policy)


def _validate(value, encoding):
    return _each(_convert, "string", value, encoding)


def _try_validate(value, encoding):
    return _each(functools.partial(_convert, on_failure="null"), "string", value, encoding)


def _convert(value, encoding, errors="strict", on_failure="error"):
    return arrow.convert(value, encoding, errors=errors, type="string", on_failure=on_failure).column


# How many bytes of a value are shown.
_SHOWN = 40


def _name_value(error: UnicodeError) -> None:
    """Show the value in the notes of an error, but not its row: a function of SQL sees only a batch, whose
    row numbers are not those of the table.
    """
    assert isinstance(error, (UnicodeDecodeError, UnicodeEncodeError))
    value, unit = error.object, "byte" if isinstance(error, UnicodeDecodeError) else "character"
    shown = repr(value[:_SHOWN]) + ("…" if len(value) > _SHOWN else "")
    size = f"{len(value)} {unit}{'' if len(value) == 1 else 's'}"
    error.__notes__ = [f"value: {shown} ({size}), error at {unit} offset {error.start}"]


def _each(work, returns: str, value: _pyarrow.Array, *names: _pyarrow.Array) -> _pyarrow.Array:
    """Do the work at once for all rows that have the same names, which usually are all rows."""
    import pyarrow
    from pyarrow import compute

    groups = list(itertools.product(*(compute.unique(column).to_pylist() for column in names)))
    made: list[_pyarrow.Array] = []
    for group in groups:
        # Without a name, the result is null.
        if None in group:
            continue
        own = value
        if len(groups) > 1:
            is_own = functools.reduce(compute.and_, map(compute.equal, names, group))
            own = compute.if_else(compute.fill_null(is_own, False), value, None)
        try:
            made.append(pyarrow.array(work(own, *group)))
        except UnicodeError as error:
            _name_value(error)
            raise
    if not made:
        return pyarrow.nulls(len(value), pyarrow.type_for_alias(returns))
    return made[0] if len(made) == 1 else compute.coalesce(*made)
