import type { Page } from 'playwright-core';
import { newSender, type Sender, type Service } from '../browser/world.ts';
import { confirmationMailedTo, publish } from './forms.ts';
import { cancelled, completed, tamper, underWay } from './records.ts';
import { button, choose, heading, typeCode } from './steps.ts';

/** Every screen of the public pages, brought about by the real service. A scene stops at each screen worth a look. */
export interface Scene {
  readonly name: string;
  show(page: Page, sender: Sender): AsyncGenerator<string>;
}

const PAGES = [
  ['inicio', '/', 'Assinatura eletrônica que qualquer pessoa confere'],
  ['inicio-en', '/?idioma=en', 'Electronic signatures that anyone can check'],
  ['inicio-es', '/?idioma=es', 'Firma electrónica que cualquiera comprueba'],
  ['endereco-errado', '/nada', 'Não há nada neste endereço'],
  ['privacidade', '/privacidade', 'Privacidade'],
  ['termos', '/termos', 'Termos de uso'],
  ['busca', '/docs/busca?q=webhook', 'Busca'],
  ['documentacao', '/docs', 'Documentação da API'],
  ['inicio-rapido', '/docs/inicio-rapido', 'Início rápido'],
  ['webhooks', '/docs/webhooks', 'Webhooks'],
  ['clientes', '/docs/clientes', 'PHP e Python'],
  ['dados', '/docs/dados', 'Regras dos dados'],
  ['limites', '/docs/limites', 'Limites'],
  ['verificacao', '/docs/verificacao', 'Como conferir um documento'],
  ['erros', '/docs/erros.html', 'Códigos de erro'],
  ['selo', '/docs/selo', 'Selo desta instalação'],
] as const;

const site: Scene = {
  name: 'site',
  async *show(page, sender) {
    for (const [name, path, title] of PAGES) {
      await page.goto(sender.origin + path);
      await heading(page, title).waitFor();
      yield name;
    }
  },
};

const validation: Scene = {
  name: 'validar',
  async *show(page, sender) {
    const [done, open, stopped] = [await completed(sender), await underWay(sender), await cancelled(sender)];
    const shown = async (path: string, title: string) => {
      await page.goto(sender.origin + path);
      await heading(page, title).waitFor();
    };
    await shown('/validar', 'Este documento é autêntico?');
    yield 'formas';
    await typeCode(page, 'SVC-AB');
    await choose(page, 'foto.jpg', Buffer.from('nem parece'), 'image/jpeg');
    await page.getByText('Este arquivo não é um PDF').waitFor();
    yield 'recusas';
    await shown(`/validar/${done.codigo}`, 'Código registrado, documento concluído');
    yield 'so-codigo';
    await choose(page, 'contrato-assinado.pdf', done.assinado);
    await heading(page, 'Arquivo autêntico, documento concluído').waitFor();
    yield 'autentico';
    await choose(await again(page), 'contrato-assinado.pdf', tamper(done.assinado));
    await heading(page, 'Arquivo diferente do registrado').waitFor();
    yield 'different';
    await choose(await again(page), 'outro.pdf', Buffer.from('%PDF-1.7 de outro serviço'));
    await heading(page, 'Não conhecemos este arquivo').waitFor();
    yield 'arquivo-desconhecido';
    await choose(await again(page), 'certificado.pdf', done.certificado);
    await heading(page, 'Certificado de conclusão reconhecido').waitFor();
    yield 'certificado';
    await shown('/validar/teste', 'Este documento é autêntico?');
    yield 'teste';
    await shown(`/validar/${open.codigo}`, 'Documento ainda não concluído');
    yield 'em-andamento';
    await shown(`/validar/${stopped.codigo}`, 'Documento cancelado');
    yield 'cancelado';
    await shown('/validar/SVC-0000-0000-0000', 'Não encontramos este código');
    yield 'codigo-desconhecido';
  },
};

async function again(page: Page): Promise<Page> {
  await button(page, 'Conferir outro documento').click();
  await heading(page, 'Este documento é autêntico?').waitFor();
  return page;
}

const camera: Scene = {
  name: 'camera',
  async *show(page, sender) {
    await page.goto(`${sender.origin}/validar`);
    await button(page, 'Abrir a câmera').click();
    await page.getByRole('heading', { name: /^(A câmera não|Não encontramos uma câmera)/ }).waitFor();
    yield 'sem-camera';
    await button(page, 'Fechar').click();
    await page.route('**/api/v1/validacao/consultar', (route) => route.abort());
    await typeCode(page, 'SVC-0000-0000-0000');
    await page.getByText('Sem conexão com a internet').waitFor();
    yield 'no-connection';
    await page.unroute('**/api/v1/validacao/consultar');
    await page.getByLabel('Idioma').selectOption({ label: 'English' });
    await heading(page, 'Is this document authentic?').waitFor();
    yield 'em-ingles';
  },
};

const contact: Scene = {
  name: 'contato',
  async *show(page, sender) {
    const report = new URLSearchParams({
      assunto: 'Denúncia do remetente Imobiliária Acácia Ltda.',
      referencia: '6f2d6c0e-8d6b-4c0e-9a53-4a3c2a6f3a10',
    });
    await page.goto(`${sender.origin}/contato?${report}`);
    await heading(page, 'Fale com quem cuida deste serviço').waitFor();
    yield 'denuncia';
    await button(page, 'Enviar mensagem').click();
    await page.getByText('Falta acertar 3 campos').waitFor();
    yield 'erros';
    await page.getByLabel('Seu nome').fill('Rita Campos');
    await page.getByLabel('Seu e-mail').fill('rita@exemplo.com.br');
    await page.getByLabel('Mensagem').fill('Recebi um pedido de assinatura de quem não conheço.');
    await page.context().setOffline(true);
    await button(page, 'Enviar mensagem').click();
    await page.getByText('A mensagem continua aqui').waitFor();
    yield 'no-connection';
    await page.context().setOffline(false);
    await button(page, 'Enviar mensagem').click();
    await heading(page, 'Mensagem recebida').waitFor();
    yield 'enviada';
  },
};

const form: Scene = {
  name: 'formulario',
  async *show(page, sender) {
    const link = await publish(sender);
    await page.goto(link.url);
    await heading(page, link.titulo).waitFor();
    yield 'inicio';
    await button(page, 'Continuar').click();
    await page.getByText('Informe o seu nome.').waitFor();
    yield 'erros';
    await page.getByLabel('Seu nome completo').fill('Marina Duarte Leal');
    const email = `marina.leal.${'a'.repeat(40)}@exemplo.com.br`;
    await page.getByLabel('Seu e-mail').fill(email);
    await button(page, 'Continuar').click();
    await heading(page, 'Veja o seu e-mail').waitFor();
    yield 'enviada';
    await page.goto(await confirmationMailedTo(sender, email));
    await heading(page, 'Confirme que este e-mail é seu').waitFor();
    yield 'confirmar';
    await page.goto(link.url);
    await heading(page, link.titulo).waitFor();
    await sender.api.encerrarLinkDeModelo({ params: { modeloId: link.modeloId, linkId: link.id } });
    await page.reload();
    await heading(page, 'Respostas encerradas').waitFor();
    yield 'encerrado';
    await page.goto(`${sender.origin}/formulario/confirmar/nada`);
    await heading(page, 'Não encontramos este link').waitFor();
    yield 'link-desconhecido';
  },
};

/** The reference of the API, in a viewer that is not ours: its beginning, and one operation of it. */
export async function* showReference(page: Page, origin: string): AsyncGenerator<string> {
  await page.goto(`${origin}/docs/referencia`);
  await heading(page, 'Rubrica').waitFor();
  yield 'inicio';
  await page.goto(`${origin}/docs/referencia#tag/webhooks/POST/webhooks`);
  await page.getByRole('heading', { name: 'Registra um webhook' }).first().waitFor();
  yield 'operacao';
}

export const SCENES: readonly Scene[] = [site, validation, camera, contact, form];

export const sceneSender = (service: Service): Promise<Sender> => newSender(service, {}, 'PRODUCAO');
