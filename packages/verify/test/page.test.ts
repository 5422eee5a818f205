import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderText, verify } from '../src/index.ts';
import { fingerprintOf, makePair, ownSeal, type Pair } from './pair.ts';

/** The page as shipped. Its script runs here in a context that has what a browser has, and no network. */

const HTML = readFileSync(resolve(import.meta.dirname, '../verificar.html'), 'utf8');
const between = (tag: string) => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(HTML)?.[1] ?? '';
const policy = /Content-Security-Policy" content="([^"]*)"/.exec(HTML)?.[1] ?? '';

/** As much of an element as the page's script uses. */
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

function openPage(installation?: unknown): (id: string) => Element {
  const ids = [...HTML.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id as string);
  const elements = new Map(ids.map((id) => [id, Object.assign(new Element(), { id })]));
  (elements.get('instalacao') as Element).textContent = JSON.stringify(installation ?? null);
  const document = {
    getElementById: (id: string) => elements.get(id),
    createElement: (tag: string) => Object.assign(new Element(), { tag }),
    addEventListener: () => {},
  };
  const browser = {
    crypto,
    atob,
    btoa,
    Blob,
    DecompressionStream,
    TextEncoder,
    TextDecoder,
    Uint8Array,
    document,
    Element,
  };
  runInContext(between('script'), createContext(browser));
  return (id) => elements.get(id) as Element;
}

function give(page: (id: string) => Element, id: string, bytes: Buffer): void {
  const input = page(id);
  input.files = [new File([new Uint8Array(bytes)], `${id}.pdf`)];
  input.listeners.get('change')?.();
}

async function shown(page: (id: string) => Element): Promise<string> {
  for (;;) {
    const { text } = page('resultado');
    if (text !== '' && text !== 'Conferindo…') return text;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
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
    // Data, not a script: where an installation inserts its seals, the only line in which its copy differs.
    expect(HTML.match(/^<script type="application\/json" id="instalacao">null<\/script>$/gm)).toHaveLength(1);
    expect(HTML).not.toMatch(/\b(src|href|action|ping|srcset)=|@import|url\(|https?:\/\//i);
    expect(between('script')).not.toMatch(/\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import)\b\s*\(/);
  });

  it('says of a genuine pair what the command says', async () => {
    const page = openPage();
    give(page, 'assinado', pair.signed);
    expect(page('resultado').text).toBe('');
    give(page, 'certificado', pair.certificate);
    const text = await shown(page);
    expect(text).toContain('SELO NÃO IDENTIFICADO');
    const said = renderText(await verify(pair.signed, pair.certificate));
    for (const [, mark, claim, reason] of said.matchAll(/^([✓?]) ([^:]+): (.*)$/gm)) {
      expect(text).toContain(`${mark} ${claim}\n${reason}`);
    }
    expect(text).toContain('Se algum certificado digital foi revogado');
  });

  it('takes the fingerprint that is written into it, or a selos.json', async () => {
    const fingerprint = fingerprintOf(await ownSeal());
    const line = { impressaoDigital: fingerprint, ambiente: 'PRODUCAO', de: '2026-01-01T00:00:00.000Z', ate: null };
    for (const text of [
      fingerprint,
      JSON.stringify({ selos: [line] }),
      ` ${fingerprint.toUpperCase()}, ${'0'.repeat(64)}`,
    ]) {
      const page = openPage();
      page('selos').value = text;
      give(page, 'assinado', pair.signed);
      give(page, 'certificado', pair.certificate);
      expect(await shown(page)).toContain('TUDO CONFERE');
    }
    const page = openPage();
    page('selos').value = 'abc';
    give(page, 'assinado', pair.signed);
    give(page, 'certificado', pair.certificate);
    expect(await shown(page)).toMatch(/não se lê: não são os 64 algarismos/);
  });

  it('trusts the seals of the installation that handed it out, says so, and only until others are written into it', async () => {
    const impressaoDigital = fingerprintOf(await ownSeal());
    const selos = [
      { impressaoDigital, ambiente: 'PRODUCAO', de: '2026-01-01T00:00:00.000Z', ate: null, revogadoEm: null },
    ];
    const page = openPage({ origem: 'https://rubrica.exemplo.br', selos });
    expect(page('origem').text).toMatch(/entregue por https:\/\/rubrica\.exemplo\.br e traz o selo/);
    give(page, 'assinado', pair.signed);
    give(page, 'certificado', pair.certificate);
    expect(await shown(page)).toContain('TUDO CONFERE');
    page('selos').value = '0'.repeat(64);
    page('selos').listeners.get('change')?.();
    page('resultado').replaceChildren();
    expect(await shown(page)).toContain('SELO NÃO IDENTIFICADO');
  });

  describe('with what there is of the open log', () => {
    const vector = (name: string) => readFileSync(resolve(import.meta.dirname, '../vectors', name));
    const open = (...names: string[]) => {
      const page = openPage();
      page('selos').value = vector('selos.json').toString();
      page('tempo').files = [new File([vector('tempo.pem').toString()], 'tempo.pem')];
      page('registro').files = names.map((name) => new File([new Uint8Array(vector(name))], name));
      for (const id of ['assinado', 'certificado']) give(page, id, vector(`genuino-registrado.${id}.pdf`));
      return shown(page);
    };

    it('tells proofs, receipts, keys, policies and time stamps apart', async () => {
      expect(await open()).toContain('Nível ÍNTEGRO');
      expect(await open('registro.vkey', 'registro.tlog-proof', 'registro.recibo')).toContain('Nível ANCORADO:');
      const all = await open('registro.politica', 'registro.tlog-proof', 'registro.tst');
      expect(all).toContain('Nível ANCORADO COM HORA EXTERNA');
    });

    it('says what does not hold, and what is nothing of it', async () => {
      expect(await open('outro.vkey', 'registro.tlog-proof')).toContain('NÃO CONFERE');
      expect(await open('vectors.json')).toMatch(/não se lê: não é prova, recibo, chave, política nem carimbo/);
      expect(await open('registro.politica', 'registro.politica')).toMatch(/não se lê: há duas políticas/);
    });
  });

  it('takes the files the other way round', async () => {
    const page = openPage();
    give(page, 'assinado', pair.certificate);
    give(page, 'certificado', pair.signed);
    expect(await shown(page)).toContain('SELO NÃO IDENTIFICADO');
  });

  it('says what does not hold', async () => {
    const page = openPage();
    const changed = Buffer.from(pair.certificate);
    changed[11] = (changed[11] as number) ^ 1;
    give(page, 'assinado', pair.signed);
    give(page, 'certificado', changed);
    const text = await shown(page);
    expect(text).toContain('NÃO CONFERE');
    expect(text).toContain('✗ O selo do certificado de conclusão é deste conteúdo\no conteúdo mudou depois do selo.');
  });
});
