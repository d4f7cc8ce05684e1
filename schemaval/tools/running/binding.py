"""How arguments reach a handler: whole, by name or by position, decided once per tool.

The first rule that fits binds:

1. whole     the handler's only parameter is no declared input, and the input is one object schema: it gets the dict
2. name      each parameter without a default is a declared input, or there is `**kwargs`: by name
3. position  else in the declared order

Parameters that take the context do not count, and are filled in every rule.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import Parameter
from typing import Any, TypeAlias

from schemaval.errors import shorten
from schemaval.jsonvalue import JSON
from schemaval.tools.context import ToolExecutionContext
from schemaval.tools.errors import InvalidDefinition
from schemaval.tools.running.inputs import Inputs
from schemaval.tools.running.signatures import VARIADIC, Signature, is_async, read_signature

Handler: TypeAlias = Callable[..., Any]
Arguments: TypeAlias = dict[str, JSON]
Context: TypeAlias = ToolExecutionContext | None
Invoke: TypeAlias = Callable[[Arguments, Context], Any]
Use: TypeAlias = Callable[[Handler, Arguments, Context], Any]  # what does not depend on whose method the handler is
Choose: TypeAlias = Callable[[Arguments], Arguments]

_POSITIONAL = frozenset({Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD})
_EMPTY = Parameter.empty


@dataclass(frozen=True, slots=True)
class Binding:
    """A handler bound to a tool's inputs.

    `invoke(arguments, context)` calls the handler and gives its value, or the awaitable that it returns; `use` does so
    with any handler. `rule` is
    `"whole"`, `"name"` or `"position"`. `takes_context` says whether the context is looked at, `is_async` whether the
    handler is known to be a coroutine function. `served` is what those who call the tool keep, by the options that
    they call it with; a binding is one tool's own.
    """

    invoke: Invoke
    rule: str
    takes_context: bool
    is_async: bool
    use: Use
    served: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def to(self, handler: Handler) -> "Binding":
        """The binding of a handler of the very same signature: the same method of another instance."""
        return replace(self, invoke=partial(self.use, handler))


def bind(handler: Handler, inputs: Inputs) -> Binding:
    """The binding of `handler` to the declared inputs; InvalidDefinition where no call could ever succeed."""
    signature = read_signature(handler, inputs.names)
    rule, use = _bound(signature, inputs)
    return Binding(partial(use, handler), rule, bool(signature and signature.contexts), is_async(handler), use)


def _bound(signature: Signature | None, inputs: Inputs) -> tuple[str, Use]:
    if signature is None:
        return "position", _by_position(Signature((), frozenset()), inputs.names)
    if _takes_whole(signature, inputs):
        return "whole", _whole(signature)
    if _takes_names(signature, inputs.names):
        return "name", _by_name(signature, inputs.names)
    return "position", _by_position(signature, inputs.names)


def _takes_whole(signature: Signature, inputs: Inputs) -> bool:
    own = signature.own
    return inputs.is_whole and len(own) == 1 and own[0].kind not in VARIADIC and own[0].name not in inputs.names


def _takes_names(signature: Signature, names: tuple[str, ...]) -> bool:
    own = signature.own
    if any(each.kind is Parameter.VAR_KEYWORD for each in own):
        return True
    has_all = set(names) <= {each.name for each in own}  # then nothing is left for undeclared `*args`
    return all(
        each.name in names or each.default is not _EMPTY or (each.kind is Parameter.VAR_POSITIONAL and has_all)
        for each in own
    )


# Rule 1: the whole


def _whole(signature: Signature) -> Use:
    """The arguments for the only parameter, in a dict of its own: the handler may take out of it what it likes."""
    if not signature.contexts and signature.own[0].kind in _POSITIONAL:
        return lambda handler, arguments, _context: handler({**arguments})
    name = signature.own[0].name
    put = _putting(signature, frozenset())
    return lambda handler, arguments, context: put(handler, {name: {**arguments}}, context)


# Rule 2: by name


def _by_name(signature: Signature, names: tuple[str, ...]) -> Use:
    """Arguments under their names."""
    takes_all = any(each.kind is Parameter.VAR_KEYWORD for each in signature.own)
    choose = _sparing(signature, names) if takes_all else _keeping(signature, names)
    put = _putting(signature, frozenset(names))
    if takes_all or not _takes_keywords_only(signature, frozenset(names)) or len(signature.contexts) > 1:
        return lambda handler, arguments, context: put(handler, choose(arguments), context)
    return _swiftly(signature, frozenset(names))


def _swiftly(signature: Signature, names: frozenset[str]) -> Use:
    """The usual handler's call by name, in one step: this is what a call costs besides its judging."""
    kept = _kept(signature, names)

    def bare(handler: Handler, arguments: Arguments, _context: Context) -> Any:
        return handler(**(arguments if arguments.keys() <= kept else _only(arguments, kept)))

    def informed(handler: Handler, arguments: Arguments, context: Context) -> Any:
        given = arguments if arguments.keys() <= kept else _only(arguments, kept)
        return handler(**given, **{name: context})

    if not signature.contexts:
        return bare
    (name,) = signature.contexts
    return informed


def _keeping(signature: Signature, names: tuple[str, ...]) -> Choose:
    """The arguments that are declared and have a parameter."""
    kept = _kept(signature, frozenset(names))
    return lambda arguments: _only(arguments, kept)


def _kept(signature: Signature, names: frozenset[str]) -> frozenset[str]:
    return names & {each.name for each in signature.own}


def _only(arguments: Arguments, kept: frozenset[str]) -> Arguments:
    return {name: value for name, value in arguments.items() if name in kept}


def _sparing(signature: Signature, names: tuple[str, ...]) -> Choose:
    """All arguments, without those that would reach a parameter which nobody declared and which has a default."""
    kept_back = {each.name for each in signature.own if each.default is not _EMPTY and each.name not in names}
    spared = signature.contexts | kept_back
    return lambda arguments: {name: value for name, value in arguments.items() if name not in spared}


def _takes_keywords_only(signature: Signature, names: frozenset[str]) -> bool:
    """Whether every parameter may be given by keyword."""
    return not any(
        each.kind is Parameter.POSITIONAL_ONLY or (each.kind is Parameter.VAR_POSITIONAL and each.name in names)
        for each in signature.parameters
    )


def _putting(signature: Signature, names: frozenset[str]) -> Use:
    """A call with arguments by name and the context, each put where its parameter stands."""
    contexts = signature.contexts
    if _takes_keywords_only(signature, names):
        return lambda handler, chosen, context: handler(**chosen, **dict.fromkeys(contexts, context))
    rest = next((p.name for p in signature.own if p.kind is Parameter.VAR_POSITIONAL and p.name in names), None)
    before = _POSITIONAL if rest is not None else {Parameter.POSITIONAL_ONLY}
    leading = [each for each in signature.parameters if each.kind in before]

    def put(handler: Handler, chosen: Arguments, context: Context) -> Any:
        left = {**chosen, **dict.fromkeys(contexts, context)}
        placed = []
        for parameter in leading:
            if parameter.name not in left and parameter.default is _EMPTY:
                break  # nothing was sent for it: the handler says so
            placed.append(left.pop(parameter.name, parameter.default))
        more = () if rest is None else left.pop(rest, ())
        return handler(*placed, *_items(more), **left)

    return put


def _items(value: Any) -> Any:
    """What `*args` takes of an input of its name: the items of an array; any other value is the only one."""
    return value if isinstance(value, (list, tuple)) else (value,)


# Rule 3: by position


def _by_position(signature: Signature, names: tuple[str, ...]) -> Use:
    """Arguments in the declared order; trailing omitted ones are left out, an omitted one before is None."""
    keywords = _keywords(signature, names)
    order = [name for name in names if name not in keywords]
    places = [each for each in signature.parameters if each.kind in _POSITIONAL]
    contexts = [index for index, each in enumerate(places) if each.name in signature.contexts]
    inserted = [index for index in contexts if places[index].kind is Parameter.POSITIONAL_ONLY]
    floating = [index for index in contexts if index not in inserted]
    keyword_contexts = signature.contexts - {each.name for each in places}

    def by_position(handler: Handler, arguments: Arguments, context: Context) -> Any:
        count = max((index for index, name in enumerate(order, 1) if name in arguments), default=0)
        values = [arguments.get(name) for name in order[:count]]
        named = {name: arguments[name] for name in keywords if name in arguments}
        for index in inserted:
            values += [_default(each) for each in places[len(values) : index]]
            values.insert(index, context)
        for index in floating:
            if index <= len(values):
                values.insert(index, context)
            else:
                named[places[index].name] = context
        return handler(*values, **named, **dict.fromkeys(keyword_contexts, context))

    return by_position


def _keywords(signature: Signature, names: tuple[str, ...]) -> frozenset[str]:
    """The inputs that only a keyword reaches; InvalidDefinition where the handler wants a keyword nobody declares."""
    found = [each for each in signature.own if each.kind is Parameter.KEYWORD_ONLY]
    for each in found:
        if each.default is _EMPTY and each.name not in names:
            raise InvalidDefinition(f"the handler asks for {shorten(each.name)!r}, which is no declared input")
    return frozenset(each.name for each in found if each.name in names)


def _default(parameter: Parameter) -> Any:
    return None if parameter.default is _EMPTY else parameter.default
