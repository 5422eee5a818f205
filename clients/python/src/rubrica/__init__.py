"""The client of the Rubrica API, an electronic-signature service for Brazil."""

from __future__ import annotations

from . import webhooks
from ._caller import Listing, ListingAsync
from ._client import Rubrica, RubricaAsync
from ._files import Arquivo
from ._model import Model
from ._omitted import OMITTED
from ._version import VERSION as __version__
from .errors import (
    ApiError,
    AuthenticationError,
    ConflictError,
    ConnectionError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    QuotaExceededError,
    RateLimitError,
    RubricaError,
    ServerError,
    TimeoutError,
    WebhookSignatureError,
)

__all__ = [
    "OMITTED",
    "ApiError",
    "Arquivo",
    "AuthenticationError",
    "ConflictError",
    "ConnectionError",
    "InvalidRequestError",
    "Listing",
    "ListingAsync",
    "Model",
    "NotFoundError",
    "PermissionDeniedError",
    "QuotaExceededError",
    "RateLimitError",
    "Rubrica",
    "RubricaAsync",
    "RubricaError",
    "ServerError",
    "TimeoutError",
    "WebhookSignatureError",
    "__version__",
    "webhooks",
]
