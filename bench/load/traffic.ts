import { randomInt, randomUUID } from 'node:crypto';
import { MULTIPART, type Person, personOf, toBeSignedBy, uploadBody } from '../http/documents.ts';
import { type Answer, Exchange } from '../http/exchange.ts';
import { together } from '../http/pace.ts';
import type { Organization } from './clone.ts';

/** Milliseconds of each answer of an operation, and how many were refused for now (429) or failed (5xx). */
export interface Taken {
  readonly times: number[];
  refused: number;
  failed: number;
}

/** A document of an organization. */
export interface Known {
  readonly id: string;
  readonly organization: number;
}

const ANYONE = personOf(0);
const BODY = uploadBody(toBeSignedBy(ANYONE));
const EVENTS = ['document.created', 'document.sent', 'document.signed', 'document.completed'];
const JSON_BODY = { 'content-type': 'application/json' };

/** Last signatures among what was taken. */
export const SIGNED = 'sign: sign, complete';

/** Out of a hundred requests of the mix; a signature is five requests. */
const MIX = [
  ['read', 38],
  ['list', 12],
  ['search', 3],
  ['events', 5],
  ['create', 12],
  ['send', 10],
  ['sign', 5],
  ['validate', 15],
] as const;
type Kind = (typeof MIX)[number][0];
const KINDS: readonly Kind[] = MIX.flatMap(([kind, share]) => Array<Kind>(share).fill(kind));

/** What a signer asks for, in order; each says whether it was answered, the last when the document is sealed. */
export type Visit = Readonly<Record<'open' | 'prove' | 'read' | 'accept' | 'sign', () => Promise<boolean>>>;

/** Callers of every operation over several processes of the service, each waiting for its answer. */
export class Traffic {
  readonly taken = new Map<string, Taken>();
  readonly #exchanges = new Exchange(256);
  readonly #origins: readonly string[];
  readonly #organizations: readonly Pick<Organization, 'keys'>[];
  readonly #documents: readonly Known[];
  readonly #codes: readonly string[];
  readonly #drafts: Known[] = [];
  readonly #links: string[] = [];
  #turn = 0;
  #person = 0;

  constructor(
    origins: readonly string[],
    organizations: readonly Pick<Organization, 'keys'>[],
    documents: readonly Known[],
    codes: readonly string[],
  ) {
    this.#origins = origins;
    this.#organizations = organizations;
    this.#documents = documents;
    this.#codes = codes;
  }

  /** Keeps `callers` requests in progress for so many seconds. @returns answers a second */
  async run(callers: number, seconds: number): Promise<number> {
    this.taken.clear();
    const began = performance.now();
    await together(callers, seconds, () => this.#one());
    const answers = [...this.taken.values()].reduce((sum, { times }) => sum + times.length, 0);
    return (answers * 1000) / (performance.now() - began);
  }

  async #one(): Promise<void> {
    const kind = KINDS[randomInt(KINDS.length)] as Kind;
    if (kind === 'create') return this.#create();
    if (kind === 'send') return this.#send();
    if (kind === 'sign') return this.#sign();
    if (kind === 'validate') return this.validate(this.#codes[randomInt(this.#codes.length)] as string);
    const { id, organization } = this.#documents[randomInt(this.#documents.length)] as Known;
    const paths = {
      read: `/v1/documentos/${id}`,
      list: '/v1/documentos?limite=25',
      search: `/v1/documentos?limite=25&busca=${randomInt(1000, 10_000)}`,
      events: '/v1/eventos?limite=25',
    };
    await this.ask(kind, 'GET', paths[kind], this.keyOf(organization), undefined, 200);
  }

  /**
   * A draft of whoever has this key.
   * @param person who shall sign it: wrong answers are counted by person, so that many at once wait for each other where
   * all are the same
   * @returns its id; null if it was refused for now or failed
   */
  async draft(key: Record<string, string>, person = ANYONE): Promise<string | null> {
    const headers = { ...key, 'content-type': MULTIPART, 'idempotency-key': randomUUID() };
    const body = person === ANYONE ? BODY : uploadBody(toBeSignedBy(person));
    const answer = await this.ask('create', 'POST', '/v1/documentos', headers, body, 201);
    return answer === null ? null : JSON.parse(answer).id;
  }

  /** Sends a draft. @returns the address of its signer's page; null if it was refused for now or failed */
  async sendOne(id: string, key: Record<string, string>): Promise<string | null> {
    const answer = await this.ask('send', 'POST', `/v1/documentos/${id}/enviar`, key, undefined, 200);
    return answer === null ? null : JSON.parse(answer).signatarios[0].link;
  }

  /** Has the first `organizations` hear of their documents' events at an address. */
  async listen(organizations: number, url: string): Promise<void> {
    const body = Buffer.from(JSON.stringify({ url, eventos: EVENTS }));
    for (let n = 0; n < organizations; n++) {
      await this.ask('webhook', 'POST', '/v1/webhooks', { ...this.keyOf(n), ...JSON_BODY }, body, 201);
    }
  }

  async #create(): Promise<void> {
    const { organization } = this.#documents[randomInt(this.#documents.length)] as Known;
    const id = await this.draft(this.keyOf(organization));
    if (id !== null) this.#drafts.push({ id, organization });
  }

  async #send(): Promise<void> {
    const draft = this.#drafts.shift();
    if (!draft) return this.#create();
    const link = await this.sendOne(draft.id, this.keyOf(draft.organization));
    if (link !== null) this.#links.push(link);
  }

  async #sign(): Promise<void> {
    const link = this.#links.shift();
    if (!link) return this.#send();
    await this.signAt(link);
  }

  /** The whole visit of a signer: five requests. @returns whether all were answered */
  async signAt(link: string, person = ANYONE): Promise<boolean> {
    for (const step of Object.values(this.visit(link, person))) if (!(await step())) return false;
    return true;
  }

  /**
   * The same step by step, from an address of their own.
   */
  visit(link: string, person: Person): Visit {
    const path = `/v1/assinatura/${link.split('/').pop()}`;
    const headers = { ...JSON_BODY, 'x-forwarded-for': this.#address() };
    let textoHash = '';
    const post = async (name: string, act: string, body: object) =>
      (await this.ask(name, 'POST', `${path}/${act}`, headers, Buffer.from(JSON.stringify(body)), 200)) !== null;
    return {
      open: async () => {
        const session = await this.ask('sign: open', 'GET', path, headers, undefined, 200);
        if (session !== null) textoHash = JSON.parse(session).textoAceite.textoHash;
        return session !== null;
      },
      prove: () => post('sign: prove', 'autenticar', { fator: 'DADOS_PESSOAIS', ...person }),
      read: () => post('sign: read', 'leitura', { paginasLidas: 3, segundos: 9 }),
      accept: () => post('sign: accept', 'aceite', { textoHash }),
      sign: () => post(SIGNED, 'assinar', { assinatura: { tipo: 'DIGITADA', texto: 'João da Silva' }, campos: [] }),
    };
  }

  /** The public validation, from an address of its own. */
  async validate(codigo: string): Promise<void> {
    const headers = { ...JSON_BODY, 'x-forwarded-for': this.#address() };
    const body = Buffer.from(JSON.stringify({ codigo }));
    await this.ask('validate', 'POST', '/api/v1/validacao/consultar', headers, body, 200);
  }

  #address(): string {
    const n = this.#person++;
    return `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`;
  }

  keyOf(organization: number): Record<string, string> {
    const { keys } = this.#organizations[organization] as Pick<Organization, 'keys'>;
    return { authorization: `Bearer ${keys[this.#turn++ % keys.length]}` };
  }

  /**
   * One request to the next process.
   * @returns the answer's text; null if it was refused for now or failed, which is counted
   * @throws at an answer of another status: a load of refusals measures nothing
   */
  async ask(
    name: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    body: Buffer | undefined,
    status: number,
  ): Promise<string | null> {
    const taken = this.taken.get(name) ?? { times: [], refused: 0, failed: 0 };
    this.taken.set(name, taken);
    const began = performance.now();
    const answer = await this.#exchange(method, path, headers, body);
    if (answer.status === status) {
      taken.times.push(performance.now() - began);
      return answer.text;
    }
    if (answer.status === 429) taken.refused += 1;
    else if (answer.status >= 500) taken.failed += 1;
    else throw new Error(`${name} was answered ${answer.status}: ${answer.text}`);
    return null;
  }

  #exchange(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Answer> {
    const origin = this.#origins[this.#turn++ % this.#origins.length];
    return this.#exchanges.send(method, `${origin}${path}`, headers, body);
  }

  /** @throws if any request was refused for now or failed */
  insist(): void {
    for (const [name, { refused, failed }] of this.taken) {
      if (refused + failed > 0) throw new Error(`${name}: ${refused} refused, ${failed} failed`);
    }
  }

  close(): void {
    this.#exchanges.close();
  }
}
