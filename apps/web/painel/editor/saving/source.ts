import type { Spot } from '../state/rules.ts';
import type { Draft, Field } from '../state/types.ts';

/** What stands at the service, as the editor's own. */
export interface Saved {
  readonly draft: Draft;
  readonly paginas: number;
  readonly titulo: string;
  /** Whether it may still be edited: a draft, and not sent from elsewhere meanwhile. */
  readonly editable: boolean;
  /** Set where it is sent together with others. */
  readonly envelopeId: string | null;
  /** The membership of whoever made it, where the service says. */
  readonly criadoPor: string | null;
}

/** One request that brings the service closer to what the editor shows. */
export interface Step {
  /** What is sent, to know it again when it was refused. */
  readonly key: string;
  readonly run: (signal: AbortSignal) => Promise<Saved>;
  /** Where the service's name of a place, as `campos[2].x`, is in the editor. */
  readonly spotOf: (campo: string) => Spot;
}

/**
 * Where a draft comes from and goes to: a document, or a template. The editor knows nothing else of either.
 */
export interface Source {
  readonly kind: 'documento' | 'modelo';
  readonly id: string;
  readonly read: (signal?: AbortSignal) => Promise<Saved>;
  readonly file: (onProgress: (share: number | null) => void, signal: AbortSignal) => Promise<ArrayBuffer>;
  /** What is left to do, in the order it has to happen; each step leaves the service consistent. */
  readonly steps: (saved: Saved, target: Draft) => readonly Step[];
  /** Whether the service has all of this that it would take: what is incomplete waits here. */
  readonly holdsBack: (saved: Saved, target: Draft) => boolean;
}

/** The place of a field by the path the service gives it: `campos[2].valorPadrao`. */
export function fieldSpot(campos: readonly Field[], campo: string): Spot {
  const [, index = '', name = ''] = /^campos\[(\d+)\]\.(\w+)/.exec(campo) ?? [];
  const id = campos[Number(index)]?.id;
  if (!id || index === '') return { at: 'campos' };
  const known = ['valorPadrao', 'rotulo', 'pagina'].includes(name) ? (name as keyof Field) : 'tipo';
  return { at: 'campo', id, name: known };
}
