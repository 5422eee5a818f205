import { useRef } from 'react';

/**
 * Idempotency keys for calls whose answer shows a secret once. Where the answer was lost on the line, the same wish sent
 * again gets the same answer, instead of a second key or a rotation that ends the secret still in use.
 * @returns the key for a request; the same for the same request as long as the component lives
 */
export function useRepeticao(): (request: unknown) => string {
  const last = useRef<{ readonly request: string; readonly key: string } | null>(null);
  return (request) => {
    const text = JSON.stringify(request);
    if (last.current?.request !== text) last.current = { request: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
