"""The child that is attacked: it reads names of cases, asks, and tells of each what came of it.

python -m tests.hostile.worker SUBJECT; one name a line on standard input, one line of JSON a case on standard output.
A line `asking` goes before every question, so that a crash has its case and its question.
"""

import builtins
import io
import json
import os
import resource
import sys
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any, TextIO

from tests.hostile.case import CANARY, Case
from tests.hostile.rows import CASES
from tests.hostile.subjects import own_errors, questions, warmed
from tests.hostile.watching import Events, Logged, Memory, printed

ADDRESS_SPACE = 6 * 1024**3
_LONGEST_TEXT = 8_192  # of an error or a message
_LONGEST_ANSWER = 1_000_000  # of all violations together


class Worker:
    """Answers cases for one subject."""

    def __init__(self, subject: str, out: TextIO) -> None:
        """`out` is told."""
        self._subject = subject
        self._out = out
        self._own = own_errors(subject)
        self._is_raw = subject.startswith("raw ")
        self._logged = Logged()
        self._events = Events()

    def run(self, name: str) -> None:
        """Ask all questions of a case, on a stack of its size."""
        case = CASES[name]
        if not case.stack:
            self._run(name, case)
            return
        threading.stack_size(case.stack * 1024)
        thread = threading.Thread(target=self._run, args=(name, case))
        thread.start()
        thread.join()
        threading.stack_size(0)

    def _run(self, name: str, case: Case) -> None:
        self._tell({"event": "making", "case": name})
        schema, instance = case.schema(), case.instance()
        before = printed(schema), printed(instance)
        self._logged.texts.clear()
        answers: list[dict[str, Any]] = []
        asked = questions(self._subject, case, schema, instance)
        while self._ask_next(asked, answers, case):
            pass
        faults = ["the case's own values were changed"] if (printed(schema), printed(instance)) != before else []
        if any(CANARY in text for text in self._logged.texts) and not self._is_raw:
            faults.append("a log holds the secret")
        if builtins.__dict__.pop("FIRED", None):
            faults.append("text of the schema was run as code")
        if self._is_raw:
            faults = [fault for fault in faults if "code" in fault]
        self._tell({"event": "done", "case": name, "answers": answers, "faults": faults})

    def _ask_next(self, asked: Any, answers: list[dict[str, Any]], case: Case) -> bool:
        """Ask one question; whether there may be more."""
        if answers and answers[0].get("error"):
            return False
        try:
            question, ask = next(asked)
        except StopIteration:
            return False
        except Exception as error:  # noqa: BLE001 - a raw engine's user reads the text before
            answers.append({"question": "reading", "error": type(error).__name__, "is_own": False, "faults": []})
            return False
        self._tell({"event": "asking", "question": question})
        answers.append({"question": question, **self._answer(ask, case)})
        return True

    def _answer(self, ask: Callable[[], Any], case: Case) -> dict[str, Any]:
        memory = Memory()
        self._events.start()
        start = time.process_time()
        given, raised = None, None
        try:
            given = ask()
        except BaseException as error:  # noqa: BLE001 - whatever comes is what is looked for
            raised = error
        seconds = time.process_time() - start
        events = self._events.stop()
        found: dict[str, Any] = {
            "seconds": round(seconds, 4),
            "megabytes": round(memory.above(), 1),
            "events": events[:3],
            "faults": [],
        }
        if raised is not None:
            found["error"] = type(raised).__name__
            found["is_own"] = isinstance(raised, self._own)
            if not self._is_raw:
                found["faults"] = _faults_of_error(raised, case)
                found["text"] = str(raised)[:300] if found["is_own"] else repr(raised)[:300]
        else:
            found["verdict"] = _verdict(given)
            if not self._is_raw:
                found["faults"] = _faults_of_answer(given, case)
        return found

    def _tell(self, what: dict[str, Any]) -> None:
        self._out.write(json.dumps(what) + "\n")
        self._out.flush()


def _verdict(given: Any) -> bool | None:
    """The verdict in an answer, None where it holds none."""
    if type(given) is bool:
        return given
    if type(given) is list:
        return not given
    return getattr(given, "valid", None)


def _faults_of_error(error: BaseException, case: Case) -> list[str]:
    """What an error must not say, in itself or in those it came from."""
    faults = []
    seen: set[int] = set()
    waiting: list[BaseException | None] = [error]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        waiting += [one.__cause__, one.__context__]
        text = f"{_said(one)} {one!r} {getattr(one, '__notes__', '')}"
        if case.secret and CANARY in text:
            faults.append(f"{type(one).__name__} holds the secret")
        if one is error:
            faults += _faults_of_text(_said(one))
    violations = getattr(error, "violations", ())
    return faults + _faults_of_answer(list(violations), case) if violations else faults


def _said(error: BaseException) -> str:
    try:
        return str(error)
    except Exception as problem:  # noqa: BLE001 - an error that cannot be printed is a finding
        return f"unprintable: {problem!r}"


def _faults_of_answer(given: Any, case: Case) -> list[str]:
    """What an answer must not say: secrets, control characters, endless texts."""
    violations = given if type(given) is list else getattr(given, "violations", ())
    faults = []
    for violation in violations:
        faults += _faults_of_text(violation.message, 256)
    if len(violations) > 64:
        faults.append(f"{len(violations)} violations")
    if case.secret and CANARY in repr(given):
        faults.append("the answer holds the secret")
    length = sum(map(_length, violations))
    if length > _LONGEST_ANSWER:
        faults.append(f"an answer of {length} characters")
    return sorted(set(faults))


def _length(violation: Any) -> int:
    """How much a violation says besides where it is: that is as long as the instance's own names."""
    own = len(violation.message) + len(repr(violation.params))
    return own + sum(map(_length, violation.causes))


def _faults_of_text(text: str, longest: int = _LONGEST_TEXT) -> list[str]:
    faults = []
    if len(text) > longest:
        faults.append(f"a text of {len(text)} characters")
    if not text.isprintable():
        faults.append("a text with control characters")
    return faults


def main() -> None:
    """Serve until the names end."""
    subject = sys.argv[1]
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what an engine prints is not ours
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")
    warmed(subject)
    worker = Worker(subject, out)
    for line in io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8"):
        worker.run(line.rstrip("\n"))


if __name__ == "__main__":
    main()
