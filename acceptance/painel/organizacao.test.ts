import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP } from '../browser/browser.ts';
import { complaints, findings } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { field, PASSWORD, person, send, until } from '../browser/world.ts';
import { settledDialog } from './editor.ts';
import {
  enter,
  type Member,
  newAddress,
  newEmail,
  newMember,
  newOwner,
  openAs,
  panelUrl,
  senderOf,
} from './members.ts';
import { operatorOf, png } from './operator.ts';

/** The organization: every screen gone through by its owner, against the real service. */

const { browser, service, missing } = await openStage();

const open = async (page: Page, path: string, ambiente: 'TESTE' | 'PRODUCAO' = 'TESTE') => {
  await page.goto(panelUrl(service.origin, path, ambiente));
  await page.locator('main h1').waitFor();
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

describe.skipIf(missing)('data and brand', () => {
  it('are changed, wrong ones lead to their field, and markup stays text', async () => {
    const owner = await newOwner(service);
    const { page, context, watch } = await openAs(browser, owner);
    await open(page, '/organizacao');
    const document = page.getByLabel('CPF ou CNPJ');
    expect(await document.inputValue()).toBe('11.222.333/0001-81');
    await document.fill('11222333000182');
    // Before the next key: in the task of the click.
    const led = `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Salvar').click();
      document.activeElement.getAttribute('aria-invalid')`;
    expect(await page.evaluate(led)).toBe('true');
    await said(page, 'Confira os números do CPF ou CNPJ.');
    expect(await document.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await document.fill('529.982.247-25');
    const name = '<b>Acácia</b> & Filhos';
    await page.getByLabel('Nome da organização').fill(name);
    await button(page, 'Salvar').click();
    await said(page, 'Alterações salvas.');
    await page.getByRole('banner').getByText(name).waitFor();
    expect(await page.getByLabel('Nome da organização').inputValue()).toBe(name);
    expect(await owner.production.obterOrganizacao({})).toMatchObject({ nome: name, documento: '52998224725' });
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('show in the preview while they are typed, and then to a signer', async () => {
    const owner = await newOwner(service);
    const { page, context, watch } = await openAs(browser, owner);
    await open(page, '/organizacao/marca');
    const preview = page.getByRole('figure', { name: 'Prévia: E-mail' });
    await page.getByLabel('Nome do remetente').fill('Acácia Imóveis');
    await preview.getByText('De: Acácia Imóveis').waitFor();
    await page.getByLabel('Cor principal').fill('#FFF9B0');
    await said(page, /menos que os 4,5:1/);
    await page.getByLabel('Cor principal').fill('#1F5A4C');
    await said(page, /A cor é usada como está/);
    const picture = page.locator('input[type=file]');
    const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });
    await picture.setInputFiles(file('logo.png', Buffer.from('GIF89a isto não é PNG')));
    await said(page, /^Não é uma imagem PNG nem JPEG/);
    await picture.setInputFiles(file('logo.png', Buffer.concat([png(2, 2, [0, 0, 0]), Buffer.alloc(2.2 * 1024 ** 2)])));
    await said(page, 'A imagem tem 2,2 MB e o limite é 2 MB. Reduza-a e escolha de novo.');
    await picture.setInputFiles(file('logo.png', png(8, 8, [0, 0, 0]).subarray(0, 40)));
    await said(page, /^A imagem não pôde ser lida/);
    await picture.setInputFiles(file('logo.png', png(800, 200, [31, 90, 76])));
    await preview.locator('img').waitFor();
    await button(page, 'Salvar').click();
    await said(page, 'Alterações salvas.');
    const { marca } = await owner.production.obterOrganizacao({});
    expect(marca).toMatchObject({ corPrimaria: '#1F5A4C', nomeRemetente: 'Acácia Imóveis', emailResposta: null });
    const one = person();
    const { links } = await send(senderOf(owner), [one], [field({ signatarioId: one.id })]);
    const signing = await context.newPage();
    await signing.goto(links[0] ?? '');
    await signing.getByRole('img', { name: 'Acácia Imóveis' }).waitFor();
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('are not lost when the session ends, nor when somebody leaves by mistake', async () => {
    const owner = await newOwner(service);
    const { page, context } = await openAs(browser, owner);
    await open(page, '/organizacao/marca');
    await page.getByLabel('Mensagem padrão').fill('Escrita com cuidado.');
    await page.getByRole('link', { name: 'Membros', exact: true }).click();
    await button(page, 'Continuar aqui').click();
    await (await enter(service.origin, owner.email, newAddress())).production.encerrarSessoes({});
    await button(page, 'Salvar').click();
    const again = page.getByRole('dialog', { name: 'Sua sessão terminou' });
    await again.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    await again.getByRole('button', { name: 'Entrar', exact: true }).click();
    await said(page, 'Alterações salvas.');
    expect(await page.getByLabel('Mensagem padrão').inputValue()).toBe('Escrita com cuidado.');
    await context.close();
  });
});

describe.skipIf(missing)('e-mail templates', () => {
  it('are shown filled, without the paragraph of what is missing', async () => {
    const { page, context } = await openAs(browser, await newOwner(service));
    await open(page, '/organizacao/modelos-email');
    await page.getByLabel('Modelo', { exact: true }).selectOption({ label: 'Convite formal' });
    const arrives = page.frameLocator('iframe[title="Como chega"]');
    await arrives.getByText('O prazo para assinar termina em').waitFor();
    await page.getByLabel(/^Sem prazo para assinar/).check();
    await arrives.getByText('O prazo para assinar termina em').waitFor({ state: 'detached' });
    await page.getByLabel(/^Título do documento/).fill('{{prazo}} <i>');
    await arrives.getByText('{{prazo}} <i>').first().waitFor();
    expect(new URL(page.url()).searchParams.get('modelo')).toBeTruthy();
    await context.close();
  });

  it('of one’s own are written with what comes of them beside, kept, chosen apart from the service’s, and deleted', async () => {
    const owner = await newOwner(service);
    const { page, context, watch } = await openAs(browser, owner);
    await open(page, '/organizacao/modelos-email');
    await button(page, 'Novo modelo').click();
    const arrives = page.frameLocator('iframe[title="Como chega"]');
    const body = page.getByLabel('Texto', { exact: true });
    await page.getByLabel('Nome do modelo').fill('Renovação');
    await page.getByLabel('Assunto', { exact: true }).fill('Renovação de {{titulo}}');
    await body.fill('Chegou a hora, {{nome}}.');
    await said(page, /escreva \{\{signatario\}\} no lugar de \{\{nome\}\}/);
    await body.fill('Chegou a hora, ');
    await button(page, 'Nome de quem assina').click();
    expect(await body.inputValue()).toBe('Chegou a hora, {{signatario}}');
    await arrives.getByText('Chegou a hora, Marina Duarte Leal').waitFor();
    await said(page, /Renovação de Contrato de locação/);
    await body.fill('Veja https://golpe.exemplo');
    await button(page, 'Salvar').click();
    await expect.poll(() => body.getAttribute('aria-invalid')).toBe('true');
    expect((await owner.sandbox.listarModelosEmail()).total).toBe(4);
    await body.fill('Chegou a hora, {{signatario}}.');
    await button(page, 'Salvar').click();
    await said(page, 'Modelo salvo.');
    const [made] = (await owner.sandbox.listarModelosEmail()).itens;
    expect(made).toMatchObject({ nome: 'Renovação', corpo: 'Chegou a hora, {{signatario}}.' });
    await expect.poll(() => page.getByLabel('Modelo', { exact: true }).inputValue()).toBe(made?.id);
    await button(page, 'Excluir modelo').click();
    await said(page, /^Modelo excluído/);
    await expect.poll(async () => (await owner.sandbox.listarModelosEmail()).total).toBe(4);
    expect(complaints(watch.problems).filter((one) => !one.includes('400'))).toEqual([]);
    await context.close();
  });
});

const membersOf = async (owner: Member) => (await owner.production.listarMembros({ query: { limite: 100 } })).itens;

describe.skipIf(missing)('members', () => {
  it('are invited, invited again, and the invitation is taken back, with an undo', async () => {
    const owner = await newOwner(service);
    const { page, context } = await openAs(browser, owner);
    await open(page, '/organizacao/membros');
    await said(page, 'Só há você por aqui');
    await said(page, /^Único proprietário/);
    expect(await page.getByRole('button', { name: /^Ações de/ }).count()).toBe(0);
    const email = newEmail('carla');
    await button(page, 'Convidar').click();
    const dialog = await settledDialog(page);
    await dialog.getByLabel('E-mail da pessoa').fill(email);
    await dialog.getByLabel('Visualizador').check();
    await button(page, 'Enviar o convite').click();
    await said(page, /guardado na caixa de testes/);
    const actions = page.getByRole('button', { name: `Ações de ${email}` });
    const act = async (name: string) => {
      await actions.click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Enviar o convite de novo');
    await said(page, /^Novo convite enviado/);
    await until(async () => {
      const { itens } = await owner.sandbox.listarCaixa({ query: { limite: 100 } });
      return itens.filter(({ destino }) => destino === email).length === 2;
    });
    await act('Cancelar o convite');
    await actions.waitFor({ state: 'detached' });
    await button(page, 'Desfazer').click();
    await actions.waitFor();
    expect(await membersOf(owner)).toHaveLength(2);
    await act('Cancelar o convite');
    await until(async () => (await membersOf(owner)).length === 1);
    await context.close();
  });

  it('change role and are taken back, are suspended, and are removed after it is told what becomes of their work', async () => {
    const owner = await newOwner(service);
    const paulo = await newMember(owner, 'OPERADOR');
    const { page, context } = await openAs(browser, owner);
    await open(page, '/organizacao/membros');
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Ações de Paulo Tavares' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const stateOf = async () => (await membersOf(owner)).find(({ email }) => email === paulo.email);
    await act('Mudar o papel');
    await page.getByRole('dialog').getByLabel('Administrador').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Mudar o papel' }).click();
    await said(page, 'Paulo Tavares agora é Administrador.');
    expect((await stateOf())?.papel).toBe('ADMINISTRADOR');
    await button(page, 'Desfazer').click();
    await until(async () => (await stateOf())?.papel === 'OPERADOR');
    await act('Suspender');
    await until(async () => (await stateOf())?.estado === 'SUSPENSO');
    await act('Reativar');
    await until(async () => (await stateOf())?.estado === 'ATIVO');
    await act('Remover da organização');
    await said(page, /que a pessoa criou ficam/);
    await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
    await said(page, 'Paulo Tavares não é mais membro.');
    expect(await stateOf()).toBeUndefined();
    await context.close();
  });

  it('who made API keys have them shown before they are suspended or removed, and revoked only where that was chosen', async () => {
    const owner = await newOwner(service);
    const paulo = await newMember(owner, 'ADMINISTRADOR');
    const body = { nome: 'Loja do Paulo', ambiente: 'TESTE' as const, escopos: ['documentos:ler' as const] };
    const { id, chave, prefixo } = await paulo.production.criarChaveApi({ body });
    const works = async () => {
      const headers = { authorization: `Bearer ${chave}`, 'x-forwarded-for': newAddress() };
      return (await fetch(`${service.origin}/v1/sandbox/documentos`, { headers })).status;
    };
    const revoked = async () => {
      const { itens } = await owner.production.listarChavesApi({ query: { limite: 100 } });
      return itens.find((one) => one.id === id)?.revogadaEm !== null;
    };
    expect(await works()).toBe(200);
    const { page, context, watch } = await openAs(browser, owner);
    await open(page, '/organizacao/membros');
    const ask = async (name: string) => {
      await page.getByRole('button', { name: 'Ações de Paulo Tavares' }).click();
      await page.getByRole('menuitem', { name }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Loja do Paulo').waitFor();
      expect(await dialog.getByRole('listitem').filter({ hasText: prefixo }).count()).toBe(1);
      expect(await findings(page)).toEqual([]);
      return { dialog, choice: dialog.getByLabel('Revogar também a chave de API que ela criou') };
    };

    const suspending = await ask('Suspender');
    expect(await suspending.choice.isChecked()).toBe(true);
    await suspending.choice.uncheck();
    await suspending.dialog.getByRole('button', { name: 'Suspender', exact: true }).click();
    await until(async () => (await membersOf(owner)).find(({ email }) => email === paulo.email)?.estado === 'SUSPENSO');
    expect([await works(), await revoked()]).toEqual([200, false]);

    const given = await ask('Remover da organização');
    await given.dialog.getByRole('button', { name: 'Cancelar' }).click();
    await given.dialog.waitFor({ state: 'detached' });
    expect([await works(), await revoked()]).toEqual([200, false]);

    const removing = await ask('Remover da organização');
    expect(await removing.choice.isChecked()).toBe(true);
    await removing.dialog.getByRole('button', { name: 'Remover', exact: true }).click();
    await said(page, 'Paulo Tavares não é mais membro.');
    expect([await works(), await revoked()]).toEqual([401, true]);
    expect((await membersOf(owner)).some(({ email }) => email === paulo.email)).toBe(false);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('retention and requests', () => {
  it('periods are checked, what shortens is said before it is saved', async () => {
    const owner = await newOwner(service);
    const { page, context } = await openAs(browser, owner);
    await open(page, '/organizacao/retencao');
    await page.getByLabel('Documentos concluídos: sem prazo').uncheck();
    await page.getByLabel('Dias: Documentos concluídos').fill('1000');
    await button(page, 'Rever e salvar').click();
    await said(page, /ao menos 1\.825 dias \(cinco anos, a/);
    await page.getByLabel('Dias: Documentos concluídos').fill('1825');
    await page.getByLabel('Rascunhos parados: sem prazo').check();
    await button(page, 'Rever e salvar').click();
    await said(page, 'Documentos concluídos: de sem prazo para 1825 dias');
    await button(page, 'Salvar os prazos').click();
    await said(page, 'Prazos salvos.');
    expect(await page.getByLabel('Dias: Documentos concluídos').inputValue()).toBe('1825');
    const { politicas } = await owner.sandbox.obterPoliticasRetencao({});
    expect(politicas).toContainEqual({ categoria: 'CONCLUIDO', dias: 1825 });
    expect(politicas.map(({ categoria }) => categoria)).not.toContain('RASCUNHO');
    await context.close();
  });

  it('a request for access is registered, answered by a file, and another is refused with a reason', async () => {
    const owner = await newOwner(service);
    const one = person({ nome: 'Marina <b>Leal</b>' });
    await send(senderOf(owner), [one], [field({ signatarioId: one.id })]);
    const { page, context } = await openAs(browser, owner);
    await open(page, '/organizacao/titulares');
    await button(page, 'Registrar pedido').click();
    const dialog = await settledDialog(page);
    await dialog.getByLabel('Nome da pessoa').fill('Marina <b>Leal</b>');
    await dialog.getByLabel('E-mail da pessoa').fill(one.email);
    await dialog.getByLabel('CPF (se souber)').fill('111.111.111-11');
    await button(page, 'Registrar o pedido').click();
    await said(page, 'Confira os números do CPF.');
    await dialog.getByLabel('CPF (se souber)').fill('');
    await button(page, 'Registrar o pedido').click();
    await button(page, 'Baixar os dados').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Baixar os dados').click()]);
    const data = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(data.documentos).toHaveLength(1);
    const titular = { nome: 'José Prado', email: newEmail('jose') };
    const erase = await owner.sandbox.criarSolicitacaoLgpd({ body: { tipo: 'ELIMINACAO', titular } });
    await open(page, `/organizacao/titulares/${erase.id}`);
    await said(page, /faltam 1[45] dias/);
    await button(page, 'Confirmar a eliminação').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirmar a eliminação' }).click();
    await said(page, /^Confirmada\./);
    await button(page, 'Recusar').click();
    await button(page, 'Recusar o pedido').click();
    await said(page, 'Escreva o motivo.');
    await page.getByLabel('Motivo', { exact: true }).fill('Há um processo em curso.');
    await button(page, 'Recusar o pedido').click();
    await said(page, 'Pedido recusado.');
    const { itens } = await owner.sandbox.listarSolicitacoesLgpd({ query: { estado: 'RECUSADA' } });
    expect(itens.map(({ id, motivoRecusa }) => [id, motivoRecusa])).toEqual([[erase.id, 'Há um processo em curso.']]);
    await open(page, '/organizacao/titulares?estado=RECUSADA');
    await said(page, 'Eliminação de dados — José Prado');
    expect(await page.getByText('Acesso aos dados — Marina').count()).toBe(0);
    await context.close();
  });
});

describe.skipIf(missing)('consumption, plan and invoices', () => {
  /** A paying organization, two months old, whose past is as the metering stores it. */
  async function payingOwner(): Promise<Member> {
    const owner = await newOwner(service);
    const id = owner.session.organizacao.id;
    /** The first day of the present month in Brasília. */
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
    const month = `${today.slice(0, 7)}-01`;
    const sql = operatorOf(service);
    await sql`delete from plano_vigencia where organizacao_id = ${id}`;
    await sql`update organizacao set plano_codigo = 'ESSENCIAL', criada_em = criada_em - interval '1 month' where id = ${id}`;
    await sql`
      insert into consumo_mensal (organizacao_id, mes, tipo, quantidade, linhas)
      values (${id}, (${month}::date - interval '1 month')::date, 'ENVELOPE_ENVIADO', 130, 0),
             (${id}, ${month}, 'ENVELOPE_ENVIADO', 105, 2)`;
    // Late in the evening of Brasília, which is the next day in UTC.
    await sql`
      insert into medicao (id, organizacao_id, tipo, quantidade, ocorrido_em, descricao, referencia)
      values (gen_random_uuid(), ${id}, 'ENVELOPE_ENVIADO', 100, ${`${month.slice(0, 8)}01T23:30:00-03:00`}, '<b>Lote</b>', 'a'),
             (gen_random_uuid(), ${id}, 'ENVELOPE_ENVIADO', 5, ${`${month}T08:00:00-03:00`}, 'Outro', 'b')`;
    await sql.end({ timeout: 5 });
    return owner;
  }

  it('tell allowance and excess, each day by chart and table, the lines, and invoices in reais', async () => {
    const owner = await payingOwner();
    const { page, context, watch } = await openAs(browser, owner, { ...DESKTOP, colorScheme: 'dark' });
    await open(page, '/organizacao/consumo', 'PRODUCAO');
    await said(page, '105 de 100 incluídos no plano');
    await said(page, /^5 além da franquia: R\$\s7,50$/);
    const chart = page.getByRole('img', { name: /^Envelopes enviados por dia neste mês: 105 ao todo\. .* 1º? de / });
    await chart.waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByText('Tabela', { exact: true }).click();
    await page.getByRole('row', { name: /^1º? de .* 105$/ }).waitFor();
    await page.getByRole('link', { name: 'Ver linha a linha' }).click();
    await said(page, '<b>Lote</b>');
    await said(page, '2 linhas');
    await open(page, '/organizacao/plano', 'PRODUCAO');
    await said(page, /^R\$\s99,00$/);
    const invoices = () => owner.production.listarFaturas({});
    await until(async () => (await invoices()).total > 0);
    await open(page, '/organizacao/faturas', 'PRODUCAO');
    await page.getByRole('link', { name: /^Fatura \d{4}-\d{6}$/ }).click();
    await page.getByRole('row', { name: /30\s+R\$\s1,50\s+R\$\s45,00$/ }).waitFor();
    await page.getByRole('row', { name: /^Total\s+R\$\s144,00$/ }).waitFor();
    await said(page, 'O pagamento é combinado com quem opera o serviço.');
    expect(await findings(page)).toEqual([]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });
});
