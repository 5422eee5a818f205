import { useEffect, useState } from 'react';
import { isThere, PROOF_GUIDE, proofOf } from '../../kit/proof.ts';
import { usePage } from '../context.tsx';

/** The way to the proof of a concluded document, once it is known that there is one. */
export function OpenLog({ teste, codigo }: { readonly teste: boolean; readonly codigo: string }) {
  const { t } = usePage();
  const proof = proofOf(teste, codigo);
  const { href, name } = proof;
  const [there, setThere] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is all that tells one proof from another
  useEffect(() => {
    const leaving = new AbortController();
    void isThere(proof, leaving.signal).then((found) => found && setThere(href));
    return () => leaving.abort();
  }, [href]);
  if (there !== href) return null;
  const { titulo, proof: fetchIt, how } = t.validar.registro;
  return (
    <p className="hint" data-open-log>
      {titulo}:{' '}
      <a href={href} download={name} rel="noreferrer">
        {fetchIt}
      </a>{' '}
      · <a href={PROOF_GUIDE}>{how}</a>
    </p>
  );
}
