import type { Ambiente, EventoAuditoria } from '@rubrica/contract';
import { TIMESTAMP_PATIENCE_MS } from '@rubrica/contract';
import { BY_SYSTEM } from '../../core/actor.ts';
import { inRealTime, type ScopeTime } from '../../core/clock.ts';
import { type Leaf, newNonce } from '../../core/open-log/leaf.ts';
import type { FinishedFile } from '../../core/pdf.ts';
import type { Columns } from '../../core/row.ts';
import type { Scope } from '../../core/scope.ts';
import { alike, type Database, type Tx } from '../../core/sql.ts';
import { findFile, type InkMaps, insertFile, type StoredFile } from '../arquivos/index.ts';
import {
  type ChainedEvent,
  chainEvent,
  composeEvent,
  headOf,
  insertLinks,
  linkTime,
  lockHead,
  readTrail,
  type TrailHead,
} from '../auditoria/index.ts';
import {
  type CampoRow,
  coveredTags,
  type DocumentoRow,
  emitDocumentEvent,
  eventSigner,
  type FatorRow,
  findDocumento,
  listCampos,
  listFatores,
  listSignatarios,
  lockDocumento,
  queueNotices,
  type SignatarioRow,
  toldOf,
  transition,
  updateDocumento,
  validationUrl,
} from '../documentos/index.ts';
import {
  type Attempt,
  beginAttempt,
  type IssueDeps,
  type IssuedCertificate,
  insertCertificate,
  keyFor,
  type MadeCertificate,
  type MadeFile,
  makeCertificate,
  ownFile,
  requireVerified,
  type StoredResult,
  sealText,
  storeCertificate,
} from './emitir.ts';
import { certificateLeaf, conclusionLeaf, type LogDeps, openLogPart, repeatedActs, tellOpenLog } from './logged.ts';
import { marksOf, type PictureRow, type ValueRow } from './marks.ts';
import { buildPackage, type SealIdentity } from './package.ts';
import { SANDBOX_WATERMARK } from './view.ts';

/** Completion is attempted right after the last signature; the job is for when that failed. */
export const COMPLETION_JOB_DELAY_MS = 15_000;

/** No authority provided a time stamp; completion is retried a little later. */
export class TimestampPending extends Error {
  override readonly name = 'TimestampPending';
}

export interface CompletionDeps extends IssueDeps, LogDeps {
  readonly db: Database;
  readonly seals: Readonly<Record<Ambiente, SealIdentity>>;
  readonly ink: InkMaps;
}

interface Prepared {
  readonly documento: DocumentoRow;
  readonly organizacao: { nome: string; documento: string | null };
  readonly firstHash: string;
  readonly original: StoredFile;
  readonly signatarios: SignatarioRow[];
  readonly campos: CampoRow[];
  readonly fatores: FatorRow[];
  readonly valores: ValueRow[];
  readonly imagens: PictureRow[];
  readonly eventos: EventoAuditoria[];
  readonly nonce: Buffer;
}

/** Events may be added while the files are being made (such as a delivered message); both files are then made again. */
const MAX_ATTEMPTS = 10;
/** Waiting for completion: fully signed, but not sealed yet. */
const isDue = (documento: DocumentoRow | null): documento is DocumentoRow =>
  documento !== null && documento.assinado_por_todos_em !== null && documento.finalizado_em === null;

async function prepare(tx: Tx, documentoId: string): Promise<Prepared | null> {
  const documento = await findDocumento(tx, documentoId);
  if (!isDue(documento)) return null;
  const [signatarios, [organizacao], [first], original, campos, eventos] = await Promise.all([
    listSignatarios(tx, documentoId),
    tx.sql<Columns<'organizacao', 'nome' | 'documento'>[]>`
      select nome, documento from organizacao where id = ${tx.scope.organizacaoId}`,
    tx.sql<(Columns<'arquivo', 'sha256'> & Columns<'trilha', 'nonce'>)[]>`
      select a.sha256, t.nonce
        from versao v
        join arquivo a on a.id = v.arquivo_id
        join trilha t on t.documento_id = v.documento_id and ${alike(tx.sql, 't', 'v')}
       where v.documento_id = ${documentoId} and v.numero = 1
         and ${tx.here('v')}`,
    findFile(tx, documento.arquivo_id),
    listCampos(tx, documentoId),
    readTrail(tx, documentoId),
  ]);
  const ids = signatarios.map(({ id }) => id);
  const [valores, imagens, fatores] = await Promise.all([
    tx.sql<ValueRow[]>`
      select campo_id, texto, imagem
        from valor_campo
       where ${tx.oneOf('signatario_id', ids)} and ${tx.here()}`,
    tx.sql<PictureRow[]>`
      select signatario_id, uso, png
        from imagem_assinatura
       where ${tx.oneOf('signatario_id', ids)} and ${tx.here()}`,
    listFatores(tx, ids),
  ]);
  if (!organizacao || !first) throw new Error('a document without organization or first version');
  const firstHash = first.sha256;
  const nonce = first.nonce ?? newNonce();
  return {
    documento,
    organizacao,
    firstHash,
    original,
    signatarios,
    campos,
    fatores,
    valores,
    imagens,
    eventos,
    nonce,
  };
}

/**
 * Completes a document: signed file, certificate, status, trail and event in one transaction, after the files are
 * durable. Safe to run at any time, repeatedly and in several processes: a completed document is left alone.
 * @throws PairRefused if the offline verifier rejects the files; TimestampPending until time-stamping authorities have
 * had enough time; SealError if it cannot be sealed
 */
export function createCompletion(deps: CompletionDeps) {
  return async function complete(scope: Scope, documentoId: string): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if ((await completeOnce(deps, scope, documentoId)) !== 'trail moved') return;
    }
    throw new Error('the trail kept moving while the files were made');
  };
}

type Outcome = 'complete' | 'already complete' | 'trail moved';

async function completeOnce(deps: CompletionDeps, scope: Scope, documentoId: string): Promise<Outcome> {
  const time = await deps.db.time(scope);
  const { now, realNow } = time;
  const [prepared] = await Promise.all([
    deps.db.read(scope, (tx) => prepare(tx, documentoId)),
    deps.checkSeal(scope.ambiente, realNow),
  ]);
  if (!prepared) return 'already complete';
  const files = beginAttempt(deps);
  try {
    // Both seals contain the trail as it was read, and the time of this attempt.
    const head = headOf(prepared.eventos);
    const finalizadoEm = linkTime(head, now);
    const signed = await stampAndSeal(deps, scope, prepared, inRealTime(finalizadoEm, time), files);
    awaitTimestamp(prepared.documento, now, signed.file);
    const last = concluded(head, prepared.documento, signed.file, { at: finalizadoEm, time });
    const certificate = await certify(deps, scope, prepared, { signed, last, finalizadoEm, time }, files);
    awaitTimestamp(prepared.documento, now, certificate.made.file);
    const { impressaoDigital } = deps.seals[scope.ambiente];
    const trusted = { seals: [impressaoDigital], logs: [deps.logKeys[scope.ambiente].vkey] };
    const pair = { signed: signed.path, certificate: certificate.made.path, ...trusted };
    await requireVerified(deps, pair);
    const [stored, issue] = await Promise.all([
      files.store(signed, keyFor(scope, documentoId, 'assinado', finalizadoEm)),
      storeCertificate(scope, documentoId, certificate, files),
    ]);
    const { nonce } = prepared;
    const end = { hash: last.event.hash, hashAssinado: signed.file.sha256 };
    const at = inRealTime(finalizadoEm, time);
    const acts = repeatedActs(deps.logKeys[scope.ambiente], documentoId, nonce, prepared.eventos);
    const leaves = [...acts, conclusionLeaf(nonce, documentoId, end, at), certificateLeaf(nonce, issue, at)];
    const done = { documentoId, head, last, signed: stored, issue, finalizadoEm, nonce, leaves };
    return await files.name(
      () => deps.db.write(scope, (tx) => commit(tx, done)),
      (outcome) => outcome === 'complete',
    );
  } finally {
    await files.end();
  }
}

/** @throws TimestampPending if a stamp is missing that may still be obtained */
function awaitTimestamp({ assinado_por_todos_em }: DocumentoRow, now: Date, { timestampError }: FinishedFile): void {
  const since = now.getTime() - (assinado_por_todos_em?.getTime() ?? 0);
  if (timestampError !== undefined && since < TIMESTAMP_PATIENCE_MS) throw new TimestampPending(timestampError);
}

async function stampAndSeal(
  deps: CompletionDeps,
  scope: Scope,
  prepared: Prepared,
  at: Date,
  files: Attempt,
): Promise<MadeFile> {
  const { documento, original, campos, signatarios, valores, imagens, eventos } = prepared;
  const code = documento.codigo_validacao ?? '';
  const page = new URL(validationUrl(deps.publicUrl, scope.ambiente));
  const stamp = {
    marks: marksOf(campos, signatarios, valores, imagens),
    covered: coveredTags(documento),
    footer: {
      code,
      url: validationUrl(deps.publicUrl, scope.ambiente, code),
      lines: ['Documento assinado eletronicamente pela Rubrica.', `Confira em ${page.host}${page.pathname}`],
    },
    ...(scope.ambiente === 'TESTE' ? { watermark: SANDBOX_WATERMARK } : {}),
  };
  const ink = await deps.ink.read(original);
  const head = headOf(eventos);
  const seal = sealText(deps, scope, at, {
    ...{ code, link: head.hash, sequence: head.tamanho, original: documento.arquivo_hash },
  });
  return deps.files.withLocal(original.chave, (source) =>
    files.make((target) =>
      deps.pdf.complete({ source, sourceSha256: documento.arquivo_hash, target, stamp, ink, seal }),
    ),
  );
}

/** The last event of a completed document, which contains the signed file's hash. */
function concluded(
  head: TrailHead,
  documento: DocumentoRow,
  { sha256 }: FinishedFile,
  { at, time }: { readonly at: Date; readonly time: ScopeTime },
): ChainedEvent {
  const detalhe = { hashAssinado: sha256, hashArquivo: documento.arquivo_hash };
  return chainEvent(head, composeEvent(at, time, BY_SYSTEM, { acao: 'DOCUMENTO_CONCLUIDO', detalhe })).chained;
}

interface Sealed {
  readonly signed: MadeFile;
  readonly last: ChainedEvent;
  readonly finalizadoEm: Date;
  readonly time: ScopeTime;
}

async function certify(
  deps: CompletionDeps,
  scope: Scope,
  prepared: Prepared,
  { signed: { file }, last, finalizadoEm, time }: Sealed,
  files: Attempt,
): Promise<MadeCertificate> {
  const { documento } = prepared;
  const conteudo = buildPackage({
    scope,
    operador: deps.operator,
    organizacao: prepared.organizacao,
    documento,
    firstHash: prepared.firstHash,
    signatarios: prepared.signatarios,
    fatores: prepared.fatores,
    campos: prepared.campos,
    valores: prepared.valores,
    imagens: prepared.imagens,
    eventos: [...prepared.eventos, last.event],
    hashAssinado: file.sha256,
    finalizadoEm,
    selo: deps.seals[scope.ambiente],
    carimbo: file.timestamp,
    nivel: file.level,
    conteudoAtivo: toldOf(documento, prepared.original.conteudo_ativo),
    registroAberto: await openLogPart(deps, scope.ambiente, { documentoId: documento.id, ...prepared }),
  });
  const sealedAt = inRealTime(finalizadoEm, time);
  const input = {
    documentoId: documento.id,
    versao: 1,
    hashAnterior: null,
    conteudo,
    emitidoEm: finalizadoEm,
    sealedAt,
  };
  return makeCertificate(deps, scope, { ...input, notes: notesOf(file) }, files);
}

function notesOf({ timestamp, timestampError, longTermError }: FinishedFile): string[] {
  const minutes = TIMESTAMP_PATIENCE_MS / 60_000;
  return [
    ...(timestampError !== undefined && timestamp === null
      ? [
          `Nenhuma autoridade de carimbo do tempo respondeu nos ${minutes} minutos seguintes à última assinatura; o selo traz a hora do próprio serviço.`,
        ]
      : []),
    ...(longTermError === undefined
      ? []
      : [
          'Na conclusão não se puderam obter todos os dados de revogação dos certificados digitais; o arquivo traz os que havia.',
        ]),
  ];
}

interface Completion {
  readonly documentoId: string;
  readonly head: TrailHead;
  readonly last: ChainedEvent;
  readonly signed: StoredResult;
  readonly issue: IssuedCertificate;
  readonly finalizadoEm: Date;
  readonly nonce: Buffer;
  /** What the open log is told. */
  readonly leaves: readonly Leaf[];
}

async function commit(tx: Tx, done: Completion): Promise<Outcome> {
  const locked = await lockDocumento(tx, done.documentoId);
  if (!isDue(locked)) return 'already complete';
  const head = await lockHead(tx, done.documentoId);
  if (head.hash !== done.head.hash) return 'trail moved';
  if (!(await tellOpenLog(tx, done.documentoId, head, done.nonce, done.leaves))) return 'trail moved';

  const signedId = await insertFile(tx, ownFile(done.signed));
  const row = await updateDocumento(tx, done.documentoId, {
    status: transition(locked, 'COMPLETE', tx.now),
    finalizado_em: done.finalizadoEm,
    arquivo_assinado_id: signedId,
    hash_publico: done.signed.file.sha256,
  });
  await insertLinks(tx, done.documentoId, head.tamanho + 1, [done.last]);

  await insertCertificate(tx, row, done.issue);
  const signatarios = await listSignatarios(tx, done.documentoId);
  const fatores = await listFatores(
    tx,
    signatarios.map(({ id }) => id),
  );
  await emitDocumentEvent(tx, 'document.completed', row, {
    signatarios: signatarios.map((signer) => eventSigner(signer, fatores)),
    certificado: { codigo: done.issue.registro.codigo, versao: done.issue.registro.versao },
  });
  await queueNotices(tx, row, signatarios);
  return 'complete';
}
