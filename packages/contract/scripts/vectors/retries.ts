import { type Answer, json, page, problem, type Silence } from './answers.ts';

/** How long a client waits before it repeats, in seconds, and how often it does. */
export const WAITING = {
  /** Repetitions after the first attempt. */
  retries: 2,
  /** Without `Retry-After`: before repetition n = 0, 1, … between half of `first` × 2ⁿ and the whole, `longest` at most. */
  first: 0.5,
  longest: 8,
  /** With `Retry-After`: that long, and up to this much more. */
  spread: 0.25,
  /** A longer `Retry-After` is not waited for: the error is raised at once. */
  longestRetryAfter: 60,
  /** Statuses repeated, if the call may be. */
  statuses: [500, 502, 503, 504],
  /** Statuses that say that nothing was done: every call is repeated. */
  notDone: [429],
};

type Wait = { readonly min: number; readonly max: number };
const told = (seconds: number): Wait => ({ min: seconds, max: seconds + WAITING.spread });
const own = (n: number): Wait => {
  const whole = Math.min(WAITING.longest, WAITING.first * 2 ** n);
  return { min: whole / 2, max: whole };
};

const ID = '7d1f3c52-9b0e-4c7a-8f64-2a5e91c0d3b8';
const documento = json({ id: ID, titulo: 'Contrato' });
const busy = (seconds: string) => problem('429 LIMITE_EXCEDIDO', { 'retry-after': seconds });
const down = (seconds?: string) =>
  problem('503 SERVICO_INDISPONIVEL', seconds === undefined ? {} : { 'retry-after': seconds });
const timeout: Silence = { failure: 'timeout' };
const disconnect: Silence = { failure: 'disconnect' };

/** A call, and whether its requests carry an Idempotency-Key: null where it takes none. */
const CALLS = {
  read: { call: 'documentos.obter', arguments: [ID], key: null },
  send: { call: 'documentos.enviar', arguments: [ID], key: 'own' },
  given: { call: 'documentos.enviar', arguments: [ID], options: { idempotencyKey: 'pedido-1042' }, key: 'pedido-1042' },
  change: { call: 'documentos.alterar', arguments: [ID, { titulo: 'Contrato' }], key: null },
  fields: { call: 'documentos.campos.definir', arguments: [ID, { campos: [] }], key: null },
  remove: { call: 'documentos.excluir', arguments: [ID], key: null },
  check: { call: 'validacao.consultar', arguments: [{ codigo: 'SVC-7K3M-Q9XA-2DTP' }], key: null },
} as const;

const vector = (
  name: string,
  of: keyof typeof CALLS,
  answers: readonly (Answer | Silence)[],
  waits: readonly Wait[],
  outcome: 'ok' | string,
  options: object = {},
) => {
  const { key, ...call } = CALLS[of];
  const all = { ...('options' in call ? call.options : {}), ...options };
  return {
    name,
    ...call,
    ...(Object.keys(all).length > 0 ? { options: all } : {}),
    answers,
    requests: waits.length + 1,
    waits,
    idempotencyKey: key,
    outcome: outcome === 'ok' ? { ok: true } : { error: outcome },
  };
};

/** Answers in order, and what a client does about them. `idempotencyKey`: `own` is one of the client's making. */
export const retryVectors = () => [
  vector('a success is final', 'read', [documento], [], 'ok'),
  vector('a service that is down says when', 'read', [down('2'), documento], [told(2)], 'ok'),
  vector('a service that is down does not say when', 'read', [down(), page(502), documento], [own(0), own(1)], 'ok'),
  vector('too many calls, then down', 'read', [busy('1'), down(), documento], [told(1), own(1)], 'ok'),
  vector('at most two repetitions', 'read', [busy('1'), busy('1'), busy('1')], [told(1), told(1)], 'RateLimitError'),
  vector('a gateway that gave up', 'read', [page(504), documento], [own(0)], 'ok'),
  vector('an unexpected fault', 'read', [problem('500 ERRO_INTERNO'), documento], [own(0)], 'ok'),
  vector('a status nobody repeats', 'read', [page(501)], [], 'ServerError'),
  vector('invalid input', 'read', [problem('400 ENTRADA_INVALIDA')], [], 'InvalidRequestError'),
  vector('a conflict', 'send', [problem('409 CONFLITO')], [], 'ConflictError'),
  vector('a success that is not JSON', 'read', [page(200)], [], 'ApiError'),
  vector('no answer in time', 'read', [timeout, documento], [own(0)], 'ok'),
  vector('never an answer in time', 'read', [timeout, timeout, timeout], [own(0), own(1)], 'TimeoutError'),
  vector('a line that breaks', 'read', [disconnect, documento], [own(0)], 'ok'),
  vector('a line that stays broken', 'read', [disconnect, disconnect, disconnect], [own(0), own(1)], 'ConnectionError'),
  vector('a POST has one key for all its attempts', 'send', [down('0'), page(502), documento], [told(0), own(1)], 'ok'),
  vector('a POST that was lost on its way back', 'send', [timeout, documento], [own(0)], 'ok'),
  vector('a POST over a line that breaks', 'send', [disconnect, documento], [own(0)], 'ok'),
  vector('the key of the caller stays', 'given', [problem('500 ERRO_INTERNO'), documento], [own(0)], 'ok'),
  vector('a PATCH', 'change', [page(502), documento], [own(0)], 'ok'),
  vector('a PUT', 'fields', [page(504), json({ itens: [], total: 0 })], [own(0)], 'ok'),
  vector('a DELETE', 'remove', [down(), { status: 204, headers: {}, body: '' }], [own(0)], 'ok'),
  vector('a POST without a key, which may have been done', 'check', [down('1')], [], 'ServerError'),
  vector('a POST without a key over a line that breaks', 'check', [disconnect], [], 'ConnectionError'),
  vector('a POST without a key, which was not done', 'check', [busy('1'), json({})], [told(1)], 'ok'),
  vector('the longest wait', 'read', [busy('60'), documento], [told(60)], 'ok'),
  vector('a wait that is too long', 'read', [busy('61')], [], 'RateLimitError'),
  vector('a wait that is a date', 'read', [down('Wed, 21 Oct 2026 07:28:00 GMT'), documento], [own(0)], 'ok'),
  vector('a wait that is no number', 'read', [down('1.5'), documento], [own(0)], 'ok'),
  vector('no repetition where none is wanted', 'read', [down('1')], [], 'ServerError', { retries: 0 }),
  vector(
    'more repetitions where they are wanted',
    'read',
    [down(), down(), down(), documento],
    [own(0), own(1), own(2)],
    'ok',
    {
      retries: 3,
    },
  ),
];
