import { useMediaQuery } from '@mantine/hooks';
import type { Ambiente } from '@rubrica/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { EnvelopeStrip } from '../envelopes/strip.tsx';
import { Failure } from '../parts/states.tsx';
import { Arrival } from './arrival.ts';
import { EditingProvider } from './context.tsx';
import styles from './editor.module.css';
import { Notices } from './notices.tsx';
import type { Saved, Source } from './saving/source.ts';
import { Bar } from './screens/bar.tsx';
import { OpeningScreen } from './screens/opening.tsx';
import { Preview } from './screens/preview.tsx';
import { Review } from './screens/review.tsx';
import { Rules } from './screens/rules.tsx';
import { Shortcuts } from './screens/shortcuts.tsx';
import { Sides } from './screens/sides.tsx';
import type { Problem } from './state/rules.ts';
import { useEditor } from './use-editor.ts';
import { Workbench } from './workbench/workbench.tsx';

export interface EditorProps {
  readonly source: Source;
  readonly ambiente: Ambiente;
  /** Whether the person's role lets them change what was read. */
  readonly allows: (saved: Saved) => boolean;
  /** Where one level up is; null where the editor is shown without the panel around it. */
  readonly above: string | null;
  /** Sends what is saved; absent where there is nothing to send. @returns what the service would not take */
  readonly onSend?: () => Promise<readonly Problem[]>;
  /** Called each time that everything is saved again. */
  readonly onSaved?: () => void;
  /** Stands above the pages. */
  readonly notice?: ReactNode;
}

/** Edits people and fields of a document, or roles and fields of a template: whatever its source is. */
export function FieldEditor({ source, ambiente, allows, above, onSend, onSaved, notice }: EditorProps) {
  const { editing, keeping, opening, retry, view, badges, onKey, send, live, deskRef, inSight } = useEditor(
    source,
    allows,
    onSend,
    above !== null,
  );
  useSaved(editing.saving.state === 'saved', onSaved);
  const narrow = useMediaQuery('(max-width: 60em)', false, { getInitialValueInEffect: false }) ?? false;
  const { loaded } = keeping;
  const { dialog, focusTarget, change } = view;
  const { setDialog, setSide } = change;
  const close = () => setDialog(null);
  if (keeping.error && !loaded) return <Failure erro={keeping.error} repeat={keeping.reload} />;
  const open = opening.state === 'open' && loaded ? opening : null;
  const file = open && { pdf: open.pdf, geometries: open.geometries, badges };
  return (
    <EditingProvider value={editing}>
      <div
        className={styles.editor}
        data-width={narrow ? 'narrow' : 'wide'}
        data-read-only={editing.readOnly || undefined}
      >
        <Bar
          titulo={editing.editor.present.options?.titulo.trim() || loaded?.titulo || editing.t.prepare}
          {...(loaded?.envelopeId && editing.inPanel
            ? { above: `/envelopes/${loaded.envelopeId}`, back: editing.t.bar.backToEnvelope }
            : { above, back: editing.t.bar.back })}
          zoom={view.zoom}
          onZoom={change.stepZoom}
          snap={view.snap}
          onSnap={change.toggleSnap}
          onPreview={() => setDialog('preview')}
          onRules={() => setDialog('rules')}
          onShortcuts={() => setDialog('shortcuts')}
          onReview={() => setDialog('review')}
        />
        <Notices keeping={keeping} above={above} />
        {loaded?.envelopeId && editing.inPanel && (
          <EnvelopeStrip envelopeId={loaded.envelopeId} documentoId={source.id} />
        )}
        {notice}
        {file && editing.inPanel && <Arrival />}
        {file ? (
          <Sides
            {...file}
            side={view.side}
            onSide={setSide}
            focusTarget={focusTarget}
            narrow={narrow}
            openId={view.openId}
            onOpen={change.setOpenId}
            ground={() => deskRef.current?.ground ?? null}
            inSight={inSight}
          >
            <Workbench {...file} ref={deskRef} zoom={view.zoom} snap={view.snap} inSight={inSight} onKey={onKey} />
          </Sides>
        ) : (
          <OpeningScreen opening={opening} retry={retry} />
        )}
        {file && <Preview {...file} open={dialog === 'preview'} onClose={close} />}
        <Rules open={dialog === 'rules'} focusTarget={focusTarget} onClose={close} />
        <Review
          open={dialog === 'review'}
          onClose={close}
          badges={badges}
          ambiente={ambiente}
          sending={onSend ? { send, envelopeId: loaded?.envelopeId ?? null } : null}
        />
        <Shortcuts open={dialog === 'shortcuts'} onClose={close} />
        <div ref={live} className="unseen" role="status" aria-live="polite" data-announcement />
      </div>
    </EditingProvider>
  );
}

/** Calls back each time that everything is saved which was not. */
function useSaved(saved: boolean, onSaved: (() => void) | undefined): void {
  const before = useRef(saved);
  useEffect(() => {
    if (saved && !before.current) onSaved?.();
    before.current = saved;
  }, [saved, onSaved]);
}
