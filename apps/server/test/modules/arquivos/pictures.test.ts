import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PICTURES_PER_MINUTE } from '@rubrica/contract';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newAccount } from '../../harness.ts';
import { purge, setDaysAgo } from '../lgpd/support.ts';
import { doublingForms, lineThinPage, pageOf, sampleContract } from '../samples.ts';
import {
  about,
  call,
  documentForm,
  draft,
  field,
  newSender,
  ownService,
  person,
  readyToSign,
  refusal,
  type Sender,
  sent,
  tinyPdf,
  until,
} from '../support.ts';

/** Pictures of pages, for who may see the document or the template. */

const service = ownService();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service());
});

const picture = (by: Sender, id: string, page: number | string = 1, query = '', headers: Record<string, string> = {}) =>
  call(`${by.base}/documentos/${id}/paginas/${page}/imagem${query}`, 'GET', undefined, { ...by.as, ...headers });
const ofTemplate = (by: Sender, id: string, page: number | string = 1, query = '') =>
  call(`${by.base}/modelos/${id}/paginas/${page}/imagem${query}`, 'GET', undefined, by.as);

async function template(by: Sender, pdf: Uint8Array, escopo = 'ORGANIZACAO'): Promise<string> {
  const dados = { nome: 'Locação', escopo, papeis: [{ rotulo: 'Cliente', funcao: 'ASSINAR' }] };
  const made = await call(`${by.base}/modelos`, 'POST', documentForm(pdf, dados), by.as);
  expect(made.status).toBe(201);
  return made.body.id;
}

/** Pages that the workers drew so far, or tried to. */
async function drawn(): Promise<number> {
  const metrics = (await call(`${service().origin}/metrics`)).bytes.toString();
  const counts = metrics.matchAll(/^rubrica_pdf_task_duration_seconds_count\{[^}]*kind="preview"[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

const storedOf = async (id: string) => {
  const files = await readdir(join(service().app.config.dataDir, 'files'), { recursive: true });
  return files.filter((name) => name.includes(id) && name.endsWith('.png')).map((name) => name.split('.pdf.').pop());
};

describe('a picture of a page', () => {
  it('is a PNG of the page as it is seen, in the next width that is served', async () => {
    const { id } = await draft(sender, {}, await sampleContract());
    for (const [asked, width] of [
      ['', 640],
      ['?largura=1', 160],
      ['?largura=160', 160],
      ['?largura=161', 320],
      ['?largura=9999', 1280],
    ] as const) {
      const answer = await picture(sender, id, 1, asked);
      expect([asked, answer.status, answer.headers.get('content-type')]).toEqual([asked, 200, 'image/png']);
      const { format, width: across, height = 0 } = await sharp(answer.bytes).metadata();
      expect([asked, format, across]).toEqual([asked, 'png', width]);
      expect(height / width).toBeCloseTo(842 / 595, 1);
    }
    const { channels } = await sharp((await picture(sender, id)).bytes).stats();
    expect(channels[0]?.min).toBeLessThan(80);
  });

  it('is of the page that is asked for', async () => {
    const { id } = await draft(sender, {}, tinyPdf(3));
    const answers = await Promise.all([1, 3].map((page) => picture(sender, id, page)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const page of [4, 300, 0, '01', 'x', '1.5', '%00', 1000]) {
      expect([page, refusal(await picture(sender, id, page))]).toEqual([page, [404, 'NAO_ENCONTRADO']]);
    }
  });

  it.each(['0', '-1', 'x', '1e3', '0x10', ''])('refuses the width %j', async (largura) => {
    const { id } = await draft(sender);
    expect(refusal(await picture(sender, id, 1, `?largura=${largura}`))).toEqual([
      400,
      'ENTRADA_INVALIDA',
      ['query.largura'],
    ]);
  });

  it('is kept by the caller alone, who asks each time whether it is still that one', async () => {
    const { id } = await draft(sender, {}, tinyPdf(2));
    const first = await picture(sender, id);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const tag = first.headers.get('etag') ?? '';
    const again = await picture(sender, id, 1, '', { 'if-none-match': `"outra", W/${tag}` });
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, tag]);
    expect((await picture(sender, id, 2, '', { 'if-none-match': tag })).status).toBe(200);
    expect((await picture(sender, id, 1, '?largura=320', { 'if-none-match': tag })).status).toBe(200);
    const form = new FormData();
    form.set('arquivo', new Blob([new Uint8Array(await sampleContract())], { type: 'application/pdf' }), 'novo.pdf');
    expect((await call(`${sender.base}/documentos/${id}/versoes`, 'POST', form, sender.as)).status).toBe(201);
    expect((await picture(sender, id, 1, '', { 'if-none-match': tag })).status).toBe(200);
  });

  it('is of the signed file once everybody signed', async () => {
    const documento = await sent(sender, {}, pageOf('/MediaBox [0 0 600 800]'));
    const darkest = async () => {
      const { bytes } = await picture(sender, documento.id);
      return (await sharp(bytes).stats()).channels[0]?.min ?? 255;
    };
    expect(await darkest()).toBe(255);
    const one = await readyToSign(sender, documento.signatarios[0]);
    expect((await one.sign()).status).toBe(200);
    await until(async () => (await about(sender, documento.id)).body.status === 'ASSINADO');
    expect(await darkest()).toBeLessThan(120);
  });

  it('is there of a template, as its file came', async () => {
    const id = await template(sender, await sampleContract());
    const answer = await ofTemplate(sender, id, 1, '?largura=320');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await sharp(answer.bytes).metadata()).width).toBe(320);
    expect((await ofTemplate(sender, id, 99)).status).toBe(404);
  });
});

describe('who may not see it', () => {
  it('learns nothing, in another organization and in the other environment; nor of a colleague’s own template', async () => {
    const { id } = await draft(sender);
    const own = await template(sender, tinyPdf(), 'PESSOAL');
    const stranger = await newSender(service());
    const live = { ...sender, base: sender.base.replace('/sandbox', '') };
    for (const by of [stranger, live]) {
      expect(refusal(await picture(by, id))).toEqual([404, 'NAO_ENCONTRADO']);
      expect(refusal(await ofTemplate(by, own))).toEqual([404, 'NAO_ENCONTRADO']);
    }
    expect((await picture(sender, id)).status).toBe(200);
    expect((await ofTemplate(sender, own)).status).toBe(200);
  });

  it('needs the scope to read documents, or templates', async () => {
    const account = await newAccount(service().origin);
    const by = { ...sender, as: account.test };
    const { id } = await draft(by);
    const modelo = await template(by, tinyPdf());
    const key = await call(
      `${service().origin}/v1/chaves-api`,
      'POST',
      { nome: 'arquivos', ambiente: 'TESTE', escopos: ['arquivos:ler'] },
      account.panel,
    );
    const narrow = { ...sender, as: { authorization: `Bearer ${key.body.chave}` } };
    expect(refusal(await picture(narrow, id))).toEqual([403, 'ESCOPO_INSUFICIENTE']);
    expect(refusal(await ofTemplate(narrow, modelo))).toEqual([403, 'ESCOPO_INSUFICIENTE']);
    expect((await picture(by, id)).status).toBe(200);
  });

  it('is everybody once the document is deleted, whatever the caller kept', async () => {
    const { id } = await draft(sender);
    const tag = (await picture(sender, id, 1, '?largura=160')).headers.get('etag') ?? '';
    expect((await about(sender, id, '', 'DELETE')).status).toBe(204);
    expect((await picture(sender, id, 1, '?largura=160', { 'if-none-match': tag })).status).toBe(404);
  });
});

describe('what the pictures take', () => {
  it('is two small files beside each document, whatever is asked for', async () => {
    const { id } = await draft(sender, {}, tinyPdf(3));
    for (const page of [1, 2, 3])
      for (const width of [1, 300, 640, 5000]) await picture(sender, id, page, `?largura=${width}`);
    expect((await storedOf(id)).sort()).toEqual(['pagina1-160.png', 'pagina1-320.png']);
  });

  it('goes with the document that is purged', async () => {
    setDaysAgo(service(), 400);
    // A key, because sessions end meanwhile.
    const past = { ...sender, as: (await newAccount(service().origin)).test };
    const { id } = await sent(past);
    await picture(past, id, 1, '?largura=160');
    expect(await storedOf(id)).toEqual(['pagina1-160.png']);
    await about(past, id, '/cancelar', 'POST', { motivo: 'Erro.' });
    setDaysAgo(service(), 0);
    expect((await purge(service())).documentos).toBe(1);
    expect(await storedOf(id)).toEqual([]);
    expect((await picture(past, id, 1, '?largura=160')).status).toBe(404);
  });

  it('is drawn once for many who ask at once', async () => {
    const by = await newSender(service());
    const { id } = await draft(by, {}, tinyPdf(2));
    const before = await drawn();
    const answers = await Promise.all(Array.from({ length: 6 }, () => picture(by, id, 2)));
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect((await picture(by, id, 2)).status).toBe(200);
    expect((await drawn()) - before).toBe(1);
  });

  it('is limited by organization: 429 with when to come back, while what was drawn is still shown', async () => {
    const by = await newSender(service());
    const pages = PICTURES_PER_MINUTE + 4;
    const { id } = await draft(by, {}, tinyPdf(pages));
    // The service's minute does not pass, however long this machine takes over so many pages.
    const held = vi.spyOn(service().clock, 'now').mockReturnValue(service().clock.now());
    const answers = await Promise.all(
      [0, 1, 2].map(async (lane) => {
        const refused: Awaited<ReturnType<typeof picture>>[] = [];
        for (let page = 1 + lane; page <= pages; page += 3) {
          const answer = await picture(by, id, page, '?largura=160');
          if (answer.status !== 200) refused.push(answer);
        }
        return refused;
      }),
    ).finally(() => held.mockRestore());
    const refused = answers.flat();
    expect(refused.length).toBe(pages - PICTURES_PER_MINUTE);
    for (const answer of refused) {
      expect(refusal(answer)).toEqual([429, 'LIMITE_EXCEDIDO']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await picture(by, id, 1, '?largura=160')).status).toBe(200);
    expect((await picture(sender, (await draft(sender)).id, 1, '?largura=160')).status).toBe(200);
  });
});

describe('a file whose page cannot be drawn', () => {
  it('is 404, and is not tried again the second time', async () => {
    // 503 says that a worker was lost, and nothing about the file.
    const settled = (id: string) =>
      until(async () => {
        const answer = await picture(sender, id);
        return answer.status === 503 ? undefined : answer;
      });
    for (const pdf of [lineThinPage(), doublingForms(28)]) {
      const { id } = await draft(sender, { campos: [field()], signatarios: [person()] }, pdf);
      expect(refusal(await settled(id))).toEqual([404, 'NAO_ENCONTRADO']);
      const tried = await drawn();
      expect(tried).toBeGreaterThan(0);
      expect(refusal(await picture(sender, id))).toEqual([404, 'NAO_ENCONTRADO']);
      expect(await drawn()).toBe(tried);
    }
  });
});
