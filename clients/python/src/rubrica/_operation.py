"""An operation of the contract and a call of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable, Generic, Literal, Mapping, Optional, Tuple, TypeVar

from ._files import Arquivo
from ._model import Model
from ._omitted import OMITTED, Timeout

T = TypeVar("T")


@dataclass(frozen=True)
class Operation(Generic[T]):
    """The facts that a call needs; ``name`` is its method, ``decode`` makes the result of the JSON, or of the bytes."""

    name: str
    method: str
    path: str
    decode: Callable[[Any], T]
    host: Literal["base", "public"] = "base"
    keyed: bool = True
    body: Optional[Literal["json", "multipart"]] = None
    answer: Literal["json", "empty", "pdf", "png", "zip"] = "json"
    idempotent: bool = False


@dataclass(frozen=True)
class Call:
    """What is given to an operation. Members that are ``OMITTED`` are not sent."""

    params: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, object] = field(default_factory=dict)
    body: Optional[Mapping[str, object]] = None
    file: Optional[Tuple[Arquivo, Optional[str]]] = None
    idempotency_key: Optional[str] = None
    timeout: Timeout = OMITTED


def raw_operation(method: str, path: str, body: Optional[Mapping[str, object]]) -> Operation[Optional[Model]]:
    """An operation that this version does not know."""
    verb = method.upper()
    kind: Optional[Literal["json"]] = None if body is None else "json"
    return Operation(f"{verb} {path}", verb, path, _any_model, body=kind, idempotent=verb == "POST")


def _any_model(body: Optional[Mapping[str, Any]]) -> Optional[Model]:
    return None if body is None else Model(body)


def nothing(_: object) -> None:
    """Decodes an answer without a body."""


def raw(body: bytes) -> bytes:
    """Decodes a file."""
    return body
