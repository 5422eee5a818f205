import { DEMO_KEPT_MS, DEMOS_MAX, DEMOS_PER_DAY, DEMOS_PER_HOUR } from '@rubrica/contract';
import { describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { readConfig } from '../../../src/config/index.ts';
import { elsewhere, startService } from '../../harness.ts';
import { call, newSender, ownService, signer, until, validateTest } from '../support.ts';

/** The document of the front page that anybody signs without an account, and what may be done with it (ADR 0080). */

const service = ownService();
const HOUR = 3600_000;

const ask = (headers: Record<string, string> = elsewhere(), query = '') =>
  fetch(`${service().origin}/experimentar${query}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

const tokenOf = (answer: Response) => /^\/assinar\/([\w-]{43})$/.exec(answer.headers.get('location') ?? '')?.[1] ?? '';

async function lent(query = '') {
  const token = tokenOf(await ask(elsewhere(), query));
  return signer(`${service().origin}/v1/sandbox`, token);
}

const statuses = async (count: number, from: Record<string, string>) => {
  const answers: number[] = [];
  for (let one = 0; one < count; one += 1) answers.push((await ask(from)).status);
  return answers;
};

/** As the owner of the tables sees them. */
const ofDemo = () => service().owner<{ organizacao_id: string; id: string }[]>`
  select d.organizacao_id, d.id from documento d
    join membro m on m.id = d.criado_por
   where m.usuario_id is null`;

const filesOf = async () =>
  (
    await service().owner<{ chave: string }[]>`
    select a.chave from arquivo a
     where a.organizacao_id in (select organizacao_id from membro where usuario_id is null)`
  ).map(({ chave }) => chave);

describe('the document of the front page', () => {
  it('is signed without an account, downloaded and validated, and nobody is written to', async () => {
    const one = await lent();
    const { body } = await one.open();
    expect(body).toMatchObject({
      ambiente: 'TESTE',
      autenticado: true,
      suaVez: true,
      fatores: [],
      copiaPara: null,
      // The menu's way to the sender has nowhere to write to.
      remetente: { organizacao: 'Rubrica', emailResposta: null },
      signatario: { nome: 'Visitante', email: null },
    });
    expect((await one.otp('EMAIL')).status).toBeGreaterThanOrEqual(400);
    await one.read();
    await one.accept();
    expect((await one.sign()).body).toMatchObject({ status: 'ASSINADO' });
    const after = await until(async () => {
      const { body } = await one.open();
      return body.documentos[0].codigoValidacao && body;
    });
    const file = await one.file();
    expect([file.status, file.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    const { codigoValidacao: codigo } = after.documentos[0];
    expect((await validateTest(service(), { codigo })).body).toMatchObject({
      resultado: 'AUTENTICO',
      documento: { nome: 'Contrato de exemplo' },
    });
    // What accounts of other tests are written meanwhile is theirs.
    const [{ organizacao_id: id } = { organizacao_id: '' }] = await ofDemo();
    expect(await service().owner`select from mensagem_capturada where organizacao_id = ${id}`).toHaveLength(0);
    expect(await service().owner`select from contato`).toHaveLength(0);
  });

  it('says who it is for in the language of the front page', async () => {
    const { body } = await (await lent('?idioma=es')).open();
    expect(body).toMatchObject({ idioma: 'es', documentos: [{ titulo: 'Contrato de ejemplo' }] });
    expect(body.mensagem).toContain('24 horas');
  });

  it('is one of each visitor, and no account reads any', async () => {
    const [mine, others] = [await lent(), await lent()];
    const [{ body: first }, { body: second }] = [await mine.open(), await others.open()];
    expect(first.documentos[0].id).not.toBe(second.documentos[0].id);
    const foreign = `arquivo?documentoId=${second.documentos[0].id}`;
    expect((await call(`${mine.path}/${foreign}`)).status).toBe(404);
    const sender = await newSender(service());
    for (const at of [second.documentos[0].id, `${second.documentos[0].id}/auditoria`]) {
      expect((await call(`${sender.base}/documentos/${at}`, 'GET', undefined, sender.as)).status).toBe(404);
    }
    const { body: list } = await call(`${sender.base}/documentos`, 'GET', undefined, sender.as);
    expect(list.total).toBe(0);
  });

  it('is not made for a page of another site', async () => {
    const { length } = await ofDemo();
    const answer = await ask({ ...elsewhere(), 'sec-fetch-site': 'cross-site' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
    expect(await ofDemo()).toHaveLength(length);
  });

  it('is of nobody who logs in, and no day of it is measured nor month closed', async () => {
    await lent();
    const [{ organizacao_id: id } = { organizacao_id: '' }] = await ofDemo();
    const { owner } = service();
    expect(
      await owner`select from membro where organizacao_id = ${id} and (usuario_id is not null or removido_em is null)`,
    ).toHaveLength(0);
    expect(await owner`select from medicao where organizacao_id = ${id}`).toHaveLength(0);
    expect(
      await owner`select from acesso.faturas_a_fechar('2100-01-01', 1000) as due (id) where id = ${id}`,
    ).toHaveLength(0);
    expect(
      await owner`select from acesso.armazenamento_a_medir('2100-01-01', 1000) as due (id) where id = ${id}`,
    ).toHaveLength(0);
  });
});

describe('a flood', IN_ORDER, () => {
  /** Of a document that got the last room. */
  let kept: ReturnType<typeof signer>;

  it('from one address gets five an hour and ten a day, and is told when to come back', async () => {
    const from = elsewhere();
    expect(await statuses(DEMOS_PER_HOUR + 1, from)).toEqual([...Array(DEMOS_PER_HOUR).fill(303), 429]);
    const refused = await ask({ ...from, 'accept-language': 'en' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('No other example can be signed right now');
    service().clock.advance(HOUR);
    expect(await statuses(DEMOS_PER_HOUR + 1, from)).toEqual([...Array(DEMOS_PER_DAY - DEMOS_PER_HOUR).fill(303), 429]);
  });

  it('from many addresses at once leaves no more than so many documents and files', async () => {
    const { owner } = service();
    const living = await ofDemo();
    const room = 2;
    // Made by hand: a test need not wait for two hundred of them.
    await owner`
      insert into documento
      select (jsonb_populate_record(null::documento, to_jsonb(d) || jsonb_build_object('id', gen_random_uuid(), 'codigo_validacao', null))).*
        from (select * from documento where id = ${living[0]?.id ?? ''}) d,
             generate_series(1, ${DEMOS_MAX - living.length - room})`;
    const files = (await filesOf()).length;
    const answers = await Promise.all(Array.from({ length: 3 * room }, () => ask()));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(room).fill(303),
      ...Array(2 * room).fill(503),
    ]);
    kept = signer(`${service().origin}/v1/sandbox`, answers.map(tokenOf).find((token) => token !== '') ?? '');
    expect(await ofDemo()).toHaveLength(DEMOS_MAX);
    expect(await filesOf()).toHaveLength(files + room);
    expect(await answers.find(({ status }) => status === 503)?.text()).toContain('Muita gente');
  });

  it('is over, with everything it left, once the documents have been kept for their time', async () => {
    const { owner, clock } = service();
    const [{ organizacao_id: id } = { organizacao_id: '' }] = await ofDemo();
    const keys = await filesOf();
    expect(keys.length).toBeGreaterThan(0);
    clock.advance(DEMO_KEPT_MS - 3 * HOUR);
    expect((await ask()).status).toBe(503);
    expect((await kept.open()).status).toBe(200);
    clock.advance(3 * HOUR);
    await until(async () => (await ofDemo()).length === 0);
    await until(async () => {
      const left = await owner`
        select from arquivo where organizacao_id = ${id}
        union all select from signatario where organizacao_id = ${id}
        union all select from link where organizacao_id = ${id}
        union all select from evento_saida where organizacao_id = ${id}
        union all select from imagem_assinatura where organizacao_id = ${id}`;
      return left.length === 0;
    });
    expect(await filesOf()).toEqual([]);
    expect((await kept.open()).status).toBe(404);
    expect((await (await lent()).open()).status).toBe(200);
  });
});

describe('where it is switched off', () => {
  it('it is so in production unless told otherwise', () => {
    const production = { NODE_ENV: 'production', ALLOW_DEV: 'database,mail,scanner,keys' };
    const enabled = (env: Record<string, string>) => readConfig(env).demoEnabled;
    expect([enabled({}), enabled(production), enabled({ ...production, DEMO_ENABLED: 'on' })]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('there is neither button nor address nor organization', async () => {
    const off = await startService({ DEMO_ENABLED: 'off' });
    try {
      const front = await (await fetch(`${off.origin}/`)).text();
      expect(front).not.toContain('experimentar');
      expect(await (await fetch(`${service().origin}/`)).text()).toContain('action="/experimentar?idioma=pt-BR"');
      const answer = await fetch(`${off.origin}/experimentar`, { method: 'POST', redirect: 'manual' });
      expect(answer.status).toBe(404);
      expect(await off.owner`select from organizacao`).toHaveLength(0);
    } finally {
      await off.stop();
    }
  });
});
