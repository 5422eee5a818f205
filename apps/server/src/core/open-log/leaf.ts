import { createHmac, randomBytes } from 'node:crypto';
import { canonicalJson, sha256 } from '../chain.ts';

/** Leaves of the open log, and what they are made of (ADR 0085). */

/** Of a document: nothing of it can be read from the leaf. */
export type DocumentLeaf = 'ATO' | 'CONCLUSAO' | 'CERTIFICADO';
/** Of the installation: its lines stand in the leaf as they are. */
export type InstallationLeaf = 'SELO' | 'VERIFICADOR' | 'GENESE';

/** What a leaf is of, and what it says of that: each UTF-8 lines without a line feed in them. */
export interface Claim<T extends DocumentLeaf | InstallationLeaf = DocumentLeaf | InstallationLeaf> {
  readonly type: T;
  /** Identity and number. No two leaves of a log have the same type, identity and number. */
  readonly about: readonly [id: string, number: string];
  readonly says: readonly string[];
  /** The real time of what it tells. */
  readonly at: Date;
}

export interface Leaf {
  /** SHA-256 of the leaf's label, 32 bytes: what it is found by. */
  readonly rotulo: Buffer;
  /** The entry of the log: canonical JSON (RFC 8785). */
  readonly folha: string;
}

const NONCE_BYTES = 32;

/** What hides a document's leaves from whoever does not have it: 32 random bytes. */
export const newNonce = (): Buffer => randomBytes(NONCE_BYTES);

const lines = (parts: readonly string[]): string => parts.join('\n');

function compose({ type, about, says, at }: Claim, hide: (text: string) => string): Leaf {
  const k = hide(lines([type, ...about]));
  const c = hide(lines(says));
  return { rotulo: sha256(k), folha: canonicalJson({ v: 1, t: type, k, c, ts: at.toISOString() }) };
}

const under = (nonce: Uint8Array) => (text: string) => createHmac('sha256', nonce).update(text).digest('hex');

/** A leaf of a document: label and commitment are HMAC-SHA-256 under its nonce, in hexadecimal. */
export const hiddenLeaf = (nonce: Uint8Array, claim: Claim<DocumentLeaf>): Leaf => compose(claim, under(nonce));

/** What such a leaf is found by. */
export const hiddenLabel = (nonce: Uint8Array, { type, about }: Pick<Claim<DocumentLeaf>, 'type' | 'about'>): Buffer =>
  sha256(under(nonce)(lines([type, ...about])));

/** A leaf of the installation. */
export const plainLeaf = (claim: Claim<InstallationLeaf>): Leaf => compose(claim, (text) => text);

/** A signature or refusal, by its event in the trail. */
export function actClaim(
  documentoId: string,
  event: { readonly sequencia: number; readonly hash: string; readonly at: Date },
): Claim<'ATO'> {
  const about = [documentoId, String(event.sequencia)] as const;
  return { type: 'ATO', about, says: [...about, event.hash], at: event.at };
}

/** The end of a document's signing: its last event, and the signed file. */
export function conclusionClaim(
  documentoId: string,
  end: { readonly hash: string; readonly hashAssinado: string; readonly at: Date },
): Claim<'CONCLUSAO'> {
  return { type: 'CONCLUSAO', about: [documentoId, '1'], says: [documentoId, end.hash, end.hashAssinado], at: end.at };
}

/** A version of a completion certificate. */
export function certificateClaim(
  certificate: { readonly codigo: string; readonly versao: number; readonly hash: string },
  at: Date,
): Claim<'CERTIFICADO'> {
  const about = [certificate.codigo, String(certificate.versao)] as const;
  return { type: 'CERTIFICADO', about, says: [...about, certificate.hash], at };
}
