import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, documentForm, newAccount, type Service, startService, until } from '../../harness.ts';
import { type Client, client, DAY_MS, tablesHolding as holding, newPerson, type Person } from './support.ts';

let service: Service;
let account: Account;
let api: Client;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
  api = client(service, account.test, 'sandbox');
});
afterAll(() => service?.stop());

const PATH = '/lgpd/solicitacoes';
const request = ({ nome, email }: Person) => api.ok('POST', PATH, { tipo: 'ELIMINACAO', titular: { nome, email } });
const read = async (id: string, estado: string) =>
  (await api.ok('GET', `${PATH}?limite=100&estado=${estado}`)).itens.find((item: { id: string }) => item.id === id);
const closed = (id: string) => api.closed(id);
const confirm = (id: string) => api.ok('POST', `${PATH}/${id}/decidir`, { decisao: 'CONFIRMAR' });

const signerOf = async (documentoId: string) => (await api.ok('GET', `/documentos/${documentoId}`)).signatarios[0];

const tablesHolding = (text: string) => holding(service, text);

describe('a deletion', () => {
  it('waits seven days, and then for its confirmation', async () => {
    const person = newPerson();
    const draft = await api.draft([person]);
    const { id, criadaEm, carenciaAte, estado } = await request(person);
    expect(estado).toBe('EM_CARENCIA');
    expect(new Date(carenciaAte).getTime() - new Date(criadaEm).getTime()).toBe(7 * DAY_MS);
    service.clock.advance(8 * DAY_MS);
    // A later request that is confirmed goes through the same sweep: when it is done, the first had its turn too.
    const later = newPerson();
    const { id: laterId } = await request(later);
    await confirm(laterId);
    service.clock.advance(8 * DAY_MS);
    await closed(laterId);
    expect(await read(id, 'EM_CARENCIA')).toBeDefined();
    expect((await signerOf(draft.id)).nome).toBe(person.nome);

    expect((await confirm(id)).confirmadaEm).not.toBeNull();
    expect((await api.ask('POST', `${PATH}/${id}/decidir`, { decisao: 'CONFIRMAR' })).body.codigo).toBe('CONFLITO');
    await closed(id);
    expect((await signerOf(draft.id)).nome).toBeNull();
    // A copy is not made for nobody.
    const copy = await api.ok('POST', `/documentos/${draft.id}/duplicar`);
    expect([copy.signatarios, copy.campos]).toEqual([[], []]);
  });

  it('stopped within its grace erases nothing', async () => {
    const person = newPerson();
    const draft = await api.draft([person]);
    const { id } = await request(person);
    await confirm(id);
    await api.ok('POST', `${PATH}/${id}/decidir`, { decisao: 'RECUSAR', motivo: 'A pessoa desistiu.' });
    const later = newPerson();
    const { id: laterId } = await request(later);
    await confirm(laterId);
    service.clock.advance(8 * DAY_MS);
    // The sweep that takes the later one would have taken the first.
    await closed(laterId);
    expect(await read(id, 'RECUSADA')).toBeDefined();
    expect((await signerOf(draft.id)).nome).toBe(person.nome);
  });
});

it('a deletion takes where the person was sent back to, which may name them', async () => {
  const person = newPerson();
  const origem = 'https://app.exemplo.com.br';
  const named = `${origem}/clientes/titular-7730`;
  await api.ok('PATCH', '/organizacao', { origensPermitidas: [origem] });
  const { id } = await api.draft([person]);
  const path = `/documentos/${id}/signatarios/${(await signerOf(id)).id}`;
  await api.ok('PATCH', path, { urlRetorno: named });
  await api.ok('POST', `/documentos/${id}/enviar`);
  await api.ok('POST', `${path}/link`, { origem, urlRetorno: named });
  await api.ok('POST', `/documentos/${id}/cancelar`, { motivo: 'Valor errado.' });
  expect(await tablesHolding('titular-7730')).toEqual(expect.arrayContaining(['link_incorporado', 'signatario']));
  const asked = await request(person);
  await confirm(asked.id);
  service.clock.advance(8 * DAY_MS);
  await closed(asked.id);
  expect(await tablesHolding('titular-7730')).toEqual([]);
});

it('a deletion takes what the place of another still says of the person who passed it on', async () => {
  const [person, other] = [newPerson(), newPerson()];
  const { id } = await api.draft([person]);
  await api.ok('PATCH', `/documentos/${id}/signatarios/${(await signerOf(id)).id}`, { delegavel: true });
  await api.ok('POST', `/documentos/${id}/enviar`);
  const link = `/assinatura/${(await signerOf(id)).link.split('/').pop()}`;
  const { cpf, dataNascimento } = person;
  await api.ok('POST', `${link}/autenticar`, { fator: 'DADOS_PESSOAIS', cpf, dataNascimento });
  await api.ok('POST', `${link}/delegar`, { ...other, cpf: '11144477735' });
  await api.ok('POST', `/documentos/${id}/cancelar`, { motivo: 'Valor errado.' });
  expect((await signerOf(id)).delegadoDe.nome).toBe(person.nome);
  const asked = await request(person);
  await confirm(asked.id);
  service.clock.advance(8 * DAY_MS);
  await closed(asked.id);
  expect(await signerOf(id)).toMatchObject({ nome: other.nome, delegadoDe: null });
  expect(await tablesHolding(person.email)).not.toContain('signatario');
});

/** Two public links of a template: one names this person for every document, by the other they have asked for one. */
async function askedByLink(person: Person) {
  const [papelId, otherId] = [randomUUID(), randomUUID()];
  const place = { tipo: 'ASSINATURA', pagina: 1, x: 0.1, largura: 0.3, altura: 0.05 };
  const template = documentForm(tinyPdf(), {
    nome: 'Adesão',
    papeis: [papelId, otherId].map((id, n) => ({ id, rotulo: `Parte ${n}`, funcao: 'ASSINAR' })),
    campos: [papelId, otherId].map((id, n) => ({ ...place, y: 0.2 + n / 5, papelId: id })),
  });
  const { id: modeloId } = await api.ok('POST', '/modelos', template);
  const links = `/modelos/${modeloId}/links`;
  const link = (papel: object) =>
    api.ok('POST', links, { titulo: 'Adesão', papelId, documento: { papeis: [{ papelId: otherId, ...papel }] } });
  const named = await link({ nome: person.nome, email: person.email });
  const open = await link({ nome: 'Rui Prado', email: 'rui.prado@exemplo.com.br' });
  const token = open.url.split('/').pop();
  await api.ok('POST', `/formularios/${token}/pedidos`, { nome: person.nome, email: person.email, idioma: 'es' });
  return { links, named, open };
}

it('an export has what was asked for by a public link with the address and not confirmed, and nobody else’s', async () => {
  const person = newPerson();
  await askedByLink(newPerson());
  await askedByLink(person);
  const { id } = await api.ok('POST', PATH, {
    tipo: 'EXPORTACAO',
    titular: { nome: person.nome, email: person.email.toUpperCase() },
  });
  await closed(id);
  const { pedidosDeFormulario } = await api.ok('GET', `${PATH}/${id}/arquivo`);
  const { nome, email } = person;
  expect(pedidosDeFormulario).toMatchObject([{ titulo: 'Adesão', nome, email, idioma: 'es' }]);
  const [{ pedidoEm, expiraEm }] = pedidosDeFormulario;
  expect(new Date(expiraEm).getTime() - new Date(pedidoEm).getTime()).toBe(DAY_MS);
});

it('an export has the public links that name the person for every document, also those that ended, and nobody else’s', async () => {
  const person = newPerson();
  await askedByLink(newPerson());
  const { links, named } = await askedByLink(person);
  await api.ok('DELETE', `${links}/${named.id}`);
  const { id } = await api.ok('POST', PATH, {
    tipo: 'EXPORTACAO',
    titular: { nome: person.nome, email: person.email.toUpperCase() },
  });
  await closed(id);
  const { linksDeModelo } = await api.ok('GET', `${PATH}/${id}/arquivo`);
  const { nome, email } = person;
  expect(linksDeModelo).toMatchObject([{ id: named.id, titulo: 'Adesão', nome, email, cpf: null }]);
  expect(linksDeModelo[0].encerradoEm).toEqual(expect.any(String));
});

it('a deletion ends public links that name the person for every document, and forgets what they asked for by one', async () => {
  const person = newPerson();
  const { links, named, open } = await askedByLink(person);
  expect(await tablesHolding(person.email)).toEqual(expect.arrayContaining(['formulario', 'formulario_pedido']));
  const asked = await request(person);
  await confirm(asked.id);
  service.clock.advance(8 * DAY_MS);
  const { eliminados } = (await closed(asked.id)).resultado;
  expect(eliminados).toEqual(
    expect.arrayContaining([
      { dado: 'PEDIDO_DE_FORMULARIO', quantidade: 1 },
      { dado: 'LINK_DE_MODELO', quantidade: 1 },
    ]),
  );
  const left = await tablesHolding(person.email);
  expect(left.filter((table) => table.startsWith('formulario'))).toEqual([]);
  const { itens } = await api.ok('GET', links);
  const situations = new Map(itens.map(({ id, situacao }: { id: string; situacao: string }) => [id, situacao]));
  expect([situations.get(named.id), situations.get(open.id)]).toEqual(['ENCERRADO', 'ABERTO']);
});

describe('what a deletion touches', () => {
  const person = { ...newPerson(), cpf: '16899535009' };
  const ids: Record<string, string> = {};
  const before: Record<string, string> = {};
  let done: {
    estado: string;
    resultado: { eliminados: { dado: string }[]; mantidos: { dado: string; motivo: string }[] };
  };

  /** All that the API serves of a document under a duty to keep. */
  async function snapshot(documentoId: string): Promise<string> {
    const parts = [
      await api.ok('GET', `/documentos/${documentoId}`),
      await api.ok('GET', `/documentos/${documentoId}/auditoria?limite=100`),
      await api.ask('GET', `/documentos/${documentoId}/certificado`).then(({ bytes }) => {
        const { instance: _, requestId: __, ...rest } = JSON.parse(bytes.toString());
        return rest;
      }),
    ];
    const file = await api.ask('GET', `/documentos/${documentoId}/arquivo?tipo=ORIGINAL`);
    return JSON.stringify([...parts, file.headers.get('etag')]);
  }

  beforeAll(async () => {
    const sent = async () => {
      const { id } = await api.draft([person, newPerson()]);
      await api.ok('POST', `/documentos/${id}/enviar`);
      return id as string;
    };
    await api.ok('POST', '/clientes', { nome: person.nome, email: person.email });
    ids.draft = (await api.draft([person])).id;
    ids.cancelled = await sent();
    await api.sign(ids.cancelled as string, person);
    await api.ok('POST', `/documentos/${ids.cancelled}/cancelar`, { motivo: 'Valor errado.' });
    ids.progress = await sent();
    await api.sign(ids.progress as string, person);
    ids.completed = (await api.draft([person])).id;
    await api.ok('POST', `/documentos/${ids.completed}/enviar`);
    await api.sign(ids.completed as string, person);
    // So that merely reading records no event between the two pictures.
    for (const id of [ids.progress, ids.completed] as string[]) await snapshot(id);
    for (const name of ['progress', 'completed']) before[name] = await snapshot(ids[name] as string);
    const { id } = await api.ok('POST', PATH, {
      tipo: 'ELIMINACAO',
      titular: { nome: person.nome, email: person.email.toUpperCase() },
    });
    await confirm(id);
    service.clock.advance(8 * DAY_MS);
    done = await closed(id);
  });

  it.each(['draft', 'cancelled'])('the person is gone from a %s document, which stays', async (name) => {
    const signer = await signerOf(ids[name] as string);
    expect(signer).toMatchObject({ nome: null, email: null, telefone: null, cpf: null, dataNascimento: null });
    const trail = await api.ok('GET', `/documentos/${ids[name]}/auditoria?limite=100`);
    expect(trail.itens.at(-1).acao).toBe('DADOS_ELIMINADOS');
  });

  it.each(['progress', 'completed'])('a document under a duty to keep is as it was: %s', async (name) => {
    expect(await snapshot(ids[name] as string)).toBe(before[name]);
  });

  it('the answer tells what went and what stays, and why', async () => {
    expect(done.estado).toBe('ATENDIDA');
    expect(done.resultado.eliminados).toContainEqual({ dado: 'SIGNATARIO', quantidade: 2 });
    expect(done.resultado.eliminados).toContainEqual({ dado: 'CLIENTE', quantidade: 1 });
    expect(done.resultado.mantidos.map(({ dado, ...rest }) => [dado, 'quantidade' in rest && rest.quantidade])).toEqual(
      [
        ['DOCUMENTO_CONCLUIDO', 1],
        ['DOCUMENTO_EM_ANDAMENTO', 1],
        ['TRILHA_DE_AUDITORIA', 2],
      ],
    );
    for (const { motivo } of done.resultado.mantidos) expect(motivo).toMatch(/LGPD, art\. 7º/);
  });

  it('the e-mail is left only where a duty keeps it', async () => {
    const tables = await tablesHolding(person.email);
    const signers = await service.owner<{ status: string }[]>`
      select d.status from signatario s join documento d on d.id = s.documento_id where s.email = ${person.email}`;
    expect(signers.map(({ status }) => status).sort()).toEqual(['ASSINADO', 'PARCIALMENTE_ASSINADO']);
    const kept = await service.owner<{ status: string; sais: number }[]>`
      select d.status, num_nonnulls(s.envio_sal, s.valores_sal) as sais
        from signatario s
        join documento d on d.id = s.documento_id
       where strpos(s.envio_dados::text, ${person.email}) > 0`;
    expect(kept.map(({ status, sais }) => [status, sais]).sort()).toEqual([
      ['ASSINADO', 2],
      ['PARCIALMENTE_ASSINADO', 2],
    ]);
    const salts = await service.owner`
      select from signatario where email is null and num_nonnulls(envio_sal, envio_dados, valores_sal) > 0`;
    expect(salts.length).toBe(0);
    const searched = await service.owner<{ status: string }[]>`
      select status from documento where strpos(busca, ${person.email}) > 0`;
    expect(searched.map(({ status }) => status).sort()).toEqual(['ASSINADO', 'PARCIALMENTE_ASSINADO']);
    // What `busca` looks into stands beside the document, as long as the signer has it, and for a while after a change.
    const allowed = [
      ...['certificado', 'documento', 'documento_variacao'],
      ...['evento_auditoria', 'evento_saida', 'idempotencia', 'link', 'signatario'],
    ];
    expect(tables.filter((table) => !allowed.includes(table))).toEqual([]);
  });
});

it('an erasure is refused with its reason where all data of the person must be kept', async () => {
  const person = newPerson();
  const { id: documentoId } = await api.draft([person]);
  await api.ok('POST', `/documentos/${documentoId}/enviar`);
  await service.owner`delete from mensagem_capturada where lower(destino) = ${person.email}`;
  const { id } = await api.ok('POST', PATH, {
    tipo: 'ELIMINACAO',
    titular: { nome: person.nome, email: person.email },
  });
  await confirm(id);
  service.clock.advance(8 * DAY_MS);
  expect(await closed(id)).toMatchObject({
    estado: 'RECUSADA',
    motivoRecusa: 'Tudo o que se guarda desta pessoa está sob dever legal de guarda.',
    resultado: { eliminados: [], mantidos: [{ dado: 'DOCUMENTO_EM_ANDAMENTO', quantidade: 1 }] },
  });
});

it('an erasure takes back the notices of how a document ended: those that wait, and what they said', async () => {
  const [person, other] = [newPerson(), newPerson()];
  const envelopeId = (await api.ok('POST', '/envelopes', { titulo: 'Admissão' })).id;
  const { id: refused } = await api.draft([person], { envelopeId, titulo: 'Recusado' });
  const { id: going } = await api.draft([other], { envelopeId, titulo: 'Em andamento' });
  await api.ok('POST', `/envelopes/${envelopeId}/enviar`);
  const { id: alone } = await api.draft([person]);
  await api.ok('POST', `/documentos/${alone}/enviar`);
  for (const id of [refused, alone]) {
    const { link } = await signerOf(id);
    await api.ok('POST', `/assinatura/${link.split('/').pop()}/recusar`, { motivo: 'Não concordo.' });
  }
  const waiting = () => service.owner`select documento_id from aviso where documento_id = any(${[refused, going]})`;
  const naming = () => service.owner`select 1 from mensagem_capturada where strpos(texto, ${person.nome}) > 0`;
  await until(async () => (await naming()).length === 1);
  expect(await waiting()).toHaveLength(1);

  const { id } = await request(person);
  await confirm(id);
  service.clock.advance(8 * DAY_MS);
  await closed(id);
  expect([(await waiting()).length, (await naming()).length]).toEqual([0, 0]);
});
