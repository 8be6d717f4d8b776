"""Runs the Python examples of the reference against the client, with a transport that answers every call with an empty list.

Reads the examples from standard input, as a JSON object of texts by name. Prints the failures, as a JSON list of texts.
"""

import contextlib
import io
import json
import sys
import types


class Anything(types.ModuleType):
    """Replaces the HTTP library, which the examples do not use: every name is an empty class."""

    def __getattr__(self, name: str) -> type:
        return type(name, (Exception,), {})


class Transport:
    """Answers every call."""

    def json(self, method: str, path: str, **rest: object) -> dict[str, object]:
        if "..." in path:
            raise ValueError(f"the path {path} contains a placeholder")
        return {"data": [], "has_more": False}

    def content(self, method: str, path: str, **rest: object) -> bytes:
        return b"%PDF"


sys.path.insert(0, "shared/python-client")
sys.modules["httpx"] = Anything("httpx")

import billing_service  # noqa: E402
from billing_service.resources import Resources  # noqa: E402

billing_service.Billing = lambda key, base_url: Resources(Transport())

failures = []
for name, code in json.load(sys.stdin).items():
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, name, "exec"), {})
    except Exception as error:
        failures.append(f"{name}: {type(error).__name__}: {error}")
print(json.dumps(failures))
