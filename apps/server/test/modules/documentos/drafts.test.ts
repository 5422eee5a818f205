import { beforeAll, describe, expect, it } from 'vitest';
import { pdfOfSize } from '../../adapters/tiny-pdf.ts';
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
  tinyPdf,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const invalid = (...places: string[]) => [400, 'ENTRADA_INVALIDA', places.sort()];
const uuid = () => crypto.randomUUID();
const inHours = (hours: number) => new Date(service().clock.now().getTime() + hours * 3600_000).toISOString();
const total = async () => (await call(`${sender.base}/documentos?limite=1`, 'GET', undefined, sender.as)).body.total;

/** Places of a refusal, each once. */
async function placesOf(dados: object): Promise<unknown[]> {
  const [status, codigo, places] = refusal(await postDocument(sender, dados));
  return [status, codigo, [...new Set(places)]];
}

const two = () => {
  const ids = [uuid(), uuid()];
  return { ids, signatarios: ids.map((id) => person({ id })) };
};

describe('an inconsistent draft is refused with the place of the problem', () => {
  const one = (overrides: object) => ({ signatarios: [person(overrides)] });
  const place = (overrides: object) => ({ campos: [field(overrides)], ...one({}) });
  it.each<[string, () => object, string[]]>([
    ['EMAIL without an e-mail', () => one({ email: undefined }), ['signatarios[0].email']],
    ['SMS_OTP without a telephone', () => one({ fatoresExigidos: ['EMAIL', 'SMS_OTP'] }), ['signatarios[0].telefone']],
    [
      'DADOS_PESSOAIS without CPF and date of birth',
      () => one({ fatoresExigidos: ['EMAIL', 'DADOS_PESSOAIS'] }),
      ['signatarios[0].cpf', 'signatarios[0].dataNascimento'],
    ],
    [
      "factors that lack the document's",
      () => ({ fatoresExigidos: ['EMAIL', 'TOTP'], ...one({ fatoresExigidos: ['TOTP'] }) }),
      ['signatarios[0].fatoresExigidos'],
    ],
    ['SEGURA without a code', () => ({ nivelAssinatura: 'SEGURA' }), ['fatoresExigidos']],
    ['a CPF with wrong check digits', () => one({ cpf: '52998224724' }), ['signatarios[0].cpf']],
    ['a telephone that is not E.164', () => one({ telefone: '11987654321' }), ['signatarios[0].telefone']],
    ['a birth on no day', () => one({ dataNascimento: '1987-02-30' }), ['signatarios[0].dataNascimento']],
    ['a page beyond the last', () => place({ pagina: 2 }), ['campos[0].pagina']],
    ['a field over the right edge', () => place({ x: 0.7, largura: 0.31 }), ['campos[0].largura']],
    ['a field over the lower edge', () => place({ y: 0.95, altura: 0.06 }), ['campos[0].altura']],
    ['a field of an unknown signer', () => place({ signatarioId: uuid() }), ['campos[0].signatarioId']],
    [
      'a signature or initials of nobody among several',
      () => ({
        signatarios: two().signatarios,
        campos: [field(), field({ tipo: 'RUBRICA' }), field({ tipo: 'TEXTO' })],
      }),
      ['campos[0].signatarioId', 'campos[1].signatarioId'],
    ],
    ['a deadline in the past', () => ({ prazoEm: inHours(-1) }), ['prazoEm']],
    ['an expiry in the past', () => ({ expiraEm: inHours(-1) }), ['expiraEm']],
    ['an expiry before the deadline', () => ({ prazoEm: inHours(2), expiraEm: inHours(1) }), ['expiraEm']],
    ['a deadline on no day', () => ({ prazoEm: '2030-02-30T10:00:00Z' }), ['prazoEm']],
    ['a default CPF with wrong digits', () => place({ tipo: 'CPF', valorPadrao: '1' }), ['campos[0].valorPadrao']],
    ['a title no font can draw', () => ({ titulo: 'Contrato 😀' }), ['titulo']],
    ['a name no font can draw', () => one({ nome: 'Ana 😀' }), ['signatarios[0].nome']],
    ['an id twice', () => ({ signatarios: Array(2).fill(person({ id: uuid() })) }), ['signatarios[1].id']],
    ['an id that is no UUID v4', () => one({ id: '6ba7b810-9dad-11d1-80b4-00c04fd430c8' }), ['signatarios[0].id']],
    [
      'an unknown member',
      () => ({ prioridade: 1, ...one({ apelido: 'Zé' }) }),
      ['prioridade', 'signatarios[0].apelido'],
    ],
  ])('%s', async (_, dados, places) => {
    expect(await placesOf(dados())).toEqual(invalid(...places));
  });

  it.each([
    ...['AVANCADA', 'ICP_BRASIL'].map((level) => [level, { nivelAssinatura: level }, 'nivelAssinatura'] as const),
    ...['WHATSAPP_OTP', 'SELFIE', 'BIOMETRIA_FACIAL', 'DOCUMENTO_FOTO', 'CERTIFICADO_ICP'].map(
      (fator) => [fator, { fatoresExigidos: ['EMAIL', fator] }, 'fatoresExigidos[1]'] as const,
    ),
  ])('%s, which is not offered', async (_, dados, where) => {
    expect(await placesOf(dados)).toEqual(invalid(where));
    const { id } = await draft(sender);
    expect(refusal(await about(sender, id, '', 'PATCH', dados))).toEqual(invalid(where));
  });

  it('WHATSAPP, which is not offered for delivery nor to a signer', async () => {
    const signatario = {
      metodoEntrega: 'WHATSAPP',
      telefone: '+5511987654321',
      fatoresExigidos: ['EMAIL', 'WHATSAPP_OTP'],
    };
    expect(await placesOf({ signatarios: [person(signatario)] })).toEqual(
      invalid('signatarios[0].metodoEntrega', 'signatarios[0].fatoresExigidos[1]'),
    );
  });

  it('a signer id that another document uses', async () => {
    const id = uuid();
    await draft(sender, { signatarios: [person({ id })] });
    expect(await placesOf({ signatarios: [person({ id })] })).toEqual(invalid('signatarios[0].id'));
  });

  it('all of them at once, and nothing is created', async () => {
    const before = await total();
    const ids = [uuid(), uuid()];
    expect(
      await placesOf({
        titulo: 'Contrato 😀',
        nivelAssinatura: 'SEGURA',
        prazoEm: inHours(2),
        expiraEm: inHours(1),
        signatarios: [
          person({ id: ids[0], cpf: '52998224724', email: undefined }),
          person({ id: ids[1], fatoresExigidos: ['DADOS_PESSOAIS'] }),
        ],
        campos: [field({ pagina: 9, x: 0.9 }), field({ signatarioId: uuid() })],
      }),
    ).toEqual(
      invalid(
        ...['titulo', 'fatoresExigidos', 'expiraEm', 'signatarios[0].cpf', 'signatarios[0].email'],
        ...['signatarios[1].cpf', 'signatarios[1].dataNascimento', 'signatarios[1].fatoresExigidos'],
        ...['campos[0].pagina', 'campos[0].largura', 'campos[0].signatarioId', 'campos[1].signatarioId'],
      ),
    );
    expect(await total()).toBe(before);
  });

  it('what the schema and what the rules say, in one answer', async () => {
    expect(
      await placesOf({
        titulo: '',
        nivelAssinatura: 'SEGURA',
        signatarios: [person({ telefone: '11987654321', cpf: '52998224724' }), { nome: 'Sem função' }],
        campos: [field({ x: 'meio' }), field({ pagina: 1, y: 0.99, signatarioId: uuid() })],
      }),
    ).toEqual(
      invalid(
        ...['titulo', 'fatoresExigidos', 'signatarios[0].telefone', 'signatarios[0].cpf', 'signatarios[1].funcao'],
        ...[
          'signatarios[1].email',
          'campos[0].x',
          'campos[0].signatarioId',
          'campos[1].altura',
          'campos[1].signatarioId',
        ],
      ),
    );
  });
});

describe('a folder, envelope or e-mail template that does not exist', () => {
  it.each(['pastaId', 'envelopeId', 'modeloEmailId'])('in %s is not found', async (member) => {
    expect(refusal(await postDocument(sender, { [member]: uuid() }))).toEqual([404, 'NAO_ENCONTRADO']);
  });
});

describe('limits', () => {
  const text = (length: number) => 'é'.repeat(length);

  it('are reached by texts of exactly so many characters', async () => {
    const created = await draft(sender, {
      titulo: text(300),
      descricao: text(2000),
      mensagem: text(2000),
      signatarios: [person({ nome: text(200) })],
      campos: [field({ rotulo: text(100) })],
    });
    expect([created.titulo.length, created.descricao.length, created.mensagem.length]).toEqual([300, 2000, 2000]);
    expect([created.signatarios[0].nome.length, created.campos[0].rotulo.length]).toEqual([200, 100]);
  });

  it('are passed by texts of one character more, all told at once', async () => {
    expect(
      await placesOf({
        titulo: text(301),
        descricao: text(2001),
        mensagem: text(2001),
        signatarios: [person({ nome: text(201) })],
        campos: [field({ rotulo: text(101) })],
      }),
    ).toEqual(invalid('titulo', 'descricao', 'mensagem', 'signatarios[0].nome', 'campos[0].rotulo'));
  });

  it.each([
    ['one character', 'x', 201],
    ['none', '', 400],
    ['only blanks', '  \t', 400],
  ])('let a title have %s or not', async (_, titulo, status) => {
    expect((await postDocument(sender, { titulo })).status).toBe(status);
  });

  it('are 50 signers', async () => {
    const people = Array.from({ length: 51 }, () => person());
    const { id } = await draft(sender, { signatarios: people.slice(0, 49) });
    expect((await about(sender, id, '/signatarios', 'POST', people[49])).status).toBe(201);
    expect(refusal(await about(sender, id, '/signatarios', 'POST', people[50]))).toEqual([
      422,
      'LIMITE_EXCEDIDO',
      ['signatarios'],
    ]);
    expect(refusal(await postDocument(sender, { signatarios: people }))).toEqual([
      422,
      'LIMITE_EXCEDIDO',
      ['signatarios'],
    ]);
  });

  it('are 500 fields', async () => {
    const campos = Array.from({ length: 501 }, () => field({ tipo: 'TEXTO' }));
    const { id } = await draft(sender, { signatarios: [person()], campos: campos.slice(0, 499) });
    expect((await about(sender, id, '/campos', 'PUT', { campos: campos.slice(0, 500) })).body.total).toBe(500);
    expect(refusal(await about(sender, id, '/campos', 'PUT', { campos }))).toEqual([
      422,
      'LIMITE_EXCEDIDO',
      ['campos'],
    ]);
    expect(refusal(await postDocument(sender, { campos }))).toEqual([422, 'LIMITE_EXCEDIDO', ['campos']]);
  });

  it('are 300 pages', async () => {
    expect((await draft(sender, {}, tinyPdf(299))).paginas).toBe(299);
    expect((await draft(sender, {}, tinyPdf(300))).paginas).toBe(300);
    expect(refusal(await postDocument(sender, {}, tinyPdf(301)))).toEqual([422, 'LIMITE_EXCEDIDO', ['arquivo']]);
  });

  it('are 20 MB to the byte', async () => {
    const limit = 20 * 1024 * 1024;
    expect(pdfOfSize(limit)).toHaveLength(limit);
    for (const size of [limit - 1, limit]) expect((await postDocument(sender, {}, pdfOfSize(size))).status).toBe(201);
    const beyond = await postDocument(sender, {}, pdfOfSize(limit + 1));
    expect(refusal(beyond)).toEqual([413, 'LIMITE_EXCEDIDO', ['arquivo']]);
  });

  it.each([
    ['1.3', 422],
    ['1.4', 201],
    ['1.5', 201],
    ['1.6', 201],
    ['1.7', 201],
    ['1.8', 422],
    ['2.0', 201],
    ['2.1', 422],
  ])('answer PDF %s with %i', async (version, status) => {
    const file = Buffer.from(tinyPdf().toString('latin1').replace('%PDF-1.7', `%PDF-${version}`), 'latin1');
    expect((await postDocument(sender, {}, file)).status).toBe(status);
  });
});

describe('sending', () => {
  const send = async (dados: object) => {
    const { id } = await draft(sender, dados);
    return { id, answer: await about(sender, id, '/enviar', 'POST') };
  };
  const unready = (...places: string[]) => [422, 'ENTRADA_INVALIDA', places.sort()];

  it('lists all that is missing, and leaves the draft a draft', async () => {
    const { id, answer } = await send({});
    expect(refusal(answer)).toEqual(unready('signatarios', 'campos'));
    expect((await about(sender, id)).body).toMatchObject({
      status: 'RASCUNHO',
      codigoValidacao: null,
      enviadoEm: null,
    });
  });

  it('needs a signature field: initials and dates are none', async () => {
    const campos = ['RUBRICA', 'DATA', 'NOME'].map((tipo) => field({ tipo }));
    expect(refusal((await send({ signatarios: [person()], campos })).answer)).toEqual(unready('campos'));
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['SMS', { metodoEntrega: 'SMS' }, 'signatarios[0].telefone'],
    ['e-mail', { metodoEntrega: 'EMAIL', email: undefined, fatoresExigidos: ['TOTP'] }, 'signatarios[0].email'],
  ])('needs somewhere to deliver the link by %s to', async (_, signatario, where) => {
    const fatoresExigidos = signatario.fatoresExigidos ?? ['EMAIL'];
    const { answer } = await send({ fatoresExigidos, signatarios: [person(signatario)], campos: [field()] });
    expect(refusal(answer)).toEqual(unready(where));
  });

  it('is refused once the deadline passed while it was a draft', async () => {
    const { id } = await draft(sender, { prazoEm: inHours(1), signatarios: [person()], campos: [field()] });
    service().clock.advance(3600_000);
    expect(refusal(await about(sender, id, '/enviar', 'POST'))).toEqual(unready('prazoEm'));
  });

  it('gives the document its validation code, of the letters that cannot be mistaken', async () => {
    const { answer } = await send({ signatarios: [person()], campos: [field()] });
    expect(answer.body.codigoValidacao).toMatch(/^SVC(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect(answer.body.status).toBe('AGUARDANDO_ASSINATURAS');
  });

  it('takes no body but an empty one', async () => {
    const { id } = await draft(sender, { signatarios: [person()], campos: [field()] });
    expect(refusal(await about(sender, id, '/enviar', 'POST', { urgente: true }))).toEqual(invalid('urgente'));
    expect((await about(sender, id, '/enviar', 'POST', {})).status).toBe(200);
  });
});
