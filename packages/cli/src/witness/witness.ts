import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { clean } from '@rubrica/verify/cli';
import {
  type Checkpoint,
  type Note,
  parseCheckpoint,
  parseNote,
  rootOf,
  Unreadable,
  type VerifierKey,
  verifyConsistency,
  verifyNote,
} from '@rubrica/verify/log';
import { misuse } from '../command.ts';
import { contentOf, replaceFile } from '../log/folder.ts';
import type { WitnessKey } from './key.ts';
import { Malformed, parseSubmission, provenPrefix, type Submission } from './submission.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly type: string;
}

/** Two heads that a log signed and that no one tree can have. */
export interface Fork {
  readonly origin: string;
  /** Of the head that was submitted. */
  readonly size: number;
  /** Where both heads are kept. */
  readonly path: string;
}

interface Setup {
  readonly folder: string;
  readonly key: WitnessKey;
  readonly logs: readonly VerifierKey[];
  readonly onCosigned: (checkpoint: Checkpoint) => void;
  readonly onFork: (fork: Fork) => void;
}

/** A head of a log that this witness cosigned. */
interface Seen {
  readonly checkpoint: Checkpoint;
  readonly note: Note;
}

/** One is a proof; a log that signs any number of them fills no disk. */
const MOST_FORKS = 100;

const TEXT = 'text/plain; charset=utf-8';
const plain = (status: number, body: string): Answer => ({ status, body: `${body}\n`, type: TEXT });
const conflict = (size: number): Answer => ({ status: 409, body: `${size}\n`, type: 'text/x.tlog.size' });
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const written = ({ text, signatures }: Note): string =>
  `${text}\n${signatures.map(({ line }) => `${line}\n`).join('')}`;

/** Vouches for logs that they only grow: cosigns a head that goes on from the last one it cosigned, and no other. */
export class Witness {
  private readonly setup: Setup;
  /** How many were kept since it began. */
  private forks = 0;
  /** The last piece of work on each origin: the next one waits for it. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(setup: Setup) {
    this.setup = setup;
  }

  /** The origins it vouches for. */
  get origins(): string[] {
    return [...new Set(this.setup.logs.map(({ name }) => name))];
  }

  /** Reads what is kept of every log. @throws {Stop} where some of it cannot be read */
  async examine(): Promise<void> {
    for (const origin of this.origins) await this.seen(origin);
  }

  /** Answers `POST /add-checkpoint`. @throws {Stop} where what is kept cannot be read: the witness must not go on */
  async addCheckpoint(body: Uint8Array): Promise<Answer> {
    let submission: Submission;
    try {
      submission = parseSubmission(body);
    } catch (error) {
      if (error instanceof Malformed || error instanceof Unreadable) return plain(400, error.message);
      throw error;
    }
    const { old, note, checkpoint } = submission;
    const keys = this.keysOf(checkpoint.origin);
    if (keys.length === 0) return plain(404, 'esta testemunha não conhece o registro');
    const signed = await this.signedBy(note, keys);
    if (signed === null) return plain(403, 'nenhuma assinatura é do registro');
    if (old > checkpoint.size) return plain(400, 'o tamanho antigo é maior do que o da árvore');
    return this.inTurn(checkpoint.origin, () => this.judge({ ...submission, note: signed }));
  }

  private keysOf(origin: string): VerifierKey[] {
    return this.setup.logs.filter(({ name }) => name === origin);
  }

  /** The note with the log's own signatures only; null if it has none that holds. */
  private async signedBy(note: Note, keys: readonly VerifierKey[]): Promise<Note | null> {
    try {
      const signatures = await verifyNote(note, keys);
      if (signatures.length === 0) return null;
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
    const isOwn = ({ name, id }: Note['signatures'][number]) =>
      keys.some((key) => key.name === name && isSame(key.id, id));
    return { text: note.text, signatures: note.signatures.filter(isOwn) };
  }

  /** Looks at a head and keeps it: of one origin one at a time, or the older of two could be kept last. */
  private inTurn<T>(origin: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(origin) ?? Promise.resolve();
    const result = before.then(work, work);
    this.last.set(origin, result);
    return result;
  }

  private fileOf(origin: string): string {
    return join(this.setup.folder, 'registros', `${hashOf(origin)}.checkpoint`);
  }

  /** What was cosigned last. It is read anew each time and bears the log's signature, so that nothing else passes for it. */
  private async seen(origin: string): Promise<Seen | null> {
    const path = this.fileOf(origin);
    const content = await contentOf(path);
    if (content === null) return null;
    try {
      const note = parseNote(content.toString('utf8'));
      const checkpoint = parseCheckpoint(note);
      const signed = await verifyNote(note, this.keysOf(origin));
      if (signed.length > 0 && checkpoint.origin === origin) return { checkpoint, note };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
    throw misuse(
      `O que foi visto de ${clean(origin)} não se lê, ou não traz a assinatura dele: ${clean(path)}. Sem isso a testemunha não pode continuar. Ponha o arquivo de volta de uma cópia mais nova que a última assinatura, ou comece com outra pasta, que é outra testemunha.`,
    );
  }

  private async judge(submission: Submission): Promise<Answer> {
    const { old, proof, note, checkpoint } = submission;
    const seen = await this.seen(checkpoint.origin);
    const [size, root] = seen ? [seen.checkpoint.size, seen.checkpoint.root] : [0, rootOf([])];
    const isOther = checkpoint.size === size && !isSame(checkpoint.root, root);
    if (isOther && seen) await this.keepFork(seen, submission);
    if (old !== size || isOther) return conflict(size);
    try {
      verifyConsistency({ from: old, to: checkpoint.size, fromRoot: root, toRoot: checkpoint.root, proof });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const prefix = provenPrefix(submission);
      if (seen && prefix && !isSame(prefix, root)) await this.keepFork(seen, submission);
      return plain(422, error.message);
    }
    // Before the cosignature leaves: a head that others were told of and this witness forgot could be contradicted.
    if (checkpoint.size > size || !seen) await replaceFile(this.fileOf(checkpoint.origin), written(note));
    this.setup.onCosigned(checkpoint);
    return { status: 200, body: this.setup.key.cosign(note.text, Math.floor(Date.now() / 1000)), type: TEXT };
  }

  /** Keeps both heads, each with the log's signature; a fork that is submitted again is not written again. */
  private async keepFork(seen: Seen, { note, checkpoint, old, proof }: Submission): Promise<void> {
    const { origin, size } = checkpoint;
    const name = `bifurcacao-${size}-${hashOf(seen.note.text + note.text).slice(0, 16)}.json`;
    const path = join(this.setup.folder, 'provas', name);
    const evidence = {
      origem: origin,
      vistoEm: new Date().toISOString(),
      guardado: written(seen.note),
      apresentado: written(note),
      tamanhoAntigo: old,
      prova: proof.map((hash) => Buffer.from(hash).toString('base64')),
    };
    const isKept = (await contentOf(path)) !== null;
    if (!isKept && this.forks < MOST_FORKS) await replaceFile(path, `${JSON.stringify(evidence, null, 2)}\n`);
    if (!isKept) this.forks += 1;
    this.setup.onFork({ origin, size, path });
  }
}
