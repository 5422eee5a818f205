import type { Page } from 'playwright-core';
import { panelUrl } from '../members.ts';
import { csvOf, newTemplate, VALUES } from '../modelos.ts';
import type { Scene } from './scene.ts';

const open = async (page: Page, origin: string, path: string) => {
  await page.goto(panelUrl(origin, path));
  await page.locator('main h1').waitFor();
};

const TWO = [
  { rotulo: 'Contratante', fatoresExigidos: ['SMS_OTP' as const] },
  { rotulo: 'Testemunha', funcao: 'TESTEMUNHAR' as const },
];

const list: Scene = {
  name: 'modelos',
  async *show(page, { service, owner }) {
    const { origin } = service;
    await open(page, origin, '/modelos');
    await page.getByText('Um contrato que se repete vira modelo').waitFor();
    yield 'blank';
    await newTemplate(owner, TWO, { nome: 'Prestação de serviços', descricao: 'O contrato de todo mês.' });
    await newTemplate(owner, [], { nome: 'Termo de entrega de chaves', escopo: 'PESSOAL' });
    await newTemplate(owner, ['Empresa'], { nome: 'Ω <b>contrato</b> muito comprido '.repeat(6).trim() });
    await open(page, origin, '/modelos');
    await page.getByText('3 modelos').waitFor();
    await page.locator('[data-picture="there"]').nth(2).waitFor();
    yield 'lista';
    await page.getByLabel('Buscar por nome ou descrição').fill('xyz');
    await page.getByText('Nenhum modelo com estas palavras').waitFor();
    yield 'sem-resultado';
  },
};

const one: Scene = {
  name: 'modelo',
  async *show(page, { service, owner }) {
    const { origin } = service;
    const modelo = await newTemplate(owner, TWO, { descricao: 'O contrato de todo mês.\nCom duas assinaturas.' });
    await open(page, origin, `/modelos/${modelo.id}`);
    await page.getByText('valor_mensal').waitFor();
    yield 'pagina';
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Nome e alcance' }).click();
    await page.getByLabel('Nome', { exact: true }).fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Dê um nome ao modelo.').waitFor();
    yield 'alterar';
    const bare = await newTemplate(owner, [], { nome: 'Sem papéis' });
    await open(page, origin, `/modelos/${bare.id}`);
    await page.getByText('Falta preparar o modelo').waitFor();
    yield 'por-preparar';
    await open(page, origin, `/modelos/${modelo.id}/usar`);
    await page.getByLabel('Nome completo').first().fill('Marina Duarte Leal');
    await page.getByLabel('CPF contratante').pressSequentially('52998224726');
    await page.locator('summary', { hasText: 'Mais opções' }).click();
    yield 'usar';
    await page.getByRole('button', { name: 'Criar e enviar' }).click();
    await page.getByText('Deixar em branco o que não preenchi').waitFor();
    yield 'usar-com-problemas';
    await page.getByRole('link', { name: 'Prestação de serviços' }).click();
    await page.getByRole('dialog', { name: 'Sair sem salvar?' }).waitFor();
    yield 'usar-sair';
  },
};

const links: Scene = {
  name: 'links-publicos',
  async *show(page, { service, owner }) {
    const { origin } = service;
    const modelo = await newTemplate(
      owner,
      TWO.map(({ rotulo }) => rotulo),
    );
    await open(page, origin, `/modelos/${modelo.id}/link-publico`);
    yield 'comeco';
    await page.getByRole('button', { name: 'Criar link público' }).click();
    await page.getByText('Deixar em branco o que não preenchi').waitFor();
    yield 'problemas';
    const papeis = [{ papelId: modelo.papeis[1]?.id ?? '', nome: 'Rui Prado', email: 'rui@exemplo.com.br' }];
    const documento = { papeis, variaveis: Object.fromEntries(modelo.variaveis.map((nome) => [nome, '—'])) };
    const params = { modeloId: modelo.id };
    for (const [titulo, limite] of [
      ['Autorização de passeio', 40],
      ['Ω <b>termo</b> muito comprido '.repeat(6).trim(), 1000],
    ] as const) {
      const body = { titulo, papelId: modelo.papeis[0]?.id ?? '', limite, documento };
      const { id: linkId } = await owner.sandbox.criarLinkDeModelo({ params, body });
      if (limite === 40) await owner.sandbox.encerrarLinkDeModelo({ params: { ...params, linkId } });
    }
    page.once('dialog', (dialog) => void dialog.accept());
    await open(page, origin, `/modelos/${modelo.id}`);
    await page.getByText('0 de 1.000 respostas').waitFor();
    yield 'lista';
    await page.getByRole('button', { name: /^Mais ações: Ω/ }).click();
    await page.getByRole('menuitem', { name: 'QR code' }).click();
    await page.getByRole('link', { name: 'Baixar a imagem' }).waitFor();
    yield 'qr-code';
    await page.getByRole('button', { name: 'Fechar' }).click();
    await page.getByRole('button', { name: /^Mais ações: Ω/ }).click();
    await page.getByRole('menuitem', { name: 'Encerrar' }).click();
    await page.getByRole('button', { name: 'Encerrar o link' }).waitFor();
    yield 'encerrar';
  },
};

const sheet: Scene = {
  name: 'planilha',
  async *show(page, { service, owner }) {
    const { origin } = service;
    const modelo = await newTemplate(owner);
    const path = `/modelos/${modelo.id}/planilha`;
    await open(page, origin, path);
    await page.getByText('Rodar de novo é seguro').waitFor();
    yield 'comeco';
    const file = (name: string, content: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await file('contratos.xlsx', 'PK\u0003\u0004');
    await page.getByText('Este arquivo do Excel não pôde ser lido').waitFor();
    yield 'recusada';
    await file(
      'contratos de novembro.csv',
      csvOf([
        { nome: 'Marina Duarte Leal', email: 'marina@exemplo.com.br', ...VALUES },
        { nome: 'José Prado', email: 'jose', ...VALUES, cpf_contratante: '111.222.333-44' },
        { nome: 'Carla Nunes', email: 'carla@exemplo.com.br', ...VALUES, cpf_contratante: '111.222.333-44' },
        { nome: 'Ω'.repeat(200), email: 'omega@exemplo.com.br', ...VALUES },
        { nome: 'Festa', email: 'festa@exemplo.com.br', ...VALUES, serviço: 'festa 🎉' },
      ]).concat('"aberta;a;b\n'),
    );
    await page.getByText('4 linhas prontas').waitFor();
    yield 'columns';
    await page.getByRole('button', { name: /^Criar 4/ }).scrollIntoViewIfNeeded();
    yield 'conferencia';
    await page.getByRole('button', { name: /^Criar 4/ }).click();
    await page.getByText('Terminado.').waitFor();
    yield 'resultado';
    await page.getByRole('button', { name: 'Rodar outra planilha' }).click();
    await page.getByText('Rodar de novo é seguro').waitFor();
  },
};

export const MODELOS: readonly Scene[] = [list, one, links, sheet];
