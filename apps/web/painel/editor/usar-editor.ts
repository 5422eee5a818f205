import type { PageGeometry } from '@rubrica/pdf/layout';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { initialsOf } from '../../kit/brazil.ts';
import { focusAfter } from '../../kit/focus.ts';
import { Store } from '../../kit/store.ts';
import type { Editing } from './contexto.tsx';
import { type Problem, problemsOf, type Spot } from './estado/regras.ts';
import { EditorStore } from './estado/store.ts';
import type { Party } from './estado/tipos.ts';
import type { Badge } from './mesa/campo.tsx';
import type { DeskHandle } from './mesa/mesa.tsx';
import { useFile } from './mesa/usar-arquivo.ts';
import type { Saving } from './salvar/fila.ts';
import type { Saved, Source } from './salvar/fonte.ts';
import { useKeeping } from './salvar/usar-salvar.ts';
import { useKeys, useUndoKeys } from './teclas.ts';
import { nextZoom } from './telas/barra.tsx';
import type { Lado } from './telas/lados.tsx';
import { partyInputId } from './telas/pessoa.tsx';
import { INCLUDE_ID } from './telas/pessoas.tsx';
import { fieldInputId } from './telas/propriedades.tsx';
import { optionInputId } from './telas/regras.tsx';
import { useEditor as useTexts } from './textos/area.ts';

const COLORS = 8;

/** Letters and a colour for everybody; where two have the same letters, a number is added. */
function badgesOf(partes: readonly Party[], unnamed: string): ReadonlyMap<string, Badge> {
  const used = new Map<string, number>();
  return new Map(
    partes.map((party, index) => {
      const initials = initialsOf(party.nome);
      const letters = initials.length > 1 ? `${initials[0]}${initials.at(-1)}` : initials || String(index + 1);
      const times = (used.get(letters) ?? 0) + 1;
      used.set(letters, times);
      const sigla = times > 1 ? `${letters}${times}` : letters;
      return [party.id, { cor: index % COLORS, sigla, nome: party.nome.trim() || `${unnamed} ${index + 1}` }];
    }),
  );
}

/** The pages as large as they are on paper, in points. */
const sheetsOf = (geometries: ReadonlyMap<number, PageGeometry>) =>
  new Map(
    [...geometries].map(([number, { width, height, userUnit }]) => [
      number,
      { width: width * userUnit, height: height * userUnit },
    ]),
  );

/** The clock of the problems: a deadline passes without anything being done. */
function useMinute(): number {
  const [minute, setMinute] = useState(() => Math.floor(Date.now() / 60_000));
  useEffect(() => {
    const timer = setInterval(() => setMinute(Math.floor(Date.now() / 60_000)), 20_000);
    return () => clearInterval(timer);
  }, []);
  return minute;
}

type Dialog = 'previa' | 'regras' | 'revisao' | 'atalhos';

interface Opened {
  readonly dialog: Dialog | null;
  /** The panel on the right, or in a sheet. */
  readonly lado: Lado | null;
  /** Selects what has the focus first in a dialog or sheet that opens; null where that is left to it. */
  readonly foco: string | null;
}

/** What is open and how large, which no draft has to know. */
function useView() {
  const [aberta, setAberta] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened>({ dialog: null, lado: null, foco: null });
  const [zoom, setZoom] = useState(1);
  const [snap, setSnap] = useState(true);
  const [change] = useState(() => ({
    setAberta,
    setDialog: (dialog: Dialog | null, foco: string | null = null) =>
      setOpened((before) => ({ ...before, dialog, foco })),
    setLado: (lado: Lado | null, foco: string | null = null) => setOpened((before) => ({ ...before, lado, foco })),
    /** One step larger or smaller; 0 is as large as it was. */
    stepZoom: (by: -1 | 0 | 1) => setZoom((now) => (by === 0 ? 1 : nextZoom(now, by))),
    toggleSnap: () => setSnap((now) => !now),
  }));
  return { aberta, ...opened, zoom, snap, change };
}

type View = ReturnType<typeof useView>;

/** Leads to the place of a problem: opens what hides it, and gives it the focus. */
function useLead(edit: Editing['dispatch'], view: View['change'], setDono: Editing['setDono'], desk: Editing['desk']) {
  return useCallback(
    (spot: Spot) => {
      const lead = (foco: string, open: (foco: string) => void) =>
        focusAfter(
          () => open(foco),
          () => document.querySelector<HTMLElement>(foco),
        );
      const toPalette = () => lead('.tipo:not([aria-disabled])', (foco) => view.setLado('campos', foco));
      switch (spot.at) {
        case 'opcoes':
          return lead(`#${optionInputId(spot.name)}`, (foco) => view.setDialog('regras', foco));
        case 'parte': {
          const { id, name } = spot;
          setDono(id);
          if (name === 'campos') return toPalette();
          view.setAberta(id);
          return lead(`#${partyInputId(id, name)}`, (foco) => view.setLado('pessoas', foco));
        }
        case 'campo':
          edit({ type: 'escolher', ids: [spot.id] });
          desk()?.show(spot.id);
          if (spot.name !== 'tipo') lead(`#${fieldInputId(spot.name)}`, (foco) => view.setLado('propriedades', foco));
          return;
        case 'partes':
          return lead(`#${INCLUDE_ID}`, (foco) => view.setLado('pessoas', foco));
        case 'campos':
          return toPalette();
      }
    },
    [edit, view, setDono, desk],
  );
}

/** What the service would not take, as problems of the places it is about. */
const refusedOf = (saving: Saving): Problem[] =>
  saving.state !== 'recusado'
    ? []
    : saving.refusals
        .filter(({ mensagem }) => mensagem !== '')
        .map(({ spot, mensagem, ...ruled }, index) => ({
          fault: { kind: 'recusado', message: mensagem, ...ruled },
          spot,
          blocks: true,
          path: `recusado[${index}]`,
        }));

/** Whose fields the palette makes: somebody gone is nobody's to place fields for. */
function useOwner(partes: readonly Party[], loaded: Saved | null) {
  const [dono, setDono] = useState<string | null>(null);
  const gone = dono !== null && !partes.some(({ id }) => id === dono);
  useEffect(() => {
    if (loaded) setDono((now) => now ?? loaded.draft.partes[0]?.id ?? null);
  }, [loaded]);
  return { dono: gone ? (partes[0]?.id ?? null) : dono, setDono };
}

/**
 * Everything behind the editor's screen.
 * @param allows whether the person's role lets them change what was read
 * @param onSend sends what is saved; @returns what the service would not take
 */
export function useEditor(
  source: Source,
  allows: (saved: Saved) => boolean,
  onSend: (() => Promise<readonly Problem[]>) | undefined,
) {
  const t = useTexts();
  const [store] = useState(() => new EditorStore());
  const editor = useSyncExternalStore(store.subscribe, store.get);
  const { opening, retry } = useFile(source);
  const keeping = useKeeping(source, store, allows);
  const { loaded, saving, part, allowed, edit: dispatch } = keeping;
  const view = useView();
  const live = useRef<HTMLDivElement>(null);
  const deskRef = useRef<DeskHandle>(null);
  const [inSight] = useState(() => new Store(1));
  const minute = useMinute();
  const { present } = editor;
  const { dono, setDono } = useOwner(present.partes, loaded);
  const paginas = opening.state === 'aberto' ? opening.pdf.pages : (loaded?.paginas ?? 1);
  const readOnly = !allowed || part === 'olha' || saving.state === 'fechado' || loaded?.editable === false;
  const problems = useMemo(
    () => [...problemsOf(present, paginas, new Date(minute * 60_000)), ...refusedOf(saving)],
    [present, paginas, minute, saving],
  );
  const badges = useMemo(() => badgesOf(present.partes, t.pessoas.semNome), [present.partes, t]);
  const announce = useCallback((text: string) => {
    if (live.current) live.current.textContent = text;
  }, []);
  const desk = useCallback(() => deskRef.current, []);
  const lead = useLead(dispatch, view.change, setDono, desk);

  useEffect(() => {
    if (opening.state === 'aberto') store.act({ type: 'paginas', sheets: sheetsOf(opening.geometries) });
  }, [opening, store]);
  const said = { undone: () => announce(t.anuncio.desfeito), redone: () => announce(t.anuncio.refeito) };
  useUndoKeys(readOnly, dispatch, said.undone, said.redone);

  const state = { kind: source.kind, editor, now: store.get, dispatch, t, paginas, problems, saving, readOnly };
  const editing: Editing = { ...state, dono, setDono, lead, announce, desk };
  const onKey = useKeys({
    editing,
    onZoom: view.change.stepZoom,
    onProperties: (id) => lead({ at: 'campo', id, name: 'dono' }),
  });
  const send = async (): Promise<readonly Problem[]> => {
    const how = await keeping.flush();
    if (how.state === 'recusado') return refusedOf(how);
    if (how.state !== 'salvo') {
      const fault = { kind: 'recusado', message: t.revisao.naoSalvo } as const;
      return [{ fault, spot: { at: 'campos' }, blocks: true, path: '' }];
    }
    return onSend ? onSend() : [];
  };
  return { editing, keeping, opening, retry, view, badges, onKey, send, live, deskRef, inSight };
}
