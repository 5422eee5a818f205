import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import {
  CODE_IN_SMS,
  create,
  expire,
  field,
  knownPerson,
  messageTo,
  newSender,
  person,
  type Sender,
  type Service,
  send,
  signByApi,
} from '../browser/world.ts';
import { BRINGS_MORE } from './active-file.ts';
import { envelope, roles } from './envelope-scenes.ts';
import { inPerson } from './in-person-scenes.ts';
import { languages } from './language-scenes.ts';
import { begin, button, drawn, fillAll, heading, nextButton, prove, readAll, sign, typeMark } from './steps.ts';

/** Every screen of the signing page, brought about by the real service. A scene stops at each screen worth a look. */
export interface Scene {
  readonly name: string;
  show(page: Page, sender: Sender): AsyncGenerator<string>;
}

export const VALID_CPF = '529.982.247-25';
const FIELDS = [
  field(),
  field({ tipo: 'NOME', x: 0.12, y: 0.3, altura: 0.025, rotulo: 'Nome do locatário' }),
  field({ tipo: 'CPF', x: 0.55, y: 0.3, largura: 0.3, altura: 0.025 }),
  field({ tipo: 'TEXTO', x: 0.12, y: 0.4, largura: 0.7, altura: 0.06, rotulo: 'Observações', obrigatorio: false }),
  field({ tipo: 'CHECKBOX', x: 0.12, y: 0.5, largura: 0.03, altura: 0.02, rotulo: 'Recebi as chaves' }),
  field({ tipo: 'DATA', x: 0.55, y: 0.5, largura: 0.2, altura: 0.025 }),
  field({ tipo: 'RUBRICA', x: 0.75, y: 0.85, largura: 0.12, altura: 0.05 }),
];

const road: Scene = {
  name: 'percurso',
  async *show(page, sender) {
    const one = person();
    const draft = { mensagem: 'Segue o contrato que combinamos.\nQualquer dúvida, me ligue.', prazoEm: inDays(12) };
    const { links } = await send(sender, [one], FIELDS, draft);
    const release = await holdDocument(page);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    await page.locator('[data-first-page] img').waitFor();
    yield 'inicio';
    await button(page, 'Mais opções').click();
    yield 'menu';
    await page.getByRole('menuitem', { name: 'Falar com quem enviou' }).click();
    await button(page, 'Fechar').waitFor();
    yield 'contato';
    await button(page, 'Fechar').click();
    await button(page, 'Mais opções').click();
    await page.getByRole('menuitem', { name: /^Continuar/ }).click();
    await page.locator('svg.qr').waitFor();
    yield 'outro-aparelho';
    await button(page, 'Fechar').click();
    await button(page, 'Recusar').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click();
    yield 'recusa';
    await button(page, 'Voltar').click();
    await button(page, 'Começar').click();
    await page.locator('[data-page] > img').waitFor();
    yield 'leitura-previa';
    release();
    await drawn(page);
    yield 'leitura';
    await button(page, 'Ver como texto').click();
    await page.locator('[data-page] p').first().waitFor();
    yield 'leitura-como-texto';
    await button(page, 'Ver como texto').click();
    await readAll(page);
    yield* fields(page);
    await page.getByLabel('CPF').fill('111.111.111-11');
    await button(page, 'Assinar').click();
    yield 'review';
    await page.getByLabel('CPF').fill('');
    await sign(page);
    await button(page, /Baixar|Verificar/)
      .or(page.getByRole('link', { name: 'Baixar a via assinada' }))
      .first()
      .waitFor();
    await page.getByText(/SVC-/).waitFor();
    yield 'assinado';
  },
};

/** Holds the document back, as a slow connection does. @returns the function that lets it through */
export async function holdDocument(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/assinatura/*/arquivo?*', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const fromSender: Scene = {
  name: 'remetente',
  async *show(page, sender) {
    const [one, other] = [person(), person()];
    const { links } = await send(
      sender,
      [one, other],
      [
        field({ signatarioId: one.id, y: 0.5 }),
        field({ signatarioId: other.id, y: 0.7 }),
        field({
          tipo: 'TEXTO',
          signatarioId: null,
          rotulo: 'Valor do aluguel',
          valorPadrao: 'R$ 2.350,00 por mês, até o dia 5',
          x: 0.15,
          y: 0.36,
          largura: 0.6,
          altura: 0.03,
        }),
        field({
          tipo: 'CHECKBOX',
          signatarioId: null,
          rotulo: 'Com fiador',
          valorPadrao: 'true',
          x: 0.15,
          y: 0.42,
          largura: 0.03,
          altura: 0.02,
        }),
      ],
    );
    await begin(page, links[0] ?? '');
    await drawn(page);
    await page.locator('[data-fixed]').first().scrollIntoViewIfNeeded();
    yield 'leitura';
    await button(page, 'Ver como texto').click();
    await page.locator('[data-page] p').first().waitFor();
    await page.locator('[data-fixed]').first().scrollIntoViewIfNeeded();
    yield 'leitura-como-texto';
    await button(page, 'Ver como texto').click();
    await readAll(page);
    await page.locator('[data-ready]').waitFor();
    await drawn(page);
    await page.locator('[data-fixed]').first().scrollIntoViewIfNeeded();
    yield 'campos';
    await fillAll(page);
    yield 'review';
  },
};

async function* fields(page: Page): AsyncGenerator<string> {
  await page.locator('[data-ready]').waitFor();
  await drawn(page);
  yield 'campos';
  await nextButton(page).click();
  await page.locator('[data-dock] form').waitFor();
  yield 'campo-ao-lado';
  await page.locator('[data-dock]').getByLabel('CPF').fill('111.111.111-11');
  await button(page, 'Próximo').click();
  await page.locator('[data-dock] .error').waitFor();
  yield 'campos-problema';
  await page.locator('[data-dock]').getByLabel('CPF').fill('');
  await page.keyboard.press('Escape');
  await page.locator('[data-tipo=ASSINATURA] button').click();
  await page.getByRole('dialog').getByText('Desenhar', { exact: true }).click();
  await page.locator('dialog canvas').click();
  await button(page, 'Usar esta assinatura').click();
  yield 'marca-desenhar';
  await page.getByText('Enviar imagem').click();
  yield 'marca-enviar';
  await page.getByText('Digitar', { exact: true }).click();
  yield 'marca-digitar';
  await typeMark(page);
  await fillAll(page, { CPF: VALID_CPF, Observações: 'Vistoria feita em conjunto.\nPintura nova.' });
  await button(page, 'Voltar ao documento').click();
  await page.locator('[data-ready]').waitFor();
  await drawn(page);
  await page.locator('[data-tipo=ASSINATURA]').scrollIntoViewIfNeeded();
  yield 'campos-preenchidos';
  await fillAll(page);
}

const factors: Scene = {
  name: 'fatores',
  async *show(page, sender) {
    const one = person({
      metodoEntrega: 'LINK',
      telefone: '+5519987654321',
      cpf: VALID_CPF.replace(/\D/g, ''),
      dataNascimento: '1987-08-25',
      fatoresExigidos: ['DADOS_PESSOAIS', 'SMS_OTP', 'TOTP'],
    });
    const { links } = await send(sender, [one], [field()], { fatoresExigidos: ['SMS_OTP'] });
    await begin(page, links[0] ?? '');
    await heading(page, 'Confirme que é você').waitFor();
    const first = await page.getByRole('heading', { level: 2 }).textContent();
    for (const shown of first === 'Dados pessoais' ? (['dados', 'sms'] as const) : (['sms', 'dados'] as const)) {
      if (shown === 'dados') yield* personal(page);
      else yield* sms(page, sender, one.telefone ?? '');
    }
    await button(page, 'Cadastrar o aplicativo').waitFor();
    yield 'totp';
    await button(page, 'Cadastrar o aplicativo').click();
    await page.locator('img.qr').waitFor();
    await page.getByText('Não consigo ler').click();
    yield 'totp-cadastro';
    const secret = (await page.locator('details code').textContent())?.replaceAll(' ', '') ?? '';
    const wrong = wrongCodes(secret);
    for (let i = 0; i < 5; i += 1) {
      await page.getByLabel('Código de 6 números').fill(wrong[i] ?? '');
      if (i === 0) {
        await page.getByText('Restam 4').waitFor();
        yield 'codigo-errado';
      } else await page.getByText(i < 4 ? new RegExp(`Resta[m]? ${4 - i}`) : 'Vamos fazer uma pausa').waitFor();
    }
    yield 'pause';
  },
};

/** Codes that an authenticator with this secret shows at no time near this one. */
function wrongCodes(secret: string): string[] {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const near = Array.from({ length: 21 }, (_, i) => app.generate({ timestamp: Date.now() + (i - 10) * 30_000 }));
  return Array.from('0123456789', (digit) => digit.repeat(6)).filter((code) => !near.includes(code));
}

const bringsMore: Scene = {
  name: 'conteudo',
  async *show(page, sender) {
    const { links } = await send(sender, [person()], [field()], {}, BRINGS_MORE);
    await page.goto(links[0] ?? '');
    await page.locator('[data-first-page] img').waitFor();
    yield 'inicio';
    await button(page, 'Começar').click();
    await drawn(page);
    yield 'leitura';
    const draft = { fatoresExigidos: ['DADOS_PESSOAIS' as const] };
    const known = await send(sender, [knownPerson()], [field()], draft, BRINGS_MORE);
    await begin(page, known.links[0] ?? '');
    await prove(page);
    await page.locator('[data-first-page] img').waitFor();
    yield 'antes-de-ler';
  },
};

async function* personal(page: Page): AsyncGenerator<string> {
  await page.getByLabel('CPF').fill('12345678901');
  await page.getByLabel('Data de nascimento').fill('31022000');
  await button(page, 'Confirmar').click();
  yield 'dados-pessoais';
  await page.getByLabel('CPF').fill(VALID_CPF);
  await page.getByLabel('Data de nascimento').fill('25081987');
  await button(page, 'Confirmar').click();
  await page.getByLabel('Data de nascimento').waitFor({ state: 'detached' });
}

async function* sms(page: Page, sender: Sender, telefone: string): AsyncGenerator<string> {
  await button(page, 'Enviar código').waitFor();
  yield 'codigo';
  await button(page, 'Enviar código').click();
  await page.getByLabel('Código de 6 números').waitFor();
  yield 'codigo-enviado';
  const code = await messageTo(sender, telefone, CODE_IN_SMS);
  await page.getByLabel('Código de 6 números').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByLabel('Código de 6 números').waitFor({ state: 'detached' });
}

const states: Scene = {
  name: 'estados',
  async *show(page, sender) {
    const shown = async (link: string, title: string | RegExp) => {
      await page.goto(link);
      await heading(page, title).waitFor();
    };
    await shown(`${sender.origin}/assinar/um-link-qualquer`, 'Não encontramos este link');
    yield 'unknown';
    // Where the copy goes is told in one word, as long as an address may be.
    const email = `contratos.${crypto.randomUUID()}@exemplo.com.br`;
    const [first, second] = [person({ email }), person({ metodoEntrega: 'LINK' })];
    const two = await send(sender, [first, second], [field({ signatarioId: first.id })]);
    await signByApi(sender, two.links[0] ?? '');
    await shown(two.links[0] ?? '', 'Você já assinou');
    yield 'aguardando-os-outros';
    // Sealing takes a moment only; here it takes as long as it is looked at.
    await page.route('**/v1/assinatura/*', async (route) => {
      const response = await route.fetch();
      const session = await response.json();
      for (const documento of session.documentos) documento.concluindo = true;
      await route.fulfill({ response, json: session });
    });
    await shown(two.links[0] ?? '', 'Você já assinou');
    yield 'selando';
    // The page asks by itself, too: what it asked just now is answered first.
    await page.unrouteAll({ behavior: 'wait' });
    const params = { documentoId: two.id };
    await sender.api.cancelarDocumento({ params, body: { motivo: 'Erro no valor.' } });
    await shown(two.links[0] ?? '', 'O pedido foi cancelado');
    await page.getByText('Erro no valor.').waitFor();
    yield 'cancelado';
    const refused = await send(sender, [person()]);
    await page.goto(refused.links[0] ?? '');
    await button(page, 'Recusar').click();
    await page.getByLabel('Motivo da recusa').fill('O valor não é o combinado.');
    await page.getByRole('dialog').getByRole('button', { name: 'Recusar' }).click();
    await heading(page, 'Você recusou').waitFor();
    yield 'recusado';
    await shown(refused.links[0] ?? '', 'O documento foi recusado');
    yield 'recusado-depois';
    yield* changedLinks(sender, shown);
    await shown((await expire(sender, person({ metodoEntrega: 'LINK' }))).link, 'O prazo terminou');
    yield 'prazo-encerrado';
    const { links } = await send(sender, [person()]);
    await page.route('**/v1/assinatura/*', (route) => route.fulfill({ status: 503, body: '' }));
    await shown(links[0] ?? '', 'O serviço está fora do ar por um instante');
    yield 'fora-do-ar';
    await page.unroute('**/v1/assinatura/*');
    await page.route('**/v1/assinatura/*', (route) => route.abort());
    await shown(links[0] ?? '', 'Sem conexão com a internet');
    yield 'no-connection';
    await page.unroute('**/v1/assinatura/*');
  },
};

/** Links that were replaced, whose signer was taken off, or whose turn has not come. */
async function* changedLinks(
  sender: Sender,
  shown: (link: string, title: string) => Promise<void>,
): AsyncGenerator<string> {
  const [one, other] = [person(), person()];
  const changed = await send(
    sender,
    [one, other],
    [field({ signatarioId: one.id }), field({ signatarioId: other.id, y: 0.5 })],
  );
  const at = (signatarioId: string) => ({ params: { documentoId: changed.id, signatarioId } });
  await sender.api.alterarSignatario({ ...at(one.id), body: { email: `novo.${one.email}` } });
  await shown(changed.links[0] ?? '', 'Este link foi substituído');
  yield 'link-substituido';
  await sender.api.excluirSignatario(at(other.id));
  await shown(changed.links[1] ?? '', 'A sua assinatura não é mais necessária');
  yield 'retirado';
  const early = person({ metodoEntrega: 'LINK' });
  const draft = await create(sender, [early], [field()]);
  const { signatarios } = await sender.api.obterDocumento({ params: { documentoId: draft } });
  await shown(signatarios[0]?.link ?? '', 'Ainda não está pronto para você');
  yield 'early';
}

const kept: Scene = {
  name: 'interrompido',
  async *show(page, sender) {
    const { links } = await send(sender, [person()]);
    await begin(page, links[0] ?? '');
    await readAll(page);
    await fillAll(page);
    await page.context().setOffline(true);
    await sign(page);
    await page.getByText('Não feche a página').waitFor();
    yield 'sem-conexao-ao-assinar';
    await page.context().setOffline(false);
    await heading(page, 'Pronto, você assinou').waitFor();
  },
};

export const SCENES: readonly Scene[] = [
  road,
  fromSender,
  bringsMore,
  languages,
  envelope,
  roles,
  factors,
  states,
  kept,
  inPerson,
];

/** The organization of the scenes, with a brand that has to be made legible in the dark. */
export const sceneSender = (service: Service): Promise<Sender> =>
  newSender(service, { corPrimaria: '#1F5A4C', nomeRemetente: 'Imobiliária Acácia' });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
