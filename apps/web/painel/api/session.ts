import type { SessaoIniciada, Usuario } from '@rubrica/contract';
import { EXAMPLES_KEY_KEPT, SESSION_KEPT as KEY } from '../../kit/stored.ts';

/**
 * What the panel has to remember of a session. The session itself is an HttpOnly cookie; this is the CSRF value that
 * goes with it and who entered, shared by every tab of the browser.
 */
export interface KnownSession {
  readonly csrfToken: string;
  readonly usuario: Usuario;
  readonly organizacaoId: string;
}

export interface SessionStore {
  read(): KnownSession | null;
  /** Takes over what a login or a renewal answered. */
  begin(session: SessaoIniciada): void;
  /** Keeps what changed of the person, as a second factor just set up. */
  update(usuario: Partial<Usuario>): void;
  end(): void;
  /** Called when this or another tab changed it. @returns how to stop */
  subscribe(listener: () => void): () => void;
}

function parse(text: string | null): KnownSession | null {
  try {
    const value = JSON.parse(text ?? 'null') as KnownSession | null;
    return typeof value?.csrfToken === 'string' && typeof value.usuario?.id === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The store over `localStorage`; where a browser forbids it, over the memory of this tab. */
export function createSessionStore(storage: Storage | null = safeStorage()): SessionStore {
  const listeners = new Set<() => void>();
  let text = storage?.getItem(KEY) ?? null;
  let known = parse(text);
  const put = (next: KnownSession | null) => {
    known = next;
    text = next === null ? null : JSON.stringify(next);
    if (text === null) storage?.removeItem(KEY);
    else storage?.setItem(KEY, text);
    for (const listener of listeners) listener();
  };
  addEventListener('storage', (event) => {
    if (event.key !== KEY && event.key !== null) return;
    known = parse(storage?.getItem(KEY) ?? null);
    for (const listener of listeners) listener();
  });
  return {
    read: () => known,
    begin: ({ csrfToken, usuario, organizacao }) => put({ csrfToken, usuario, organizacaoId: organizacao.id }),
    update: (usuario) => known && put({ ...known, usuario: { ...known.usuario, ...usuario } }),
    end() {
      storage?.removeItem(EXAMPLES_KEY_KEPT);
      put(null);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** `localStorage`, or null where the browser refuses it. */
export function safeStorage(): Storage | null {
  try {
    localStorage.getItem(KEY);
    return localStorage;
  } catch {
    return null;
  }
}
