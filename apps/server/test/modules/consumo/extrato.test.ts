import { expect, it } from 'vitest';
import { newSender, type Sender, sent, sharedWorld } from './world.ts';

const world = sharedWorld();

interface Line {
  id: string;
  tipo: string;
  quantidade: number;
  ocorridoEm: string;
  documentoId: string | null;
  descricao: string;
}

async function walk(by: Sender, query: string): Promise<{ lines: Line[]; total: number }> {
  const lines: Line[] = [];
  let cursor = '';
  for (;;) {
    const { body } = await by.api(`/consumo/extrato?limite=2${query}${cursor}`);
    lines.push(...body.itens);
    if (!body.proximoCursor) return { lines, total: body.total };
    cursor = `&cursor=${encodeURIComponent(body.proximoCursor)}`;
  }
}

it('the statement of consumption lists each counted act with its document, newest first, each line once over the pages', async () => {
  const by = await newSender(world().service);
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push(await sent(by, { titulo: `Contrato ${i}` }));
  const { lines, total } = await walk(by, '');
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  expect(total).toBe(lines.length);
  const instants = lines.map(({ ocorridoEm }) => ocorridoEm);
  expect(instants).toEqual([...instants].sort().reverse());
  const envelopes = lines.filter(({ tipo }) => tipo === 'ENVELOPE_ENVIADO');
  expect(envelopes.map(({ documentoId, descricao, quantidade }) => [documentoId, descricao, quantidade])).toEqual(
    ids.map((id, index) => [id, `Contrato ${index}`, 1]).reverse(),
  );
});

it('the statement of consumption narrowed to a kind has only its lines and its total', async () => {
  const by = await newSender(world().service);
  for (let i = 0; i < 3; i++) await sent(by);
  const { lines, total } = await walk(by, '&tipo=DOCUMENTO_ENVIADO');
  expect(lines.map(({ tipo }) => tipo)).toEqual(new Array(3).fill('DOCUMENTO_ENVIADO'));
  expect(total).toBe(3);
});

it('the statement of consumption adds up to what GET /consumo says', async () => {
  const by = await newSender(world().service);
  await sent(by);
  const { medicoes } = (await by.api('/consumo')).body as { medicoes: { tipo: string; quantidade: number }[] };
  const { itens } = (await by.api('/consumo/extrato?limite=100')).body as { itens: Line[] };
  for (const { tipo, quantidade } of medicoes.filter((medicao) => medicao.tipo !== 'REQUISICAO_API')) {
    const lines = itens.filter((line) => line.tipo === tipo);
    expect([tipo, lines.reduce((sum, line) => sum + line.quantidade, 0)]).toEqual([tipo, quantidade]);
  }
});

it('the statement of consumption refuses a cursor of other filters and an unknown kind', async () => {
  const by = await newSender(world().service);
  await sent(by);
  const { proximoCursor } = (await by.api('/consumo/extrato?limite=1')).body;
  const other = await by.api(`/consumo/extrato?limite=1&tipo=SMS_ENVIADO&cursor=${encodeURIComponent(proximoCursor)}`);
  expect([other.status, other.body.codigo]).toEqual([400, 'ENTRADA_INVALIDA']);
  const unknown = await by.api('/consumo/extrato?tipo=CAFEZINHO');
  expect([unknown.status, unknown.body.erros[0].campo]).toEqual([400, 'query.tipo']);
});
