import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import { allHeard, eventsOf, heardBy, serveHost, showInside } from '../browser/host.ts';
import { openStage } from '../browser/stage.ts';
import { create, field, newSender, person, type Sender, until } from '../browser/world.ts';
import { button, drag, include, middleOf, on, ready, saved, type } from './editor.ts';

/** Somebody prepares and sends a document inside a page of the sender's own system (docs/adr/0084). */

const { browser, service, missing } = await openStage();
let sender: Sender;
let ours = '';
let theirs = '';

beforeAll(async () => {
  if (missing) return;
  sender = await newSender(service);
  [ours, theirs] = [await serveHost(), await serveHost()];
  await sender.api.alterarOrganizacao({ body: { origensPermitidas: [ours] } });
});

/** A draft, and an address for one session of its editor. */
async function draft(
  ...[people = [], fields = []]: Partial<[Parameters<typeof create>[1], Parameters<typeof create>[2]]>
) {
  const id = await create(sender, people, fields);
  const { url } = await sender.api.criarEdicao({ params: { documentoId: id }, body: { origem: ours } });
  return { id, url };
}
/** One that may be sent as it is. */
const complete = () => draft([person()], [field()]);

const show = (url: string, around = ours, options = DESKTOP) => showInside(browser, url, `${around}/`, options);
const read = (documentoId: string) => sender.api.obterDocumento({ params: { documentoId } });

describe.skipIf(missing)('inside a page of the sender', () => {
  it('a document is prepared and sent, and the page around is told of it', async () => {
    const { id, url } = await draft();
    const { page, frame, watch } = await show(url);
    await ready(frame);
    expect(await eventsOf(page)).toEqual(['pronto']);
    // Neither the panel around it, nor what only its members have.
    expect(await frame.getByRole('link').count()).toBe(0);
    expect(await button(frame, 'Eu assino').count()).toBe(0);
    await include(frame, 'Ana Lima', 'ana@exemplo.com.br');
    await drag(page, await middleOf(type(frame, 'ASSINATURA')), await on(frame, 1, 0.3, 0.4));
    await saved(frame);
    await until(async () => (await eventsOf(page)).includes('salvo'));
    expect((await read(id)).signatarios.map(({ nome }) => nome)).toEqual(['Ana Lima']);
    expect((await read(id)).campos).toHaveLength(1);

    await button(frame, /^Revisar/).click();
    await button(frame, 'Enviar agora').click();
    await frame.getByRole('heading', { name: 'Enviado para assinatura' }).waitFor();
    await until(async () => (await eventsOf(page)).includes('enviado'));
    expect((await heardBy(page)).at(-1)?.dados).toEqual({ documentoIds: [id] });
    expect((await read(id)).status).toBe('AGUARDANDO_ASSINATURAS');
    expect(new Set((await allHeard(page)).map(({ origin }) => origin))).toEqual(new Set([service.origin]));
    expect((await allHeard(page)).find(({ evento }) => evento === 'altura')?.dados).toEqual({ px: 900 });
    const asked = watch.urls.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/v1/'));
    const allowed = new RegExp(`^/v1/(edicao/[\\w-]+/sessao|sandbox/documentos/${id}(/.*)?)$`);
    expect(asked.filter((path) => !allowed.test(path))).toEqual([]);
    expect(complaints(watch.problems)).toEqual([]);
  });

  it('it fits a phone', async () => {
    const { url } = await complete();
    const { frame } = await show(url, ours, PHONE);
    await ready(frame);
    expect(await frame.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await frame.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
  });

  it('goes on where it is reloaded, and is over for every other tab', async () => {
    const { url } = await complete();
    const { page, frame } = await show(url);
    await ready(frame);
    await frame.evaluate('location.reload()').catch(() => undefined);
    await ready(frame);
    const other = await show(url);
    await other.frame.getByRole('heading', { name: 'Este editor foi encerrado' }).waitFor();
    await until(async () => (await eventsOf(other.page)).includes('erro'));
    expect((await heardBy(other.page)).at(-1)?.dados).toMatchObject({ codigo: 'LINK_INDISPONIVEL' });
    expect(await eventsOf(page)).not.toContain('erro');
  });

  it('of another origin shows nothing, is told nothing, and uses nothing up', async () => {
    const { url } = await complete();
    const { page, watch } = await show(url, theirs);
    await until(async () => watch.problems.some((problem) => problem.includes('frame-ancestors')));
    expect(await allHeard(page)).toEqual([]);
    const { frame } = await show(url);
    await ready(frame);
  });

  it('a sending whose answer was lost is not shown as a draft for ever', async () => {
    const { id, url } = await complete();
    const { page, frame } = await show(url);
    await ready(frame);
    let lost = false;
    await page.context().route('**/enviar', async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      await route.abort();
    });
    await button(frame, /^Revisar/).click();
    await button(frame, 'Enviar agora').click();
    await frame.getByText('O serviço não aceitou o envio:').waitFor();
    expect((await read(id)).status).toBe('AGUARDANDO_ASSINATURAS');
    await button(frame, 'Enviar agora').click();
    await frame.getByText('se o documento já foi enviado').waitFor();
    await until(async () => (await eventsOf(page)).includes('erro'));
  });

  it('works where the browser keeps nothing for pages inside others', async () => {
    const { id, url } = await complete();
    const { page } = await show('about:blank');
    await page.context().addInitScript(`{
      const no = () => { throw new DOMException('no', 'SecurityError'); };
      for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { get: no });
      navigator.locks.request = async () => no();
      window.BroadcastChannel = class { constructor() { no(); } };
    }`);
    await page.goto(`${ours}/?mostra=${encodeURIComponent(url)}`);
    const frame = await until(async () => page.frames().find((one) => one.url() === url));
    await ready(frame);
    await include(frame, 'Ana Lima', 'ana@exemplo.com.br');
    await until(async () => (await eventsOf(page)).includes('salvo'));
    expect((await read(id)).signatarios).toHaveLength(2);
  });

  it('is over at once where the origin is listed no longer', async () => {
    const { url } = await complete();
    const { page, frame } = await show(url);
    await ready(frame);
    await sender.api.alterarOrganizacao({ body: { origensPermitidas: [] } });
    // Somebody comes back to it: what is shown is read again.
    await frame.evaluate(`dispatchEvent(new Event('focus'))`);
    await frame.getByRole('heading', { name: 'Este editor foi encerrado' }).waitFor();
    await until(async () => (await eventsOf(page)).includes('erro'));
  });
});
