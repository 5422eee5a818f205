import type { PageGeometry } from '@rubrica/pdf/layout';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { initialsOf } from '../../kit/brazil.ts';
import { focusAfter } from '../../kit/focus.ts';
import { Store } from '../../kit/store.ts';
import type { Editing } from './context.tsx';
import { useKeys, useUndoKeys } from './keys.ts';
import type { Saving } from './saving/queue.ts';
import type { Saved, Source } from './saving/source.ts';
import { useKeeping } from './saving/use-saving.ts';
import { nextZoom } from './screens/bar.tsx';
import { INCLUDE_ID } from './screens/people.tsx';
import { partyInputId } from './screens/person-data.tsx';
import { fieldInputId } from './screens/properties.tsx';
import { optionInputId } from './screens/rules.tsx';
import type { Side } from './screens/sides.tsx';
import { type Problem, problemsOf, type Spot } from './state/rules.ts';
import { EditorStore } from './state/store.ts';
import type { Party } from './state/types.ts';
import { useEditor as useTexts } from './texts/area.ts';
import type { Badge } from './workbench/field.tsx';
import { useFile } from './workbench/use-file.ts';
import type { DeskHandle } from './workbench/workbench.tsx';

const COLORS = 8;

/** Letters and a colour for everybody; where two have the same letters, a number is added. */
function badgesOf(parts: readonly Party[], unnamed: string): ReadonlyMap<string, Badge> {
  const used = new Map<string, number>();
  return new Map(
    parts.map((party, index) => {
      const initials = initialsOf(party.nome);
      const letters = initials.length > 1 ? `${initials[0]}${initials.at(-1)}` : initials || String(index + 1);
      const times = (used.get(letters) ?? 0) + 1;
      used.set(letters, times);
      const monogram = times > 1 ? `${letters}${times}` : letters;
      return [party.id, { color: index % COLORS, monogram, nome: party.nome.trim() || `${unnamed} ${index + 1}` }];
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

type Dialog = 'preview' | 'rules' | 'review' | 'shortcuts';

interface Opened {
  readonly dialog: Dialog | null;
  /** The panel on the right, or in a sheet. */
  readonly side: Side | null;
  /** Selects what has the focus first in a dialog or sheet that opens; null where that is left to it. */
  readonly focusTarget: string | null;
}

/** What is open and how large, which no draft has to know. */
function useView() {
  const [openId, setOpenId] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened>({ dialog: null, side: null, focusTarget: null });
  const [zoom, setZoom] = useState(1);
  const [snap, setSnap] = useState(true);
  const [change] = useState(() => ({
    setOpenId,
    setDialog: (dialog: Dialog | null, focusTarget: string | null = null) =>
      setOpened((before) => ({ ...before, dialog, focusTarget })),
    setSide: (side: Side | null, focusTarget: string | null = null) =>
      setOpened((before) => ({ ...before, side, focusTarget })),
    /** One step larger or smaller; 0 is as large as it was. */
    stepZoom: (by: -1 | 0 | 1) => setZoom((now) => (by === 0 ? 1 : nextZoom(now, by))),
    toggleSnap: () => setSnap((now) => !now),
  }));
  return { openId, ...opened, zoom, snap, change };
}

type View = ReturnType<typeof useView>;

/** Leads to the place of a problem: opens what hides it, and gives it the focus. */
function useLead(
  edit: Editing['dispatch'],
  view: View['change'],
  setHolder: Editing['setHolder'],
  desk: Editing['desk'],
) {
  return useCallback(
    (spot: Spot) => {
      const lead = (focusTarget: string, open: (focusTarget: string) => void) =>
        focusAfter(
          () => open(focusTarget),
          () => document.querySelector<HTMLElement>(focusTarget),
        );
      const toPalette = () =>
        lead('[data-tipo]:not([aria-disabled])', (focusTarget) => view.setSide('campos', focusTarget));
      switch (spot.at) {
        case 'options':
          return lead(`#${optionInputId(spot.name)}`, (focusTarget) => view.setDialog('rules', focusTarget));
        case 'part': {
          const { id, name } = spot;
          setHolder(id);
          if (name === 'campos') return toPalette();
          view.setOpenId(id);
          return lead(`#${partyInputId(id, name)}`, (focusTarget) => view.setSide('persons', focusTarget));
        }
        case 'campo':
          edit({ type: 'choose', ids: [spot.id] });
          desk()?.show(spot.id);
          if (spot.name !== 'tipo')
            lead(`#${fieldInputId(spot.name)}`, (focusTarget) => view.setSide('properties', focusTarget));
          return;
        case 'parts':
          return lead(`#${INCLUDE_ID}`, (focusTarget) => view.setSide('persons', focusTarget));
        case 'campos':
          return toPalette();
      }
    },
    [edit, view, setHolder, desk],
  );
}

/** What the service would not take, as problems of the places it is about. */
const refusedOf = (saving: Saving): Problem[] =>
  saving.state !== 'refused'
    ? []
    : saving.refusals
        .filter(({ mensagem }) => mensagem !== '')
        .map(({ spot, mensagem, ...ruled }, index) => ({
          fault: { kind: 'refused', message: mensagem, ...ruled },
          spot,
          blocks: true,
          path: `refused[${index}]`,
        }));

/** Whose fields the palette makes: somebody gone is nobody's to place fields for. */
function useOwner(parts: readonly Party[], loaded: Saved | null) {
  const [holder, setHolder] = useState<string | null>(null);
  const gone = holder !== null && !parts.some(({ id }) => id === holder);
  useEffect(() => {
    if (loaded) setHolder((now) => now ?? loaded.draft.parts[0]?.id ?? null);
  }, [loaded]);
  return { holder: gone ? (parts[0]?.id ?? null) : holder, setHolder };
}

/**
 * Everything behind the editor's screen.
 * @param allows whether the person's role lets them change what was read
 * @param onSend sends what is saved; @returns what the service would not take
 * @param inPanel whether the panel is around it
 */
export function useEditor(
  source: Source,
  allows: (saved: Saved) => boolean,
  onSend: (() => Promise<readonly Problem[]>) | undefined,
  inPanel: boolean,
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
  const { holder, setHolder } = useOwner(present.parts, loaded);
  const paginas = opening.state === 'open' ? opening.pdf.pages : (loaded?.paginas ?? 1);
  const readOnly = !allowed || part === 'watches' || saving.state === 'closed' || loaded?.editable === false;
  const problems = useMemo(
    () => [...problemsOf(present, paginas, new Date(minute * 60_000)), ...refusedOf(saving)],
    [present, paginas, minute, saving],
  );
  const badges = useMemo(() => badgesOf(present.parts, t.persons.noName), [present.parts, t]);
  const announce = useCallback((text: string) => {
    if (live.current) live.current.textContent = text;
  }, []);
  const desk = useCallback(() => deskRef.current, []);
  const lead = useLead(dispatch, view.change, setHolder, desk);

  useEffect(() => {
    if (opening.state === 'open') store.act({ type: 'paginas', sheets: sheetsOf(opening.geometries) });
  }, [opening, store]);
  const said = { undone: () => announce(t.announcement.undone), redone: () => announce(t.announcement.redone) };
  useUndoKeys(readOnly, dispatch, said.undone, said.redone);

  const state = {
    kind: source.kind,
    editor,
    now: store.get,
    dispatch,
    t,
    paginas,
    problems,
    saving,
    readOnly,
    inPanel,
  };
  const editing: Editing = { ...state, holder, setHolder, lead, announce, desk };
  const onKey = useKeys({
    editing,
    onZoom: view.change.stepZoom,
    onProperties: (id) => lead({ at: 'campo', id, name: 'holder' }),
  });
  const send = async (): Promise<readonly Problem[]> => {
    const how = await keeping.flush();
    if (how.state === 'refused') return refusedOf(how);
    if (how.state !== 'saved') {
      const fault = { kind: 'refused', message: t.review.notSaved } as const;
      return [{ fault, spot: { at: 'campos' }, blocks: true, path: '' }];
    }
    return onSend ? onSend() : [];
  };
  return { editing, keeping, opening, retry, view, badges, onKey, send, live, deskRef, inSight };
}
