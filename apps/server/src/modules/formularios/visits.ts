import { randomUUID } from 'node:crypto';
import { FORM_MAILS_TO_ADDRESS_PER_HOUR, FORM_REQUEST_TTL_MS, FORM_REQUESTS_PER_HOUR, rule } from '@rubrica/contract';
import { addressKey } from '../../core/address.ts';
import type { Call, Handlers } from '../../core/call.ts';
import { sha256Hex } from '../../core/chain.ts';
import { checkDrawable } from '../../core/drawable.ts';
import { limitHeaders, refusalHeaders } from '../../core/limit-headers.ts';
import { Problem, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { readSender, sameCase } from '../documentos/index.ts';
import { findModelo, type ModeloRow } from '../modelos/index.ts';
import { isSuspended } from '../organizacao/index.ts';
import type { FormulariosDeps } from './deps.ts';
import { Hindered, tellingOwner } from './hindrance.ts';
import { presentForm } from './present.ts';
import { QUEUES } from './queues.ts';
import { requireOpen } from './rules.ts';
import { askAgain, deletePedido, type FormularioRow, findFormulario } from './store.ts';

const HOUR_MS = 3600_000;

/** What visitors of a public link do before anybody knows who they are. */
export function visits(deps: FormulariosDeps): Handlers<'abrirFormulario' | 'pedirFormulario'> {
  return {
    abrirFormulario: (call) =>
      tellingOwner(call, () =>
        call.read(async (tx) => {
          const { form, modelo } = await openForm(tx, call.link.id);
          return { body: presentForm(form, modelo, await readSender(tx), tx.scope) };
        }),
      ),

    pedirFormulario: async (call) => {
      const { idioma = null } = call.body;
      const [nome, email] = [call.body.nome.trim(), call.body.email.trim()];
      refuseInvalid(checkDrawable([['nome', nome]], deps.undrawable));
      await tellingOwner(call, () => call.read((tx) => openForm(tx, call.link.id)));
      const headers = await countRequest(deps, call);
      // A link that is ended from here on is one that was ended a moment later: what was asked for confirms nothing any more.
      return call.write(async (tx) => {
        const { now } = tx;
        const expiraEm = new Date(now.getTime() + FORM_REQUEST_TTL_MS);
        const asked = { formulario_id: call.link.id, nome, email, idioma, pedido_em: now, expira_em: expiraEm };
        const id = await ask(tx, deps, asked);
        const { organizacaoId, ambiente } = tx.scope;
        await tx.enqueue(QUEUES.SEND_FORM_CONFIRMATION, { organizacaoId, ambiente, id, mensagem: randomUUID() });
        return { body: { expiraEm: expiraEm.toISOString() }, headers };
      });
    },
  };
}

type Asked = Omit<Parameters<typeof askAgain>[1], 'id' | 'token_hash'>;

/** One that was made under a master key which is gone could not be mailed again: another takes its place. */
async function ask(tx: Tx, { formRequests }: FormulariosDeps, asked: Asked): Promise<string> {
  const fresh = () => {
    const id = formRequests.newId();
    return { ...asked, id, token_hash: formRequests.hashOf(formRequests.tokenOf(id)) };
  };
  const id = await askAgain(tx, fresh());
  if (formRequests.knows(id)) return id;
  await deletePedido(tx, id);
  return askAgain(tx, fresh());
}

/**
 * Counted in real time, by who asks and by whose mailbox is written to: neither floods anybody. Messages of the sandbox leave nowhere,
 * and whoever tries a link out there does so again and again. @throws 429
 */
async function countRequest(
  { limiter }: FormulariosDeps,
  { scope, source, body, startedAt }: Call<'pedirFormulario'>,
): Promise<Record<string, string>> {
  if (scope.ambiente === 'TESTE') return {};
  const now = startedAt.getTime();
  const mailbox = sha256Hex(sameCase(body.email.trim()));
  const limits = [
    [`formulario:${addressKey(source.ip)}`, FORM_REQUESTS_PER_HOUR],
    [`formulario-para:${mailbox}`, FORM_MAILS_TO_ADDRESS_PER_HOUR],
  ] as const;
  let headers = {};
  for (const [key, limit] of limits) {
    const state = await limiter.window(key, limit, HOUR_MS, now);
    headers = limitHeaders(state);
    if (state.allowed) continue;
    throw new Problem('429 LIMITE_EXCEDIDO', rule('formRequests', { n: state.retryAfter }), {
      headers: refusalHeaders(state),
    });
  }
  return headers;
}

/** A public link that takes answers, with its template as it is now. */
export interface OpenForm {
  readonly form: FormularioRow;
  readonly modelo: ModeloRow;
}

/**
 * @throws 404 if there is no such link; 410 if it takes no answers any more, also because its template is gone, and 409 while its
 * organization is suspended
 */
export async function openForm(tx: Tx, id: string): Promise<OpenForm> {
  const form = requireOpen(await findFormulario(tx, id), tx.now);
  const modelo = await findModelo(tx, form.modelo_id, form.criado_por);
  if (!modelo?.papeis.some(({ id }) => id === form.papel_id)) {
    const shown = new Problem('410 LINK_INDISPONIVEL', rule('formClosed'));
    // Whoever deletes a template ends its links; whoever takes a role out of it may not know of them.
    throw modelo ? new Hindered(form, 'MODELO_INCOMPLETO', { shown }) : shown;
  }
  if (await isSuspended(tx)) throw new Hindered(form, 'ORGANIZACAO_SUSPENSA');
  return { form, modelo };
}
