"""Columns of Spark: checked, converted, repaired and counted where they are, by the executors.

>>> from placemat import spark as text                                # doctest: +SKIP
>>> text.profile_column(df, "name")                                   # doctest: +SKIP
>>> df = text.repair_column(df, "name", on_failure="replace", add=["status"])   # doctest: +SKIP

Columns are of type string or binary; what a string column holds is taken as the bytes that it is. They are given by their names,
which are those of Spark: in any case unless ``spark.sql.caseSensitive`` is true, and in backticks or not. All columns of a list are
done in one pass. The executors need this package, and ``pyarrow``.

Where no column has the name, it is that of a field: ``person.name`` is ``name`` in the structure ``person``. A field is replaced
within its structure, which is null where it was; what is added are columns whose names have ``_`` for the dot,
``person_name_status``. Elements of arrays and maps have no names.

Whatever is wrong with the arguments is told at once, before there is a job: ``LookupError`` of an unknown encoding, policy or fix,
or of what can't be added; ``ValueError`` of a name that no column has, or several, of one that is given twice, of an added column's
that there is already, and of what does not go together; ``TypeError`` of a column of another type, or one that is not given by its
name. A value that the policies do not allow ends a job with ``PySparkException``.
"""

from .columns import check_column, convert_column, profile_column, repair_column
from .sql import register

__all__ = ["check_column", "convert_column", "profile_column", "register", "repair_column"]
