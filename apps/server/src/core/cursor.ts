import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { CURSOR_TTL_MS, rule } from '@rubrica/contract';
import { canonicalJson } from './chain.ts';
import { invalid, Problem } from './problem.ts';

/** Where a listing stopped: the sort key of the last returned row. */
export type CursorPosition = readonly string[];

/**
 * Opaque cursors: base64url of `[issuedAt, position]` followed by an HMAC that also covers the filters, so that a
 * cursor cannot be forged, used with other filters or by another organization, or used after 24 hours.
 */
export interface Cursors {
  issue(filters: object, position: CursorPosition, now: Date): string;
  /** @throws 400 ENTRADA_INVALIDA if malformed or for other filters, 422 ENTRADA_INVALIDA if expired. */
  read(cursor: string, filters: object, now: Date): CursorPosition;
}

const MAC_BYTES = 16;

/** @param keys the first signs new cursors, all verify */
export function createCursors(...keys: readonly [KeyObject, ...KeyObject[]]): Cursors {
  const mac = (key: KeyObject, payload: Buffer, filters: object) =>
    createHmac('sha256', key)
      .update(canonicalJson(filters))
      .update('\n')
      .update(payload)
      .digest()
      .subarray(0, MAC_BYTES);

  return {
    issue(filters, position, now) {
      const payload = Buffer.from(JSON.stringify([now.getTime(), ...position]));
      return Buffer.concat([mac(keys[0], payload, filters), payload]).toString('base64url');
    },
    read(cursor, filters, now) {
      const bytes = Buffer.from(cursor, 'base64url');
      const payload = bytes.subarray(MAC_BYTES);
      const genuine =
        payload.length > 0 &&
        bytes.toString('base64url') === cursor &&
        keys.some((key) => timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(key, payload, filters)));
      if (!genuine) {
        throw invalid([{ campo: 'query.cursor', ...rule('cursorForeign') }]);
      }
      const [issuedAt, ...position] = JSON.parse(payload.toString()) as [number, ...string[]];
      if (now.getTime() - issuedAt > CURSOR_TTL_MS) {
        throw new Problem('422 ENTRADA_INVALIDA', rule('cursorExpired'), {
          erros: [{ campo: 'query.cursor', ...rule('cursorLasts') }],
        });
      }
      return position;
    },
  };
}
