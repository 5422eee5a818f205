import { randomUUID } from 'node:crypto';
import { EMAIL_TEMPLATES_MAX, type ModeloEmail, rule } from '@rubrica/contract';
import type { Handlers } from '../../core/call.ts';
import type { CursorPosition, Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import { conflict, found, Problem, refuseInvalid } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { lockOrganizacao } from '../organizacao/index.ts';
import { findOfService, MODELOS_EMAIL } from './modelos.ts';
import { presentModeloEmail } from './present.ts';
import { checkModeloEmail, cleanText } from './rules.ts';
import {
  countModelosEmail,
  deleteModeloEmail,
  insertModeloEmail,
  listModelosEmail,
  lockModeloEmail,
  type ModeloEmailRow,
  updateModeloEmail,
} from './store.ts';

export interface ModelosEmailDeps {
  readonly cursors: Cursors;
  /** `{base_url}` of a scope's environment, for `Location`. */
  readonly baseUrlOf: (scope: Scope) => string;
}

/** The texts of invitations: an organization's own, and the service's. */
export function modelosEmailHandlers({
  cursors,
  baseUrlOf,
}: ModelosEmailDeps): Handlers<
  'listarModelosEmail' | 'criarModeloEmail' | 'alterarModeloEmail' | 'excluirModeloEmail'
> {
  return {
    listarModelosEmail: (call) =>
      call.read(async (tx) => {
        const filters = { operacao: 'modelos-email', ...tx.scope };
        const body = await pageOf(cursors, tx.now, call.query, filters, {
          page: (after, limit) => pageFrom(tx, after, limit),
          total: async () => (await countModelosEmail(tx)) + MODELOS_EMAIL.length,
          key: ({ position }) => position,
          present: ({ modelo }) => modelo,
        });
        return { body };
      }),

    criarModeloEmail: (call) =>
      call.write(async (tx) => {
        call.authorize();
        refuseInvalid(checkModeloEmail(call.body));
        // Two creations at once count each other.
        await lockOrganizacao(tx);
        if ((await countModelosEmail(tx)) >= EMAIL_TEMPLATES_MAX) {
          throw new Problem('422 LIMITE_EXCEDIDO', rule('emailTemplatesLimit', { n: EMAIL_TEMPLATES_MAX }));
        }
        const { nome, assunto, corpo } = call.body;
        const row = await insertModeloEmail(tx, {
          id: randomUUID(),
          nome: cleanText(nome),
          assunto: cleanText(assunto),
          corpo: cleanText(corpo),
          criado_por: call.actor.membroId,
        });
        const headers = { location: `${baseUrlOf(tx.scope)}/modelos-email/${row.id}` };
        return { body: presentModeloEmail(row), headers };
      }),

    alterarModeloEmail: (call) =>
      call.write(async (tx) => {
        const row = await lockOwn(tx, call.params.modeloEmailId, (maker) => call.authorize(maker));
        refuseInvalid(checkModeloEmail(call.body));
        const changes = Object.fromEntries(Object.entries(call.body).map(([name, text]) => [name, cleanText(text)]));
        if (Object.keys(changes).length === 0) return { body: presentModeloEmail(row) };
        return { body: presentModeloEmail(await updateModeloEmail(tx, row.id, changes)) };
      }),

    excluirModeloEmail: (call) =>
      call.write(async (tx) => {
        const { id } = await lockOwn(tx, call.params.modeloEmailId, (maker) => call.authorize(maker));
        await deleteModeloEmail(tx, id);
        return { body: undefined };
      }),
  };
}

/**
 * One of the organization's own, locked.
 * @param authorize checks the role, for whoever made it
 * @throws 404 NAO_ENCONTRADO, 409 CONFLITO for one of the service's
 */
async function lockOwn(tx: Tx, id: string, authorize: (maker: string | null) => void): Promise<ModeloEmailRow> {
  if (findOfService(id)) {
    authorize(null);
    throw conflict(rule('emailTemplateOfService'));
  }
  const row = found(await lockModeloEmail(tx, id));
  authorize(row.criado_por);
  return row;
}

interface Listed {
  readonly modelo: ModeloEmail;
  readonly position: CursorPosition;
}

/** Of a position among the service's own, which come after the organization's. */
const OF_SERVICE = 'service';

async function pageFrom(tx: Tx, after: CursorPosition | null, limit: number): Promise<Listed[]> {
  const own = after?.[0] === OF_SERVICE ? [] : await listModelosEmail(tx, after, limit);
  const start = after?.[0] === OF_SERVICE ? MODELOS_EMAIL.findIndex(({ id }) => id === after[1]) + 1 : 0;
  return [
    ...own.map((row) => ({ modelo: presentModeloEmail(row), position: [row.lugar, row.id] })),
    ...MODELOS_EMAIL.slice(start, start + limit - own.length).map((modelo) => ({
      modelo,
      position: [OF_SERVICE, modelo.id],
    })),
  ];
}
