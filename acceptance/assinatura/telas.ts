import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SCENES, sceneSender } from './cenas.ts';
import { ROOT, startService } from './mundo.ts';
import { DESKTOP, launch, PHONE, watched } from './navegador.ts';

/** Pictures of every screen, light and dark, phone and desktop, in `screenshots/`. Usage: npm run screenshots [scene…] */

const FOLDER = join(ROOT, 'screenshots');
const LOOKS = [
  ['celular-claro', { ...PHONE, colorScheme: 'light' }],
  ['celular-escuro', { ...PHONE, colorScheme: 'dark' }],
  ['mesa-claro', { ...DESKTOP, colorScheme: 'light' }],
  ['mesa-escuro', { ...DESKTOP, colorScheme: 'dark' }],
] as const;

const wanted = process.argv.slice(2);
const browser = await launch();
if (!browser) process.exit(1);
await rm(FOLDER, { recursive: true, force: true });
const service = await startService();
try {
  for (const [look, options] of LOOKS) {
    const sender = await sceneSender(service);
    await mkdir(join(FOLDER, look), { recursive: true });
    for (const scene of SCENES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      const { context } = await watched(browser, options);
      const page = await context.newPage();
      try {
        for await (const name of scene.show(page, sender)) {
          await page.screenshot({ path: join(FOLDER, look, `${scene.name}-${name}.png`) });
          process.stdout.write(`${look} ${scene.name} ${name}\n`);
        }
      } catch (error) {
        await page.screenshot({ path: join(FOLDER, look, `${scene.name}-FALHOU.png`) });
        process.stderr.write(`${look} ${scene.name}: ${error}\n`);
        process.exitCode = 1;
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await service.stop();
}
