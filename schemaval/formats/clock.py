"""Dates, times and durations: RFC 3339, sections 5.6 and 5.7 and appendix A."""

from __future__ import annotations

import re

_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]++)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))")
_PLAIN_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_N = "[0-9]++"
# A unit may only be left out at either end: hours and seconds want minutes between them.
_DURATION = re.compile(
    rf"P(?:{_N}W"
    rf"|(?:{_N}Y(?:{_N}M(?:{_N}D)?)?|{_N}M(?:{_N}D)?|{_N}D)(?:T(?:{_N}H(?:{_N}M(?:{_N}S)?)?|{_N}M(?:{_N}S)?|{_N}S))?"
    rf"|T(?:{_N}H(?:{_N}M(?:{_N}S)?)?|{_N}M(?:{_N}S)?|{_N}S))"
)


def is_date(text: str) -> bool:
    """Say whether the text is a full-date of RFC 3339 that the calendar has; the year 0000 counts."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    return 1 <= month <= 12 and 1 <= day <= _days_of(year, month)


def _days_of(year: int, month: int) -> int:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _DAYS[month - 1] + (leap and month == 2)


def is_time(text: str) -> bool:
    """Say whether the text is a full-time of RFC 3339, with an offset; second 60 only where UTC may have one."""
    found = _TIME.fullmatch(text)
    if found is None:
        return False
    hour, minute, second, offset_hour, offset_minute = (int(part or 0) for part in found.group(1, 2, 3, 5, 6))
    if hour > 23 or minute > 59 or second > 60 or offset_hour > 23 or offset_minute > 59:
        return False
    if second < 60:
        return True
    offset = offset_hour * 60 + offset_minute
    local = hour * 60 + minute
    in_utc = local + offset if found[4] == "-" else local - offset
    return in_utc % (24 * 60) == 23 * 60 + 59


def is_date_time(text: str) -> bool:
    """Say whether the text is a date-time of RFC 3339."""
    return text[10:11] in {"T", "t"} and is_date(text[:10]) and is_time(text[11:])


def is_plain_time(text: str) -> bool:
    """Say whether the text is a time of draft-03: hh:mm:ss and nothing else."""
    return _PLAIN_TIME.fullmatch(text) is not None


def is_duration(text: str) -> bool:
    """Say whether the text is a duration of RFC 3339, appendix A."""
    return _DURATION.fullmatch(text) is not None
