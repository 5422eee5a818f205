import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, until } from '../../harness.ts';
import {
  about,
  codeSentTo,
  field,
  newSender,
  person,
  postDocument,
  type Sender,
  sent,
  sharedService,
  signer,
  tokenOf,
} from '../support.ts';

/** People of test: what they do by themselves once they are invited, and the answers their codes take. */

const service = sharedService();
let sandbox: Sender;
beforeAll(async () => {
  sandbox = await newSender(service());
});

let people = 0;
/** A person of test of its own: what follows the full stop is free. */
const someone = (kind: string, more: object = {}) => {
  people += 1;
  return person({ email: `${kind}.p${people}@teste.rubrica`, metodoEntrega: 'EMAIL', ...more });
};
/** People with a signature field each. */
function several(...signatarios: object[]) {
  const withIds = signatarios.map((one) => ({ id: randomUUID(), ...one }));
  return {
    signatarios: withIds,
    campos: withIds.map(({ id }, index) => field({ signatarioId: id, y: 0.1 + index * 0.15 })),
  };
}

const statusOf = async (id: string) => (await about(sandbox, id)).body.status;
const signersOf = async (id: string): Promise<string[]> =>
  (await about(sandbox, id)).body.signatarios.map(({ status }: { status: string }) => status);
const reaches = (id: string, status: string) => until(async () => (await statusOf(id)) === status);
const signerReaches = (id: string, ...wanted: string[]) =>
  until(async () => (await signersOf(id)).join() === wanted.join());

interface Told {
  readonly acao: string;
  readonly tipoAtor: string;
  readonly origemEndereco: string | null;
}
const trailOf = async (id: string): Promise<Told[]> => (await about(sandbox, id, '/auditoria?limite=100')).body.itens;
const bySigners = async (id: string) => (await trailOf(id)).filter(({ tipoAtor }) => tipoAtor === 'SIGNATARIO');

/** Jobs of people of test that are not done. */
async function jobs(state: 'waiting' | 'done') {
  const done = state === 'done';
  return service().owner<{ id: string; data: object; after: number }[]>`
    select id, data, extract(epoch from start_after - created_on)::float8 as after
      from fila.job
     where name = 'simular-pessoa' and (state = 'completed') = ${done}
     order by created_on desc`;
}

describe('a person who', () => {
  it('signs does so by itself, through the acts of a person, and the trail says SIMULACAO of each', async () => {
    const { id } = await sent(sandbox, several(someone('assina')));
    await reaches(id, 'ASSINADO');
    const acts = await bySigners(id);
    expect(acts.map(({ acao }) => acao)).toEqual([
      'DOCUMENTO_VISUALIZADO',
      'FATOR_CUMPRIDO',
      'SIGNATARIO_AUTENTICADO',
      'LEITURA_CONCLUIDA',
      'ACEITE_REGISTRADO',
      'ASSINATURA_REGISTRADA',
    ]);
    expect(new Set(acts.map(({ origemEndereco }) => origemEndereco))).toEqual(new Set(['SIMULACAO']));
    const { conteudo } = (await about(sandbox, id, '/certificado')).body;
    expect(conteudo.signatarios[0].origemEndereco).toBe('SIMULACAO');
    const { itens } = (await call(`${sandbox.base}/eventos?documentoId=${id}`, 'GET', undefined, sandbox.as)).body;
    expect(itens.map(({ evento }: { evento: string }) => evento)).toEqual([
      ...['document.created', 'document.sent', 'document.viewed', 'signer.authenticated'],
      ...['document.signed', 'document.completed'],
    ]);
  });

  it('refuses, opens or ignores does that and no more', async () => {
    const refused = await sent(sandbox, several(someone('recusa')));
    await reaches(refused.id, 'RECUSADO');
    const { signatarios } = (await about(sandbox, refused.id)).body;
    expect(signatarios[0].motivoRecusa).toBe('Recusa simulada no sandbox.');

    const three = await sent(sandbox, several(someone('abre'), someone('ignora'), someone('ignora')));
    await signerReaches(three.id, 'VISUALIZADO', 'ENVIADO', 'ENVIADO');
    expect((await bySigners(three.id)).map(({ acao }) => acao)).toEqual([
      'DOCUMENTO_VISUALIZADO',
      'FATOR_CUMPRIDO',
      'SIGNATARIO_AUTENTICADO',
    ]);
  });

  it('bounces is FALHA_ENTREGA, and is invited once the address is another', async () => {
    const { id, signatarios } = await sent(sandbox, several(someone('devolve')));
    await signerReaches(id, 'FALHA_ENTREGA');
    expect((await trailOf(id)).at(-1)?.acao).toBe('CONVITE_FALHOU');
    const corrected = { email: someone('assina').email };
    expect((await about(sandbox, id, `/signatarios/${signatarios[0].id}`, 'PATCH', corrected)).status).toBe(200);
    await reaches(id, 'ASSINADO');
  });

  it('is late is invited by a job for a minute later, and one who signs later signs by one for then', async () => {
    await sent(sandbox, several(someone('atrasa')));
    const [late] = await service().owner<{ after: number; state: string }[]>`
      select extract(epoch from start_after - created_on)::float8 as after, state
        from fila.job where name = 'enviar-convite' order by created_on desc limit 1`;
    expect([Math.round(late?.after ?? 0), late?.state]).toEqual([60, 'created']);

    const { id } = await sent(sandbox, several(someone('assina+30s')));
    await signerReaches(id, 'ENVIADO');
    const [waiting] = await jobs('waiting');
    expect(Math.round(waiting?.after ?? 0)).toBe(30);
    expect(await signersOf(id)).toEqual(['ENVIADO']);
  });

  it('got the link in another way acts, too: handed out, or by SMS', async () => {
    const { id } = await sent(
      sandbox,
      several(
        someone('assina', { metodoEntrega: 'LINK' }),
        someone('assina', { metodoEntrega: 'SMS', telefone: '+5500000000001' }),
      ),
    );
    await reaches(id, 'ASSINADO');
  });
});

describe('the rules of the document', () => {
  it('hold: in an ordered one each waits for the turn', async () => {
    const signatarios = [someone('assina', { ordem: 2 }), someone('ignora', { ordem: 1 })];
    const { id, ...created } = await sent(sandbox, { ordenado: true, ...several(...signatarios) });
    await signerReaches(id, 'PENDENTE', 'ENVIADO');
    const first = created.signatarios[1].id;
    const act = await about(sandbox, id, `/signatarios/${first}/simular`, 'POST', { acao: 'ASSINAR' });
    expect(act.body).toMatchObject({ status: 'ASSINADO' });
    await reaches(id, 'ASSINADO');
  });

  it('hold: every factor is fulfilled, every required field is filled in', async () => {
    const who = {
      fatoresExigidos: ['EMAIL', 'SMS_OTP', 'TOTP', 'DADOS_PESSOAIS'],
      telefone: '+5500000000001',
      cpf: '52998224725',
      dataNascimento: '1987-04-12',
    };
    const { signatarios, campos } = several(someone('assina', who));
    const [{ id: signatarioId } = { id: '' }] = signatarios;
    const types = ['RUBRICA', 'NOME', 'DATA', 'CPF', 'CNPJ', 'EMAIL', 'TEXTO', 'CHECKBOX', 'IMAGEM'];
    const more = types.map((tipo, n) => field({ tipo, signatarioId, y: 0.02 + n * 0.09, altura: 0.05 }));
    const { id } = await sent(sandbox, { signatarios, campos: [...campos, ...more] });
    await reaches(id, 'ASSINADO');
    const { conteudo } = (await about(sandbox, id, '/certificado')).body;
    expect(conteudo.signatarios[0].fatoresCumpridos.map(({ fator }: { fator: string }) => fator).sort()).toEqual(
      [...who.fatoresExigidos].sort(),
    );
  });

  it('hold: nobody signs by a code that cannot arrive, and nobody refuses what may not be refused', async () => {
    const lost = { telefone: '+5500000000002', fatoresExigidos: ['EMAIL', 'SMS_OTP'] };
    const one = await sent(sandbox, several(someone('assina', lost)));
    const other = await sent(sandbox, { recusavel: false, ...several(someone('recusa')) });
    for (const { id } of [one, other]) await signerReaches(id, 'ENVIADO');
    await until(async () => (await jobs('waiting')).every(({ after }) => after > 0));
    expect([await signersOf(one.id), await signersOf(other.id)]).toEqual([['ENVIADO'], ['ENVIADO']]);
  });

  it('hold: once, however often the job is run', async () => {
    const { id } = await sent(sandbox, several(someone('assina'), someone('ignora')));
    await until(async () => (await signersOf(id))[0] === 'ASSINADO');
    const before = await trailOf(id);
    const [link] = await service().owner<{ link_id: string }[]>`
      select link_id from link_signatario where documento_id = ${id} and signatario_id =
        (select id from signatario where documento_id = ${id} and status = 'ASSINADO')`;
    const again = await service().owner<{ id: string }[]>`
      insert into fila.job (name, data, policy, singleton_key)
      select name, data, policy, gen_random_uuid()::text from fila.job
       where name = 'simular-pessoa' and data ->> 'id' = ${link?.link_id ?? ''} limit 1
      returning id`;
    expect(again.length).toBe(1);
    await until(async () => (await jobs('done')).some((done) => done.id === again[0]?.id));
    expect(await trailOf(id)).toEqual(before);
  });
});

describe('a phone', () => {
  it.each([
    ['accepts', '+5500000000001', 'ENVIADO', 'CONVITE_ENVIADO'],
    ['is refused by the carrier', '+5500000000002', 'FALHA_ENTREGA', 'CONVITE_FALHOU'],
  ])('that %s', async (_, telefone, status, acao) => {
    const { id } = await sent(sandbox, several(person({ metodoEntrega: 'SMS', telefone })));
    await signerReaches(id, status);
    expect((await trailOf(id)).at(-1)?.acao).toBe(acao);
  });

  it('that is silent is tried again, and leaves the person where they were', async () => {
    const silent = person({ metodoEntrega: 'SMS', telefone: '+5500000000003' });
    const { id } = await sent(sandbox, several(silent));
    await until(async () => {
      const [job] = await service().owner<{ tries: number }[]>`
        select retry_count as tries from fila.job
         where name = 'enviar-convite' and state in ('retry', 'active') order by created_on desc limit 1`;
      return job !== undefined;
    });
    expect(await signersOf(id)).toEqual(['PENDENTE']);
  });
});

describe('the code of a person of test', () => {
  const codes = async (telefone: string, ...given: string[]) => {
    const who = someone('ignora', { metodoEntrega: 'LINK', telefone, fatoresExigidos: ['EMAIL', 'SMS_OTP'] });
    const { signatarios } = await sent(sandbox, several(who));
    const one = signer(sandbox.base, tokenOf(signatarios[0]));
    await one.open();
    expect((await one.otp('SMS_OTP')).status).toBe(200);
    const answers = [];
    for (const code of given) answers.push((await one.answer('SMS_OTP', code)).status);
    return answers;
  };

  it('000000 is right, 111111 is wrong, and after 222222 the code is over', async () => {
    expect(await codes('+5500000000011', '111111', '000000')).toEqual([401, 200]);
    expect(await codes('+5500000000012', '222222', '000000')).toEqual([401, 401]);
  });

  it('is what the message says', async () => {
    const who = someone('ignora', { metodoEntrega: 'LINK' });
    const { id, signatarios } = await sent(sandbox, several(who));
    const one = signer(sandbox.base, tokenOf(signatarios[0]));
    await one.open();
    await one.otp('EMAIL');
    const path = `${sandbox.base}/caixa?documentoId=${id}&tipo=CODIGO&aguardar=20`;
    const { itens } = (await call(path, 'GET', undefined, sandbox.as)).body;
    expect(itens).toMatchObject([{ codigo: '000000', destino: (who as { email: string }).email }]);
    expect(itens[0].texto).toContain('000000');
    expect((await one.answer('EMAIL', '000000')).body).toMatchObject({ autenticado: true });
  });

  it('is nobody else’s: 000000 proves nothing for another address of the sandbox', async () => {
    const { signatarios } = await sent(sandbox, several(person()));
    const one = signer(sandbox.base, tokenOf(signatarios[0]));
    await one.open();
    await one.otp('EMAIL');
    // Unless it was drawn, once in a million.
    if ((await codeSentTo(sandbox, signatarios[0].email)) === '000000') return;
    expect((await one.answer('EMAIL', '000000')).status).toBe(401);
  });
});

it('an address of test that names nobody is refused, with the words that do', async () => {
  const dados = several(person({ email: 'assinar@teste.rubrica' }));
  const { status, body } = await postDocument(sandbox, dados);
  expect([status, body.erros]).toMatchObject([
    400,
    [{ campo: 'signatarios[0].email', regra: 'testPersonUnknown', valores: { dominio: 'teste.rubrica' } }],
  ]);
});

it('takes over from somebody who passes on by a token of the sandbox, whatever the root, and signs', async () => {
  const { id, signatarios } = await sent(sandbox, {
    fatoresExigidos: ['DADOS_PESSOAIS'],
    signatarios: [person({ delegavel: true, cpf: '52998224725', dataNascimento: '1987-04-12' })],
    campos: [field()],
  });
  const one = signer(`${service().origin}/v1`, tokenOf(signatarios[0]));
  await one.open();
  await one.personal('52998224725', '1987-04-12');
  const to = { nome: 'Rui Reis', email: someone('assina').email, cpf: '11144477735', dataNascimento: '1990-01-01' };
  expect((await call(`${one.path}/delegar`, 'POST', to)).status).toBe(200);
  await until(async () => (await about(sandbox, id)).body.status === 'ASSINADO');
});
