import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, newAccount, type Service, startService } from '../../harness.ts';
import { type Client, client, DAY_MS, newPerson, type Person } from './support.ts';

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

const open = (tipo: string, { nome, email, cpf }: Person, more: object = {}) =>
  api.ok('POST', PATH, { tipo, titular: { nome, email, cpf }, ...more });

const closed = (id: string) => api.closed(id);

const decide = (id: string, body: object) => api.ask('POST', `${PATH}/${id}/decidir`, body);

it('a data subject request is answered with the legal deadline of fifteen days, and listed newest first', async () => {
  const person = newPerson();
  const created = await open('CORRECAO', person, { descricao: 'Meu nome mudou.' });
  const opened = new Date(created.criadaEm).getTime();
  expect(created).toMatchObject({
    tipo: 'CORRECAO',
    estado: 'ABERTA',
    titular: { nome: person.nome, email: person.email, cpf: person.cpf },
    descricao: 'Meu nome mudou.',
    carenciaAte: null,
    vencida: false,
  });
  expect(new Date(created.prazoLegalEm).getTime() - opened).toBe(15 * DAY_MS);
  expect((await api.ok('GET', PATH)).itens[0]).toEqual(created);
});

it('a data subject request with wrong check digits in its CPF is refused at that place', async () => {
  const refused = await api.ask('POST', PATH, { tipo: 'ACESSO', titular: { ...titular(), cpf: '52998224726' } });
  expect([refused.status, refused.body.erros]).toEqual([
    400,
    [{ campo: 'titular.cpf', mensagem: 'Não é um CPF válido.', regra: 'cpf', valores: {} }],
  ]);
});

const titular = () => {
  const { nome, email } = newPerson();
  return { nome, email };
};

it.each([
  [{ titular: { nome: 'Ana', email: 'ana@exemplo.com.br' } }, 'tipo'],
  [{ tipo: 'OUTRO', titular: { nome: 'Ana', email: 'ana@exemplo.com.br' } }, 'tipo'],
  [{ tipo: 'ACESSO' }, 'titular'],
  [{ tipo: 'ACESSO', titular: { nome: ' ', email: 'ana@exemplo.com.br' } }, 'titular.nome'],
  [{ tipo: 'ACESSO', titular: { nome: 'Ana', email: 'ana' } }, 'titular.email'],
  [{ tipo: 'ACESSO', titular: { nome: 'Ana', email: 'ana@exemplo.com.br', telefone: '1' } }, 'titular.telefone'],
])('refuses %j at %s', async (body, campo) => {
  const refused = await api.ask('POST', PATH, body);
  expect([refused.status, refused.body.erros[0].campo]).toEqual([400, campo]);
});

it('a data subject request tells when its legal deadline has passed, and is listed by state', async () => {
  const created = await open('CORRECAO', newPerson());
  service.clock.advance(16 * DAY_MS);
  const item = (await api.ok('GET', `${PATH}?estado=ABERTA`)).itens.find(({ id }: { id: string }) => id === created.id);
  expect(item.vencida).toBe(true);
  const done = await decide(created.id, { decisao: 'CONFIRMAR' });
  expect(done.body).toMatchObject({ estado: 'ATENDIDA', vencida: false });
  expect((await api.ok('GET', `${PATH}?estado=ABERTA`)).itens.map(({ id }: { id: string }) => id)).not.toContain(
    created.id,
  );
});

it.each(['ACESSO', 'EXPORTACAO'])('%s gathers what is held about the person, and nobody else', async (tipo) => {
  const [person, other] = [newPerson(), { ...newPerson(), cpf: '11144477735' }];
  const draft = await api.draft([person, other]);
  await api.ok('POST', `/documentos/${draft.id}/enviar`);
  await api.sign(draft.id, person);
  await api.ok('POST', '/clientes', { nome: 'Pelo CPF', cpf: other.cpf });
  await api.ok('POST', '/clientes', { nome: person.nome, email: person.email.toUpperCase() });
  const { id } = await open(tipo, person);
  const done = await closed(id);
  expect(done.estado).toBe('ATENDIDA');
  expect(new Date(done.arquivoDisponivelAte).getTime() - new Date(done.encerradaEm).getTime()).toBe(30 * DAY_MS);

  const dados = await api.ok('GET', `${PATH}/${id}/arquivo`);
  expect(dados).toMatchObject({ solicitacaoId: id, ambiente: 'TESTE', titular: { email: person.email } });
  expect(dados.clientes.map(({ nome }: { nome: string }) => nome)).toEqual([person.nome]);
  const mine = dados.documentos.find((item: { id: string }) => item.id === draft.id);
  expect(mine.signatario).toMatchObject({
    nome: person.nome,
    email: person.email,
    cpf: person.cpf,
    dataNascimento: person.dataNascimento,
    status: 'ASSINADO',
    fatoresCumpridos: [{ fator: 'DADOS_PESSOAIS' }],
    evidencia: { ip: expect.any(String) },
    assinaturas: [{ uso: expect.any(String), imagem: expect.stringMatching(/^data:image\/png/) }].slice(
      0,
      mine.signatario.assinaturas.length,
    ),
  });
  expect(mine.eventos.map(({ acao }: { acao: string }) => acao)).toContain('ASSINATURA_REGISTRADA');
  expect(JSON.stringify(dados)).not.toContain(other.email);
});

it('a data subject request finds by CPF what the person gave with another e-mail', async () => {
  const person = { ...newPerson(), cpf: '39053344705' };
  const draft = await api.draft([{ ...person, email: 'outro.endereco@exemplo.com.br' }]);
  const { id } = await open('ACESSO', person);
  await closed(id);
  expect((await api.ok('GET', `${PATH}/${id}/arquivo`)).documentos[0].id).toBe(draft.id);
});

it('a data subject request has a file for thirty days, and only where data is gathered', async () => {
  const { id } = await open('ACESSO', newPerson());
  await closed(id);
  const correction = await open('CORRECAO', newPerson());
  expect((await api.ask('GET', `${PATH}/${correction.id}/arquivo`)).body.codigo).toBe('CONFLITO');
  service.clock.advance(30 * DAY_MS);
  expect((await api.ask('GET', `${PATH}/${id}/arquivo`)).body.codigo).toBe('CONFLITO');
});

it('a data subject request is refused with a reason, and one that is closed stays closed', async () => {
  const { id } = await open('ELIMINACAO', newPerson());
  const silent = await decide(id, { decisao: 'RECUSAR' });
  expect([silent.status, silent.body.erros[0].campo]).toEqual([400, 'motivo']);
  const refused = await decide(id, { decisao: 'RECUSAR', motivo: 'A identidade não foi comprovada.' });
  expect(refused.body).toMatchObject({ estado: 'RECUSADA', motivoRecusa: 'A identidade não foi comprovada.' });
  expect((await decide(id, { decisao: 'CONFIRMAR' })).body.codigo).toBe('CONFLITO');
});

it('data subject requests of others are missing, and an operator opens requests but decides none', async () => {
  const { id } = await open('CORRECAO', newPerson());
  const stranger = await newAccount(service.origin);
  for (const [method, path] of [
    ['POST', 'decidir'],
    ['GET', 'arquivo'],
  ] as const) {
    const body = method === 'POST' ? { decisao: 'CONFIRMAR' } : undefined;
    const foreign = await api.ask(method, `${PATH}/${id}/${path}`, body, stranger.test);
    const missing = await api.ask(method, `${PATH}/${randomUUID()}/${path}`, body, stranger.test);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.body.detail).toBe(missing.body.detail);
  }
  const operator = await account.member('OPERADOR');
  const body = { tipo: 'CORRECAO', titular: titular() };
  expect((await api.ask('POST', PATH, body, operator.test)).status).toBe(201);
  expect((await api.ask('GET', PATH, undefined, operator.test)).body.codigo).toBe('PAPEL_INSUFICIENTE');
  const decided = await api.ask('POST', `${PATH}/${id}/decidir`, { decisao: 'CONFIRMAR' }, operator.test);
  expect(decided.body.codigo).toBe('PAPEL_INSUFICIENTE');
});
