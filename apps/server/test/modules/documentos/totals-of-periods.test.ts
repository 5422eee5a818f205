import { beforeAll, expect, it } from 'vitest';
import { scopeOf } from '../../../src/core/scope.ts';
import { countNarrow, type DocumentoFilters, type Ordem } from '../../../src/modules/documentos/store-listar.ts';
import {
  about,
  call,
  draft,
  field,
  newSender,
  person,
  readyToSign,
  type Sender,
  sent,
  sharedService,
} from '../support.ts';

/**
 * Where a period leaves out fewer than it holds, those are counted and taken from the total that is kept. So that a few
 * documents show it, fewer are looked at on either side than there are.
 */

const service = sharedService();

interface Kept {
  readonly organizacao_id: string;
  readonly status: DocumentoFilters['status'];
  readonly pasta_id: string | null;
  readonly criadoEm: Date;
  readonly atualizadoEm: Date;
  readonly finalizadoEm: Date | null;
}

let sender: Sender;
let kept: Kept[];
let folder: string;

beforeAll(async () => {
  sender = await newSender(service());
  folder = (await call(`${sender.base}/pastas`, 'POST', { nome: 'Contratos' }, sender.as)).body.id;
  for (let n = 0; n < 3; n += 1) await draft(sender, n === 1 ? { pastaId: folder } : {});
  for (let n = 0; n < 3; n += 1) {
    const one = await sent(sender, {
      signatarios: [person()],
      campos: [field()],
      ...(n === 1 ? { pastaId: folder } : {}),
    });
    if (n < 2) expect((await (await readyToSign(sender, one.signatarios[0])).sign()).status).toBe(200);
  }
  const { id: gone } = await draft(sender);
  expect((await about(sender, gone, '', 'DELETE')).status).toBe(204);
  const { owner } = service();
  kept = await owner<Kept[]>`
    select organizacao_id, status, pasta_id, criado_em as "criadoEm", atualizado_em as "atualizadoEm",
           finalizado_em as "finalizadoEm"
      from documento
     where excluido_em is null
       and organizacao_id = (select organizacao_id from documento where id = ${gone})`;
});

const OPEN = { desde: null, ate: null };
const BY: readonly Ordem[] = ['criadoEm', 'atualizadoEm', 'finalizadoEm'];

it.each(BY)('tells the total of every period by %s, whichever side is counted', async (ordem) => {
  expect(kept).toHaveLength(6);
  const ends = [null, ...kept.map((one) => one[ordem]).filter((at) => at !== null)];
  const scope = scopeOf(kept[0]?.organizacao_id ?? '', 'TESTE');
  const told: unknown[] = [];
  const right: unknown[] = [];
  await service().app.db.read(scope, async (tx) => {
    for (const desde of ends) {
      for (const ate of ends) {
        for (const status of [null, 'RASCUNHO', 'ASSINADO'] as const) {
          for (const pastaId of [null, folder]) {
            if (desde === null && ate === null) continue;
            const periods = { criadoEm: OPEN, atualizadoEm: OPEN, finalizadoEm: OPEN, [ordem]: { desde, ate } };
            const filters = { status, pastaId, referencia: null, busca: null, periods };
            const totals = [];
            for (const looked of [[1], [2], [1, 4], [100]]) totals.push(await countNarrow(tx, filters, looked));
            const passing = kept.filter(({ [ordem]: at, ...one }) => {
              if (at === null || (desde !== null && at < desde) || (ate !== null && at > ate)) return false;
              return (status === null || one.status === status) && (pastaId === null || one.pasta_id === pastaId);
            });
            told.push([filters, totals]);
            right.push([filters, totals.map(() => passing.length)]);
          }
        }
      }
    }
  });
  expect(told).toEqual(right);
});
