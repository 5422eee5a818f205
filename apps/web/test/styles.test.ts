import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WEB } from '../scripts/bundles.ts';
import { classInPage } from '../scripts/vite.ts';

/**
 * A class means one thing: the sheets of a page that are the whole page's are few and share no class, and every other
 * sheet belongs to the components that import it (CSS modules), which alone can name its classes.
 */

/** Tokens, base and shell, by page; `site.css` also dresses the pages that the server makes. */
const GLOBAL = {
  assinatura: [...['kit/tokens.css', 'kit/base.css', 'kit/sender.css', 'kit/too-old.css'], 'assinatura/assinatura.css'],
  formulario: ['kit/tokens.css', 'kit/base.css', 'kit/sender.css', 'kit/too-old.css'],
  painel: ['kit/tokens.css', 'kit/too-old.css', 'painel/panel.css'],
  publico: ['kit/tokens.css', 'kit/base.css', 'kit/site.css', 'kit/too-old.css', 'publico/publico.css'],
};

const read = (file: string) => readFileSync(join(WEB, file), 'utf8');
const sheets = globSync('{kit,painel,assinatura,publico,formulario}/**/*.css', { cwd: WEB });
const modules = sheets.filter((sheet) => sheet.endsWith('.module.css'));
const sources = globSync('{kit,painel,assinatura,publico,formulario}/**/*.{ts,tsx}', { cwd: WEB });

/** The classes a sheet defines; what is `:global` belongs to others. */
function classesOf(sheet: string): Set<string> {
  const css = read(sheet)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/url\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}');
  return new Set([...css.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name));
}

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The classes of each module that its components name. */
function namedClasses(sheet: string): Set<string> {
  const named = new Set<string>();
  for (const source of sources) {
    const text = read(source);
    for (const [, local = '', path = ''] of text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)) {
      if (join(source, '..', path) !== sheet) continue;
      for (const [, name = ''] of text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))) named.add(name);
      for (const [, name = ''] of text.matchAll(new RegExp(`\\b${local}\\['([\\w-]+)'\\]`, 'g')))
        named.add(camelCase(name));
    }
  }
  return named;
}

describe('a class', () => {
  it.each(Object.entries(GLOBAL))('of the whole page is defined by one sheet: %s', (_, all) => {
    const homes = new Map<string, string[]>();
    for (const sheet of all) {
      for (const name of classesOf(sheet)) homes.set(name, [...(homes.get(name) ?? []), sheet]);
    }
    expect([...homes].filter(([, some]) => some.length > 1)).toEqual([]);
  });

  it.each(Object.values(GLOBAL).flat())('of the whole page is on it: %s', (sheet) => {
    const brought = [...sources, ...sheets].flatMap((file) =>
      [...read(file).matchAll(/import\s+['"](\.[^'"]+\.css)['"]/g)].map(([, path = '']) => join(file, '..', path)),
    );
    expect(brought).toContain(sheet);
  });

  it('of any other sheet belongs to its components', () => {
    const known = Object.values(GLOBAL).flat();
    const loose = sheets.filter((sheet) => !modules.includes(sheet) && !known.includes(sheet));
    expect(loose).toEqual([]);
  });

  it('of a module has a name in the page that no other module gives', () => {
    const names = modules.map((sheet) => classInPage('', sheet));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each(modules)('of %s is one its components name, and the other way round', (sheet) => {
    const defined = new Set([...classesOf(sheet)].map(camelCase));
    const named = namedClasses(sheet);
    expect({
      unused: [...defined].filter((name) => !named.has(name)),
      unknown: [...named].filter((name) => !defined.has(name)),
    }).toEqual({ unused: [], unknown: [] });
  });
});
