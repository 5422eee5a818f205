import { randomUUID } from 'node:crypto';
import { METADATA_KEYS_MAX, METADATA_VALUE_MAX_CHARS, REFERENCE_MAX_CHARS } from '@rubrica/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { elsewhere } from '../../harness.ts';
import {
  about,
  call,
  documentForm,
  draft,
  field,
  newSender,
  person,
  postDocument,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  tinyPdf,
  until,
} from '../../modules/support.ts';
import { answer, startReceiver } from '../../modules/webhooks/receiver.ts';

/** Line 1: what a client calls a thing in its own system, and keeps beside it, from the creation to every event. */

const service = sharedService();
const own = (name: string) => ({ referenciaExterna: `pedido-${name}`, metadados: { filial: name, 'a.b_c-D': '' } });
const NONE = { referenciaExterna: null, metadados: {} };

describe.each(['PRODUCAO', 'TESTE'] as const)('in %s', (ambiente) => {
  let sender: Sender;
  const post = async (path: string, body: unknown, method = 'POST') => {
    const made = await call(`${sender.base}${path}`, method, body, { ...sender.as, ...elsewhere() });
    expect([made.status < 300, made.body?.erros]).toEqual([true, undefined]);
    return made.body;
  };
  const get = async (path: string) => (await call(`${sender.base}${path}`, 'GET', undefined, sender.as)).body;
  const listed = async (query: string) => {
    const { itens, total } = await get(`/documentos?${query}`);
    expect(total).toBe(itens.length);
    return itens.map(({ id }: { id: string }) => id);
  };
  beforeAll(async () => {
    sender = await newSender(service(), ambiente);
  });

  it('is in every answer that shows a document, a signer or an envelope', async () => {
    const envelope = await post('/envelopes', { titulo: 'Admissão', ...own('e') });
    expect(envelope).toMatchObject(own('e'));
    const made = await draft(sender, {
      ...own('d'),
      envelopeId: envelope.id,
      signatarios: [person(own('s')), person()],
      campos: [],
    });
    const [first, second] = made.signatarios;
    expect([made, first, second]).toMatchObject([own('d'), own('s'), NONE]);
    const shown = [
      await get(`/documentos/${made.id}`),
      (await get('/documentos')).itens[0],
      (await get(`/envelopes/${envelope.id}`)).documentos[0],
      await post(`/documentos/${made.id}/mover`, { pastaId: null }),
    ];
    for (const documento of shown) expect(documento).toMatchObject({ ...own('d'), signatarios: [own('s'), NONE] });
    expect((await get(`/documentos/${made.id}/signatarios`)).itens).toMatchObject([own('s'), NONE]);
    expect(await get(`/documentos/${made.id}/signatarios/${first.id}`)).toMatchObject(own('s'));
    expect(await post(`/documentos/${made.id}/signatarios`, person(own('t')))).toMatchObject(own('t'));
    expect((await get('/envelopes')).itens[0]).toMatchObject(own('e'));
    expect(await get(`/envelopes/${envelope.id}`)).toMatchObject(own('e'));
  });

  it('comes with a document made from a template, and with those who fill its roles', async () => {
    const papelId = randomUUID();
    const form = documentForm(tinyPdf(), {
      nome: 'Locação',
      papeis: [{ id: papelId, rotulo: 'A', funcao: 'ASSINAR' }],
    });
    const modelo = await post('/modelos', form);
    const made = await post(`/modelos/${modelo.id}/documentos`, {
      ...own('m'),
      papeis: [{ papelId, nome: 'Caio', email: 'caio@exemplo.com.br', ...own('p') }],
    });
    expect(made).toMatchObject({ ...own('m'), signatarios: [own('p')] });
  });

  it('changes while a draft, metadata as a whole, and null erases', async () => {
    const { id, signatarios } = await draft(sender, { ...own('d'), signatarios: [person(own('s'))] });
    const patch = (body: object) => post(`/documentos/${id}`, body, 'PATCH');
    const person0 = `/documentos/${id}/signatarios/${signatarios[0].id}`;
    expect(await patch({ metadados: { outra: 'x' } })).toMatchObject({
      referenciaExterna: 'pedido-d',
      metadados: { outra: 'x' },
    });
    expect((await get(`/documentos/${id}`)).metadados).toEqual({ outra: 'x' });
    expect(await patch({ titulo: 'Outro' })).toMatchObject({ metadados: { outra: 'x' } });
    expect(await patch({ referenciaExterna: null, metadados: null })).toMatchObject(NONE);
    expect(await post(person0, { metadados: { n: '1' } }, 'PATCH')).toMatchObject({
      referenciaExterna: 'pedido-s',
      metadados: { n: '1' },
    });
    expect(await post(person0, NONE, 'PATCH')).toMatchObject(NONE);

    const envelope = await post('/envelopes', { titulo: 'Conjunto', ...own('e') });
    expect(await post(`/envelopes/${envelope.id}`, { metadados: null }, 'PATCH')).toMatchObject({
      titulo: 'Conjunto',
      referenciaExterna: 'pedido-e',
      metadados: {},
    });
  });

  it('is adjusted once sent, and a signer’s own as long as that person is pending, without counting as a correction', async () => {
    const { id, signatarios } = await sent(sender, own('d'));
    const path = `/documentos/${id}/signatarios/${signatarios[0].id}`;
    expect(refusal(await about(sender, id, '', 'PATCH', own('x')))).toEqual([409, 'DOCUMENTO_IMUTAVEL']);
    expect(await post(`/documentos/${id}/ajustar`, own('x'))).toMatchObject(own('x'));
    expect(await post(`/documentos/${id}/ajustar`, { metadados: {} })).toMatchObject({ metadados: {} });
    for (let n = 1; n <= 5; n += 1) {
      expect(await post(path, own(`${n}`), 'PATCH')).toMatchObject(own(`${n}`));
    }
    expect(
      (await get(`/documentos/${id}/auditoria?limite=100`)).itens.map(({ acao }: { acao: string }) => acao),
    ).not.toContain('SIGNATARIO_CORRIGIDO');
    const one = await readyToSign(sender, signatarios[0]);
    expect((await one.sign()).status).toBe(200);
    await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
    expect(await post(`/documentos/${id}/ajustar`, own('y'))).toMatchObject(own('y'));
    expect(refusal(await call(`${sender.base}${path}`, 'PATCH', own('z'), sender.as))).toEqual([409, 'CONFLITO']);
  });

  it('is what listings look for, exactly, and the search, in part', async () => {
    const unique = randomUUID().slice(0, 8);
    const reference = `Nº ${unique}/A`;
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await draft(sender, { referenciaExterna: reference })).id);
    const { id: other } = await draft(sender, { signatarios: [person({ referenciaExterna: `cliente ${unique}` })] });
    const given = encodeURIComponent(reference);
    expect(await listed(`referenciaExterna=${given}`)).toEqual(ids);
    expect(await listed(`referenciaExterna=${given}&status=CANCELADO`)).toEqual([]);
    expect(await listed(`referenciaExterna=${given}&busca=${unique}`)).toEqual(ids);
    expect(await listed(`referenciaExterna=${given}&busca=outra`)).toEqual([]);
    expect(await listed(`referenciaExterna=${unique}`)).toEqual([]);
    expect(await listed(`busca=${unique.toUpperCase()}`)).toEqual([other, ...ids]);

    const first = await get(`/documentos?referenciaExterna=${given}&limite=2`);
    expect([first.itens.length, first.total]).toEqual([2, 3]);
    const rest = await get(`/documentos?referenciaExterna=${given}&limite=2&cursor=${first.proximoCursor}`);
    expect([...first.itens, ...rest.itens].map(({ id }) => id)).toEqual(ids);
    const mixed = await call(
      `${sender.base}/documentos?limite=2&cursor=${first.proximoCursor}`,
      'GET',
      undefined,
      sender.as,
    );
    expect(refusal(mixed)).toEqual([400, 'ENTRADA_INVALIDA', ['query.cursor']]);

    // What is changed is found by the new reference alone, whatever was counted before.
    await post(`/documentos/${ids[0]}`, { referenciaExterna: `outra ${unique}` }, 'PATCH');
    expect(await listed(`referenciaExterna=${given}`)).toEqual(ids.slice(1));
    expect(await listed(`busca=${encodeURIComponent(`outra ${unique}`)}`)).toEqual([ids[0]]);
    expect(await listed(`busca=${given}`)).toEqual(ids.slice(1));
    await post(
      `/documentos/${other}/signatarios/${(await get(`/documentos/${other}`)).signatarios[0].id}`,
      NONE,
      'PATCH',
    );
    expect(await listed(`busca=${encodeURIComponent(`cliente ${unique}`)}`)).toEqual([]);
    expect((await about(sender, ids[1] as string, '', 'DELETE')).status).toBe(204);
    expect(await listed(`excluidos=true&referenciaExterna=${given}`)).toEqual([ids[1]]);

    const envelope = await post('/envelopes', { titulo: 'Conjunto', referenciaExterna: reference });
    await post('/envelopes', { titulo: 'Outro' });
    const found = await get(`/envelopes?referenciaExterna=${given}`);
    expect([found.total, found.itens.map(({ id }: { id: string }) => id)]).toEqual([1, [envelope.id]]);
  });

  it('is in every event, with the environment and the envelope', async () => {
    const receiver = await startReceiver(answer(200));
    await post('/webhooks', {
      url: receiver.url,
      eventos: [
        ...['document.created', 'document.sent', 'document.viewed', 'signer.authenticated', 'document.signed'],
        ...['document.completed', 'document.refused', 'document.cancelled'],
      ],
    });
    const envelope = await post('/envelopes', { titulo: 'Conjunto' });
    const wanted = { ...own('d'), envelopeId: envelope.id, signatarios: [person(own('s'))], campos: [field()] };
    const { id } = await draft(sender, wanted);
    const { documentos } = await post(`/envelopes/${envelope.id}/enviar`, undefined);
    const signatario = (await get(`/documentos/${id}`)).signatarios[0];
    const one = await readyToSign(sender, signatario);
    expect(documentos.length).toBe(1);
    expect((await one.sign()).status).toBe(200);
    const { id: cancelled } = await sent(sender, own('c'));
    await post(`/documentos/${cancelled}/cancelar`, { motivo: 'Engano.' });

    const events = (await receiver.received(9, 40_000)).map(({ body }) => JSON.parse(body.toString()));
    await receiver.close();
    const of = (documentoId: string) =>
      Object.fromEntries(
        events.filter(({ dados }) => dados.documento.id === documentoId).map(({ evento, dados }) => [evento, dados]),
      );
    const inEnvelope = of(id);
    for (const dados of Object.values(inEnvelope)) {
      expect(dados).toMatchObject({ ambiente, envelopeId: envelope.id, documento: own('d') });
    }
    for (const evento of ['document.viewed', 'signer.authenticated', 'document.signed']) {
      expect(inEnvelope[evento]).toMatchObject({ signatario: own('s') });
    }
    expect(inEnvelope['document.completed']).toMatchObject({ signatarios: [own('s')] });
    expect(of(cancelled)['document.cancelled']).toMatchObject({ ambiente, documento: own('c') });
    expect(of(cancelled)['document.cancelled']).not.toHaveProperty('envelopeId');
  });
});

describe('what is taken', () => {
  let sender: Sender;
  beforeAll(async () => {
    sender = await newSender(service());
  });
  const map = (n: number, key = (index: number) => `k${index}`) =>
    Object.fromEntries(Array.from({ length: n }, (_, index) => [key(index), 'v']));

  it('goes to the limits and not beyond, with each problem at its place', async () => {
    const longest = {
      referenciaExterna: 'x'.repeat(REFERENCE_MAX_CHARS),
      metadados: { ...map(METADATA_KEYS_MAX - 1), ['k'.repeat(40)]: 'é'.repeat(METADATA_VALUE_MAX_CHARS) },
    };
    expect(await draft(sender, longest)).toMatchObject(longest);
    const bad = (dados: object) => postDocument(sender, dados).then(refusal);
    const invalid = (...places: string[]) => [400, 'ENTRADA_INVALIDA', places];
    expect(await bad({ referenciaExterna: 'x'.repeat(REFERENCE_MAX_CHARS + 1) })).toEqual(invalid('referenciaExterna'));
    expect(await bad({ referenciaExterna: '' })).toEqual(invalid('referenciaExterna', 'referenciaExterna'));
    expect(await bad({ metadados: map(METADATA_KEYS_MAX + 1) })).toEqual(invalid('metadados'));
    expect(await bad({ metadados: { n: 1, ok: 'x' } })).toEqual(invalid('metadados.n'));
    expect(await bad({ metadados: ['x'] })).toEqual(invalid('metadados'));
    expect(await bad({ metadados: { ação: 'x', b: 'x'.repeat(METADATA_VALUE_MAX_CHARS + 1) } })).toEqual(
      invalid('metadados.ação', 'metadados.b'),
    );
    expect(await bad({ metadados: { ['k'.repeat(41)]: 'x' } })).toEqual(invalid(`metadados.${'k'.repeat(41)}`));
    expect(await bad({ signatarios: [person({ metadados: { '': 'x' } })] })).toEqual(
      invalid('signatarios[0].metadados.'),
    );
    expect(await draft(sender, { metadados: { constructor: 'x', toString: 'y', nulo: null } })).toMatchObject({
      metadados: { constructor: 'x', toString: 'y' },
    });
  });
});
