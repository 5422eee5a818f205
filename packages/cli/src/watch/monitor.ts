import { setTimeout as sleep } from 'node:timers/promises';
import { leafHash, type Policy, type VerifierKey } from '@rubrica/verify/log';
import { Unreached } from './fetch.ts';
import { Misbehaved } from './finding.ts';
import { type Growth, growthTo } from './growth.ts';
import { readHead, type SignedHead } from './head.ts';
import { proofText } from './proof.ts';
import { type Published, publishedSeals, unannounced } from './seals.ts';
import type { Source } from './source.ts';
import { openState, type State, saveState } from './state.ts';
import { rootOfLeaves, type Tile, WIDTH } from './tree.ts';

interface Setup {
  readonly folder: string;
  readonly key: VerifierKey;
  readonly policy: Policy | null;
  readonly source: Source;
  /** Where the installation publishes its seals; null to leave them out. */
  readonly seals: string | null;
  readonly withinMs: number;
  readonly end: AbortSignal;
}

/** What a round saw, of a log that did nothing wrong. */
export interface Round {
  readonly size: number;
  readonly root: Uint8Array;
  readonly added: number;
  readonly witnesses: readonly string[];
  /** What is worth telling, though nobody can say that it is wrong. */
  readonly notes: readonly string[];
}

/** How often a head is asked for that may only be late: an old one of a cache, one whose witnesses did not answer yet. */
const TRIES = 3;
const PAUSE_MS = 1_000;
const TILES_AT_ONCE = 8;
/** How far the time of a leaf may be from when it was seen. */
const AHEAD_MS = 5 * 60_000;
const BEHIND_MS = 10 * 60_000;

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Watches one log: each round reads what is new and holds it against all that was seen. */
export class Monitor {
  private readonly setup: Setup;
  private readonly state: State;

  private constructor(setup: Setup, state: State) {
    this.setup = setup;
    this.state = state;
  }

  /** Reads what is remembered. @throws {Stop} where it cannot be read */
  static async open(setup: Setup): Promise<Monitor> {
    return new Monitor(setup, await openState(setup.folder, setup.key));
  }

  /**
   * Looks at the log once. What fits is remembered before anything else is complained about.
   * @throws {Misbehaved} where the log did what it must not
   * @throws {Unreached} where it, or what it is held against, does not answer
   */
  async round(): Promise<Round> {
    const { state } = this;
    // Before the head: a seal that is new has its leaf by then.
    const published = await this.published();
    const head = await this.settledHead();
    const before = state.tree.size;
    const notes = head.size > before ? await this.grow(head) : [];
    state.checkpoint = head.text;
    const now = new Date();
    state.seenAt = now;
    const seals =
      published instanceof Error || published === null
        ? null
        : unannounced(published, this.setup.key.name, state.leaves, state.pendingSeals);
    if (seals) state.pendingSeals = seals.pending;
    await saveState(this.setup.folder, this.setup.key.name, state);
    if (!head.quorum) this.blame('QUORUM', 'O ponto de controle não traz as testemunhas que a política exige.', head);
    if (published instanceof Error) throw published;
    if (seals && seals.overdue.length > 0)
      this.blame('SELO', `A instalação publica selos que o registro não anunciou: ${seals.overdue.join(', ')}.`, head, {
        'selos.json': (published as Published).text,
      });
    const waiting = Object.keys(seals?.pending ?? {}).map((name) => `O selo ${name} ainda não foi anunciado.`);
    const { size, root, witnesses } = head;
    return { size, root, added: size - before, witnesses, notes: [...notes, ...waiting] };
  }

  private blame(kind: Misbehaved['kind'], message: string, head: SignedHead, more: Misbehaved['evidence'] = {}): never {
    throw new Misbehaved(kind, message, { 'apresentado.checkpoint': head.text, ...more });
  }

  private async published(): Promise<Published | Error | null> {
    const { seals } = this.setup;
    if (seals === null) return null;
    return publishedSeals(seals, this.setup).catch((error: unknown) => {
      if (error instanceof Unreached || error instanceof Misbehaved) return error;
      throw error;
    });
  }

  /** The head, asked for again while it may only be late. */
  private async settledHead(): Promise<SignedHead> {
    const { source, end } = this.setup;
    for (let left = TRIES - 1; ; left -= 1) {
      const head = await readHead(await source.checkpoint(), this.setup);
      const shrank = this.compare(head);
      if ((shrank === null && head.quorum) || left === 0) {
        if (shrank) throw shrank;
        return head;
      }
      await sleep(PAUSE_MS, undefined, { signal: end });
    }
  }

  /**
   * Holds a head that is no larger than the last one against it.
   * @returns that the log shrank: what is to be said if it stays so
   * @throws {Misbehaved} of two heads that no one tree can have
   */
  private compare(head: SignedHead): Misbehaved | null {
    const { tree, leaves, checkpoint } = this.state;
    if (head.size > tree.size) return null;
    const evidence = checkpoint === null ? {} : { 'visto.checkpoint': checkpoint };
    const expected = head.size === tree.size ? tree.root() : rootOfLeaves(head.size, (index) => leaves.hashAt(index));
    const sizes = `${tree.size} folhas, a vista, e ${head.size}, a apresentada`;
    if (!isSame(expected, head.root) && checkpoint === null)
      this.blame('NAO_FECHA', 'O registro assinou uma raiz que não é a de uma árvore vazia.', head);
    if (!isSame(expected, head.root))
      this.blame('BIFURCOU', `O registro assinou duas árvores que não são a mesma: ${sizes}.`, head, evidence);
    if (head.size === tree.size) return null;
    return new Misbehaved('ENCOLHEU', `O registro voltou a uma árvore menor: ${sizes}.`, {
      ...evidence,
      'apresentado.checkpoint': head.text,
    });
  }

  private async grow(head: SignedHead): Promise<string[]> {
    const { source, key } = this.setup;
    const { tree, leaves, checkpoint, seenAt } = this.state;
    const growth = await growthTo(head, tree, checkpoint, { source, leaves, key });
    await this.checkTiles(growth.tiles);
    for (let i = 0; i < growth.records.length; i += 1) {
      const earlier = leaves.add(growth.records.at(i));
      if (earlier !== null) await this.blameLabel(earlier, tree.size + i, growth, head);
    }
    this.state.tree = growth.tree;
    return oddTimes(growth.times, tree.size, seenAt);
  }

  private async checkTiles(tiles: readonly Tile[]): Promise<void> {
    const { source } = this.setup;
    for (let start = 0; start < tiles.length; start += TILES_AT_ONCE) {
      const some = tiles.slice(start, start + TILES_AT_ONCE);
      await Promise.all(
        some.map((tile) =>
          source.checkTile(tile).catch((error: unknown) => {
            if (error instanceof Misbehaved) return source.checkTile(tile);
            throw error;
          }),
        ),
      );
    }
  }

  /** Of a label that says two things: both leaves, each with the proof that it is in the tree. */
  private async blameLabel(earlier: number, later: number, growth: Growth, head: SignedHead): Promise<never> {
    const { leaves, tree } = this.state;
    const hashAt = (index: number): Uint8Array =>
      index < tree.size ? leaves.hashAt(index) : growth.records.hashAt(index - tree.size);
    const evidence: Record<string, Uint8Array | string> = {};
    for (const index of [earlier, later]) {
      const entry = await this.entryAt(index, head.size);
      if (entry === null || !isSame(leafHash(entry), hashAt(index))) continue;
      evidence[`folha-${index}.json`] = entry;
      evidence[`folha-${index}.tlog-proof`] = proofText(entry, index, head.size, head.text, hashAt);
    }
    const message = `As folhas ${earlier} e ${later} têm o mesmo rótulo e dizem coisas diferentes.`;
    return this.blame('ROTULO', message, head, evidence);
  }

  private async entryAt(index: number, size: number): Promise<Uint8Array | null> {
    const bundle = Math.floor(index / WIDTH);
    try {
      const entries = await this.setup.source.bundle(bundle, Math.min(WIDTH, size - bundle * WIDTH));
      return entries[index % WIDTH] ?? null;
    } catch (error) {
      if (error instanceof Misbehaved || error instanceof Unreached) return null;
      throw error;
    }
  }
}

/** Leaves that say to be of a time that fits badly with when they were seen; told once of each kind. */
function oddTimes(times: readonly number[], first: number, seenAt: Date | null): string[] {
  const now = Date.now();
  const ahead = times.findIndex((time) => time > now + AHEAD_MS);
  const behind = seenAt === null ? -1 : times.findIndex((time) => time < seenAt.getTime() - BEHIND_MS);
  const tell = (at: number, what: string) =>
    at < 0 ? [] : [`A folha ${first + at} ${what}: ${new Date(times[at] as number).toISOString()}.`];
  return [
    ...tell(ahead, 'diz ser de uma hora que ainda não chegou'),
    ...tell(behind, 'apareceu só agora, e diz ser de bem antes da última visita'),
  ];
}
