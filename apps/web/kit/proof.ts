import { conclusionProofPath } from '@rubrica/contract/open-log';
import { handOver } from './hand-over.ts';

/** The proof that a document's conclusion is in the open log (docs/adr/0085), as anybody gets it by validation code. */
export interface ProofPlace {
  readonly href: string;
  /** What the file is called when it is kept. */
  readonly name: string;
}

export const proofOf = (teste: boolean, code: string): ProofPlace => ({
  href: conclusionProofPath(teste ? 'TESTE' : 'PRODUCAO', code),
  name: `prova-${code}.tlog-proof`,
});

/** Where it is said what a proof proves, and how it is checked. */
export const PROOF_GUIDE = '/docs/verificacao#registro-aberto';

/** How often a proof is asked for that is on its way into the log: it takes about a second to get there. */
const QUESTIONS = 4;

/**
 * The proof itself, or null: documents concluded before there was a log have none. It is fetched once and handed out
 * from here, as questions by code are counted. Not to know whether there is one is no reason to offer it.
 */
export async function fetchProof({ href }: ProofPlace, signal?: AbortSignal): Promise<string | null> {
  try {
    for (let asked = 1; ; asked += 1) {
      const answer = await fetch(href, {
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: signal ?? null,
      });
      if (answer.status === 200) return await answer.text();
      const wait = answer.status === 404 ? Number(answer.headers.get('retry-after')) : 0;
      if (!(wait > 0) || asked === QUESTIONS || signal?.aborted) return null;
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  } catch {
    return null;
  }
}

/** What a link to a proof does: it hands out what was fetched, without asking again. Its address stays to be copied. */
export const handOverProof =
  ({ name }: ProofPlace, proof: string) =>
  (event: { preventDefault(): void }) => {
    event.preventDefault();
    handOver(name, proof, 'text/plain');
  };
