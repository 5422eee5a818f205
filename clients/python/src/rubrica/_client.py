"""The clients."""

from __future__ import annotations

import asyncio
import time
from types import TracebackType
from typing import Awaitable, Callable, Mapping, Optional, Type

import httpx

from ._caller import Caller, CallerAsync
from ._exchange import Settings
from ._model import Model
from ._operation import Call, raw_operation
from .resources import Resources
from .resources_async import ResourcesAsync

RETRIES = 2
TIMEOUT_SECONDS = 60.0


class Rubrica(Resources):
    """The client of a program that waits for each call.

    :param chave: an API key, RUBRICA_CHAVE where it is absent; ``svc_test_…`` calls the sandbox, ``svc_live_…`` production
    :param url: where the service is, ``https://rubrica.exemplo.com.br``, or the root of its API, ending in ``/v1``;
        RUBRICA_URL where it is absent, else ``http://localhost:3000``
    :param public_url: where public validation is, if not at ``url``
    :param retries: how often a call is repeated that failed for a while
    :param timeout: seconds to wait for each step of a call; ``None`` waits for ever
    :param user_agent: the name of the system that calls, as in ``erp/2.1``
    :param http: an HTTP client of yours, with proxies or certificates of yours; it is not closed here
    :param sleep: waits that many seconds before a repetition
    """

    def __init__(
        self,
        chave: Optional[str] = None,
        *,
        url: Optional[str] = None,
        public_url: Optional[str] = None,
        retries: int = RETRIES,
        timeout: Optional[float] = TIMEOUT_SECONDS,
        user_agent: Optional[str] = None,
        http: Optional[httpx.Client] = None,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        settings = Settings.of(chave, url, public_url, retries, timeout, user_agent)
        client = httpx.Client() if http is None else http
        self._own = client if http is None else None
        self.root = settings.root
        self.ambiente = settings.ambiente
        self._caller = Caller(settings, client, sleep)
        super().__init__(self._caller)

    def chamar(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] = {},
        body: Optional[Mapping[str, object]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Optional[Model]:
        """Calls what this version has no method for, with the same patience: ``rubrica.chamar("GET", "/documentos")``.

        :param path: below the root, without a query
        """
        return self._caller.call(raw_operation(method, path, body), Call({}, query, body, None, idempotency_key))

    def close(self) -> None:
        """Closes the connections."""
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> "Rubrica":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class RubricaAsync(ResourcesAsync):
    """The client of a program that does other things meanwhile: the same methods, to be awaited.

    Its parameters are those of ``Rubrica``; ``http`` is an ``httpx.AsyncClient``, and ``sleep`` is awaited.
    """

    def __init__(
        self,
        chave: Optional[str] = None,
        *,
        url: Optional[str] = None,
        public_url: Optional[str] = None,
        retries: int = RETRIES,
        timeout: Optional[float] = TIMEOUT_SECONDS,
        user_agent: Optional[str] = None,
        http: Optional[httpx.AsyncClient] = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        settings = Settings.of(chave, url, public_url, retries, timeout, user_agent)
        client = httpx.AsyncClient() if http is None else http
        self._own = client if http is None else None
        self.root = settings.root
        self.ambiente = settings.ambiente
        self._caller = CallerAsync(settings, client, sleep)
        super().__init__(self._caller)

    async def chamar(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] = {},
        body: Optional[Mapping[str, object]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Optional[Model]:
        """Calls what this version has no method for, with the same patience: ``await rubrica.chamar("GET", "/documentos")``.

        :param path: below the root, without a query
        """
        operation = raw_operation(method, path, body)
        return await self._caller.call(operation, Call({}, query, body, None, idempotency_key))

    async def close(self) -> None:
        """Closes the connections."""
        if self._own is not None:
            await self._own.aclose()

    async def __aenter__(self) -> "RubricaAsync":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        await self.close()
