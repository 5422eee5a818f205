import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml, type Html, html } from '../../core/html.ts';
import { once } from '../../core/once.ts';

/** A stretch of the documentation that can be found: a page, or a section of one. */
export interface Findable {
  readonly path: string;
  /** Of the page, and of the section in it. */
  readonly title: string;
  readonly section: string | null;
  readonly text: string;
}

export const SEARCH_PATH = '/docs/busca';
const SHOWN = 30;
const QUERY_MAX_CHARS = 100;
const BEFORE_CHARS = 60;
const EXCERPT_CHARS = 220;

/** As it is compared: without accents and case, so that `codigo` finds `Código`. Keeps the number of characters. */
const plain = (text: string) =>
  [...text]
    .map((one) => one.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().slice(0, one.length) || one)
    .join('');

/** The sections of a guide in Markdown, with the text in each, its first under the page itself. */
export function sectionsOf(path: string, markdown: string, idOf: (heading: string) => string): Findable[] {
  const [opening = '', ...sections] = markdown.split(/^## /m);
  const title = /^# (.+)$/m.exec(opening)?.[1]?.replaceAll('`', '') ?? '';
  const textOf = (part: string) =>
    part
      .replace(/^#+ .+$/gm, '')
      .replace(/\]\([^)]*\)|[[*|`]/g, ' ')
      .replace(/\s+/g, ' ');
  return [
    { path, title, section: null, text: textOf(opening) },
    ...sections.map((part) => {
      const [heading = '', ...rest] = part.split('\n');
      return {
        path: `${path}#${idOf(heading)}`,
        title,
        section: heading.replaceAll('`', ''),
        text: textOf(rest.join('\n')),
      };
    }),
  ];
}

/** Finds what has every word: in a title first, then by how often. @returns the best first, at most 30 */
export function createSearch(all: readonly Findable[]): (query: string) => readonly Findable[] {
  const known = all.map((one) => ({
    one,
    title: plain(`${one.section ?? one.title}`),
    text: plain(`${one.title} ${one.section ?? ''} ${one.text}`),
  }));
  return (query) => {
    const words = plain(query)
      .split(/\s+/)
      .filter((word) => word !== '');
    if (words.length === 0) return [];
    return known
      .flatMap(({ one, title, text }) => {
        if (!words.every((word) => text.includes(word))) return [];
        const worth = words.map((word) => (title.includes(word) ? 50 : 0) + Math.min(text.split(word).length, 10));
        return [{ one, worth: worth.reduce((sum, each) => sum + each, 0) }];
      })
      .sort((a, b) => b.worth - a.worth)
      .slice(0, SHOWN)
      .map(({ one }) => one);
  };
}

/** The words around the first place found, with every place marked. */
function excerpt(text: string, query: string): Html {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  const compared = plain(text);
  const first = Math.max(
    0,
    Math.min(...words.map((word) => compared.indexOf(word)).filter((at) => at >= 0), text.length) - BEFORE_CHARS,
  );
  const from = first >= text.length - BEFORE_CHARS ? 0 : first;
  const shown = text.slice(from, from + EXCERPT_CHARS);
  const places = new RegExp(words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  let after = 0;
  let marked = '';
  for (const { index, 0: word } of plain(shown).matchAll(places)) {
    marked += `${escapeHtml(shown.slice(after, index))}<mark>${escapeHtml(shown.slice(index, index + word.length))}</mark>`;
    after = index + word.length;
  }
  return { html: `${from > 0 ? '… ' : ''}${marked}${escapeHtml(shown.slice(after))} …` };
}

/** The field of the search, for the menu of the documentation. @param query what it has at first */
export const searchField = (query = ''): Html =>
  html`<form class="search" role="search" action="${SEARCH_PATH}" method="get"><label class="unseen" for="busca">Buscar na documentação</label><input id="busca" name="q" type="text" inputmode="search" enterkeyhint="search" maxlength="${QUERY_MAX_CHARS}" placeholder="Buscar" value="${query}" autocomplete="off"><button class="button" type="submit">Buscar</button></form>`;

/**
 * `/docs/busca?q=`: what the documentation has of some words, found here, in the texts that this process has anyway.
 * @param all what can be found; prepared at the first search
 * @param send sends the page; the query is for its field
 */
export function addSearch(
  app: FastifyInstance,
  all: () => readonly Findable[],
  send: (reply: FastifyReply, query: string, body: Html) => unknown,
): void {
  const search = once(() => createSearch(all()));
  app.get<{ Querystring: { q?: unknown } }>(SEARCH_PATH, async (request, reply) => {
    const { q } = request.query;
    const query = typeof q === 'string' ? q.trim().slice(0, QUERY_MAX_CHARS) : '';
    const found = search()(query);
    const items = found.map(
      ({ path, title, section, text }) =>
        html`<li><a href="${path}">${section ?? title}</a>${section === null ? null : html` <span class="hint">${title}</span>`}<p>${excerpt(text, query)}</p></li>`,
    );
    const told =
      query === ''
        ? html`<p class="lead">Escreva o que procura: uma palavra, um campo, um código de erro.</p>`
        : found.length === 0
          ? html`<p class="lead">Nada com “${query}”. Tente uma palavra só, ou o nome de um campo.</p>`
          : html`<p class="hint">${found.length === SHOWN ? `Os ${SHOWN} melhores` : found.length} para “${query}”</p><ol class="found">${items}</ol>`;
    return send(reply, query, html`<h1>Busca</h1>${told}`);
  });
}
