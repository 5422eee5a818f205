import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { countTaps, sampleField, signSample } from '../assinatura/sample.ts';
import { sceneSender } from '../assinatura/scenes.ts';
import { heading } from '../assinatura/steps.ts';
import { launch, NARROW, watched } from './browser.ts';
import { withoutBrowser } from './chromium.ts';
import { person, ROOT, send, startService } from './world.ts';

/**
 * Films the sample contract being signed on a phone of 360 px, in one go and with the tab killed in the middle, into
 * `screenshots/film/*.webp`, and tells taps and seconds. Usage: npm exec -- node acceptance/browser/signing-film.ts
 */

const FOLDER = join(ROOT, 'screenshots/film');
/** Of the film's picture, which keeps a few hundred of them small. */
const WIDTH = 360;

const started = await launch();
if (!started) {
  process.stderr.write(`${withoutBrowser()}\n`);
  process.exit(1);
}
const browser = started;

interface Frame {
  readonly picture: Buffer;
  readonly at: number;
}

/** Keeps what every page of a context shows, as it changes. */
function film(context: BrowserContext): Frame[] {
  const frames: Frame[] = [];
  context.on('page', async (page: Page) => {
    const tools = await context.newCDPSession(page);
    tools.on('Page.screencastFrame', ({ data, sessionId }) => {
      frames.push({ picture: Buffer.from(data, 'base64'), at: performance.now() });
      // A page that was killed meanwhile takes no answer.
      void tools.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    await tools.send('Page.startScreencast', { format: 'jpeg', quality: 80 }).catch(() => {});
  });
  return frames;
}

async function written(frames: readonly Frame[], name: string): Promise<void> {
  const pictures = await Promise.all(
    frames.map(({ picture }) => sharp(picture).resize({ width: WIDTH, height: 740, fit: 'fill' }).png().toBuffer()),
  );
  const delay = frames.map(({ at }, index) => Math.round((frames[index + 1]?.at ?? at + 3_000) - at));
  await sharp(pictures, { join: { animated: true } })
    .webp({ quality: 70, delay, loop: 1 })
    .toFile(join(FOLDER, `${name}.webp`));
}

await mkdir(FOLDER, { recursive: true });
const service = await startService();
try {
  const sender = await sceneSender(service);
  for (const [name, killed] of [
    ['in-one-go', false],
    ['tab-killed', true],
  ] as const) {
    const { links } = await send(sender, [person()], [sampleField()]);
    const { context } = await watched(browser, { ...NARROW, colorScheme: 'light' });
    const taps = await countTaps(context);
    const frames = film(context);
    const began = performance.now();
    const last = await signSample(await context.newPage(), links[0] ?? '', killed);
    await heading(last, 'Pronto, você assinou').waitFor();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    await context.close();
    await written(frames, name);
    process.stdout.write(`${name}: ${taps()} taps, ${seconds} s, screenshots/film/${name}.webp\n`);
  }
} finally {
  await browser.close();
  await service.stop();
}
