import { scripts, servedOf, styles, type Weight } from '../weight.ts';

/** The parts of the signing page. @param origin of a service that serves it */
export async function weigh(origin: string): Promise<Weight[]> {
  const page = await servedOf(origin, '/assinar/x', 'assinatura');
  const later = (pattern: RegExp) => page.later.filter((name) => pattern.test(name));
  /** The smaller of the two pdf.js builds, which every browser of the last year uses. */
  const lighter = async (found: readonly string[]) => {
    const all = await Promise.all(found.map((name) => page.weigh(name, [name])));
    return all.sort((a, b) => a.raw - b.raw)[0]?.name ?? '';
  };
  const viewer = await Promise.all([lighter(later(/^pdf\.min.*\.js$/)), lighter(later(/^pdf\.worker.*\.mjs$/))]);
  return [
    await page.weigh('script before anything is shown', scripts(page.entry)),
    await page.weigh('styles', styles(page.entry)),
    await page.weigh('reading and fields', later(/^guided-.*\.js$/)),
    await page.weigh('making a signature', later(/^(dialog|making|image)-.*\.js$/)),
    await page.weigh('pdf.js and its worker', viewer),
  ];
}
