import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../../packages/pdf/test/judges/text.ts';
import { SANDBOX_WATERMARK } from '../../src/modules/certificados/view.ts';
import { type Account, call, login, newAccount } from '../harness.ts';
import { sharedWorld, tinyPdf } from '../modules/consumo/world.ts';
import { about, draft, field, person, type Sender, sent, signer, until } from '../modules/support.ts';
import { answer, type Receiver, startReceiver } from '../modules/webhooks/receiver.ts';

/**
 * With a real mail server and a real carrier at hand, everything the sandbox can be made to say: none of it leaves, all
 * of it can be read, and nothing is metered.
 */

const DAY_MS = 24 * 3600_000;
const world = sharedWorld();
let account: Account;
let sandbox: Sender;
let production: Sender;
let gone: Receiver;
/** What all of it came to, before anything is done in production. */
let left: Awaited<ReturnType<typeof whatLeft>>;

interface Captured {
  readonly destino: string;
  readonly texto: string;
}
const captured = async (destino: string): Promise<Captured[]> => {
  const { body } = await call(`${sandbox.base}/caixa?limite=100`, 'GET', undefined, sandbox.as);
  return body.itens.filter((item: Captured) => item.destino === destino);
};
const arrives = (destino: string, pattern: RegExp) =>
  until(async () => {
    for (const { texto } of await captured(destino)) {
      const found = pattern.exec(texto);
      if (found) return found[1] ?? found[0];
    }
  });

/** Nothing is left for a job to do. */
const quiet = () =>
  until(async () => {
    // What completes a document once more, in case the first time failed, waits by the clock that was moved.
    const [row] = await world().service.owner`
      select count(*) as left from fila.job where state < 'completed' and name <> 'concluir-documento'`;
    return Number(row?.left) === 0;
  });

async function advance(ms: number): Promise<void> {
  world().service.clock.advance(ms);
  const as = await login(world().service.origin, account.email, account.senha);
  sandbox = { ...sandbox, as };
  production = { ...production, as };
}

const EMAIL = 'joana@exemplo.com.br';
const PHONE = '+5511987654321';
const CORRECTED = 'joana.prado@exemplo.com.br';
const LINK = /\/assinar\/([\w-]{43})/;
let signedId: string;

/** A life with messages at every turn: both channels, both codes, correction, resending, reminder, completion. */
async function wholeLife(): Promise<void> {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const byMail = { id: ids[0], metodoEntrega: 'EMAIL', email: EMAIL };
  const bySms = { id: ids[1], metodoEntrega: 'SMS', telefone: PHONE, fatoresExigidos: ['EMAIL', 'SMS_OTP'] };
  const signatarios = [person(byMail), person({ ...bySms, email: 'rui@exemplo.com.br' })];
  const campos = ids.map((signatarioId) => field({ signatarioId }));
  const documento = await sent(sandbox, { lembrete: 'DIARIO', signatarios, campos }, tinyPdf(2));
  signedId = documento.id;
  await arrives(EMAIL, LINK);
  await arrives(PHONE, LINK);
  expect((await about(sandbox, signedId, '/reenviar', 'POST')).status).toBe(200);
  const corrected = await about(sandbox, signedId, `/signatarios/${ids[0]}`, 'PATCH', { email: CORRECTED });
  expect(corrected.status).toBe(200);
  await arrives(CORRECTED, LINK);
  await advance(DAY_MS + 60_000);
  await arrives(CORRECTED, /ainda espera a sua assinatura/);
  await signThrough(CORRECTED, []);
  await signThrough(PHONE, ['EMAIL', 'SMS_OTP']);
  await until(async () => (await about(sandbox, signedId)).body.status === 'ASSINADO');
}

async function signThrough(destino: string, fatores: readonly string[]): Promise<void> {
  const one = signer(sandbox.base, await arrives(destino, LINK));
  expect((await one.open()).status).toBe(200);
  for (const fator of fatores) {
    expect((await one.otp(fator)).status).toBe(200);
    const to = fator === 'SMS_OTP' ? PHONE : 'rui@exemplo.com.br';
    expect((await one.answer(fator, await arrives(to, /\b(\d{6})\b/))).status).toBe(200);
  }
  for (const done of [await one.read(), await one.accept(), await one.sign()]) expect(done.status).toBe(200);
}

/** The other ends of a document. */
async function otherEnds(): Promise<void> {
  const byMail = (email: string) => ({ signatarios: [person({ metodoEntrega: 'EMAIL', email })], campos: [field()] });
  const refused = await sent(sandbox, byMail('recusa@exemplo.com.br'));
  const one = signer(sandbox.base, await arrives('recusa@exemplo.com.br', LINK));
  await one.open();
  expect((await one.refuse()).status).toBe(200);
  const cancelled = await sent(sandbox, byMail('cancela@exemplo.com.br'));
  const reason = { motivo: 'Valor errado.' };
  expect((await about(sandbox, cancelled.id, '/cancelar', 'POST', reason)).status).toBe(200);
  const prazoEm = new Date(world().service.clock.now().getTime() + 3600_000).toISOString();
  const expired = await sent(sandbox, { prazoEm, ...byMail('expira@exemplo.com.br') });
  await arrives('expira@exemplo.com.br', LINK);
  world().service.clock.advance(3_600_000);
  await until(async () => (await about(sandbox, expired.id)).body.status === 'EXPIRADO');
  expect((await about(sandbox, refused.id)).body.status).toBe('RECUSADO');
}

/** An invitation to a colleague, and a receiver of webhooks that says it is gone. */
async function noticesToMembers(): Promise<void> {
  const invited = { email: 'colega@exemplo.com.br', papel: 'OPERADOR' };
  expect((await call(`${sandbox.base}/organizacao/membros`, 'POST', invited, sandbox.as)).status).toBe(201);
  await arrives('colega@exemplo.com.br', /convite/i);
  const webhook = { url: gone.url, eventos: ['document.created'] };
  const { body } = await call(`${sandbox.base}/webhooks`, 'POST', webhook, sandbox.as);
  await draft(sandbox);
  await until(async () => {
    const { itens } = (await call(`${sandbox.base}/webhooks`, 'GET', undefined, sandbox.as)).body;
    return itens.find(({ id }: { id: string }) => id === body.id)?.ativo === false;
  });
  await arrives(account.email, /webhook/i);
}

/** Messages that left the service since so many had, and what was counted for the invoice. */
async function whatLeft(already: number) {
  const { mails, sms, service } = world();
  const { medicoes } = (await call(`${production.base}/consumo`, 'GET', undefined, production.as)).body;
  const [row] = await service.owner`select count(*) as linhas from medicao where tipo <> 'REQUISICAO_API'`;
  return {
    // A day passes, of which the head of production's log is told, if other files of this worker added to that.
    mails: mails.slice(already).flatMap(({ subject, to }) => (/^Registro aberto: /.test(subject ?? '') ? [] : [to])),
    sms: [...sms],
    counted: medicoes.filter(
      ({ tipo, quantidade }: { tipo: string; quantidade: number }) => quantidade > 0 && tipo !== 'REQUISICAO_API',
    ),
    rows: Number(row?.linhas),
  };
}

beforeAll(async () => {
  const { service } = world();
  gone = await startReceiver(answer(410));
  account = await newAccount(service.origin);
  production = { service, base: `${service.origin}/v1`, as: account.panel };
  sandbox = { ...production, base: `${service.origin}/v1/sandbox` };
  // The link that confirms the account's address is no act of the sandbox.
  const already = world().mails.length;
  // The queue goes by the database's clock: what it has to do comes before the clock of the service is moved.
  await noticesToMembers();
  await wholeLife();
  await otherEnds();
  await quiet();
  left = await whatLeft(already);
});
afterAll(() => gone?.close());

describe('whatever is done in the sandbox', () => {
  it('reaches nobody by e-mail and nobody by SMS', () => {
    expect([left.mails, left.sms]).toEqual([[], []]);
  });

  it('is metered in nothing', () => {
    expect(left.counted).toEqual([]);
    expect(left.rows).toBe(0);
  });

  it('while the same in production arrives', async () => {
    const signatarios = [person({ metodoEntrega: 'EMAIL' }), person({ metodoEntrega: 'SMS', telefone: PHONE })];
    const ids = signatarios.map(() => crypto.randomUUID());
    await sent(production, {
      signatarios: signatarios.map((one, n) => ({ ...one, id: ids[n] })),
      campos: ids.map((signatarioId) => field({ signatarioId })),
    });
    const mailed = () => world().mails.filter(({ to }) => [to].flat()[0]?.text === signatarios[0]?.email);
    await until(async () => mailed().length === 1 && world().sms.length === 1);
  });
});

describe('the PDFs', () => {
  // Drawn aslant, its letters stand apart for the reader's program; so blanks are left out everywhere.
  const WORDS = SANDBOX_WATERMARK.replace(/\s+/g, '');

  /** The words of each page of a file, as a reader's program finds them. */
  async function pagesOf(sender: Sender, id: string, tipo: string): Promise<string[]> {
    const { status, bytes } = await about(sender, id, `/arquivo?tipo=${tipo}`);
    expect(status).toBe(200);
    return (await textOf(bytes)).map((page) => page.replace(/\s+/g, ''));
  }

  it('of the sandbox say on every page that they have no legal value', async () => {
    for (const tipo of ['ASSINADO', 'CERTIFICADO']) {
      const pages = await pagesOf(sandbox, signedId, tipo);
      expect(pages.length).toBeGreaterThan(0);
      expect(pages.filter((page) => !page.includes(WORDS))).toEqual([]);
    }
  });

  it('of production do not', async () => {
    const personal = { cpf: '52998224725', dataNascimento: '1980-05-17' };
    const { id, signatarios } = await sent(production, {
      fatoresExigidos: ['DADOS_PESSOAIS'],
      signatarios: [person({ fatoresExigidos: ['DADOS_PESSOAIS'], ...personal })],
      campos: [field()],
    });
    const one = signer(production.base, signatarios[0].link.split('/').pop());
    await one.personal(personal.cpf, personal.dataNascimento);
    for (const done of [await one.read(), await one.accept(), await one.sign()]) expect(done.status).toBe(200);
    for (const tipo of ['ASSINADO', 'CERTIFICADO']) {
      expect((await pagesOf(production, id, tipo)).filter((page) => page.includes(WORDS.slice(0, 11)))).toEqual([]);
    }
  });
});
