"""The picture of how costs grow, where matplotlib is installed."""

from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.scale import Growth

_COLOURS = {"auto": "#0b6e99", "reference": "#c4661f", "jsonschema-rs": "#888888"}
_DOTS = 120  # an inch
_SHADES = 32  # a file of a few kilobytes
_MARKS = {"auto": "o", "reference": "s", "jsonschema-rs": "."}


def draw(found: "Sequence[Growth]", path: Path) -> str:
    """Draw one panel an axis, both scales logarithmic; says where the picture is, or why there is none."""
    if find_spec("matplotlib") is None:
        return "no picture: matplotlib is not installed (pip install --group bench)"
    matplotlib: Any = import_module("matplotlib")  # by name: type checkers need not have it
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"font.size": 8})
    plots: Any = import_module("matplotlib.pyplot")
    names = list(dict.fromkeys(each.axis for each in found))
    columns = 3
    figure, panels = plots.subplots(-(-len(names) // columns), columns, figsize=(9, 7), layout="constrained")
    for name, panel in zip(names, panels.flat, strict=False):
        _panel(panel, name, [each for each in found if each.axis == name])
    figure.supylabel("seconds")
    drawn = BytesIO()
    figure.savefig(drawn, dpi=_DOTS)
    image: Any = import_module("PIL.Image")  # matplotlib brings it
    image.open(drawn).convert("RGB").quantize(_SHADES).save(path, format="PNG", optimize=True)
    return f"drawn: {path}"


def _panel(panel: Any, name: str, lines: "Sequence[Growth]") -> None:
    for line in lines:
        label = f"{line.subject}: power {line.power:.2f}"
        panel.loglog(
            line.sizes,
            line.seconds,
            _MARKS[line.subject],
            ls="-",
            ms=3,
            lw=1,
            color=_COLOURS[line.subject],
            label=label,
        )
    panel.set_title(name, fontsize=9)
    panel.minorticks_off()
    panel.set_xticks(lines[0].sizes[::2], [f"{size:,}" for size in lines[0].sizes[::2]])
    panel.grid(visible=True, lw=0.3)
    panel.legend(frameon=False, fontsize=7)
