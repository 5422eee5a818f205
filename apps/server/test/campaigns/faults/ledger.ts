import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, type Answer, call, documentForm, elsewhere, newAccount, until } from '../../harness.ts';

/**
 * Callers who make documents, send and sign them while something breaks, and what each was told: every act that was
 * acknowledged must be found again afterwards (audit.ts).
 */

export type Act = 'criado' | 'enviado' | 'assinado';

/** One document from its draft to its last signature. */
export interface Life {
  readonly titulo: string;
  readonly account: Account;
  readonly originalSha256: string;
  /** Known once a caller was told it. */
  id: string | null;
  /** Acts of which an answer came that says they were done. */
  readonly told: Set<Act>;
}

export interface LedgerOptions {
  /** Addresses of the processes that are meant to answer now, any of which may be asked for anything. */
  readonly origins: () => readonly string[];
  readonly accounts: readonly Account[];
  /**
   * Whether callers wait as long as a refusal says, also one for too many attempts; otherwise they come again at once, which an
   * outage of more than a few seconds does not bear.
   */
  readonly patient?: true;
}

const PERSON = { cpf: '52998224725', dataNascimento: '1987-04-12' };
const EVENTS = ['document.created', 'document.sent', 'document.signed', 'document.completed'];
/** Between a call that was not answered, or answered 503, and its repetition. */
const AGAIN_MS = 150;
/** No fault of the campaigns lasts so long. */
const PATIENCE_MS = 120_000;

/** An organization whose plan knows no bounds here, with a webhook for what happens to its documents. */
export async function newSubscriber(origin: string, webhook: string, setPlan: (id: string) => Promise<unknown>) {
  const account = await newAccount(origin);
  const { body: organizacao } = await call(`${origin}/v1/organizacao`, 'GET', undefined, account.panel);
  await setPlan(organizacao.id);
  const created = await call(`${origin}/v1/webhooks`, 'POST', { url: webhook, eventos: EVENTS }, account.live);
  if (created.status !== 201) throw new Error(created.bytes.toString());
  return account;
}

/** The callers. */
export class Ledger {
  readonly lives: Life[] = [];
  /** Answers that neither did the act nor asked to come again. */
  readonly wrong: string[] = [];
  /** Calls without an answer, and calls answered 503. */
  readonly broken = { unanswered: 0, unavailable: 0 };
  /** Calls of patient callers answered 429. */
  tooMany = 0;
  /** Milliseconds from a call's beginning to its answer, of whatever status. */
  readonly took: number[] = [];
  readonly #options: LedgerOptions;
  #turn = 0;
  #ending = false;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  /** Lives that were told of so much. */
  count(act: Act): number {
    return this.lives.filter(({ told }) => told.has(act)).length;
  }

  /** Begins lives, so many at a time, until `end` is called. @returns resolves when every life that was begun is over */
  load(atOnce: number): { end(): Promise<void> } {
    const caller = async () => {
      while (!this.#ending) await this.#live();
    };
    this.#ending = false;
    const all = Promise.all(Array.from({ length: atOnce }, caller));
    // Looked at when it is ended; until then a failure is in nobody's hand.
    all.catch(() => {});
    return {
      end: async () => {
        this.#ending = true;
        await all;
      },
    };
  }

  /** Asks one process after the other until one answers something else than to come again. */
  async #insist(path: string, wanted: readonly number[], body?: () => unknown, headers = {}): Promise<Answer | null> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let unknown = false; ; unknown = true) {
      const origins = this.#options.origins();
      const origin = origins[this.#turn++ % origins.length];
      const began = performance.now();
      const answer = await call(`${origin}/v1${path}`, 'POST', body?.(), headers).catch(unanswered);
      this.took.push(performance.now() - began);
      if (answer === null) this.broken.unanswered += 1;
      else if (answer.status === 503) this.broken.unavailable += 1;
      else if (answer.status === 429 && this.#options.patient) this.tooMany += 1;
      // What an unknown attempt had done already cannot be done again.
      else if (wanted.includes(answer.status) || (unknown && answer.status === 409)) return answer;
      else {
        this.wrong.push(`${path}: ${answer.status} ${answer.bytes.toString().slice(0, 300)}`);
        return null;
      }
      if (performance.now() > deadline) {
        this.wrong.push(`${path}: ${answer?.status ?? 'no answer'} for ${PATIENCE_MS} ms`);
        return null;
      }
      const asked = Number(this.#options.patient ? answer?.headers.get('retry-after') : null);
      await delay(asked > 0 ? asked * 1000 : AGAIN_MS);
    }
  }

  async #live(): Promise<void> {
    const number = this.lives.length;
    const account = this.#options.accounts[number % this.#options.accounts.length] as Account;
    const pdf = tinyPdf(1, Buffer.from(`vida ${number} ${randomUUID()}`));
    const originalSha256 = createHash('sha256').update(pdf).digest('hex');
    const life: Life = { titulo: `Vida ${number}`, account, originalSha256, id: null, told: new Set() };
    this.lives.push(life);
    const by = (more = {}) => ({ ...account.panel, ...more });
    const dados = {
      titulo: life.titulo,
      fatoresExigidos: ['DADOS_PESSOAIS'],
      signatarios: [{ funcao: 'ASSINAR', nome: 'João da Silva', metodoEntrega: 'LINK', ...PERSON }],
      campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 }],
    };
    const once = by({ 'idempotency-key': randomUUID() });
    const created = await this.#insist('/documentos', [201], () => documentForm(pdf, dados), once);
    if (created?.status !== 201) return this.#unless(created);
    life.id = created.body.id as string;
    life.told.add('criado');
    const key = by({ 'idempotency-key': randomUUID() });
    const sent = await this.#insist(`/documentos/${life.id}/enviar`, [200], undefined, key);
    if (sent?.status !== 200) return this.#unless(sent);
    life.told.add('enviado');
    await this.#sign(life, `/assinatura/${(sent.body.signatarios[0].link as string).split('/').pop()}`);
  }

  /** With an Idempotency-Key the repetition of what was done is answered as it was the first time. */
  #unless(answer: Answer | null): void {
    if (answer) this.wrong.push(`a repetition with its Idempotency-Key: ${answer.status} ${answer.bytes}`);
  }

  async #sign(life: Life, at: string): Promise<void> {
    const from = elsewhere();
    const post = (act: string, body: object) => this.#insist(`${at}/${act}`, [200], () => body, from);
    if (!(await post('autenticar', { fator: 'DADOS_PESSOAIS', ...PERSON }))) return;
    if (!(await post('leitura', { paginasLidas: 1, segundos: 9 }))) return;
    const { origins } = this.#options;
    const opened = await until(async () => {
      const found = await call(`${origins()[0]}/v1${at}`, 'GET', undefined, from).catch(unanswered);
      return found?.status === 200 && found;
    }, PATIENCE_MS);
    if (!(await post('aceite', { textoHash: opened.body.textoAceite.textoHash }))) return;
    const signature = { assinatura: { tipo: 'DIGITADA', texto: 'João da Silva' }, campos: [] };
    if (await post('assinar', signature)) life.told.add('assinado');
  }
}

/** A call that ended without an answer. What is not that (an answer the contract does not know) is a failure. */
function unanswered(error: unknown): null {
  if (error instanceof TypeError) return null;
  throw error;
}
