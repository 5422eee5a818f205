"""What the methods stand on: a client that calls, and listings that read page after page."""

from __future__ import annotations

from typing import Any, AsyncIterator, Awaitable, Callable, Generator, Generic, Iterator, Mapping, TypeVar

import httpx

from ._exchange import Exchange, Outcome, Settings, Wait, exchange
from ._model import Model
from ._operation import Call, Operation

T = TypeVar("T")
Item = TypeVar("Item")
Page = TypeVar("Page", bound=Model)


class Caller:
    """Calls and waits."""

    def __init__(self, settings: Settings, http: httpx.Client, sleep: Callable[[float], object]) -> None:
        self._settings = settings
        self._http = http
        self._sleep = sleep

    def call(self, operation: Operation[T], call: Call) -> T:
        steps: Exchange[T] = exchange(self._settings, self._http.build_request, operation, call)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            outcome = None
            if isinstance(step, Wait):
                self._sleep(step.seconds)
                continue
            try:
                outcome = self._http.send(step)
            except httpx.RequestError as failure:
                outcome = failure


class CallerAsync:
    """Calls and waits, for programs that do other things meanwhile."""

    def __init__(
        self, settings: Settings, http: httpx.AsyncClient, sleep: Callable[[float], Awaitable[object]]
    ) -> None:
        self._settings = settings
        self._http = http
        self._sleep = sleep

    async def call(self, operation: Operation[T], call: Call) -> T:
        steps: Exchange[T] = exchange(self._settings, self._http.build_request, operation, call)
        outcome: Outcome = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                result: T = end.value
                return result
            outcome = None
            if isinstance(step, Wait):
                await self._sleep(step.seconds)
                continue
            try:
                outcome = await self._http.send(step)
            except httpx.RequestError as failure:
                outcome = failure


def _after(call: Call, page: Mapping[str, Any]) -> Call | None:
    """The call of the next page, or None after the last. A short page is not the last one: one without a cursor is."""
    cursor = page.get("proximoCursor")
    if cursor is None:
        return None
    return Call(params=call.params, query={**call.query, "cursor": cursor}, timeout=call.timeout)


class Listing(Generic[Item, Page]):
    """A listing, from its first item to its last; pages are fetched as they are needed."""

    def __init__(self, caller: Caller, operation: Operation[Page], call: Call) -> None:
        self._caller = caller
        self._operation = operation
        self._call = call

    def __iter__(self) -> Iterator[Item]:
        for pagina in self.paginas():
            yield from pagina["itens"]

    def paginas(self) -> Iterator[Page]:
        """The pages, one after the other."""
        call: Call | None = self._call
        while call is not None:
            pagina = self._caller.call(self._operation, call)
            yield pagina
            call = _after(call, pagina)

    def pagina(self) -> Page:
        """One page: ``itens``, ``total``, ``proximoCursor``."""
        return self._caller.call(self._operation, self._call)


class ListingAsync(Generic[Item, Page]):
    """A listing, from its first item to its last; pages are fetched as they are needed."""

    def __init__(self, caller: CallerAsync, operation: Operation[Page], call: Call) -> None:
        self._caller = caller
        self._operation = operation
        self._call = call

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for pagina in self.paginas():
            for item in pagina["itens"]:
                yield item

    async def paginas(self) -> AsyncIterator[Page]:
        """The pages, one after the other."""
        call: Call | None = self._call
        while call is not None:
            pagina = await self._caller.call(self._operation, call)
            yield pagina
            call = _after(call, pagina)

    async def pagina(self) -> Page:
        """One page: ``itens``, ``total``, ``proximoCursor``; awaiting the listing gives it, too."""
        return await self._caller.call(self._operation, self._call)

    def __await__(self) -> Generator[Any, None, Page]:
        return self.pagina().__await__()


class Resource:
    """The base of what a client's methods are grouped by."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def _call(self, operation: Operation[T], call: Call) -> T:
        return self._caller.call(operation, call)

    def _list(self, operation: Operation[Page], call: Call) -> Listing[Any, Page]:
        return Listing(self._caller, operation, call)


class ResourceAsync:
    """The base of what a client's methods are grouped by."""

    def __init__(self, caller: CallerAsync) -> None:
        self._caller = caller

    async def _call(self, operation: Operation[T], call: Call) -> T:
        return await self._caller.call(operation, call)

    def _list(self, operation: Operation[Page], call: Call) -> ListingAsync[Any, Page]:
        return ListingAsync(self._caller, operation, call)
