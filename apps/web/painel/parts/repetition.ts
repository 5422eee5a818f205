import { useRef } from 'react';
import { newId } from '../../kit/uuid.ts';

/**
 * Idempotency keys. Where an answer was lost on the way, the same request sent again gets the same answer, instead of a
 * second of what it makes, or a rotation that ends the secret still in use.
 * @returns the key for a request; the same for the same request as long as the component lives
 */
export function useRepetition(): (request: unknown) => string {
  const last = useRef<{ readonly request: string; readonly key: string } | null>(null);
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current?.request !== text) last.current = { request: text, key: newId() };
    return last.current.key;
  };
}
