import { randomUUID } from 'node:crypto';
import { rule, WEBHOOKS_MAX, type WebhookCriado, type WebhookEntrada } from '@rubrica/contract';
import type { Secrets } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { lockOrganizacao } from '../organizacao/index.ts';
import { presentWebhook } from './present.ts';
import { newSecret, sealSecret } from './sign.ts';
import { countWebhooks, insertWebhook } from './store.ts';

/**
 * Registers a webhook. Its secret appears only in this response; it is stored encrypted.
 * @throws 422 LIMITE_EXCEDIDO beyond twenty in the scope
 */
export async function criarWebhook(tx: Tx, secrets: Secrets, entrada: WebhookEntrada): Promise<WebhookCriado> {
  // Two concurrent creations count each other.
  await lockOrganizacao(tx);
  if ((await countWebhooks(tx)) >= WEBHOOKS_MAX) {
    throw new Problem('422 LIMITE_EXCEDIDO', rule('webhooksLimit', { n: WEBHOOKS_MAX }));
  }
  const id = randomUUID();
  const segredo = newSecret();
  const row = await insertWebhook(tx, {
    id,
    url: entrada.url,
    eventos: entrada.eventos,
    descricao: entrada.descricao ?? null,
    ativo: entrada.ativo ?? true,
    segredo: sealSecret(secrets, id, segredo),
  });
  return { ...presentWebhook(row), segredo };
}
