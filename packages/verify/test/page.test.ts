import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderText, verify } from '../src/index.ts';
import { makePair, type Pair } from './pair.ts';

/** The page as it is shipped. Its script runs here in a context that has what a browser has, and no network. */

const HTML = readFileSync(resolve(import.meta.dirname, '../verificar.html'), 'utf8');
const between = (tag: string) => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(HTML)?.[1] ?? '';
const policy = /Content-Security-Policy" content="([^"]*)"/.exec(HTML)?.[1] ?? '';

/** As much of an element as the page's script touches. */
class Element {
  id = '';
  tag = '';
  className = '';
  textContent = '';
  value = '';
  files: File[] = [];
  children: Element[] = [];
  readonly listeners = new Map<string, () => void>();

  addEventListener(type: string, listener: () => void): void {
    this.listeners.set(type, listener);
  }
  append(...added: Element[]): void {
    this.children.push(...added);
  }
  replaceChildren(...added: Element[]): void {
    this.children = added;
  }
  get text(): string {
    return [this.textContent, ...this.children.map(({ text }) => text)].filter((part) => part !== '').join('\n');
  }
}

function openPage(): (id: string) => Element {
  const ids = [...HTML.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id as string);
  const elements = new Map(ids.map((id) => [id, Object.assign(new Element(), { id })]));
  const document = {
    getElementById: (id: string) => elements.get(id),
    createElement: (tag: string) => Object.assign(new Element(), { tag }),
    addEventListener: () => {},
  };
  const browser = { crypto, Blob, DecompressionStream, TextEncoder, TextDecoder, Uint8Array, document, Element };
  runInContext(between('script'), createContext(browser));
  return (id) => elements.get(id) as Element;
}

function give(page: (id: string) => Element, id: string, bytes: Buffer): void {
  const input = page(id);
  input.files = [new File([new Uint8Array(bytes)], `${id}.pdf`)];
  input.listeners.get('change')?.();
}

async function shown(page: (id: string) => Element): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const { text } = page('resultado');
    if (text !== '' && text !== 'Conferindo…') return text;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the page showed nothing');
}

describe('verificar.html', () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await makePair();
  });

  it('is one file that may reach nothing', () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hash(between('script'))}`,
      `style-src ${hash(between('style'))}`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(HTML).not.toMatch(/\b(src|href|action|ping|srcset)=|@import|url\(|https?:\/\//i);
    expect(between('script')).not.toMatch(/\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import)\b\s*\(/);
  });

  it('says of a genuine pair what the command says', async () => {
    const page = openPage();
    give(page, 'assinado', pair.signed);
    expect(page('resultado').text).toBe('');
    give(page, 'certificado', pair.certificate);
    const text = await shown(page);
    expect(text).toContain('TUDO CONFERE');
    const said = renderText(await verify(pair.signed, pair.certificate));
    for (const [, claim, reason] of said.matchAll(/^✓ ([^:]+): (.*)$/gm)) {
      expect(text).toContain(`✓ ${claim}\n${reason}`);
    }
    expect(text).toContain('Se algum certificado digital foi revogado');
  });

  it('takes the files the other way round', async () => {
    const page = openPage();
    give(page, 'assinado', pair.certificate);
    give(page, 'certificado', pair.signed);
    expect(await shown(page)).toContain('TUDO CONFERE');
  });

  it('says what does not hold', async () => {
    const page = openPage();
    const changed = Buffer.from(pair.certificate);
    changed[15] = (changed[15] as number) ^ 1;
    give(page, 'assinado', pair.signed);
    give(page, 'certificado', changed);
    const text = await shown(page);
    expect(text).toContain('NÃO CONFERE');
    expect(text).toContain('✗ O selo do certificado de conclusão é deste conteúdo\no conteúdo mudou depois do selo.');
  });
});
