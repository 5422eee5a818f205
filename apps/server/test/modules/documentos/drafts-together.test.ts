import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { sha256, trailProblem } from '../../campaigns/model/trail.ts';
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

/** Creations that arrive at the same time share a transaction (ADR 0030). */

const SIGNER = { funcao: 'ASSINAR', nome: 'João da Silva', email: 'joao@exemplo.com.br' };
const REFUSED = 'O banco recusa este';

let service: Service;
let account: Account;
beforeAll(async () => {
  service = await startService();
  await service.owner.unsafe(`
    create function recusa_titulo() returns trigger language plpgsql as $$
    begin raise exception 'refused by the test' using errcode = 'disk_full'; end $$;
    create trigger recusa before insert on documento
      for each row when (new.titulo = '${REFUSED}') execute function recusa_titulo()`);
});
beforeEach(async () => {
  account = await newAccount(service.origin);
});
afterAll(() => service?.stop());

/** A file of its own for each, so that what belongs to one cannot pass for another's. */
const pdfOf = (titulo: string) => tinyPdf(1, Buffer.from(titulo));

const create = (titulo: string, headers: Record<string, string>, more: object = {}): Promise<Answer> =>
  call(`${service.origin}/v1/documentos`, 'POST', documentForm(pdfOf(titulo), { titulo, ...more }), headers);

/** In how many transactions these documents were written. */
async function transactionsOf(answers: readonly Answer[]): Promise<number> {
  const ids = answers.map(({ body }) => (body as { id: string }).id);
  const [row] = await service.owner<{ many: number }[]>`
    select count(distinct xmin::text)::int as many from documento where id = any (${ids}::uuid[])`;
  return row?.many ?? 0;
}

const storedFiles = async () =>
  (await readdir(join(service.app.config.dataDir, 'files'), { withFileTypes: true, recursive: true })).filter((entry) =>
    entry.isFile(),
  ).length;

describe('creations that arrive together', () => {
  it('share transactions, and each is whole', async () => {
    const signatarios = [SIGNER, { ...SIGNER, nome: 'Ana', metodoEntrega: 'LINK' }];
    const titulos = Array.from({ length: 24 }, (_, index) => `Contrato ${index}`);
    const before = await storedFiles();
    let arriving: Promise<Answer[]> | undefined;
    // The transaction of the first is held up until the files of all are there, so that whoever is fast or slow waits for it.
    await service.owner.begin(async (tx) => {
      await tx`lock table documento in share mode`;
      arriving = Promise.all(titulos.map((titulo) => create(titulo, account.live, { signatarios })));
      await until(async () => (await storedFiles()) === before + titulos.length);
    });
    const answers = (await arriving) ?? [];
    expect(answers.map(({ status }) => status)).toEqual(titulos.map(() => 201));
    expect(await transactionsOf(answers)).toBeLessThan(titulos.length);

    for (const [index, { body }] of answers.entries()) {
      const { id, titulo } = body as unknown as { id: string; titulo: string };
      expect(titulo).toBe(titulos[index]);
      const rows = await service.owner<{ corpo: string; hash: string }[]>`
        select corpo, hash from evento_auditoria where documento_id = ${id} order by sequencia`;
      const trail = rows.map(({ corpo, hash }) => ({ ...JSON.parse(corpo), hash }));
      expect(trailProblem(id, sha256(pdfOf(titulo)), trail)).toBeNull();
      const [counts] = await service.owner`
        select (select count(*)::int from evento_saida where documento_id = d.id and dados #>> '{documento,titulo}' = d.titulo) as eventos,
               (select count(*)::int from medicao where documento_id = d.id and descricao = d.titulo) as metered,
               (select count(*)::int from signatario where documento_id = d.id) as signatarios,
               (select count(*)::int from link_signatario where documento_id = d.id) as links,
               (select sha256 from arquivo where id = d.arquivo_id) as sha256
          from documento d
         where id = ${id}`;
      expect({ ...counts }).toEqual({
        eventos: 1,
        metered: 1,
        signatarios: 2,
        links: 1,
        sha256: sha256(pdfOf(titulo)),
      });
    }
    const [sum] = await service.owner<{ quantidade: number }[]>`
      select sum(quantidade)::int as quantidade
        from consumo_do_mes join membro using (organizacao_id)
       where tipo = 'DOCUMENTO_ENVIADO' and email = ${account.email}`;
    expect(sum?.quantidade).toBe(24);
  });

  it('do not suffer for one that fails, which leaves nothing', async () => {
    const before = await storedFiles();
    const titulos = ['Um', 'Dois', REFUSED, 'Três', 'Quatro', REFUSED, 'Cinco'];
    const answers = await Promise.all(titulos.map((titulo) => create(titulo, account.live)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 503, 201, 201, 503, 201]);
    expect(await storedFiles()).toBe(before + 5);
    const [trails] = await service.owner<{ many: number }[]>`
      select count(*)::int as many from evento_auditoria where corpo::json #>> '{detalhe,titulo}' = ${REFUSED}`;
    expect(trails?.many).toBe(0);
  });

  it('of two organizations never share one, and each is found in its own alone', async () => {
    const other = await newAccount(service.origin);
    const mine = await Promise.all(['A', 'B', 'C', 'D'].map((titulo) => create(titulo, account.live)));
    const both = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create(`X${index}`, index % 2 ? other.live : account.live)),
    );
    const ids = (answers: readonly Answer[]) => answers.map(({ body }) => (body as { id: string }).id);
    const [mixed] = await service.owner<{ many: number }[]>`
      select count(*)::int as many
        from (select xmin::text from documento where id = any (${ids([...mine, ...both])}::uuid[])
               group by xmin::text having count(distinct organizacao_id) > 1) as t`;
    expect(mixed?.many).toBe(0);
    const seen = await call(`${service.origin}/v1/documentos?limite=100`, 'GET', undefined, other.live);
    expect((seen.body as unknown as { itens: { id: string }[] }).itens.map(({ id }) => id).sort()).toEqual(
      ids(both.filter((_, index) => index % 2 === 1)).sort(),
    );
  });

  it('with one Idempotency-Key are one', async () => {
    const key = { ...account.live, 'idempotency-key': 'a-mesma' };
    const answers = await Promise.all(['Só um', 'Só um', 'Só um'].map((titulo) => create(titulo, key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
  });
});
