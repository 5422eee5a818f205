import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTracer } from '../../src/adapters/tracing.ts';
import { createLog } from '../../src/core/log.ts';
import { NO_METRICS } from '../../src/core/metrics/index.ts';
import { elsewhere, newAccount } from '../harness.ts';
import { call, ownService, readyToSign, type Sender, sent, until } from '../modules/support.ts';
import { answer, type Receiver, startReceiver } from '../modules/webhooks/receiver.ts';

/** The spans of a whole life as a collector gets them, what they say and do not, and the log beside them. */

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;

const attribute = ({ attributes }: Span, wanted: string): unknown =>
  Object.values(attributes.find(({ key }) => key === wanted)?.value ?? {})[0];

let collector: Receiver;
let hook: Receiver;
const service = ownService(async () => {
  collector = await startReceiver(answer(200, { 'content-type': 'application/json' }));
  hook = await startReceiver(answer(200));
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.url).origin,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=chave%20do%20coletor',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=testes',
    LOG_LEVEL: 'info',
    // Mail reaches nobody, so that a job fails.
    SMTP_URL: 'smtp://127.0.0.1:1',
  };
});
afterAll(async () => {
  await collector?.close();
  await hook?.close();
});

const bodies = () => collector.requests.map(({ body }) => JSON.parse(body.toString()));
const spans = (): Span[] =>
  bodies().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((one) => one.spans),
    ),
  );
const childrenOf = (parent: Span) => spans().filter(({ parentSpanId }) => parentSpanId === parent.spanId);
const under = (parent: Span): string[] => childrenOf(parent).flatMap((child) => [child.name, ...under(child)]);
const causeOf = (span: Span) => spans().find(({ spanId }) => spanId === span.links?.[0]?.spanId);

const lines: string[] = [];
const printed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const EMAIL = 'tracada@exemplo.com.br';

describe('a whole life', () => {
  let sender: Sender;
  let token: string;
  let secret: string;
  let signUp: string;

  beforeAll(async () => {
    vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
    const { origin, owner } = service();
    const who = {
      nome: 'Ana',
      email: EMAIL,
      senha: 'uma senha bem comprida 7',
      organizacao: { nome: 'Acácia Ltda.', documento: '11222333000181' },
    };
    const signed = await call(`${origin}/v1/autenticacao/cadastro`, 'POST', who, elsewhere());
    signUp = String(signed.headers.get('x-request-id'));
    const account = await newAccount(origin, undefined, owner);
    const as = { ...account.panel, traceparent: `00-${TRACE}-00f067aa0ba902b7-00`, tracestate: 'a=b' };
    sender = { service: service(), base: `${origin}/v1/sandbox`, as };
    const made = await call(`${sender.base}/webhooks`, 'POST', { url: hook.url, eventos: ['document.completed'] }, as);
    secret = made.body.segredo;
    const document = await sent(sender, {
      signatarios: [{ funcao: 'ASSINAR', nome: 'Só', email: EMAIL, metodoEntrega: 'LINK' }],
    });
    token = document.signatarios[0].link.split('/').pop();
    expect((await (await readyToSign(sender, document.signatarios[0])).sign()).status).toBe(200);
    await hook.received(1, 30_000);
    await until(() => one('send email'));
    // What was begun before something ends after it, and may come in the collector's next batch.
    await until(() => publishingOf(one('deliver webhook')) && one('assinar') && one('criarDocumento'));
  });
  afterAll(() => vi.restoreAllMocks());

  const one = (name: string) => spans().find((span) => span.name === name) as Span;
  /** The job that published the event, in which its first attempt is made. */
  const publishingOf = (delivery: Span | undefined) => {
    const found = spans().find(({ spanId }) => spanId === delivery?.parentSpanId);
    return found && causeOf(found) ? found : undefined;
  };

  it('begins with requests named by their operation, in the trace of who called', async () => {
    const created = one('criarDocumento');
    expect([created.traceId, created.parentSpanId, created.kind]).toEqual([TRACE, '00f067aa0ba902b7', SERVER]);
    expect(attribute(created, 'http.request.method')).toBe('POST');
    expect(attribute(created, 'http.route')).toBe('/v1/sandbox/documentos');
    expect(Number(attribute(created, 'http.response.status_code'))).toBe(201);
    expect(under(created)).toEqual(expect.arrayContaining(['pdf inspect', 'transaction']));
    // Signers have no trace of their own.
    const signed = one('assinar');
    expect(signed.parentSpanId ?? '').toBe('');
    expect(signed.traceId).not.toBe(TRACE);
  });

  it('has the completion and its PDF tasks in the request of the last signature', () => {
    const completion = childrenOf(one('assinar')).find(({ name }) => name === 'complete document') as Span;
    expect(under(completion)).toEqual(
      expect.arrayContaining(['transaction', 'pdf complete', 'pdf certificate', 'pdf verify']),
    );
  });

  it('has jobs in traces of their own, linked to what enqueued them, with its request id', () => {
    const delivery = one('deliver webhook');
    expect([delivery.kind, attribute(delivery, 'http.response.status_code')]).toEqual([CLIENT, expect.anything()]);
    const publishing = publishingOf(delivery) as Span;
    expect([publishing.kind, publishing.parentSpanId ?? '']).toEqual([CONSUMER, '']);
    // A transaction of the signature enqueued what publishes its event.
    const cause = causeOf(publishing) as Span;
    const signed = one('assinar');
    expect(cause.traceId).toBe(signed.traceId);
    expect(attribute(publishing, 'rubrica.request_id')).toBe(attribute(signed, 'rubrica.request_id'));
  });

  it('says no secret, no address and nothing of a person', async () => {
    const all = JSON.stringify(bodies());
    const otp = /(?:Seu código é |^)(\d{6})\b/.exec(
      (
        await service().owner<
          { texto: string }[]
        >`select texto from mensagem_capturada where destino = ${EMAIL} and texto ~ '\\d{6}' limit 1`
      )[0]?.texto ?? '',
    )?.[1];
    expect(otp).toMatch(/^\d{6}$/);
    const told = [EMAIL, 'exemplo.com.br', 'Acácia', token, secret, sender.as.cookie, hook.url, '198.18.', '127.0.0.1'];
    expect(told.filter((one) => all.includes(String(one)))).toEqual([]);
    // Six digits in a row stand in many a time and id.
    expect(all).not.toMatch(new RegExp(`\\b${otp}\\b`));
    expect(all).not.toMatch(/"key":"(url\.(path|full|query)|client\.address|user_agent\.original|enduser\.id)"/);
  });

  it('comes from a service that says what it is, under the headers of the collector', () => {
    const [{ resourceSpans }] = bodies();
    const told = Object.fromEntries(
      resourceSpans[0].resource.attributes.map(({ key, value }: Span['attributes'][0]) => [
        key,
        Object.values(value)[0],
      ]),
    );
    expect(told).toMatchObject({ 'service.name': 'rubrica', 'deployment.environment.name': 'testes' });
    expect(told['service.version']).toMatch(/^\d/);
    expect(collector.requests[0]?.headers['x-api-key']).toBe('chave do coletor');
    expect(collector.requests[0]?.path).toBe('/v1/traces');
  });

  it('is in the log under the same ids: of requests, and of jobs under the request they follow from', async () => {
    const created = one('criarDocumento');
    const line = printed().find(({ requestId }) => requestId === attribute(created, 'rubrica.request_id'));
    expect(line).toMatchObject({ msg: 'request', traceId: TRACE, spanId: created.spanId, status: 201 });
    const failed = await until(() =>
      printed().find(({ msg, requestId }) => msg === 'job failed' && requestId === signUp),
    );
    expect(failed).toMatchObject({ jobId: failed.id });
    const job = await until(() => spans().find((span) => attribute(span, 'messaging.message.id') === failed.id));
    expect([job.status.code, attribute(job, 'error.type')]).toEqual([2, 'Unavailable']);
  });

  it('what was sent is counted: deliveries, messages that nobody took, spans', async () => {
    const scrape = async () => {
      const lines = (await (await fetch(`${service().origin}/metrics`)).text()).split('\n');
      return (series: string) =>
        Number(
          lines
            .find((line) => line.startsWith(`${series} `))
            ?.split(' ')
            .pop(),
        );
    };
    const value = await until(async () => {
      const found = await scrape();
      return found('rubrica_job_duration_seconds_count{queue="divulgar-evento",outcome="done"}') > 0 && found;
    });
    expect(value('rubrica_webhook_deliveries_total{outcome="delivered"}')).toBe(1);
    expect(value('rubrica_webhook_attempt_duration_seconds_count{outcome="accepted"}')).toBe(1);
    expect(value('rubrica_messages_total{channel="email",outcome="unavailable"}')).toBeGreaterThan(0);
    expect(value('rubrica_messages_total{channel="email",outcome="accepted"}')).toBe(0);
    expect(value('rubrica_job_duration_seconds_count{queue="divulgar-evento",outcome="done"}')).toBe(1);
    expect(value('rubrica_trace_spans_total{outcome="exported"}')).toBeGreaterThan(10);
  });
});

describe('a caller', () => {
  const begun = (traceparent: string, share: number) => {
    const config = { endpoint: 'http://127.0.0.1:1', headers: {}, serviceName: 'x', attributes: {}, share };
    const tracer = createTracer(config, { version: '1', roles: [] }, NO_METRICS, createLog('silent'));
    return tracer.begin('pedido', 'server', {}, { caller: traceparent });
  };

  it.each([
    ['of another version', `01-${TRACE}-00f067aa0ba902b7-01-mais`, true],
    ['without a trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, false],
    ['without a span', `00-${TRACE}-${'0'.repeat(16)}-01`, false],
    ['in capitals', `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`, false],
    ['of no version', `ff-${TRACE}-00f067aa0ba902b7-01`, false],
    ['that is none', 'x', false],
  ])('with a traceparent %s is believed or not', (_what, traceparent, believed) => {
    expect(begun(traceparent, 1)?.traceId === TRACE).toBe(believed);
  });

  it('has no say in what is recorded', () => {
    expect(begun(`00-${TRACE}-00f067aa0ba902b7-01`, 0)).toBeNull();
    expect(begun(`00-${TRACE}-00f067aa0ba902b7-00`, 1)?.traceId).toBe(TRACE);
  });
});

it('a collector that never answers costs a bounded queue and one line of the log', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const said: string[] = [];
  let lost = 0;
  const count = (_name: string, _labels: object, by = 1) => {
    lost += by;
  };
  const tracer = createTracer(
    {
      endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      ...{ headers: {}, serviceName: 'x', attributes: {}, share: 1 },
    },
    { version: '1', roles: [] },
    { ...NO_METRICS, count },
    createLog('info', { write: (line) => void said.push(line) }),
    500,
  );
  for (let i = 0; i < 20_000; i++) tracer.begin('pedido', 'server', {})?.end();
  // It is closed though the collector has yet to answer, and never will.
  await tracer.close();
  await until(() => lost > 0);
  silent.closeAllConnections();
  silent.close();
  expect(lost).toBeLessThanOrEqual(2_048 + 512);
  expect(said.filter((line) => line.includes('collector')).length).toBe(1);
});
