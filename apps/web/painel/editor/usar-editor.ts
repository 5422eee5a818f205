import type { PageGeometry } from '@rubrica/pdf/layout';
import { type Dispatch, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { initialsOf } from '../../kit/brazil.ts';
import { Store } from '../../kit/store.ts';
import type { Desk, Editing } from './contexto.tsx';
import type { Action } from './estado/editor.ts';
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

/** What is open and how large, which no draft has to know. */
function useView() {
  const [aberta, setAberta] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'previa' | 'regras' | 'revisao' | 'atalhos' | null>(null);
  const [lado, setLado] = useState<Lado | null>(null);
  const [zoom, setZoom] = useState(1);
  const [snap, setSnap] = useState(true);
  return useMemo(
    () => ({ aberta, setAberta, dialog, setDialog, lado, setLado, zoom, setZoom, snap, setSnap }),
    [aberta, dialog, lado, zoom, snap],
  );
}

type View = ReturnType<typeof useView>;

/** What opens takes the focus for itself first. */
const OPENED_MS = 120;
const DIALOG_MS = 320;

function focusOn(find: () => HTMLElement | null, after = OPENED_MS): void {
  setTimeout(() => {
    const element = find();
    element?.scrollIntoView({ block: 'nearest' });
    element?.focus();
  }, after);
}

/** Leads to the place of a problem: opens what hides it, and gives it the focus. */
function useLead(
  dispatch: Dispatch<Action>,
  view: Pick<View, 'setDialog' | 'setLado' | 'setAberta'>,
  setDono: (id: string | null) => void,
  desk: () => Desk | null,
) {
  return useCallback(
    (spot: Spot) => {
      const toPalette = () => {
        view.setLado('campos');
        focusOn(() => document.querySelector('.tipo:not([aria-disabled])'));
      };
      switch (spot.at) {
        case 'opcoes':
          view.setDialog('regras');
          focusOn(() => document.getElementById(optionInputId(spot.name)), DIALOG_MS);
          return;
        case 'parte': {
          const { id, name } = spot;
          setDono(id);
          if (name === 'campos') return toPalette();
          view.setLado('pessoas');
          view.setAberta(id);
          focusOn(() => document.getElementById(partyInputId(id, name)));
          return;
        }
        case 'campo':
          dispatch({ type: 'escolher', ids: [spot.id] });
          desk()?.show(spot.id);
          if (spot.name === 'tipo') return;
          view.setLado('propriedades');
          focusOn(() => document.getElementById(fieldInputId(spot.name)));
          return;
        case 'partes':
          view.setLado('pessoas');
          focusOn(() => document.getElementById(INCLUDE_ID));
          return;
        case 'campos':
          toPalette();
      }
    },
    [dispatch, view, setDono, desk],
  );
}

/** What the service would not take, as problems of the places it is about. */
const refusedOf = (saving: Saving): Problem[] =>
  saving.state !== 'recusado'
    ? []
    : saving.refusals
        .filter(({ mensagem }) => mensagem !== '')
        .map(({ spot, mensagem }, index) => ({
          fault: { kind: 'recusado', message: mensagem },
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
  const lead = useLead(dispatch, view, setDono, desk);

  useEffect(() => {
    if (opening.state === 'aberto') store.act({ type: 'paginas', sheets: sheetsOf(opening.geometries) });
  }, [opening, store]);
  const said = { undone: () => announce(t.anuncio.desfeito), redone: () => announce(t.anuncio.refeito) };
  useUndoKeys(readOnly, dispatch, said.undone, said.redone);

  const state = { kind: source.kind, editor, dispatch, t, paginas, problems, saving, readOnly };
  const editing: Editing = { ...state, dono, setDono, lead, announce, desk };
  const onKey = useKeys({
    editing,
    desk,
    onZoom: (by) => view.setZoom((now) => (by === 0 ? 1 : nextZoom(now, by))),
    onProperties: () => view.setLado('propriedades'),
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
