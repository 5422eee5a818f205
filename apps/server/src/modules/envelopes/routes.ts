import { randomUUID } from 'node:crypto';
import type { Envelope } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import { found } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import {
  type LinkTokens,
  type Marcas,
  presentSummaries,
  readUnknownTags,
  type SendingDeps,
  type TextDeps,
} from '../documentos/index.ts';
import { alterarEnvelope } from './alterar.ts';
import { enviarEnvelope } from './enviar.ts';
import { excluirEnvelope } from './excluir.ts';
import { presentEnvelope } from './present.ts';
import { countEnvelopes, documentsOf, type EnvelopeRow, findEnvelope, insertEnvelope, listEnvelopes } from './store.ts';

export interface EnvelopesDeps extends TextDeps, SendingDeps {
  readonly cursors: Cursors;
  readonly baseUrlOf: (scope: Scope) => string;
}

export type EnvelopesOperations =
  | 'listarEnvelopes'
  | 'criarEnvelope'
  | 'obterEnvelope'
  | 'alterarEnvelope'
  | 'excluirEnvelope'
  | 'enviarEnvelope';

export function envelopesHandlers(deps: EnvelopesDeps): Handlers<EnvelopesOperations> {
  const { tokens } = deps;
  return {
    listarEnvelopes: (call) =>
      call.read(async (tx) => {
        const referencia = call.query.referenciaExterna ?? null;
        const page = await pageOf(
          deps.cursors,
          tx.now,
          call.query,
          { operacao: 'envelopes', ...tx.scope, referencia },
          {
            page: (after, limit) => listEnvelopes(tx, referencia, after, limit),
            total: () => countEnvelopes(tx, referencia),
            key: (row) => [row.lugar, row.id],
            present: (row) => row,
          },
        );
        return { body: { ...page, itens: await presentAll(tx, tokens, page.itens) } };
      }),

    criarEnvelope: (call) =>
      call.write(async (tx) => {
        const row = await insertEnvelope(tx, {
          id: randomUUID(),
          titulo: call.body.titulo.trim(),
          criado_por: call.actor.membroId,
          referencia_externa: call.body.referenciaExterna ?? null,
          metadados: call.body.metadados ?? {},
        });
        const location = `${deps.baseUrlOf(tx.scope)}/envelopes/${row.id}`;
        return { body: await presentOne(tx, tokens, row), headers: { location } };
      }),

    obterEnvelope: (call) =>
      call.read(async (tx) => {
        const row = found(await findEnvelope(tx, call.params.envelopeId));
        call.authorize();
        return { body: await presentOne(tx, tokens, row) };
      }),

    alterarEnvelope: (call) =>
      call.write(async (tx) => {
        const row = await alterarEnvelope(tx, call, call.params.envelopeId, call.body);
        return { body: await presentOne(tx, tokens, row) };
      }),

    excluirEnvelope: (call) =>
      call.write(async (tx) => {
        await excluirEnvelope(tx, call, call.params.envelopeId);
        return { body: undefined };
      }),

    enviarEnvelope: async (call) => {
      const { envelopeId } = call.params;
      const drafts = await call.read((tx) => documentsOf(tx, [envelopeId]));
      const tags = new Map<string, Marcas>();
      for (const { id } of drafts) {
        const read = await readUnknownTags(deps, call, id);
        if (read) tags.set(id, read);
      }
      return call.write(async (tx) => {
        const row = await enviarEnvelope(tx, deps, call, envelopeId, tags);
        return { body: await presentOne(tx, tokens, row) };
      });
    },
  };
}

async function presentAll(tx: Tx, tokens: LinkTokens, rows: readonly EnvelopeRow[]): Promise<Envelope[]> {
  const documentos = await documentsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const listed = documentos.filter(({ excluido_em }) => excluido_em === null);
  const summaries = await presentSummaries(tx, tokens, listed);
  return rows.map((row) =>
    presentEnvelope(
      row,
      documentos.filter(({ envelope_id }) => envelope_id === row.id),
      summaries.filter(({ envelopeId }) => envelopeId === row.id),
    ),
  );
}

const presentOne = async (tx: Tx, tokens: LinkTokens, row: EnvelopeRow): Promise<Envelope> =>
  (await presentAll(tx, tokens, [row]))[0] as Envelope;
