"""The verifier of what webhooks deliver. It needs no key: ``rubrica.webhooks.verificar(body, headers, segredo)``."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Dict, Iterable, List, Optional, Protocol, Tuple, Union

from .errors import WebhookSignatureError
from .models import EVENTO_WEBHOOK_ENVELOPE, EventoWebhookEnvelope

TOLERANCE_SECONDS = 300
_PREFIX = "whsec_"
_SECONDS = re.compile(r"[0-9]{1,12}")
_HEX = re.compile(r"[0-9a-f]{64}")


class Headers(Protocol):
    """The headers of a request, as every framework has them."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


def verificar(
    body: Union[bytes, str],
    headers: Headers,
    segredo: str,
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> EventoWebhookEnvelope:
    """Checks that a delivery is the service's, before any of it is interpreted, and returns its event.

    ``body`` is the body as it came, never JSON that was read and written again. By ``X-Service-Signature`` where it is
    there, else by the headers of Standard Webhooks. Deduplicate by ``eventoId``.

    :param segredo: the webhook's ``segredo``, the whole text
    :param tolerance_seconds: how many seconds the delivery's time may be from the receiver's clock
    :param now: the receiver's clock in Unix seconds, where it is not this machine's
    :raises WebhookSignatureError: if the delivery is not the service's, or too old to trust, or the secret is empty
    """
    if segredo in ("", _PREFIX):
        # Under it anybody could sign.
        raise WebhookSignatureError("the secret is empty")
    content = body.encode() if isinstance(body, str) else body
    given: Dict[str, str] = {name.lower(): value for name, value in headers.items()}
    own = given.get("x-service-signature")
    if own is not None:
        timestamp, signatures = _own_form(own)
        expected = _mac(segredo.encode(), f"{timestamp}.", content).hex()
    else:
        event, timestamp, signatures = _standard_form(given)
        mac = _mac(_key_of(segredo), f"{event}.{timestamp}.", content)
        expected = base64.b64encode(mac).decode()
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookSignatureError("the delivery's time is too far from this clock")
    # Every signature is compared: how long it takes tells nothing.
    if not any([hmac.compare_digest(expected.encode(), one.encode()) for one in signatures]):
        raise WebhookSignatureError("no signature matches")
    evento: EventoWebhookEnvelope = EVENTO_WEBHOOK_ENVELOPE(json.loads(content))
    return evento


def _mac(key: bytes, before: str, content: bytes) -> bytes:
    return hmac.new(key, before.encode() + content, hashlib.sha256).digest()


def _own_form(header: str) -> Tuple[str, List[str]]:
    """``t=<seconds>,v1=<hex>``: pairs of other versions are left aside, during a rotation there are two of v1."""
    pairs = [(name, value) for name, _, value in (pair.strip().partition("=") for pair in header.split(","))]
    times = [value for name, value in pairs if name == "t"]
    if len(times) != 1 or not _SECONDS.fullmatch(times[0]):
        raise WebhookSignatureError("the signature has no single time")
    return times[0], [value for name, value in pairs if name == "v1" and _HEX.fullmatch(value)]


def _standard_form(headers: Dict[str, str]) -> Tuple[str, str, List[str]]:
    """Standard Webhooks 1.0: the event's id, the time, and the signatures ``v1,<base64>`` divided by blanks."""
    event = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if event == "" or not _SECONDS.fullmatch(timestamp):
        raise WebhookSignatureError("the delivery is not signed")
    signatures = [one.partition(",") for one in headers.get("webhook-signature", "").split()]
    return event, timestamp, [value for version, _, value in signatures if version == "v1"]


def _key_of(segredo: str) -> bytes:
    """The bytes of a secret for Standard Webhooks, which is ``whsec_`` and standard base64."""
    encoded = segredo[len(_PREFIX) :] if segredo.startswith(_PREFIX) else segredo
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise WebhookSignatureError("the secret is not one of Standard Webhooks: renew it") from None


class Verifier:
    """``rubrica.webhooks.verificar`` of a client."""

    verificar = staticmethod(verificar)
