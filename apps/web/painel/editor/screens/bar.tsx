import { ActionIcon, Anchor, Button, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { useEditing } from '../context.tsx';
import styles from './bar.module.css';
import { Figure, type FigureName } from './figure.tsx';

export const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** The next zoom in a direction; the ends stay. */
export function nextZoom(zoom: number, by: -1 | 1): number {
  const at = ZOOMS.findIndex((step) => step >= zoom - 0.01);
  return ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at + by))] ?? 1;
}

export interface BarProps {
  readonly titulo: string;
  /** Null where there is no way up. */
  readonly above: string | null;
  /** What that is called. */
  readonly back: string;
  readonly zoom: number;
  readonly onZoom: (by: -1 | 1) => void;
  readonly snap: boolean;
  readonly onSnap: () => void;
  readonly onPreview: () => void;
  readonly onRules: () => void;
  readonly onShortcuts: () => void;
  readonly onReview: () => void;
}

/** A small button that says what it does when one stays on it. */
function Act(props: {
  readonly rotulo: string;
  readonly figure: FigureName;
  readonly onClick: () => void;
  readonly off?: boolean;
  readonly on?: boolean;
  readonly className?: string | undefined;
}) {
  const { rotulo, on } = props;
  return (
    <Tooltip label={rotulo}>
      <ActionIcon
        variant={on ? 'light' : 'subtle'}
        color="gray"
        size="lg"
        className={props.className}
        aria-label={rotulo}
        aria-pressed={on}
        disabled={props.off ?? false}
        onClick={props.onClick}
      >
        <Figure name={props.figure} />
      </ActionIcon>
    </Tooltip>
  );
}

function Undo() {
  const { editor, dispatch, t, announce } = useEditing();
  const act = (type: 'undo' | 'redo', said: string) => () => {
    dispatch({ type });
    announce(said);
  };
  const nothing = { past: editor.past.length === 0, future: editor.future.length === 0 };
  return (
    <>
      <Act rotulo={t.bar.undo} figure="undo" off={nothing.past} onClick={act('undo', t.announcement.undone)} />
      <Act rotulo={t.bar.redo} figure="redo" off={nothing.future} onClick={act('redo', t.announcement.redone)} />
    </>
  );
}

function Zoom({ zoom, onZoom }: Pick<BarProps, 'zoom' | 'onZoom'>) {
  const { t } = useEditing();
  const step = (label: string, sign: string, by: -1 | 1) => (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={() => onZoom(by)}>
      <span aria-hidden="true">{sign}</span>
    </ActionIcon>
  );
  const percent = Math.round(zoom * 100);
  return (
    <span className={`${styles.zoom} ${styles.wideOnly}`}>
      {step(t.bar.zoomOut, '−', -1)}
      <span className={styles.zoomValue} role="status" aria-label={t.bar.zoom(percent)}>
        {percent}%
      </span>
      {step(t.bar.zoomIn, '+', 1)}
    </span>
  );
}

/** Above everything: where one is, how far saving is, and what holds for the whole. */
export function Bar(props: BarProps) {
  const { kind, readOnly, t } = useEditing();
  const { snap } = props;
  return (
    <header className={styles.bar}>
      <div className={styles.place}>
        {props.above !== null && (
          <Anchor component={Link} to={props.above} className={styles.back} aria-label={props.back}>
            <Icon name="back" />
          </Anchor>
        )}
        <div className={styles.title}>
          <h1 dir="auto" title={props.titulo}>
            {props.titulo}
          </h1>
          <Saved />
        </div>
      </div>
      <div className={styles.acts} role="toolbar" aria-label={t.bar.tools}>
        {!readOnly && <Undo />}
        <Zoom zoom={props.zoom} onZoom={props.onZoom} />
        {!readOnly && (
          <Act rotulo={t.bar.magnet} figure="magnet" on={snap} className={styles.wideOnly} onClick={props.onSnap} />
        )}
        <Act rotulo={t.bar.shortcuts} figure="keyboard" className={styles.wideOnly} onClick={props.onShortcuts} />
        <Act rotulo={kind === 'modelo' ? t.bar.previewModelo : t.bar.preview} figure="eye" onClick={props.onPreview} />
        {kind === 'documento' && <Act rotulo={t.bar.rules} figure="settings" onClick={props.onRules} />}
      </div>
      <ReviewButton onClick={props.onReview} />
    </header>
  );
}

/** Of the button that opens the review. */
export const REVIEW_ID = 'review';

function ReviewButton({ onClick }: { readonly onClick: () => void }) {
  const { kind, problems, t } = useEditing();
  const blocking = problems.filter(({ blocks }) => blocks).length;
  return (
    <Button
      id={REVIEW_ID}
      className={styles.review}
      leftSection={<Icon name={kind === 'modelo' ? 'tick' : 'send'} />}
      rightSection={
        blocking > 0 ? (
          <span className={styles.count}>
            <span aria-hidden="true">{blocking}</span>
            <span className="unseen"> {t.bar.issues(blocking)}</span>
          </span>
        ) : undefined
      }
      onClick={onClick}
    >
      {kind === 'modelo' ? t.bar.reviewModelo : t.bar.review}
    </Button>
  );
}

const SIGNS: Readonly<Record<string, IconName>> = {
  refused: 'alert',
  withheld: 'alert',
  closed: 'alert',
  saved: 'tick',
};

/** How far saving is, in words. */
function Saved() {
  const { saving, readOnly, t } = useEditing();
  if (readOnly && saving.state !== 'closed') return null;
  const sign = SIGNS[saving.state];
  const line = (
    <p className={styles.saved} role="status" data-saving={saving.state}>
      {saving.state === 'no-connection' ? (
        <Figure name="cloudOff" size={15} />
      ) : sign ? (
        <Icon name={sign} size={15} />
      ) : (
        <Figure name="cloud" size={15} />
      )}
      <span>{t.save[saving.state]}</span>
    </p>
  );
  return saving.state === 'withheld' ? <Tooltip label={t.save.withheldDetail}>{line}</Tooltip> : line;
}
