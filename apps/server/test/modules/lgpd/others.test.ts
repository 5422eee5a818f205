import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, newAccount, type Service, startService, until } from '../../harness.ts';
import { type Client, client, DAY_MS, newPerson, type Person, tablesHolding } from './support.ts';

/** One place, several people one after the other: each gets, and loses, what is theirs and nothing of the others. */

let service: Service;
let account: Account;
let api: Client;
beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
  api = client(service, account.test, 'sandbox');
});
afterAll(() => service?.stop());

const signerOf = async (documentoId: string) => (await api.ok('GET', `/documentos/${documentoId}`)).signatarios[0];
const linkOf = async (documentoId: string) => `/assinatura/${(await signerOf(documentoId)).link.split('/').pop()}`;

const ask = ({ nome, email }: Person, tipo: string) =>
  api.ok('POST', '/lgpd/solicitacoes', { tipo, titular: { nome, email } });

async function exported(person: Person) {
  const { id } = await ask(person, 'EXPORTACAO');
  await api.closed(id);
  return api.ok('GET', `/lgpd/solicitacoes/${id}/arquivo`);
}

async function erased(person: Person) {
  const { id } = await ask(person, 'ELIMINACAO');
  await api.ok('POST', `/lgpd/solicitacoes/${id}/decidir`, { decisao: 'CONFIRMAR' });
  service.clock.advance(8 * DAY_MS);
  return api.closed(id);
}

const actions = ({ documentos: [documento] }: { documentos: { eventos: { acao: string }[] }[] }) =>
  documento?.eventos.map(({ acao }) => acao);

/** A document that one opened and proved themselves in, and then the sender put another into the place. */
async function corrected(person: Person, other: Person): Promise<string> {
  const { id } = await api.draft([person]);
  const place = `/documentos/${id}/signatarios/${(await signerOf(id)).id}`;
  await api.ok('PATCH', place, { referenciaExterna: `cadastro de ${person.nome}` });
  await api.ok('POST', `/documentos/${id}/enviar`);
  const link = await linkOf(id);
  await api.ok('GET', link);
  const { cpf, dataNascimento } = person;
  await api.ok('POST', `${link}/autenticar`, { fator: 'DADOS_PESSOAIS', cpf, dataNascimento });
  const { nome, email } = other;
  await api.ok('PATCH', place, { nome, email });
  await linkOf(id);
  return id;
}

/** The same, where the one passed it on to the other. */
async function passedOn(person: Person, other: Person): Promise<string> {
  const { id } = await api.draft([person]);
  await api.ok('PATCH', `/documentos/${id}/signatarios/${(await signerOf(id)).id}`, { delegavel: true });
  await api.ok('POST', `/documentos/${id}/enviar`);
  const link = await linkOf(id);
  await api.ok('GET', link);
  const { cpf, dataNascimento } = person;
  await api.ok('POST', `${link}/autenticar`, { fator: 'DADOS_PESSOAIS', cpf, dataNascimento });
  await api.ok('POST', `${link}/delegar`, { ...other, cpf: '11144477735' });
  await until(async () => (await tablesHolding(service, other.email)).includes('mensagem_capturada'));
  return id;
}

const WAYS = [
  ['corrected', corrected],
  ['passed on', passedOn],
] as const;

describe.each(WAYS)('a place that was %s', (_, begin) => {
  it('is exported to whoever is in it now without the person of before', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const id = await begin(person, other);
    const dados = await exported(other);
    // The messages are as the person got them: an invitation says who passed the place on.
    const text = JSON.stringify(dados.documentos);
    expect([text.includes(person.email), text.includes(person.nome)]).toEqual([false, false]);
    expect(dados.documentos).toMatchObject([
      { id, signatario: { nome: other.nome, email: other.email, substituidoEm: null } },
    ]);
    expect(actions(dados)).toContain('SIGNATARIO_CORRIGIDO');
    expect(actions(dados)).not.toContain('DOCUMENTO_VISUALIZADO');
    expect(dados.documentos[0].signatario.noEnvio?.email ?? null).toBeNull();
  });

  it('is exported to the person of before, with what they did, and without who came after', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const id = await begin(person, other);
    const dados = await exported(person);
    expect(dados.documentos).toMatchObject([
      {
        id,
        signatario: {
          nome: person.nome,
          email: person.email,
          status: 'CANCELADO',
          substituidoEm: expect.any(String),
          noEnvio: { nome: person.nome, email: person.email },
        },
      },
    ]);
    const acts = actions(dados);
    expect(acts).toEqual(expect.arrayContaining(['DOCUMENTO_ENVIADO', 'DOCUMENTO_VISUALIZADO', 'FATOR_CUMPRIDO']));
    const told = JSON.stringify(
      dados.documentos[0].eventos.filter(({ acao }: never) => acao !== 'SIGNATARIO_DELEGADO'),
    );
    expect([told.includes(other.email), told.includes(other.nome)]).toEqual([false, false]);
    const viewed = dados.documentos[0].eventos.find(({ acao }: { acao: string }) => acao === 'DOCUMENTO_VISUALIZADO');
    expect(viewed.ip).toEqual(expect.any(String));
  });

  it('forgets the person of before where nothing must be kept, and keeps who is in it now', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const id = await begin(person, other);
    await api.ok('POST', `/documentos/${id}/cancelar`, { motivo: 'Valor errado.' });
    const done = await erased(person);
    expect(done.estado).toBe('ATENDIDA');
    expect(done.resultado.eliminados).toContainEqual({ dado: 'SIGNATARIO', quantidade: 1 });
    expect(await signerOf(id)).toMatchObject({ nome: other.nome, email: other.email });
    const allowed = ['evento_auditoria', 'idempotencia', 'solicitacao_lgpd'];
    for (const mark of [person.email, person.nome]) {
      const left = await tablesHolding(service, mark);
      expect(left.filter((table) => !allowed.includes(table))).toEqual([]);
    }
    expect((await tablesHolding(service, other.email)).includes('signatario')).toBe(true);
  });

  it('forgets who is in it now without the person of before', async () => {
    const [person, other] = [newPerson(), newPerson()];
    const id = await begin(person, other);
    await api.ok('POST', `/documentos/${id}/cancelar`, { motivo: 'Valor errado.' });
    await erased(other);
    expect(await signerOf(id)).toMatchObject({ nome: null, email: null });
    const allowed = ['evento_auditoria', 'idempotencia', 'solicitacao_lgpd'];
    expect((await tablesHolding(service, other.email)).filter((table) => !allowed.includes(table))).toEqual([]);
  });

  it('in progress is kept, and an erasure that was asked for says so', async () => {
    const [person, other] = [newPerson(), newPerson()];
    await begin(person, other);
    const done = await erased(person);
    expect(done.resultado.mantidos).toMatchObject([{ dado: 'DOCUMENTO_EM_ANDAMENTO', quantidade: 1 }]);
  });
});

it('one whose e-mail another’s ends with, and a namesake, are in nobody else’s export', async () => {
  const first = newPerson();
  const longer = { ...newPerson(), email: `x${first.email}` };
  const namesake = { ...newPerson(), nome: first.nome };
  const { id } = await api.draft([first, longer, namesake]);
  await api.ok('POST', `/documentos/${id}/enviar`);
  for (const one of [longer, namesake]) await api.sign(id, one);
  const { eventos } = (await exported(first)).documentos[0];
  expect(eventos.map(({ acao }: { acao: string }) => acao)).not.toContain('ASSINATURA_REGISTRADA');
  expect(JSON.stringify(eventos)).not.toContain(longer.email);
});
