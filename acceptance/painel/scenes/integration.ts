import type { Page } from 'playwright-core';
import { field, person, send } from '../../browser/world.ts';
import { type Member, panelUrl, senderOf } from '../members.ts';
import { startReceiver } from '../receiver.ts';
import type { Scene } from './scene.ts';

/** The screens of integration. */

const open = async (page: Page, origin: string, path: string, ambiente?: 'PRODUCAO') => {
  await page.goto(panelUrl(origin, path, ambiente));
  await page.locator('main h1').waitFor();
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const kept = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Já guardei' });

const keys: Scene = {
  name: 'chaves',
  async *show(page, { owner: { origin, sandbox } }) {
    await open(page, origin, '/integracao/chaves');
    await page.getByText('Nenhuma chave ainda').waitFor();
    yield 'blank';
    await open(page, origin, '/integracao/chaves/nova');
    await button(page, 'Criar chave').click();
    await page.getByText('Marque ao menos um escopo.').waitFor();
    yield 'nova-com-problemas';
    await page.getByLabel('Nome da chave').fill('ERP da matriz');
    await button(page, 'Só leitura').click();
    await button(page, 'Criar chave').click();
    await kept(page).waitFor();
    yield 'valor';
    await kept(page).click();
    const old = await sandbox.criarChaveApi({
      body: { nome: 'Antiga', ambiente: 'PRODUCAO', escopos: ['consumo:ler'] },
    });
    await sandbox.revogarChaveApi({ params: { chaveId: old.id } });
    await sandbox.criarChaveApi({
      body: { nome: `${'Integração do sistema '.repeat(9)}`.trim(), ambiente: 'PRODUCAO', escopos: ['documentos:ler'] },
    });
    await open(page, origin, '/integracao/chaves');
    await page.getByText('1 chave revogada').click();
    await page
      .getByText(/escopos$/)
      .first()
      .click();
    yield 'lista';
    await button(page, 'Revogar a chave ERP da matriz').click();
    await button(page, 'Revogar agora').waitFor();
    yield 'revogar';
  },
};

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** None yet, one with mistakes, and one that stands, with its secret. */
async function* newWebhook(page: Page, { origin }: Member, receiver: Receiver): AsyncGenerator<string> {
  await open(page, origin, '/integracao/webhooks');
  await page.getByText('Nenhum webhook ainda').waitFor();
  yield 'blank';
  await open(page, origin, '/integracao/webhooks/novo');
  await button(page, 'Criar webhook').click();
  await page.getByText('Informe um endereço completo').waitFor();
  yield 'novo-com-problemas';
  await page.getByLabel('Endereço (URL)').fill(receiver.url);
  await page.getByLabel('Descrição').fill('Fila do ERP');
  await button(page, 'Criar webhook').click();
  await kept(page).waitFor();
  yield 'segredo';
  await kept(page).click();
  await page.getByText('Nenhuma entrega ainda').waitFor();
  yield 'sem-entregas';
}

/** What is delivered to it, and what may be done with it. */
async function* itsWebhook(page: Page, { origin, sandbox }: Member, receiver: Receiver): AsyncGenerator<string> {
  await button(page, 'Enviar evento de teste').click();
  await page
    .locator('.integration-expandable-row_detail')
    .getByText(/HTTP 204/)
    .first()
    .waitFor();
  receiver.answer(500, '{"erro":"fila cheia","detalhe":"tente de novo em instantes"}');
  await button(page, 'Enviar evento de teste').click();
  await page
    .locator('.integration-expandable-row_detail')
    .getByText(/HTTP 500/)
    .first()
    .waitFor();
  yield 'entregas';
  await button(page, 'Mais ações').click();
  await page.getByRole('menuitem', { name: 'Trocar o segredo' }).click();
  await button(page, 'Gerar segredo novo').waitFor();
  yield 'trocar-segredo';
  await button(page, 'Gerar segredo novo').click();
  await kept(page).waitFor();
  yield 'segredo-novo';
  await kept(page).click();
  await button(page, 'Editar').click();
  await page.getByRole('dialog').getByLabel('Descrição').waitFor();
  yield 'edit';
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  const { itens } = await sandbox.listarWebhooks({});
  await sandbox.alterarWebhook({ params: { webhookId: itens[0]?.id ?? '' }, body: { ativo: false } });
  await page.reload();
  await page.getByText('Nada é entregue enquanto está inativo.').waitFor();
  yield 'inativo';
  await open(page, origin, '/integracao/webhooks');
  await page.getByRole('link', { name: receiver.url }).waitFor();
  yield 'lista';
}

/** Measures and recent calls. */
async function* calls(page: Page, { origin, sandbox }: Member): AsyncGenerator<string> {
  const documentoId = '00000000-0000-4000-8000-000000000000';
  await sandbox.obterDocumento({ params: { documentoId } }).catch(() => {});
  await open(page, origin, '/integracao/uso');
  await page
    .getByRole('link', { name: /document\./ })
    .first()
    .waitFor();
  yield 'uso-no-teste';
  await page.getByLabel('Resultado').selectOption('erros');
  await page.locator('.integration-call_route', { hasText: '/documentos/{documentoId}' }).first().click();
  await page.locator('.integration-expandable-row_detail').waitFor();
  yield 'chamada';
  await page.getByRole('textbox', { name: 'Id da chamada' }).fill('não é um id');
  await page.getByRole('textbox', { name: 'Id da chamada' }).blur();
  await page.getByText('Não há aqui o id de uma chamada').waitFor();
  yield 'id-errado';
  await page.getByRole('textbox', { name: 'Id da chamada' }).fill('00000000-0000-4000-8000-000000000000');
  await page.getByText('Chamada não encontrada').waitFor();
  yield 'chamada-nao-encontrada';
  await open(page, origin, '/integracao/uso', 'PRODUCAO');
  await page.locator('.integration-usage_hours li').first().waitFor();
  yield 'uso';
  await open(page, origin, '/integracao/webhooks/00000000-0000-4000-8000-000000000000');
  await page.getByText('Não encontrado').waitFor();
  yield 'nao-encontrado';
}

const webhooks: Scene = {
  name: 'webhooks',
  async *show(page, { owner }) {
    const receiver = await startReceiver();
    try {
      yield* newWebhook(page, owner, receiver);
      yield* itsWebhook(page, owner, receiver);
      yield* calls(page, owner);
    } finally {
      await receiver.close();
    }
  },
};

const embedding: Scene = {
  name: 'incorporacao',
  async *show(page, { owner: { origin, production } }) {
    const path = '/integracao/incorporacao';
    await production.alterarOrganizacao({ body: { origensPermitidas: [] } });
    await open(page, origin, path);
    await page.getByText('Nenhuma ainda').waitFor();
    yield 'vazia';
    await page.getByLabel('Origem da página').fill('https://app.exemplo.com.br/contratos/12');
    await button(page, 'Adicionar').click();
    await page.getByText('Seria https://app.exemplo.com.br?').waitFor();
    yield 'com-problema';
    const long = `https://${'assinaturas-da-matriz.'.repeat(4)}exemplo.com.br:8443`;
    const origensPermitidas = ['https://app.exemplo.com.br', 'http://localhost:5173', long];
    await production.alterarOrganizacao({ body: { origensPermitidas } });
    await open(page, origin, path);
    await page.getByText('só no sandbox').waitFor();
    yield 'lista';
    await button(page, `Remover ${long}`).click();
    await button(page, 'Remover agora').waitFor();
    yield 'remover';
    const all = Array.from({ length: 20 }, (_, index) => `https://loja-${index}.exemplo.com.br`);
    await production.alterarOrganizacao({ body: { origensPermitidas: all } });
    await open(page, origin, path, 'PRODUCAO');
    await button(page, 'Remover https://loja-19.exemplo.com.br').waitFor();
    await button(page, 'Adicionar').click();
    await page.getByText('A lista tem 20 origens').waitFor();
    yield 'cheia';
  },
};

const mailbox: Scene = {
  name: 'caixa',
  async *show(page, { owner }) {
    const one = person({ nome: 'Marina Duarte Leal' });
    const other = person({ nome: 'José Prado', metodoEntrega: 'SMS', telefone: '+5519987654321' });
    await send(
      senderOf(owner),
      [one, other],
      [field({ signatarioId: one.id }), field({ signatarioId: other.id, x: 0.55 })],
      { mensagem: 'Segue o contrato que combinamos.' },
    );
    await open(page, owner.origin, '/caixa');
    await page.locator('.integration-mailbox_message', { hasText: one.email }).first().waitFor();
    yield 'lista';
    await page.locator('.integration-mailbox_message', { hasText: one.email }).first().click();
    await page.frameLocator('iframe').getByRole('link').first().waitFor();
    yield 'mensagem';
    await page.getByText('Só texto').click();
    await page.locator('.integration-message_text a').first().waitFor();
    yield 'texto';
    await open(page, owner.origin, '/caixa/00000000-0000-4000-8000-000000000000');
    await page.getByText('Mensagem não encontrada').waitFor();
    yield 'nao-encontrada';
    await open(page, owner.origin, '/caixa', 'PRODUCAO');
    await page.getByText('A caixa é do ambiente de teste').waitFor();
    yield 'em-producao';
  },
};

const timeline: Scene = {
  name: 'linha',
  async *show(page, { owner }) {
    const receiver = await startReceiver();
    try {
      const eventos = ['document.sent', 'document.signed', 'document.completed'] as const;
      await owner.sandbox.criarWebhook({ body: { url: receiver.url, eventos: [...eventos] } });
      const one = person({ nome: 'Marina Duarte Leal', email: 'assina.marina@teste.rubrica' });
      await send(senderOf(owner), [one], [field({ signatarioId: one.id })]);
      const { chave } = await owner.sandbox.criarChaveApi({
        body: { nome: 'Loja', ambiente: 'TESTE', escopos: ['documentos:ler'] },
      });
      const as = { headers: { authorization: `Bearer ${chave}` } };
      for (const path of ['/documentos', '/modelos']) await fetch(`${owner.origin}/v1/sandbox${path}`, as);
      await open(page, owner.origin, '/integracao/linha');
      await page.locator('[data-kind="entrega"]', { hasText: 'document.completed' }).first().waitFor();
      await page.locator('[data-kind="mensagem"]', { hasText: 'Desfecho' }).first().waitFor();
      yield 'lista';
      await page.getByText('Chamadas', { exact: true }).click();
      await page.locator('[data-kind="chamada"]').first().waitFor({ state: 'detached' });
      yield 'sem-chamadas';
      await open(page, owner.origin, '/integracao/linha', 'PRODUCAO');
      await page.getByText('A linha do tempo é do ambiente de teste').waitFor();
      yield 'em-producao';
    } finally {
      await receiver.close();
    }
  },
};

const ownKey: Scene = {
  name: 'chave-nos-exemplos',
  async *show(page, { owner }) {
    await page.goto(`${owner.origin}/docs/inicio-rapido`);
    await button(page, 'Usar a minha chave de teste nos exemplos').waitFor();
    await page.getByRole('region', { name: 'Chave de teste nos exemplos' }).scrollIntoViewIfNeeded();
    yield 'oferta';
    await button(page, 'Usar a minha chave de teste nos exemplos').click();
    await page.getByText('Os exemplos usam a sua chave de teste').waitFor();
    yield 'em-uso';
  },
};

export const INTEGRATION: readonly Scene[] = [keys, webhooks, embedding, timeline, mailbox, ownKey];
