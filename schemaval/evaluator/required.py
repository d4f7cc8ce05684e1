"""Keywords that ask for names among an object's members."""

from collections.abc import Iterable, Mapping
from itertools import islice

from schemaval.evaluator.assertions import MAX_LISTED, Params
from schemaval.evaluator.closures import Valid
from schemaval.evaluator.node import Node, Rule
from schemaval.evaluator.run import Run, Seen
from schemaval.evaluator.sketch import Sketch, has_all
from schemaval.evaluator.spending import State
from schemaval.evaluator.spot import Spot
from schemaval.jsonvalue import JSON
from schemaval.pointer import join


class Required(Rule):
    """`required`: one fault for each name that is missing."""

    __slots__ = ("_params", "known", "names")

    def __init__(self, owner: Node, names: Iterable[str], known: Iterable[str]) -> None:
        """`known` are the names of the properties that the schema describes, for suggestions."""
        super().__init__(owner, "required", (dict,))
        self.names = tuple(dict.fromkeys(names))
        self.known = list(islice(known, MAX_LISTED))
        self._params: dict[str, Params] = {}  # of names that were missing once

    def test(self, kind: type) -> Valid | None:
        """All names are there."""
        return self.closures()[kind]

    def closures(self) -> Mapping[type, Valid]:
        """All names are there."""
        return {dict: has_all(self.names)}

    def sketch(self, sketch: Sketch) -> None:
        """The names."""
        sketch.ask_names(self.names)

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:  # noqa: ARG002 - an assertion evaluates no members
        """Report each missing name at the object."""
        valid = True
        for name in self.names:
            if name not in value:
                params = self._params.get(name)
                if params is None:
                    params = self._params[name] = {"missing": name, "known": self.known}
                valid = run.fault(self, params, value)
        return valid


class RequiredMember(Required):
    """Draft-03's `required: true` inside a property's schema: a fault of the object that lacks the property."""

    __slots__ = ()

    def __init__(self, owner: Node, names: Iterable[str]) -> None:
        """`names` are the properties whose schemas ask to be there."""
        super().__init__(owner, names, ())

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:  # noqa: ARG002 - an assertion evaluates no members
        """Report each missing name at the object; the location is the property's own `required`."""
        missing = [name for name in self.names if name not in value]
        for name in missing:
            spot = Spot(self.owner, "required", join(("properties", name, "required")))
            run.fault(spot, {"missing": name}, value)
        return not missing


class DependentRequired(Rule):
    """`dependentRequired`, and the names in `dependencies`: one fault for each name that is missing."""

    __slots__ = ("needs",)

    def __init__(self, owner: Node, keyword: str, needs: Mapping[str, tuple[str, ...]]) -> None:
        """`needs` maps a property to the names that must stand beside it."""
        super().__init__(owner, keyword, (dict,))
        self.needs = needs

    def test(self, kind: type) -> Valid | None:
        """Each present property's needs are met."""
        return self.closures()[kind]

    def closures(self) -> Mapping[type, Valid]:
        """Each present property's needs are met."""
        needs = [(name, frozenset(wanted)) for name, wanted in self.needs.items() if wanted]

        def test(value: JSON, _state: State = None) -> bool:
            for name, wanted in needs:
                if name in value and not wanted <= value.keys():
                    return False
            return True

        return {dict: test}

    def run(self, value: JSON, run: Run, seen: Seen | None) -> bool:  # noqa: ARG002 - an assertion evaluates no members
        """Report each missing name at the object."""
        valid = True
        for name, wanted in self.needs.items():
            if name in value:
                for missing in wanted:
                    if missing not in value:
                        valid, run.is_mixed = False, True  # a name may be missing for several reasons
                        params = {"missing": missing, "because": name}
                        run.fault(self, params, value)
        return valid
