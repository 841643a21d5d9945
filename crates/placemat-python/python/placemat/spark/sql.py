"""Functions for SQL."""

# Neither has to be there, and pyarrow has no types.
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
    """Register functions for SQL, and tell their names.

    They are Spark's own four, extended by an encoding, and a policy for what is ill-formed:

    - ``placemat_is_valid_utf8(value, encoding)``
    - ``placemat_make_valid_utf8(value, encoding, policy)``, as UTF-8; what can't be converted under the policy is null
    - ``placemat_validate_utf8(value, encoding)``, as UTF-8, and an error where the value is ill-formed, which shows the value and the
      offset of the first error in it
    - ``placemat_try_validate_utf8(value, encoding)``, null where it is ill-formed

    The encoding is ``'utf-8'`` if there is none, the policy ``'replace'``: as Spark's functions have it. Values are strings or
    binary. For doubly encoded values the policy has to be ``'strict'``. Names of encodings are those that ``placemat.lookup`` takes, names of policies may be in any case. Another name, or a
    policy that is not defined for the encoding, ends the query at its first row with ``SparkRuntimeException``: its condition is
    ``USER_RAISED_EXCEPTION``, its message says what is wrong with the name. As all functions of Python they are asked of
    every row, also behind a condition. Spark looks for its own functions first, so that they cannot have its names.

    ``ImportError`` where PySpark is older than 4.1.
    """
    try:
        from pyspark.sql import functions

        # Its types name the kinds of functions one by one.
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


# A name, if there is such a one, and else an error.


def _encoding_looked_up() -> str:
    identifiers = _native.encodings()
    is_one = f"encoding IN ({_quoted(identifiers)}) OR {_is_name_of(identifiers)}"
    cases = ["WHEN encoding IS NULL THEN NULL", f"WHEN {is_one} THEN encoding"]
    return f"CASE {' '.join(cases)} ELSE {_unknown('encoding', identifiers)} END"


def _is_name_of(identifiers: Iterable[str]) -> str:
    """Is it one of their names?"""
    known = set(identifiers)
    return _is_spelled(name for name in _native.names() if _native.identifier(name) in known)


def _is_spelled(names: Iterable[str]) -> str:
    """Is it one of these names, in any case, with any separator or none where it has one, as the look-up takes it?

    Only letters of ASCII have two cases there, and only white space of ASCII may be around the name. `$` would match in front of
    a line's end.
    """
    pattern = "|".join(sorted({re.sub("[^a-z0-9]", _spelled, name.lower()) for name in names}))
    space = "[ \t\n\f\r]*"
    return f"encoding RLIKE '(?is)^{space}({pattern}){space}(?!.)'"


def _spelled(sign: re.Match) -> str:
    return "[-_ ]?" if sign[0] in "-_ " else f"[{sign[0]}]"


# As the look-up folds it: letters of ASCII alone.
_POLICY = f"translate(policy, '{string.ascii_uppercase}', '{string.ascii_lowercase}')"


def _policy_looked_up() -> str:
    policies = _native.policies()[0]
    # Policies by the encodings that they are not defined for.
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
    """The encodings for which a policy is not defined."""
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
    """Show the value in the notes of an error, and not its row: a function of SQL sees one batch, whose rows do not count as the
    rows of the table do.
    """
    assert isinstance(error, (UnicodeDecodeError, UnicodeEncodeError))
    value, unit = error.object, "byte" if isinstance(error, UnicodeDecodeError) else "character"
    shown = repr(value[:_SHOWN]) + ("…" if len(value) > _SHOWN else "")
    size = f"{len(value)} {unit}{'' if len(value) == 1 else 's'}"
    error.__notes__ = [f"value: {shown} ({size}), error at {unit} offset {error.start}"]


def _each(work, returns: str, value: _pyarrow.Array, *names: _pyarrow.Array) -> _pyarrow.Array:
    """Do the work for all rows that have the same names at once; in most cases these are all rows."""
    import pyarrow
    from pyarrow import compute

    groups = list(itertools.product(*(compute.unique(column).to_pylist() for column in names)))
    made: list[_pyarrow.Array] = []
    for group in groups:
        # Without a name there is no result.
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
