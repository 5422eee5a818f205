/** The proof that a document's conclusion is in the open log (docs/adr/0085), as anybody gets it by validation code. */
export interface ProofPlace {
  readonly href: string;
  /** What the file is called when it is kept. */
  readonly name: string;
}

export const proofOf = (teste: boolean, code: string): ProofPlace => ({
  href: `/registro${teste ? '/teste' : ''}/prova/${encodeURIComponent(code)}?de=CONCLUSAO`,
  name: `prova-${code}.tlog-proof`,
});

/** Where it is said what a proof proves, and how it is checked. */
export const PROOF_GUIDE = '/docs/verificacao#registro-aberto';

/** Whether there is one: documents concluded before there was a log have none. Not to know is no reason to offer it. */
export async function isThere({ href }: ProofPlace, signal?: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(href, {
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: signal ?? null,
    });
    return answer.status === 200;
  } catch {
    return false;
  }
}
