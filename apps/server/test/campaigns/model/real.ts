import { expect } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Answer, call, newAccount, newKey, type Service, until } from '../../harness.ts';
import { type Documento, expire, type Model, type Pdf, type Signatario } from './model.ts';
import type { Outside } from './outside.ts';

/** Requests one key makes within a minute here; the contract allows sixty. */
const PER_KEY = 55;
const KEYS = 5;
const EVENTS = [
  ...['document.created', 'document.sent', 'document.viewed', 'signer.authenticated', 'document.signed'],
  ...['document.completed', 'document.refused', 'document.expired', 'document.cancelled', 'signer.delegated'],
];
const LINK = /\/assinar\/([\w-]{43})/;

/** The service as one organization of its own sees it, in production, where everything is metered. */
export interface Real {
  readonly service: Service;
  readonly outside: Outside;
  /** Names the run: its webhook, and every address in it. */
  readonly name: string;
  /** What documents are made of. */
  readonly file: Pdf;
  readonly organizacaoId: string;
  /** Address of who sends the documents. */
  readonly owner: string;
  /** Messages of earlier runs. */
  readonly mailsBefore: number;
  readonly textsBefore: number;
  now(): number;
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  signer(token: string, method: string, act: string, body?: unknown): Promise<Answer>;
  /** SHA-256 of the text a signer agrees to, as the service serves it. */
  acceptanceHash: string;
  /** Codes sent so far, by address. */
  readonly codesTo: Map<string, number>;
  /** Messages with a link so far, by address: a copy of a document has the same people. */
  readonly linksTo: Map<string, number>;
  /** Another e-mail address or phone number nobody used yet. */
  email(): string;
  phone(): string;
}

let people = 0;
const another = () => {
  people += 1;
  return people;
};

export async function openReal(service: Service, outside: Outside, name: string): Promise<Real> {
  const account = await newAccount(service.origin);
  // The link that confirms the account's address is nobody's act of the model.
  const [mailsBefore, textsBefore] = [outside.mails.length, outside.texts.length];
  const keys = await Promise.all(Array.from({ length: KEYS }, () => newKey(service.origin, account.panel, 'PRODUCAO')));
  const uses: number[] = [];
  const base = `${service.origin}/v1`;
  const organizacao = await call(`${base}/organizacao`, 'GET', undefined, account.panel);
  const real: Real = {
    organizacaoId: organizacao.body.id,
    owner: account.email,
    mailsBefore,
    textsBefore,
    service,
    outside,
    name,
    acceptanceHash: '',
    codesTo: new Map(),
    linksTo: new Map(),
    file: { bytes: tinyPdf(2), pages: 2 },
    now: () => service.clock.now().getTime(),
    async api(method, path, body, headers = {}) {
      const key = keys[Math.floor(uses.length / PER_KEY) % KEYS];
      uses.push(real.now());
      const oldest = uses.at(-PER_KEY * KEYS);
      // A run so long that its first key comes round within the minute waits by moving the clock.
      if (oldest !== undefined && oldest > real.now() - 60_000) service.clock.advance(61_000);
      return call(`${base}${path}`, method, body, { authorization: key?.authorization ?? '', ...headers });
    },
    signer: (token, method, act, body) => call(`${base}/assinatura/${token}${act}`, method, body),
    email: () => `p${another()}.${name}@exemplo.com.br`,
    phone: () => `+55119${String(10_000_000 + another())}`,
  };
  const hook = await real.api('POST', '/webhooks', { url: outside.hook(name), eventos: EVENTS });
  expect(hook.status).toBe(201);
  return real;
}

interface Shown {
  status: string;
  signatarios: ShownSigner[];
}

interface ShownSigner {
  id: string;
  status: string;
  fatoresCumpridos: string[];
  nome: string;
  funcao: string;
  email: string | null;
  metodoEntrega: string;
  presencial: boolean;
  delegavel: boolean;
  delegadoDe: { nome: string; email: string | null } | null;
  link?: string;
}

/** A document as the model tells it, in the shape of an answer. */
function told({ status, signatarios }: Documento): Shown {
  const one = ({ metodo, fulfilled, ...signatario }: Signatario) =>
    ofSigner({ ...signatario, metodoEntrega: metodo, fatoresCumpridos: [...fulfilled] });
  return { status, signatarios: signatarios.map(one) };
}

const shown = ({ status, signatarios }: Shown): Shown => ({ status, signatarios: signatarios.map(ofSigner) });

const ofSigner = ({ delegadoDe, fatoresCumpridos, ...one }: ShownSigner): ShownSigner => ({
  ...{ id: one.id, status: one.status, fatoresCumpridos: [...fatoresCumpridos].sort() },
  ...{ nome: one.nome, funcao: one.funcao, email: one.email, metodoEntrega: one.metodoEntrega },
  ...{ presencial: one.presencial, delegavel: one.delegavel },
  delegadoDe: delegadoDe && { nome: delegadoDe.nome, email: delegadoDe.email },
});

/** Learns the personal links a document's answer shows, and holds them against those the model says are handed out. */
function learnLinks(documento: Documento, body: Shown): void {
  for (const signatario of documento.signatarios) {
    const handedOut = signatario.links.filter(({ alive, canal }) => alive && canal === 'LINK');
    const url = body.signatarios.find(({ id }) => id === signatario.id)?.link;
    const newest = signatario.metodo === 'LINK' ? handedOut.at(-1) : undefined;
    expect(url !== undefined, `link of ${signatario.id}`).toBe(newest !== undefined);
    if (newest && url) newest.token = LINK.exec(url)?.[1] ?? null;
  }
}

/**
 * Waits for the messages an act sends, then until every document answers as the model has it: deliveries are recorded
 * after the act, and expiry comes by itself.
 */
export async function settle(model: Model, real: Real): Promise<void> {
  expire(model, real.now());
  for (const { to, link, signatario } of model.deliveries.splice(0)) {
    const count = (real.linksTo.get(to) ?? 0) + 1;
    real.linksTo.set(to, count);
    link.token = await real.outside.message(to, LINK, count);
    if (signatario.status === 'PENDENTE') signatario.status = 'ENVIADO';
  }
  for (const documento of model.documentos) {
    let body: Shown | null = null;
    const ask = async () => {
      const answer = await real.api('GET', `/documentos/${documento.id}`);
      expect(answer.status).toBe(documento.deleted ? 404 : 200);
      body = answer.body;
      return documento.deleted || JSON.stringify(shown(answer.body)) === JSON.stringify(told(documento));
    };
    await until(ask).catch(() => expect(shown(body as unknown as Shown)).toEqual(told(documento)));
    if (!documento.deleted) learnLinks(documento, body as unknown as Shown);
  }
}

/** Fails unless the answer is one of those expected, each a status alone or with its code: `200`, `409 CONFLITO`. */
export function expectAnswer(answer: Answer, expected: readonly string[], what: string): boolean {
  const got = answer.status < 400 ? String(answer.status) : `${answer.status} ${answer.body?.codigo}`;
  if (!expected.includes(got)) {
    const detail = answer.body?.detail ? `: ${answer.body.detail} ${JSON.stringify(answer.body.erros ?? '')}` : '';
    expect.fail(`${what} answered ${got}${detail}; expected ${expected.join(' or ')}`);
  }
  return answer.status < 400;
}
