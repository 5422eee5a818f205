import type { ConteudoCertificado } from '@rubrica/contract';
import type { Origin } from '../../core/actor.ts';
import type { MemberPart, Reply } from '../../core/call.ts';
import type { ScopeTime } from '../../core/clock.ts';
import { Unavailable } from '../../core/ports.ts';
import { found } from '../../core/problem.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { createTurns } from '../../core/turns.ts';
import { findFile } from '../arquivos/index.ts';
import {
  type ChainedEvent,
  chainEvent,
  composeEvent,
  hasMovedTime,
  headOf,
  insertLinks,
  linkTime,
  lockHead,
  readTrail,
} from '../auditoria/index.ts';
import { findDocumento, lockDocumento } from '../documentos/index.ts';
import {
  beginAttempt,
  type CertificadoRow,
  findCertificado,
  type IssueDeps,
  type IssuedCertificate,
  insertCertificate,
  makeCertificate,
  requireVerified,
  storeCertificate,
} from './emitir.ts';
import { certificateLeaf, type LogDeps, openLogPart, readNonce, tellOpenLog } from './logged.ts';

export interface ReissueDeps extends IssueDeps, LogDeps {
  readonly db: Pick<Database, 'time'>;
  /** SHA-256 of the certificates of every seal that was ever in use here. */
  readonly knownSeals: () => Promise<readonly string[]>;
}

/**
 * Another process or a download added to the trail while the new certificate was being made: it is made again from the
 * current trail.
 */
class TrailMoved extends Error {}

const MAX_ATTEMPTS = 10;

const REISSUED = ['CONFERE', 'TESTE', 'SELO_NAO_IDENTIFICADO'] as const;

interface Draft {
  /** Key of the signed file. */
  readonly assinado: string;
  readonly previous: CertificadoRow;
  readonly headHash: string;
  readonly last: ChainedEvent;
  readonly conteudo: ConteudoCertificado;
  readonly nonce: Buffer;
}

/**
 * Issues a new version of a completed document's certificate, chained by hash to the current one. The evidence stays as
 * frozen at completion; what the trail has gained since is added, ending with the re-issue itself.
 * @throws 404, 409 CERTIFICADO_INDISPONIVEL before ASSINADO, Unavailable if others keep adding to the trail
 */
export async function reemitirCertificado<R extends Reply<unknown>>(
  deps: ReissueDeps,
  call: ReissueCall,
  answer: (row: CertificadoRow, documentoId: string) => R,
): Promise<R> {
  const { realNow } = await deps.db.time(call.scope);
  await deps.checkSeal(call.scope.ambiente, realNow);
  return inTurn(call.params.documentoId, () => reissue(deps, call, answer));
}

type ReissueCall = MemberPart & { params: { documentoId: string } };

/**
 * Requests for the same document within one process are handled one after another; concurrently, each would invalidate
 * the other's work.
 */
const inTurn = createTurns();

async function reissue<R extends Reply<unknown>>(
  deps: ReissueDeps,
  call: ReissueCall,
  answer: (row: CertificadoRow, documentoId: string) => R,
): Promise<R> {
  const { documentoId } = call.params;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const time = await deps.db.time(call.scope);
    const emitidoEm = time.now;
    const draft = await call.read(async (tx) => {
      const documento = found(await findDocumento(tx, documentoId));
      call.authorize();
      const previous = found(await findCertificado(tx, documento));
      const { chave } = await findFile(tx, documento.arquivo_assinado_id ?? '');
      return { ...(await prepare(tx, deps, documento.id, previous, call.origin, time)), assinado: chave };
    });
    const files = beginAttempt(deps);
    try {
      const certificate = await makeCertificate(
        deps,
        call.scope,
        {
          documentoId,
          versao: draft.previous.versao + 1,
          hashAnterior: draft.previous.hash,
          conteudo: draft.conteudo,
          emitidoEm,
          sealedAt: time.realNow,
          notes: [`Esta versão substitui a ${draft.previous.versao}, ${draft.previous.codigo}, que continua válida.`],
        },
        files,
      );
      const seals = await deps.knownSeals();
      await deps.files.withLocal(draft.assinado, (signed) =>
        // A signed file from before seals stated what they seal is accepted as such.
        requireVerified(deps, { signed, certificate: certificate.made.path, seals }, REISSUED),
      );
      const issue = await storeCertificate(call.scope, documentoId, certificate, files);
      return await files.name(
        () => call.write(async (tx) => answer(await commit(tx, documentoId, draft, issue, time.realNow), documentoId)),
        (reply) => reply.replayed === undefined,
      );
    } catch (error) {
      if (!(error instanceof TrailMoved)) throw error;
    } finally {
      await files.end();
    }
  }
  throw new Unavailable('the trail kept moving while the certificate was made');
}

async function prepare(
  tx: Tx,
  deps: LogDeps,
  documentoId: string,
  previous: CertificadoRow,
  origin: Origin,
  time: ScopeTime,
): Promise<Omit<Draft, 'assinado'>> {
  const [events, nonce] = await Promise.all([readTrail(tx, documentoId), readNonce(tx, documentoId)]);
  const head = headOf(events);
  const entry = {
    acao: 'CERTIFICADO_REEMITIDO' as const,
    detalhe: { versao: previous.versao + 1, codigoAnterior: previous.codigo },
  };
  const last = chainEvent(head, composeEvent(linkTime(head, time.now), time, origin, entry)).chained;
  const frozen = JSON.parse(previous.conteudo) as ConteudoCertificado;
  const conteudo = {
    ...frozen,
    ...(hasMovedTime([last.event]) ? { documento: { ...frozen.documento, horaDe: 'RELOGIO_DE_TESTE' } } : {}),
    eventos: [...events, last.event],
    cadeia: { ...frozen.cadeia, eloFinal: last.event.hash },
    registroAberto:
      frozen.registroAberto ?? (await openLogPart(deps, tx.scope.ambiente, { documentoId, nonce, eventos: events })),
  } as ConteudoCertificado;
  return { previous, headHash: head.hash, last, conteudo, nonce };
}

async function commit(
  tx: Tx,
  documentoId: string,
  draft: Draft,
  issue: IssuedCertificate,
  at: Date,
): Promise<CertificadoRow> {
  const documento = found(await lockDocumento(tx, documentoId));
  const head = await lockHead(tx, documento.id);
  const { nonce } = draft;
  if (head.hash !== draft.headHash) throw new TrailMoved();
  if (!(await tellOpenLog(tx, documentoId, head, nonce, [certificateLeaf(nonce, issue, at)]))) throw new TrailMoved();
  await insertLinks(tx, documento.id, head.tamanho + 1, [draft.last]);
  return insertCertificate(tx, documento, issue);
}
