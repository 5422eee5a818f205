import { create } from '../../browser/world.ts';
import { button, openEditor } from '../editor.ts';
import { panelUrl, senderOf } from '../members.ts';
import type { Scene } from './scene.ts';

const PEOPLE = [
  { nome: 'Marina Duarte Leal', email: 'marina.leal@exemplo.com.br', telefone: '+5519987654321' },
  { nome: 'Ω <b>nome</b> muito comprido '.repeat(5).trim(), email: `${'a'.repeat(60)}@exemplo.com.br` },
  { nome: 'Marcos Prado', telefone: '+5511912345678', referenciaExterna: 'cliente-48213' },
];

const CSV = ['Nome;E-mail;Cargo', 'Ana Lima;ana@exemplo.com.br;Sócia', 'Bruno;bruno@;', ';sem.nome@exemplo.com.br;'];

const list: Scene = {
  name: 'contatos',
  async *show(page, { service, owner }) {
    await page.goto(panelUrl(service.origin, '/contatos'));
    await page.getByText('As pessoas a quem você envia').waitFor();
    await page.locator('main svg.parts-drawing_drawing[aria-hidden="true"]').waitFor();
    yield 'blank';
    await button(page, 'Novo contato').click();
    await button(page, 'Guardar').click();
    await page.getByText('Diga o nome.').waitFor();
    yield 'pessoa-com-problema';
    for (const body of PEOPLE) await owner.sandbox.criarCliente({ body });
    await page.goto(panelUrl(service.origin, '/contatos'));
    await page.getByText('3 contatos').waitFor();
    yield 'lista';
    await button(page, 'Ações de Marcos Prado').click();
    await page.getByRole('menuitem', { name: 'Excluir' }).click();
    await page.getByText('Sai dos contatos.').waitFor();
    yield 'excluir';
    await page.keyboard.press('Escape');
    await button(page, 'Importar CSV').click();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'contatos.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV.join('\n')) });
    await page.getByText('1 pessoa pronta para guardar').waitFor();
    yield 'importar';
  },
};

const offer: Scene = {
  name: 'contatos-oferecidos',
  async *show(page, { service, owner }) {
    for (const { nome } of PEOPLE) await owner.sandbox.criarCliente({ body: { nome } });
    const id = await create(senderOf(owner), [], []);
    await openEditor(page, service.origin, id);
    const people = page
      .getByRole('navigation', { name: 'Ferramentas do editor' })
      .getByRole('button', { name: 'Pessoas' });
    if (await people.isVisible()) await people.click();
    await button(page, 'Incluir pessoa').click();
    await page.getByLabel('Nome completo').pressSequentially('mar');
    await page.getByRole('listbox', { name: 'Contatos' }).waitFor();
    await page.keyboard.press('ArrowDown');
    yield 'lista';
    await page.keyboard.press('Escape');
    await button(page, 'Mais opções').click();
    yield 'mais-opcoes';
  },
};

export const CONTATOS: readonly Scene[] = [list, offer];
