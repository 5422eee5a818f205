import type { ConteudoAtivo, Documento, DocumentoResumo, Signatario } from '@rubrica/contract';
import { isEditor, type Origin } from '../../core/actor.ts';
import type { MemberPart } from '../../core/call.ts';
import { createMemory } from '../../core/memory.ts';
import { found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { findFile } from '../arquivos/index.ts';
import type { DocumentosDeps } from './deps.ts';
import { handedOutLinks, type LinkTokens, recordShownLinks, unseenLinks } from './links.ts';
import { presentDocumento, presentResumo, presentSignatario } from './present.ts';
import type { Aggregate, DocumentoResumoRow, DocumentoRow, FatorRow } from './rows.ts';
import { findDocumento, listFatores, loadAggregate, lockDocumento, revisionOf, signatariosOf } from './store.ts';

/** Everything a full response shows about a document. */
export interface Shown {
  readonly aggregate: Aggregate;
  readonly fatores: FatorRow[];
  /** Valid links of LINK signers, by signer. */
  readonly links: Map<string, string>;
  /** Active or hidden content of the current file. */
  readonly conteudoAtivo: readonly ConteudoAtivo[];
}

/** @param origin who is shown it: the field editor inside another page sees nobody's personal link */
export async function loadShown(tx: Tx, { actor }: Origin, documento: DocumentoRow): Promise<Shown> {
  const aggregate = await loadAggregate(tx, documento);
  const ids = aggregate.signatarios.map(({ id }) => id);
  const anyLink = aggregate.signatarios.some(({ metodo_entrega }) => metodo_entrega === 'LINK') && !isEditor(actor);
  const [fatores, links, { conteudo_ativo }] = await Promise.all([
    ids.length === 0 ? [] : listFatores(tx, ids),
    anyLink ? handedOutLinks(tx, documento.id) : new Map<string, string>(),
    findFile(tx, documento.arquivo_id),
  ]);
  return { aggregate, fatores, links, conteudoAtivo: conteudo_ativo };
}

/** For cached responses: several thousand documents. */
const MEMORY_BYTES = 32 * 1024 * 1024;

/**
 * The full document for a read, as JSON. If its revision is the last one requested, only the revision is read; a
 * document with personal links to show is always read in full.
 */
export function createDocumentReader(
  deps: DocumentosDeps,
): (call: MemberPart & { startedAt: Date }, id: string) => Promise<Buffer> {
  const memory = createMemory(MEMORY_BYTES);
  return async (call, id) => {
    const revision = found(call.revision === undefined ? (await call.ask(revisionOf(id)))[0]?.revisao : call.revision);
    call.authorize();
    const now = call.startedAt.getTime();
    const known = memory.recall(id, revision, now);
    if (known !== null) return known;
    const { aggregate, fatores, links, conteudoAtivo } = await readShown(call, id);
    const json = Buffer.from(JSON.stringify(presentDocumento(aggregate, fatores, links, deps.tokens, conteudoAtivo)));
    const anyLink = aggregate.signatarios.some(({ metodo_entrega }) => metodo_entrega === 'LINK');
    if (!anyLink) memory.remember(id, revision, json, now);
    return json;
  };
}

/** The same for a newly created document, about which everything is known. */
export async function answerCriado(
  tx: Tx,
  deps: DocumentosDeps,
  origin: Origin,
  aggregate: Aggregate,
  conteudoAtivo: readonly ConteudoAtivo[],
): Promise<Documento> {
  const anyLink = aggregate.signatarios.some(({ metodo_entrega }) => metodo_entrega === 'LINK');
  const links = anyLink ? await handedOutLinks(tx, aggregate.documento.id) : new Map<string, string>();
  await recordShownLinks(tx, aggregate.documento.id, origin, links);
  return presentDocumento(aggregate, [], links, deps.tokens, conteudoAtivo);
}

/** The full document as a write's response, which records the links it shows in the same transaction. */
export async function answerDocumento(
  tx: Tx,
  deps: DocumentosDeps,
  call: Pick<MemberPart, 'origin'>,
  documento: DocumentoRow,
): Promise<Documento> {
  const { aggregate, fatores, links, conteudoAtivo } = await loadShown(tx, call.origin, documento);
  await recordShownLinks(tx, documento.id, call.origin, links);
  return presentDocumento(aggregate, fatores, links, deps.tokens, conteudoAtivo);
}

export async function answerSignatario(
  tx: Tx,
  deps: DocumentosDeps,
  call: Pick<MemberPart, 'origin'>,
  documento: DocumentoRow,
  signatarioId: string,
): Promise<Signatario> {
  const { aggregate, fatores, links } = await loadShown(tx, call.origin, documento);
  const row = found(aggregate.signatarios.find(({ id }) => id === signatarioId));
  const link = links.get(row.id);
  await recordShownLinks(tx, documento.id, call.origin, link ? new Map([[row.id, link]]) : new Map());
  return presentSignatario(documento, row, fatores, link, deps.tokens);
}

/**
 * Reads a document for a response. Showing a signer's personal link must be recorded as evidence: the first time a
 * credential sees one, the read is followed by a transaction that records it.
 * @param only the signer whose link is shown, if the response is about one signer
 */
export async function readShown(call: MemberPart, documentoId: string, only?: string): Promise<Shown> {
  const shownLinks = (links: Map<string, string>) =>
    only === undefined ? links : new Map([...links].filter(([id]) => id === only));
  const result = await call.read(async (tx) => {
    const documento = found(await findDocumento(tx, documentoId));
    const shown = await loadShown(tx, call.origin, documento);
    return { shown, unseen: await unseenLinks(tx, documento.id, call.origin, shownLinks(shown.links)) };
  });
  call.authorize();
  if (result.unseen) {
    await call.write(async (tx) => {
      const documento = await lockDocumento(tx, documentoId);
      if (documento) {
        await recordShownLinks(tx, documento.id, call.origin, shownLinks(result.shown.links));
      }
      return { body: undefined };
    });
  }
  return result.shown;
}

/** Documents as shown in listings, reading all signers and all factors in one query each. */
export async function presentSummaries(
  tx: Tx,
  tokens: LinkTokens,
  documentos: readonly DocumentoResumoRow[],
): Promise<DocumentoResumo[]> {
  const signatarios = await signatariosOf(
    tx,
    documentos.map(({ id }) => id),
  );
  const fatores = await listFatores(
    tx,
    signatarios.map(({ id }) => id),
  );
  return documentos.map((row) =>
    presentResumo(
      row,
      signatarios.filter(({ documento_id }) => documento_id === row.id),
      fatores,
      tokens,
    ),
  );
}
