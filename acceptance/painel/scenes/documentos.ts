import type { Page } from 'playwright-core';
import { create, field, person, type Sender, send, signByApi, until } from '../../browser/world.ts';
import { panelUrl, senderOf } from '../members.ts';
import { type Scene, showNavigation } from './scene.ts';

const LONG_TITLE = 'Contrato de prestação de serviços de manutenção predial preventiva e corretiva '
  .repeat(4)
  .slice(0, 300);

/** A document of three, of whom one signed and one could not be reached. */
async function underWay(sender: Sender): Promise<string> {
  const people = [
    person({ nome: 'Marina Duarte Leal' }),
    person({ nome: 'José Prado', fatoresExigidos: ['EMAIL', 'TOTP'] }),
    person({ nome: 'Carla Nunes', metodoEntrega: 'LINK', email: 'carla@exemplo.com.br' }),
  ];
  const fields = people.map(({ id }, index) => field({ signatarioId: id, x: 0.04 + index * 0.32, largura: 0.28 }));
  const { id, links } = await send(sender, people, fields, { mensagem: 'Segue o contrato que combinamos.' });
  await signByApi(sender, links[0] ?? '');
  return id;
}

/** A document everybody signed. */
export async function completed(sender: Sender): Promise<string> {
  const one = person({ nome: 'Helena Prado' });
  const { id, links } = await send(sender, [one], [field({ signatarioId: one.id })], { titulo: 'Distrato assinado' });
  await signByApi(sender, links[0] ?? '');
  await until(async () => (await sender.api.obterDocumento({ params: { documentoId: id } })).status === 'ASSINADO');
  return id;
}

const open = async (page: Page, origin: string, path: string) => {
  await page.goto(panelUrl(origin, path));
  await page.locator('main h1').waitFor();
};

/** Every page in sight is drawn. */
const pictured = async (page: Page) => {
  await page.locator('[data-picture="there"]').first().waitFor();
  await until(async () => (await page.locator('[data-picture="coming"]').count()) === 0);
};

const list: Scene = {
  name: 'documentos',
  async *show(page, { service, owner }) {
    const sender = senderOf(owner);
    const { origin } = service;
    await open(page, origin, '/documentos');
    await page.getByText('Comece pelo primeiro documento').waitFor();
    yield 'blank';
    const folder = await owner.sandbox.criarPasta({ body: { nome: 'Locações' } });
    await owner.sandbox.criarPasta({ body: { nome: '2026', paiId: folder.id } });
    await underWay(sender);
    await create(sender, [person()], [field()], { titulo: LONG_TITLE, pastaId: folder.id });
    await create(sender, [], [], { titulo: '<script>alert(1)</script> & "aspas"' });
    await open(page, origin, '/documentos');
    await page.getByText('<script>').waitFor();
    await pictured(page);
    yield 'lista';
    await page.getByRole('button', { name: 'Ações de Contrato de locação — Rua das Acácias, 120' }).click();
    await page.getByRole('menuitem', { name: 'Abrir' }).waitFor();
    yield 'menu-da-linha';
    await page.keyboard.press('Escape');
    await page.getByLabel('Período').selectOption('Escolher datas…');
    await page.getByRole('button', { name: 'Aplicar' }).waitFor();
    yield 'datas';
    await page.keyboard.press('Escape');
    await page.getByLabel('Período').selectOption('Hoje');
    await page.getByRole('button', { name: 'Salvar esta visão' }).click();
    await page.getByLabel('Nome da visão').fill('Feitos hoje');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByRole('link', { name: 'Feitos hoje' }).waitFor();
    yield 'visao';
    await open(page, origin, '/documentos');
    await page.getByLabel(/^Selecionar <script>/).check();
    await page.getByLabel(/^Selecionar Contrato de locação/).check();
    yield 'selecao';
    await page.getByRole('button', { name: 'Reenviar convites' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reenviar' }).click();
    await page.getByText('1 de 2 feitos').waitFor();
    yield 'lote';
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();
    await showNavigation(page);
    await page.getByRole('button', { name: 'Nova pasta', exact: true }).click();
    await page.getByLabel('Nome da pasta').waitFor();
    yield 'pasta';
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Buscar documentos/).fill('locação');
    await page.getByText('Marina Duarte Leal, José Prado').waitFor();
    yield 'busca';
    await page.keyboard.press('Escape');
    await open(page, origin, '/documentos?busca=nada+disto');
    await page.getByText('Nenhum documento com estes filtros').waitFor();
    yield 'sem-resultado';
    await page.locator('input[type=file]').setInputFiles([
      { name: 'planilha.pdf', mimeType: 'application/pdf', buffer: Buffer.from('PK isto é uma planilha') },
      { name: 'vazio.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 e mais nada') },
    ]);
    await page.getByText('Não é um arquivo PDF.').waitFor();
    await page.getByRole('button', { name: 'Tentar de novo' }).waitFor();
    yield 'envio-recusado';
    for (const titulo of [LONG_TITLE, 'Recibo de caução']) {
      const documentoId = await create(sender, [person()], [field()], { titulo });
      await owner.sandbox.excluirDocumento({ params: { documentoId } });
    }
    await open(page, origin, '/documentos/excluidos');
    await page.getByRole('button', { name: 'Restaurar Recibo de caução' }).waitFor();
    yield 'excluidos';
    await open(page, origin, '/documentos/excluidos?estado=ASSINADO');
    await page.getByText('Nenhum documento com estes filtros').waitFor();
    yield 'excluidos-sem-resultado';
  },
};

const one: Scene = {
  name: 'documento',
  async *show(page, { service, owner }) {
    const sender = senderOf(owner);
    const { origin } = service;
    const id = await underWay(sender);
    await open(page, origin, `/documentos/${id}`);
    await page.getByText('Assinou', { exact: true }).first().waitFor();
    await pictured(page);
    yield 'signatarios';
    await page.getByRole('button', { name: 'Corrigir' }).first().click();
    await page.getByRole('dialog').waitFor();
    yield 'correct';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Cancelar documento' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar o documento' }).click();
    await page.getByText('Escreva o motivo.').waitFor();
    yield 'cancelar';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mais ações' }).click();
    yield 'acoes';
    await page.getByRole('menuitem', { name: 'Salvar como modelo' }).click();
    await page.getByRole('dialog').getByLabel('Nome', { exact: true }).waitFor();
    yield 'salvar-modelo';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Corrigir e reenviar' }).click();
    await page.getByLabel('Por que cancelar?').waitFor();
    yield 'corrigir-e-reenviar';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Ajustar prazo e lembrete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nada muda ainda.').waitFor();
    yield 'ajustar';
    await dialog.getByLabel('Prazo para assinar').fill('2020-01-01T10:00');
    await dialog.getByLabel('Lembrete a quem não assinou').selectOption('SEMANAL');
    await dialog.getByRole('button', { name: 'Ajustar' }).click();
    await dialog.locator('[aria-invalid="true"]').waitFor();
    yield 'ajustar-recusado';
    await open(page, origin, `/documentos/${id}?aba=trilha`);
    await page.getByText('Documento criado', { exact: true }).waitFor();
    await page.getByText('Detalhes', { exact: true }).nth(3).click();
    yield 'trail';
    await open(page, origin, `/documentos/${id}?aba=campos`);
    await page.getByRole('columnheader', { name: 'Página', exact: true }).waitFor();
    await page.locator('figure').first().hover();
    await pictured(page);
    yield 'campos';
    const done = await completed(sender);
    await open(page, origin, `/documentos/${done}?aba=campos`);
    await pictured(page);
    await page.getByRole('button', { name: 'Baixar', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tudo em um ZIP' }).waitFor();
    yield 'assinado';
    await open(page, origin, `/documentos/${done}?aba=arquivos`);
    await page.getByText(/SVC-CERT-/).waitFor();
    yield 'arquivos';
    await open(page, origin, '/documentos/00000000-0000-4000-8000-000000000000');
    await page.getByText('Não encontrado').waitFor();
    yield 'nao-encontrado';
  },
};

export const DOCUMENTOS: readonly Scene[] = [list, one];
