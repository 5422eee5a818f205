import { randomUUID } from 'node:crypto';
import { FORMS_PER_TEMPLATE, type LinkModeloAlteracao, rule } from '@rubrica/contract';
import type { Handlers, MemberPart } from '../../core/call.ts';
import { pageOf } from '../../core/page.ts';
import { conflict, type FieldProblem, found, Problem, refuseInvalid } from '../../core/problem.ts';
import { newToken } from '../../core/random.ts';
import type { Tx } from '../../core/sql.ts';
import { holdNamed } from '../documentos/index.ts';
import { findModelo, lockModelo } from '../modelos/index.ts';
import { confirmation } from './confirm.ts';
import type { FormulariosDeps } from './deps.ts';
import { presentLink } from './present.ts';
import { checkForm } from './rules.ts';
import {
  countFormularios,
  countOpen,
  type FormularioRow,
  insertFormulario,
  listFormularios,
  lockFormulario,
  type NewFormulario,
  updateFormulario,
} from './store.ts';
import { visits } from './visits.ts';

export type FormulariosOperations =
  | 'listarLinksDeModelo'
  | 'criarLinkDeModelo'
  | 'alterarLinkDeModelo'
  | 'encerrarLinkDeModelo'
  | 'abrirFormulario'
  | 'pedirFormulario'
  | 'abrirConfirmacao'
  | 'confirmarFormulario';

export function formulariosHandlers(deps: FormulariosDeps): Handlers<FormulariosOperations> {
  return { ...owning(deps), ...visits(deps), ...confirmation(deps) };
}

const UNUSED = { respostas: 0, encerrado_em: null, impedimento: null, impedido_em: null, avisado_em: null };

/** 128 bits: nobody finds a link that was not shown to them, and its QR code stays small. */
const TOKEN_BYTES = 16;

function owning({
  cursors,
  publicUrl,
  undrawable,
  baseUrlOf,
}: FormulariosDeps): Handlers<
  'listarLinksDeModelo' | 'criarLinkDeModelo' | 'alterarLinkDeModelo' | 'encerrarLinkDeModelo'
> {
  return {
    listarLinksDeModelo: (call) =>
      call.read(async (tx) => {
        const { modeloId } = call.params;
        found(await findModelo(tx, modeloId, call.actor.membroId));
        call.authorize();
        const filters = { operacao: 'links-de-modelo', ...tx.scope, modeloId };
        const body = await pageOf(cursors, tx.now, call.query, filters, {
          page: (after, limit) => listFormularios(tx, modeloId, after, limit),
          total: () => countFormularios(tx, modeloId),
          key: (row) => [row.lugar, row.id],
          present: (row) => presentLink(row, publicUrl, tx.now),
        });
        return { body };
      }),

    criarLinkDeModelo: (call) =>
      call.write(async (tx) => {
        const { membroId } = call.actor;
        const modelo = found(await lockModelo(tx, call.params.modeloId, membroId));
        call.authorize();
        const { titulo, papelId, limite = null, documento = {} } = call.body;
        const expiraEm = call.body.expiraEm === undefined ? null : new Date(call.body.expiraEm);
        refuseInvalid(pastExpiry(expiraEm, tx.now));
        await holdNamed(tx, checkForm(call.body, modelo, call, tx.now, undrawable));
        await refuseTooMany(tx, modelo.id);
        const row: NewFormulario = {
          id: randomUUID(),
          modelo_id: modelo.id,
          titulo: titulo.trim(),
          papel_id: papelId,
          documento,
          limite,
          expira_em: expiraEm,
          token: newToken(TOKEN_BYTES),
          criado_por: membroId,
          criado_em: tx.now,
        };
        await insertFormulario(tx, row);
        return {
          body: presentLink({ ...row, ...UNUSED }, publicUrl, tx.now),
          headers: { location: `${baseUrlOf(tx.scope)}/modelos/${modelo.id}/links/${row.id}` },
        };
      }),

    alterarLinkDeModelo: (call) =>
      call.write(async (tx) => {
        const row = await held(tx, call);
        if (row.encerrado_em !== null) throw conflict(rule('formClosed'));
        const changes = changesOf(call.body);
        refuseInvalid([
          ...pastExpiry(changes.expira_em ?? null, tx.now),
          ...((changes.limite ?? row.respostas) < row.respostas
            ? [{ campo: 'limite', ...rule('formLimitBelow', { n: row.respostas }) }]
            : []),
        ]);
        const changed = Object.keys(changes).length === 0 ? row : await updateFormulario(tx, row.id, changes);
        return { body: presentLink(changed, publicUrl, tx.now) };
      }),

    encerrarLinkDeModelo: (call) =>
      call.write(async (tx) => {
        const row = await held(tx, call);
        if (row.encerrado_em === null) await updateFormulario(tx, row.id, { encerrado_em: tx.now });
        return { body: undefined };
      }),
  };
}

/** One of a template that the caller sees, to be changed by who made it, or an administrator. */
async function held(
  tx: Tx,
  {
    actor,
    params,
    authorize,
  }: MemberPart & { readonly params: { readonly modeloId: string; readonly linkId: string } },
): Promise<FormularioRow> {
  found(await findModelo(tx, params.modeloId, actor.membroId));
  const row = found(await lockFormulario(tx, params.modeloId, params.linkId));
  authorize(row.criado_por);
  return row;
}

const changesOf = ({ titulo, limite, expiraEm }: LinkModeloAlteracao) => ({
  ...(titulo === undefined ? {} : { titulo: titulo.trim() }),
  ...(limite === undefined ? {} : { limite }),
  ...(expiraEm === undefined ? {} : { expira_em: expiraEm === null ? null : new Date(expiraEm) }),
});

const pastExpiry = (expiraEm: Date | null, now: Date): FieldProblem[] =>
  expiraEm !== null && expiraEm <= now ? [{ campo: 'expiraEm', ...rule('past') }] : [];

/** @throws 422 beyond those that may be open at once, with the template held */
async function refuseTooMany(tx: Tx, modeloId: string): Promise<void> {
  if ((await countOpen(tx, modeloId)) < FORMS_PER_TEMPLATE) return;
  throw new Problem('422 LIMITE_EXCEDIDO', rule('formLimit', { n: FORMS_PER_TEMPLATE }));
}
