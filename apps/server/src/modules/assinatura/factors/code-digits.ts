import { timingSafeEqual } from 'node:crypto';
import { OTP_DIGITS } from '@rubrica/contract';
import type { Secrets } from '../../../core/ports.ts';

/** One-time codes: the digits are an HMAC of the code's id, so they appear in no table, queue or log. */
export interface Codes {
  newId(): string;
  digitsOf(codeId: string): string;
  matches(codeId: string, given: string): boolean;
}

export function createCodes(secrets: Secrets): Codes {
  const codes = secrets.derivation('codigo-otp');
  const digitsOf = (codeId: string) => {
    const value = codes.of(codeId).readBigUInt64BE() % 10n ** BigInt(OTP_DIGITS);
    return value.toString().padStart(OTP_DIGITS, '0');
  };
  return {
    newId: codes.newId,
    digitsOf,
    matches: (codeId, given) => {
      const expected = Buffer.from(digitsOf(codeId));
      const answer = Buffer.from(given);
      return answer.length === expected.length && timingSafeEqual(answer, expected);
    },
  };
}
