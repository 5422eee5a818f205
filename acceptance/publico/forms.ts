import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { LinkModelo, LinkModeloEntrada } from '@rubrica/contract';
import { mailTo } from '../../apps/server/test/mailbox.ts';
import { field, messageTo, SAMPLE, type Sender, until } from '../browser/world.ts';

/** Public links of templates, and what they mail to visitors. */

const CONFIRMATION = /(http\S+\/formulario\/confirmar\/[\w-]{43})/;

/** The link of a template whose one role anybody takes, or with somebody who signs before them. */
export async function publish(
  sender: Sender,
  more: Partial<LinkModeloEntrada> = {},
  { before = false, papel = 'Associado' } = {},
): Promise<LinkModelo> {
  const roles = [randomUUID(), ...(before ? [randomUUID()] : [])];
  const [papelId = '', firstId = ''] = roles;
  const { id } = await sender.api.criarModelo({
    arquivo: new Blob([Buffer.from(await readFile(SAMPLE))], { type: 'application/pdf' }),
    dados: {
      nome: 'Termo de adesão',
      papeis: roles.map((role, at) => ({
        ...{ id: role, rotulo: at === 0 ? papel : 'Diretoria', funcao: 'ASSINAR' as const },
        ordem: at === 0 ? 2 : 1,
      })),
      campos: roles.map((role, at) => ({ ...field({ y: 0.6 + 0.12 * at }), papelId: role })),
    },
  });
  const first = { papelId: firstId, nome: 'Rui Prado', email: 'rui@exemplo.com.br', ordem: 1 };
  const body = {
    ...{ titulo: 'Termo de adesão 2027', papelId },
    ...(before ? { documento: { ordenado: true, papeis: [first] } } : {}),
    ...more,
  };
  return sender.api.criarLinkDeModelo({ params: { modeloId: id }, body });
}

/** The address in the newest message that asks a visitor to confirm. @param after how many to leave out */
export const confirmationTo = (sender: Sender, email: string, after = 0): Promise<string> =>
  messageTo(sender, email, CONFIRMATION, after);

/** The same of a link in production, whose messages the service captured. */
export const confirmationMailedTo = (sender: Sender, email: string): Promise<string> =>
  until(async () => CONFIRMATION.exec((await mailTo(sender, email))[0]?.texto ?? '')?.[1]);

let visitors = 0;
export function newVisitor(): { readonly nome: string; readonly email: string } {
  visitors += 1;
  return { nome: 'Marina Duarte Leal', email: `visitante${visitors}.${Date.now()}@exemplo.com.br` };
}

export const path = (url: string): string => new URL(url).pathname;
