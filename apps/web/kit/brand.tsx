import styles from './brand.module.css';
import { MARK_RADIUS, MARK_STROKE, MARK_WIDTH } from './mark.ts';

/** The mark on its tile, in the colours of the page. It stands beside a name, and says nothing itself. */
export const Mark = ({ size = 32 }: { readonly size?: number }) => (
  <svg className={styles.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect className={styles.tile} width="32" height="32" rx={MARK_RADIUS} />
    <path className={styles.onTile} d={MARK_STROKE} strokeWidth={MARK_WIDTH} />
  </svg>
);

/** The mark's stroke, which writes itself once: for the moment in which something is signed or finished. */
export const WrittenMark = ({ size = 96 }: { readonly size?: number }) => (
  <svg className={styles.written} width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path className={styles.writing} d={MARK_STROKE} pathLength={1} strokeWidth={MARK_WIDTH - 0.6} />
  </svg>
);

/**
 * A line at the top of the page, written by the same pen while something is on its way. It is there at once in the
 * markup and seen only after a moment, so that what is quick shows none; it takes no room.
 * @param label what is on its way, for who does not see the line
 */
export const ProgressLine = ({ active, label }: { readonly active: boolean; readonly label: string }) => (
  <div className={styles.line} data-active={active || undefined} role="status" aria-live="polite">
    {active && (
      <>
        <svg viewBox="0 0 1200 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <path d="M0 4C150 -1 250 9 400 4S650 -1 800 4S1050 9 1200 4" />
        </svg>
        <span className="unseen">{label}</span>
      </>
    )}
  </div>
);
