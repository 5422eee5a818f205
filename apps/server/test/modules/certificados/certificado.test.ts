import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../../../../packages/pdf/test/judges/text.ts';
import {
  about,
  field,
  newSender,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  sharedService,
  until,
  validateTest,
} from '../support.ts';

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

async function completed() {
  const signatario = person();
  const document = await sent(sender, { signatarios: [signatario] });
  const one = await readyToSign(sender, { ...document.signatarios[0], email: signatario.email });
  expect((await one.sign()).status).toBe(200);
  await until(async () => (await about(sender, document.id)).body.status === 'ASSINADO');
  return document;
}

describe('a certificate', () => {
  it('says what kind of seal the signed file bears', async () => {
    const { id } = await completed();
    const { conteudo } = (await about(sender, id, '/certificado')).body;
    expect(conteudo.selo).toMatchObject({ nivel: 'PADES_B_B', carimboTempo: null });
    const pages = await textOf((await about(sender, id, '/arquivo?tipo=CERTIFICADO')).bytes);
    const text = pages.join(' ').replace(/\s+/g, ' ');
    expect(text).toContain('PAdES B-B, sem carimbo do tempo; o certificado digital é autoassinado');
  });

  it('says on its first page who sent it, by which seal it is sealed and what its hashes are', async () => {
    const { id } = await completed();
    const { organizacao, selo, hashes } = (await about(sender, id, '/certificado')).body.conteudo;
    const [text = ''] = await textOf((await about(sender, id, '/arquivo?tipo=CERTIFICADO')).bytes);
    const digits = text.replace(/\D/g, '');
    expect(digits).toContain(organizacao.documento.replace(/\D/g, ''));
    for (const fact of [organizacao.nome, selo.impressaoDigital, hashes.original, hashes.assinado, 'autoassinado']) {
      expect(text).toContain(fact);
    }
  });
});

describe('the pages of a certificate', () => {
  const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
  const pagesOf = async (id: string): Promise<string> => {
    await until(async () => (await about(sender, id)).body.status === 'ASSINADO');
    const pages = await textOf((await about(sender, id, '/arquivo?tipo=CERTIFICADO')).bytes);
    return pages.join(' ').replace(/\s+/g, ' ');
  };

  it('tell what the sender wrote on the document, to be compared with what is drawn', async () => {
    const signatario = person();
    const written = { signatarioId: null, altura: 0.04 };
    const { id, signatarios } = await sent(sender, {
      signatarios: [signatario],
      campos: [
        field(),
        field({ ...written, tipo: 'TEXTO', y: 0.3, rotulo: 'Preço', valorPadrao: 'R$ 1.000,00' }),
        field({ ...written, tipo: 'CHECKBOX', y: 0.4, valorPadrao: 'true' }),
        field({ ...written, tipo: 'TEXTO', y: 0.5, rotulo: 'Vazio' }),
      ],
    });
    const one = await readyToSign(sender, { ...signatarios[0], email: signatario.email });
    expect((await one.sign()).status).toBe(200);
    const text = await pagesOf(id);
    expect(text).toMatch(/O que o remetente escreveu no documento .*Preço \(página 1\) R\$ 1\.000,00/);
    expect(text).toContain('Caixa de marcação (página 1) marcada');
    expect(text).not.toContain('Vazio');
  });

  it('tell from where a factor was fulfilled, if the signature came from elsewhere', async () => {
    const signatario = person();
    const { id, signatarios } = await sent(sender, { signatarios: [signatario] });
    const one = await readyToSign(sender, { ...signatarios[0], email: signatario.email });
    expect((await one.sign({}, BROWSER)).status).toBe(200);
    expect(await pagesOf(id)).toMatch(
      /código de uso único, em [^;]*; em outro navegador \(não identificado, IP 127\.0\.0\.1\)/,
    );
    const same = await completed();
    expect(await pagesOf(same.id)).not.toContain('em outro navegador');
  });
});

describe('a certificate issued again', () => {
  it('is a new version chained to the one before, with the trail up to its own event', async () => {
    const { id, codigoValidacao } = await completed();
    const first = (await about(sender, id, '/certificado')).body;
    const again = await about(sender, id, '/certificado', 'POST');
    expect([again.status, again.body.versao, again.body.hashAnterior]).toEqual([201, 2, first.hash]);
    expect(again.body.codigo).not.toBe(first.codigo);
    expect(again.body.hash).toBe(sha256([again.body.codigo, '2', first.hash, again.body.hashConteudo].join('\n')));
    const { eventos, cadeia, ...frozen } = again.body.conteudo;
    const { eventos: before, cadeia: earlier, ...kept } = first.conteudo;
    expect(frozen).toEqual(kept);
    expect(eventos.slice(0, before.length)).toEqual(before);
    expect(eventos.at(-1)).toMatchObject({ acao: 'CERTIFICADO_REEMITIDO', hash: cadeia.eloFinal });
    expect(cadeia.eloFinal).not.toBe(earlier.eloFinal);

    expect((await about(sender, id, '/certificado')).body.versao).toBe(2);
    const trail = (await about(sender, id, '/auditoria?limite=100')).body.itens;
    expect(trail.at(-1).hash).toBe(cadeia.eloFinal);
    const shown = await validateTest(service(), { codigo: codigoValidacao });
    expect(shown.body.manifesto).toMatchObject({ versao: 2, codigoCertificado: again.body.codigo });
  });

  it('leaves the earlier version downloadable', async () => {
    const { id } = await completed();
    const file = (query = '') => about(sender, id, `/arquivo?tipo=CERTIFICADO${query}`);
    const first = (await file()).bytes;
    await about(sender, id, '/certificado', 'POST');
    expect((await file('&versao=1')).bytes.equals(first)).toBe(true);
    expect((await file()).bytes.equals(first)).toBe(false);
    expect((await file('&versao=9')).status).toBe(404);
    expect(refusal(await about(sender, id, '/arquivo?tipo=ASSINADO&versao=1'))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['query.versao'],
    ]);
  });

  it('is refused before the document is complete', async () => {
    const { id } = await sent(sender);
    expect(refusal(await about(sender, id, '/certificado', 'POST'))).toEqual([409, 'CERTIFICADO_INDISPONIVEL']);
  });

  it('asked for several times at once makes as many versions in one chain', async () => {
    const { id } = await completed();
    const times = Array.from({ length: 30 }, (_, index) => index);
    const made = await Promise.all(times.map(() => about(sender, id, '/certificado', 'POST')));
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
    const chain = made.map(({ body }) => body).sort((a, b) => a.versao - b.versao);
    expect(chain.map(({ versao }) => versao)).toEqual(times.map((index) => index + 2));
    expect(chain.slice(1).map(({ hashAnterior }) => hashAnterior)).toEqual(chain.slice(0, -1).map(({ hash }) => hash));
  });
});
