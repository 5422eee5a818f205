import type { Draft } from '../state/types.ts';

/** What was not saved yet, kept for this tab alone: it is gone when the tab is. */

interface Kept {
  /** What the service had when this was kept. */
  readonly base: string;
  readonly draft: Draft;
}

/** What a draft says, whatever ids its fields go by. */
export const signatureOf = ({ options, parts, campos }: Draft): string =>
  JSON.stringify([options, parts, campos.map(({ id: _, ...field }) => field)]);

const keyOf = (name: string) => `rubrica.editor.${name}`;

export function keep(name: string, base: Draft, draft: Draft): void {
  try {
    const kept: Kept = { base: signatureOf(base), draft };
    sessionStorage.setItem(keyOf(name), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing, or no more than it has.
  }
}

/** What was kept, where it still builds on what the service has. It is given out once. */
export function takeKept(name: string, base: Draft): Draft | null {
  try {
    const text = sessionStorage.getItem(keyOf(name));
    sessionStorage.removeItem(keyOf(name));
    const kept = JSON.parse(text ?? 'null') as Kept | null;
    return kept && kept.base === signatureOf(base) && signatureOf(kept.draft) !== kept.base ? kept.draft : null;
  } catch {
    return null;
  }
}

export function forget(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept.
  }
}
