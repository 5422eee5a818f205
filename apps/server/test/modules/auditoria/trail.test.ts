import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { sha256 } from '../../campaigns/model/trail.ts';
import { type Account, call, documentForm, newAccount, type Service, startService } from '../../harness.ts';

/** What the database itself holds of a trail, against whoever writes into it by another way than the service. */

interface Head {
  readonly tamanho: number;
  readonly hash: string;
  readonly ultimo_em: Date;
}

let service: Service;
let account: Account;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
});
afterAll(() => service?.stop());

async function newTrail(): Promise<{ id: string; head: Head }> {
  const form = documentForm(tinyPdf(), { titulo: 'Contrato' });
  const { body } = await call(`${service.origin}/v1/documentos`, 'POST', form, account.live);
  return { id: body.id, head: await headOf(body.id) };
}

async function headOf(id: string): Promise<Head> {
  const [head] = await service.owner<Head[]>`select tamanho, hash, ultimo_em from trilha where documento_id = ${id}`;
  return head as Head;
}

/** A link as the tables' owner writes it, whom row-level security does not bind; triggers do. */
async function append(id: string, sequencia: number, corpo: string, hash: string): Promise<void> {
  await service.owner`
    insert into evento_auditoria (documento_id, sequencia, organizacao_id, ambiente, id, corpo, hash)
    select ${id}, ${sequencia}, organizacao_id, ambiente, ${randomUUID()}, ${corpo}, ${hash}
      from trilha where documento_id = ${id}`;
}

const at = (time: Date, milliseconds: number) =>
  JSON.stringify({ acao: 'TESTE', ocorridoEm: new Date(time.getTime() + milliseconds).toISOString() });

describe('the trail in the database', () => {
  it('takes a link that follows, in place, by hash and in time, and moves its head', async () => {
    const { id, head } = await newTrail();
    const corpo = at(head.ultimo_em, 5);
    const hash = sha256(`${head.hash}\n${corpo}`);
    await append(id, head.tamanho + 1, corpo, hash);
    const moved = new Date(head.ultimo_em.getTime() + 5);
    expect(await headOf(id)).toEqual({ tamanho: head.tamanho + 1, hash, ultimo_em: moved });
  });

  it('refuses a gap, a link again, a foreign hash and a step back in time, and stays as it was', async () => {
    const { id, head } = await newTrail();
    const later = at(head.ultimo_em, 5);
    const fits = sha256(`${head.hash}\n${later}`);
    const earlier = at(head.ultimo_em, -1);
    const next = head.tamanho + 1;
    const attempts: [number, string, string, string][] = [
      [next + 1, later, fits, 'RB002'],
      [head.tamanho, later, fits, 'RB002'],
      [next, later, sha256(later), 'RB003'],
      [next, `${later} `, fits, 'RB003'],
      [next, earlier, sha256(`${head.hash}\n${earlier}`), 'RB004'],
    ];
    for (const [sequencia, corpo, hash, code] of attempts) {
      await expect(append(id, sequencia, corpo, hash)).rejects.toMatchObject({ code });
    }
    expect(await headOf(id)).toEqual(head);
  });

  it('takes one of two that follow the same link at once', async () => {
    const { id, head } = await newTrail();
    const outcomes = await Promise.allSettled(
      [1, 2, 3, 4].map((milliseconds) => {
        const corpo = at(head.ultimo_em, milliseconds);
        return append(id, head.tamanho + 1, corpo, sha256(`${head.hash}\n${corpo}`));
      }),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect((await headOf(id)).tamanho).toBe(head.tamanho + 1);
  });
});
