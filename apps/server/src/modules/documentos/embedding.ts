import { EMBEDDED_LINK_TTL_MS, type LinkIncorporadoEntrada, readOrigin, rule } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import { sha256 } from '../../core/chain.ts';
import { conflict, found, refuseInvalid } from '../../core/problem.ts';
import { newToken } from '../../core/random.ts';
import type { Tx } from '../../core/sql.ts';
import type { DocumentosDeps } from './deps.ts';
import { transition } from './estado.ts';
import { issueLinkFor, noteHandedOut, rowsOfPerson } from './links.ts';
import { checkOrigin, checkReturn } from './origin-rules.ts';
import { refuseUnlisted } from './origins.ts';
import { isPending } from './people.ts';
import { insertInto, listSignatarios, lockTogether } from './store.ts';

/** Signing inside a page of the sender's own system (docs/adr/0084). */
export function embeddingHandlers(deps: DocumentosDeps): Handlers<'criarLinkIncorporado'> {
  return {
    criarLinkIncorporado: (call) =>
      call.write(async (tx) => {
        const { documentoId, signatarioId } = call.params;
        const documento = found((await lockTogether(tx, documentoId))[0]);
        const signatario = found((await listSignatarios(tx, documento.id)).find(({ id }) => id === signatarioId));
        call.authorize(documento.criado_por);
        const { urlRetorno = null } = call.body;
        const origem = await allowedOrigin(tx, call.body);
        transition(documento, 'RESEND', tx.now);
        if (!isPending(signatario)) throw conflict(rule('signerDone'));
        const rows = await rowsOfPerson(tx, documento, signatario);
        const [own, ...others] = rows;
        const handed = [{ ...own, metodo_entrega: 'LINK' as const }, ...others] as const;
        const link = await issueLinkFor(tx, deps.tokens, handed, 'INCORPORADO');
        const ticket = newToken();
        const expiraEm = new Date(tx.now.getTime() + EMBEDDED_LINK_TTL_MS);
        await insertInto(tx, 'link_incorporado', [
          { link_id: link, bilhete_hash: sha256(ticket), origem, url_retorno: urlRetorno, expira_em: expiraEm },
        ]);
        await noteHandedOut(tx, call.origin, link, rows, { incorporadaEm: origem });
        return { body: { url: `${deps.publicUrl}/incorporar/${ticket}`, expiraEm: expiraEm.toISOString() } };
      }),
  };
}

/** @throws 400 for an origin, or an address to return to, that the organization does not list */
export async function allowedOrigin(tx: Tx, { origem, urlRetorno }: LinkIncorporadoEntrada): Promise<string> {
  const { ambiente } = tx.scope;
  const origin = readOrigin(origem);
  refuseInvalid([
    ...checkOrigin(origin, ambiente, 'origem'),
    ...checkReturn(urlRetorno ?? null, ambiente, 'urlRetorno'),
  ]);
  await refuseUnlisted(tx, [
    { campo: 'origem', url: origem },
    ...(urlRetorno === undefined ? [] : [{ campo: 'urlRetorno', url: urlRetorno }]),
  ]);
  return origin ?? origem;
}
