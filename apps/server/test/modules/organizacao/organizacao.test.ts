import type { Organizacao, OrganizacaoDoUsuario } from '@rubrica/contract';
import type { ParsedMail } from 'mailparser';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import {
  type Account,
  call,
  documentForm,
  elsewhere,
  login,
  newAccount,
  type Service,
  startService,
  until,
} from '../../harness.ts';
import { startMailServer, type TestMailServer } from '../smtp.ts';

let mail: TestMailServer;
let service: Service;
let base: string;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ SMTP_URL: mail.url, MAIL_FROM: 'Rubrica <nao-responda@rubrica.exemplo>' });
  base = `${service.origin}/v1`;
});
afterAll(async () => {
  await service?.stop();
  await mail?.stop();
});

type Headers = Record<string, string>;
const read = async (as: Headers) => (await call(`${base}/organizacao`, 'GET', undefined, as)).body;
/** An organization as lists have it. */
const listed = ({ origensPermitidas: _, ...rest }: Organizacao) => rest;
const change = (body: unknown, as: Headers) => call(`${base}/organizacao`, 'PATCH', body, as);
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } });
const uri = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;
const decoded = (logo: string) => sharp(Buffer.from(logo.split(',')[1] ?? '', 'base64')).metadata();

const BRAND = {
  corPrimaria: '#FFD400',
  nomeRemetente: 'Imobiliária Acácia',
  emailResposta: 'contratos@acacia.exemplo.com.br',
  mensagemPadrao: 'Leia com calma.\nEstamos à disposição.',
};

describe('changing the organization', () => {
  let account: Account;
  beforeAll(async () => {
    account = await newAccount(service.origin);
  });

  it('changes what is given, keeps what is left out, and erases with null', async () => {
    const before = await read(account.panel);
    const named = await change({ nome: ' Acácia S.A. ', documento: '529.982.247-25' }, account.panel);
    expect(named.body).toEqual({ ...before, nome: 'Acácia S.A.', documento: '52998224725' });
    const branded = await change({ marca: BRAND }, account.panel);
    expect(branded.body).toEqual({ ...named.body, marca: { ...BRAND, logo: null } });
    const less = await change({ documento: null, marca: { emailResposta: null } }, account.panel);
    expect(less.body).toEqual({
      ...branded.body,
      documento: null,
      marca: { ...BRAND, logo: null, emailResposta: null },
    });
    expect((await change({}, account.panel)).body).toEqual(less.body);
    expect(await read(account.live)).toEqual(less.body);
  });

  it('is one organization in both environments', async () => {
    await call(`${base}/sandbox/organizacao`, 'PATCH', { nome: 'Acácia Dois' }, account.test);
    expect((await read(account.live)).nome).toBe('Acácia Dois');
  });

  it.each([
    ['documento', { documento: '529.982.247-26' }],
    ['documento', { documento: '11222333000182' }],
    ['documento', { documento: '' }],
    ['nome', { nome: '   ' }],
    ['nome', { nome: null }],
    ['nome', { nome: 'Ac\u0007ácia' }],
    ['marca.corPrimaria', { marca: { corPrimaria: '#12345' } }],
    ['marca.corPrimaria', { marca: { corPrimaria: 'red;}' } }],
    ['marca.emailResposta', { marca: { emailResposta: 'a@b.co, c@d.co' } }],
    ['marca.nomeRemetente', { marca: { nomeRemetente: ' ' } }],
    ['marca.mensagemPadrao', { marca: { mensagemPadrao: 'x'.repeat(2001) } }],
    ['marca.fonte', { marca: { fonte: 'Arial' } }],
    ['marca', { marca: null }],
    ['marca.logo', { marca: { logo: 'https://acacia.exemplo/logo.png' } }],
    ['marca.logo', { marca: { logo: 'data:image/svg+xml;base64,PHN2Zy8+' } }],
    ['marca.logo', { marca: { logo: uri('png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) } }],
  ])('is refused for %s when it is %j, and changes nothing', async (campo, body) => {
    const before = await read(account.panel);
    const refused = await change(body, account.panel);
    expect([refused.status, refused.body.codigo]).toEqual([400, 'ENTRADA_INVALIDA']);
    expect(refused.body.erros.map((erro: { campo: string }) => erro.campo)).toContain(campo);
    expect(await read(account.panel)).toEqual(before);
  });

  it('tells every problem at once', async () => {
    const { body } = await change(
      { documento: '00000000000', marca: { logo: uri('png', Buffer.from('não')) } },
      account.panel,
    );
    expect(body.erros.map((erro: { campo: string }) => erro.campo)).toEqual(['documento', 'marca.logo']);
  });

  it('takes the alphanumeric CNPJ too', async () => {
    expect((await change({ documento: '12.abc.345/01de-35' }, account.panel)).body.documento).toBe('12ABC34501DE35');
  });

  it('of two halves of the brand at the same time keeps both', async () => {
    await Promise.all([
      change({ marca: { corPrimaria: '#111111' } }, account.panel),
      change({ marca: { nomeRemetente: 'Um' } }, account.panel),
    ]);
    expect((await read(account.panel)).marca).toMatchObject({ corPrimaria: '#111111', nomeRemetente: 'Um' });
  });

  it('is an ADMINISTRADOR’s, with a scope of its own, and leaves a line in the security log', async () => {
    const operator = await account.member('OPERADOR');
    const admin = await account.member('ADMINISTRADOR', ['organizacao:ler']);
    const refusals = [await change({ nome: 'X' }, operator.live), await change({ nome: 'X' }, admin.live)];
    expect(refusals.map(({ status, body }) => [status, body.codigo])).toEqual([
      [403, 'PAPEL_INSUFICIENTE'],
      [403, 'ESCOPO_INSUFICIENTE'],
    ]);
    const { id } = await read(account.panel);
    await change({ nome: 'Acácia Três', marca: { corPrimaria: '#222222' } }, account.panel);
    const events = await service.owner`
      select detalhe from evento_seguranca
       where organizacao_id = ${id} and tipo = 'ORGANIZACAO_ALTERADA' order by ocorrido_em desc limit 1`;
    expect(events[0]?.detalhe).toMatchObject({ campos: ['marca.corPrimaria', 'nome'] });
  });
});

describe('a logo', () => {
  let account: Account;
  beforeAll(async () => {
    account = await newAccount(service.origin);
  });
  const set = (logo: string | null) => change({ marca: { logo } }, account.panel);

  it('is kept as a PNG of bounded size without metadata, whatever was sent', async () => {
    const jpeg = await picture(2000, 1000)
      .withExif({ IFD0: { Copyright: 'segredo' } })
      .jpeg()
      .toBuffer();
    const { status, body } = await set(uri('png', jpeg));
    expect(status).toBe(200);
    expect(body.marca.logo).toMatch(/^data:image\/png;base64,/);
    const metadata = await decoded(body.marca.logo);
    expect(metadata).toMatchObject({ format: 'png', width: 320, height: 160 });
    expect(metadata.exif).toBeUndefined();
  });

  it('smaller than that keeps its size, and null takes it away', async () => {
    const { body } = await set(uri('png', await picture(32, 32).png().toBuffer()));
    expect(await decoded(body.marca.logo)).toMatchObject({ width: 32, height: 32 });
    expect((await set(null)).body.marca.logo).toBeNull();
  });

  it('may have 2 MB, and not a byte more', async () => {
    const png = await picture(64, 64).png().toBuffer();
    // What follows IEND is no part of the picture, so any size can be made.
    const ofSize = (bytes: number) => uri('png', Buffer.concat([png, Buffer.alloc(bytes - png.length)]));
    const limit = 2 * 1024 * 1024;
    expect((await set(ofSize(limit))).status).toBe(200);
    const refused = await set(ofSize(limit + 1));
    expect([refused.status, refused.body.erros]).toEqual([
      400,
      [{ campo: 'marca.logo', mensagem: 'A imagem passa de 2 MB.', regra: 'imageSize', valores: {} }],
    ]);
  });

  it('of more points than any logo needs is refused, however few bytes it has', async () => {
    const bomb = await picture(5000, 5000).png({ compressionLevel: 9 }).toBuffer();
    expect((await set(uri('png', bomb))).body.erros[0].mensagem).toContain('16 megapixels');
  });
});

describe('the brand', () => {
  let account: Account;
  let logo: string;
  let invitation: ParsedMail;
  let token: string;

  async function send(dados: object = {}): Promise<ParsedMail> {
    const email = `pessoa${mail.received.length}.${Date.now()}@exemplo.com.br`;
    const created = await call(
      `${base}/documentos`,
      'POST',
      documentForm(tinyPdf(1), {
        titulo: 'Contrato',
        signatarios: [{ funcao: 'ASSINAR', nome: 'João', email }],
        campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.1, largura: 0.3, altura: 0.1 }],
        ...dados,
      }),
      account.panel,
    );
    await call(`${base}/documentos/${created.body.id}/enviar`, 'POST', undefined, account.panel);
    return until(async () => mail.received.find(({ to }) => JSON.stringify(to).includes(email)));
  }

  beforeAll(async () => {
    account = await newAccount(service.origin);
    const png = await picture(300, 90).png().toBuffer();
    const { body } = await change({ marca: { ...BRAND, logo: uri('png', png) } }, account.panel);
    logo = body.marca.logo;
    invitation = await send();
    token = /assinar\/([\w-]{43})/.exec(invitation.text ?? '')?.[1] ?? '';
  });
  afterEach(() => change({ marca: BRAND }, account.panel));

  it('names the sender of an invitation and says where answers go', () => {
    expect(invitation.from?.value).toEqual([{ name: BRAND.nomeRemetente, address: 'nao-responda@rubrica.exemplo' }]);
    expect(invitation.replyTo?.value).toMatchObject([{ address: BRAND.emailResposta }]);
  });

  it('colours it, with letters that can be read over the colour', () => {
    expect(invitation.html).toContain('border-bottom:4px solid #FFD400');
    expect(invitation.html).toContain('background:#FFD400;color:#1f2430');
  });

  it('writes white over a dark colour', async () => {
    const { panel } = account;
    await change({ marca: { corPrimaria: '#1F5A4C' } }, panel);
    expect((await send()).html).toContain('background:#1F5A4C;color:#ffffff');
  });

  it('brings the logo along as a part of the message, beside the name in letters', () => {
    const [attached] = invitation.attachments;
    expect(invitation.attachments).toHaveLength(1);
    expect(attached).toMatchObject({ contentType: 'image/png', related: true });
    expect(uri('png', attached?.content ?? Buffer.alloc(0))).toBe(logo);
    expect(invitation.html).toContain(`src="cid:${attached?.cid}" alt=""`);
    expect(String(invitation.html).replace(/<img[^>]*>/g, '')).toContain('>Acácia Ltda.</span></td>');
  });

  it('gives its message to documents that bring none', async () => {
    expect(invitation.text).toContain(BRAND.mensagemPadrao);
    const own = await send({ mensagem: 'Só esta.', responderPara: 'ana@acacia.exemplo.com.br' });
    expect(own.text).toContain('Só esta.');
    expect(own.text).not.toContain('Leia com calma.');
    expect(own.replyTo?.value).toMatchObject([{ address: 'ana@acacia.exemplo.com.br' }]);
  });

  it('is shown by the signing session', async () => {
    const { body } = await call(`${base}/assinatura/${token}`);
    expect(body.remetente).toEqual({
      organizacao: 'Acácia Ltda.',
      nome: 'Ana Lima',
      emailResposta: BRAND.emailResposta,
      marca: { corPrimaria: BRAND.corPrimaria, logo, nomeRemetente: BRAND.nomeRemetente },
    });
    expect(body.mensagem).toBe(BRAND.mensagemPadrao);
  });

  it('cannot add a header to a message', async () => {
    await change({ marca: { nomeRemetente: 'Ana"\r\nBcc: x@exemplo.com.br' } }, account.panel);
    const got = await send();
    expect(got.headers.has('bcc')).toBe(false);
    expect(got.from?.value).toMatchObject([{ address: 'nao-responda@rubrica.exemplo' }]);
  });
});

describe('GET /organizacoes', () => {
  const list = async (as: Headers, query = '') =>
    (await call(`${base}/organizacoes${query}`, 'GET', undefined, as)).body;

  /** Makes the owner of one organization a member of another. */
  async function join(person: Account, other: Account, papel: string, estado = 'ATIVO'): Promise<string> {
    const [row] = await service.owner<{ id: string }[]>`
      insert into membro (id, organizacao_id, usuario_id, nome, email, papel, estado, criado_em)
      select gen_random_uuid(), m.organizacao_id, u.id, u.nome, u.email, ${papel}, ${estado}, now()
        from usuario u, membro m
       where u.email = ${person.email} and m.email = ${other.email}
      returning id`;
    return row?.id ?? '';
  }

  it('shows a person every organization it is an active member of, with the role it has there', async () => {
    const [own, second, suspended] = [
      await newAccount(service.origin),
      await newAccount(service.origin),
      await newAccount(service.origin),
    ];
    const membroId = await join(own, second, 'OPERADOR');
    await join(own, suspended, 'ADMINISTRADOR', 'SUSPENSO');
    const expected = [
      { ...listed(await read(second.panel)), membroId, papel: 'OPERADOR' },
      { ...listed(await read(own.panel)), membroId: expect.any(String), papel: 'PROPRIETARIO' },
    ];
    const { itens, total } = await list(own.panel);
    expect([itens, total]).toEqual([expected, 2]);

    const first = await list(own.panel, '?limite=1');
    const rest = await list(own.panel, `?limite=1&cursor=${encodeURIComponent(first.proximoCursor)}`);
    expect([...first.itens, ...rest.itens]).toEqual(expected);

    await service.owner`update membro set removido_em = now() where id = ${membroId}`;
    expect((await list(own.panel)).itens.map(({ id }: OrganizacaoDoUsuario) => id)).toEqual([expected[1]?.id]);
  });

  it('shows the same from whichever organization the session is in', async () => {
    const [own, second] = [await newAccount(service.origin), await newAccount(service.origin)];
    await join(own, second, 'VISUALIZADOR');
    const before = await list(own.panel);
    const [other] = before.itens;
    const moved = await call(`${base}/sessoes/renovar`, 'POST', { membroId: other.membroId }, own.panel);
    expect(moved.status).toBe(200);
    const cookie = (moved.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(await list({ cookie, ...elsewhere() })).toEqual(before);
  });

  it('shows a key its own organization alone, and no membership', async () => {
    const [own, second] = [await newAccount(service.origin), await newAccount(service.origin)];
    await join(own, second, 'ADMINISTRADOR');
    for (const [as, at] of [
      [own.live, base],
      [own.test, `${base}/sandbox`],
    ] as const) {
      const { body } = await call(`${at}/organizacoes?limite=1`, 'GET', undefined, as);
      expect(body).toEqual({
        itens: [{ ...listed(await read(own.live)), membroId: null, papel: 'PROPRIETARIO' }],
        total: 1,
        proximoCursor: null,
      });
    }
  });

  it('takes no cursor of another session', async () => {
    const [own, second] = [await newAccount(service.origin), await newAccount(service.origin)];
    await join(own, second, 'ADMINISTRADOR');
    const { proximoCursor } = await list(own.panel, '?limite=1');
    const again = await login(service.origin, second.email, second.senha);
    const refused = await call(
      `${base}/organizacoes?cursor=${encodeURIComponent(proximoCursor)}`,
      'GET',
      undefined,
      again,
    );
    expect([refused.status, refused.body.codigo]).toEqual([400, 'ENTRADA_INVALIDA']);
  });
});
