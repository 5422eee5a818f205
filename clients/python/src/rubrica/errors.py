"""What a call may raise. All of it is ``RubricaError``."""

from __future__ import annotations

import json
from typing import Dict, List, Mapping, Optional, Type

import httpx

from .models import Erro, ErroDeCampo


class RubricaError(Exception):
    """The base of every error of this client."""


class ConnectionError(RubricaError):
    """No answer came: the service could not be reached, or the connection broke."""


class TimeoutError(ConnectionError):
    """No answer came in time."""


class WebhookSignatureError(RubricaError):
    """The delivery is not what the service sent, or is too old to trust: answer 401."""


class ApiError(RubricaError):
    """A refusal or failure of the service. Branch on ``codigo``; log ``request_id``."""

    operation: str
    """What was called: ``documentos.criar``."""
    status: int
    """The HTTP status."""
    codigo: Optional[str]
    """The stable code; ``None`` if the answer is not the service's but, say, a proxy's."""
    detail: Optional[str]
    """What happened, in a Portuguese sentence."""
    request_id: Optional[str]
    """Identifies the call."""
    retry_after: Optional[int]
    """Seconds to wait before repeating, where the service says so."""
    erros: List[ErroDeCampo]
    """For invalid input, every problem with its place."""
    problem: Optional[Erro]
    """The whole body, if it was problem details."""
    response: httpx.Response

    def __init__(self, operation: str, response: httpx.Response) -> None:
        problem = _problem_of(response)
        self.operation = operation
        self.status = response.status_code
        self.problem = problem
        self.codigo = problem.codigo if problem else None
        self.detail = problem.get("detail") if problem else None
        self.erros = (problem.erros if problem else None) or []
        header = response.headers.get("x-request-id")
        self.request_id = (problem.get("requestId") if problem else None) or header
        self.retry_after = retry_after_of(response.headers)
        self.response = response
        told = f": {self.detail}" if self.detail else ""
        super().__init__(f"{operation}: {self.status} {self.codigo or response.reason_phrase}{told}")


class InvalidRequestError(ApiError):
    """400, 413, 415, 422: what was sent does not fulfil the contract; see ``erros``."""


class AuthenticationError(ApiError):
    """401: no valid key."""


class QuotaExceededError(ApiError):
    """402: the plan has no envelopes left."""


class PermissionDeniedError(ApiError):
    """403: the key's scope or role does not reach."""


class NotFoundError(ApiError):
    """404, 410: there is no such thing, or no longer."""


class ConflictError(ApiError):
    """409: the state of the thing does not allow this."""


class RateLimitError(ApiError):
    """429: too many calls; see ``retry_after``."""


class ServerError(ApiError):
    """5xx: the service, or something before it, failed."""


_CLASSES: Dict[int, Type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: QuotaExceededError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def error_of(operation: str, response: httpx.Response) -> ApiError:
    """The error of an answer, of the class of its status."""
    status = response.status_code
    return _CLASSES.get(status, ServerError if status >= 500 else ApiError)(operation, response)


def is_json(response: httpx.Response) -> bool:
    """Whether the answer says that it is JSON."""
    kind = response.headers.get("content-type", "").split(";")[0].strip().lower()
    return kind in ("application/json", "application/problem+json")


def retry_after_of(headers: Mapping[str, str]) -> Optional[int]:
    """The seconds of ``Retry-After``; a date, which the service never sends, is not read."""
    value = headers.get("retry-after", "")
    return int(value) if value.isascii() and value.isdecimal() else None


def _problem_of(response: httpx.Response) -> Optional[Erro]:
    if not is_json(response):
        return None
    try:
        body = json.loads(response.content)
    except ValueError:
        return None
    return Erro(body) if isinstance(body, dict) and "codigo" in body else None
