import { PASSWORD } from '../../browser/world.ts';
import { enter, invite, newEmail, panelUrl } from '../members.ts';
import type { Scene } from './scene.ts';

/** An address of NIC.br. */
const IN_BRAZIL = '200.160.2.3';

const wayIn: Scene = {
  name: 'entrada',
  stranger: true,
  async *show(page, { service, owner }) {
    const { origin } = service;
    await page.goto(panelUrl(origin, '', 'PRODUCAO'));
    await page.getByRole('heading', { name: 'Entrar' }).waitFor();
    yield 'entrar';
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Senha', { exact: true }).fill('não é esta a senha');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByRole('alert').waitFor();
    yield 'entrar-recusado';
    await page.goto(panelUrl(origin, '/cadastro', 'PRODUCAO'));
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByText('Preencha este campo.').first().waitFor();
    yield 'cadastro-com-problemas';
    await page.getByLabel('Senha', { exact: true }).fill('trem azul cruza a serra às sete');
    await page.getByText('Força da senha: forte').waitFor();
    yield 'cadastro-com-senha';
    await page.goto(panelUrl(origin, '/esqueci-a-senha', 'PRODUCAO'));
    await page.getByLabel('E-mail').fill(newEmail());
    yield 'esqueci';
    await page.getByRole('button', { name: 'Enviar o link' }).click();
    await page.getByRole('heading', { name: 'Confira o seu e-mail' }).waitFor();
    yield 'esqueci-feito';
    await page.goto(panelUrl(origin, '/redefinir-senha/nada', 'PRODUCAO'));
    await page.getByRole('heading', { name: 'Definir nova senha' }).waitFor();
    yield 'redefinir';
    await page.goto(panelUrl(origin, '/confirmar-email/nada', 'PRODUCAO'));
    await page.getByRole('button', { name: 'Confirmar o meu e-mail' }).waitFor();
    yield 'confirmar-email';
    await page.getByRole('button', { name: 'Confirmar o meu e-mail' }).click();
    await page.getByText('Este link não vale mais').waitFor();
    yield 'confirmar-email-vencido';
    const token = await invite(owner, newEmail('paulo'), 'OPERADOR');
    await page.goto(panelUrl(origin, `/convite/${token}`));
    await page.getByRole('button', { name: 'Aceitar e entrar' }).waitFor();
    yield 'convite';
    await page.goto(panelUrl(origin, '/convite/nada'));
    await page.getByText('Este convite não vale mais').waitFor();
    yield 'convite-vencido';
  },
};

const account: Scene = {
  name: 'conta',
  async *show(page, { service, owner }) {
    const { origin } = service;
    await enter(origin, owner.email, IN_BRAZIL);
    await page.goto(panelUrl(origin, '/conta'));
    await page.getByRole('heading', { name: 'Aparência e idioma' }).waitFor();
    yield 'conta';
    await page.getByRole('button', { name: 'Trocar o e-mail' }).click();
    await page.getByLabel('Novo e-mail').fill('não é endereço');
    await page.getByRole('button', { name: 'Enviar o link' }).click();
    await page.getByText('Informe um e-mail válido.').waitFor();
    await page.getByRole('button', { name: 'Trocar a senha' }).click();
    await page.getByLabel('Nova senha').fill('trem azul');
    await page.getByText('Força da senha: fraca').waitFor();
    yield 'conta-aberta';
    await page.getByLabel('Novo e-mail').fill(newEmail());
    await page.getByLabel('Senha atual').first().fill(PASSWORD);
    await page.getByRole('button', { name: 'Enviar o link' }).click();
    await page.getByText('Enviamos um link para').waitFor();
    yield 'conta-espera';
    await page.getByRole('button', { name: 'Ativar' }).click();
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
    yield 'segundo-fator-senha';
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('img', { name: 'Código QR para o aplicativo autenticador' }).waitFor();
    yield 'segundo-fator';
    await page.goto(panelUrl(origin, '/conta/sessoes'));
    await page.getByText('Esta sessão').waitFor();
    yield 'sessoes';
    await page.getByRole('button', { name: /Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).waitFor();
    yield 'menu';
    await page.goto(panelUrl(origin, '/isto-nao-existe'));
    await page.getByRole('heading', { name: 'Não encontrado' }).waitFor();
    yield 'nao-encontrado';
  },
};

export const ACCOUNT: readonly Scene[] = [wayIn, account];
