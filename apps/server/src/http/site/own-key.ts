import { type EscopoChave, MEMBER_ROLES, operations } from '@rubrica/contract';
import { EXAMPLES_KEY_KEPT, SESSION_KEPT } from '@rubrica/web/kit/stored';
import { escapeHtml, type Html, html } from '../../core/html.ts';

/**
 * The reader's own test key in the examples. The server only marks the places: the key is made by the reader's browser
 * (`script/own-key.js`), stays there, and no page from here ever holds one.
 */

/** What the guides need of a key, all of them (docs/guides/inicio-rapido.md). */
export const GUIDE_SCOPES: readonly EscopoChave[] = [
  'documentos:ler',
  'documentos:escrever',
  'arquivos:ler',
  'signatarios:ler',
  'signatarios:escrever',
  'modelos:ler',
  'modelos:escrever',
  'webhooks:gerenciar',
];

const KEY_NAME = 'Exemplos da documentação';

/** How examples name a key, with the quotes that a key needs in its place. */
const PLACES: readonly (readonly [place: RegExp, quote: string])[] = [
  [/\$KEY\b/, ''],
  [/svc_test_…/, ''],
  [/\$\{process\.env\.RUBRICA_CHAVE\}/, ''],
  [/process\.env\.RUBRICA_CHAVE/, "'"],
  [/\{os\.environ\['RUBRICA_CHAVE'\]\}/, ''],
  [/os\.environ\[["']RUBRICA_CHAVE["']\]/, "'"],
  [/getenv\('RUBRICA_CHAVE'\)/, "'"],
];
const ANY_PLACE = new RegExp(`(${PLACES.map(([place]) => place.source).join('|')})`);

/** An example's text as HTML, with the places of a key marked. */
export function markKeyPlaces(text: string): string {
  return text
    .split(ANY_PLACE)
    .map((part) => {
      const place = PLACES.find(([one]) => one.exec(part)?.[0] === part);
      return place ? `<span class="key-place" data-quote="${place[1]}">${escapeHtml(part)}</span>` : escapeHtml(part);
    })
    .join('');
}

/** Whether a page has an example with a key. */
export const hasKeyPlaces = ({ html: text }: Html): boolean => text.includes('class="key-place"');

const lowest = operations.criarChaveApi.role;
const ROLES = MEMBER_ROLES.slice(0, MEMBER_ROLES.indexOf(lowest) + 1);

/** Offers the key, to whom the script finds signed in to the panel. @param basePath of the API */
export const keyOffer = (
  basePath: string,
): Html => html`<section id="own-key" class="own-key" aria-label="Chave de teste nos exemplos" hidden data-api="${basePath}" data-session="${SESSION_KEPT}" data-kept="${EXAMPLES_KEY_KEPT}" data-roles="${ROLES.join(' ')}" data-label="${KEY_NAME}" data-scopes="${GUIDE_SCOPES.join(' ')}">
<p class="hint" id="own-key-told" role="status"></p>
<p><button class="button small" type="button" id="own-key-make" hidden>Usar a minha chave de teste nos exemplos</button> <span id="own-key-kept" hidden><button class="button small" type="button" id="own-key-forget">Esquecer a chave</button> <a href="/painel/integracao/chaves">Revogar no painel</a></span></p>
</section>`;
