"""The export of an account, which continues over several connections."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import httpx

from ._errors import ApiError, ConnectionError, IncompleteExportError, ServerError
from ._lines import lines_in
from ._transport import Transport

_PATH = "/v1/tenant/export"
#: Response header with the token that resumes the export.
_RESUME = "export-resume"
#: The export fails after this many connections in a row without a new object.
_MAX_FAILURES = 5
#: The service sends empty lines to keep the connection alive; a connection that is silent for this time is broken.
_SILENCE_SECONDS = 45.0

_ARRAY = re.compile(r'^"(\w+)":\[')
_AFTER_OBJECT = re.compile(r"\]?,?$")


class _Document:
    """Assembles the document from the lines of one or several responses: an object or the name of an array on each line."""

    def __init__(self) -> None:
        self.last_id: str | None = None
        self.is_complete = False
        self._arrays: set[str] = set()
        self._has_head = False
        self._is_first_object = True

    def add(self, line: str) -> str:
        """Returns the text that a line adds to the document; ``""`` for an empty line, and for a repeated head or array name."""
        if line.startswith('{"object":"tenant_export"'):
            return self._add_head(line)
        array = _ARRAY.match(line)
        if array is not None:
            return self._add_array(array[1])
        if line.startswith("{"):
            return self._add_object(line)
        if not line.startswith("}"):
            return ""
        self.is_complete = True
        return "]\n}\n"

    def _add_head(self, line: str) -> str:
        if self._has_head:
            return ""
        self._has_head = True
        return line.removesuffix(",")

    def _add_array(self, name: str) -> str:
        if name in self._arrays:
            return ""
        end_of_previous = "]" if self._arrays else ""
        self._arrays.add(name)
        self._is_first_object = True
        return f'{end_of_previous},\n"{name}":['

    def _add_object(self, line: str) -> str:
        text = _AFTER_OBJECT.sub("", line)
        self.last_id = str(json.loads(text)["id"])
        comma = "" if self._is_first_object else ","
        self._is_first_object = False
        return f"{comma}\n{text}"


class _Export:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._resume: str | None = None
        self.document = _Document()

    @property
    def can_resume(self) -> bool:
        return self._resume is not None

    def connection(self) -> Iterator[str]:
        """Yields what one connection adds to the document."""
        query = {} if self._resume is None else {"resume": self._resume, "starting_after": self.document.last_id}
        with self._transport.stream("GET", _PATH, query=query, read_timeout_seconds=_SILENCE_SECONDS) as response:
            self._resume = response.headers.get(_RESUME, self._resume)
            for line in lines_in(response.iter_text()):
                yield self.document.add(line)


def export_chunks(transport: Transport) -> Iterator[bytes]:
    """Yields the document of an export in chunks.

    When a connection ends early, resumes the export, which still shows the same point in time. Raises ``IncompleteExportError`` if
    the export cannot be resumed: discard the chunks in this case.
    """
    export = _Export(transport)
    failures = 0
    while True:
        was_resumed, last_id_before, cause = export.can_resume, export.document.last_id, None
        try:
            for text in export.connection():
                if text:
                    yield text.encode()
        except (ApiError, ConnectionError, httpx.TransportError, ValueError) as error:
            if isinstance(error, ApiError) and not was_resumed:
                raise
            cause = error
        if export.document.is_complete:
            return
        failures = failures + 1 if export.document.last_id == last_id_before else 0
        is_final = isinstance(cause, ValueError) or (isinstance(cause, ApiError) and not isinstance(cause, ServerError))
        if not export.can_resume or is_final or failures >= _MAX_FAILURES:
            raise IncompleteExportError("The export is incomplete.") from cause
        transport.pause_after_failures(failures)
