import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { SCENES as SIGNING, sceneSender } from '../assinatura/scenes.ts';
import { show as showEmails } from '../emails/messages.ts';
import { openAs, openAsStranger } from '../painel/members.ts';
import { castOf, PARTS as PANEL, type Scene } from '../painel/scenes/index.ts';
import { SCENES as PUBLIC, sceneSender as publicSender, showReference } from '../publico/scenes.ts';
import { elsewhere } from '../publico/steps.ts';
import { launch, watched } from './browser.ts';
import { withoutBrowser } from './chromium.ts';
import { LOOKS, MOVING, STAGE, toolsOf, turn, wrongs } from './looks.ts';
import { ROOT, type Service, startService } from './world.ts';

/**
 * Pictures of every screen at each width and look, in `screenshots/{page}/{width and look}/`, and all of them side by side
 * in `screenshots/index.html`. What axe-core finds and what lies beyond a screen's edge is told, and the run fails with it.
 * Usage: npm exec -- node acceptance/browser/screens.ts [page or scene…]
 */

const FOLDER = join(ROOT, 'screenshots');

/** A scene ready to be shown: a page for it, and its screens. */
interface Show {
  readonly page: string;
  readonly scene: string;
  /** The whole page, not only what the window holds. */
  readonly whole?: boolean;
  /** Findings that say nothing here. */
  readonly meant?: RegExp;
  begin(): Promise<{ page: Page; screens: AsyncGenerator<string>; end(): Promise<void> }>;
}

const started = await launch();
if (!started) {
  process.stderr.write(`${withoutBrowser()}\n`);
  process.exit(1);
}
const browser = started;

/** The scenes of a part of the panel, which share an organization. */
async function panelShows(service: Service, scenes: readonly Scene[]): Promise<Show[]> {
  const cast = await castOf(service);
  return scenes.map((scene) => ({
    page: 'painel',
    scene: scene.name,
    async begin() {
      const { page, context } = await (scene.stranger
        ? openAsStranger(browser, STAGE)
        : openAs(browser, cast.owner, STAGE));
      return { page, screens: scene.show(page, cast), end: () => context.close() };
    },
  }));
}

async function showsOf(service: Service): Promise<Show[]> {
  const sender = await sceneSender(service);
  const signing = SIGNING.map(
    (scene): Show => ({
      page: 'assinatura',
      scene: scene.name,
      async begin() {
        const { context } = await watched(browser, STAGE);
        const page = await context.newPage();
        return { page, screens: scene.show(page, sender), end: () => context.close() };
      },
    }),
  );
  const panel = (await Promise.all(PANEL.map((scenes) => panelShows(service, scenes)))).flat();
  const visitor = await publicSender(service);
  const open = PUBLIC.map(
    (scene): Show => ({
      page: 'publico',
      scene: scene.name,
      // A dialog is placed in the window.
      whole: scene.name !== 'camera',
      async begin() {
        const { context } = await watched(browser, elsewhere(STAGE));
        const page = await context.newPage();
        return { page, screens: scene.show(page, visitor), end: () => context.close() };
      },
    }),
  );
  const emails: Show = {
    page: 'emails',
    scene: 'mensagem',
    whole: true,
    // A message stands inside a program that has the landmarks.
    meant: /: (region|landmark-one-main):/,
    async begin() {
      const { context } = await watched(browser, STAGE);
      const page = await context.newPage();
      return { page, screens: showEmails(page, service), end: () => context.close() };
    },
  };
  const reference: Show = {
    page: 'publico',
    scene: 'referencia',
    // On a phone the viewer has a bar of its own, whose words are in no landmark (acceptance/publico/reference.test.ts).
    meant: /region: <span class="flex-1/,
    async begin() {
      const { context } = await watched(browser, elsewhere(STAGE));
      const page = await context.newPage();
      return { page, screens: showReference(page, service.origin), end: () => context.close() };
    },
  };
  return [...signing, ...panel, ...open, reference, emails];
}

/** Playwright would undo what the page was turned into. */
async function photograph(page: Page, path: string, whole: boolean): Promise<void> {
  const session = await toolsOf(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: whole });
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, data, 'base64');
}

/** Every picture made, by page and scene. */
const drawn: { readonly page: string; readonly screen: string }[] = [];

function complain(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

async function draw({ page: name, scene, whole = false, meant, begin }: Show): Promise<void> {
  const { page, screens, end } = await begin();
  const path = (look: string, screen: string) => join(FOLDER, name, look, `${screen}.png`);
  try {
    for await (const step of screens) {
      const screen = `${scene}-${step}`;
      for (const look of LOOKS) {
        await turn(page, look);
        await photograph(page, path(look.name, screen), whole);
        for (const wrong of await wrongs(page, screen, look)) if (!meant?.test(wrong)) complain(wrong);
      }
      await page.evaluate(MOVING);
      drawn.push({ page: name, screen });
      process.stdout.write(`${name} ${scene} ${step}\n`);
    }
  } catch (error) {
    await page.screenshot({ path: path('FALHOU', scene) });
    complain(`${name} ${scene}: ${error}`);
  }
  await end();
}

/** All pictures of a screen beside each other, for whoever looks through them. */
function sheet(): string {
  const rows = drawn.map(({ page, screen }) => {
    const pictures = LOOKS.map(
      ({ name }) =>
        `<figure><img loading="lazy" src="${page}/${name}/${screen}.png" alt=""><figcaption>${name}</figcaption></figure>`,
    );
    return `<h2>${page} ${screen}</h2><div>${pictures.join('')}</div>`;
  });
  const style =
    'body{font-family:sans-serif}div{display:flex;gap:8px;align-items:start}img{height:420px;border:1px solid}figure{margin:0}';
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>${style}</style>${rows.join('\n')}\n`;
}

const wanted = process.argv.slice(2);
const isWanted = ({ page, scene }: Show) => wanted.length === 0 || wanted.includes(page) || wanted.includes(scene);

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);
const service = await startService();
try {
  for (const show of (await showsOf(service)).filter(isWanted)) await draw(show);
} finally {
  await writeFile(join(FOLDER, 'index.html'), sheet());
  await browser.close();
  await service.stop();
}
