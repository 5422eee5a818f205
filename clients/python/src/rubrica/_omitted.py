"""What stands for a value that was not given, where ``None`` is a value: in a PATCH it erases."""

from __future__ import annotations

from typing import Final, Union


class Omitted:
    """The type of ``OMITTED``."""

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "OMITTED"


OMITTED: Final = Omitted()

Timeout = Union[float, None, Omitted]
"""Seconds to wait for each step of a call (connecting, sending, receiving); ``None`` waits for ever."""
