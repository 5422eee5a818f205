import { createHash } from 'node:crypto';

/** SHA-256 in hex. */
export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');

/** RFC 8785 written a second time, so that the product's own code does not judge itself. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const keys = Object.keys(value).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical((value as Record<string, unknown>)[key])}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** An event of a trail as the API serves it. */
export interface ServedEvent {
  readonly acao: string;
  readonly ocorridoEm: string;
  readonly detalhe: Record<string, unknown>;
  readonly hash: string;
}

/**
 * The first problem of a served trail, or null when every link follows from the one before, the first from the
 * document's id and the SHA-256 of the file first uploaded, and time never goes back.
 */
export function trailProblem(
  documentoId: string,
  firstFileSha256: string,
  trail: readonly ServedEvent[],
): string | null {
  let link = sha256(`${documentoId}\n${firstFileSha256}`);
  let time = '';
  for (const [index, { hash, ...event }] of trail.entries()) {
    link = sha256(`${link}\n${canonical(event)}`);
    if (hash !== link) return `link ${index} (${event.acao}) does not follow`;
    if (event.ocorridoEm < time) return `link ${index} (${event.acao}) is earlier than the one before`;
    time = event.ocorridoEm;
  }
  return null;
}
