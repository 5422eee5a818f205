import { Secret, TOTP } from 'otpauth';
import { qrDataUri } from './qr.ts';

const PERIOD_SECONDS = 30;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** Accepted steps before and after the current one, for clock differences and slow typing. */
const WINDOW_STEPS = 1;

/** What is needed to set up an authenticator app. */
export interface TotpEnrolment {
  /** Base32, for typing. */
  readonly segredo: string;
  readonly otpauthUri: string;
  /** PNG as a data URI. */
  readonly qrCode: string;
}

/** The bytes of a new shared secret. */
export function newTotpSecret(): Uint8Array {
  return new Uint8Array(new Secret({ size: SECRET_BYTES }).bytes);
}

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: new Uint8Array(bytes).buffer as ArrayBuffer });

// SHA-1, six digits and thirty seconds are all that every authenticator app supports.
const totpOf = (secret: Secret, issuer = '', label = '') =>
  new TOTP({ issuer, label, secret, period: PERIOD_SECONDS, digits: 6, algorithm: 'SHA1' });

/** The secret in the forms an authenticator app accepts. */
export async function totpEnrolment(bytes: Uint8Array, issuer: string, label: string): Promise<TotpEnrolment> {
  const secret = secretOf(bytes);
  const otpauthUri = totpOf(secret, issuer, label).toString();
  const qrCode = await qrDataUri(otpauthUri);
  return { segredo: secret.base32, otpauthUri, qrCode };
}

/** The step of thirty seconds that an instant belongs to. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / PERIOD_SECONDS);

/** The code an authenticator shows at an instant. */
export const codeAt = (bytes: Uint8Array, now: Date): string =>
  totpOf(secretOf(bytes)).generate({ timestamp: now.getTime() });

/**
 * The step a code belongs to, to be stored as the last one; null if the code is wrong or its step was already used, so
 * that an observed code cannot be used again (RFC 6238, section 5.2).
 */
export function acceptedStep(bytes: Uint8Array, code: string, now: Date, lastStep: number | null): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secretOf(bytes)).validate({ token: code, timestamp, window: WINDOW_STEPS });
  if (delta === null) return null;
  const step = stepAt(now) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}
