import { beforeAll, expect, it } from 'vitest';
import { type Account, call, documentForm, newAccount, until } from '../../harness.ts';
import {
  about,
  draft,
  field,
  newSender,
  person,
  type Sender,
  sent,
  sharedService,
  tinyPdf,
  untilWaitedFor,
} from '../support.ts';
import { answer, startReceiver } from '../webhooks/receiver.ts';

/** POST /sandbox/limpar: an organization's test data goes, whatever it is; production, and other organizations, stay. */

const service = sharedService();
let account: Account;
let sandbox: Sender;
let production: Sender;
let neighbour: Sender;
beforeAll(async () => {
  account = await newAccount(service().origin);
  sandbox = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
  production = { ...sandbox, base: `${service().origin}/v1` };
  neighbour = { ...sandbox, as: (await newAccount(service().origin)).panel };
});

const post = (by: Sender, path: string, body?: unknown) => call(`${by.base}${path}`, 'POST', body, by.as);
const get = (by: Sender, path: string) => call(`${by.base}${path}`, 'GET', undefined, by.as);
const byMail = () => person({ metodoEntrega: 'EMAIL' });

/** Something of everything, a concluded document with its evidence among it. */
async function fill(by: Sender): Promise<string> {
  const { id } = await sent(by, { signatarios: [byMail()], campos: [field()] });
  const handedOut = person({ cpf: '52998224725', dataNascimento: '1987-04-12', fatoresExigidos: ['DADOS_PESSOAIS'] });
  await sent(by, { fatoresExigidos: ['DADOS_PESSOAIS'], signatarios: [handedOut], campos: [field()] });
  const envelope = (await post(by, '/envelopes', { titulo: 'Conjunto' })).body;
  await draft(by, { envelopeId: envelope.id, signatarios: [byMail()], campos: [field()] });
  await post(by, '/envelopes', { titulo: 'Vazio' });
  await post(by, '/clientes', { nome: 'Ana Reis' });
  const pasta = (await post(by, '/pastas', { nome: 'Contratos' })).body;
  const inside = (await post(by, '/pastas', { nome: 'Antigos', paiId: pasta.id })).body;
  await draft(by, { pastaId: inside.id });
  await post(by, '/modelos', documentForm(tinyPdf(), { nome: 'Modelo', papeis: [{ rotulo: 'A', funcao: 'ASSINAR' }] }));
  const titular = { nome: 'Ana Reis', email: 'ana.reis@exemplo.com.br' };
  await post(by, '/lgpd/solicitacoes', { tipo: 'CORRECAO', titular });
  return id;
}

const LISTINGS = ['/documentos', '/envelopes', '/pastas', '/clientes', '/modelos', '/eventos', '/lgpd/solicitacoes'];
const totals = async (by: Sender) => {
  const found = [];
  for (const path of LISTINGS) found.push((await get(by, path)).body.total);
  return found;
};
/** Rows of the organization's test data, by table, and files of it. */
async function rows(): Promise<Record<string, number>> {
  const { id } = (await get(sandbox, '/organizacao')).body;
  const tables = await service().owner<{ name: string }[]>`
    select c.table_name as name
      from information_schema.columns c
      join information_schema.columns o using (table_schema, table_name)
      join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'ambiente' and o.column_name = 'organizacao_id'
       and t.table_type = 'BASE TABLE'`;
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await service().owner<{ n: number }[]>`
      select count(*)::int as n from ${service().owner(name)} where organizacao_id = ${id} and ambiente = 'TESTE'`;
    if (row && row.n > 0) found[name] = row.n;
  }
  return found;
}

it('removes what there is, evidence and files too, and nothing of anybody else', async () => {
  const receiver = await startReceiver(answer(200));
  const webhook = (await post(sandbox, '/webhooks', { url: receiver.url, eventos: ['document.created'] })).body;
  const id = await fill(sandbox);
  const signed = (await about(sandbox, id)).body;
  await about(sandbox, id, `/signatarios/${signed.signatarios[0].id}/simular`, 'POST', { acao: 'ASSINAR' });
  expect((await about(sandbox, id)).body.status).toBe('ASSINADO');
  const [file] = await service().owner<{ chave: string }[]>`
    select chave from arquivo where id = (select arquivo_assinado_id from documento where id = ${id})`;
  await fill(production);
  await fill(neighbour);
  const before = { production: await totals(production), neighbour: await totals(neighbour) };

  const cleaned = await post(sandbox, '/limpar');
  expect([cleaned.status, cleaned.body]).toEqual([202, { documentos: 4 }]);
  await until(async () => {
    const [job] = await service().owner<{ state: string }[]>`
      select state from fila.job where name = 'limpar-sandbox' order by created_on desc limit 1`;
    return job?.state === 'completed';
  });
  expect(await totals(sandbox)).toEqual(LISTINGS.map(() => 0));
  expect({ production: await totals(production), neighbour: await totals(neighbour) }).toEqual(before);
  expect((await about(sandbox, id)).status).toBe(404);
  // Keys, webhooks and periods stay, and what tells of purges and of where events stood.
  const stays = ['chave_api', 'webhook', 'politica_retencao', 'expurgo', 'evento_lembrado', 'convite', 'idempotencia'];
  const counts = ['documento_contagem', 'documento_variacao', 'registro_chamada', 'mensagem_capturada'];
  const left = async () => Object.keys(await rows()).filter((name) => ![...stays, ...counts].includes(name));
  // Leaves are on their way into the open log, which keeps what it was told.
  expect((await left()).filter((name) => name !== 'registro_fila')).toEqual([]);
  await until(async () => (await left()).length === 0);
  const listed = [];
  for await (const key of files(file?.chave ?? '')) listed.push(key);
  expect(listed).toEqual([]);
  // It goes on being a sandbox, and its webhook is told.
  const next = await draft(sandbox);
  await until(async () => {
    const { body } = await get(sandbox, `/webhooks/${webhook.id}/entregas`);
    return body.itens.some(({ corpo }: { corpo: string }) => corpo.includes(next.id));
  });
  await receiver.close();
});

it('is over before the clock goes back, so that it takes nothing of what is made then', async () => {
  const by = { ...sandbox, as: (await newAccount(service().origin)).panel };
  for (let i = 0; i < 60; i += 1) await draft(by);
  expect((await post(by, '/relogio/avancar', { segundos: 86_400 })).status).toBe(200);
  await draft(by);
  expect((await post(by, '/limpar')).status).toBe(202);
  const back = await post(by, '/relogio/reiniciar');
  expect([back.status, back.body.deslocamentoSegundos]).toEqual([200, 0]);
  const { id } = await draft(by);
  await until(async () => {
    const jobs = await service().owner`select from fila.job where name = 'limpar-sandbox' and state <= 'active'`;
    return jobs.length === 0;
  });
  expect((await get(by, '/documentos')).body.itens.map((one: { id: string }) => one.id)).toEqual([id]);
});

it('never waits for an envelope that is being sent, which waits for its documents', async () => {
  const envelope = (await post(sandbox, '/envelopes', { titulo: 'A caminho' })).body;
  const { id } = await draft(sandbox, { envelopeId: envelope.id, signatarios: [byMail()], campos: [field()] });
  const { owner } = service();
  const documents = await owner.begin(async (sql) => {
    await sql`select from envelope where id = ${envelope.id} for no key update`;
    expect((await post(sandbox, '/limpar')).status).toBe(202);
    // The cleaning holds the document by now, or it is gone.
    await until(async () => {
      const free = await owner`select from documento where id = ${id} for update skip locked`;
      return free.length === 0;
    });
    return await sql`select from documento where id = ${id} for update`;
  });
  expect(documents.length).toBe(0);
  await until(async () => (await get(sandbox, '/envelopes')).body.total === 0);
});

/** Files of the store by a key, as it lists them. */
async function* files(key: string): AsyncIterable<string> {
  const { readdir } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const root = join(service().app.config.dataDir, 'files');
  for (const found of await readdir(root, { recursive: true })) if (found === key) yield found;
}

it('goes on where a process stopped: what is left is removed by the job that is run again', async () => {
  for (let n = 0; n < 60; n += 1) await draft(sandbox);
  expect((await post(sandbox, '/limpar')).body.documentos).toBeGreaterThanOrEqual(60);
  await until(async () => (await get(sandbox, '/documentos')).body.total === 0);
});

it('is for administrators', async () => {
  const operator = await account.member('OPERADOR');
  const { status } = await call(`${sandbox.base}/limpar`, 'POST', undefined, operator.test);
  expect(status).toBe(403);
});

/** Cleans while somebody holds `first`, who then wants `second`. @returns how many rows were removed */
async function cleanMeanwhile(by: Sender, table: 'documento' | 'pasta', first: string, second: string) {
  const organizacaoId = (await get(by, '/organizacao')).body.id;
  const { owner } = service();
  const { clearing } = await owner.begin(async (other) => {
    const hold = (id: string) => other`select from ${other(table)} where id = ${id} for update`;
    await hold(first);
    const clearing = owner.begin(async (tx) => {
      await tx`select set_config('rubrica.organizacao', ${organizacaoId}, true), set_config('rubrica.ambiente', 'TESTE', true)`;
      return tx<{ removidas: number }[]>`select removidas from acesso.limpar_sandbox('infinity', 100, 100)`;
    });
    await untilWaitedFor(other);
    await hold(second);
    return { clearing };
  });
  return (await clearing)[0]?.removidas ?? 0;
}

it('waits for documents in the order of their ids, as whoever sends an envelope does', async () => {
  const sender = await newSender(service());
  // Until an older one has a greater id than one that came later.
  let [older, newer] = [(await draft(sender)).id, ''];
  for (; newer === '' || newer > older; newer = (await draft(sender)).id) older = newer > older ? newer : older;
  expect(await cleanMeanwhile(sender, 'documento', newer, older)).toBeGreaterThan(1);
});

it('waits for folders in the order of their ids, as whoever moves a document does', async () => {
  const sender = await newSender(service());
  const folders = [];
  for (const nome of ['Contratos', 'Recibos']) folders.push((await post(sender, '/pastas', { nome })).body.id);
  const [first, second] = folders.sort();
  // Until the document that is taken first is in the folder that is to be taken last.
  let [inFirst, inSecond] = ['', ''];
  while (inFirst <= inSecond) {
    inSecond = (await draft(sender, { pastaId: second })).id;
    inFirst = (await draft(sender, { pastaId: first })).id;
  }
  expect(await cleanMeanwhile(sender, 'pasta', first, second)).toBeGreaterThan(1);
});
