"""Whether the client takes deliveries, and what it says of them. Usage: verify.py < [{"body", "headers", "secret"}, …]"""

from __future__ import annotations

import json
import sys
from typing import Any, Dict, List, Optional

from rubrica import WebhookSignatureError, webhooks


def told(delivery: Dict[str, Any]) -> Optional[List[str]]:
    try:
        evento = webhooks.verificar(delivery["body"], delivery["headers"], delivery["secret"])
        return [evento.evento, evento.eventoId, evento.dados.documento.titulo]
    except WebhookSignatureError:
        return None


print(json.dumps([told(delivery) for delivery in json.load(sys.stdin)]))
