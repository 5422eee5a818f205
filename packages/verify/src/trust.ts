import { fromBase64 } from './bytes.ts';
import { type Certificate, readCertificate } from './crypto/certificate.ts';
import { ensure, Unsure } from './report.ts';
import { Unreadable } from './unreadable.ts';

/** What the user trusts, and its notation. Nothing is trusted that was not given. */

/** A seal that is or was in use: an entry of selos.json, or only a fingerprint, of which nothing else is known. */
export interface TrustedSeal {
  /** SHA-256 of the certificate, 64 lowercase hexadecimal digits. */
  readonly impressaoDigital: string;
  readonly ambiente: 'PRODUCAO' | 'TESTE' | null;
  /** The first and last moment of its use; null if there is none or it is not known. */
  readonly de: Date | null;
  readonly ate: Date | null;
  readonly revogadoEm: Date | null;
}

/** A fingerprint as people write it. @throws Unreadable */
export function parseFingerprint(text: string): TrustedSeal {
  const impressaoDigital = text.replace(/[\s:]/g, '').toLowerCase();
  ensure(/^[0-9a-f]{64}$/.test(impressaoDigital), 'não são os 64 algarismos hexadecimais de um SHA-256');
  return { impressaoDigital, ambiente: null, de: null, ate: null, revogadoEm: null };
}

const MAX_LINES = 1000;

/**
 * The entries of a selos.json (`/.well-known/rubrica/selos.json`).
 * @throws Unreadable
 */
export function parseSeals(text: string): TrustedSeal[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Unreadable('não é um selos.json');
  }
  const list = (value as { selos?: unknown } | null)?.selos;
  ensure(Array.isArray(list) && list.length <= MAX_LINES, 'não é um selos.json: falta a lista de selos');
  return list.map((line: Record<string, unknown> | null) => {
    const { impressaoDigital, ambiente, de, ate, revogadoEm } = line ?? {};
    ensure(typeof impressaoDigital === 'string', 'um selo da lista não tem impressão digital');
    ensure(ambiente === 'PRODUCAO' || ambiente === 'TESTE', 'um selo da lista não diz o ambiente');
    const since = moment(de);
    ensure(since, 'um selo da lista não diz desde quando é usado');
    return {
      ...parseFingerprint(impressaoDigital),
      ambiente,
      de: since,
      ate: moment(ate),
      revogadoEm: moment(revogadoEm),
    };
  });
}

function moment(value: unknown): Date | null {
  if (value === null || value === undefined) return null;
  const date = new Date(typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? value : '');
  ensure(!Number.isNaN(date.getTime()), 'um selo da lista tem uma data que não se lê');
  return date;
}

/** A fingerprint, several of them, or the contents of a selos.json. @throws Unreadable */
export function parseSealText(text: string): TrustedSeal[] {
  if (/^\s*\{/.test(text)) return parseSeals(text);
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  return words.every((word) => /^[0-9a-f:]{64,95}$/i.test(word))
    ? words.map(parseFingerprint)
    : [parseFingerprint(text)];
}

/** Certificates in PEM (RFC 7468). @throws Unreadable if there is none, or one cannot be read */
export function parsePem(text: string): Certificate[] {
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g)];
  ensure(blocks.length > 0 && blocks.length <= MAX_LINES, 'não há certificado em PEM');
  return blocks.map(([, body = '']) => {
    const der = fromBase64(body.replace(/\s/g, ''));
    ensure(der, 'um certificado em PEM está danificado');
    return readCertificate(der);
  });
}

/** What is known about a seal when deciding whether to trust it. */
export interface SealUse {
  readonly fingerprint: string;
  /** The time of sealing: from a time stamp of an authority that the user named, or else from the seal itself. */
  readonly at: Date;
  readonly proven: boolean;
  /** It states what it seals (ADR 0033). */
  readonly newForm: boolean;
  readonly environment: 'PRODUCAO' | 'TESTE';
}

/**
 * Whether a seal is one of those given.
 * @throws Unreadable if the given entries contradict its use
 */
export function judgeSeal(seals: readonly TrustedSeal[], use: SealUse): string | Unsure {
  const lines = seals.filter(({ impressaoDigital }) => impressaoDigital === use.fingerprint);
  const which = `impressão digital ${use.fingerprint}`;
  if (lines.length === 0) return new Unsure(`este selo não é nenhum dos informados; ${which}`);
  if (lines.some(({ ambiente }) => ambiente === null)) return `é um dos selos informados; ${which}`;
  const revoked = lines.find(({ revogadoEm }) => revogadoEm);
  if (revoked?.revogadoEm) {
    ensure(use.at < revoked.revogadoEm, 'o selo foi revogado antes desta data');
    if (!use.proven)
      return new Unsure('o selo foi revogado depois, e nenhum carimbo de tempo conhecido prova que foi posto antes');
  }
  const now = lines.filter(({ de, ate }) => (!de || de <= use.at) && (!ate || use.at <= ate));
  if (now.length === 0) return new Unsure(`a lista de selos não o traz como em uso nesta data; ${which}`);
  if (!use.newForm) return judgeOldForm(seals, now, which);
  const name = use.environment === 'TESTE' ? 'documentos de teste' : 'documentos de verdade';
  ensure(
    now.some(({ ambiente }) => ambiente === use.environment),
    `pela lista de selos, este não sela ${name}`,
  );
  return `é um dos selos informados, em uso nesta data; ${which}`;
}

/** Seals that state nothing about themselves were normal until the new form began, which was when the test seal did. */
function judgeOldForm(seals: readonly TrustedSeal[], now: readonly TrustedSeal[], which: string): string | Unsure {
  const starts = seals.flatMap(({ ambiente, de }) => (ambiente === 'TESTE' && de ? [de.getTime()] : []));
  if (starts.length === 0) return new Unsure('a lista de selos não diz quando a forma nova começou');
  const began = Math.min(...starts);
  const over = now.some(({ ate }) => ate && ate.getTime() <= began);
  ensure(over, 'pela lista de selos, nesta data todo selo já dizia de que documento é, e este não diz');
  return `é um dos selos informados, dos de antes da forma nova; ${which}`;
}
