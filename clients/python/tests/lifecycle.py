"""What an integrator does: creates, sends, lists, is refused, downloads. Tells of it as JSON.

Usage: lifecycle.py sync|async <origin> <key of tests> <file.pdf>
"""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from typing import Any, Callable, Dict, List

from rubrica import ApiError, InvalidRequestError, NotFoundError, Rubrica, RubricaAsync
from rubrica.inputs import CampoEntrada, SignatarioEntrada

UNKNOWN = "7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8"
WHO: List[SignatarioEntrada] = [
    {"funcao": "ASSINAR", "nome": "João Prado", "email": "joao@exemplo.com.br", "metadados": {}}
]
WHERE: List[CampoEntrada] = [
    {"tipo": "ASSINATURA", "pagina": 4, "x": 0.1, "y": 0.13, "largura": 0.3, "altura": 0.07}
]


def refusal(error: ApiError) -> List[Any]:
    return [type(error).__name__, error.status, error.codigo, sorted({one.campo for one in error.erros})]


def with_sync(origin: str, key: str, path: str) -> Dict[str, Any]:
    with Rubrica(key, url=origin) as rubrica:
        order = str(uuid.uuid4())
        draft = rubrica.documentos.criar(
            arquivo=path,
            titulo="Contrato de locação",
            signatarios=WHO,
            campos=WHERE,
            metadados={},
            idempotency_key=order,
        )
        again = rubrica.documentos.criar(
            arquivo=path,
            titulo="Contrato de locação",
            signatarios=WHO,
            campos=WHERE,
            metadados={},
            idempotency_key=order,
        )
        sent = rubrica.documentos.enviar(draft.id)
        with open(path, "rb") as file:
            rubrica.documentos.criar(arquivo=file.read(), titulo="De bytes", nomeArquivo="ação.pdf")
            file.seek(0)
            rubrica.documentos.criar(arquivo=file, titulo="De um arquivo aberto", descricao="Interna")
        changed = [one for one in rubrica.documentos.listar(limite=2) if one.titulo == "De um arquivo aberto"][0]
        erased = rubrica.documentos.alterar(changed.id, descricao=None)
        pages = [len(page.itens) for page in rubrica.documentos.listar(limite=2).paginas()]

        def refused(attempt: Callable[[], object]) -> List[Any]:
            try:
                attempt()
            except (NotFoundError, InvalidRequestError) as error:
                return refusal(error)
            return []

        return {
            "status": [draft.status, sent.status],
            "same": again.id == draft.id,
            "people": [(one.nome, one.funcao) for one in sent.signatarios],
            "erased": [changed.descricao, erased.descricao, erased.titulo],
            "titles": [one.titulo for one in rubrica.documentos.listar(limite=2)],
            "pages": pages,
            "total": rubrica.documentos.listar(limite=1).pagina().total,
            "missing": refused(lambda: rubrica.documentos.obter(UNKNOWN)),
            "invalid": refused(lambda: rubrica.documentos.criar(arquivo=path, titulo="")),
            "file": rubrica.documentos.baixar(draft.id, tipo="ORIGINAL")[:5].decode(),
            "event": next(iter(rubrica.eventos.listar(documentoId=draft.id))).dados.documento.id == draft.id,
            "validation": rubrica.sandbox.validacao.consultar(codigo=sent.codigoValidacao or "").situacao,
            "other": getattr(rubrica.chamar("GET", f"/documentos/{draft.id}"), "id", None) == draft.id,
        }


async def with_async(origin: str, key: str, path: str) -> Dict[str, Any]:
    async with RubricaAsync(key, url=origin) as rubrica:
        draft = await rubrica.documentos.criar(
            arquivo=path, titulo="Contrato de locação", signatarios=WHO, campos=WHERE
        )
        sent = await rubrica.documentos.enviar(draft.id)
        await asyncio.gather(
            *(rubrica.documentos.criar(arquivo=path, titulo="Ao mesmo tempo") for _ in range(2))
        )
        try:
            await rubrica.documentos.obter(UNKNOWN)
            missing: List[Any] = []
        except NotFoundError as error:
            missing = refusal(error)
        first = await rubrica.documentos.listar(limite=2)
        return {
            "status": [draft.status, sent.status],
            "titles": [one.titulo async for one in rubrica.documentos.listar(limite=2)],
            "first": [len(first.itens), first.total],
            "missing": missing,
            "file": (await rubrica.documentos.baixar(draft.id, tipo="ORIGINAL"))[:5].decode(),
        }


mode, origin, key, path = sys.argv[1:]
print(json.dumps(with_sync(origin, key, path) if mode == "sync" else asyncio.run(with_async(origin, key, path))))
