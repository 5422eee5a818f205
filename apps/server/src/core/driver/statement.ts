/** An identifier in a statement's text. */
export class Identifier {
  readonly text: string;
  constructor(name: string) {
    this.text = escapeIdentifier(name);
  }
}

/** A value for a json column. */
export class Json {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Names, values, or both, rendered as the surrounding statement requires. */
export class Columns {
  readonly of: object;
  constructor(of: object) {
    this.of = of;
  }
}

/** A statement or part of one, as its template and values. */
export abstract class Piece {
  readonly strings: readonly string[];
  readonly args: readonly unknown[];
  constructor(strings: readonly string[], args: readonly unknown[]) {
    this.strings = strings;
    this.args = args;
  }
}

const JSONB = 3802;
const TIMESTAMPTZ = 1184;
const BYTEA = 17;
const BOOL = 16;
const INT8 = 20;

/** A statement as the server prepares it, once per connection. */
export interface Prepared {
  readonly text: string;
  /** Type OIDs of its parameters; 0 lets the server infer one. */
  readonly types: readonly number[];
  name: string;
}

export interface Built {
  readonly prepared: Prepared;
  readonly values: (string | Buffer | null)[];
}

let names = 0;
/** To the server a new name is a new statement. */
export const nextName = (): string => {
  names += 1;
  return `s${names}`;
};

const prepared = new Map<string, Prepared>();
/** Statements whose text depends on their template alone, by the types of their parameters. */
const byTemplate = new WeakMap<readonly string[], Map<string, Prepared>>();
/** The protocol's limit. */
const PARAMETERS = 65_535;

const escapeIdentifier = (name: string): string => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`;

class Writer {
  text = '';
  readonly types: number[] = [];
  readonly values: (string | Buffer | null)[] = [];
  /** Whether the template held parameters only. */
  plain = true;

  piece({ strings, args }: Piece): void {
    this.text += strings[0];
    for (let i = 0; i < args.length; i += 1) {
      this.argument(args[i]);
      this.text += strings[i + 1];
    }
  }

  argument(value: unknown): void {
    if (typeof value !== 'object' || value === null || !isWritten(value)) {
      this.text += `$${this.parameter(value)}`;
      return;
    }
    this.plain = false;
    if (value instanceof Piece) this.piece(value);
    else if (value instanceof Identifier) this.text += value.text;
    else if (value instanceof Columns) this.columns(value.of);
    else this.pieces(value as Piece[]);
  }

  pieces(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      this.text += ' ';
      this.piece(piece);
    }
  }

  columns(of: object): void {
    const before = /(\w+)\s*\(?\s*$/.exec(this.text)?.[1]?.toLowerCase();
    if (before === 'in') this.list(of as unknown[]);
    else if (before === 'set') this.changes(of as Record<string, unknown>);
    else if (/\binsert\s+into\s+\S+\s*$/i.test(this.text)) this.rows(of as object);
    else if (Array.isArray(of)) this.text += of.map(escapeIdentifier).join(',');
    else throw new TypeError(`columns after ${this.text.slice(-40)}`);
  }

  list(values: readonly unknown[]): void {
    this.text += '(';
    values.forEach((value, i) => {
      if (i > 0) this.text += ',';
      this.argument(value);
    });
    this.text += values.length === 0 ? 'null)' : ')';
  }

  changes(of: Record<string, unknown>): void {
    Object.keys(of).forEach((name, i) => {
      this.text += `${i > 0 ? ',' : ''}${escapeIdentifier(name)}=`;
      this.argument(of[name]);
    });
  }

  rows(of: object): void {
    const rows = (Array.isArray(of) ? of : [of]) as Record<string, unknown>[];
    const names = Object.keys(rows[0] ?? {});
    this.text += `(${names.map(escapeIdentifier).join(',')})values`;
    rows.forEach((row, i) => {
      this.text += i > 0 ? ',(' : '(';
      names.forEach((name, j) => {
        if (j > 0) this.text += ',';
        this.argument(row[name]);
      });
      this.text += ')';
    });
  }

  parameter(value: unknown): number {
    this.values.push(serialized(value));
    return this.types.push(typeOf(value));
  }
}

function typeOf(value: unknown): number {
  if (typeof value === 'boolean') return BOOL;
  if (typeof value === 'bigint') return INT8;
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof Json) return JSONB;
  if (value instanceof Date) return TIMESTAMPTZ;
  return value instanceof Uint8Array ? BYTEA : 0;
}

function serialized(value: unknown): string | Buffer | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'boolean':
      return value ? 't' : 'f';
    case 'undefined':
      throw Object.assign(new TypeError('undefined is no value of a statement'), { code: 'UNDEFINED_VALUE' });
    case 'object':
      break;
    default:
      return String(value);
  }
  if (value === null) return null;
  if (value instanceof Json) return jsonText(value.value);
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value);
}

function jsonText(value: unknown): string | null {
  if (value === undefined) return serialized(value) as never;
  if (value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function arrayText(values: readonly unknown[]): string {
  const parts = values.map((value) => {
    if (Array.isArray(value)) return arrayText(value);
    const text = serialized(value);
    if (text === null) return 'null';
    const plain = typeof text === 'string' ? text : `\\x${text.toString('hex')}`;
    return `"${plain.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${parts.join(',')}}`;
}

/** A statement's text and values. @throws TypeError for a value that cannot be sent */
export function build(piece: Piece): Built {
  return rebuilt(piece) ?? written(piece);
}

function written(piece: Piece): Built {
  const writer = new Writer();
  writer.piece(piece);
  const { text, types, values, plain } = writer;
  if (values.length > PARAMETERS) throw new RangeError(`a statement has at most ${PARAMETERS} parameters`);
  const known = preparedFor(text, types);
  if (plain) byTemplate.set(piece.strings, (byTemplate.get(piece.strings) ?? new Map()).set(types.join(), known));
  return { prepared: known, values };
}

function preparedFor(text: string, types: readonly number[]): Prepared {
  const id = `${types.join()} ${text}`;
  const known = prepared.get(id) ?? { text, types, name: nextName() };
  prepared.set(id, known);
  return known;
}

/** The same without writing its text again, if its template holds parameters only, this time as before. */
function rebuilt({ strings, args }: Piece): Built | null {
  const known = byTemplate.get(strings);
  if (!known) return null;
  const values = new Array<string | Buffer | null>(args.length);
  let key = '';
  for (let i = 0; i < args.length; i += 1) {
    const value = args[i];
    if (typeof value === 'object' && value !== null && isWritten(value)) return null;
    values[i] = serialized(value);
    key += i === 0 ? typeOf(value) : `,${typeOf(value)}`;
  }
  const found = known.get(key);
  return found ? { prepared: found, values } : null;
}

/** Whether it becomes part of the statement's text instead of a parameter. */
const isWritten = (value: object): boolean =>
  value instanceof Piece ||
  value instanceof Identifier ||
  value instanceof Columns ||
  (Array.isArray(value) && value[0] instanceof Piece);

/** A ready-made statement, whose parameters are numbered already; without any it may be several, which have no name. */
export function given(text: string, args: readonly unknown[]): Built {
  const writer = new Writer();
  for (const value of args) writer.parameter(value);
  const { types, values } = writer;
  return { prepared: args.length === 0 ? { text, types, name: '' } : preparedFor(text, types), values };
}
