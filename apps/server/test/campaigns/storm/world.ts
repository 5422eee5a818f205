import { randomUUID } from 'node:crypto';
import type { Random } from '../../chance.ts';
import { type Answer, call, documentForm, newAccount, newKey, type Service } from '../../harness.ts';
import { about, field, type Sender, tinyPdf } from '../../modules/support.ts';
import { BORN, CPF, OTHER_BORN } from '../evidence/support.ts';

/** One call and how it ended. */
export interface Done {
  readonly act: string;
  readonly answer: Answer;
  /** The document that its path names; a personal link names none. */
  readonly documentoId?: string;
}

/** Whose pages may show a signature. */
export const FRAMING_ORIGIN = 'https://app.acacia.exemplo.com.br';
const EVENTS = [
  ...['document.created', 'document.sent', 'document.viewed', 'signer.authenticated', 'signer.delegated'],
  ...['document.signed', 'document.completed', 'document.refused', 'document.expired', 'document.cancelled'],
];
/** So many take turns, as one may make sixty calls a minute. */
const KEYS = 8;
const MINUTE_MS = 60_000;
const LINK = /\/assinar\/([\w-]{43})/g;

let names = 0;
const another = (what: string) => {
  names += 1;
  return `${what} ${names}`;
};
const address = () => `${another('tempestade').replace(' ', '.')}@exemplo.com.br`;

/** One organization's documents in production, the links to them, and what was done so far. */
export class World {
  readonly random: Random;
  /** Processes that share one database; each call asks any of them. */
  readonly services: readonly Service[];
  /** The first file of each document. */
  readonly documents = new Map<string, Uint8Array>();
  readonly envelopes: string[] = [];
  /** Tokens of personal links ever handed out or mailed, the newest last. */
  readonly links: string[] = [];
  readonly done: Done[] = [];
  readonly #keys: { readonly authorization: string }[] = [];
  #turn = 0;

  private constructor(services: readonly Service[], random: Random) {
    this.services = services;
    this.random = random;
  }

  /** @param webhook address that hears of everything */
  static async open(services: readonly Service[], random: Random, webhook: string): Promise<World> {
    const world = new World(services, random);
    const { origin, owner } = world.first;
    const { panel } = await newAccount(origin);
    const changed = await call(`${origin}/v1/organizacao`, 'PATCH', { origensPermitidas: [FRAMING_ORIGIN] }, panel);
    await owner`update organizacao set plano_codigo = 'EMPRESARIAL' where id = ${changed.body.id}`;
    while (world.#keys.length < KEYS) {
      const { authorization } = await newKey(origin, panel, 'PRODUCAO');
      world.#keys.push({ authorization });
    }
    const hook = await call(`${origin}/v1/webhooks`, 'POST', { url: webhook, eventos: EVENTS }, world.sender.as);
    if (hook.status !== 201) throw new Error(hook.bytes.toString());
    return world;
  }

  get first(): Service {
    return this.services[0] as Service;
  }

  get now(): number {
    return this.first.clock.now().getTime();
  }

  /** Sets the clocks of all processes on. */
  advance(ms: number): void {
    for (const { clock } of this.services) clock.advance(ms);
  }

  get base(): string {
    return `${this.random.pick(this.services).origin}/v1`;
  }

  /** Whoever sends, by another key each time. */
  get sender(): Sender {
    this.#turn += 1;
    return { service: this.first, base: this.base, as: { ...this.#keys[this.#turn % KEYS] } };
  }

  /** A call that is noted; it comes again a minute later where its caller made too many. */
  async ask(act: string, one: () => Promise<Answer>, documentoId?: string): Promise<Answer> {
    for (;;) {
      const answer = await one();
      if (answer.status !== 429 || answer.headers.get('ratelimit-remaining') !== '0') {
        this.done.push({ act, answer, ...(documentoId === undefined ? {} : { documentoId }) });
        this.#learn(answer.bytes.toString());
        return answer;
      }
      this.advance(MINUTE_MS);
    }
  }

  /** A noted call about a document. */
  about(act: string, id: string, rest = '', method = 'POST', body?: unknown): Promise<Answer> {
    return this.ask(act, () => about(this.sender, id, rest, method, body), id);
  }

  person(more: object = {}) {
    const handedOut = this.random.chance(0.6);
    return {
      id: randomUUID(),
      funcao: this.random.pick(['ASSINAR', 'ASSINAR', 'ASSINAR', 'APROVAR', 'TESTEMUNHAR', 'ACUSAR_RECEBIMENTO']),
      nome: another('Pessoa'),
      email: address(),
      cpf: CPF,
      dataNascimento: BORN,
      metodoEntrega: handedOut ? 'LINK' : 'EMAIL',
      delegavel: this.random.chance(0.4),
      presencial: handedOut && this.random.chance(0.3),
      ...more,
    };
  }

  /** What may be corrected of a person; it may be so already. */
  correction(): object {
    return this.random.pick([
      { nome: another('Pessoa') },
      { email: address() },
      { dataNascimento: this.random.pick([BORN, OTHER_BORN]) },
      { metodoEntrega: this.random.pick(['LINK', 'EMAIL']) },
      { delegavel: this.random.chance(0.5) },
      { funcao: this.random.pick(['ASSINAR', 'APROVAR', 'TESTEMUNHAR']) },
      { ordem: 1 + this.random.int(3) },
    ]);
  }

  /** A draft of one to three people, alone or in an envelope. */
  async create(): Promise<void> {
    const { random } = this;
    const ordenado = random.chance(0.3);
    const signatarios = Array.from({ length: 1 + random.int(3) }, (_, index) =>
      this.person(ordenado ? { ordem: 1 + (index % 2) } : {}),
    );
    const titulo = another('Tempestade');
    const dados = {
      titulo,
      fatoresExigidos: ['DADOS_PESSOAIS'],
      ordenado,
      recusavel: random.chance(0.8),
      pararSeRecusado: random.chance(0.5),
      ...(this.envelopes.length > 0 && random.chance(0.3) ? { envelopeId: random.pick(this.envelopes) } : {}),
      ...(random.chance(0.3) ? { prazoEm: new Date(this.now + 180 * MINUTE_MS).toISOString() } : {}),
      signatarios,
      campos: signatarios.map(({ id }, index) => field({ signatarioId: id, y: 0.1 + index * 0.15 })),
    };
    const pdf = tinyPdf(1 + random.int(2), Buffer.from(titulo));
    const post = () => call(`${this.base}/documentos`, 'POST', documentForm(pdf, dados), this.sender.as);
    const { status, body } = await this.ask('criar', post);
    if (status === 201) this.documents.set(body.id, pdf);
  }

  /** Takes the personal links that were mailed. */
  async readMail(): Promise<void> {
    const rows = await this.first.owner<{ texto: string }[]>`
      select texto from mensagem_capturada where texto like '%/assinar/%' order by criado_em, id`;
    for (const { texto } of rows) this.#learn(texto);
  }

  #learn(text: string): void {
    for (const [, token = ''] of text.matchAll(LINK)) if (!this.links.includes(token)) this.links.push(token);
  }
}
