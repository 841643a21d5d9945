"""Columns of Spark: checked, converted, repaired and counted by the executors.

>>> from placemat import spark as text                                # doctest: +SKIP
>>> text.profile_column(df, "name")                                   # doctest: +SKIP
>>> df = text.repair_column(df, "name", on_failure="replace", add=["status"])   # doctest: +SKIP

Columns have the type string or binary; the bytes of a string column are not trusted to be UTF-8. Columns are
given by their names, in the way of Spark: in any case unless ``spark.sql.caseSensitive`` is true, and with or
without backticks. All columns of a list are processed in one pass. The executors need this package, and
``pyarrow``.

If no column has the name, it is that of a field: ``person.name`` is ``name`` in the structure ``person``. A
field is replaced within its structure, which remains null where it was null. The names of added columns have
``_`` instead of the dot, ``person_name_status``. Elements of arrays and maps have no names.

Wrong arguments are reported immediately, before there is a job:

- ``LookupError`` for an unknown encoding, policy or fix, or a kind of added column that does not exist;
- ``ValueError`` for a name that no column or several columns have, for a name that is given twice, for the
  name of an added column that already exists, and for arguments that cannot be combined;
- ``TypeError`` for a column of another type, or one that is not given by its name.

A value that the policies do not allow ends a job with ``PySparkException``.
"""

from .columns import check_column, convert_column, profile_column, repair_column
from .sql import register

__all__ = ["check_column", "convert_column", "profile_column", "register", "repair_column"]
