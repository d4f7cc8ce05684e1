"""JSON Schemas of annotations: pydantic's, but where they would take what the type cannot hold, or refuse what it can.

Imported where the extra `tools` is known to be there.
"""

from typing import Any

from pydantic.errors import PydanticInvalidForJsonSchema
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

Made = dict[str, Any]

_SCALARS = (str, int, float, bool, type(None))
_DECIMAL = r"^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$"
_LOCAL_TIME = r"^(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?$"
_LOCAL_DATE_TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]+)?$"
_DURATION = (  # of ISO 8601, as `to_json` and models write it: the format knows no sign and no fraction
    r"^[+-]?P(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+W)?(?:[0-9]+D)?"
    r"(?:T(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\.[0-9]+)?S)?)?$"
)
# What a property name must look like to become the key of a dict.
_KEYS: dict[str, Made] = {
    "int": {"pattern": r"^-?[0-9]+$"},
    "float": {"pattern": r"^-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$"},
    "bool": {"enum": ["true", "false"]},
}


class Generator(GenerateJsonSchema):
    """The generator of a tool's schemas.

    No title is made up from a field's name. Objects of an input are closed unless their class says what becomes of
    extra members. The schema of an output describes what `to_json` makes of a value.
    """

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the generator's own signature
        """Titles are the author's."""
        return False

    def emit_warning(self, kind: Any, detail: str) -> None:
        """A branch of a union that no schema stands for is no reason to go on without it."""
        if kind == "skipped-choice":
            raise PydanticInvalidForJsonSchema(detail)

    # values

    def decimal_schema(self, schema: core_schema.DecimalSchema) -> Made:
        """A number, or its text: a decimal number is more than any text."""
        made = super().decimal_schema(schema)
        text = {"type": "string", "pattern": _DECIMAL}
        return {"anyOf": [made["anyOf"][0], text]} if self.mode == "validation" else text

    def complex_schema(self, schema: core_schema.ComplexSchema) -> Made:
        """No JSON stands for a complex number."""
        return self.handle_invalid_for_json_schema(schema, "complex")

    def is_subclass_schema(self, schema: core_schema.IsSubclassSchema) -> Made:
        """No JSON stands for a class."""
        return self.handle_invalid_for_json_schema(schema, "a class")

    def enum_schema(self, schema: core_schema.EnumSchema) -> Made:
        """The members' values, which are JSON scalars."""
        if not all(isinstance(member.value, _SCALARS) for member in schema["members"]):
            return self.handle_invalid_for_json_schema(schema, "an Enum with values other than JSON scalars")
        return super().enum_schema(schema)

    def datetime_schema(self, schema: core_schema.DatetimeSchema) -> Made:
        """RFC 3339 has an offset: what has none is described by a pattern."""
        made = super().datetime_schema(schema)
        zone = schema.get("tz_constraint")
        local = {"type": "string", "pattern": _LOCAL_DATE_TIME}
        if "format" not in made or (self.mode == "validation" and zone != "naive"):
            return made
        return local if zone == "naive" else made if zone is not None else _either(made, local)

    def time_schema(self, schema: core_schema.TimeSchema) -> Made:
        """The time of a clock on the wall has no offset, and is a time all the same."""
        made = super().time_schema(schema)
        zone = schema.get("tz_constraint")
        local = {"type": "string", "pattern": _LOCAL_TIME}
        if "format" not in made:
            return made
        return local if zone == "naive" else made if zone is not None else _either(made, local)

    def timedelta_schema(self, schema: core_schema.TimedeltaSchema) -> Made:
        """Durations come as RFC 3339 has them, and go as ISO 8601 has them."""
        made = super().timedelta_schema(schema)
        if self.mode == "serialization" and "format" in made:
            return {"type": "string", "pattern": _DURATION}
        return made

    # containers

    def dict_schema(self, schema: core_schema.DictSchema) -> Made:
        """An object whose property names can be read as the keys."""
        made = super().dict_schema(schema)
        names = _KEYS.get(schema["keys_schema"]["type"]) if "keys_schema" in schema else None
        return made if names is None else {**made, "propertyNames": dict(names)}

    def model_schema(self, schema: core_schema.ModelSchema) -> Made:
        """A model's object, named as `to_json` names its members."""
        config = schema["cls"].model_config
        if self.mode == "validation":
            return self._closed(super().model_schema(schema), config.get("extra"))
        before, self.by_alias = self.by_alias, config.get("serialize_by_alias") is True
        try:
            return super().model_schema(schema)
        finally:
            self.by_alias = before

    def dataclass_schema(self, schema: core_schema.DataclassSchema) -> Made:
        """A dataclass's object."""
        config = getattr(schema["cls"], "__pydantic_config__", None) or {}
        return self._closed(super().dataclass_schema(schema), config.get("extra"))

    def typed_dict_schema(self, schema: core_schema.TypedDictSchema) -> Made:
        """A TypedDict's object."""
        config = getattr(schema.get("cls"), "__pydantic_config__", None) or {}
        return self._closed(super().typed_dict_schema(schema), config.get("extra"))

    def _closed(self, made: Made, extra: str | None) -> Made:
        """An input's object, closed where nobody decided: a misspelt member is told, not dropped."""
        if self.mode == "validation" and extra is None and made.get("type") == "object":
            return {"additionalProperties": False, **made}
        return made


def _either(standard: Made, local: Made) -> Made:
    return {"type": "string", "anyOf": [{"format": standard["format"]}, {"pattern": local["pattern"]}]}
