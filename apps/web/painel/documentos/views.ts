import { useState } from 'react';
import { safeStorage } from '../api/session.ts';
import { useMember } from '../context.tsx';

/** Filters and an order under a name, as the address of the list has them. */
export interface View {
  readonly nome: string;
  readonly query: string;
}

export const VIEW_NAME_MAX_CHARS = 40;
const VIEWS_MAX = 20;

const isView = (one: unknown): one is View =>
  typeof (one as View)?.nome === 'string' && typeof (one as View)?.query === 'string';

function parse(text: string | null | undefined): readonly View[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView).slice(0, VIEWS_MAX) : [];
  } catch {
    return [];
  }
}

/**
 * The views a person keeps of the list, on this device and for this organization (docs/adr/0078). One of a name that there
 * is takes its place.
 */
export function useViews() {
  const key = `rubrica.painel.visoes.${useMember().organizacao.membroId}`;
  const [views, setViews] = useState(() => parse(safeStorage()?.getItem(key)));
  const put = (next: readonly View[]) => {
    safeStorage()?.setItem(key, JSON.stringify(next));
    setViews(next);
  };
  return {
    views,
    full: views.length >= VIEWS_MAX,
    keep: (view: View) => put([...views.filter(({ nome }) => nome !== view.nome), view]),
    forget: (view: View) => put(views.filter(({ nome }) => nome !== view.nome)),
    restore: put,
  };
}
