import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMOS_MAX, DEMOS_PER_DAY, DEMOS_PER_HOUR, type DocumentoEntrada, type IdiomaEntrada } from '@rubrica/contract';
import { BY_SYSTEM } from '../../core/actor.ts';
import { addressKey } from '../../core/address.ts';
import type { Upload } from '../../core/call.ts';
import { copyToFile } from '../../core/copy-to-file.ts';
import type { RateLimiter } from '../../core/ports.ts';
import type { Tx } from '../../core/sql.ts';
import { documentFileKey, withStoredUpload } from '../arquivos/index.ts';
import {
  admitPdf,
  criarDocumento,
  type DocumentosDeps,
  enviarDocumento,
  livingLinks,
  prepareDocument,
  updateSignatario,
} from '../documentos/index.ts';
import { DEMO_SCOPE, holdOwner, MEMBER } from './owner.ts';

export interface DemoDeps extends DocumentosDeps {
  readonly limiter: RateLimiter;
}

/** What the document says to its visitor. */
export interface DemoWords {
  readonly idioma: IdiomaEntrada['idioma'];
  readonly titulo: string;
  readonly mensagem: string;
  /** Of the visitor, who may change it when signing. */
  readonly nome: string;
}

/** The token of a personal link, or why there is none. */
export type Lent =
  | { readonly token: string }
  | {
      readonly refused: 'address' | 'full';
      /** Seconds. */
      readonly retryAfter: number;
    };

/** @param ip the visitor's @param now of the limits */
export type Lend = (words: DemoWords, ip: string, now: Date) => Promise<Lent>;

const SAMPLE = fileURLToPath(new URL('../../../../../packages/pdf/samples/contrato-exemplo.pdf', import.meta.url));
/** Above the line of the first party on the last page of the sample. */
const SIGNATURE = { tipo: 'ASSINATURA', pagina: 4, x: 0.094, y: 0.15, largura: 0.36, altura: 0.05 } as const;

const HOUR_MS = 3600_000;
const WINDOWS = [
  { limit: DEMOS_PER_DAY, windowMs: 24 * HOUR_MS },
  { limit: DEMOS_PER_HOUR, windowMs: HOUR_MS },
];
/** Some are erased all the time. */
const FULL_RETRY_S = 600;

class Full extends Error {
  override name = 'Full';
}

/**
 * Makes a document for whoever asks, sent and ready to sign, of a person who was only handed a link and proves nothing: no
 * address is asked, so there is none to write to. Each visitor has a document of their own.
 */
export function createLender(deps: DemoDeps): Lend {
  return async (words, ip, now) => {
    const limit = await deps.limiter.windows(`exemplo:${addressKey(ip)}`, WINDOWS, now.getTime());
    if (!limit.allowed) return { refused: 'address', retryAfter: limit.retryAfter };
    try {
      return { token: await withSample(deps.workDirectory, (upload) => make(deps, words, upload)) };
    } catch (error) {
      if (error instanceof Full) return { refused: 'full', retryAfter: FULL_RETRY_S };
      throw error;
    }
  };
}

async function withSample<T>(directory: string, use: (upload: Upload) => Promise<T>): Promise<T> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, `${randomUUID()}.pdf`);
  try {
    return await use({ path, ...(await copyToFile(createReadStream(SAMPLE), path)) });
  } finally {
    await rm(path, { force: true });
  }
}

async function make(deps: DemoDeps, words: DemoWords, upload: Upload): Promise<string> {
  const { inspection, varredura, conteudoAtivo } = await admitPdf(deps, upload);
  const { now } = await deps.db.time(DEMO_SCOPE);
  const file = { sha256: upload.sha256, pages: inspection.pages, tags: [] };
  const caller = { actor: { membroId: MEMBER }, scope: DEMO_SCOPE };
  const newDocument = prepareDocument(contentOf(words), caller, file, now, deps.undrawable);
  const chave = documentFileKey(DEMO_SCOPE, newDocument.documento.id, 'original-1.pdf', now);
  const arquivo = { chave, sha256: upload.sha256, tamanhoBytes: upload.size, varredura, conteudoAtivo };
  const draft = { origin: BY_SYSTEM, newDocument, arquivo, settle: null };
  const { token } = await withStoredUpload(deps.files, upload, chave, () =>
    deps.db.write(DEMO_SCOPE, async (tx) => {
      await holdOwner(tx);
      await refuseTooMany(tx);
      const created = await criarDocumento(tx, deps, draft);
      await enviarDocumento(tx, deps, BY_SYSTEM, created.documento, null);
      for (const { id } of created.signatarios) await updateSignatario(tx, id, { idioma: words.idioma });
      const [linkId] = (await livingLinks(tx, created.documento.id, 'LINK')).values();
      if (linkId === undefined) throw new Error('a document of example without a link');
      return { token: deps.tokens.tokenOf(linkId) };
    }),
  );
  return token;
}

const contentOf = ({ titulo, mensagem, nome }: DemoWords): DocumentoEntrada => {
  const id = randomUUID();
  return {
    titulo,
    mensagem,
    fatoresExigidos: [],
    signatarios: [{ id, funcao: 'ASSINAR', nome, metodoEntrega: 'LINK' }],
    campos: [{ ...SIGNATURE, signatarioId: id }],
  };
};

/** Counted while the organization is held, so that as many at once are no more. */
async function refuseTooMany({ sql, here }: Tx): Promise<void> {
  const [living] = await sql<{ total: number }[]>`select count(*) as total from documento where ${here()}`;
  if ((living?.total ?? 0) >= DEMOS_MAX) throw new Full();
}
