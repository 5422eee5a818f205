import { randomUUID } from 'node:crypto';
import type { MensagemCaixa, ModeloEmail } from '@rubrica/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillParagraphs, fillTemplate, tellsDeadline } from '../../../src/modules/mensagens/template.ts';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import { type Account, call, documentForm, newAccount, type Service, startService, until } from '../../harness.ts';

let service: Service;
let account: Account;
let base: string;

beforeAll(async () => {
  service = await startService();
  account = await newAccount(service.origin);
  base = `${service.origin}/v1/sandbox`;
});
afterAll(() => service?.stop());

const list = async (query = '', as: Record<string, string> = account.panel) =>
  (await call(`${base}/modelos-email${query}`, 'GET', undefined, as)).body;
const create = (dados: object) =>
  call(`${base}/documentos`, 'POST', documentForm(tinyPdf(1), { titulo: 'Contrato', ...dados }), account.panel);

let people = 0;

/** Sends a document with a template to one person; answers the e-mail that came of it. */
async function invite(dados: object, nome: string | null = 'João'): Promise<MensagemCaixa> {
  people += 1;
  const email = `pessoa${people}@exemplo.com.br`;
  const created = await create({
    signatarios: [{ funcao: 'ASSINAR', email, ...(nome ? { nome } : {}) }],
    campos: [{ tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.1, largura: 0.3, altura: 0.1 }],
    ...dados,
  });
  expect(created.status).toBe(201);
  const sent = await call(`${base}/documentos/${created.body.id}/enviar`, 'POST', undefined, account.panel);
  expect(sent.status).toBe(200);
  return until(async () => {
    const { body } = await call(`${base}/caixa?limite=100`, 'GET', undefined, account.panel);
    return body.itens.find(({ destino }: MensagemCaixa) => destino === email);
  });
}

const modelo = async (nome: string): Promise<ModeloEmail> =>
  (await list()).itens.find((item: ModeloEmail) => item.nome === nome);

describe('the templates of an invitation', () => {
  it('are a few, the same for everyone, with ids that stay', async () => {
    const { itens, total } = await list();
    expect(total).toBe(itens.length);
    expect(itens.map(({ id, nome }: ModeloEmail) => [id, nome])).toEqual([
      ['4c52cef1-7687-405b-982c-87c6eb8c8900', 'Convite padrão'],
      ['8cf650b3-3933-4bfd-8f4a-51442245bde3', 'Convite formal'],
      ['d1f95b8a-6f15-4a52-9820-77ce64ad2f5a', 'Convite breve'],
      ['075f4555-f936-491e-a7f2-cdf6c50dd388', 'Convite com orientações'],
    ]);
    const other = await newAccount(service.origin);
    expect((await list('', other.test)).itens).toEqual(itens);
  });

  it('come in pages', async () => {
    const first = await list('?limite=3');
    expect([first.itens.length, first.total]).toEqual([3, 4]);
    const last = await list(`?limite=3&cursor=${encodeURIComponent(first.proximoCursor)}`);
    expect(last.itens.map(({ nome }: ModeloEmail) => nome)).toEqual(['Convite com orientações']);
    expect(last.proximoCursor).toBeNull();
  });

  it('are listed by a VISUALIZADOR whose key may read templates, and by no key that may not', async () => {
    const viewer = await account.member('VISUALIZADOR', ['modelos:ler']);
    expect((await list('', viewer.test)).total).toBe(4);
    const { test } = await account.member('ADMINISTRADOR', ['documentos:ler']);
    const refused = await call(`${base}/modelos-email`, 'GET', undefined, test);
    expect([refused.status, refused.body.codigo]).toEqual([403, 'ESCOPO_INSUFICIENTE']);
  });

  it('use only the placeholders there are', async () => {
    for (const { assunto, corpo } of (await list()).itens as ModeloEmail[]) {
      const names = [...`${assunto}${corpo}`.matchAll(/\{\{(.*?)\}\}/g)].map((match) => match[1]);
      expect(['signatario', 'organizacao', 'titulo', 'prazo']).toEqual(expect.arrayContaining(names));
    }
  });
});

describe('modeloEmailId', () => {
  it('of a template is kept, changed and erased', async () => {
    const { id } = await modelo('Convite breve');
    const { body } = await create({ modeloEmailId: id });
    expect(body.modeloEmailId).toBe(id);
    const url = `${base}/documentos/${body.id}`;
    const formal = await modelo('Convite formal');
    expect((await call(url, 'PATCH', { modeloEmailId: formal.id }, account.panel)).body.modeloEmailId).toBe(formal.id);
    expect((await call(url, 'PATCH', { modeloEmailId: null }, account.panel)).body.modeloEmailId).toBeNull();
  });

  it('of nothing is 404, on creation and on change, and changes nothing', async () => {
    const missing = { modeloEmailId: randomUUID() };
    expect((await create(missing)).body).toMatchObject({ status: 404, codigo: 'NAO_ENCONTRADO' });
    const { body } = await create({});
    const url = `${base}/documentos/${body.id}`;
    expect((await call(url, 'PATCH', missing, account.panel)).body).toMatchObject({ status: 404 });
    expect((await call(url, 'GET', undefined, account.panel)).body.modeloEmailId).toBeNull();
  });
});

describe('an invitation', () => {
  it('speaks in the words of its template, with what they stand for', async () => {
    const { id } = await modelo('Convite formal');
    const prazoEm = new Date(service.clock.now().getTime() + 5 * 86_400_000).toISOString();
    const { assunto, texto, html } = await invite({ modeloEmailId: id, prazoEm, mensagem: 'Qualquer dúvida, ligue.' });
    expect(assunto).toBe('[TESTE] Solicitação de assinatura: Contrato');
    expect(texto).toMatch(/^Prezado\(a\) João,\n\nEncaminhamos “Contrato” para leitura/);
    expect(texto).toContain('por solicitação de Acácia Ltda.');
    expect(texto).toMatch(/O prazo para assinar termina em .* \(horário de Brasília\)\./);
    expect(texto).toContain('Atenciosamente,\nAcácia Ltda.\n\nQualquer dúvida, ligue.');
    expect(texto).toMatch(/abra o seu link pessoal:\n\S+\/assinar\/[\w-]{43}/);
    expect(texto).not.toContain('Assine até');
    expect(html).toContain('Atenciosamente,<br>Acácia Ltda.');
  });

  it('leaves out the paragraphs about what the document does not have', async () => {
    const { id } = await modelo('Convite padrão');
    const { texto } = await invite({ modeloEmailId: id }, null);
    expect(texto).toMatch(/^Acácia Ltda\. pede a sua assinatura em “Contrato”\.\n\nPara ler e assinar/);
    expect(texto).not.toContain('{{');
  });

  it('puts titles and names in as they are: neither placeholders nor HTML', async () => {
    const { id } = await modelo('Convite padrão');
    const { assunto, texto, html } = await invite({ modeloEmailId: id, titulo: '{{prazo}} <b>$&' }, '{{titulo}}');
    expect(assunto).toBe('[TESTE] Acácia Ltda. enviou {{prazo}} <b>$& para você assinar');
    expect(texto).toContain('Olá, {{titulo}}!');
    expect(html).toContain('“{{prazo}} &lt;b&gt;$&amp;”');
  });

  it('without a template speaks in the service’s own words', async () => {
    const { texto } = await invite({});
    expect(texto).toContain('Acácia Ltda. pede a sua assinatura no documento “Contrato”.');
  });
});

describe('filling a template', () => {
  const values = { signatario: null, organizacao: 'Acácia', titulo: 'Contrato', prazo: null };

  it('leaves unknown placeholders as they are', () => {
    expect(fillTemplate('{{nome}} {{ titulo }} {{titulo}}', values)).toBe('{{nome}} {{ titulo }} Contrato');
  });

  it('puts no second full stop behind a name that ends in one', () => {
    const named = { ...values, organizacao: 'Acácia Ltda.' };
    expect(fillTemplate('{{organizacao}}. {{titulo}}. {{organizacao}}...', named)).toBe(
      'Acácia Ltda. Contrato. Acácia Ltda....',
    );
  });

  it('keeps the lines of a paragraph and drops none that lacks nothing', () => {
    expect(fillParagraphs('a {{titulo}}\nb\n\n{{prazo}}\n\n\nc {{organizacao}}', values)).toEqual([
      'a Contrato\nb',
      'c Acácia',
    ]);
  });

  it('knows whether the deadline is told', () => {
    expect([
      tellsDeadline({ assunto: '{{prazo}}', corpo: 'x' }),
      tellsDeadline({ assunto: '', corpo: 'até {{prazo}}' }),
    ]).toEqual([false, true]);
  });
});
