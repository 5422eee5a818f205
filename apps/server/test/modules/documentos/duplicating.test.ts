import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../../../../../packages/pdf/fixtures/build.ts';
import { type Account, newAccount } from '../../harness.ts';
import {
  about,
  call,
  draft,
  field,
  person,
  readyToSign,
  type Sender,
  sent,
  sharedService,
  trailOf,
} from '../support.ts';

/** A copy of a document is a draft of its own. */

const service = sharedService();
let account: Account;
let sender: Sender;
beforeAll(async () => {
  account = await newAccount(service().origin);
  sender = { service: service(), base: `${service().origin}/v1/sandbox`, as: account.panel };
});

const DAY_MS = 24 * 3600_000;
type Made = Awaited<ReturnType<typeof draft>>;
async function duplicate(id: string, body?: object, who: Sender = sender): Promise<Made> {
  const answer = await about(who, id, '/duplicar', 'POST', body);
  expect(answer.status).toBe(201);
  expect(answer.headers.get('location')).toBe(`${who.base}/documentos/${answer.body.id}`);
  return answer.body;
}
const ORIGINAL = '/arquivo?tipo=ORIGINAL';
async function fileOf(id: string): Promise<Buffer> {
  const answer = await fetch(`${sender.base}/documentos/${id}${ORIGINAL}`, { headers: sender.as });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
/** What one person or field has in common with its copy. */
const without = (names: readonly string[], one: object) =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)));
const placeOf = (campo: object) => without(['id', 'signatarioId', 'valor'], campo);

describe('a copy of a document', () => {
  it('has its file, rules, people and fields, whatever became of it, and is signed by itself', async () => {
    const [ana, davi] = ['Ana Prado', 'Davi Reis'].map((nome, index) => ({
      ...person({ nome, ordem: index + 1 }),
      id: randomUUID(),
    })) as [Made, Made];
    const made = await draft(sender, {
      titulo: 'Locação',
      mensagem: 'Leia com calma.',
      ordenado: true,
      recusavel: false,
      lembrete: 'DIARIO',
      referenciaExterna: 'pedido-7',
      metadados: { loja: '12' },
      signatarios: [ana, davi],
      campos: [field({ signatarioId: ana.id }), field({ signatarioId: davi.id, y: 0.6 })],
    });
    await about(sender, made.id, '/enviar', 'POST');
    await about(sender, made.id, '/cancelar', 'POST', { motivo: 'Valor errado.' });
    const before = (await about(sender, made.id)).body;

    const copy = await duplicate(made.id, { titulo: 'Locação, corrigida' });
    expect(copy).toMatchObject({
      titulo: 'Locação, corrigida',
      status: 'RASCUNHO',
      mensagem: 'Leia com calma.',
      ordenado: true,
      recusavel: false,
      lembrete: 'DIARIO',
      referenciaExterna: null,
      metadados: {},
      codigoValidacao: null,
      enviadoEm: null,
    });
    expect(copy.signatarios.map(({ nome, email, ordem, status }: Made) => [nome, email, ordem, status])).toEqual([
      ['Ana Prado', ana.email ?? null, 1, 'PENDENTE'],
      ['Davi Reis', davi.email ?? null, 2, 'PENDENTE'],
    ]);
    expect(copy.campos.map(placeOf)).toEqual(before.campos.map(placeOf));
    const owners = copy.campos.map(({ signatarioId }: Made) => signatarioId);
    expect(owners).toEqual(copy.signatarios.map(({ id }: Made) => id));
    const ids = (one: Made) => [
      one.id,
      ...one.signatarios.map(({ id }: Made) => id),
      ...one.campos.map(({ id }: Made) => id),
    ];
    expect(ids(copy).filter((id) => ids(before).includes(id))).toEqual([]);
    expect((await fileOf(copy.id)).equals(await fileOf(made.id))).toBe(true);
    expect((await trailOf(sender, copy.id))[0]).toMatchObject({
      acao: 'DOCUMENTO_CRIADO',
      detalhe: { copiaDe: made.id },
    });
    expect((await about(sender, made.id)).body).toEqual(before);

    const out = (await about(sender, copy.id, '/enviar', 'POST')).body;
    for (const signatario of out.signatarios) {
      const one = await readyToSign(sender, signatario);
      expect((await one.sign()).status).toBe(200);
    }
    expect((await about(sender, copy.id)).body.status).toBe('ASSINADO');
    expect((await duplicate(copy.id)).titulo).toBe('Locação, corrigida');
  });

  it('starts outside of the envelope, without a deadline that has passed', async () => {
    const soon = new Date(service().clock.now().getTime() + 3600_000).toISOString();
    const later = new Date(service().clock.now().getTime() + 3 * DAY_MS).toISOString();
    const envelope = (await call(`${sender.base}/envelopes`, 'POST', { titulo: `E ${randomUUID()}` }, sender.as)).body;
    const made = await draft(sender, { envelopeId: envelope.id, prazoEm: soon, expiraEm: later });
    const early = await duplicate(made.id);
    expect([early.envelopeId, early.prazoEm, early.expiraEm]).toEqual([null, made.prazoEm, made.expiraEm]);
    service().clock.advance(3600_000);
    const late = await duplicate(made.id);
    expect([late.prazoEm, late.expiraEm]).toEqual([null, made.expiraEm]);
  });

  it('without its people keeps the fields, which become those of whoever is added first', async () => {
    const made = await sent(sender, { signatarios: [person()], campos: [field()] });
    const copy = await duplicate(made.id, { manterPessoas: false });
    expect(copy.signatarios).toEqual([]);
    expect(copy.campos.map(placeOf)).toEqual(made.campos.map(placeOf));
    expect(copy.campos[0].signatarioId).toBeNull();
    const { body } = await about(sender, copy.id, '/signatarios', 'POST', person());
    expect((await about(sender, copy.id)).body.campos[0].signatarioId).toBe(body.id);
    expect((await about(sender, copy.id, '/enviar', 'POST')).status).toBe(200);
  });

  it('follows the tags of its file, as the document does', async () => {
    const pdf = build(
      onePage('/MediaBox [0 0 400 300]', rawStream('BT /F 10 Tf 50 200 Td ({{assinatura:ana}}) Tj ET')),
    );
    const made = await draft(sender, { signatarios: [person({ chave: 'ana' })] }, pdf);
    const copy = await duplicate(made.id);
    expect([copy.campos.length, copy.conteudoAtivo]).toEqual([1, made.conteudoAtivo]);
    expect(copy.campos[0].signatarioId).toBe(copy.signatarios[0].id);
    const bare = await duplicate(made.id, { manterPessoas: false });
    await about(sender, bare.id, '/signatarios', 'POST', person({ chave: 'ana', nome: 'Outra Ana' }));
    const out = await about(sender, bare.id, '/enviar', 'POST');
    expect([out.status, out.body.campos?.length]).toEqual([200, 1]);
  });

  it('is made of a colleague’s document, too, and belongs to who made it', async () => {
    const made = await draft(sender);
    const colleague = { ...sender, as: (await account.member('OPERADOR')).panel as Record<string, string> };
    const copy = await duplicate(made.id, undefined, colleague);
    expect(copy.criadoPor).not.toBe(made.criadoPor);
    expect((await about(colleague, copy.id, '', 'PATCH', { titulo: 'Minha' })).status).toBe(200);
  });
});
