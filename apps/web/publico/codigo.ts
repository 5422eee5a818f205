/** Validation codes as people type, paste and scan them. */

const LENGTH = 12;
/** Without I, L, O and U (decided so that none is taken for another). */
const FULL = /SVC-?([0-9A-HJKMNP-TV-Z]{4})-?([0-9A-HJKMNP-TV-Z]{4})-?([0-9A-HJKMNP-TV-Z]{4})(?![0-9A-Z])/;

/** Letters the alphabet lacks, as the figures they are taken for. */
const lookAlikes = (text: string): string => text.replace(/O/g, '0').replace(/[IL]/g, '1');

/** The code somewhere in a text, such as an address or a sentence, in its one form; null where there is none. */
export function codeIn(text: string): string | null {
  const found = FULL.exec(text.toUpperCase().replace(/[\u2010-\u2015\u2212]/g, '-'));
  return found ? `SVC-${found[1]}-${found[2]}-${found[3]}` : null;
}

const bare = (text: string): string => text.toUpperCase().replace(/[^0-9A-Z]/g, '');

/** The letters and figures after `SVC`, look-alikes corrected. */
function bodyOf(text: string): string {
  const clean = bare(text);
  return lookAlikes(clean.startsWith('SVC') ? clean.slice(3) : clean);
}

/** What has been typed so far, with `SVC-` and hyphens put in. A whole code found in a longer text replaces it. */
export function maskCode(text: string): string {
  const found = codeIn(text);
  if (found) return found;
  const clean = bare(text);
  if ('SVC'.startsWith(clean)) return clean;
  const body = bodyOf(text).slice(0, LENGTH);
  return `SVC-${body.match(/.{1,4}/g)?.join('-') ?? ''}`.replace(/-$/, '');
}

export type CodeProblem =
  | { readonly kind: 'vazio' }
  | { readonly kind: 'curto'; readonly missing: number }
  | { readonly kind: 'letra'; readonly letter: string };

/** A typed code in its one form, or what is wrong with it. */
export function readCode(text: string): { readonly code: string } | { readonly problem: CodeProblem } {
  const body = bodyOf(text);
  if (body === '') return { problem: { kind: 'vazio' } };
  const letter = /[^0-9A-HJKMNP-TV-Z]/.exec(body)?.[0];
  if (letter) return { problem: { kind: 'letra', letter } };
  if (body.length < LENGTH) return { problem: { kind: 'curto', missing: LENGTH - body.length } };
  const groups = body.slice(0, LENGTH).match(/.{4}/g) ?? [];
  return { code: `SVC-${groups.join('-')}` };
}

/** The host an address names, where the text is one. */
export function hostIn(text: string): string | null {
  const address = /^\s*https?:\/\/\S+/i.exec(text)?.[0];
  try {
    return address ? new URL(address).host : null;
  } catch {
    return null;
  }
}

/** Whether an address is of the page of test documents, as their QR codes carry it. */
export const isTestAddress = (text: string): boolean => /\/validar\/teste(\/|$|\?)/i.test(text);
