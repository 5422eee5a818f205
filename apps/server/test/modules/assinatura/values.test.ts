import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../../../packages/pdf/test/judges/text.ts';
import {
  call,
  field,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  type Signer,
  sent,
  sharedService,
  tokenOf,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

interface Waiting {
  readonly id: string;
  readonly one: Signer;
  /** Ids of the fields asked for, in their order; the signature field that every document has is not among them. */
  readonly fields: string[];
}

/** A signer about to sign a document that has these fields beside the signature. */
async function aboutToSign(campos: object[], signatario: object = person()): Promise<Waiting> {
  const documento = await sent(sender, {
    signatarios: [signatario],
    campos: [field(), ...campos.map((campo, index) => field({ y: 0.05 * index, altura: 0.04, ...campo }))],
  });
  const one = await readyToSign(sender, documento.signatarios[0]);
  return { id: documento.id, one, fields: documento.campos.slice(1).map(({ id }: { id: string }) => id) };
}

/** Signs with one value for the one field asked for. */
async function give(campo: object, valor: unknown) {
  const waiting = await aboutToSign([campo]);
  const answer = await waiting.one.sign({ campos: [{ campoId: waiting.fields[0], valor }] });
  return { ...waiting, answer };
}

const waitingForever = new Map<string, Promise<Waiting>>();

/** Offers a value that should be refused. A refusal changes nothing, so all of a kind are offered to one document. */
async function offer(campo: object, valor: unknown) {
  const key = JSON.stringify(campo);
  const waiting = waitingForever.get(key) ?? aboutToSign([campo]);
  waitingForever.set(key, waiting);
  const { one, fields } = await waiting;
  return one.sign({ campos: [{ campoId: fields[0], valor }] });
}

const invalid = (...places: string[]) => [400, 'ENTRADA_INVALIDA', places];
const VALUE = 'campos[0].valor';

/** The words drawn on the signer's copy of the signed file, as a reader's program finds them. */
const drawnFor = async ({ one }: Waiting): Promise<string> => (await textOf((await one.file()).bytes)).join('\n');

describe('required values', () => {
  it('are all asked for at once when they are missing, the signature among them', async () => {
    const { one, fields } = await aboutToSign([{ tipo: 'TEXTO' }, { tipo: 'CNPJ' }, { tipo: 'RUBRICA' }]);
    const answer = await one.sign({ assinatura: undefined });
    expect(refusal(answer)).toEqual(
      invalid(...['assinatura', 'rubrica', `campos.${fields[0]}`, `campos.${fields[1]}`].sort()),
    );
    expect((await one.open()).body.signatario.status).toBe('VISUALIZADO');
  });

  it('may be left out where the field is not required', async () => {
    const { one } = await aboutToSign([
      { tipo: 'TEXTO', obrigatorio: false },
      { tipo: 'CHECKBOX', obrigatorio: false },
      { tipo: 'IMAGEM', obrigatorio: false },
    ]);
    expect((await one.sign()).status).toBe(200);
  });

  it('are blank when they hold only blanks', async () => {
    expect(refusal(await offer({ tipo: 'TEXTO' }, ' \t '))).toEqual(invalid(VALUE));
  });

  it('come from what is known of the signer, or from the default, when none is given', async () => {
    const signatario = person({ nome: 'Zuleica Prado', cpf: '52998224725' });
    const waiting = await aboutToSign(
      [{ tipo: 'NOME' }, { tipo: 'EMAIL' }, { tipo: 'CPF' }, { tipo: 'TEXTO', valorPadrao: 'Campinas' }],
      signatario,
    );
    expect((await waiting.one.sign()).status).toBe(200);
    const text = await drawnFor(waiting);
    for (const shown of ['Zuleica Prado', signatario.email, '529.982.247-25', 'Campinas'])
      expect(text).toContain(shown);
  });
});

describe('a value', () => {
  it('for a field of somebody else, of another document, or of nobody is refused', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const documento = await sent(sender, {
      signatarios: ids.map((id) => person({ id })),
      campos: [
        field({ signatarioId: ids[0] }),
        field({ tipo: 'TEXTO', signatarioId: ids[1] }),
        field({ tipo: 'TEXTO', signatarioId: null, valorPadrao: 'lido' }),
      ],
    });
    const one = await readyToSign(sender, documento.signatarios[0]);
    const answer = await one.sign({
      campos: [documento.campos[1].id, documento.campos[2].id, crypto.randomUUID()].map((campoId) => ({
        campoId,
        valor: 'x',
      })),
    });
    expect(refusal(answer)).toEqual(invalid('campos[0].campoId', 'campos[1].campoId', 'campos[2].campoId'));
  });

  it('given twice for one field is refused', async () => {
    const { one, fields } = await aboutToSign([{ tipo: 'TEXTO' }]);
    const campos = ['um', 'dois'].map((valor) => ({ campoId: fields[0], valor }));
    expect(refusal(await one.sign({ campos }))).toEqual(invalid('campos[1].campoId'));
  });

  it('that no font can draw is refused, its characters named', async () => {
    const answer = await offer({ tipo: 'TEXTO' }, 'Ótimo 😀 e \u0007');
    expect(refusal(answer)).toEqual(invalid(VALUE));
    expect(answer.body.erros[0].mensagem).toContain('😀');
    expect(answer.body.erros[0].mensagem).toContain('U+0007');
  });

  it('that no font can draw is refused in a name and in a typed signature too', async () => {
    const { one } = await aboutToSign([]);
    const answer = await one.sign({
      assinatura: { tipo: 'DIGITADA', texto: 'Ana 😀' },
      dados: { nome: 'Ana שלום' },
    });
    expect(refusal(answer)).toEqual(invalid('assinatura.texto', 'dados.nome'));
  });

  it('of several lines or other scripts is drawn', async () => {
    const values = ['Linha um\nLinha dois', 'Com\ttabulação', 'Ελληνικά, Кириллица, 山田太郎, “aspas” — €'];
    const { one, fields } = await aboutToSign(values.map(() => ({ tipo: 'TEXTO' })));
    const answer = await one.sign({ campos: values.map((valor, index) => ({ campoId: fields[index], valor })) });
    expect(answer.body.documentos[0].status).toBe('ASSINADO');
  });

  it('with a line break in a field or a signature of one line still completes the document', async () => {
    const { one, fields } = await aboutToSign([{ tipo: 'NOME' }], person({ nome: 'Ana\nLima' }));
    const answer = await one.sign({
      assinatura: { tipo: 'DIGITADA', texto: 'Ana\nLima' },
      campos: [{ campoId: fields[0], valor: 'Ana\r\nLima' }],
    });
    expect(answer.body.documentos[0].status).toBe('ASSINADO');
  });

  it('may have 4999 and 5000 characters, and not 5001', async () => {
    const { one, fields } = await aboutToSign([{ tipo: 'TEXTO' }, { tipo: 'TEXTO' }]);
    const sign = (...lengths: number[]) =>
      one.sign({ campos: lengths.map((length, i) => ({ campoId: fields[i], valor: 'x'.repeat(length) })) });
    expect(refusal(await sign(4999, 5001))).toEqual(invalid('campos[1].valor'));
    expect((await sign(4999, 5000)).status).toBe(200);
  });
});

describe('CPF and CNPJ', () => {
  const accepted = [
    ['CPF', '52998224725', '529.982.247-25'],
    ['CPF', '111.444.777-35', '111.444.777-35'],
    ['CNPJ', '11222333000181', '11.222.333/0001-81'],
    ['CNPJ', '11.444.777/0001-61', '11.444.777/0001-61'],
    ['CNPJ', '12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
    ['CNPJ', '12abc34501de35', '12.ABC.345/01DE-35'],
  ] as const;

  it('are accepted with and without punctuation, the alphanumeric CNPJ too, and drawn with it', async () => {
    const waiting = await aboutToSign(accepted.map(([tipo]) => ({ tipo })));
    const campos = accepted.map(([, valor], index) => ({ campoId: waiting.fields[index], valor }));
    expect((await waiting.one.sign({ campos })).status).toBe(200);
    const text = await drawnFor(waiting);
    for (const [, , drawn] of accepted) expect(text).toContain(drawn);
  });

  it.each([
    ['CPF', '52998224724'],
    ['CPF', '11111111111'],
    ['CPF', '5299822472'],
    ['CNPJ', '11222333000180'],
    ['CNPJ', '00000000000000'],
    ['CNPJ', '12ABC34501DE36'],
    ['CNPJ', '12ABC34501DEAB'],
    ['CNPJ', '52998224725'],
    ['EMAIL', 'sem-arroba'],
  ])('%s %s is refused', async (tipo, valor) => {
    expect(refusal(await offer({ tipo }, valor))).toEqual(invalid(VALUE));
  });
});

describe('DATA', () => {
  it('is the day of signing in São Paulo, whatever the signer says', async () => {
    // 01:30 UTC of the next day is still the evening before in São Paulo.
    const now = service().clock.now();
    const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 1, 30);
    const waiting = await aboutToSign([{ tipo: 'DATA' }]);
    service().clock.advance(night - service().clock.now().getTime());
    const answer = await waiting.one.sign({ campos: [{ campoId: waiting.fields[0], valor: '01/01/2001' }] });
    expect(answer.status).toBe(200);
    const day = new Date(night - 3 * 3600_000).toISOString().slice(0, 10).split('-').reverse().join('/');
    const text = await drawnFor(waiting);
    expect(text).toContain(day);
    expect(text).not.toContain('01/01/2001');
    // The session ended overnight.
    sender = await newSender(service());
    waitingForever.clear();
  });
});

describe('CHECKBOX', () => {
  it('is ticked by true', async () => {
    expect((await give({ tipo: 'CHECKBOX' }, true)).answer.status).toBe(200);
  });

  it.each([['true'], ['sim'], ['']])('is a boolean, not the text “%s”', async (valor) => {
    expect(refusal(await offer({ tipo: 'CHECKBOX' }, valor))).toEqual(invalid(VALUE));
  });

  it('has to be ticked where it is required, and may be left empty elsewhere', async () => {
    expect(refusal(await offer({ tipo: 'CHECKBOX' }, false))).toEqual(invalid(VALUE));
    expect((await give({ tipo: 'CHECKBOX', obrigatorio: false }, false)).answer.status).toBe(200);
  });

  it('is the only field that takes a boolean', async () => {
    expect(refusal(await offer({ tipo: 'TEXTO' }, true))).toEqual(invalid(VALUE));
    expect(refusal(await offer({ tipo: 'IMAGEM' }, true))).toEqual(invalid(VALUE));
  });
});

describe('pictures', () => {
  const LIMIT = 2 * 1024 * 1024;
  const uri = (type: string, bytes: Uint8Array) => `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const picture = () => sharp({ create: { width: 40, height: 20, channels: 3, background: '#1f5a4c' } });

  /** A PNG of exactly so many bytes: a pixel, and a text chunk that fills it up. */
  function pngOf(size: number): Buffer {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      check.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, check]);
    };
    const head = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    ]);
    const tail = Buffer.concat([chunk('IDAT', deflateSync(Buffer.alloc(4))), chunk('IEND', Buffer.alloc(0))]);
    const room = size - head.length - tail.length - 12;
    return Buffer.concat([head, chunk('tEXt', Buffer.concat([Buffer.from('c\0'), Buffer.alloc(room - 2, 'x')])), tail]);
  }

  it('may have 2 MB to the byte, and not one more', async () => {
    const { one, fields } = await aboutToSign([{ tipo: 'IMAGEM' }, { tipo: 'IMAGEM' }]);
    const sign = (...sizes: number[]) =>
      one.sign({ campos: sizes.map((size, i) => ({ campoId: fields[i], valor: uri('png', pngOf(size)) })) });
    expect(pngOf(LIMIT)).toHaveLength(LIMIT);
    expect(refusal(await sign(LIMIT - 1, LIMIT + 1))).toEqual(invalid('campos[1].valor'));
    expect((await sign(LIMIT - 1, LIMIT)).body.documentos[0].status).toBe('ASSINADO');
  });

  it('may be PNG or JPEG', async () => {
    const { one, fields } = await aboutToSign([{ tipo: 'IMAGEM' }, { tipo: 'IMAGEM' }]);
    const [png, jpeg] = [await picture().png().toBuffer(), await picture().jpeg().toBuffer()];
    const answer = await one.sign({
      campos: [
        { campoId: fields[0], valor: uri('png', png) },
        { campoId: fields[1], valor: uri('jpeg', jpeg) },
      ],
    });
    expect(answer.body.documentos[0].status).toBe('ASSINADO');
  });

  it.each(['gif', 'webp'])('may not be %s, under its own name or another', async (type) => {
    const bytes = await picture()
      .toFormat(type as 'gif' | 'webp')
      .toBuffer();
    expect(refusal(await offer({ tipo: 'IMAGEM' }, uri(type, bytes)))).toEqual(invalid(VALUE));
    expect(refusal(await offer({ tipo: 'IMAGEM' }, uri('png', bytes)))).toEqual(invalid(VALUE));
  });

  it.each([
    ['text', 'olá'],
    ['an address', 'https://exemplo.com.br/foto.png'],
    ['a damaged file', `data:image/png;base64,${pngOf(200).subarray(0, 60).toString('base64')}`],
    ['nothing', 'data:image/png;base64,'],
  ])('are not %s', async (_, valor) => {
    expect(refusal(await offer({ tipo: 'IMAGEM' }, valor))).toEqual(invalid(VALUE));
  });

  it('sign, drawn or uploaded, for the whole document or for one field', async () => {
    const bytes = await picture().png().toBuffer();
    const { one, fields } = await aboutToSign([{ tipo: 'RUBRICA' }, { tipo: 'RUBRICA' }]);
    const answer = await one.sign({
      assinatura: { tipo: 'DESENHADA', imagem: uri('png', bytes) },
      rubrica: { tipo: 'IMAGEM', imagem: uri('png', bytes) },
      campos: [{ campoId: fields[0], valor: uri('png', bytes) }],
    });
    expect(answer.body.documentos[0].status).toBe('ASSINADO');
  });

  it('sign only if they are what they say, and of a size that can be drawn', async () => {
    const { one } = await aboutToSign([]);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>');
    const huge = sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'white' } });
    const pictures = [
      uri('png', Buffer.from('isto não é uma imagem')),
      uri('svg+xml', svg),
      uri('png', svg),
      uri('png', await huge.png({ compressionLevel: 9 }).toBuffer()),
    ];
    for (const imagem of pictures) {
      for (const tipo of ['DESENHADA', 'IMAGEM']) {
        const [status, codigo, places] = refusal(await one.sign({ assinatura: { tipo, imagem } }));
        expect([status, codigo, places]).toEqual([400, 'ENTRADA_INVALIDA', ['assinatura.imagem']]);
      }
    }
    expect((await one.sign()).body.documentos[0].status).toBe('ASSINADO');
  });

  it.each([
    [{ tipo: 'DESENHADA' }, 'assinatura.imagem'],
    [{ tipo: 'IMAGEM' }, 'assinatura.imagem'],
    [{ tipo: 'DIGITADA' }, 'assinatura.texto'],
    [{ tipo: 'RABISCADA', texto: 'x' }, 'assinatura.tipo'],
  ])('are not left out of a signature that is made of them: %j', async (assinatura, place) => {
    const { one } = await aboutToSign([]);
    const [status, , places] = refusal(await one.sign({ assinatura }));
    expect([status, places]).toEqual([400, expect.arrayContaining([place])]);
  });
});

describe('fields of the sender', () => {
  it('are drawn as written, though nobody fills them', async () => {
    const waiting = await aboutToSign([{ tipo: 'TEXTO', signatarioId: null, valorPadrao: 'Cláusula única' }]);
    await waiting.one.sign();
    expect(await drawnFor(waiting)).toContain('Cláusula única');
  });

  it('are told to the signer once every factor is fulfilled, apart from what the signer fills', async () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const documento = await sent(sender, {
      signatarios: ids.map((id) => person({ id })),
      campos: [
        ...ids.map((signatarioId) => field({ signatarioId })),
        field({ tipo: 'TEXTO', signatarioId: ids[1], valorPadrao: 'de outra pessoa' }),
        field({ tipo: 'TEXTO', signatarioId: null, valorPadrao: 'R$ 2.350,00', rotulo: 'Aluguel' }),
      ],
    });
    const [row] = documento.signatarios;
    const seen = async () => (await call(`${sender.base}/assinatura/${tokenOf(row)}`)).body.documentos[0];
    expect((await seen()).camposDoRemetente).toEqual([]);
    await readyToSign(sender, row);
    const { campos, camposDoRemetente } = await seen();
    expect(campos.map(({ signatarioId }: { signatarioId: string }) => signatarioId)).toEqual([ids[0]]);
    expect(camposDoRemetente).toEqual([
      expect.objectContaining({ signatarioId: null, valorPadrao: 'R$ 2.350,00', rotulo: 'Aluguel' }),
    ]);
  });

  it('are told of the signer’s own fields once every factor is fulfilled, too', async () => {
    const documento = await sent(sender, {
      signatarios: [person()],
      campos: [field(), field({ tipo: 'TEXTO', valorPadrao: 'Rua das Flores, 12' })],
    });
    const [row] = documento.signatarios;
    const told = async () =>
      (await call(`${sender.base}/assinatura/${tokenOf(row)}`)).body.documentos[0].campos.map(
        ({ valorPadrao }: { valorPadrao: string | null }) => valorPadrao,
      );
    expect(await told()).toEqual([null, null]);
    await readyToSign(sender, row);
    expect(await told()).toEqual([null, 'Rua das Flores, 12']);
  });
});
