import { beforeAll, expect, it } from 'vitest';
import { newAccount } from '../../harness.ts';
import { type Client, client, newPerson } from '../../modules/lgpd/support.ts';
import { sharedService } from '../../modules/support.ts';

/** A data subject's request is listed while it is owed an answer; afterwards only where its state is asked for. */

const PATH = '/lgpd/solicitacoes';
const service = sharedService();
let api: Client;
beforeAll(async () => {
  api = client(service(), (await newAccount(service().origin)).test, 'sandbox');
});

const open = async (tipo: string): Promise<string> => {
  const { nome, email } = newPerson();
  return (await api.ok('POST', PATH, { tipo, titular: { nome, email } })).id;
};
const listed = async (query = '') => {
  const { itens, total } = await api.ok('GET', `${PATH}${query}`);
  expect(total).toBe(itens.length);
  return itens.map(({ id }: { id: string }) => id);
};
const decide = (id: string, body: object) => api.ok('POST', `${PATH}/${id}/decidir`, body);

it('requests are listed while they are open or in their grace, and no longer once answered or refused', async () => {
  const [correction, erasure, corrected, refused, access] = [
    await open('CORRECAO'),
    await open('ELIMINACAO'),
    await open('CORRECAO'),
    await open('ELIMINACAO'),
    await open('ACESSO'),
  ];
  await decide(corrected, { decisao: 'CONFIRMAR' });
  await decide(refused, { decisao: 'RECUSAR', motivo: 'A identidade não foi comprovada.' });
  await api.closed(access);

  expect(await listed()).toEqual([erasure, correction]);
  expect(await listed('?estado=ABERTA')).toEqual([correction]);
  expect(await listed('?estado=EM_CARENCIA')).toEqual([erasure]);
  expect(await listed('?estado=ATENDIDA')).toEqual([access, corrected]);
  expect(await listed('?estado=RECUSADA')).toEqual([refused]);
});
