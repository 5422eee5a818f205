"""What the client does with each vector of packages/contract/vectors.json, as JSON.

Usage: vectors.py sync|async <vectors.json> <origin>, where <origin>/<part>/<number> answers what the vector says.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import Any, Awaitable, Dict, List, Optional, Union

import rubrica
from rubrica import ApiError, Rubrica, RubricaAsync, RubricaError

KEY = "svc_live_a1b2c3d4.segredo"
# Long enough for a loaded machine to answer, short enough to wait for in vain.
PATIENCE = 2.0

Client = Union[Rubrica, RubricaAsync]


def method_of(client: Client, name: str) -> Any:
    place: Any = client
    for part in name.split("."):
        place = getattr(place, re.sub("[A-Z]", r"_\g<0>", part).lower())
    return place


def call(client: Client, vector: Dict[str, Any]) -> Any:
    """Positional what the path has, by name the members of the body or the query."""
    values = [one for one in vector["arguments"] if not isinstance(one, dict)]
    names = {name: value for one in vector["arguments"] if isinstance(one, dict) for name, value in one.items()}
    key = vector.get("options", {}).get("idempotencyKey")
    return method_of(client, vector["call"])(*values, **names, **({"idempotency_key": key} if key else {}))


def told(error: ApiError) -> Dict[str, Any]:
    return {
        "class": type(error).__name__,
        "status": error.status,
        "codigo": error.codigo,
        "detail": error.detail,
        "requestId": error.request_id,
        "retryAfter": error.retry_after,
        "erros": error.erros,
    }


class Runner:
    def __init__(self, mode: str, origin: str) -> None:
        self.asynchronous = mode == "async"
        self.origin = origin

    def client(self, part: str, number: int, waits: List[float], **options: Any) -> Client:
        options.update(url=f"{self.origin}/{part}/{number}/v1", public_url=f"{self.origin}/{part}/{number}")
        if not self.asynchronous:
            return Rubrica(KEY, sleep=waits.append, **options)

        async def sleep(seconds: float) -> None:
            waits.append(seconds)

        return RubricaAsync(KEY, sleep=sleep, **options)

    async def result(self, given: Union[Awaitable[Any], Any]) -> Any:
        return await given if self.asynchronous else given

    async def closed(self, client: Client) -> None:
        await self.result(client.close())

    async def error(self, number: int, vector: Dict[str, Any]) -> Optional[Dict[str, Any]]:
        client = self.client("errors", number, [], retries=0)
        try:
            await self.result(client.organizacao.obter())
            return None
        except ApiError as error:
            return told(error)
        finally:
            await self.closed(client)

    async def page(self, number: int, vector: Dict[str, Any]) -> List[str]:
        client = self.client("pages", number, [])
        listing = call(client, vector)
        found = [item.id async for item in listing] if self.asynchronous else [item.id for item in listing]
        await self.closed(client)
        return found

    async def retry(self, number: int, vector: Dict[str, Any]) -> Dict[str, Any]:
        waits: List[float] = []
        retries = vector.get("options", {}).get("retries")
        hangs = any(answer.get("failure") == "timeout" for answer in vector["answers"])
        options = {**({} if retries is None else {"retries": retries}), **({"timeout": PATIENCE} if hangs else {})}
        client = self.client("retries", number, waits, **options)
        try:
            await self.result(call(client, vector))
            outcome: Dict[str, Any] = {"ok": True}
        except RubricaError as error:
            outcome = {"error": type(error).__name__}
        finally:
            await self.closed(client)
        return {"outcome": outcome, "waits": waits}


def signature(vector: Dict[str, Any]) -> Dict[str, Any]:
    try:
        evento = rubrica.webhooks.verificar(
            vector["body"], vector["headers"], vector["secret"], now=vector["now"]
        )
        return {"result": "accepted", "eventoId": evento.eventoId}
    except rubrica.WebhookSignatureError:
        return {"result": "refused"}


def root(vector: Dict[str, Any]) -> Optional[str]:
    try:
        return Rubrica(vector["key"], url=vector["url"]).root
    except RubricaError:
        return None


async def main(mode: str, path: str, origin: str) -> None:
    with open(path, encoding="utf-8") as file:
        vectors = json.load(file)
    runner = Runner(mode, origin)
    client = runner.client("methods", 0, [])
    results = {
        "signatures": [signature(one) for one in vectors["signatures"]],
        "roots": [root(one) for one in vectors["roots"]],
        "errors": [await runner.error(i, one) for i, one in enumerate(vectors["errors"])],
        "pages": [await runner.page(i, one) for i, one in enumerate(vectors["pages"])],
        "retries": [await runner.retry(i, one) for i, one in enumerate(vectors["retries"])],
        "methods": [name for name in vectors["methods"] if callable(method_of(client, name))],
    }
    await runner.closed(client)
    print(json.dumps(results))


asyncio.run(main(*sys.argv[1:]))
