import { createHash, createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Lines } from '../src/log/leaf.ts';
import type { Pair } from './pair.ts';
import { canonical, type OpenConteudo, sha256 } from './story.ts';

/** An open log as the service keeps it (ADR 0085), written apart from the code under test. */

const hash = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** Somebody who signs notes, with a key that follows from a seed. */
export class Signer {
  readonly name: string;
  readonly vkey: string;
  readonly #key: KeyObject;
  readonly #id: Buffer;
  readonly #type: 1 | 4;

  constructor(name: string, type: 1 | 4 = 1, seed = name) {
    const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), hash(Buffer.from(seed))]);
    this.#key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
    const publicKey = Buffer.from(this.#key.export({ format: 'jwk' }).x as string, 'base64url');
    const encoded = Buffer.concat([Buffer.of(type), publicKey]);
    this.name = name;
    this.#type = type;
    this.#id = hash(Buffer.from(`${name}\n`), encoded).subarray(0, 4);
    this.vkey = `${name}+${this.#id.toString('hex')}+${encoded.toString('base64')}`;
  }

  /** A signature line, with its line feed. */
  line(text: string, seconds = 1_795_262_468): string {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const body =
      this.#type === 1
        ? [sign(null, Buffer.from(text), this.#key)]
        : [time, sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), this.#key)];
    return `— ${this.name} ${Buffer.concat([this.#id, ...body]).toString('base64')}\n`;
  }
}

export const noteOf = (text: string, ...signers: Signer[]): string =>
  `${text}\n${signers.map((signer) => signer.line(text)).join('')}`;

/** Trees by the recursion of RFC 6962 §2.1, as slow as it is short. */
export const leafOf = (entry: Uint8Array): Buffer => hash(Buffer.of(0), entry);
const above = (left: Uint8Array, right: Uint8Array) => hash(Buffer.of(1), left, right);
const split = (n: number): number => {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
};

export function treeHash(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return hash();
  if (leaves.length === 1) return Buffer.from(leaves[0] as Uint8Array);
  const k = split(leaves.length);
  return above(treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k)));
}

export function pathOf(index: number, leaves: readonly Uint8Array[]): Buffer[] {
  if (leaves.length <= 1) return [];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return index < k ? [...pathOf(index, left), treeHash(right)] : [...pathOf(index - k, right), treeHash(left)];
}

export function consistencyOf(from: number, leaves: readonly Uint8Array[], whole = true): Buffer[] {
  if (from === leaves.length) return whole ? [] : [treeHash(leaves)];
  const k = split(leaves.length);
  const [left, right] = [leaves.slice(0, k), leaves.slice(k)];
  return from <= k
    ? [...consistencyOf(from, left, whole), treeHash(right)]
    : [...consistencyOf(from - k, right, false), treeHash(left)];
}

export const ORIGIN = 'rubrica.exemplo/registro';
export const NONCE = sha256('nonce');

const hmac = (nonce: string, lines: readonly string[]) =>
  createHmac('sha256', Buffer.from(nonce, 'hex')).update(lines.join('\n')).digest('hex');

/** A leaf of a document, as text. */
export const entryOf = (
  type: string,
  { label, commitment }: Lines,
  nonce = NONCE,
  ts = '2026-11-21T13:03:04.005Z',
): string => canonical({ c: hmac(nonce, commitment), k: hmac(nonce, label), t: type, ts, v: 1 });

/** An open log: entries are put in, and proofs come out. */
export class OpenLog {
  readonly origin: string;
  readonly signer: Signer;
  readonly entries: string[] = [];

  constructor(origin = ORIGIN, seed = origin) {
    this.origin = origin;
    this.signer = new Signer(origin, 1, seed);
    this.entries.push(
      canonical({ c: this.signer.vkey, k: `GENESE\n${origin}\n0`, t: 'GENESE', ts: '2026-01-01T00:00:00.000Z', v: 1 }),
    );
  }

  /** @returns its index */
  add(entry: string): number {
    return this.entries.push(entry) - 1;
  }

  get #leaves(): Buffer[] {
    return this.entries.map((entry) => leafOf(Buffer.from(entry)));
  }

  /** The text of a checkpoint of all that is in it. */
  get head(): string {
    return `${this.origin}\n${this.entries.length}\n${treeHash(this.#leaves).toString('base64')}\n`;
  }

  proof(
    index: number,
    { witnesses = [], signer = this.signer }: { witnesses?: Signer[]; signer?: Signer } = {},
  ): string {
    const path = pathOf(index, this.#leaves).map((one) => `${one.toString('base64')}\n`);
    const extra = Buffer.from(this.entries[index] as string).toString('base64');
    const head = `c2sp.org/tlog-proof@v1\nextra ${extra}\nindex ${index}\n${path.join('')}`;
    return `${head}\n${noteOf(this.head, signer, ...witnesses)}`;
  }

  receipt(
    documentoId: string,
    sequencia: number,
    elo: string,
    { nonce = NONCE, signer = this.signer, ts }: { nonce?: string; signer?: Signer; ts?: string | undefined } = {},
  ): string {
    const number = String(sequencia);
    const lines = { label: ['ATO', documentoId, number], commitment: [documentoId, number, elo] };
    const entry = entryOf('ATO', lines, nonce, ts);
    return noteOf([`${this.origin}/recibo`, entry, nonce, 'ATO', documentoId, number, elo, ''].join('\n'), signer);
  }
}

const ACTS = ['ASSINATURA_REGISTRADA', 'ASSINATURA_RECUSADA'];

/** Has the acts of a trail say that they were told to the log; for `edit` of a pair. */
export const telling =
  (nonce = NONCE) =>
  ({ eventos }: OpenConteudo): void => {
    const registro = createHash('sha256').update(Buffer.from(nonce, 'hex')).digest('hex');
    for (const event of eventos) if (ACTS.includes(event.acao)) event.detalhe = { ...event.detalhe, registro };
  };

/** The receipts of all acts of a trail; with the times of those that were told to the log. */
export const receiptsOf = (log: OpenLog, { documento, eventos }: OpenConteudo, nonce = NONCE): string[] =>
  eventos.flatMap(({ acao, hash: elo, detalhe, ocorridoEm }, index) => {
    const ts = detalhe.registro === undefined ? undefined : ocorridoEm;
    return ACTS.includes(acao) ? [log.receipt(documento.id, index + 1, elo, { nonce, ts })] : [];
  });

/** Puts what the service tells of its log into a package; for `amend` of a pair. */
export const registered =
  (log: OpenLog, nonce = NONCE) =>
  (conteudo: OpenConteudo): void => {
    conteudo.registroAberto = { origem: log.origin, nonce, recibos: receiptsOf(log, conteudo, nonce) };
  };

/** The leaves of a pair, as text. */
export function entriesOf({ conteudo, registro }: Pair, nonce = NONCE): Record<'act' | 'end' | 'certificate', string> {
  const { id } = conteudo.documento;
  const act = conteudo.eventos.findIndex(({ acao }) => ACTS.includes(acao));
  const number = String(act + 1);
  const of = (acao: number) => conteudo.eventos[acao]?.hash ?? '';
  const end = of(conteudo.eventos.findIndex(({ acao }) => acao === 'DOCUMENTO_CONCLUIDO'));
  const version = String(registro.versao);
  const lines = {
    act: { label: ['ATO', id, number], commitment: [id, number, of(act)] },
    end: { label: ['CONCLUSAO', id, '1'], commitment: [id, end, conteudo.hashes.assinado] },
    certificate: {
      label: ['CERTIFICADO', registro.codigo, version],
      commitment: [registro.codigo, version, registro.hash],
    },
  };
  return {
    act: entryOf('ATO', lines.act, nonce),
    end: entryOf('CONCLUSAO', lines.end, nonce),
    certificate: entryOf('CERTIFICADO', lines.certificate, nonce),
  };
}
