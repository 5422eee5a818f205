import { lettersOf, validationCodeIn, withoutLookAlikes } from '@rubrica/contract/validation-code';

/** Validation codes while they are typed; what a whole one is says the contract. */

const LENGTH = 12;

/** The letters and figures after `SVC`, look-alikes corrected. */
function bodyOf(text: string): string {
  const letters = lettersOf(text);
  return withoutLookAlikes(letters.startsWith('SVC') ? letters.slice(3) : letters);
}

/** What has been typed so far, with `SVC-` and hyphens put in. A whole code found in a longer text replaces it. */
export function maskCode(text: string): string {
  const found = validationCodeIn(text);
  if (found) return found;
  if ('SVC'.startsWith(lettersOf(text))) return lettersOf(text);
  const body = bodyOf(text).slice(0, LENGTH);
  return `SVC-${body.match(/.{1,4}/g)?.join('-') ?? ''}`.replace(/-$/, '');
}

export type CodeProblem =
  | { readonly kind: 'blank' }
  | { readonly kind: 'short'; readonly missing: number }
  | { readonly kind: 'letter'; readonly letter: string };

/** A typed code in its one form, or what is wrong with it. */
export function readCode(text: string): { readonly code: string } | { readonly problem: CodeProblem } {
  const body = bodyOf(text);
  const code = validationCodeIn(text) ?? validationCodeIn(body.slice(0, LENGTH));
  if (code) return { code };
  if (body === '') return { problem: { kind: 'blank' } };
  const letter = /[^0-9A-HJKMNP-TV-Z]/.exec(body)?.[0];
  return { problem: letter ? { kind: 'letter', letter } : { kind: 'short', missing: LENGTH - body.length } };
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
