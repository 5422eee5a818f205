import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Answer } from '../../harness.ts';
import { call, documentForm, messagesTo, type Sender, tinyPdf, until } from '../support.ts';

export const papelId = randomUUID();
export const companyId = randomUUID();
export const signature = (role: string, y = 0.7) => ({
  ...{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y, largura: 0.3, altura: 0.05 },
  papelId: role,
});
export const ONE_ROLE = {
  nome: 'Termo de adesão',
  papeis: [{ id: papelId, rotulo: 'Associado', funcao: 'ASSINAR' }],
  campos: [signature(papelId)],
};
export const TWO_ROLES = {
  nome: 'Contrato de adesão',
  papeis: [...ONE_ROLE.papeis, { id: companyId, rotulo: 'Associação', funcao: 'ASSINAR', ordem: 2 }],
  campos: [signature(papelId), signature(companyId, 0.8)],
};
export const company = { papelId: companyId, nome: 'Rui Prado', email: 'rui@exemplo.com.br' };

export async function newTemplate(of: Sender, dados: object = ONE_ROLE): Promise<string> {
  const { status, body } = await call(`${of.base}/modelos`, 'POST', documentForm(tinyPdf(), dados), of.as);
  expect([status, body.erros]).toEqual([201, undefined]);
  return body.id;
}

export const links = (of: Sender, modeloId: string, rest = '', method = 'GET', body?: unknown, as = of.as) =>
  call(`${of.base}/modelos/${modeloId}/links${rest}`, method, body, as);
export const publish = (of: Sender, modeloId: string, more: object = {}) =>
  links(of, modeloId, '', 'POST', { titulo: 'Adesão 2027', papelId, ...more });

export async function newLink(of: Sender, more: object = {}, dados?: object) {
  const modeloId = await newTemplate(of, dados);
  const { status, body } = await publish(of, modeloId, more);
  expect([status, body.erros]).toEqual([201, undefined]);
  return { ...body, modeloId };
}

export const tokenIn = (url: string) => url.split('/').pop() ?? '';
let visitors = 0;
/** Each comes from an address of their own. */
export const headers = () => ({ 'x-forwarded-for': `198.51.${Math.floor(++visitors / 250)}.${visitors % 250}` });
export const newVisitor = (more: object = {}) => {
  visitors += 1;
  return { nome: `Visitante ${visitors}`, email: `visitante${visitors}@exemplo.com.br`, ...more };
};
export const form = (of: Sender, url: string) => call(`${of.base}/formularios/${tokenIn(url)}`);
export const ask = (of: Sender, url: string, who: object, from: Record<string, string> = headers()) =>
  call(`${of.base}/formularios/${tokenIn(url)}/pedidos`, 'POST', who, from);
export const confirm = (of: Sender, token: string, shown?: { readonly nome: string }) =>
  call(`${of.base}/formularios/${token}/confirmar`, 'POST', shown);
export const said = ({ status, body }: Answer) => [status, body?.regra ?? body?.codigo];

const CONFIRMATION = /\/formulario\/confirmar\/([\w-]{43})/;
/** The token of the n-th confirmation mailed to an address, once it arrived. */
export const mailed = (of: Sender, email: string, which = 1): Promise<string> =>
  until(async () => {
    const found = (await messagesTo(of, email)).flatMap(({ texto }) => CONFIRMATION.exec(texto)?.[1] ?? []);
    return found[which - 1];
  });

/** A visitor's way from the link to their own. */
export async function comeBy(of: Sender, url: string, who = newVisitor()) {
  expect((await ask(of, url, who)).status).toBe(202);
  const token = await mailed(of, who.email);
  const confirmed = await confirm(of, token);
  return { who, token, confirmed, person: confirmed.body.url ? tokenIn(confirmed.body.url) : '' };
}

export const documentsOf = async (of: Sender) =>
  (await call(`${of.base}/documentos`, 'GET', undefined, of.as)).body.itens;
