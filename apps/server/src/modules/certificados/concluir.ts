import { BY_SYSTEM } from '../../core/actor.ts';
import type { Clock } from '../../core/clock.ts';
import type { ScopedPayload } from '../../core/outbox.ts';
import type { FinishedFile } from '../../core/pdf.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, JobDefinition, Tx } from '../../core/sql.ts';
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
  type DocumentoRow,
  eventSigner,
  type FatorRow,
  findDocumento,
  listCampos,
  listFatores,
  listSignatarios,
  lockDocumento,
  publishDocumentEvent,
  queueNotices,
  type SignatarioRow,
  transition,
  updateDocumento,
} from '../documentos/index.ts';
import {
  type IssueDeps,
  type IssuedCertificate,
  insertCertificate,
  issueCertificate,
  ownFile,
  type StoredResult,
  storeResult,
} from './emitir.ts';
import { marksOf, type PictureRow, type ValueRow } from './marcas.ts';
import { buildPackage, type SealIdentity } from './pacote.ts';
import { SANDBOX_WATERMARK } from './vista.ts';

/** Finishes a fully signed document. It is never given up: everybody has signed, and the result is owed to them. */
export const COMPLETE_DOCUMENT: JobDefinition<ScopedPayload> = {
  name: 'concluir-documento',
  retry: { limit: 'forever', delay: 5, maxDelay: 600 },
};

/** Completion is tried right after the last signature; the job is for when the process did not live to do it. */
export const COMPLETION_JOB_DELAY_MS = 15_000;

export interface CompletionDeps extends IssueDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly seal: SealIdentity;
  readonly ink: InkMaps;
  /** Throws when the institution's certificate cannot seal now. */
  readonly checkSeal: (now: Date) => void;
}

interface Prepared {
  readonly documento: DocumentoRow;
  readonly organizacao: { nome: string; documento: string | null };
  readonly primeiroHash: string;
  readonly original: StoredFile;
  readonly signatarios: SignatarioRow[];
  readonly campos: CampoRow[];
  readonly fatores: FatorRow[];
  readonly valores: ValueRow[];
  readonly imagens: PictureRow[];
}

/** Events may be added while the files are made (a message reported as delivered); then the last link is made anew. */
const MAX_ATTEMPTS = 10;
/** Waiting for completion: every signature is there, the sealed file is not. */
const isDue = (documento: DocumentoRow | null): documento is DocumentoRow =>
  documento !== null && documento.assinado_por_todos_em !== null && documento.finalizado_em === null;

async function prepare(tx: Tx, documentoId: string): Promise<Prepared | null> {
  const documento = await findDocumento(tx, documentoId);
  if (!isDue(documento)) return null;
  const { organizacaoId, ambiente } = tx.scope;
  const signatarios = await listSignatarios(tx, documentoId);
  const ids = signatarios.map(({ id }) => id);
  const [organizacao] = await tx.sql<{ nome: string; documento: string | null }[]>`
    select nome, documento from organizacao where id = ${organizacaoId}`;
  const [first] = await tx.sql<{ sha256: string }[]>`
    select a.sha256
      from versao v
      join arquivo a on a.id = v.arquivo_id
     where v.documento_id = ${documentoId} and v.numero = 1
       and v.organizacao_id = ${organizacaoId} and v.ambiente = ${ambiente}`;
  const valores = await tx.sql<ValueRow[]>`
    select campo_id, texto, imagem
      from valor_campo
     where signatario_id = any(${ids}) and organizacao_id = ${organizacaoId} and ambiente = ${ambiente}`;
  const imagens = await tx.sql<PictureRow[]>`
    select signatario_id, uso, png
      from imagem_assinatura
     where signatario_id = any(${ids}) and organizacao_id = ${organizacaoId} and ambiente = ${ambiente}`;
  if (!organizacao || !first) throw new Error('a document without organization or first version');
  return {
    documento,
    organizacao,
    primeiroHash: first.sha256,
    original: await findFile(tx, documento.arquivo_id),
    signatarios,
    campos: await listCampos(tx, documentoId),
    fatores: await listFatores(tx, ids),
    valores,
    imagens,
  };
}

/**
 * Completes a document: signed file, certificate, status, trail and event in one transaction, after the files are
 * durable. Safe to run at any time, any number of times and in several processes: what is complete is left alone.
 */
export function createCompletion(deps: CompletionDeps) {
  return async function complete(scope: Scope, documentoId: string): Promise<void> {
    deps.checkSeal(deps.clock.now());
    const prepared = await deps.db.read(scope, (tx) => prepare(tx, documentoId));
    if (!prepared) return;
    const kept: string[] = [];
    const made: string[] = [];
    try {
      const signed = await stampAndSeal(deps, scope, prepared, made);
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const result = await certify(deps, scope, prepared, signed, made);
        if (result === 'complete') kept.push(...made.slice(0, 1), ...made.slice(-1));
        if (result !== 'trail moved') return;
      }
      throw new Error('the trail kept moving while the certificate was made');
    } finally {
      for (const chave of made) if (!kept.includes(chave)) await deps.files.delete(chave).catch(() => {});
    }
  };
}

async function stampAndSeal(
  deps: CompletionDeps,
  scope: Scope,
  prepared: Prepared,
  made: string[],
): Promise<StoredResult> {
  const { documento, original, campos, signatarios, valores, imagens } = prepared;
  const code = documento.codigo_validacao ?? '';
  const url = `${deps.publicUrl}/validar/${code}`;
  const stamp = {
    marks: marksOf(campos, signatarios, valores, imagens),
    footer: {
      code,
      url,
      lines: ['Documento assinado eletronicamente pela Rubrica.', `Confira em ${new URL(url).host}/validar`],
    },
    ...(scope.ambiente === 'TESTE' ? { watermark: SANDBOX_WATERMARK } : {}),
  };
  const ink = await deps.ink.read(original);
  const seal = { at: deps.clock.now(), reason: `Selo de integridade do documento ${code}`, name: 'Rubrica' };
  return deps.files.withLocal(original.chave, (source) =>
    storeResult(deps, scope, { documentoId: documento.id, name: 'assinado', at: seal.at }, made, (target) =>
      deps.pdf.complete({ source, sourceSha256: documento.arquivo_hash, target, stamp, ink, seal }),
    ),
  );
}

type CertifyResult = 'complete' | 'already complete' | 'trail moved';

async function certify(
  deps: CompletionDeps,
  scope: Scope,
  prepared: Prepared,
  signed: StoredResult,
  made: string[],
): Promise<CertifyResult> {
  const { documento, signatarios, fatores } = prepared;
  const events = await deps.db.read(scope, (tx) => readTrail(tx, documento.id));
  const head = headOf(events);
  const finalizadoEm = linkTime(head, deps.clock.now());
  const last = chainEvent(
    head,
    composeEvent(finalizadoEm, BY_SYSTEM, {
      acao: 'DOCUMENTO_CONCLUIDO',
      detalhe: { hashAssinado: signed.file.sha256, hashArquivo: documento.arquivo_hash },
    }),
  ).chained;
  const conteudo = buildPackage({
    scope,
    organizacao: prepared.organizacao,
    documento,
    primeiroHash: prepared.primeiroHash,
    signatarios,
    fatores,
    eventos: [...events, last.event],
    hashAssinado: signed.file.sha256,
    finalizadoEm,
    selo: deps.seal,
    timestamped: signed.file.timestamped,
    longTerm: signed.file.longTerm,
  });
  const issue = await issueCertificate(
    deps,
    scope,
    {
      documentoId: documento.id,
      versao: 1,
      hashAnterior: null,
      conteudo,
      emitidoEm: finalizadoEm,
      notes: notesOf(deps, signed.file),
    },
    made,
  );
  return deps.db.write(scope, (tx) =>
    commit(tx, { documentoId: documento.id, head, last, signed, issue, finalizadoEm }),
  );
}

function notesOf(deps: CompletionDeps, file: FinishedFile): string[] {
  return deps.seal.autoridadeTempo && !file.timestamped
    ? ['A autoridade de carimbo do tempo não respondeu na conclusão; o selo traz a hora do próprio serviço.']
    : [];
}

interface Completion {
  readonly documentoId: string;
  readonly head: TrailHead;
  readonly last: ChainedEvent;
  readonly signed: StoredResult;
  readonly issue: IssuedCertificate;
  readonly finalizadoEm: Date;
}

async function commit(tx: Tx, done: Completion): Promise<CertifyResult> {
  const locked = await lockDocumento(tx, done.documentoId);
  if (!isDue(locked)) return 'already complete';
  const head = await lockHead(tx, done.documentoId);
  if (head.hash !== done.head.hash) return 'trail moved';

  const signedId = await insertFile(tx, ownFile(done.signed));
  const row = await updateDocumento(tx, done.documentoId, {
    status: transition(locked.status, 'CONCLUIR'),
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
  await publishDocumentEvent(tx, 'document.completed', row, {
    signatarios: signatarios.map((signer) => eventSigner(signer, fatores)),
    certificado: { codigo: done.issue.registro.codigo, versao: done.issue.registro.versao },
  });
  await queueNotices(tx, row, signatarios);
  return 'complete';
}
