import { type Message, textsAt } from './frames.ts';

/** A statement a client asked to be run. */
export interface Ran {
  readonly sql: string;
  /** The marker of the transaction it is part of, once one of its statements carried it. */
  readonly marker: string | null;
  readonly readOnly: boolean;
  /** How many statements of the transaction ran since the marker was seen. */
  readonly position: number;
  /** The statements of the transaction so far. */
  readonly before: readonly string[];
}

const BEGIN = /^\s*begin/i;
const END = /^\s*(commit|rollback)/i;

/** Follows one connection: names and portals as the extended protocol has them, and the transaction it is in. */
export class Statements {
  readonly #named = new Map<string, string>();
  #bound = '';
  #inside = false;
  #readOnly = false;
  #marker: string | null = null;
  #position = 0;
  #before: string[] = [];

  /** @returns the statement a message runs, or null when it runs none */
  read({ bytes, type }: Message, markers: { has(marker: string): boolean }): Ran | null {
    if (type === 'P') {
      const [name = '', sql = ''] = textsAt(bytes, 5, 2);
      this.#named.set(name, sql);
    } else if (type === 'B') {
      const [portal = '', name = ''] = textsAt(bytes, 5, 2);
      this.#bound = this.#named.get(name) ?? '';
      if (this.#inside && this.#marker === null) {
        const start = 5 + Buffer.byteLength(portal) + 1 + Buffer.byteLength(name) + 1;
        this.#marker = parametersAt(bytes, start).find((text) => markers.has(text)) ?? null;
      }
    } else if (type === 'E' || type === 'Q') {
      return this.#run(type === 'Q' ? (textsAt(bytes, 5, 1)[0] ?? '') : this.#bound);
    }
    return null;
  }

  #run(sql: string): Ran {
    if (BEGIN.test(sql)) {
      this.#inside = true;
      this.#readOnly = /read only/i.test(sql);
      this.#marker = null;
      this.#position = 0;
      this.#before = [];
    }
    const ran = {
      sql,
      marker: this.#marker,
      readOnly: this.#readOnly,
      position: this.#position,
      before: this.#before,
    };
    if (this.#inside) this.#before.push(sql);
    if (this.#marker !== null) this.#position += 1;
    if (END.test(sql)) {
      this.#inside = false;
      this.#marker = null;
    }
    return ran;
  }
}

/** The values of a Bind message: first the formats, then how many values, then length and bytes of each. */
function parametersAt(bytes: Buffer, start: number): string[] {
  let at = start + 2 + 2 * bytes.readInt16BE(start);
  const count = bytes.readInt16BE(at);
  at += 2;
  const texts: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length >= 0) texts.push(bytes.toString('latin1', at, at + Math.min(length, 64)));
    at += Math.max(0, length);
  }
  return texts;
}
