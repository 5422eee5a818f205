import { randomUUID } from 'node:crypto';
import type { WebhookCriado, WebhookEntrada } from '@rubrica/contract';
import type { Secrets } from '../../core/ports.ts';
import type { Tx } from '../../core/sql.ts';
import { presentWebhook } from './present.ts';
import { newSecret, sealSecret } from './sign.ts';
import { insertWebhook } from './store.ts';

/** Registers a webhook. Only this answer holds its secret; what is stored is encrypted. */
export async function criarWebhook(tx: Tx, secrets: Secrets, entrada: WebhookEntrada): Promise<WebhookCriado> {
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
