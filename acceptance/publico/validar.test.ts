import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, NARROW, PHONE, watched } from '../browser/browser.ts';
import { LONG_TITLE, opensWhole } from '../browser/long-titles.ts';
import { openStage } from '../browser/stage.ts';
import { newSender, SAMPLE, type Sender } from '../browser/world.ts';
import {
  type Completed,
  cancelled,
  completed,
  expired,
  type OnRecord,
  refused,
  replaced,
  tamper,
  underWay,
} from './records.ts';
import { button, choose, drop, elsewhere, finding, heading, typeCode } from './steps.ts';
import { visitorsOf } from './visit.ts';

/** The page of public validation, against the real service, in a real browser. */

const stage = await openStage();
const { browser, service, missing } = stage;
const { opened, closed } = visitorsOf(stage);
const ASSINATURA = '<img src=x onerror=alert(1)> Contrato "aspas"';
const PERSON = '<script>alert(2)</script> Léa';
let sender: Sender;
let ready: Completed;

beforeAll(async () => {
  await fetch(`${service.origin}/validar`);
  sender = await newSender(service, {}, 'PRODUCAO');
  ready = await completed(sender, ASSINATURA, PERSON);
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(missing)('the page of test documents', () => {
  it('says before anything else, in every language, that nothing of it counts', async () => {
    const testing = await completed(await newSender(service), 'Ensaio', 'Rita');
    const shown = await opened(`/validar/teste/${testing.codigo}`);
    const { page } = shown;
    await heading(page, 'Documento de teste, sem validade jurídica').waitFor();
    await choose(page, 'assinado.pdf', testing.assinado);
    await page.getByText('Sim. O arquivo que você conferiu é idêntico').waitFor();
    await heading(page, 'Documento de teste, sem validade jurídica').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/validar/teste/${testing.codigo}`);
    for (const [language, words] of [
      ['English', 'Test document, without legal value'],
      ['Español', 'Documento de prueba, sin validez jurídica'],
      ['Português', 'Documento de teste, sem validade jurídica'],
    ] as const) {
      await page.getByLabel(/Idioma|Language/).selectOption({ label: language });
      await heading(page, words).waitFor();
      const main = (await page.locator('main').textContent()) ?? '';
      expect(main.startsWith('SEM VALIDADE JURÍDICA')).toBe(true);
    }
    await closed(shown);
  });

  it('is where a test document is found, and nowhere else', async () => {
    const testing = await completed(await newSender(service), 'Ensaio', 'Rita');
    const shown = await opened(`/validar/${testing.codigo}`);
    await heading(shown.page, 'Não encontramos este código').waitFor();
    await shown.page.getByText('Documentos de teste não constam aqui.').waitFor();
    await shown.page.goto(`${service.origin}/validar/teste/${ready.codigo}`);
    await heading(shown.page, 'Não encontramos este código').waitFor();
    await closed(shown);
  });
});

describe.skipIf(missing)('a PDF given to the page', () => {
  it('stays in the browser: what goes out is its SHA-256', async () => {
    const { page, watch } = await opened();
    await heading(page, 'Este documento é autêntico?').waitFor();
    await page.getByText('O arquivo não é enviado.').waitFor();
    // What the page itself consists of, its letters among them, has come.
    await page.waitForLoadState('networkidle');
    const bodies: Buffer[] = [];
    page.on('request', (request) => bodies.push(request.postDataBuffer() ?? Buffer.alloc(0)));
    const before = watch.urls.length;
    await choose(page, 'assinado.pdf', ready.assinado);
    await heading(page, 'Arquivo autêntico, documento concluído').waitFor();
    const [first, ...more] = watch.urls.slice(before);
    expect(first).toBe(`${service.origin}/api/v1/validacao/consultar`);
    const proof = `${service.origin}/registro/prova/${ready.codigo}?de=CONCLUSAO`;
    expect(more.filter((url) => url !== proof)).toEqual([]);
    const [sent] = bodies.map(String);
    expect(JSON.parse(sent ?? '')).toEqual({ codigo: ready.codigo, hashArquivo: sha256(ready.assinado) });
    await closed({ page, watch });
  });

  it('dropped is checked as one chosen is', async () => {
    const shown = await opened();
    await heading(shown.page, 'Este documento é autêntico?').waitFor();
    await drop(shown.page, 'assinado.pdf', ready.assinado);
    await heading(shown.page, 'Arquivo autêntico, documento concluído').waitFor();
    await shown.page.getByText('Arquivo conferido: assinado.pdf').waitFor();
    await closed(shown);
  });

  it('changed by one bit is told from the one on record, by the code its seal names', async () => {
    const shown = await opened();
    await choose(shown.page, 'assinado.pdf', tamper(ready.assinado));
    await heading(shown.page, 'Arquivo diferente do registrado').waitFor();
    expect(await finding(shown.page, 'É autêntico?').textContent()).toMatch(/não é o registrado com este código/);
    await shown.page.getByText('O que segue é do documento registrado, não do arquivo').waitFor();
    await closed(shown);
  });

  it('that no record has is compared with the code printed on it', async () => {
    const shown = await opened();
    const { page } = shown;
    // Saved again by a program that kept the pages and dropped the seal.
    await choose(page, 'copia.pdf', Buffer.concat([await readFile(SAMPLE), Buffer.from('% copia\n')]));
    await heading(page, 'Não conhecemos este arquivo').waitFor();
    await page.getByLabel('Código do documento').fill(ready.codigo);
    await button(page, 'Conferir o código').click();
    await heading(page, 'Arquivo diferente do registrado').waitFor();
    await closed(shown);
  });

  it.each([
    ['foto.png', Buffer.from('\x89PNG\r\n\x1a\n0000'), 'não é um PDF'],
    ['contrato.pdf', Buffer.from('um texto com nome de PDF'), 'não é um PDF'],
    ['vazio.pdf', Buffer.alloc(0), 'está vazio'],
  ])('%s is refused in words and nothing is asked', async (name, bytes, words) => {
    const shown = await opened();
    await heading(shown.page, 'Este documento é autêntico?').waitFor();
    const before = shown.watch.urls.length;
    await choose(shown.page, name, bytes);
    await shown.page.getByRole('alert').getByText(words).waitFor();
    expect(shown.watch.urls.length).toBe(before);
    await closed(shown);
  });

  it('that is the certificate is recognised, with its document and version', async () => {
    const shown = await opened();
    await choose(shown.page, 'certificado.pdf', ready.certificado);
    await heading(shown.page, 'Certificado de conclusão reconhecido').waitFor();
    await shown.page.getByText(/SVC-CERT-\w{10}, versão 1/).waitFor();
    await shown.page.getByText(`Documento ${ready.codigo}`).waitFor();
    await button(shown.page, 'Ver o documento').click();
    await heading(shown.page, 'Código registrado, documento concluído').waitFor();
    await closed(shown);
  });

  it('that is a certificate with one byte changed is not recognised, and is still told what it looks like', async () => {
    const shown = await opened();
    await choose(shown.page, 'certificado.pdf', tamper(ready.certificado));
    await heading(shown.page, 'Não conhecemos este arquivo').waitFor();
    await closed(shown);
  });

  it('that is the file from before the signatures is told apart from an unknown one', async () => {
    const shown = await opened();
    const { original } = await completed(sender, 'Locação única', 'Rita', Buffer.from('% só este\n'));
    await choose(shown.page, 'original.pdf', original);
    await heading(shown.page, 'Arquivo de antes das assinaturas').waitFor();
    await closed(shown);
  });

  it('of another document than the code before is told apart', async () => {
    const other = await underWay(sender);
    const shown = await opened(`/validar/${other.codigo}`);
    await heading(shown.page, 'Documento ainda não concluído').waitFor();
    await choose(shown.page, 'assinado.pdf', ready.assinado);
    await heading(shown.page, 'Arquivo autêntico, documento concluído').waitFor();
    await shown.page.getByText(`traz o código ${ready.codigo}, e não ${other.codigo}`).waitFor();
    await closed(shown);
  });
});

describe.skipIf(missing)('a code', () => {
  it.each([
    ['as printed', (codigo: string) => codigo],
    [
      'in lower case with spaces and without its hyphens',
      (codigo: string) => ` ${codigo.toLowerCase().replaceAll('-', ' ')} `,
    ],
    ['without its prefix', (codigo: string) => codigo.slice(4)],
    ['inside its address', (codigo: string) => `https://exemplo.com.br/validar/${codigo}?x=1`],
    ['with the letters 0 and 1 are taken for', (codigo: string) => codigo.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('%s is found', async (_how, typed) => {
    const shown = await opened();
    await typeCode(shown.page, typed(ready.codigo));
    await heading(shown.page, 'Código registrado, documento concluído').waitFor();
    expect(new URL(shown.page.url()).pathname).toBe(`/validar/${ready.codigo}`);
    await closed(shown);
  });

  it('is typed letter by letter under a mask that keeps the caret in place', async () => {
    const shown = await opened();
    const field = shown.page.getByLabel('Código do documento');
    await field.pressSequentially('abcd2345wxyz');
    expect(await field.inputValue()).toBe('SVC-ABCD-2345-WXYZ');
    await shown.page.evaluate('document.querySelector("form input").setSelectionRange(6, 6)');
    await field.press('Backspace');
    await field.press('7');
    expect(await field.inputValue()).toBe('SVC-A7CD-2345-WXYZ');
    await closed(shown);
  });

  it('alone is never called authentic: the answer asks for the file, and takes it', async () => {
    const shown = await opened(`/validar/${ready.codigo}`, PHONE);
    const { page } = shown;
    await heading(page, 'Código registrado, documento concluído').waitFor();
    expect(await finding(page, 'É autêntico?').textContent()).toMatch(/pode ser copiado para outro documento/);
    expect(await finding(page, 'Está concluído?').textContent()).toMatch(/^Sim/);
    await page.getByRole('heading', { name: 'Agora confira o PDF' }).waitFor();
    await choose(page, 'assinado.pdf', ready.assinado);
    await heading(page, 'Arquivo autêntico, documento concluído').waitFor();
    await closed(shown);
  });

  it('incomplete, or with a letter no code has, is told before anything is asked', async () => {
    const shown = await opened();
    await heading(shown.page, 'Este documento é autêntico?').waitFor();
    const before = shown.watch.urls.length;
    await typeCode(shown.page, 'SVC-AAAA-BB');
    await shown.page.getByRole('alert').getByText('Faltam 6 letras ou números').waitFor();
    await typeCode(shown.page, 'SVC-AAAA-BBUB-CCCC');
    await shown.page.getByRole('alert').getByText('Os códigos não usam “U”').waitFor();
    expect(shown.watch.urls.length).toBe(before);
    await closed(shown);
  });

  it('nobody has is not called false', async () => {
    const shown = await opened('/validar/SVC-0000-0000-0000');
    await heading(shown.page, 'Não encontramos este código').waitFor();
    expect(await finding(shown.page, 'É autêntico?').textContent()).toMatch(
      /não quer dizer que o documento seja falso/,
    );
    await closed(shown);
  });

  it('damaged in the address is put into the field', async () => {
    const shown = await opened('/validar/qualquer%3Cb%3Ecoisa');
    await heading(shown.page, 'Este documento é autêntico?').waitFor();
    expect(await shown.page.getByLabel('Código do documento').inputValue()).toBe('qualquer<b>coisa');
    await closed(shown);
  });

  it('stays in the way back of the browser', async () => {
    const shown = await opened();
    await typeCode(shown.page, ready.codigo);
    await heading(shown.page, 'Código registrado, documento concluído').waitFor();
    await shown.page.goBack();
    await heading(shown.page, 'Este documento é autêntico?').waitFor();
    await shown.page.goForward();
    await heading(shown.page, 'Código registrado, documento concluído').waitFor();
    await closed(shown);
  });
});

describe.skipIf(missing)('where the process stands', () => {
  const cases: [string, (sender: Sender) => Promise<OnRecord>, string, RegExp][] = [
    ['in progress', underWay, 'Documento ainda não concluído', /^Ainda não/],
    ['cancelled', cancelled, 'Documento cancelado', /^Não, e não será\. Quem enviou cancelou/],
    ['refused', refused, 'Documento recusado', /^Não, e não será\. Quem deveria assinar recusou/],
    ['expired', expired, 'Prazo encerrado sem conclusão', /^Não, e não será\. O prazo terminou/],
  ];
  it.each(cases)('%s is said apart from authenticity', async (_state, make, headline, words) => {
    const { codigo } = await make(sender);
    const shown = await opened(`/validar/${codigo}`);
    await heading(shown.page, headline).waitFor();
    expect(await finding(shown.page, 'Está concluído?').textContent()).toMatch(words);
    expect(await finding(shown.page, 'É autêntico?').textContent()).toMatch(/O código existe aqui/);
    await closed(shown);
  });

  it('of a superseded version: the first file is not on record, the second is out for signature', async () => {
    const { codigo, first, second } = await replaced(sender);
    const shown = await opened(`/validar/${codigo}`);
    const { page } = shown;
    await heading(page, 'Documento ainda não concluído').waitFor();
    await choose(page, 'primeira.pdf', first);
    await heading(page, 'Arquivo diferente do registrado').waitFor();
    await button(page, 'Conferir outro documento').click();
    await heading(page, 'Este documento é autêntico?').waitFor();
    await choose(page, 'segunda.pdf', second);
    await heading(page, 'Documento ainda não concluído').waitFor();
    expect(await finding(page, 'É autêntico?').textContent()).toMatch(/idêntico ao que foi enviado para assinatura/);
    await closed(shown);
  });

  it('names people and titles as text, with addresses masked', async () => {
    const shown = await opened(`/validar/${ready.codigo}`);
    const { page } = shown;
    await page.getByText(ASSINATURA, { exact: true }).waitFor();
    await page.getByText(PERSON, { exact: true }).waitFor();
    await choose(page, '<img src=x onerror=alert(3)>.pdf', ready.assinado);
    await page.getByText('Arquivo conferido: <img src=x onerror=alert(3)>.pdf').waitFor();
    expect(await page.locator('main ul').textContent()).toMatch(/ma•+@exemplo\.com\.br/);
    expect(await page.locator('main img, main script').count()).toBe(0);
    await closed(shown);
  });
});

describe.skipIf(missing)('a long name', () => {
  it('takes four lines of a phone, and as many as it has once asked for', async () => {
    const { codigo } = await underWay(sender, LONG_TITLE);
    const shown = await opened(`/validar/${codigo}`, NARROW);
    const { page } = shown;
    const name = page.getByText(LONG_TITLE, { exact: true });
    await name.waitFor();
    await opensWhole(page, name, 'Mostrar o nome inteiro', 'Encurtar o nome');
    await closed(shown);
  });
});

describe.skipIf(missing)('when there is no answer', () => {
  it('because too much was asked, the page waits and asks again by itself', async () => {
    const { context, watch } = await watched(browser, elsewhere(DESKTOP));
    const page = await context.newPage();
    // The first answer the page gets is the service's own to whoever has asked too much.
    await page.route(
      '**/api/v1/validacao/consultar',
      async (route) => {
        const ask = () => route.fetch();
        for (;;) {
          const answers = await Promise.all(Array.from({ length: 12 }, ask));
          const response = answers.find((answer) => answer.status() === 429);
          if (response) return route.fulfill({ response });
        }
      },
      { times: 1 },
    );
    await page.goto(`${service.origin}/validar/${ready.codigo}`);
    await page.getByRole('alert').getByText('Muitas consultas seguidas').waitFor();
    await heading(page, 'Código registrado, documento concluído').waitFor();
    await closed({ page, watch });
  });

  it('because the line is down, what was typed stays and can be asked again', async () => {
    const shown = await opened();
    const { page } = shown;
    await heading(page, 'Este documento é autêntico?').waitFor();
    await page.context().setOffline(true);
    await typeCode(page, ready.codigo);
    await page.getByRole('alert').getByText('Sem conexão com a internet').waitFor();
    expect(await page.getByLabel('Código do documento').inputValue()).toBe(ready.codigo);
    await page.context().setOffline(false);
    await button(page, 'Tentar de novo').click();
    await heading(page, 'Código registrado, documento concluído').waitFor();
    await page.context().close();
  });
});

describe.skipIf(missing)('the page', () => {
  it.each([
    [
      'English',
      'Is this document authentic?',
      'Check the code',
      'Code on record, document completed',
      'Check a document',
    ],
    [
      'Español',
      '¿Este documento es auténtico?',
      'Comprobar el código',
      'Código registrado, documento concluido',
      'Validar un documento',
    ],
  ])('speaks %s', async (language, title, act, headline, tab) => {
    const shown = await opened();
    const { page } = shown;
    await page.getByLabel('Idioma').selectOption({ label: language });
    await heading(page, title).waitFor();
    await page.getByRole('textbox').fill(ready.codigo);
    await button(page, act).click();
    await heading(page, headline).waitFor();
    expect(await page.title()).toBe(`${tab} — Rubrica`);
    await closed(shown);
  });

  it('is walked by keyboard: code, answer, back', async () => {
    const shown = await opened();
    const { page } = shown;
    await page.getByLabel('Código do documento').focus();
    await page.keyboard.type(ready.codigo);
    await page.keyboard.press('Enter');
    await heading(page, 'Código registrado, documento concluído').waitFor();
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H1');
    await closed(shown);
  });

  it('hands out the offline verifier with its SHA-256, which is what it says', async () => {
    const shown = await opened();
    const said = await shown.page.locator('[aria-labelledby=verifier-title] code').textContent();
    const plain = await fetch(`${service.origin}/verificar-sem-selos.html`);
    expect(sha256(Buffer.from(await plain.arrayBuffer()))).toBe(said);
    const file = await fetch(`${service.origin}/verificar.html`);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    const own = Buffer.from(await file.arrayBuffer());
    const sums = await (await fetch(`${service.origin}/verificar.sha256`)).text();
    expect(sums).toBe(`${sha256(own)}  verificar.html\n${said}  verificar-sem-selos.html\n`);
    // But for the line of its seals it is the repository's, policy and program alike.
    const emptied = own.toString('utf8').replace(/(id="instalacao">).*(?=<\/script>)/, '$1null');
    expect(sha256(Buffer.from(emptied))).toBe(said);
    await closed(shown);
  });

  it('without JavaScript answers by code of a test document too, and says first that it counts for nothing', async () => {
    const testing = await completed(await newSender(service), 'Ensaio', 'Rita');
    const shown = await opened('/validar', { ...DESKTOP, javaScriptEnabled: false });
    await shown.page.getByLabel('Código de teste').fill(testing.codigo);
    await button(shown.page, 'Ver o documento de teste').click();
    await shown.page.getByText('O código está registrado').waitFor();
    const text = (await shown.page.locator('main').textContent()) ?? '';
    expect(text.trimStart().startsWith('SEM VALIDADE JURÍDICA')).toBe(true);
    await closed(shown);
  });

  it('without JavaScript answers by code', async () => {
    const shown = await opened('/validar', { ...DESKTOP, javaScriptEnabled: false });
    const { page } = shown;
    await page.getByLabel('Código do documento').fill(ready.codigo);
    await button(page, 'Conferir').click();
    await page.getByText('O código está registrado').waitFor();
    await page.getByText(PERSON).waitFor();
    await closed(shown);
  });
});
