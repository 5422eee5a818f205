import type { Said } from '../../kit/rules/retell.ts';
import { usePage } from '../context.tsx';

/** What the service said, in the page's language; a sentence without words in it stays Portuguese. */
export function InWords({ said }: { readonly said: Said }) {
  const words = usePage().t.fromService(said.texto, said);
  return words === null ? <span lang="pt-BR">{said.texto}</span> : words;
}
