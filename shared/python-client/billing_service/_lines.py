"""Lines of a streamed response."""

from __future__ import annotations

from collections.abc import Iterator


def lines_in(chunks: Iterator[str]) -> Iterator[str]:
    """Yields the complete lines. ``httpx`` would also split at characters such as U+2028, which JSON texts may contain."""
    rest = ""
    for chunk in chunks:
        *lines, rest = (rest + chunk).split("\n")
        for line in lines:
            yield line.removesuffix("\r")
