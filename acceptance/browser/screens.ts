import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { SCENES as SIGNING, sceneSender } from '../assinatura/scenes.ts';
import { show as showEmails, WIDTHS } from '../emails/messages.ts';
import { openAs, openAsStranger } from '../painel/members.ts';
import { castOf, PARTS as PANEL, type Scene } from '../painel/scenes/index.ts';
import { SCENES as PUBLIC, sceneSender as publicSender } from '../publico/scenes.ts';
import { elsewhere } from '../publico/steps.ts';
import { DESKTOP, launch, PHONE, watched } from './browser.ts';
import { withoutBrowser } from './chromium.ts';
import { ROOT, type Service, startService } from './world.ts';

/**
 * Pictures of every screen, light and dark, phone and desktop, in `screenshots/{page}/`. Usage: npm run screenshots
 * [page or scene…]
 */

const FOLDER = join(ROOT, 'screenshots');
const LOOKS = [
  ['celular-claro', { ...PHONE, colorScheme: 'light' }],
  ['celular-escuro', { ...PHONE, colorScheme: 'dark' }],
  ['mesa-claro', { ...DESKTOP, colorScheme: 'light' }],
  ['mesa-escuro', { ...DESKTOP, colorScheme: 'dark' }],
] as const;

/** A scene ready to be shown: a page for it, and its screens. */
interface Show {
  readonly page: string;
  readonly scene: string;
  /** The whole page, not only what the window holds. */
  readonly whole?: boolean;
  begin(options: BrowserContextOptions): Promise<{ page: Page; screens: AsyncGenerator<string>; end(): Promise<void> }>;
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
    async begin(options) {
      const { page, context } = await (scene.stranger
        ? openAsStranger(browser, options)
        : openAs(browser, cast.owner, options));
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
      async begin(options) {
        const { context } = await watched(browser, options);
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
      async begin(options) {
        const { context } = await watched(browser, elsewhere(options));
        const page = await context.newPage();
        return { page, screens: scene.show(page, visitor), end: () => context.close() };
      },
    }),
  );
  const emails: Show = {
    page: 'emails',
    scene: 'mensagem',
    whole: true,
    async begin(options) {
      const width = WIDTHS[options.isMobile ? 1 : 0];
      const { context } = await watched(browser, { ...options, viewport: { width, height: 800 } });
      const page = await context.newPage();
      return { page, screens: showEmails(page, service), end: () => context.close() };
    },
  };
  return [...signing, ...panel, ...open, emails];
}

async function draw(show: Show, look: string, options: BrowserContextOptions): Promise<void> {
  const { page, screens, end } = await show.begin(options);
  const folder = join(FOLDER, show.page, look);
  await mkdir(folder, { recursive: true });
  try {
    for await (const name of screens) {
      await page.screenshot({ path: join(folder, `${show.scene}-${name}.png`), fullPage: show.whole ?? false });
      process.stdout.write(`${look} ${show.page} ${show.scene} ${name}\n`);
    }
  } catch (error) {
    await page.screenshot({ path: join(folder, `${show.scene}-FALHOU.png`) });
    process.stderr.write(`${look} ${show.page} ${show.scene}: ${error}\n`);
    process.exitCode = 1;
  }
  await end();
}

const wanted = process.argv.slice(2);
const isWanted = ({ page, scene }: Show) => wanted.length === 0 || wanted.includes(page) || wanted.includes(scene);

await rm(FOLDER, { recursive: true, force: true });
const service = await startService();
try {
  for (const [look, options] of LOOKS) {
    for (const show of (await showsOf(service)).filter(isWanted)) await draw(show, look, options);
  }
} finally {
  await browser.close();
  await service.stop();
}
