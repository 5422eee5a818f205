import { randomUUID } from 'node:crypto';
import { type FormularioAConfirmar, rule } from '@rubrica/contract';
import { type Origin, type Source, SYSTEM } from '../../core/actor.ts';
import type { Call, Handlers } from '../../core/call.ts';
import { conflict, found, notFound, Problem } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { findFile, type StoredFile } from '../arquivos/index.ts';
import {
  criarDocumento,
  type Draft,
  enviarDocumento,
  listSignatarios,
  livingLinks,
  noteArrival,
  readSender,
  updateSignatario,
} from '../documentos/index.ts';
import { countUse, withDraftOf } from '../modelos/index.ts';
import type { FormulariosDeps } from './deps.ts';
import { explain, Hindered, tellingOwner } from './hindrance.ts';
import { presentConfirmation } from './present.ts';
import { useFor, type Visitor } from './rules.ts';
import { confirmPedido, findFormulario, findPedido, lockPedido, type PedidoRow } from './store.ts';
import { type OpenForm, openForm } from './visits.ts';

/** Errors that a visitor is told as they are; any other tells of the template or of its organization. */
const TOLD: ReadonlySet<number> = new Set([410, 429, 503]);

interface Asked extends OpenForm {
  readonly pedido: PedidoRow;
  readonly template: StoredFile;
}

/**
 * Who opens the address that was mailed to them has the mailbox: only now a document is made of the template and sent, and they
 * get its link, as if it had come by that message (ADR 0086). Once; repeated, the same link is answered.
 */
export function confirmation(deps: FormulariosDeps): Handlers<'abrirConfirmacao' | 'confirmarFormulario'> {
  return {
    abrirConfirmacao: (call) =>
      tellingOwner(call, () => call.read(async (tx) => ({ body: await presentMessage(tx, deps, call.link.id) }))),

    confirmarFormulario: (call) =>
      tellingOwner(call, async () => {
        const asked = await call.read((tx) => readAsked(tx, deps, call.link.id));
        if ('url' in asked) return { body: { url: asked.url } };
        refuseRenamed(asked.pedido, call.body?.nome);
        try {
          return await make(deps, call, asked);
        } catch (error) {
          if (!(error instanceof Problem) || error instanceof Hindered || TOLD.has(error.status)) throw error;
          throw await call.write((tx) => explain(tx, deps, asked.form, error));
        }
      }),
  };
}

/** What the message is about, for as long as it leads anywhere. */
async function presentMessage(tx: Tx, deps: FormulariosDeps, id: string): Promise<FormularioAConfirmar> {
  const asked = await readAsked(tx, deps, id);
  const form = 'form' in asked ? asked.form : await findFormulario(tx, asked.formularioId);
  const nome = 'pedido' in asked ? asked.pedido.nome : null;
  return presentConfirmation(found(form), nome, await readSender(tx), tx.scope);
}

interface Confirmed {
  readonly formularioId: string;
  readonly url: string | null;
}

async function readAsked(tx: Tx, deps: FormulariosDeps, id: string): Promise<Asked | Confirmed> {
  const pedido = await findPedido(tx, id);
  if (!pedido) throw notFound();
  if (pedido.documento_id !== null) return { formularioId: pedido.formulario_id, url: await ownUrl(tx, deps, pedido) };
  if (pedido.expira_em <= tx.now) throw over();
  const open = await openForm(tx, pedido.formulario_id);
  return { ...open, pedido, template: await findFile(tx, open.modelo.arquivo_id) };
}

/**
 * Whoever asks again may do so by another name (ADR 0086): the document is made in the one its person saw as they pressed.
 * @param shown undefined if the caller does not say @throws 409
 */
function refuseRenamed({ nome }: PedidoRow, shown: string | undefined): void {
  if (shown !== undefined && shown !== nome) throw conflict(rule('formRequestRenamed'));
}

const over = () => new Problem('410 LINK_INDISPONIVEL', rule('formRequestOver'));

/**
 * The one link that the confirmation gave, while it works; null if somebody else was to sign first. Never another: who took the
 * person's place since has a link of their own.
 */
async function ownUrl(tx: Tx, { tokens }: FormulariosDeps, { link_id }: PedidoRow): Promise<string | null> {
  if (link_id === null) return null;
  const [link] = await tx.sql<Columns<'link', 'revogado_em'>[]>`
    select revogado_em from link where id = ${link_id} and ${tx.here()}`;
  if (!link || link.revogado_em !== null || !tokens.knows(link_id)) throw over();
  return tokens.urlOf(link_id);
}

async function make(deps: FormulariosDeps, call: Call<'confirmarFormulario'>, asked: Asked) {
  const { form, modelo, template, pedido } = asked;
  const visitor = { id: randomUUID(), nome: pedido.nome ?? '', email: pedido.email ?? '' };
  const now = await call.now();
  const entrada = useFor(form.papel_id, form.documento, visitor, now);
  const origin = byVisitor(call.source);
  const user = { actor: { membroId: form.criado_por }, scope: call.scope, origin, startedAt: call.startedAt };
  return withDraftOf(deps, { modelo, template, entrada }, user, now, (draft) =>
    call.write(async (tx) => {
      const held = await lockPedido(tx, pedido.id);
      if (!held) throw over();
      // Somebody pressed twice: the file of this one is not kept.
      if (held.documento_id !== null) return { body: { url: await ownUrl(tx, deps, held) }, replayed: true as const };
      return { body: { url: await send(tx, deps, draft, asked, visitor) } };
    }),
  );
}

/** Nobody of the organization acts, and nobody is a signer yet: the service does, from where the visitor is. */
const byVisitor = (source: Source): Origin => ({ actor: SYSTEM, source });

/** @returns the visitor's link; null if others sign first */
async function send(
  tx: Tx,
  deps: FormulariosDeps,
  draft: Draft,
  { form, modelo, pedido }: Asked,
  visitor: Visitor,
): Promise<string | null> {
  await openForm(tx, form.id);
  const source = { form: { linkId: form.id, titulo: form.titulo, pedidoEm: pedido.pedido_em.toISOString() } };
  const created = await criarDocumento(tx, deps, draft, source);
  const documento = await enviarDocumento(tx, deps, draft.origin, created.documento, null);
  if (pedido.idioma) await updateSignatario(tx, visitor.id, { idioma: pedido.idioma });
  const link = (await livingLinks(tx, documento.id, 'EMAIL')).get(visitor.id) ?? null;
  if (link !== null) await arrive(tx, link, documento, visitor);
  await confirmPedido(tx, pedido.id, documento.id, link);
  await countUse(tx, modelo.id);
  await countAnswer(tx, form.id);
  return link && deps.tokens.urlOf(link);
}

/** The message that was confirmed is the one the link came by: no other goes out. */
async function arrive(
  tx: Tx,
  link: string,
  documento: Parameters<typeof noteArrival>[2][0]['documento'],
  { id }: Visitor,
) {
  const signatario = (await listSignatarios(tx, documento.id)).find((one) => one.id === id);
  if (signatario) await noteArrival(tx, { id: link, canal: 'EMAIL' }, [{ signatario, documento }]);
}

/**
 * Counted last and by the row itself, so that visitors of one link wait for each other no longer than that; nothing hinders it now.
 */
async function countAnswer(tx: Tx, id: string): Promise<void> {
  const counted = await tx.sql`
    update formulario
       set respostas = respostas + 1, impedimento = null, impedido_em = null
     where id = ${id} and encerrado_em is null and (limite is null or respostas < limite)
       and ${tx.here()}
    returning 1`;
  if (counted.length > 0) return;
  await openForm(tx, id);
  throw new Error('a public link that takes answers counted none');
}
