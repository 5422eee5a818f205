import { useEffect, useState } from 'react';
import { fetchProof, handOverProof, PROOF_GUIDE, proofOf } from '../../kit/proof.ts';
import { usePage } from '../context.tsx';

/** The way to the proof of a concluded document, once it is known that there is one. */
export function OpenLog({ teste, codigo }: { readonly teste: boolean; readonly codigo: string }) {
  const { t } = usePage();
  const proof = proofOf(teste, codigo);
  const { href, name } = proof;
  const [found, setFound] = useState<{ readonly href: string; readonly text: string } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is all that tells one proof from another
  useEffect(() => {
    const leaving = new AbortController();
    void fetchProof(proof, leaving.signal).then((text) => text && !leaving.signal.aborted && setFound({ href, text }));
    return () => leaving.abort();
  }, [href]);
  if (found?.href !== href) return null;
  const { titulo, proof: fetchIt, how } = t.validar.registro;
  return (
    <p className="hint" data-open-log>
      {titulo}:{' '}
      <a href={href} download={name} onClick={handOverProof(proof, found.text)}>
        {fetchIt}
      </a>{' '}
      · <a href={PROOF_GUIDE}>{how}</a>
    </p>
  );
}
