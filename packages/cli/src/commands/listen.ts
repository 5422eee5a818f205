import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError, type EventoWebhookEnvelope, RateLimitError, type Rubrica, ServerError } from '@rubrica/sdk';
import { clean } from '@rubrica/verify/cli';
import { type Command, type Given, misuse } from '../command.ts';
import { EXIT } from '../exit.ts';
import { jsonOf, reasonOf, sentenceOf } from '../say.ts';
import { connectToSandbox } from '../settings.ts';
import { newSecret, signedHeaders } from '../sign.ts';
import type { World } from '../world.ts';

const HELP = `Uso: rubrica ouvir --para http://localhost:8080/webhooks [--segredo whsec_…]

Entrega a um endereço desta máquina os eventos do sandbox, à medida que acontecem, assinados como o serviço assina os seus
webhooks. Se a conexão cai, volta sozinho e continua depois do último evento visto. Termina com Ctrl+C.

  --para URL      onde o seu sistema recebe webhooks
  --segredo S     o segredo com que assinar; sem ele, um novo, que é mostrado ao começar
  --apos ID       começa depois deste evento; sem ele, do próximo que acontecer
  --evento E      só os deste nome; pode repetir-se

Cada evento é entregue uma vez. Com --json, uma linha de JSON por entrega.
`;

/** How long the service may hold an empty answer, in seconds: the longest it allows. */
const WAIT_S = 25;
const PAGE = 100;
const ANSWER_WITHIN_MS = 10_000;
const FIRST_PAUSE_S = 1;
const LONGEST_PAUSE_S = 30;

/** One delivery, and what became of it. */
interface Delivery {
  readonly eventoId: string;
  readonly evento: string;
  readonly status: number | null;
  readonly ms: number;
  readonly erro: string | null;
}

async function deliver(url: URL, segredo: string, event: EventoWebhookEnvelope, end: AbortSignal): Promise<Delivery> {
  const body = JSON.stringify(event);
  const { eventoId, evento } = event;
  const start = performance.now();
  const told = (status: number | null, erro: string | null) => ({
    eventoId,
    evento,
    status,
    ms: Math.round(performance.now() - start),
    erro,
  });
  try {
    const headers = signedHeaders(segredo, eventoId, Math.floor(Date.now() / 1000), body);
    const signal = AbortSignal.any([end, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return told(response.status, response.ok ? null : 'a resposta não é 2xx');
  } catch (error) {
    return told(null, reasonOf(error as Error));
  }
}

function line({ eventoId, evento, status, ms, erro }: Delivery): string {
  const time = new Date().toLocaleTimeString('pt-BR');
  return `${time}  ${clean(evento)}  ${clean(eventoId)}  → ${status ?? clean(erro ?? '')} (${ms} ms)`;
}

/** The place in the feed after which everything is new. */
async function newest(rubrica: Rubrica, signal: AbortSignal): Promise<string | undefined> {
  const { itens } = await rubrica.eventos.listar({ ordem: 'desc', limite: 1 }, { signal });
  return itens[0]?.eventoId;
}

/** Whether it is worth asking again later. */
const passes = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof ServerError || error instanceof RateLimitError;

/**
 * Every event after a place, for ever: what cannot be read now is asked for again. A place of the feed is taken as seen once
 * whoever iterates asks for the next event.
 */
async function* eventsAfter(
  rubrica: Rubrica,
  from: string | undefined,
  { end, err }: World,
): AsyncGenerator<EventoWebhookEnvelope, void, undefined> {
  let apos = from;
  let wait = FIRST_PAUSE_S;
  while (!end.aborted) {
    try {
      const query = { aguardar: WAIT_S, limite: PAGE, ...(apos === undefined ? {} : { apos }) };
      const { itens } = await rubrica.eventos.listar(query, { signal: end });
      wait = FIRST_PAUSE_S;
      for (const event of itens) {
        yield event;
        apos = event.eventoId;
      }
    } catch (error) {
      if (end.aborted) return;
      if (!passes(error)) throw error;
      err(`${sentenceOf(error)} Tento de novo em ${wait} s.\n`);
      await sleep(wait * 1000, undefined, { signal: end }).catch(() => undefined);
      wait = Math.min(LONGEST_PAUSE_S, wait * 2);
    }
  }
}

function targetOf(given: Given): URL {
  const text = given.text('para');
  if (text === undefined) throw misuse('Diga para onde, com --para http://localhost:8080/webhooks.');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw misuse(`--para toma um endereço http: “${clean(text)}” não é.`);
  return url;
}

function secretOf(given: Given): string {
  const text = given.text('segredo');
  if (text !== undefined && !text.startsWith('whsec_')) throw misuse('--segredo toma um segredo de webhook, whsec_….');
  return text ?? newSecret();
}

export const ouvir: Command = {
  summary: 'entrega os eventos do sandbox a um endereço desta máquina',
  help: HELP,
  options: {
    para: { type: 'string' },
    segredo: { type: 'string' },
    apos: { type: 'string' },
    evento: { type: 'string', multiple: true },
  },
  async run(given, world) {
    given.none();
    const target = targetOf(given);
    const segredo = secretOf(given);
    const wanted = given.list('evento');
    const rubrica = await connectToSandbox(given, world);
    let last = given.text('apos') ?? (await newest(rubrica, world.end));
    world.err(`Ouvindo o sandbox em ${rubrica.root}. Segredo: ${segredo}\n`);
    for await (const event of eventsAfter(rubrica, last, world)) {
      if (wanted.length === 0 || wanted.includes(event.evento)) {
        const delivery = await deliver(target, segredo, event, world.end);
        if (world.end.aborted && delivery.status === null) break;
        world.out(`${given.has('json') ? jsonOf(delivery) : line(delivery)}\n`);
      }
      last = event.eventoId;
    }
    if (last !== undefined) world.err(`Para continuar daqui: --apos ${clean(last)}\n`);
    return EXIT.DONE;
  },
};
