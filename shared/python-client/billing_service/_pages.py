"""Lists, which fetch their pages as needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypedDict, TypeVar, cast

from ._transport import RequestOptions, Transport, reject_unknown

Entry = TypeVar("Entry", covariant=True)


@dataclass(frozen=True)
class ListPage(Generic[Entry]):
    """A page of a list, newest first."""

    data: list[Entry]
    has_more: bool


class _Page(TypedDict):
    data: list[object]
    has_more: bool


class List(Generic[Entry]):
    """A lazy list: iterating over it yields all entries and fetches pages as needed; ``page()`` fetches one page."""

    def __init__(self, transport: Transport, path: str, query: Mapping[str, object] | None, options: RequestOptions) -> None:
        reject_unknown(options)
        self._transport = transport
        self._path = path
        self._query: Mapping[str, object] = query or {}
        self._options = options

    def _page_after(self, starting_after: str | None) -> ListPage[Entry]:
        query = self._query if starting_after is None else {**self._query, "starting_after": starting_after}
        page = cast(_Page, self._transport.json("GET", self._path, query=query, **self._options))
        return ListPage(cast("list[Entry]", page["data"]), page["has_more"])

    def page(self) -> ListPage[Entry]:
        """Fetches the first page."""
        return self._page_after(None)

    def __iter__(self) -> Iterator[Entry]:
        starting_after: str | None = None
        while True:
            page = self._page_after(starting_after)
            yield from page.data
            if not page.has_more or not page.data:
                return
            starting_after = str(cast("Mapping[str, object]", page.data[-1])["id"])
