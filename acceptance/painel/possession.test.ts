import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { complaints, findings } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { PASSWORD } from '../browser/world.ts';
import { type Member, newMember, newOwner, openAs, panelUrl } from './members.ts';
import { startOperated } from './operator.ts';

/** What an owner alone does in the panel: ends what applications were granted, closes the organization, gives it away. */

const { browser, service, missing } = await openStage(() => startOperated({ OAUTH_ENABLED: 'on' }));
let owner: Member;

beforeEach(async () => {
  if (missing) return;
  owner = await newOwner(service);
});

describe.skipIf(missing)('an owner', () => {
  it('sees an application with access and who let it in, and ends it', async () => {
    await newMember(owner, 'ADMINISTRADOR', 'Caio Melo');
    const { id } = await owner.sandbox.obterOrganizacao({});
    const client = randomUUID();
    await service.sql`
      insert into cliente_oauth (id, client_id, segredo_hash, nome, ambiente, redirect_uris, escopos, criado_em)
      values (${client}, 'app_test_painel', 'x', 'ERP da Acácia', 'TESTE', '{}', '{documentos:ler}', now())`;
    await service.sql`
      insert into concessao_oauth (id, organizacao_id, ambiente, cliente_id, membro_id, escopos, criada_em)
      select gen_random_uuid(), ${id}, 'TESTE', ${client}, m.id, '{documentos:ler}', now()
        from membro m where m.organizacao_id = ${id} and m.papel = 'ADMINISTRADOR'`;
    const { page, context, watch } = await openAs(browser, owner);
    await page.goto(panelUrl(service.origin, '/integracao/chaves'));
    await page.getByText('ERP da Acácia').waitFor();
    await page.getByText(/^Concedido por Caio Melo: /).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Encerrar o acesso de ERP da Acácia' }).click();
    await page.getByRole('button', { name: 'Encerrar agora' }).click();
    await page.getByText('1 acesso encerrado').waitFor();
    expect((await owner.sandbox.listarConcessoesOAuth({ query: {} })).itens[0]?.encerradaEm).not.toBeNull();
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('closes the organization, takes it back, and gives it to a member', async () => {
    await newMember(owner, 'ADMINISTRADOR', 'Caio Melo');
    const { page, context } = await openAs(browser, owner);
    await page.goto(panelUrl(service.origin, '/organizacao'));
    const confirm = async (open: string, does: string, done: string) => {
      await page.getByRole('button', { name: open }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('A sua senha').fill(PASSWORD);
      if (open.startsWith('Transferir')) await dialog.getByLabel('Novo proprietário').selectOption({ index: 1 });
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('button', { name: does, exact: true }).click();
      await page.getByText(done).waitFor();
    };
    await confirm('Encerrar a organização', 'Encerrar', 'Encerramento pedido. Os membros foram avisados.');
    await page.getByText('A organização será encerrada em').waitFor();
    await confirm('Desfazer o encerramento', 'Desfazer', 'A organização não será mais encerrada.');
    await confirm('Transferir a propriedade', 'Transferir', 'Propriedade transferida.');
    const { itens } = await owner.sandbox.listarMembros({ query: {} });
    expect(itens.find(({ nome }) => nome === 'Caio Melo')?.papel).toBe('PROPRIETARIO');
    await context.close();
  });
});
