import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from '../harness.ts';
import { call, ownService, readyToSign, type Sender, sent, until } from '../modules/support.ts';
import { answer, type Receiver, startReceiver } from '../modules/webhooks/receiver.ts';

/**
 * What each act of a document's life asks of the database, by what its spans say. Round trips are most of what an act waits
 * for, statements most of what the database works: whoever adds one sees it here, and raises the bar with a reason.
 */

/** Statements and round trips of an act, `begin` and `commit` among them, at most. */
const AT_MOST: Readonly<Record<string, readonly [statements: number, roundTrips: number]>> = {
  criarDocumento: [19, 11],
  // The last one asks for the file whose ink is then looked for.
  enviarDocumento: [27, 22],
  abrirAssinatura: [17, 10],
  solicitarCodigo: [15, 10],
  'job enviar-codigo': [19, 16],
  autenticarSignatario: [23, 18],
  registrarLeitura: [13, 8],
  registrarAceite: [13, 8],
  // Two of them tell the open log of the signature, and of the conclusion and its certificate; one asks for its last day.
  assinar: [54, 40],
  'job enviar-aviso-de-desfecho': [25, 20],
  obterDocumento: [11, 7],
};

interface Span {
  readonly spanId: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly intValue?: number | string } }[];
}

let collector: Receiver;
const service = ownService(async () => {
  collector = await startReceiver(answer(200, { 'content-type': 'application/json' }));
  return { OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin };
});
afterAll(() => collector?.close());

const spans = (): Span[] =>
  collector.requests
    .map(({ body }) => JSON.parse(body.toString()))
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((one: { spans: Span[] }) => one.spans);

const told = ({ attributes }: Span, wanted: string) =>
  Number(attributes.find(({ key }) => key === wanted)?.value.intValue);

/** Creates, sends, opens, proves, reads, accepts, signs and looks at what came of it. */
async function life(sender: Sender): Promise<void> {
  const document = await sent(sender);
  const signer = await readyToSign(sender, document.signatarios[0]);
  expect((await signer.sign()).status).toBe(200);
  await until(async () => {
    const { body } = await call(`${sender.base}/documentos/${document.id}`, 'GET', undefined, sender.as);
    return body.status === 'ASSINADO';
  });
}

describe('an act of a life', () => {
  let before: ReadonlySet<string>;
  const acts = () => spans().filter(({ spanId, name }) => name in AT_MOST && !before.has(spanId));

  beforeAll(async () => {
    const { origin, owner } = service();
    const { live } = await newAccount(origin, undefined, owner);
    const sender = { service: service(), base: `${origin}/v1`, as: live };
    before = new Set();
    const names = Object.keys(AT_MOST).sort();
    const complete = () => [...new Set(acts().map(({ name }) => name))].sort().join() === names.join();
    // What a process reads once is read by the first.
    await life(sender);
    await until(complete);
    before = new Set(spans().map(({ spanId }) => spanId));
    await life(sender);
    await until(complete);
  });

  it.each(Object.entries(AT_MOST))('%s asks no more of the database than it did', (name, [statements, roundTrips]) => {
    const asked = acts().filter((act) => act.name === name);
    expect(asked.length).toBeGreaterThan(0);
    for (const act of asked) {
      expect(told(act, 'rubrica.db.statements')).toBeLessThanOrEqual(statements);
      expect(told(act, 'rubrica.db.round_trips')).toBeLessThanOrEqual(roundTrips);
    }
  });
});
