import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Store } from '../../../kit/store.ts';
import type { Action, Editor } from '../state/editor.ts';
import type { EditorStore } from '../state/store.ts';
import type { Draft } from '../state/types.ts';
import { forget, keep, signatureOf, takeKept } from './keep.ts';
import { Queue, type Saving } from './queue.ts';
import type { Saved, Source } from './source.ts';
import { type Part, Tab } from './tabs.ts';

/** Between two attempts at reading what another tab left. */
const AGAIN_MS = 2_000;

export type Notice = 'recovered' | 'updated' | null;

export interface Keeping {
  readonly loaded: Saved | null;
  /** Whether the person's role lets them change what was read. */
  readonly allowed: boolean;
  readonly error: unknown;
  readonly reload: () => void;
  readonly saving: Saving;
  readonly part: Part;
  /** Whether this tab has asked for the part of the other. */
  readonly asking: boolean;
  readonly take: () => void;
  readonly notice: Notice;
  /** What somebody else made of it while there were changes here. */
  readonly conflict: Saved | null;
  readonly settle: (mine: boolean) => void;
  readonly flush: () => Promise<Saving>;
  /** Does an act of the person, to be saved where it changes the draft. @returns the editor after it */
  readonly edit: (action: Action) => Editor;
}

/** Everything alive while a draft is open: its queue, its place among the tabs. */
interface Alive {
  readonly queue: Queue;
  readonly tab: Tab;
  /** Called with each change that is to be saved. */
  readonly onEdited: (draft: Draft) => void;
}

/** What is shown of the saved state, and what updates it. */
function useKnown(store: EditorStore) {
  const [loaded, setLoaded] = useState<Saved | null>(null);
  const [error, setError] = useState<unknown>(null);
  // Set together with the change: no screen shows one without the other.
  const [savings] = useState(() => new Store<Saving>({ state: 'saved' }));
  const saving = useSyncExternalStore(savings.subscribe, savings.get);
  const [part, setPart] = useState<Part>('edits');
  const [asking, setAsking] = useState(false);
  const [notice, setNotice] = useState<Notice>(null);
  const [conflict, setConflict] = useState<Saved | null>(null);
  /** What was read is shown, and is not a change. */
  const show = useCallback(
    (saved: Saved) => {
      setLoaded(saved);
      setConflict(null);
      store.act({ type: 'open', draft: saved.draft });
    },
    [store],
  );
  const told = useMemo(
    () => ({
      onOpened: show,
      onError: setError,
      onSaving: savings.set,
      onPart(next: Part) {
        setPart(next);
        setAsking(false);
      },
      onFresh(fresh: Saved, why: Notice) {
        show(fresh);
        setNotice(why);
      },
      onConflict: setConflict,
      onRecovered: () => setNotice('recovered'),
    }),
    [show, savings],
  );
  return { loaded, error, saving, part, asking, setAsking, notice, conflict, setConflict, show, told };
}

/** Opens a draft and keeps it saved. Nothing is sent before something is changed. */
export function useKeeping(source: Source, store: EditorStore, allows: (saved: Saved) => boolean): Keeping {
  const known = useKnown(store);
  const { loaded, error, saving, part, asking, notice, conflict, told } = known;
  const allowed = loaded !== null && allows(loaded);
  const [attempt, setAttempt] = useState(0);
  const alive = useRef<Alive | null>(null);
  const name = `${source.kind}.${source.id}`;
  const edit = useCallback(
    (action: Action) => {
      const before = store.get().present;
      const after = store.act(action);
      if (after.present !== before) alive.current?.onEdited(after.present);
      return after;
    },
    [store],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is a new beginning
  useEffect(() => {
    told.onError(null);
    return start(source, alive, () => store.get().present, { name, allows, edit, ...told });
  }, [source, attempt]);

  const unsaved = part === 'edits' && loaded?.editable === true && !['saved', 'closed'].includes(saving.state);
  useGuard(unsaved, name, () => alive.current && keep(name, alive.current.queue.saved.draft, store.get().present));

  const take = () => {
    known.setAsking(true);
    alive.current?.tab.take();
  };
  const settle = (mine: boolean) => {
    const { current } = alive;
    if (!current || !conflict) return;
    if (mine) current.queue.rebase(conflict);
    else {
      current.queue.reset(conflict);
      known.show(conflict);
    }
    known.setConflict(null);
  };
  const reload = () => setAttempt((count) => count + 1);
  const flush = async (): Promise<Saving> => (alive.current ? alive.current.queue.flush() : { state: 'saved' });
  return { loaded, allowed, error, reload, saving, part, asking, take, notice, conflict, settle, flush, edit };
}

interface Opening extends Handlers {
  readonly name: string;
  readonly allows: (saved: Saved) => boolean;
  readonly onOpened: (saved: Saved) => void;
  readonly onError: (error: unknown) => void;
  readonly edit: Keeping['edit'];
  /** Called once what was not saved the last time is there again. */
  readonly onRecovered: () => void;
}

/** Reads a draft and brings its queue and its tab to life. @returns how to end all of it */
function start(source: Source, alive: { current: Alive | null }, present: () => Draft, opening: Opening): () => void {
  let left = false;
  let stopListening = () => {};
  const open = async () => {
    const saved = await source.read();
    if (left) return;
    const allowed = opening.allows(saved);
    const started = begin(source, saved, allowed, opening);
    alive.current = started;
    stopListening = started.stopListening;
    opening.onOpened(saved);
    opening.onPart(await started.open());
    const kept = allowed && saved.editable && !left ? takeKept(opening.name, saved.draft) : null;
    if (!kept) return;
    opening.edit({ type: 'exchange', draft: kept });
    opening.onRecovered();
  };
  open().catch((error) => !left && opening.onError(error));
  return () => {
    left = true;
    stopListening();
    const ending = alive.current;
    alive.current = null;
    if (ending) void end(ending, opening.name, present());
  };
}

/** While something is not saved: warns before the page goes, and keeps it for when it comes back. */
function useGuard(unsaved: boolean, name: string, hide: () => void): void {
  const latest = useRef(hide);
  latest.current = hide;
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const keepNow = () => latest.current();
    addEventListener('beforeunload', warn);
    addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      removeEventListener('beforeunload', warn);
      removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
      forget(name);
    };
  }, [unsaved, name]);
}

/** Leaves nothing behind: what is on its way arrives, what cannot is kept for when this tab comes back. */
async function end({ queue, tab }: Alive, name: string, draft: Draft): Promise<void> {
  const saving = queue.saving.state === 'saved' && queue.idle ? queue.saving : await queue.flush();
  if (!['saved', 'closed'].includes(saving.state)) keep(name, queue.saved.draft, draft);
  queue.close();
  tab.close();
}

interface Handlers {
  readonly onSaving: (saving: Saving) => void;
  readonly onPart: (part: Part) => void;
  readonly onFresh: (saved: Saved, why: Notice) => void;
  readonly onConflict: (saved: Saved) => void;
}

function begin(source: Source, saved: Saved, allowed: boolean, handlers: Handlers) {
  let part: Part = 'edits';
  const queue = new Queue(source, saved, { onSaving: handlers.onSaving, onSaved: () => tab.saved() });
  queue.reset(saved);
  const fresh = async (why: Notice) => {
    const now = await source.read();
    queue.reset(now);
    handlers.onFresh(now, why);
  };
  /** Whoever takes over goes on from what the other tab saved, and not before that is known. */
  const takeOver = async (): Promise<void> => {
    try {
      await fresh(null);
      if (part === 'edits') handlers.onPart('edits');
    } catch {
      setTimeout(() => part === 'edits' && void takeOver(), AGAIN_MS);
    }
  };
  const tab = new Tab(`${source.kind}.${source.id}`, {
    async onAsked() {
      await queue.rest();
    },
    onPart(next) {
      const before = part;
      part = next;
      if (next === 'watches') queue.pause();
      if (next === 'edits' && before === 'watches') void takeOver();
      else handlers.onPart(next);
    },
    onSaved: () => void fresh(null).catch(() => {}),
  });
  /** Somebody else may have changed it meanwhile, through the API or elsewhere. */
  const look = async () => {
    if (document.visibilityState !== 'visible' || !allowed || part !== 'edits' || !queue.idle) return;
    const before = queue.saved;
    const now = await source.read().catch(() => null);
    if (!now || !queue.idle || queue.saved !== before) return;
    if (signatureOf(now.draft) === signatureOf(before.draft) && now.editable === before.editable) return;
    if (queue.saving.state === 'saved' || !now.editable) {
      queue.reset(now);
      handlers.onFresh(now, 'updated');
    } else handlers.onConflict(now);
  };
  const wake = () => queue.wake();
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', look);
  addEventListener('online', wake);
  const stopListening = () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('focus', look);
    removeEventListener('online', wake);
  };
  const open = async () => {
    part = await tab.open();
    return part;
  };
  const onEdited = (draft: Draft) => {
    if (allowed && part === 'edits') queue.set(draft);
  };
  return { queue, tab, onEdited, open, stopListening };
}
