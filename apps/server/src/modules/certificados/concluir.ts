import { randomInt, randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConteudoCertificado } from '@rubrica/contract';
import { BY_SYSTEM } from '../../core/actor.ts';
import { canonicalJson, certificateHash, sha256Hex } from '../../core/chain.ts';
import type { Clock } from '../../core/clock.ts';
import type { ScopedPayload } from '../../core/outbox.ts';
import type { FinishedFile, PdfSealer } from '../../core/pdf.ts';
import type { FileStore } from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, JobDefinition, Tx } from '../../core/sql.ts';
import { fileKey, findFile, insertFile, type StoredFile } from '../arquivos/index.ts';
import {
  type ChainedEvent,
  chainEvent,
  composeEvent,
  insertLinks,
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
  type SignatarioRow,
  transition,
  updateDocumento,
} from '../documentos/index.ts';
import { marksOf, type PictureRow, type ValueRow } from './marcas.ts';
import { buildPackage, type SealIdentity } from './pacote.ts';
import { certificateView, SANDBOX_WATERMARK } from './vista.ts';

/** Finishes a fully signed document. It is never given up: everybody has signed, and the result is owed to them. */
export const COMPLETE_DOCUMENT: JobDefinition<ScopedPayload> = {
  name: 'concluir-documento',
  retry: { limit: 'forever', delay: 5, maxDelay: 600 },
};

/** Completion is tried right after the last signature; the job is for when the process did not live to do it. */
export const COMPLETION_JOB_DELAY_MS = 15_000;

export interface CompletionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly pdf: PdfSealer;
  readonly seal: SealIdentity;
  /** Throws when the institution's certificate cannot seal now. */
  readonly checkSeal: (now: Date) => void;
  readonly publicUrl: string;
  /** Where files are written before they go into the store. */
  readonly workDirectory: string;
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

/** The two files of a completion, stored but not yet named by any row. */
interface StoredResult {
  readonly chave: string;
  readonly file: FinishedFile;
}

/** Events may be added while the files are made (a message reported as delivered); then the last link is made anew. */
const MAX_ATTEMPTS = 10;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCertificateCode = () =>
  `SVC-CERT-${Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;

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

/** Lets `write` make a local file, then moves it into the store under a key of its own. */
async function store(
  deps: CompletionDeps,
  scope: Scope,
  documentoId: string,
  name: string,
  made: string[],
  write: (target: string) => Promise<FinishedFile>,
): Promise<StoredResult> {
  await mkdir(deps.workDirectory, { recursive: true });
  const target = join(deps.workDirectory, `${randomUUID()}.pdf`);
  try {
    const file = await write(target);
    const chave = fileKey(scope, documentoId, `${name}-${randomUUID()}.pdf`);
    made.push(chave);
    await deps.files.put(chave, target);
    return { chave, file };
  } finally {
    await rm(target, { force: true });
  }
}

function stampAndSeal(deps: CompletionDeps, scope: Scope, prepared: Prepared, made: string[]): Promise<StoredResult> {
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
  const seal = { at: deps.clock.now(), reason: `Selo de integridade do documento ${code}`, name: 'Rubrica' };
  return deps.files.withLocal(original.chave, (source) =>
    store(deps, scope, documento.id, 'assinado', made, (target) => deps.pdf.complete({ source, target, stamp, seal })),
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
  const finalizadoEm = deps.clock.now();
  const events = await deps.db.read(scope, (tx) => readTrail(tx, documento.id));
  const head: TrailHead = { tamanho: events.length, hash: events.at(-1)?.hash ?? '' };
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
  });
  const codigo = newCertificateCode();
  const text = canonicalJson(conteudo);
  const url = `${deps.publicUrl}/validar/${documento.codigo_validacao}`;
  const certificate = await store(deps, scope, documento.id, 'certificado-1', made, (target) =>
    deps.pdf.certificate({
      target,
      view: certificateView(conteudo, {
        codigo,
        versao: 1,
        emitidoEm: finalizadoEm,
        url,
        notes: notesOf(deps, signed.file),
      }),
      attachment: { name: 'conteudo.json', bytes: Buffer.from(text) },
      seal: { at: finalizadoEm, reason: `Certificado de conclusão ${codigo}`, name: 'Rubrica' },
    }),
  );
  return deps.db.write(scope, (tx) =>
    commit(tx, {
      documentoId: documento.id,
      head,
      last,
      signed,
      certificate,
      codigo,
      text,
      conteudo,
      finalizadoEm,
      url,
    }),
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
  readonly certificate: StoredResult;
  readonly codigo: string;
  readonly text: string;
  readonly conteudo: ConteudoCertificado;
  readonly finalizadoEm: Date;
  readonly url: string;
}

async function commit(tx: Tx, done: Completion): Promise<CertifyResult> {
  const locked = await lockDocumento(tx, done.documentoId);
  if (!isDue(locked)) return 'already complete';
  const head = await lockHead(tx, done.documentoId);
  if (head.hash !== done.head.hash) return 'trail moved';

  const stored = (result: StoredResult) => ({
    chave: result.chave,
    sha256: result.file.sha256,
    tamanhoBytes: result.file.size,
    varredura: { motor: 'PROPRIO' },
  });
  const signedId = await insertFile(tx, stored(done.signed));
  const certificateId = await insertFile(tx, stored(done.certificate));
  const row = await updateDocumento(tx, done.documentoId, {
    status: transition(locked.status, 'CONCLUIR'),
    finalizado_em: done.finalizadoEm,
    arquivo_assinado_id: signedId,
    hash_publico: done.signed.file.sha256,
  });
  await insertLinks(tx, done.documentoId, head.tamanho + 1, [done.last]);

  const hashConteudo = sha256Hex(done.text);
  await tx.sql`
    insert into certificado (id, organizacao_id, ambiente, documento_id, codigo, versao, nivel_assinatura, hash_documento,
                             hash_conteudo, hash_anterior, hash, qr_conteudo, conteudo, arquivo_id, emitido_em)
    values (${randomUUID()}, ${tx.scope.organizacaoId}, ${tx.scope.ambiente}, ${done.documentoId}, ${done.codigo}, 1,
            ${row.nivel_assinatura}, ${done.signed.file.sha256}, ${hashConteudo}, null,
            ${certificateHash(done.codigo, 1, null, hashConteudo)}, ${done.url}, ${done.text}, ${certificateId},
            ${done.finalizadoEm})`;
  const signatarios = await listSignatarios(tx, done.documentoId);
  const fatores = await listFatores(
    tx,
    signatarios.map(({ id }) => id),
  );
  await publishDocumentEvent(tx, 'document.completed', row, {
    signatarios: signatarios.map((signer) => eventSigner(signer, fatores)),
    certificado: { codigo: done.codigo, versao: 1 },
  });
  return 'complete';
}
