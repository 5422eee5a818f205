import type { Certificate } from '../crypto/certificate.ts';
import type { Evidence } from '../package/read.ts';
import { ensure, type Findings, Unsure } from '../report.ts';
import { type Anchor, checkProof } from './check-proof.ts';
import { checkReceipts, tellsOfLog } from './check-receipts.ts';
import { checkStamp } from './check-stamp.ts';
import type { VerifierKey } from './note.ts';
import type { Policy } from './policy.ts';

/** Holds the files against the open log (ADR 0085), with what the user has of it. */

/** What the user has from the log, and whom of it to trust. */
export interface LogOptions {
  /** C2SP tlog-proofs, as text. */
  readonly proofs: readonly string[];
  readonly policy: Policy | null;
  /** The log's key; a closed list, like the logs of the policy. */
  readonly keys: readonly VerifierKey[];
  /** Receipts that signers kept, as text; they must agree with the trail of these files. */
  readonly receipts: readonly string[];
  /** Time stamps over the text of a checkpoint: DER of an RFC 3161 TimeStampToken or TimeStampResp. */
  readonly stamps: readonly Uint8Array[];
}

/** Every kind of list that was given must have the key; null if none was given. */
function trustedLogs({ keys, policy }: LogOptions): VerifierKey[] | null {
  const lists = [keys, policy?.logs ?? []].filter((list) => list.length > 0);
  const [first, ...others] = lists;
  if (!first) return null;
  return first.filter(({ text }) => others.every((list) => list.some((other) => other.text === text)));
}

/** How far the log bears these files out. */
export interface Logged {
  /** A leaf of the conclusion or of the certificate is in a tree that is signed as the user demands. */
  readonly anchored: boolean;
  /** And the tree was there at a time that an authority known to the user bears witness to. */
  readonly stamped: boolean;
}

const OLDER = 'o pacote é de antes do registro aberto';

/**
 * @param given what the user has of the log; undefined if nothing, when only the receipts of the package are checked
 * @param timestampRoots of the authorities whose time stamps the user trusts
 */
export async function checkLog(
  evidence: Evidence,
  given: LogOptions | undefined,
  timestampRoots: readonly Certificate[],
  findings: Findings,
): Promise<Logged> {
  const logs = given ? trustedLogs(given) : null;
  const own = evidence.conteudo.registroAberto;
  if (own || given || tellsOfLog(evidence.conteudo)) {
    await findings.check('REGISTRO.RECIBOS', 'Os recibos do registro aberto são dos atos da trilha', () =>
      checkReceipts(evidence.conteudo, given?.receipts ?? [], logs),
    );
  }
  if (!given) return { anchored: false, stamped: false };
  const anchors: Anchor[] = [];
  for (const text of given.proofs) {
    const anchor = await checkProof(text, { evidence, logs, policy: given.policy }, findings);
    if (anchor) anchors.push(anchor);
  }
  if (given.proofs.length === 0 && given.receipts.length === 0 && own) {
    await findings.check('REGISTRO.COMPROMISSO', 'O registro aberto tem uma folha destes arquivos', () => {
      return new Unsure('nenhuma prova foi informada; a instituição a publica, e dá-se com --prova');
    });
  }
  let stamped = false;
  for (const der of given.stamps) {
    await findings.check('REGISTRO.HORA', 'O ponto de controle da prova tem carimbo de tempo', async () => {
      if (!own) return new Unsure(OLDER);
      ensure(anchors.length > 0, 'não há prova a cujo ponto de controle o carimbo se refira');
      const { reason, anchor, identified } = await checkStamp(der, anchors, timestampRoots);
      stamped ||= identified && anchor.anchored;
      return reason;
    });
  }
  return { anchored: anchors.some(({ anchored }) => anchored), stamped };
}
