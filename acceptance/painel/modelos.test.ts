import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { NARROW } from '../browser/browser.ts';
import { complaints, fits } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { SAMPLE, until } from '../browser/world.ts';
import { type Member, newMember, newOwner, type Opened, openAs, panelUrl } from './members.ts';
import { newTemplate, TEMPLATE_PDF, VALUES } from './modelos.ts';

/** Templates: the list, the page of one, and its use as a short form. */

const { browser, service, missing } = await openStage();
let owner: Member;

beforeAll(async () => {
  if (!missing) owner = await newOwner(service);
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });

async function open(member: Member, path: string, options?: Parameters<typeof openAs>[2]): Promise<Opened> {
  const opened = await openAs(browser, member, options);
  await go(opened.page, path);
  return opened;
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(panelUrl(service.origin, path));
  await page.locator('main h1').waitFor();
}

describe.skipIf(missing)('the list', () => {
  it('begins with a sample, roles, variables and places to sign included', async () => {
    const newcomer = await newOwner(service);
    const { page, context, watch } = await open(newcomer, '/modelos');
    await button(page, 'Experimentar com um modelo de exemplo').click();
    await page.waitForURL(/\/modelos\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { name: 'Prestação de serviços (exemplo)' }).waitFor();
    const { itens } = await newcomer.sandbox.listarModelos({});
    expect(itens[0]?.papeis.map(({ rotulo }) => rotulo)).toEqual(['Contratante', 'Contratada']);
    expect(itens[0]?.campos.map(({ tipo, pagina }) => [tipo, pagina])).toEqual([
      ['ASSINATURA', 1],
      ['ASSINATURA', 1],
    ]);
    const shown = await page.locator('.modelos-page_variable code').allInnerTexts();
    expect(shown.sort()).toEqual(Object.keys(VALUES).sort());
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('takes a file with its progress, refuses what is no PDF, and leads to preparing', async () => {
    const { page, context } = await open(await newOwner(service), '/modelos');
    await page.locator('input[type=file]').setInputFiles([
      { name: 'Contrato.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK não é um PDF') },
      { name: 'Locação.pdf', mimeType: 'application/pdf', buffer: await readFile(SAMPLE) },
    ]);
    const uploads = page.getByRole('region', { name: 'Envio de arquivos' });
    await uploads.getByText('Não é um arquivo PDF').waitFor();
    await uploads.getByText('Modelo criado').waitFor();
    await page.getByRole('link', { name: 'Locação', exact: true }).waitFor();
    await uploads.getByRole('link', { name: 'Preparar' }).click();
    await page.waitForURL(/\/modelos\/[0-9a-f-]{36}\/preparar$/);
    await context.close();
  });

  it('is searched by name and description, whatever the accents', async () => {
    const member = await newOwner(service);
    await newTemplate(member, ['Inquilino'], { nome: 'Locação residencial' });
    await newTemplate(member, [], { nome: 'Termo', descricao: 'Para a rescisão amigável' });
    const { page, context } = await open(member, '/modelos');
    await page.getByText('2 modelos').waitFor();
    await page.getByLabel('Buscar por nome ou descrição').fill('RESCISAO');
    await page.getByText('1 modelo', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Termo', exact: true }).waitFor();
    await page.getByLabel('Buscar por nome ou descrição').fill('nada disto');
    await page.getByText('Nenhum modelo com estas palavras').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Buscar documentos/).fill('modelos');
    await page.getByRole('dialog').getByText('Modelos', { exact: true }).waitFor();
    await page.getByPlaceholder(/Buscar documentos/).fill('locacao');
    await page.getByRole('dialog').getByText('Locação residencial').click();
    await page.getByRole('heading', { name: 'Locação residencial' }).waitFor();
    await context.close();
  });
});

describe.skipIf(missing)('the page of a template', () => {
  it('is renamed, given to the organization, and that is taken back', async () => {
    const modelo = await newTemplate(owner, ['Contratante'], { escopo: 'PESSOAL' });
    const { page, context } = await open(owner, `/modelos/${modelo.id}`);
    await button(page, 'Mais ações').click();
    await page.getByRole('menuitem', { name: 'Nome e alcance' }).click();
    await page.getByLabel('Nome', { exact: true }).fill('Contrato de limpeza');
    await page.getByLabel('Toda a organização').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('heading', { name: 'Contrato de limpeza' }).waitFor();
    const read = () => owner.sandbox.obterModelo({ params: { modeloId: modelo.id } });
    expect(await read()).toMatchObject({ nome: 'Contrato de limpeza', escopo: 'ORGANIZACAO' });
    await button(page, 'Desfazer').click();
    await page.getByRole('heading', { name: 'Prestação de serviços', exact: true }).waitFor();
    expect(await read()).toMatchObject({ nome: 'Prestação de serviços', escopo: 'PESSOAL' });
    await context.close();
  });

  it('is deleted only after a moment in which that is taken back', async () => {
    const { id: modeloId } = await newTemplate(owner, ['Contratante'], { nome: 'Modelo à toa' });
    const { page, context } = await open(owner, `/modelos/${modeloId}`);
    const remove = async () => {
      await button(page, 'Mais ações').click();
      await page.getByRole('menuitem', { name: 'Excluir' }).click();
    };
    await remove();
    await button(page, 'Desfazer').click();
    await page.getByRole('heading', { name: 'Modelo à toa' }).waitFor();
    await remove();
    await page.getByText('Modelo excluído.').waitFor();
    await page.goto('about:blank');
    await until(async () => {
      await new Promise((done) => setTimeout(done, 500));
      return owner.sandbox.obterModelo({ params: { modeloId } }).then(
        () => false,
        ({ status }) => status === 404,
      );
    });
    await context.close();
  });

  it('hands out its file, and says what is missing before a document of it can be sent', async () => {
    const { id } = await newTemplate(owner, [], { nome: 'Sem papéis' });
    const { page, context } = await open(owner, `/modelos/${id}`);
    await page.getByText('Sem papéis, o documento nasce sem ninguém para assinar.').waitFor();
    await button(page, 'Mais ações').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Baixar o PDF' }).click(),
    ]);
    expect(await readFile(await download.path())).toEqual(await readFile(TEMPLATE_PDF));
    await go(page, `/modelos/${id}/usar`);
    await page.getByText('Este modelo não tem onde assinar').waitFor();
    expect(await button(page, 'Criar e enviar').count()).toBe(0);
    await context.close();
  });
});

describe.skipIf(missing)('the use of a template', () => {
  const fillValues = async (page: Page) => {
    await page.getByLabel('Nome contratante').fill(VALUES.nome_contratante);
    await page.getByLabel('Endereço').fill(VALUES.endereço);
    await page.getByLabel('Serviço').fill(VALUES.serviço);
    await page.getByLabel('CPF contratante').pressSequentially('52998224725');
    await page.getByLabel('Data início').pressSequentially('01122026');
    await page.getByLabel('Valor mensal').fill('2350');
  };

  it('tells all that is missing at once, masks what is typed, and makes a draft', async () => {
    const modelo = await newTemplate(owner, [
      { rotulo: 'Contratante', fatoresExigidos: ['SMS_OTP', 'DADOS_PESSOAIS'] },
      'Testemunha',
    ]);
    const { page, context, watch } = await open(owner, `/modelos/${modelo.id}`);
    await page.getByRole('link', { name: 'Usar modelo' }).click();
    const role = page.getByRole('group', { name: 'Contratante' });
    const contact = role.getByLabel('E-mail ou celular');
    await contact.pressSequentially('marina@');
    expect(await role.getByText('O e-mail não está completo.').count()).toBe(0);
    await contact.blur();
    await role.getByText('O e-mail não está completo.').waitFor();
    expect(await role.getByLabel('Como recebe o convite').count()).toBe(0);
    await contact.fill('');
    await button(page, 'Criar rascunho').click();
    for (const text of ['Falta o e-mail', 'Falta o celular', 'Falta o CPF', 'Falta a data de nascimento']) {
      await role.getByText(text).waitFor();
    }
    expect(await page.getByText('Preencha, ou marque abaixo').count()).toBe(6);
    const email = `marina.${Date.now()}@exemplo.com.br`;
    await role.getByLabel('Nome completo').fill('Marina Duarte Leal');
    await role.getByLabel('E-mail').fill(email);
    await role.getByLabel('Celular', { exact: true }).pressSequentially('11987654321');
    await role.getByLabel('CPF').pressSequentially('52998224725');
    await role.getByLabel('Nascimento').fill('1987-04-12');
    await page.getByRole('group', { name: 'Testemunha' }).getByLabel('E-mail').fill('rui@exemplo.com.br');
    await page.getByLabel('CPF contratante').pressSequentially('11122233344');
    await page.getByText('Os dígitos deste CPF não conferem.').waitFor();
    await page.getByLabel('CPF contratante').fill('');
    await fillValues(page);
    await page.getByLabel('Título').fill('Contrato da Marina');
    await button(page, 'Criar rascunho').click();
    await page.waitForURL(/\/documentos\/[0-9a-f-]{36}\/preparar$/);
    const { itens } = await owner.sandbox.listarDocumentos({ query: { busca: email } });
    expect(itens).toMatchObject([
      {
        titulo: 'Contrato da Marina',
        status: 'RASCUNHO',
        ordenado: true,
        signatarios: [
          {
            nome: 'Marina Duarte Leal',
            telefone: '+5511987654321',
            cpf: '52998224725',
            dataNascimento: '1987-04-12',
            fatoresExigidos: ['EMAIL', 'SMS_OTP', 'DADOS_PESSOAIS'],
          },
          { email: 'rui@exemplo.com.br' },
        ],
      },
    ]);
    expect((await owner.sandbox.obterModelo({ params: { modeloId: modelo.id } })).vezesUsado).toBe(1);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('sends at once where it is asked to, blanks allowed by word, what the service refuses in its place', async () => {
    const modelo = await newTemplate(owner);
    const { page, context } = await open(owner, `/modelos/${modelo.id}/usar`);
    const email = `jose.${Date.now()}@exemplo.com.br`;
    await page.getByLabel('Nome completo').fill('José Prado');
    await page.getByRole('group', { name: 'Contratante' }).getByLabel('E-mail').fill(email);
    await page.getByLabel('Serviço').fill('festa 🎉');
    await button(page, 'Criar e enviar').click();
    await page.getByLabel('Deixar em branco o que não preenchi').check();
    await button(page, 'Criar e enviar').click();
    await page.getByText(/Não é possível desenhar no PDF/).waitFor();
    await page.getByLabel('Serviço').fill('festa');
    await page.getByText('Mais opções').first().click();
    await page.getByLabel('Pode passar a assinatura a outra pessoa').check();
    // It is said for some seconds, in which the page may not be there yet.
    const said = page.getByText('Documento criado e enviado.').waitFor();
    await button(page, 'Criar e enviar').click();
    await Promise.all([said, page.waitForURL(/\/documentos\/[0-9a-f-]{36}$/)]);
    const { itens } = await owner.sandbox.listarDocumentos({ query: { busca: email } });
    expect(itens.map(({ status }) => status)).toEqual(['AGUARDANDO_ASSINATURAS']);
    const made = await owner.sandbox.obterDocumento({ params: { documentoId: itens[0]?.id ?? '' } });
    expect(made.signatarios[0]).toMatchObject({ delegavel: true, presencial: false });
    await until(async () => {
      await new Promise((done) => setTimeout(done, 300));
      const box = await owner.sandbox.listarCaixa({ query: { limite: 100 } });
      return box.itens.some(({ destino }) => destino === email);
    });
    await context.close();
  });

  it('asks before what was typed is left', async () => {
    const modelo = await newTemplate(owner);
    const { page, context } = await open(owner, `/modelos/${modelo.id}/usar`);
    await page.getByLabel('Endereço').fill('Rua A');
    await page.getByRole('navigation').getByRole('link', { name: 'Documentos' }).click();
    await button(page, 'Continuar aqui').click();
    expect(await page.getByLabel('Endereço').inputValue()).toBe('Rua A');
    await context.close();
  });
});

describe.skipIf(missing)('a role', () => {
  const offered = async (page: Page) => {
    const more = button(page, 'Mais ações');
    if (await more.isVisible()) {
      await more.click();
      await page.getByRole('menuitem').first().waitFor();
    }
    return page
      .locator('main')
      .getByRole('button')
      .or(page.locator('main a'))
      .or(page.getByRole('menuitem'))
      .allInnerTexts();
  };

  it('VISUALIZADOR is offered no change and no use, on any screen, and refused if it forces one', async () => {
    const modelo = await newTemplate(owner);
    const viewer = await newMember(owner, 'VISUALIZADOR');
    const { page, context } = await open(viewer, '/modelos');
    await page.getByRole('link', { name: modelo.nome }).first().waitFor();
    expect(await button(page, 'Novo modelo').count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Usar/ }).count()).toBe(0);
    await go(page, `/modelos/${modelo.id}`);
    await page.getByText('Contratante', { exact: true }).waitFor();
    const names = await offered(page);
    for (const name of ['Usar modelo', 'Vários por planilha', 'Preparar', 'Nome e alcance', 'Excluir']) {
      expect(names).not.toContain(name);
    }
    for (const path of ['usar', 'planilha']) {
      await go(page, `/modelos/${modelo.id}/${path}`);
      await page.getByText('Seu papel não cria documentos.').waitFor();
    }
    const refusal = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };
    const params = { modeloId: modelo.id };
    await expect(viewer.sandbox.alterarModelo({ params, body: { nome: 'Meu' } })).rejects.toMatchObject(refusal);
    await expect(viewer.sandbox.criarDocumentoDeModelo({ params, body: {} })).rejects.toMatchObject(refusal);
    await context.close();
  });

  it('OPERADOR uses what others made and changes only its own', async () => {
    const operator = await newMember(owner, 'OPERADOR');
    const theirs = await newTemplate(owner, ['Contratante'], { nome: 'Da dona' });
    const mine = await newTemplate(operator, ['Contratante'], { nome: 'Do operador' });
    const { page, context } = await open(operator, `/modelos/${theirs.id}`);
    await page.getByRole('link', { name: 'Usar modelo' }).waitFor();
    const foreign = await offered(page);
    for (const name of ['Preparar', 'Nome e alcance', 'Excluir']) expect(foreign).not.toContain(name);
    await go(page, `/modelos/${mine.id}`);
    await page.getByRole('link', { name: 'Preparar' }).waitFor();
    const own = await offered(page);
    expect(own).toContain('Nome e alcance');
    expect(own).not.toContain('Excluir');
    const refusal = { status: 403, codigo: 'PAPEL_INSUFICIENTE' };
    const params = { modeloId: theirs.id };
    await expect(operator.sandbox.alterarModelo({ params, body: { nome: 'Meu' } })).rejects.toMatchObject(refusal);
    await context.close();
  });
});

describe.skipIf(missing)('names meant to break a page', () => {
  it('are text, and stay inside of their place on 360 px', async () => {
    const member = await newOwner(service);
    const names = ['Ω'.repeat(200), '<img src=x onerror=alert(1)>', 'مرحبا 🏢 locação'];
    for (const nome of names) {
      await newTemplate(member, [{ rotulo: 'P'.repeat(100) }, { rotulo: '🏢 عقد' }], {
        nome,
        descricao: 'd'.repeat(2000),
      });
    }
    const { itens } = await member.sandbox.listarModelos({});
    const { page, context, watch } = await open(member, '/modelos', NARROW);
    await page.getByText('3 modelos').waitFor();
    expect(await fits(page)).toBe(true);
    for (const { id } of itens) {
      for (const path of ['', '/usar', '/planilha']) {
        await go(page, `/modelos/${id}${path}`);
        await page.getByRole('heading', { level: 2 }).first().waitFor();
        expect(await fits(page)).toBe(true);
      }
    }
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});
