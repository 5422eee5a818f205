import type { Page } from 'playwright-core';
import { create, field, linkOf, type Person, person, type Sender, signByApi } from '../../browser/world.ts';
import { openEditor } from '../editor.ts';
import { panelUrl, senderOf } from '../members.ts';
import type { Scene } from './scene.ts';

const LONG_TITLE = 'Admissão de pessoal: contrato, termos, fichas e declarações do mesmo dia '.repeat(5).slice(0, 300);
/** The service draws titles of documents and names of signers, and takes what it can draw; not so of an envelope. */
const DRAWN = '<b>Termo</b> ΩЖ <img src=x onerror=alert(1)>';
const ANY = 'عقد الإيجار 🏢 <script>alert(1)</script>';

const open = async (page: Page, origin: string, path: string) => {
  await page.goto(panelUrl(origin, path));
  await page.locator('main h1').waitFor();
};

/** An envelope of documents, each signed by the same people. @returns its id and those of its documents */
export async function envelopeOf(
  { api }: Sender,
  titulo: string,
  titles: readonly string[],
  people: readonly Person[] = [],
): Promise<{ id: string; documentos: string[] }> {
  const { id } = await api.criarEnvelope({ body: { titulo } });
  const documentos: string[] = [];
  for (const title of titles) {
    const own = people.map((one) => ({ ...one, id: crypto.randomUUID() }));
    const fields = own.map((one, index) => field({ signatarioId: one.id, x: 0.04 + index * 0.3, largura: 0.28 }));
    documentos.push(await create({ api } as Sender, own, fields, { titulo: title, envelopeId: id }));
  }
  return { id, documentos };
}

const list: Scene = {
  name: 'envelopes',
  async *show(page, { owner }) {
    const sender = senderOf(owner);
    await open(page, owner.origin, '/envelopes');
    await page.getByRole('heading', { name: 'Vários documentos em um só envio' }).waitFor();
    yield 'blank';
    await open(page, owner.origin, '/envelopes/novo');
    await page.getByRole('button', { name: 'Criar envelope' }).click();
    await page.getByText('Dê um título ao envelope.').waitFor();
    yield 'novo-com-problema';
    await create(sender, [], [], { titulo: 'Rascunho <script>alert(1)</script>' });
    await page.getByRole('button', { name: 'Escolher rascunhos' }).click();
    await page.getByRole('dialog').getByText('Rascunho <script>').click();
    yield 'novo-rascunhos';
    await page.getByRole('dialog').getByRole('button', { name: 'Incluir 1 rascunho' }).click();
    await page.getByRole('button', { name: /^Tirar Rascunho/ }).waitFor();
    yield 'fresh';
    const people = [person({ nome: 'Marina Duarte Leal' }), person({ nome: 'José Prado' }), person({ nome: 'Rui Sá' })];
    await envelopeOf(sender, LONG_TITLE, ['Contrato', 'Termo', 'Ficha']);
    const sent = await envelopeOf(sender, 'Admissão — Marina', ['Contrato', 'Termo'], people);
    await sender.api.enviarEnvelope({ params: { envelopeId: sent.id } });
    await open(page, owner.origin, '/envelopes');
    await page.getByRole('link', { name: 'Admissão — Marina' }).waitFor();
    yield 'lista';
  },
};

const preparing: Scene = {
  name: 'envelope-preparo',
  async *show(page, { owner }) {
    const sender = senderOf(owner);
    const marina = person({ nome: 'N'.repeat(200) });
    const { id, documentos } = await envelopeOf(sender, LONG_TITLE, [LONG_TITLE, DRAWN, 'Ficha'], [marina]);
    await sender.api.criarSignatario({
      params: { documentoId: documentos[2] ?? '' },
      body: { funcao: 'ASSINAR', nome: DRAWN, email: 'jose@exemplo.com.br' },
    });
    await create(sender, [], [], { titulo: 'Vazio', envelopeId: id });
    await open(page, owner.origin, `/envelopes/${id}`);
    await page.getByText('2 pendências').waitFor();
    yield 'preparo';
    await page.getByRole('button', { name: 'Incluir pessoa' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Incluir', exact: true }).click();
    await page.getByText(/^Falta o e-mail/).waitFor();
    yield 'pessoa-com-problema';
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByText(/impedem o envio/).waitFor();
    yield 'revisao-com-pendencias';
    await page.keyboard.press('Escape');
    await openEditor(page, owner.origin, documentos[1] ?? '');
    await page.getByRole('link', { name: /^Próximo documento/ }).waitFor();
    yield 'documento-do-envelope';
    const ready = await envelopeOf(sender, 'Pronto', ['Contrato', 'Termo'], [person()]);
    await open(page, owner.origin, `/envelopes/${ready.id}`);
    await page.getByRole('button', { name: 'Revisar e enviar' }).click();
    await page.getByText('Tudo pronto para enviar.').waitFor();
    yield 'revisao-pronta';
  },
};

const sent: Scene = {
  name: 'envelope-enviado',
  async *show(page, { owner }) {
    const sender = senderOf(owner);
    const people = [
      person({ nome: 'Marina Duarte Leal' }),
      person({ nome: DRAWN }),
      person({ nome: 'Carla Nunes', metodoEntrega: 'LINK' }),
    ];
    const { id, documentos } = await envelopeOf(sender, ANY, ['Contrato', LONG_TITLE], people);
    await sender.api.enviarEnvelope({ params: { envelopeId: id } });
    const [first = person()] = people;
    await signByApi(sender, await linkOf(sender, documentos[0] ?? '', first));
    await open(page, owner.origin, `/envelopes/${id}`);
    await page.getByText('assinou 2 de 2').waitFor();
    yield 'enviado';
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Cancelar o que está em andamento' }).click();
    await page.getByRole('dialog').waitFor();
    yield 'cancelar';
    await open(page, owner.origin, `/documentos/${documentos[0]}`);
    await page.locator('.parts-facts-card_card a', { hasText: 'script' }).waitFor();
    yield 'documento';
    await open(page, owner.origin, '/envelopes/00000000-0000-4000-8000-000000000000');
    await page.getByText('Não encontrado').waitFor();
    yield 'nao-encontrado';
  },
};

export const ENVELOPES: readonly Scene[] = [list, preparing, sent];
