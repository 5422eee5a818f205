import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../harness.ts';
import {
  about,
  call,
  draft,
  field,
  newSender,
  person,
  postDocument,
  refusal,
  type Sender,
  sharedService,
} from '../../modules/support.ts';

/** Two creations at the same moment with one id of the caller's choice answer as two that follow each other. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const AT_ONCE = 8;
const ROUNDS = 6;
const atOnce = (act: (which: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, which) => act(which)));

/** One was created; each of the others was refused, by an id at one of these places. */
function oneOf(answers: readonly Answer[], places: readonly string[]): void {
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201).map(refusal);
  expect(refused).toEqual(refused.map(([, , found]) => [400, 'ENTRADA_INVALIDA', found]));
  for (const [, , found] of refused) expect(places).toEqual(expect.arrayContaining(found as string[]));
}

describe('of creations at the same moment one is done and the others are refused where they stand', () => {
  it('for the id of a signer', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = randomUUID();
      oneOf(await atOnce(() => postDocument(sender, { signatarios: [person({ id })] })), ['signatarios[0].id']);
    }
  });

  it('for the id of a field', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = randomUUID();
      const body = () => ({ signatarios: [person()], campos: [field(), field({ id, tipo: 'TEXTO' })] });
      oneOf(await atOnce(() => postDocument(sender, body())), ['campos[1].id']);
    }
  });

  it('for several ids in any order, none of which waits for another for ever', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = Array.from({ length: 5 }, () => randomUUID());
      const answers = await atOnce((which) => {
        const order = which % 2 === 0 ? ids : ids.toReversed();
        const signatarios = order.map((id) => person({ id }));
        const campos = order.map((signatarioId) => field({ id: signatarioId, signatarioId }));
        return postDocument(sender, { signatarios, campos });
      });
      const places = ids.flatMap((_, index) => [`signatarios[${index}].id`, `campos[${index}].id`]);
      oneOf(answers, places);
      for (const answer of answers.filter(({ status }) => status === 400)) expect(answer.body.erros).toHaveLength(10);
    }
  });

  it('for a signer added to several drafts', async () => {
    const drafts = await Promise.all(Array.from({ length: AT_ONCE }, () => draft(sender)));
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = randomUUID();
      const answers = await atOnce((which) => about(sender, drafts[which]?.id, '/signatarios', 'POST', person({ id })));
      oneOf(answers, ['id']);
    }
  });

  it('and leaves nothing of those that were refused', async () => {
    const id = randomUUID();
    // What other files of this worker left to the jobs of the service is counted elsewhere.
    const own = (await call(`${sender.base}/organizacao`, 'GET', undefined, sender.as)).body.id as string;
    const count = async () => {
      const [row] = await service().owner<{ documentos: number; arquivos: number; eventos: number }[]>`
        select (select count(*) from documento where organizacao_id = ${own}) as documentos,
               (select count(*) from arquivo where organizacao_id = ${own}) as arquivos,
               (select count(*) from evento_auditoria where organizacao_id = ${own}) as eventos`;
      return row;
    };
    const before = await count();
    oneOf(await atOnce(() => postDocument(sender, { signatarios: [person({ id, metodoEntrega: 'EMAIL' })] })), [
      'signatarios[0].id',
    ]);
    const after = await count();
    expect([after?.documentos, after?.arquivos, after?.eventos]).toEqual([
      (before?.documentos ?? 0) + 1,
      (before?.arquivos ?? 0) + 1,
      (before?.eventos ?? 0) + 1,
    ]);
  });
});
