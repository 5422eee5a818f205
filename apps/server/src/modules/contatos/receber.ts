import { randomUUID } from 'node:crypto';
import {
  CODE_ALPHABET,
  CONTACTS_PER_DAY,
  CONTACTS_PER_HOUR,
  type ContatoEntrada,
  type ContatoRecebido,
  rule,
} from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import { addressKey } from '../../core/address.ts';
import type { AnybodyPart, Reply } from '../../core/call.ts';
import { limitHeaders, refusalHeaders } from '../../core/limit-headers.ts';
import type { RateLimiter, WindowState } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import { randomText } from '../../core/random.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { QUEUES } from './queues.ts';
import { insertContato } from './store.ts';

const HOUR_MS = 3600_000;
const WINDOWS = [
  { limit: CONTACTS_PER_DAY, windowMs: 24 * HOUR_MS },
  { limit: CONTACTS_PER_HOUR, windowMs: HOUR_MS },
];
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });

export interface ReceiveDeps {
  readonly limiter: RateLimiter;
}

/**
 * Accepts a message from the contact form: stored, and queued for the operator in the same transaction.
 * @throws 429 LIMITE_EXCEDIDO beyond 5 an hour or 20 a day from one address; only accepted messages count
 */
export async function receberContato(
  deps: ReceiveDeps,
  { writeAs }: AnybodyPart,
  entrada: ContatoEntrada,
  source: Source,
  now: Date,
): Promise<Reply<ContatoRecebido>> {
  const limit = await refuseOverLimit(deps.limiter, source.ip, now);
  // No organization is involved, so the scope belongs to none.
  const { body, headers } = await writeAs<Reply<ContatoRecebido>>(accountScopeOf(null, null), async (tx) => {
    const id = randomUUID();
    const protocolo = await insertWithProtocol(tx, id, entrada, source);
    await tx.enqueue(QUEUES.SEND_CONTACT, { id }, { singletonKey: id });
    return { body: { protocolo } };
  });
  return { body, headers: { ...headers, ...limitHeaders(limit) } };
}

async function refuseOverLimit(limiter: RateLimiter, ip: string, now: Date): Promise<WindowState> {
  const limit = await limiter.windows(`contato:${addressKey(ip)}`, WINDOWS, now.getTime());
  if (limit.allowed) return limit;
  throw new Problem(
    '429 LIMITE_EXCEDIDO',
    rule('contactsLimit', { porHora: CONTACTS_PER_HOUR, porDia: CONTACTS_PER_DAY, n: limit.retryAfter }),
    { headers: refusalHeaders(limit) },
  );
}

async function insertWithProtocol(tx: Tx, id: string, entrada: ContatoEntrada, source: Source): Promise<string> {
  for (;;) {
    const protocolo = newProtocol(tx.realNow);
    const inserted = await insertContato(tx, {
      id,
      protocolo,
      nome: entrada.nome.trim(),
      email: entrada.email,
      assunto: entrada.assunto?.trim() || null,
      mensagem: entrada.mensagem,
      ip: source.ip,
      agenteUsuario: source.agenteUsuario,
    });
    if (inserted) return protocolo;
  }
}

/** `20261103-7K3M9Q`: the day in São Paulo and an unguessable part: six characters allow a billion a day. */
function newProtocol(now: Date): string {
  const random = randomText(6, CODE_ALPHABET);
  return `${DAY.format(now).replaceAll('-', '')}-${random}`;
}
