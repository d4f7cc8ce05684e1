"""Who is timed, and that a wrong answer is never a figure."""

import time
from typing import Any

import pytest

from bench.cases import QUESTIONS, cases
from bench.peers import PEERS
from bench.scale import Axis, grown
from bench.subject import NotComparable, accept, calibrated, clocked, explain, once, reject

VALID, INVALID = "one string", "one string: wrong type"
QUICKLY = [peer for peer in PEERS if peer.version is not None and peer.module != "mcp"]


def test_wrong_verdict() -> None:
    """A verdict is looked at before the clock starts: a judge that says the wrong thing has no figure."""
    with pytest.raises(NotComparable, match="wrong"):
        accept(lambda _: lambda _: False)(cases()[VALID])
    with pytest.raises(NotComparable, match="wrong"):
        reject(lambda _: lambda _: True)(cases()[INVALID])
    with pytest.raises(NotComparable, match="wrong"):
        explain(lambda _: lambda _: [])(cases()[INVALID])


def test_raising() -> None:
    """What raises has no figure either, and the reason names the exception."""
    with pytest.raises(NotComparable, match="KeyError"):
        accept(lambda _: lambda it: it["absent"])(cases()[VALID])


def test_clock() -> None:
    """The clock gives processor seconds of one call, on average over all items."""

    def busy(seconds: float) -> None:
        until = time.process_time() + seconds
        while time.process_time() < until:
            pass

    assert 0.001 <= clocked([(busy, 0.001)])(3) < 0.01
    assert 0.0015 <= clocked([(busy, 0.001), (busy, 0.002)])(2) < 0.01


def test_calibration() -> None:
    """So many calls are made that a round takes about as long as asked."""
    timed = clocked([(sorted, list(range(100)))])
    count = calibrated(timed, 0.002, 1)
    assert 0.0004 < once(timed, count) * count < 0.01


@pytest.mark.parametrize("peer", QUICKLY, ids=lambda peer: peer.module)
def test_offers(peer: Any) -> None:
    """Each peer that is installed answers rightly what it offers for the smallest case."""
    answered = set()
    for offer in peer.offers():
        for name in (VALID, INVALID):
            if offer.question in cases()[name].questions:
                assert offer.make(cases()[name])(1) >= 0
                answered.add(offer.question)
    assert answered
    assert {offer.question for offer in peer.offers()} <= QUESTIONS.keys()


def test_cases() -> None:
    """A case asks only what there is a word for, and every item of it has the faults that it says."""
    for case in cases().values():
        assert set(case.questions) <= QUESTIONS.keys()
        assert len({bool(item.faults) for item in case.items}) == 1


def test_growth() -> None:
    """A cost that grows with the square of the size has the power 2."""
    axis = Axis("it", (10, 100, 1_000), lambda size, _: lambda _: 1e-9 * size**2)
    found = grown(axis, "reference", 1e-6, 1)
    assert found.power == pytest.approx(2.0)
    assert found.upper_power == pytest.approx(2.0)
