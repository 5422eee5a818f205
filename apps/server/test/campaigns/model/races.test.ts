import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { monthOf } from '../../../src/core/brasilia.ts';
import { scopeOf } from '../../../src/core/scope.ts';
import { expireDocumento } from '../../../src/modules/documentos/index.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import {
  type Account,
  type Answer,
  call,
  documentForm,
  newAccount,
  type Service,
  startService,
  until,
} from '../../harness.ts';
import { sha256, trailProblem } from './trail.ts';

/** How often each race is run; a race that is lost one time in fifty shows with RUBRICA_RUNS=200. */
const ROUNDS = Number(process.env.RUBRICA_RUNS ?? 20);
const HOUR_MS = 3600_000;
const pdf = tinyPdf();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

const base = () => `${service.origin}/v1`;
const codes = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status < 400 ? String(status) : `${status} ${body.codigo}`)).sort();

async function draft(account: Account, dados: object = {}, signers = 1) {
  const signatarios = Array.from({ length: signers }, (_, index) => ({
    id: randomUUID(),
    funcao: 'ASSINAR',
    nome: `Pessoa ${index}`,
    metodoEntrega: 'LINK',
    fatoresExigidos: ['DADOS_PESSOAIS'],
    cpf: '52998224725',
    dataNascimento: '1980-05-17',
  }));
  const campos = signatarios.map(({ id }, index) => ({
    tipo: 'ASSINATURA',
    pagina: 1,
    x: 0.1,
    y: 0.1 + index * 0.2,
    largura: 0.3,
    altura: 0.1,
    signatarioId: id,
  }));
  const body = { titulo: 'Corrida', fatoresExigidos: ['DADOS_PESSOAIS'], signatarios, campos, ...dados };
  const created = await call(`${base()}/documentos`, 'POST', documentForm(pdf, body), account.panel);
  expect(created.status).toBe(201);
  return created.body;
}

const act = (account: Account, id: string, name: string, body?: object) =>
  call(`${base()}/documentos/${id}/${name}`, 'POST', body, account.panel);

const sign = (path: string) =>
  call(`${path}/assinar`, 'POST', { assinatura: { tipo: 'DIGITADA', texto: 'Pessoa' }, campos: [] });

/** A document sent, and the links of signers who only have to sign. */
async function ready(account: Account, dados: object = {}, signers = 1) {
  const { id } = await draft(account, dados, signers);
  const sent = await act(account, id, 'enviar');
  expect(sent.status).toBe(200);
  const paths: string[] = sent.body.signatarios.map(
    ({ link }: { link: string }) => `${base()}/assinatura/${link.split('/').pop()}`,
  );
  for (const path of paths) {
    const opened = await call(path);
    const proof = { fator: 'DADOS_PESSOAIS', cpf: '52998224725', dataNascimento: '1980-05-17' };
    await call(`${path}/autenticar`, 'POST', proof);
    await call(`${path}/leitura`, 'POST', { paginasLidas: 1, segundos: 1 });
    await call(`${path}/aceite`, 'POST', { textoHash: opened.body.textoAceite.textoHash });
  }
  return { id: id as string, paths };
}

/** Outcomes of acts started in an order and at a distance that differ each round. */
function race(round: number, acts: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const turn = round % acts.length;
  const started = [...acts.slice(turn), ...acts.slice(0, turn)].map(async (start, index) => {
    await new Promise((done) => setTimeout(done, index * (round % 7)));
    return start();
  });
  return Promise.all(started);
}

/** Names of a document's events, in the order receivers put them. */
async function eventsOf(id: string): Promise<string[]> {
  const rows = await service.owner<{ evento: string }[]>`
    select evento from evento_saida where documento_id = ${id} order by ocorrido_em, evento`;
  return rows.map(({ evento }) => evento);
}

const TERMINAL = ['document.completed', 'document.cancelled', 'document.expired', 'document.refused'];

/** One event ends the document, it is the last one, and the trail is whole. */
async function checkEnd(account: Account, id: string, status: string): Promise<void> {
  const events = await eventsOf(id);
  expect(events.filter((evento) => TERMINAL.includes(evento)).length).toBe(1);
  expect(TERMINAL).toContain(events.at(-1));
  const ends: Record<string, string> = { ASSINADO: 'completed', CANCELADO: 'cancelled', EXPIRADO: 'expired' };
  expect(events.at(-1)).toBe(`document.${ends[status]}`);
  const trail = await call(`${base()}/documentos/${id}/auditoria?limite=100`, 'GET', undefined, account.panel);
  expect(trailProblem(id, sha256(pdf), trail.body.itens)).toBeNull();
}

const statusOf = async (account: Account, id: string): Promise<string> =>
  (await call(`${base()}/documentos/${id}`, 'GET', undefined, account.panel)).body.status;

/** An organization for every twenty rounds: that many envelopes its plan has. */
function accounts(): (round: number) => Promise<Account> {
  let current: Account | undefined;
  return async (round) => {
    if (round % 20 === 0 || !current) current = await newAccount(service.origin);
    return current;
  };
}

describe('acts at the same moment', () => {
  it('fifty identical creations with one Idempotency-Key make one document and give fifty equal answers', async () => {
    const { live } = await newAccount(service.origin);
    const headers = { ...live, 'idempotency-key': 'pedido-7' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        call(`${base()}/documentos`, 'POST', documentForm(pdf, { titulo: 'Um só' }), headers),
      ),
    );
    expect(new Set(codes(answers))).toEqual(new Set(['201']));
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null).length).toBe(1);
    expect((await call(`${base()}/documentos`, 'GET', undefined, live)).body.total).toBe(1);
  });

  it(
    'of a signature, a cancellation and the deadline one wins, and its event is the last',
    async () => {
      const account = accounts();
      const winners = new Set<string>();
      for (let round = 0; round < ROUNDS; round += 1) {
        const owner = await account(round);
        const prazoEm = new Date(service.clock.now().getTime() + HOUR_MS).toISOString();
        const { id, paths } = await ready(owner, { prazoEm });
        const [{ organizacao_id } = { organizacao_id: '' }] = await service.owner<{ organizacao_id: string }[]>`
          select organizacao_id from documento where id = ${id}`;
        // The deadline has passed, passes while they act, or is far: an act is taken by the time at which it began.
        const slack = [0, 5, 15, 30_000][round % 4] ?? 0;
        service.clock.advance(Date.parse(prazoEm) - service.clock.now().getTime() - slack);
        const expire = async () => {
          // What the sweep does when it comes by, at a moment of this test's choice.
          await service.app.db.write(scopeOf(organizacao_id, 'PRODUCAO'), (tx) => expireDocumento(tx, id));
          return { status: 0 } as Answer;
        };
        const cancel = () => act(owner, id, 'cancelar', { motivo: 'desistência' });
        const answers = await race(round, [() => sign(paths[0] as string), cancel, expire]);
        const status = await until(async () => {
          const now = await statusOf(owner, id);
          return ['ASSINADO', 'CANCELADO', 'EXPIRADO'].includes(now) && now;
        });
        winners.add(status);
        expect(answers.filter(({ status }) => status === 200).length).toBe(status === 'EXPIRADO' ? 0 : 1);
        await checkEnd(owner, id, status);
      }
      expect(winners.size).toBeGreaterThan(1);
    },
    30_000 + ROUNDS * 5_000,
  );

  it(
    'two last signers complete the document once',
    async () => {
      const account = accounts();
      for (let round = 0; round < ROUNDS / 2; round += 1) {
        const owner = await account(round);
        const { id, paths } = await ready(owner, {}, 2);
        const answers = await race(
          round,
          paths.map((path) => () => sign(path)),
        );
        expect(codes(answers)).toEqual(['200', '200']);
        expect(await statusOf(owner, id)).toBe('ASSINADO');
        const [found] = await service.owner<{ certificados: number; metered: number }[]>`
          select (select count(*) from certificado where documento_id = ${id}) as certificados,
                 (select count(*) from medicao
                   where documento_id = ${id} and tipo = 'ASSINATURA_COLETADA') as metered`;
        expect({ ...found }).toEqual({ certificados: 1, metered: 2 });
        await checkEnd(owner, id, 'ASSINADO');
      }
    },
    30_000 + ROUNDS * 5_000,
  );

  it(
    'a double click on assinar signs once',
    async () => {
      const account = accounts();
      for (let round = 0; round < ROUNDS / 2; round += 1) {
        const owner = await account(round);
        const { id, paths } = await ready(owner);
        const click = () => sign(paths[0] as string);
        expect(codes(await race(round, [click, click]))).toEqual(['200', '409 CONFLITO']);
        expect((await eventsOf(id)).filter((evento) => evento === 'document.signed').length).toBe(1);
        await checkEnd(owner, id, 'ASSINADO');
      }
    },
    30_000 + ROUNDS * 5_000,
  );

  it(
    'two sendings of a document send it once',
    async () => {
      const account = accounts();
      for (let round = 0; round < ROUNDS / 2; round += 1) {
        const owner = await account(round);
        const { id } = await draft(owner);
        const send = () => act(owner, id, 'enviar');
        expect(codes(await race(round, [send, send]))).toEqual(['200', '409 CONFLITO']);
        const [found] = await service.owner<{ envelopes: number; links: number }[]>`
          select (select count(*) from medicao where documento_id = ${id} and tipo = 'ENVELOPE_ENVIADO') as envelopes,
                 (select count(*) from link_signatario where documento_id = ${id}) as links`;
        expect({ ...found }).toEqual({ envelopes: 1, links: 1 });
      }
    },
    30_000 + ROUNDS * 5_000,
  );

  it('of two sendings for the last envelope of the allowance one gets it and the other stays a draft', async () => {
    // The allowance is a month's: none may begin meanwhile.
    const { clock } = service;
    if (monthOf(new Date(clock.now().getTime() + HOUR_MS)) !== monthOf(clock.now())) clock.advance(HOUR_MS);
    const owner = await newAccount(service.origin);
    for (let used = 0; used < 19; used += 1) {
      expect((await act(owner, (await draft(owner)).id, 'enviar')).status).toBe(200);
    }
    const [one, two] = [await draft(owner), await draft(owner)];
    const answers = await race(0, [() => act(owner, one.id, 'enviar'), () => act(owner, two.id, 'enviar')]);
    expect(codes(answers)).toEqual(['200', '402 FRANQUIA_ESGOTADA']);
    const found = [await statusOf(owner, one.id), await statusOf(owner, two.id)].sort();
    expect(found).toEqual(['AGUARDANDO_ASSINATURAS', 'RASCUNHO']);
    const { body } = await call(`${base()}/consumo`, 'GET', undefined, owner.panel);
    const sent = body.medicoes.find(({ tipo }: { tipo: string }) => tipo === 'ENVELOPE_ENVIADO');
    expect([sent.quantidade, sent.excedente]).toEqual([20, 0]);
  });
});
