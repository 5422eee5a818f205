import type { Documento, DocumentoResumo } from '@rubrica/contract';
import { ApiError, paginate } from '@rubrica/sdk/client';
import type { Panel } from '../../api/panel.ts';
import { type Filling, type Rules, requestOf } from '../filling.ts';
import type { Chave } from './key.ts';
import type { Line } from './lines.ts';

/** What a line asks of the service, in a way that a second time changes nothing. */

export type Done =
  | {
      readonly documentoId: string;
      /** Whether this call made it; otherwise one before did. */
      readonly fresh: boolean;
      /** Whether it may still be sent. */
      readonly rascunho: boolean;
    }
  /** It was made before and deleted since: it is not made again. */
  | 'excluido';

export interface Chamadas {
  criar(linha: Line, chave: Chave): Promise<Done>;
  enviar(documentoId: string, chave: Chave): Promise<object>;
}

const REPLAYED = 'idempotency-replayed';

/** @param regras what holds for every line */
export function callsOf(panel: Panel, modeloId: string, rules: Rules): Chamadas {
  const { client } = panel;

  /** The document of a line made before, as it is by now. */
  async function asItIs(documentoId: string): Promise<Done> {
    try {
      const { status } = await client.obterDocumento({ params: { documentoId } });
      return { documentoId, fresh: false, rascunho: status === 'RASCUNHO' };
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return 'excluido';
      throw error;
    }
  }

  /** The document one of whose signers has an id: among those that a search for what the line says finds. */
  async function withSigner(filling: Filling, ids: readonly string[]): Promise<DocumentoResumo | null> {
    const [one] = filling.persons;
    // An address or a title may have been corrected in the document since.
    const words = new Set([one?.email ?? '', one?.nome ?? '', filling.titulo].filter((text) => text !== ''));
    for (const text of words) {
      const query = { busca: text.slice(0, 200), limite: 100 };
      for await (const documento of paginate(client.listarDocumentos, { query })) {
        if (documento.signatarios.some(({ id }) => ids.includes(id))) return documento;
      }
    }
    return null;
  }

  async function create(filling: Filling, chave: Chave): Promise<{ documento: Documento; fresh: boolean }> {
    let replayed = false;
    const watching = panel.watching(({ headers }) => {
      replayed = headers.get(REPLAYED) === 'true';
    });
    const documento = await watching.criarDocumentoDeModelo({
      params: { modeloId },
      body: requestOf(filling, rules, chave.signatarios),
      idempotencyKey: chave.criar,
    });
    return { documento, fresh: !replayed };
  }

  return {
    async criar({ filling }, chave) {
      if (!filling) throw new Error('a line that could not be read');
      try {
        const { documento, fresh } = await create(filling, chave);
        return fresh ? { documentoId: documento.id, fresh, rascunho: true } : await asItIs(documento.id);
      } catch (error) {
        if (!isClash(error) && !hasIdsInUse(error)) throw error;
        const found = await withSigner(filling, chave.signatarios);
        if (!found && hasIdsInUse(error)) return 'excluido';
        if (!found) throw error;
        return { documentoId: found.id, fresh: false, rascunho: found.status === 'RASCUNHO' };
      }
    },
    enviar: (documentoId, chave) => client.enviarDocumento({ params: { documentoId }, idempotencyKey: chave.enviar }),
  };
}

/** The key was forgotten (24 h), and the ids of the signers are in use. */
const hasIdsInUse = (error: unknown): boolean =>
  error instanceof ApiError && error.erros.some(({ campo }) => /^papeis\[\d+\]\.id$/.test(campo));

/** The key is remembered with another message or folder, or another tab is at this line. */
export const isClash = (error: unknown): boolean => error instanceof ApiError && error.codigo === 'CONFLITO';
