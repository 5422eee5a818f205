import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { until } from '../browser/world.ts';
import { type Member, newMember, newOwner, openAs, panelUrl } from './members.ts';
import { csvOf, type Line, newTemplate, VALUES } from './modelos.ts';
import { endSessionsOf, enterAgain } from './reentry.ts';
import { workbookOf } from './workbook.ts';

/** Many documents of a template from a spreadsheet. */

const { browser, service, missing } = await openStage();
let owner: Member;
let times = 0;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const rows = (page: Page) => page.locator('.spreadsheet-gradually_line');
const situations = async (page: Page) =>
  (await page.locator('.spreadsheet-line_state').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());

/** People nobody else of this file has. */
function people(count: number): Line[] {
  times += 1;
  return Array.from({ length: count }, (_, index) => ({
    ...VALUES,
    nome: `Pessoa ${times}-${index + 1}`,
    email: `p${times}.${index + 1}@exemplo.com.br`,
  }));
}

async function open(member: Member, modeloId: string) {
  const opened = await openAs(browser, member);
  await opened.page.goto(panelUrl(service.origin, `/modelos/${modeloId}/planilha`));
  await opened.page.getByText('Rodar de novo é seguro').waitFor();
  return opened;
}

const choose = (page: Page, content: string | Buffer, name = 'contratos.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** Lets only so many of the calls that create a document through; the others wait until more are let through. */
async function gate(page: Page, open: number): Promise<(more: number) => void> {
  let left = open;
  const waiting: (() => void)[] = [];
  const letThrough = () => {
    while (left > 0 && waiting.length > 0) {
      left -= 1;
      waiting.shift()?.();
    }
  };
  await page.route('**/modelos/*/documentos', async (route) => {
    await new Promise<void>((go) => {
      waiting.push(go);
      letThrough();
    });
    await route.continue();
  });
  return (more) => {
    left += more;
    letThrough();
  };
}

async function finish(page: Page, create: string | RegExp): Promise<void> {
  await button(page, create).click();
  await page.getByText('Terminado.').waitFor();
}

/** Every document with this word, as the service has it. */
async function documents(busca: string, member = owner) {
  const { itens } = await member.sandbox.listarDocumentos({ query: { busca, limite: 100 } });
  return itens;
}

async function downloaded(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

describe.skipIf(missing)('a spreadsheet', () => {
  it('begins with a sample of its own template, which is found to be right when it comes back', async () => {
    const modelo = await newTemplate(owner, [{ rotulo: 'Locatário', fatoresExigidos: ['SMS_OTP'] }, 'Fiador']);
    const { page, context, watch } = await open(owner, modelo.id);
    const { name, text } = await downloaded(page, 'Baixar um exemplo');
    expect(name).toBe('prestacao-de-servicos-exemplo.csv');
    expect(
      text.startsWith('\ufeffTítulo do documento;Locatário: nome;Locatário: e-mail;Locatário: celular;Fiador: nome'),
    ).toBe(true);
    await choose(page, text, name);
    await page.getByText('2 linhas prontas').waitFor();
    expect(await page.locator('[data-tone="danger"]').count()).toBe(0);
    expect(await button(page, 'Criar 2 rascunhos').isEnabled()).toBe(true);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('makes a document a line, and none twice: run again, in another tab, or with lines corrected', async () => {
    const modelo = await newTemplate(owner);
    const [first, second, third] = people(3) as [Line, Line, Line];
    const { page, context, watch } = await open(owner, modelo.id);
    await choose(page, csvOf([first, { ...second, email: 'sem arroba' }, third]));
    await page.getByText('1 linha com problema').waitFor();
    await finish(page, 'Criar 2 rascunhos');
    expect(await situations(page)).toEqual([
      'Rascunho criado',
      'Fora: tem problema Contratante: O e-mail não está completo.',
      'Rascunho criado',
    ]);
    await context.close();

    // Another day, in another order and with the broken line corrected, by a colleague.
    const colleague = await newMember(owner, 'ADMINISTRADOR');
    const again = await open(colleague, modelo.id);
    await choose(again.page, csvOf([third, second, first]));
    await finish(again.page, 'Criar 3 rascunhos');
    expect(await situations(again.page)).toEqual(['Já existia', 'Rascunho criado', 'Já existia']);
    await again.page.getByRole('link', { name: `Abrir Prestação de serviços — ${third.nome}` }).waitFor();
    for (const { email, nome } of [first, second, third]) {
      expect((await documents(email)).map(({ titulo }) => titulo)).toEqual([`Prestação de serviços — ${nome}`]);
    }
    expect(complaints([...watch.problems, ...again.watch.problems])).toEqual([]);
    await again.context.close();
  });

  it('makes none twice either with other options, under another name of the template, or when the key was forgotten', async () => {
    const modelo = await newTemplate(owner);
    const [line, gone] = people(2) as [Line, Line];
    const { page, context } = await open(owner, modelo.id);
    await choose(page, csvOf([line, gone]));
    await finish(page, 'Criar 2 rascunhos');
    const [deleted] = await documents(gone.email);
    await owner.sandbox.excluirDocumento({ params: { documentoId: deleted?.id ?? '' } });
    const again = async (mensagem: string) => {
      await page.reload();
      await choose(page, csvOf([line, gone]));
      await page.getByText('Mais opções').click();
      await page.getByLabel('Mensagem no convite').fill(mensagem);
      await finish(page, 'Criar 2 rascunhos');
      return situations(page);
    };
    await owner.sandbox.alterarModelo({ params: { modeloId: modelo.id }, body: { nome: 'Outro nome' } });
    expect((await again('Outra mensagem.'))[0]).toBe('Já existia');
    // As the service does it after a day: the same call under a key it has never seen.
    let forgotten = 0;
    await page.route('**/modelos/*/documentos', (route) => {
      forgotten += 1;
      return route.continue({ headers: { ...route.request().headers(), 'idempotency-key': `esquecida-${forgotten}` } });
    });
    expect(await again('')).toEqual([
      'Já existia',
      'Já existia, e foi excluído Para criar de novo, dê outro nome ao lote.',
    ]);
    expect(forgotten).toBe(2);
    expect((await documents(line.email)).length).toBe(1);
    expect((await documents(gone.email)).length).toBe(0);
    await context.close();
  });

  it('makes new ones of the same lines only under another name of the lot', async () => {
    const modelo = await newTemplate(owner);
    const [line] = people(1) as [Line];
    const { page, context } = await open(owner, modelo.id);
    for (const [batch, said] of [
      ['', 'Rascunho criado'],
      ['Março de 2027', 'Rascunho criado'],
      ['Março de 2027', 'Já existia'],
    ] as const) {
      await choose(page, csvOf([line]));
      await page.getByText('Mais opções').click();
      await page.getByLabel('Nome do lote').fill(batch);
      await finish(page, 'Criar 1 rascunho');
      expect(await situations(page)).toEqual([said]);
      await button(page, 'Rodar outra planilha').click();
    }
    expect((await documents(line.email)).length).toBe(2);
    await context.close();
  });

  it('sends at once where it is asked to, and what was made before is sent and not made again', async () => {
    const modelo = await newTemplate(owner);
    const [first, second] = people(2) as [Line, Line];
    const { page, context } = await open(owner, modelo.id);
    await choose(page, csvOf([first]));
    await finish(page, 'Criar 1 rascunho');
    await button(page, 'Rodar outra planilha').click();
    await choose(page, csvOf([first, second]));
    await page.getByLabel('Criar e enviar').check();
    await finish(page, 'Criar e enviar 2 documentos');
    expect(await situations(page)).toEqual(['Enviado', 'Enviado']);
    await button(page, 'Rodar outra planilha').click();
    await choose(page, csvOf([first, second]));
    await page.getByLabel('Criar e enviar').check();
    await finish(page, 'Criar e enviar 2 documentos');
    expect(await situations(page)).toEqual(['Já existia', 'Já existia']);
    for (const { email } of [first, second]) {
      expect((await documents(email)).map(({ status }) => status)).toEqual(['AGUARDANDO_ASSINATURAS']);
    }
    await context.close();
  });

  it('reads Windows files, amounts, dates and phones as spreadsheets leave them', async () => {
    const modelo = await newTemplate(owner, [{ rotulo: 'Inquilino', fatoresExigidos: ['SMS_OTP', 'DADOS_PESSOAIS'] }]);
    const { page, context } = await open(owner, modelo.id);
    const head =
      'nome;email;celular;cpf;nascimento;nome_contratante;cpf_contratante;endereco;servico;data_inicio;valor_mensal';
    const line =
      'José Conceição;jose.conceicao@exemplo.com.br;11987654321;1234567890;1/2/1990;José;1234567890;Rua São José, 1;poda;2026-12-01;1980,5';
    await choose(page, Buffer.from(`${head}\r\n${line}\r\n`, 'latin1'));
    expect(await page.getByLabel('Codificação').inputValue()).toBe('windows-1252');
    await finish(page, 'Criar 1 rascunho');
    const [made] = await documents('jose.conceicao@exemplo.com.br');
    expect(made?.signatarios).toMatchObject([
      { nome: 'José Conceição', telefone: '+5511987654321', cpf: '01234567890', dataNascimento: '1990-02-01' },
    ]);
    await context.close();
  });

  it('has columns chosen by hand, and one text for every line', async () => {
    const modelo = await newTemplate(owner, ['Cliente', 'Empresa']);
    const [one] = people(1) as [Line];
    const { page, context } = await open(owner, modelo.id);
    await choose(page, csvOf([one]).replace('Contratante: nome', 'Quem').replace('Contratante: e-mail', 'Onde'));
    await page.getByText('4 dados necessários sem coluna').waitFor();
    await page.getByLabel('Cliente: nome').selectOption({ label: 'Quem' });
    await page.getByLabel('Cliente: e-mail').selectOption({ label: 'Onde' });
    await page.getByLabel('Empresa: nome', { exact: true }).selectOption('fixed');
    await page.getByLabel('Empresa: nome: o mesmo em todas').fill('Helena Prado');
    await page.getByLabel('Empresa: e-mail', { exact: true }).selectOption('fixed');
    await page.getByLabel('Empresa: e-mail: o mesmo em todas').fill('helena@exemplo.com.br');
    await finish(page, 'Criar 1 rascunho');
    const [made] = await documents(one.email);
    expect(made?.signatarios.map(({ nome, email }) => [nome, email])).toEqual([
      [one.nome, one.email],
      ['Helena Prado', 'helena@exemplo.com.br'],
    ]);
    await context.close();
  });

  it('says of everybody whether they may pass it on, and of whom the link is handed to whether they sign in person', async () => {
    const modelo = await newTemplate(owner);
    const [handed, mailed] = people(2) as [Line, Line];
    const { page, context } = await open(owner, modelo.id);
    const by = ['"Contratante: convite por"', 'link', 'e-mail'];
    const lines = csvOf([handed, mailed]).trim().split('\n');
    await choose(page, lines.map((line, index) => `${line};${by[index]}`).join('\n'));
    await page.getByText('Mais opções').click();
    await page.getByLabel('Quem assina pode passar a assinatura a outra pessoa').check();
    await page.getByLabel('Quem recebe o link das suas mãos assina presencialmente').check();
    await finish(page, 'Criar 2 rascunhos');
    const said = [];
    for (const { email } of [handed, mailed]) {
      const [listed] = await documents(email);
      const made = await owner.sandbox.obterDocumento({ params: { documentoId: listed?.id ?? '' } });
      said.push(made.signatarios.map(({ delegavel, presencial }) => [delegavel, presencial]));
    }
    expect(said).toEqual([[[true, true]], [[true, false]]]);
    await context.close();
  });
});

describe.skipIf(missing)('a run', () => {
  it('that a closed tab ended in the middle is completed by the same file', async () => {
    const modelo = await newTemplate(owner);
    const lines = people(8);
    const word = lines[0]?.nome.split('-')[0] ?? '';
    const { page, context } = await open(owner, modelo.id);
    await choose(page, csvOf(lines));
    await gate(page, 3);
    await button(page, 'Criar 8 rascunhos').click();
    await page.getByText('Rascunho criado').nth(2).waitFor();
    await context.close();
    const before = (await documents(word)).length;
    expect(before).toBeGreaterThanOrEqual(2);
    expect(before).toBeLessThan(8);
    const again = await open(owner, modelo.id);
    await choose(again.page, csvOf(lines));
    await finish(again.page, 'Criar 8 rascunhos');
    const said = await situations(again.page);
    expect(said.filter((text) => text === 'Já existia').length).toBeGreaterThanOrEqual(before);
    expect(new Set((await documents(word)).map(({ titulo }) => titulo)).size).toBe(8);
    expect((await documents(word)).length).toBe(8);
    await again.context.close();
  });

  it('is paused, goes on and is stopped; leaving it is asked about', async () => {
    const modelo = await newTemplate(owner);
    const { page, context } = await open(owner, modelo.id);
    await choose(page, csvOf(people(30)));
    const letThrough = await gate(page, 3);
    await button(page, 'Criar 30 rascunhos').click();
    await page.getByText('Rascunho criado', { exact: true }).first().waitFor();
    await button(page, 'Pausar').click();
    letThrough(3);
    await page.getByText('Pausado. Nada se perde').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Documentos' }).click();
    await page.getByRole('dialog', { name: 'Sair com a planilha em andamento?' }).waitFor();
    await button(page, 'Continuar aqui').click();
    const count = async () => (await situations(page)).filter((text) => text === 'Rascunho criado').length;
    const paused = await count();
    await button(page, 'Continuar').click();
    await until(async () => (await count()) > paused + 1);
    await button(page, 'Parar').click();
    letThrough(3);
    await page.getByText('Parado.').waitFor();
    expect(await count()).toBeLessThan(30);
    await context.close();
  });

  it('whose session ends on the way goes on where it was once somebody entered', async () => {
    const member = await newOwner(service);
    const modelo = await newTemplate(member);
    const lines = people(12);
    const { page, context } = await open(member, modelo.id);
    await choose(page, csvOf(lines));
    const letThrough = await gate(page, 3);
    await button(page, 'Criar 12 rascunhos').click();
    await page.getByText('Rascunho criado', { exact: true }).first().waitFor();
    await button(page, 'Pausar').click();
    letThrough(lines.length);
    await page.getByText('Pausado. Nada se perde').waitFor();
    await endSessionsOf(member);
    await button(page, 'Continuar').click();
    await enterAgain(page);
    await page.getByText('Terminado.').waitFor();
    expect(new Set(await situations(page))).toEqual(new Set(['Rascunho criado']));
    await context.close();
  });

  it('waits as long as the service asks, and goes on by itself', async () => {
    const modelo = await newTemplate(owner);
    const { page, context } = await open(owner, modelo.id);
    let refusals = 1;
    await page.route('**/modelos/*/documentos', async (route) => {
      if (refusals === 0) return route.fallback();
      refusals -= 1;
      const body = { codigo: 'LIMITE_EXCEDIDO', title: 'Limite', detail: 'Espere.', status: 429 };
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '2', 'content-type': 'application/problem+json' },
        body: JSON.stringify(body),
      });
    });
    await choose(page, csvOf(people(2)));
    await button(page, 'Criar 2 rascunhos').click();
    await page.getByText('O serviço pediu uma pausa').waitFor();
    await page.getByText('Terminado.').waitFor();
    expect(await situations(page)).toEqual(['Rascunho criado', 'Rascunho criado']);
    await context.close();
  });

  it('pauses by itself where nothing better would come of the next line', async () => {
    const modelo = await newTemplate(owner);
    const { page, context } = await open(owner, modelo.id);
    await choose(page, csvOf(people(3)));
    await page.getByText('3 linhas prontas').waitFor();
    await owner.sandbox.excluirModelo({ params: { modeloId: modelo.id } });
    await button(page, 'Criar 3 rascunhos').click();
    await page.getByText('Pausado:').waitFor();
    expect((await situations(page)).filter((text) => text === 'Na fila').length).toBe(2);
    await context.close();
  });

  it('tells of each line why not, and hands out the result, in which nothing is a formula', async () => {
    const modelo = await newTemplate(owner);
    const [good, emoji, formula] = people(3) as [Line, Line, Line];
    const { page, context } = await open(owner, modelo.id);
    const lines = [
      good,
      { ...emoji, serviço: 'festa 🎉' },
      { ...formula, serviço: '=HYPERLINK("http://mau.example")', endereço: '@SUM(A1)' },
    ];
    await choose(page, `${csvOf(lines)}"não fecha;a\n`);
    await finish(page, 'Criar 3 rascunhos');
    const said = await situations(page);
    expect(said[1]).toMatch(/^Recusado serviço: Não é possível desenhar no PDF: “🎉”/);
    expect(said[3]).toBe('Fora: tem problema As aspas desta linha não fecham.');
    const { name, text } = await downloaded(page, 'Baixar o resultado');
    expect(name).toBe('contratos-resultado.csv');
    const made = await documents(good.email);
    expect(text).toContain(`${service.origin}/painel/sandbox/documentos/${made[0]?.id}`);
    expect(text).toContain(`"'=HYPERLINK(""http://mau.example"")"`);
    expect(text).toContain(`"'@SUM(A1)"`);
    expect(text).not.toMatch(/(^|[;\n])"?[=@]/);

    // The result is itself a spreadsheet: with the refused line corrected, only that one is made.
    await button(page, 'Rodar outra planilha').click();
    await choose(page, text.replace('festa 🎉', 'festa'), name);
    await finish(page, 'Criar 3 rascunhos');
    expect((await situations(page)).slice(0, 3)).toEqual(['Já existia', 'Rascunho criado', 'Já existia']);
    expect(await rows(page).count()).toBe(4);
    await context.close();
  });
});

describe.skipIf(missing)('a workbook of Excel', () => {
  const texts = (...cells: string[]) => cells.map((text) => ({ text }));
  const HEAD = texts('Contratante: nome', 'Contratante: e-mail', ...Object.keys(VALUES));
  const line = (nome: string, email: string) => [
    ...texts(nome, email),
    { text: VALUES.nome_contratante },
    { number: 52_998_224_725 },
    { text: VALUES.endereço },
    { text: VALUES.serviço },
    { number: 46_357, format: 'day' as const },
    { number: 2350.5, formula: 'A1*2' },
  ];

  it('is read as its cells are shown, with formulas as their results, and what Excel lost is said', async () => {
    const modelo = await newTemplate(owner, ['Contratante']);
    const { page, context, watch } = await open(owner, modelo.id);
    const broken = [...line('Sem valor', 'sem@exemplo.com.br').slice(0, 7), { formula: 'B9/0', fault: '#DIV/0!' }];
    const rows = [HEAD, line('Marina Duarte', `m${Date.now()}@exemplo.com.br`), broken];
    await choose(page, workbookOf(rows), 'contratos.xlsx');
    await page.getByText('Planilha lida: “Contratos”, a primeira. A outra não foi lida.').waitFor();
    await page.getByText(/Há números em cpf_contratante\. Se algum começa com zero/).waitFor();
    await page.getByText('Uma célula tem fórmula sem resultado e foi lida como vazia.').waitFor();
    await page.getByText('1 linha pronta').waitFor();
    const asked = page.waitForRequest((request) => /\/modelos\/[^/]+\/documentos$/.test(request.url()));
    await finish(page, 'Criar 1 rascunho');
    const { variaveis } = (await asked).postDataJSON() as { variaveis: Record<string, string> };
    expect(variaveis).toEqual({ ...VALUES, valor_mensal: '2.350,50' });
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('that is made to do harm, or is no workbook, is refused at once', async () => {
    const modelo = await newTemplate(owner, ['Contratante']);
    const { page, context, watch } = await open(owner, modelo.id);
    const sheet = 'xl/worksheets/sheet1.xml';
    const bomb = workbookOf([HEAD], { [sheet]: [new Uint8Array(60 * 1024 * 1024), { level: 9 }] });
    expect(bomb.length).toBeLessThan(100_000);
    // Of the same bytes, with a size in the directory that is not theirs.
    const liar = Buffer.from(bomb);
    const claimed = Buffer.alloc(4);
    claimed.writeUInt32LE(60 * 1024 * 1024);
    for (let at = liar.indexOf(claimed); at !== -1; at = liar.indexOf(claimed, at)) liar.writeUInt32LE(1000, at);
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>';
    for (const bytes of [
      bomb,
      liar,
      workbookOf([HEAD], { [sheet]: Buffer.from(entities) }),
      workbookOf([HEAD], { 'xl/workbook.xml': Buffer.from('<workbook') }),
      Buffer.from('PK\u0003\u0004'),
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    ]) {
      await choose(page, csvOf(people(1)), 'boa.csv');
      await page.getByText('1 linha pronta').waitFor();
      await choose(page, bytes, 'contratos.xlsx');
      await page.getByText('Este arquivo do Excel não pôde ser lido').waitFor();
    }
    // What a browser says of XML that it cannot read has a style of its own, which the policy keeps off.
    expect(complaints(watch.problems).filter((one) => !one.startsWith('Applying inline style'))).toEqual([]);
    await context.close();
  });
});
