import { createHash } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scopeOf } from '../../../src/core/scope.ts';
import { forecastPurge } from '../../../src/modules/lgpd/index.ts';
import { type Account, call, newAccount, type Service, startService } from '../../harness.ts';
import { type Client, client, closeYears, newPerson, oldSeal, purge, setDaysAgo } from './support.ts';

let service: Service;
let account: Account;
let api: Client;
const person = newPerson();

beforeAll(async () => {
  service = await startService(await oldSeal());
});
afterAll(() => service?.stop());

/** Goes on as an organization founded years ago, which has chosen no period and has no document. */
async function asNewOrganization(): Promise<void> {
  setDaysAgo(service, 3000);
  account = await newAccount(service.origin);
  await closeYears(service);
  api = client(service, account.live);
  setDaysAgo(service, 0);
}

const POLICY = '/lgpd/politicas-retencao';
const status = async (id: string) => (await api.ask('GET', `/documentos/${id}`)).status;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Makes things in order of their age, oldest first, and comes back to today. */
async function onDays<T extends Record<string, [days: number, make: () => Promise<unknown>]>>(
  plan: T,
): Promise<{ [K in keyof T]: string }> {
  const made: Record<string, string> = {};
  const oldestFirst = Object.entries(plan).sort(([, [a]], [, [b]]) => b - a);
  for (const [name, [days, make]] of oldestFirst) {
    setDaysAgo(service, days);
    made[name] = ((await make()) as { id: string }).id;
  }
  setDaysAgo(service, 0);
  return made as { [K in keyof T]: string };
}

/** Whose pages show signing pages and editors. */
const origem = 'https://app.exemplo.com.br';
const send = async () => {
  const draft = await api.draft([person]);
  await api.ok('PATCH', '/organizacao', { origensPermitidas: [origem] });
  await api.ok('POST', `/documentos/${draft.id}/edicao`, { origem });
  return api.ok('POST', `/documentos/${draft.id}/enviar`);
};
const cancelled = async () => {
  const { id, signatarios } = await send();
  await api.ok('POST', `/documentos/${id}/signatarios/${signatarios[0].id}/link`, { origem });
  return api.ok('POST', `/documentos/${id}/cancelar`, { motivo: 'Valor errado.' });
};
const completed = async () => {
  const { id } = await send();
  await api.sign(id, person);
  return api.ok('GET', `/documentos/${id}`);
};
const deleted = async () => {
  const draft = await api.draft([]);
  await api.ok('DELETE', `/documentos/${draft.id}`);
  return draft;
};

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(join(service.app.config.dataDir, 'files'), { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  // A job finds the ink of what was sent, sooner or later; it goes with its file.
  return names.filter((name) => !name.endsWith('.tinta'));
}

describe('a purge under the default periods', () => {
  let ids: Record<string, string>;
  /** What was told and seen around it. */
  let found: Awaited<ReturnType<typeof takeNote>>;
  beforeAll(async () => {
    await asNewOrganization();
    ids = await onDays({
      draft91: [91, () => api.draft([person])],
      draft89: [89, () => api.draft([person])],
      deleted31: [31, deleted],
      deleted29: [29, deleted],
      cancelled366: [366, cancelled],
      cancelled364: [364, cancelled],
      progress: [2000, send],
      completed: [2500, completed],
      touched: [100, () => api.draft([person])],
    });
    setDaysAgo(service, 50);
    await api.ok('PATCH', `/documentos/${ids.touched}`, { titulo: 'Contrato revisto' });
    setDaysAgo(service, 0);
    found = await takeNote();
  });

  async function takeNote() {
    const [member] = await service.owner`select organizacao_id from membro where email = ${account.email}`;
    // Reading them writes the calls that the process still holds.
    await api.ok('GET', '/chamadas');
    const foretold = (await forecastPurge(service.app.db.sql, service.clock.now())).filter(
      ({ organizacao_id }) => organizacao_id === member?.organizacao_id,
    );
    const statusOfForetold = await status(ids.draft91 as string);
    const { codigoValidacao } = await api.ok('GET', `/documentos/${ids.cancelled366}`);
    const filesBefore = (await storedFiles()).length;
    const first = await purge(service);
    const filesAfter = (await storedFiles()).length;
    return {
      foretold,
      statusOfForetold,
      codigoValidacao,
      filesBefore,
      first,
      filesAfter,
      second: await purge(service),
    };
  }

  it('is told beforehand by organization and category, and the telling takes nothing', () => {
    const { foretold: lines, statusOfForetold } = found;
    expect(lines.map(({ ambiente, categoria, quantidade }) => [ambiente, categoria, quantidade])).toEqual([
      ['PRODUCAO', 'CANCELADO_OU_EXPIRADO', 1],
      ['PRODUCAO', 'EXCLUIDO', 1],
      ['PRODUCAO', 'RASCUNHO', 1],
      ['PRODUCAO', 'REGISTRO_CHAMADA', expect.any(Number)],
    ]);
    expect(lines.every(({ bytes, categoria }) => bytes > 0 === (categoria !== 'REGISTRO_CHAMADA'))).toBe(true);
    expect(statusOfForetold).toBe(200);
  });

  it('takes exactly what is past its period, and a second one takes nothing', async () => {
    expect(found.first.documentos).toBe(3);
    expect(found.first.chamadas).toBeGreaterThanOrEqual(3);
    const seen = Object.fromEntries(
      await Promise.all(Object.entries(ids).map(async ([name, id]) => [name, await status(id)])),
    );
    expect(seen).toEqual({
      draft91: 404,
      draft89: 200,
      deleted31: 404,
      deleted29: 404,
      cancelled366: 404,
      cancelled364: 200,
      progress: 200,
      completed: 200,
      touched: 200,
    });
    const rows =
      await service.owner`select id from documento where id = any(${[ids.deleted31, ids.deleted29] as string[]})`;
    expect(rows.map(({ id }) => id)).toEqual([ids.deleted29]);
    expect(found.filesBefore - found.filesAfter).toBe(3);
    const { codigoValidacao: codigo } = found;
    const told = await call(`${service.origin}/api/v1/validacao/consultar`, 'POST', { codigo });
    expect(told.body.resultado).toBe('NAO_ENCONTRADO');
    expect(found.second).toEqual({ documentos: 0, entregas: 0, chamadas: 0 });
  });

  it('leaves no row that names the document but the record of its purge and what was billed', async () => {
    const columns = await service.owner<{ table_name: string; column_name: string }[]>`
      select c.table_name, c.column_name
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('uuid', 'jsonb', 'text')`;
    const holding = new Set<string>();
    for (const { table_name, column_name } of columns) {
      const [row] = await service.owner.unsafe(
        `select exists (select from "${table_name}" where strpos("${column_name}"::text, $1) > 0) as found`,
        [ids.cancelled366 as string],
      );
      if (row?.found) holding.add(table_name);
    }
    // What the counting of documents learnt within the last quarter of an hour by the database's clock, which the test
    // cannot set forward, is forgotten by itself.
    holding.delete('documento_variacao');
    // An Idempotency-Key's path is not among them: none was sent. Metering holds the bare id, for the invoice.
    expect([...holding].sort()).toEqual(['expurgo', 'medicao']);
  });

  it('keeps of a purged document when and why it went, and the head of its trail', async () => {
    const [row] = await service.owner`select * from expurgo where documento_id = ${ids.cancelled366 as string}`;
    expect(row).toMatchObject({
      categoria: 'CANCELADO_OU_EXPIRADO',
      trilha_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(row?.trilha_tamanho).toBeGreaterThan(3);
  });
});

describe('what was concluded', () => {
  beforeEach(asNewOrganization);

  it('goes only where the organization chose a period, and never before five years', async () => {
    const ids = await onDays({ old: [1900, completed], young: [1820, completed] });
    await api.ok('PUT', POLICY, { politicas: [] });
    await purge(service);
    expect([await status(ids.old), await status(ids.young)]).toEqual([200, 200]);

    const { codigoValidacao } = await api.ok('GET', `/documentos/${ids.old}`);
    const signed = await api.ask('GET', `/documentos/${ids.old}/arquivo`);
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'CONCLUIDO', dias: 1825 }] });
    await purge(service);
    expect([await status(ids.old), await status(ids.young)]).toEqual([404, 200]);
    const consult = (body: object) => call(`${service.origin}/api/v1/validacao/consultar`, 'POST', body);
    expect((await consult({ codigo: codigoValidacao })).body.resultado).toBe('NAO_ENCONTRADO');
    expect((await consult({ hashArquivo: sha256(signed.bytes) })).body.resultado).toBe('NAO_ENCONTRADO');
    const certificates = await service.owner`select from certificado where documento_id = ${ids.old}`;
    expect(certificates.length).toBe(0);
  });

  it('stays although its row be forged into something that may go', async () => {
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'RASCUNHO', dias: 1 }] });
    const { id } = await onDays({ id: [1000, completed] });
    for (const forged of ['RASCUNHO', 'CANCELADO', 'ASSINADO']) {
      await service.owner`
        update documento
           set status = ${forged}, assinado_por_todos_em = null, finalizado_em = now() - interval '30 years',
               atualizado_em = now() - interval '30 years'
         where id = ${id}`;
      await purge(service);
      expect(await status(id)).toBe(200);
    }
  });
});

describe('evidence', () => {
  let id: string;
  beforeAll(async () => {
    await asNewOrganization();
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'RASCUNHO', dias: 10 }] });
    ({ id } = await onDays({ id: [5, () => api.draft([person])] }));
  });

  /** The document's own scope, as a request or job of it has. */
  const scope = async () => {
    const [row] = await service.owner`select organizacao_id from documento where id = ${id}`;
    return scopeOf(row?.organizacao_id as string, 'PRODUCAO');
  };

  it.each([
    ['deletes a link of the trail', () => service.app.db.sql`delete from evento_auditoria`],
    ['deletes a certificate', () => service.app.db.sql`delete from certificado`],
    [
      'writes down a purge that was none',
      () => service.app.db.sql`
        insert into expurgo (documento_id, organizacao_id, ambiente, categoria, desde, expurgado_em, trilha_tamanho, trilha_hash)
        values (gen_random_uuid(), gen_random_uuid(), 'PRODUCAO', 'RASCUNHO', now(), now(), 0, '')`,
    ],
  ])('is out of reach of the application, which never %s', async (_, act) => {
    await expect(act()).rejects.toThrow(/permission denied/);
  });

  it('is not deleted by the owner of the tables either, but by the purge', async () => {
    await expect(service.owner`delete from evento_auditoria where documento_id = ${id}`).rejects.toThrow(
      /only ever added/,
    );
  });

  it('does not go because a caller claims that it is later than it is', async () => {
    const later = new Date(Date.now() + 100 * 365 * 86_400_000);
    const [row] = await service.app.db.write(
      await scope(),
      (tx) => tx.sql<{ chaves: string[] | null }[]>`select acesso.expurgar_documento(${id}, ${later}) as chaves`,
    );
    expect(row?.chaves).toBeNull();
    expect(await status(id)).toBe(200);
  });

  it('does not go because its row is made to look older than its trail', async () => {
    await service.owner`update documento set atualizado_em = now() - interval '30 years' where id = ${id}`;
    await purge(service);
    expect(await status(id)).toBe(200);
  });

  it('does not go because a document in progress is made to look like a draft', async () => {
    const sent = await onDays({ id: [900, send] });
    await service.owner`update documento set status = 'RASCUNHO' where id = ${sent.id}`;
    await purge(service);
    expect(await status(sent.id)).toBe(200);
  });

  it('does not go from another scope', async () => {
    const old = await onDays({ id: [20, () => api.draft([person])] });
    const other = scopeOf('00000000-0000-4000-8000-000000000001', 'PRODUCAO');
    const [row] = await service.app.db.write(
      other,
      (tx) => tx.sql<{ chaves: string[] | null }[]>`select acesso.expurgar_documento(${old.id}, now()) as chaves`,
    );
    expect(row?.chaves).toBeNull();
    expect(await status(old.id)).toBe(200);
  });
});

describe('a purge', () => {
  beforeEach(asNewOrganization);

  it('a file that a crash leaves after the commit is an orphan to the sweep of the store', async () => {
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'RASCUNHO', dias: 30 }] });
    const { id } = await onDays({ id: [60, () => api.draft([person])] });
    const [file] =
      await service.owner`select a.chave from arquivo a join versao v on v.arquivo_id = a.id where v.documento_id = ${id}`;
    const key: string = file?.chave ?? '';
    // A store at another place, where there is nothing to delete: as if the process had died right after the commit.
    await purge(service, await mkdtemp(join(tmpdir(), 'rubrica-vazio-')));
    expect(await status(id)).toBe(404);
    expect(await storedFiles()).toContain(key.split('/').pop());
    const [row] = await service.app.db.sql`select acesso.arquivo_existe(${key}) as existe`;
    expect(row?.existe).toBe(false);
  });

  it('purges at once take each document once', async () => {
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'RASCUNHO', dias: 30 }] });
    const plan: Record<string, [number, () => Promise<unknown>]> = {};
    for (let n = 0; n < 12; n += 1) plan[`d${n}`] = [40 + n, () => api.draft([person])];
    const ids = Object.values(await onDays(plan));
    const recorded = async () => (await service.owner`select from expurgo`).length;
    const before = await recorded();
    const runs = await Promise.all([purge(service), purge(service), purge(service)]);
    expect(await Promise.all(ids.map(status))).toEqual(ids.map(() => 404));
    expect(runs.reduce((sum, run) => sum + run.documentos, 0)).toBe((await recorded()) - before);
  });

  it('takes the last document of an envelope with its envelope and the link it shared', async () => {
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'RASCUNHO', dias: 10 }] });
    const ids = await onDays({
      envelope: [30, () => api.ok('POST', '/envelopes', { titulo: 'Admissão' })],
    });
    const docs = await onDays({
      older: [25, () => api.draft([person], { envelopeId: ids.envelope })],
      newer: [5, () => api.draft([person], { envelopeId: ids.envelope })],
    });
    await purge(service);
    expect([await status(docs.older), await status(docs.newer)]).toEqual([404, 200]);
    const envelopes = () => service.owner`select from envelope where id = ${ids.envelope}`;
    expect((await envelopes()).length).toBe(1);
    const { signatarios } = await api.ok('GET', `/documentos/${docs.newer}`);
    expect((await call(`${service.origin}/v1/assinatura/${signatarios[0].link.split('/').pop()}`)).status).toBe(409);
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'RASCUNHO', dias: 1 }] });
    await purge(service);
    expect(await status(docs.newer)).toBe(404);
    expect((await envelopes()).length).toBe(0);
  });

  it('takes the notices along that still wait to tell how a document ended', async () => {
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'RASCUNHO', dias: 10 }] });
    const { old } = await onDays({ old: [25, () => api.draft([person])] });
    await service.owner`
    insert into aviso (id, organizacao_id, ambiente, documento_id, membro_id, criado_em)
    select gen_random_uuid(), organizacao_id, ambiente, id, criado_por, now() from documento where id = ${old}`;
    await purge(service);
    expect(await status(old)).toBe(404);
    expect(await service.owner`select from aviso where documento_id = ${old}`).toHaveLength(0);
  });

  it('webhook history goes after its period, but never what still waits for a live webhook', async () => {
    await api.ok('PUT', POLICY, { politicas: [{ categoria: 'ENTREGA_WEBHOOK', dias: 30 }] });
    const ids = await onDays({
      done: [40, () => api.draft([])],
      given: [39, () => api.draft([])],
      waiting: [38, () => api.draft([])],
      nobody: [37, () => api.draft([])],
      recent: [29, () => api.draft([])],
    });
    // Rows as deliveries leave them: a delivery of the service's own would go on by itself and change under the test.
    const webhook = async (ativo: boolean) => {
      const [row] = await service.owner`
      insert into webhook (id, organizacao_id, ambiente, url, eventos, ativo, segredo, criado_em)
      select gen_random_uuid(), organizacao_id, ambiente, 'https://exemplo.com.br/x', '{}', ${ativo}, '', criado_em
        from documento where id = ${ids.done}
      returning id`;
      return row?.id as string;
    };
    const [live, dead] = [await webhook(true), await webhook(false)];
    const deliver = async (documentoId: string, webhookId: string, estado: string) => {
      const [row] = await service.owner`
      insert into entrega_webhook (id, organizacao_id, ambiente, webhook_id, evento_id, evento, corpo, status,
                                   ocorrida_em, criada_em)
      select gen_random_uuid(), organizacao_id, ambiente, ${webhookId}, id, evento, '', ${estado}, ocorrido_em, ocorrido_em
        from evento_saida where documento_id = ${documentoId} and evento = 'document.created'
      returning id`;
      return row?.id as string;
    };
    const gone = [
      await deliver(ids.done, live, 'ENTREGUE'),
      await deliver(ids.given, live, 'DESISTIU'),
      await deliver(ids.waiting, dead, 'PENDENTE'),
    ];
    const kept = [await deliver(ids.waiting, live, 'FALHOU'), await deliver(ids.recent, live, 'ENTREGUE')];
    await purge(service);
    const rows = await service.owner`select id from entrega_webhook where id = any(${[...gone, ...kept]})`;
    expect(rows.map(({ id }) => id).sort()).toEqual(kept.sort());
    const events = await service.owner<{ documento_id: string }[]>`
    select documento_id from evento_saida where documento_id = any(${Object.values(ids)})`;
    expect(events.map(({ documento_id }) => documento_id).sort()).toEqual([ids.waiting, ids.recent].sort());
    expect(await status(ids.done)).toBe(200);
  });
});

it('the purge knows every table that refers to a document, a signer, a link or a stored file', async () => {
  const rows = await service.owner<{ child: string; parent: string }[]>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint
     where contype = 'f' and confrelid::regclass::text in ('documento', 'signatario', 'campo', 'link', 'trilha', 'envelope')
     order by 1, 2`;
  // A new one belongs into acesso.expurgar_documento first, and then here.
  expect([...new Set(rows.map(({ child }) => child))]).toEqual([
    'autenticador',
    'aviso',
    'campo',
    'certificado',
    'codigo_otp',
    'documento',
    'edicao',
    'evento_auditoria',
    'fator_signatario',
    'formulario_pedido',
    'imagem_assinatura',
    'link_exibido',
    'link_incorporado',
    'link_signatario',
    'signatario',
    'trilha',
    'valor_campo',
    'versao',
  ]);
});
