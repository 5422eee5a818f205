/**
 * What shows PDFs, and no syntax tells of: the oldest browsers that have all of it are about those that the pages promise to
 * work in (`TARGETS` in scripts/vite.ts).
 */
const NEEDED = ['OffscreenCanvas', 'DecompressionStream'];

/**
 * Where the page is to be shown. A browser that lacks what it needs further on is told so at once, in the page's own HTML,
 * and not when the person has come as far as the document.
 * @returns null in such a browser
 */
export function placeOfPage(): HTMLElement | null {
  if (NEEDED.every((name) => name in window)) return document.getElementById('app');
  document.getElementById('too-old')?.removeAttribute('hidden');
  return null;
}
