import type { Page } from 'playwright-core';
import { field, person, send, until } from '../../browser/world.ts';
import { invite, newEmail, newMember, panelUrl, senderOf } from '../members.ts';
import { png } from '../operator.ts';
import type { Scene } from './scene.ts';

const HOSTILE = '<img src=x onerror=alert(1)> Ltda. مرحبا 🏢';

const open = async (page: Page, origin: string, path: string, ambiente: 'TESTE' | 'PRODUCAO' = 'TESTE') => {
  await page.goto(panelUrl(origin, path, ambiente));
  await page.locator('main h1').waitFor();
};

const brand: Scene = {
  name: 'organizacao-marca',
  async *show(page, { service, owner }) {
    const { origin } = service;
    await open(page, origin, '/organizacao');
    await page.getByLabel('CPF ou CNPJ').fill('11.222.333/0001-82');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Confira os números do CPF ou CNPJ.').waitFor();
    yield 'dados-com-problema';
    await owner.sandbox.alterarOrganizacao({
      body: { marca: { nomeRemetente: HOSTILE, mensagemPadrao: 'Qualquer dúvida, é só responder.\nObrigada!' } },
    });
    await page.getByRole('button', { name: 'Descartar alterações' }).click();
    await open(page, origin, '/organizacao/marca');
    await page.getByLabel('Cor principal').fill('#FFF9B0');
    await page.locator('input[type=file]').setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: png(900, 300, [31, 90, 76]),
    });
    await page.getByText('Será reduzido a 400 × 133 pontos ao salvar.').waitFor();
    yield 'email';
    await page.getByText('Página no modo escuro').click();
    yield 'pagina-escura';
    await page.getByText('Página de assinatura', { exact: true }).click();
    await page.getByLabel('Cor principal').fill('amarelo');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText(/^Use # e seis dígitos/).waitFor();
    yield 'com-problema';
    await page.getByRole('link', { name: 'Modelos de e-mail' }).click();
    await page.getByRole('dialog', { name: 'Sair sem salvar?' }).waitFor();
    yield 'sair-sem-salvar';
    await page.getByRole('button', { name: 'Sair sem salvar' }).click();
    await page.getByRole('figure', { name: 'Como chega' }).waitFor();
    await page.frameLocator('iframe[title="Como chega"]').getByText('Ler e assinar').first().waitFor();
    yield 'modelos-de-email';
    await page.getByRole('button', { name: 'Novo modelo' }).click();
    await page.getByLabel('Assunto', { exact: true }).fill('Oi, {{fulano}}');
    await page
      .getByText(/não é uma variável/)
      .first()
      .waitFor();
    yield 'modelo-de-email-proprio';
  },
};

const members: Scene = {
  name: 'organizacao-membros',
  async *show(page, { service, owner }) {
    const { origin } = service;
    await open(page, origin, '/organizacao/membros');
    await page.getByText('Só há você por aqui').waitFor();
    yield 'sozinho';
    await page.getByRole('button', { name: 'Convidar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Enviar o convite' }).click();
    await page.getByText('Informe um e-mail válido.').waitFor();
    yield 'convidar';
    await newMember(owner, 'OPERADOR', '<b>Paulo</b> Tavares');
    await invite(owner, newEmail('carla'), 'VISUALIZADOR');
    await open(page, origin, '/organizacao/membros');
    await page.getByText('Convite enviado').waitFor();
    await page.getByRole('button', { name: /^Ações de carla/ }).click();
    await page.getByRole('menuitem', { name: 'Cancelar o convite' }).waitFor();
    yield 'lista';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Ações de <b>Paulo/ }).click();
    await page.getByRole('menuitem', { name: 'Mudar o papel' }).click();
    await page.getByRole('dialog').waitFor();
    yield 'papel';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Ações de <b>Paulo/ }).click();
    await page.getByRole('menuitem', { name: 'Remover da organização' }).click();
    await page.getByText('O que acontece').waitFor();
    yield 'remover';
  },
};

const usage: Scene = {
  name: 'organizacao-consumo',
  async *show(page, { service, owner }) {
    const { origin } = service;
    await open(page, origin, '/organizacao/consumo');
    await page.getByText('O ambiente de teste não é medido').waitFor();
    yield 'teste';
    const production = { ...senderOf(owner), api: owner.production };
    for (let i = 0; i < 3; i += 1) {
      const one = person({ metodoEntrega: 'LINK' });
      await send(production, [one], [field({ signatarioId: one.id })], { titulo: `Contrato ${i + 1} <script>` });
    }
    await open(page, origin, '/organizacao/consumo', 'PRODUCAO');
    await page.getByRole('img', { name: /Envelopes enviados por dia/ }).waitFor();
    yield 'consumo';
    await page.getByText('Tabela', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'Dia' }).waitFor();
    yield 'table';
    await open(page, origin, '/organizacao/extrato', 'PRODUCAO');
    await page.getByText('Contrato 3 <script>').first().waitFor();
    yield 'extrato';
    await open(page, origin, '/organizacao/plano', 'PRODUCAO');
    await page.getByText('Uso deste mês').waitFor();
    yield 'plano';
    await open(page, origin, '/organizacao/faturas', 'PRODUCAO');
    await page.getByText('Nenhuma fatura até agora').waitFor();
    yield 'faturas';
  },
};

const privacy: Scene = {
  name: 'organizacao-privacidade',
  async *show(page, { service, owner }) {
    const { origin } = service;
    await open(page, origin, '/organizacao/retencao');
    await page.getByLabel('Dias: Rascunhos parados').fill('30');
    await page.getByRole('button', { name: 'Rever e salvar' }).click();
    await page.getByRole('dialog').waitFor();
    yield 'prazos-confirmar';
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
    await page.getByLabel('Dias: Rascunhos parados').fill('0');
    await page.getByRole('button', { name: 'Rever e salvar' }).click();
    await page.getByText(/^Informe um número de dias/).waitFor();
    yield 'prazos-com-problema';
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await open(page, origin, '/organizacao/titulares');
    await page.getByText('Nenhum pedido em aberto').waitFor();
    yield 'pedidos-vazio';
    await page.getByRole('button', { name: 'Registrar pedido' }).click();
    await page.getByRole('button', { name: 'Registrar o pedido' }).click();
    await page.getByText('Preencha este campo.').waitFor();
    yield 'pedido-novo';
    const titular = { nome: 'Marina Duarte Leal', email: 'marina.leal@exemplo.com.br' };
    const erase = await owner.sandbox.criarSolicitacaoLgpd({ body: { tipo: 'ELIMINACAO', titular } });
    const access = await owner.sandbox.criarSolicitacaoLgpd({
      body: { tipo: 'ACESSO', titular, descricao: 'Quero saber o que vocês têm.\n<script>alert(1)</script>' },
    });
    const params = { query: { estado: 'ATENDIDA' as const } };
    await until(async () =>
      (await owner.sandbox.listarSolicitacoesLgpd(params)).itens.some(({ id }) => id === access.id),
    );
    await open(page, origin, '/organizacao/titulares');
    await page.getByText('Falta confirmar: sem isso nada é apagado.').waitFor();
    yield 'pedidos';
    await open(page, origin, `/organizacao/titulares/${access.id}`);
    await page.getByRole('button', { name: 'Baixar os dados' }).waitFor();
    yield 'pedido-atendido';
    await open(page, origin, `/organizacao/titulares/${erase.id}`);
    await page.getByRole('button', { name: 'Confirmar a eliminação' }).click();
    await page.getByRole('dialog').waitFor();
    yield 'eliminacao-confirmar';
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();
    await page.getByRole('button', { name: 'Recusar' }).click();
    await page.getByRole('button', { name: 'Recusar o pedido' }).click();
    await page.getByText('Escreva o motivo.').waitFor();
    yield 'recusar';
  },
};

export const ORGANIZACAO: readonly Scene[] = [brand, members, usage, privacy];
