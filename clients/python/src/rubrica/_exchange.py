"""A call, from its request to its result, without input or output of its own: the sync and the async client do what it asks.

An exchange is a generator: it gives the request to send, and is told the answer or the failure; it gives a ``Wait``, and is
resumed when that is over. So requests, repetitions and errors are written once.
"""

from __future__ import annotations

import json
import os
import random
import re
import uuid
from dataclasses import dataclass
from typing import Any, Callable, Dict, Generator, List, Mapping, Optional, Tuple, TypeVar, Union
from urllib.parse import quote, urlsplit

import httpx

from ._files import read_file
from ._omitted import Omitted
from ._operation import Call, Operation
from ._version import VERSION
from .errors import ConnectionError, RubricaError, TimeoutError, error_of, is_json, retry_after_of

T = TypeVar("T")

# How long to wait before a repetition, in seconds: `waiting` of packages/contract/vectors.json.
FIRST = 0.5
LONGEST = 8.0
SPREAD = 0.25
LONGEST_RETRY_AFTER = 60
DEFAULT_URL = "http://localhost:3000"
_KEY = re.compile(r"svc_(live|test)_\S+")
_AGENT = f"rubrica-python/{VERSION}"

REPEATED = frozenset({500, 502, 503, 504})
NOT_DONE = 429
FILE_TYPES = {"pdf": "application/pdf", "png": "image/png", "zip": "application/zip"}


@dataclass(frozen=True)
class Wait:
    """A pause before the next attempt."""

    seconds: float


Step = Union[httpx.Request, Wait]
Outcome = Union[httpx.Response, httpx.RequestError, None]
Exchange = Generator[Step, Outcome, T]


@dataclass(frozen=True)
class Settings:
    """How a client reaches the service."""

    root: str
    public_root: str
    ambiente: str
    chave: str
    retries: int
    timeout: Optional[float]
    user_agent: str

    @staticmethod
    def of(
        chave: Optional[str],
        url: Optional[str],
        public_url: Optional[str],
        retries: int,
        timeout: Optional[float],
        user_agent: Optional[str],
    ) -> "Settings":
        """The key says the environment; an address with a path is that of the API itself."""
        key = chave if chave is not None else os.environ.get("RUBRICA_CHAVE", "")
        found = _KEY.fullmatch(key)
        if found is None:
            raise RubricaError("an API key begins with svc_live_ or svc_test_")
        address = (url or os.environ.get("RUBRICA_URL") or DEFAULT_URL).rstrip("/")
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise RubricaError("url is no address: https://rubrica.exemplo.com.br")
        api = address if parts.path else f"{address}/v1"
        is_test = found[1] == "test"
        return Settings(
            root=f"{api}/sandbox" if is_test else api,
            public_root=f"{(public_url or f'{parts.scheme}://{parts.netloc}').rstrip('/')}/api/v1",
            ambiente="TESTE" if is_test else "PRODUCAO",
            chave=key,
            retries=retries,
            timeout=timeout,
            user_agent=f"{user_agent} {_AGENT}" if user_agent else _AGENT,
        )


def exchange(
    settings: Settings,
    build: Callable[..., httpx.Request],
    operation: Operation[T],
    call: Call,
) -> Exchange[T]:
    """One call with its repetitions. ``build`` is ``build_request`` of the HTTP client that sends."""
    arguments = _request_of(settings, operation, call)
    timeout = settings.timeout if isinstance(call.timeout, Omitted) else call.timeout
    repeatable = operation.method != "POST" or "idempotency-key" in arguments["headers"]
    for attempt in range(settings.retries + 1):
        outcome = yield build(timeout=timeout, **arguments)
        last = attempt == settings.retries
        if isinstance(outcome, httpx.Response):
            if outcome.is_success:
                return _result_of(operation, outcome)
            seconds = None if last else _wait_after(outcome, attempt, repeatable)
            if seconds is None:
                raise error_of(operation.name, outcome)
        else:
            if last or not repeatable:
                kind = TimeoutError if isinstance(outcome, httpx.TimeoutException) else ConnectionError
                raise kind(f"{operation.name}: {outcome}") from outcome
            seconds = _own_wait(attempt)
        yield Wait(seconds)
    raise AssertionError("the last attempt returns or raises")


def _own_wait(attempt: int) -> float:
    """Between half of the growing wait and the whole, so that many clients do not come back at once."""
    whole: float = min(LONGEST, FIRST * 2**attempt)
    return random.uniform(whole / 2, whole)


def _wait_after(response: httpx.Response, attempt: int, repeatable: bool) -> Optional[float]:
    """Seconds before the next attempt, or None if this answer is final."""
    status = response.status_code
    if status != NOT_DONE and not (repeatable and status in REPEATED):
        return None
    told = retry_after_of(response.headers)
    if told is None:
        return _own_wait(attempt)
    return told + random.uniform(0, SPREAD) if told <= LONGEST_RETRY_AFTER else None


def _result_of(operation: Operation[T], response: httpx.Response) -> T:
    if operation.answer == "empty" or response.status_code == 204:
        return operation.decode(None)
    if operation.answer in FILE_TYPES:
        return operation.decode(response.content)
    try:
        body = json.loads(response.content) if is_json(response) else None
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise error_of(operation.name, response)
    return operation.decode(body)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _given(members: Mapping[str, object]) -> Dict[str, object]:
    return {name: value for name, value in members.items() if not isinstance(value, Omitted)}


def _url_of(settings: Settings, operation: Operation[Any], params: Mapping[str, str]) -> str:
    path = operation.path
    for name, value in params.items():
        if not value:
            raise ValueError(f"{name} is missing")
        path = path.replace(f"{{{name}}}", quote(value, safe=""))
    return (settings.root if operation.host == "base" else settings.public_root) + path


def _request_of(settings: Settings, operation: Operation[Any], call: Call) -> Dict[str, Any]:
    """What the HTTP client builds the request of, the same for every attempt."""
    headers = {
        "accept": f"{FILE_TYPES[operation.answer]}, application/problem+json;q=0.9"
        if operation.answer in FILE_TYPES
        else "application/json, application/problem+json",
        "user-agent": settings.user_agent,
    }
    if operation.keyed:
        headers["authorization"] = f"Bearer {settings.chave}"
    if operation.idempotent:
        headers["idempotency-key"] = call.idempotency_key or str(uuid.uuid4())
    query = {name: _text(value) for name, value in _given(call.query).items() if value is not None}
    arguments: Dict[str, Any] = {
        "method": operation.method,
        "url": _url_of(settings, operation, call.params),
        "headers": headers,
    }
    if query:
        arguments["params"] = query
    body = None if call.body is None else _given(call.body)
    if operation.body == "multipart" and call.file is not None:
        arguments["files"] = _parts_of(call, body)
    elif operation.body == "json":
        headers["content-type"] = "application/json"
        arguments["content"] = _json(body)
    return arguments


def _parts_of(call: Call, body: Optional[Mapping[str, object]]) -> List[Tuple[str, Any]]:
    """``dados`` goes first, so that the service can refuse it before it reads the file."""
    assert call.file is not None
    name, content = read_file(*call.file)
    dados = [] if body is None else [("dados", (None, _json(body), "application/json"))]
    return [*dados, ("arquivo", (name, content, "application/pdf"))]
