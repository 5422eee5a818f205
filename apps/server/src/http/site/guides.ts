import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Switches } from '@rubrica/contract';
import { Marked } from 'marked';
import { escapeHtml, type Html } from '../../core/html.ts';
import { once } from '../../core/once.ts';
import { defaultsInMarkdown, drawnTextsInMarkdown } from './data-rules.ts';
import { limitsInMarkdown } from './limits-table.ts';
import { markKeyPlaces } from './own-key.ts';

/** A guide of the product, written in Markdown for integrators. */
export interface Guide {
  /** Part of its address: `/docs/{slug}`, with its source at `/docs/{slug}.md`. */
  readonly slug: string;
  readonly title: string;
  /** One sentence, for lists. */
  readonly about: string;
  readonly markdown: string;
  /** As a page shows it; rendered at the first call. */
  readonly rendered: () => RenderedGuide;
}

export interface RenderedGuide {
  /** Title and first paragraph; the table of contents follows them. */
  readonly opening: Html;
  readonly body: Html;
  readonly headings: readonly { readonly id: string; readonly text: string }[];
}

/** Values that differ between installations, which the guides reference in braces: `{base_url}`. */
export interface GuideValues {
  readonly baseUrl: string;
  readonly publicUrl: string;
  readonly docsUrl: string;
  readonly authUrl: string;
  readonly verifierSha256: string;
  readonly sealFingerprint: string;
}

const FOLDER = resolve(import.meta.dirname, '../../../../../docs/guides');

/** In reading order. Text and title come from the files. */
const GUIDES = [
  ['inicio-rapido', 'De nada ao primeiro arquivo selado em seis comandos.'],
  ['campos', 'Onde se assina: por coordenadas, por um texto do PDF, ou por marcas nele.'],
  ['sandbox', 'O ambiente de testes: o que muda, pessoas que agem sozinhas, e como ler as mensagens que ele guarda.'],
  [
    'testes-sem-navegador',
    'A vida de um documento num teste automático: assinar, recusar, vencer o prazo, derrubar o webhook, sem dormir.',
  ],
  ['webhooks', 'Receber eventos e verificar a assinatura em TypeScript, Python, PHP e openssl.'],
  ['clientes', 'Os clientes em PHP e Python: criar, enviar, tratar erros, receber webhooks.'],
  ['incorporar', 'A pessoa assina em uma página sua, ou volta a ela no fim: origens, endereço, elemento, eventos.'],
  ['presencial', 'A pessoa assina na sua frente, num aparelho que você lhe entrega e que não guarda nada dela.'],
  ['assistentes', 'O servidor MCP: um assistente de IA prepara, acompanha e, com a sua confirmação, envia.'],
  ['erros-e-repeticoes', 'O que fazer com cada erro: corrigir, desistir, ou repetir sem fazer duas vezes.'],
  ['ir-para-producao', 'A lista do que conferir antes do primeiro documento de verdade, e o ensaio.'],
  ['envelopes', 'Vários documentos em um só envio: um convite, uma leitura, uma assinatura do conjunto.'],
  ['modelos', 'Um PDF com variáveis e papéis, preenchido e enviado muitas vezes.'],
  ['migrar', 'Clicksign, ZapSign, Autentique, D4Sign e DocuSign, campo a campo.'],
  ['gerar-um-cliente', 'Do contrato OpenAPI aos tipos ou a um cliente inteiro, em qualquer linguagem.'],
  ['dados', 'O que se confere de cada dado: momentos, números, CPF, texto que se desenha, o que o envio pede.'],
  ['limites', 'Cada limite, com o que acontece além dele.'],
  ['oauth', 'Acesso delegado por OAuth 2.0, com PKCE.'],
  ['verificacao', 'O que confere um documento, com as fórmulas, sem depender do serviço.'],
] as const;

/**
 * Reads every guide for one installation, except that of a feature switched off there. Rendering them all takes longer
 * than starting the rest of the site, and most processes are never asked for one: each is rendered when it is.
 * @throws if a file is missing or has no title
 */
export function loadGuides(values: GuideValues, { oauth }: Switches): Guide[] {
  return GUIDES.filter(([slug]) => oauth || slug !== 'oauth').map(([slug, about]) => {
    const source = readFileSync(join(FOLDER, `${slug}.md`), 'utf8');
    const markdown = fill(source, values);
    const title = /^# (.+)$/m.exec(markdown)?.[1];
    if (!title) throw new Error(`docs/guides/${slug}.md has no title`);
    return { slug, title, about, markdown, rendered: once(() => renderMarkdown(markdown)) };
  });
}

function fill(source: string, values: GuideValues): string {
  const named: Readonly<Record<string, string>> = {
    '{base_url}': values.baseUrl,
    '{public_url}': values.publicUrl,
    '{docs_url}': values.docsUrl,
    '{auth_url}': values.authUrl,
    '{verificador_sha256}': values.verifierSha256,
    '{selo_sha256}': values.sealFingerprint,
    '{limites}': limitsInMarkdown(),
    '{textos_desenhados}': drawnTextsInMarkdown(),
    '{valores_padrao}': defaultsInMarkdown(),
  };
  return source.replace(/\{[a-z_0-9]+\}/g, (name) => named[name] ?? name);
}

/** `Verificar em PHP` as `verificar-em-php`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Headings get anchors; what may be wider than the page can be scrolled with the keyboard. */
export function renderMarkdown(markdown: string): RenderedGuide {
  const headings: { id: string; text: string }[] = [];
  let section = '';
  let tables = 0;
  let examples = 0;
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${inner}</h1>\n`;
        const id = slugOf(text);
        section = text.replaceAll('`', '');
        if (depth === 2) headings.push({ id, text: text.replaceAll('`', '') });
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${inner}</a></h${depth}>\n`;
      },
      code({ text, lang }) {
        const language = (lang ?? '').split(' ')[0] ?? '';
        const label = language === '' ? 'Exemplo' : language === 'text' ? 'O que se mostra' : `Exemplo em ${language}`;
        const pre = `<pre tabindex="0" aria-label="${escapeHtml(label)}" data-language="${escapeHtml(language)}"`;
        if (language === '' || language === 'text') return `${pre}><code>${escapeHtml(text)}</code></pre>\n`;
        examples += 1;
        const id = `exemplo-${examples}`;
        const copy = `<button class="button small copy" type="button" data-copy-of="${id}" data-copied="Copiado" aria-label="Copiar o exemplo ${examples}" hidden>Copiar</button>`;
        return `<div class="example" data-language="${escapeHtml(language)}">${copy}${pre} id="${id}"><code>${markKeyPlaces(text)}</code></pre></div>\n`;
      },
      table(token) {
        const cells = (row: typeof token.header, tag: 'th' | 'td') =>
          `<tr>${row
            .map(({ text, tokens }) => {
              // An empty corner cell is not a heading.
              const element = text === '' ? 'td' : tag;
              return `<${element}>${this.parser.parseInline(tokens)}</${element}>`;
            })
            .join('')}</tr>`;
        const rows = token.rows.map((row) => cells(row, 'td')).join('\n');
        tables += 1;
        const label = escapeHtml(`Tabela ${tables}${section === '' ? '' : `: ${section}`}`);
        return `<div class="wide" tabindex="0" role="region" aria-label="${label}"><table><thead>${cells(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const whole = marked.parse(markdown, { async: false });
  const after = whole.indexOf('</p>') + '</p>'.length;
  return { opening: { html: whole.slice(0, after) }, body: { html: whole.slice(after) }, headings };
}
