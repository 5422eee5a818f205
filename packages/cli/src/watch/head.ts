import { clean } from '@rubrica/verify/cli';
import {
  type Note,
  type Policy,
  parseCheckpoint,
  parseNote,
  Unreadable,
  type VerifierKey,
  verifyNote,
} from '@rubrica/verify/log';
import { type Evidence, Misbehaved } from './finding.ts';
import type { Head } from './growth.ts';

/** A head that the log signed, and who cosigned it. */
export interface SignedHead extends Head {
  /** The names of the policy's witnesses. */
  readonly witnesses: readonly string[];
  /** Whether the policy is content with them; true without a policy. */
  readonly quorum: boolean;
}

interface Trust {
  readonly key: VerifierKey;
  readonly policy: Policy | null;
}

async function signersOf(note: Note, { key, policy }: Trust, evidence: Evidence): Promise<VerifierKey[]> {
  try {
    const keys = [key, ...(policy?.witnesses.map((witness) => witness.key) ?? [])];
    const signers = (await verifyNote(note, keys)).map((signed) => signed.key);
    if (signers.some(({ text }) => text === key.text)) return signers;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Misbehaved('ASSINATURA', `No ponto de controle, ${clean(error.message)}.`, evidence);
  }
  throw new Misbehaved('ASSINATURA', 'O ponto de controle não traz a assinatura do registro.', evidence);
}

/** Reads a head and checks who signed it. @throws {Misbehaved} where it is none of the log's */
export async function readHead(bytes: Uint8Array, trust: Trust): Promise<SignedHead> {
  const evidence = { 'apresentado.checkpoint': bytes };
  let note: Note;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    note = parseNote(text);
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof TypeError)) throw error;
    throw new Misbehaved('ILEGIVEL', 'O que o registro serve como ponto de controle não se lê.', evidence);
  }
  const signers = await signersOf(note, trust, evidence);
  try {
    const { origin, size, root } = parseCheckpoint(note);
    if (origin !== trust.key.name) throw new Unreadable('é de outro registro');
    const witnesses = signers.filter(({ type }) => type !== 1);
    const quorum = trust.policy?.quorumMet(witnesses) ?? true;
    return { size, root, text, witnesses: witnesses.map(({ name }) => name), quorum };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Misbehaved('ILEGIVEL', `O ponto de controle assinado não vale: ${clean(error.message)}.`, evidence);
  }
}
