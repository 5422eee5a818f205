import { randomUUID } from 'node:crypto';
import { SIGNER_REQUESTS_PER_MINUTE, SIGNINGS_PER_MINUTE } from '@rubrica/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Answer, call, documentForm, elsewhere, type Service, startService } from '../../harness.ts';
import { draftBody, prepareToSign, signer, tokenOf } from '../../operations/factories.ts';
import { type Caller, createWorld, outcome, type World } from '../../operations/world.ts';

/** Pictures are work for who may sign, within bounds that are known before the work begins. */

let service: Service;
let world: World;
let caller: Caller;
beforeAll(async () => {
  service = await startService();
  world = await createWorld(service);
  caller = { credentials: world.ours, environment: 'test' };
});
afterAll(() => service?.stop());

/** A document out for signature with as many picture fields as asked for, and the fields' ids. */
async function sent(pictures: number): Promise<{ token: string; campos: string[] }> {
  const person = signer();
  const body = draftBody([person]) as { campos: object[] };
  for (let index = 0; index < pictures; index += 1) {
    body.campos.push({
      tipo: 'IMAGEM',
      pagina: 1,
      x: 0.5,
      y: 0.01 * index,
      largura: 0.2,
      altura: 0.01,
      signatarioId: person.id,
    });
  }
  const created = await world.as(caller, 'criarDocumento', { body: documentForm(tinyPdf(), body) });
  if (created.status !== 201) throw new Error(created.bytes.toString());
  const documento = (await world.as(caller, 'enviarDocumento', { params: { documentoId: created.body.id } })).body;
  const campos = (created.body.campos as { id: string; tipo: string }[]).filter(({ tipo }) => tipo === 'IMAGEM');
  return { token: tokenOf(documento), campos: campos.map(({ id }) => id) };
}

/** A picture of few bytes and many pixels. */
async function blank(width: number, height: number, tone: number): Promise<string> {
  const create = { width, height, channels: 3 as const, background: { r: tone, g: tone, b: tone } };
  const png = await sharp({ create }).png({ compressionLevel: 9, palette: true }).toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const sign = (token: string, body: object): Promise<Answer> =>
  world.send('assinar', 'test', { params: { token }, body });
const typed = { assinatura: { tipo: 'DIGITADA', texto: 'Caio Prado' } };

/** One that says its dimensions and breaks off: who decodes it finds out. */
async function broken(width: number, height: number): Promise<string> {
  const [head = '', data = ''] = (await blank(width, height, 77)).split(',');
  const bytes = Buffer.from(data, 'base64');
  return `${head},${bytes.subarray(0, bytes.length - 40).toString('base64')}`;
}

describe('pictures at signing', () => {
  it('are decoded for fields that take one alone, of who may sign', async () => {
    const { token, campos } = await sent(1);
    const valor = await broken(40, 40);
    const strangers = Array.from({ length: 30 }, () => ({ campoId: randomUUID(), valor }));
    expect(outcome(await sign(token, { ...typed, campos: strangers }))).toBe('403 AUTENTICACAO_INCOMPLETA');
    await prepareToSign(world, caller, token);
    const refused = await sign(token, { ...typed, campos: strangers });
    expect(refused.body.erros.map(({ campo }: { campo: string }) => campo)).toEqual([
      ...strangers.map((_, index) => `campos[${index}].campoId`),
      `campos.${campos[0]}`,
    ]);
    const own = await sign(token, { ...typed, campos: [{ campoId: campos[0], valor }] });
    expect(own.body.erros).toEqual([
      {
        campo: 'campos[0].valor',
        mensagem: 'A imagem está danificada e não pôde ser lida.',
        regra: 'imageBroken',
        valores: {},
      },
    ]);
  });

  it('have 16 megapixels each and 64 together, which is known before any is decoded', async () => {
    const { token, campos } = await sent(5);
    await prepareToSign(world, caller, token);
    const large = [
      await broken(3900, 4000),
      ...(await Promise.all([1, 2, 3, 4].map((tone) => blank(3900, 4000, tone * 40)))),
    ];
    const given = campos.map((campoId, index) => ({ campoId, valor: large[index] }));
    const refused = await sign(token, { ...typed, campos: given });
    expect(outcome(refused)).toBe('400 ENTRADA_INVALIDA');
    expect(refused.body.erros).toEqual([
      {
        campo: 'campos[4].valor',
        mensagem: 'As imagens do pedido somam pontos demais; juntas podem ter até 64 megapixels.',
        regra: 'imagePixelsTogether',
        valores: {},
      },
    ]);
    const beyond = await sign(token, { ...typed, campos: [{ campoId: campos[0], valor: await blank(4001, 4000, 9) }] });
    expect(beyond.body.erros.map((one: { campo: string }) => one.campo)).toContain('campos[0].valor');
    // One picture for many fields counts once.
    const same = await blank(3000, 3000, 200);
    const done = await sign(token, { ...typed, campos: campos.map((campoId) => ({ campoId, valor: same })) });
    expect([done.status, done.body.status]).toEqual([200, 'ASSINADO']);
  });

  it('come in a body that is read for a living link alone', async () => {
    const body = { ...typed, campos: [{ campoId: randomUUID(), valor: 'x'.repeat(2 * 1024 ** 2) }] };
    expect(outcome(await sign('x'.repeat(43), body))).toBe('404 NAO_ENCONTRADO');
    // A small one is told what is wrong with it first, as everywhere.
    expect(outcome(await sign('x'.repeat(43), { campos: [{ campoId: 'x', valor: '' }] }))).toBe('400 ENTRADA_INVALIDA');
  });

  it('are of at most 500 fields', async () => {
    const { token } = await sent(0);
    await prepareToSign(world, caller, token);
    const campos = Array.from({ length: 501 }, () => ({ campoId: randomUUID(), valor: '' }));
    expect(outcome(await sign(token, { ...typed, campos }))).toBe('400 ENTRADA_INVALIDA');
  });
});

describe('a personal link', () => {
  beforeEach(() => service.clock.slow());

  it('is tried for signing ten times a minute, wherever from; other links go on', async () => {
    const [{ token }, other] = [await sent(0), await sent(0)];
    for (let tried = 0; tried < SIGNINGS_PER_MINUTE; tried += 1) {
      expect(outcome(await sign(token, typed))).toBe('403 AUTENTICACAO_INCOMPLETA');
    }
    const refused = await sign(token, typed);
    expect(outcome(refused)).toBe('429 LIMITE_EXCEDIDO');
    expect(refused.headers.get('x-ratelimit-limit')).toBe(String(SIGNINGS_PER_MINUTE));
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(outcome(await sign(other.token, typed))).toBe('403 AUTENTICACAO_INCOMPLETA');
    expect((await world.send('abrirAssinatura', 'test', { params: { token } })).status).toBe(200);
    service.clock.advance(61_000);
    expect(outcome(await sign(token, typed))).toBe('403 AUTENTICACAO_INCOMPLETA');
  });

  it('answers 600 calls a minute', async () => {
    const { token } = await sent(0);
    const open = () => call(`${service.origin}/v1/assinatura/${token}`, 'GET', undefined, elsewhere());
    const first = await open();
    expect(first.headers.get('x-ratelimit-limit')).toBe(String(SIGNER_REQUESTS_PER_MINUTE));
    for (let made = 1; made < SIGNER_REQUESTS_PER_MINUTE; made += 50) {
      await Promise.all(Array.from({ length: Math.min(50, SIGNER_REQUESTS_PER_MINUTE - made) }, open));
    }
    expect(outcome(await open())).toBe('429 LIMITE_EXCEDIDO');
  });
});
