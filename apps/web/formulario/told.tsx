import { useEffect } from 'react';
import type { Fault } from '../kit/api.ts';
import { saidOf } from '../kit/api.ts';
import { clock, useCountdown } from '../kit/hooks.ts';
import { Button, type IconName } from '../kit/parts.tsx';
import type { Said } from '../kit/rules/retell.ts';
import { StateSheet } from '../kit/state-sheet.tsx';
import { usePage } from './context.tsx';
import styles from './parts.module.css';

export function Opening() {
  const { t } = usePage();
  return (
    <main id="conteudo" className="sheet narrow" aria-busy="true">
      <p className={styles.opening} role="status">
        <span className="spinner" aria-hidden="true" /> {t.opening}
      </p>
    </main>
  );
}

/** Why there is nothing to fill in here, as a page says it. */
interface Trouble {
  readonly icon: IconName;
  readonly text: 'unknown' | 'over' | 'another' | 'unavailable' | 'limit' | 'down' | 'offline' | 'refused';
  readonly said?: Said;
}

function troubleOf(fault: Fault): Trouble {
  if (fault.kind === 'offline') return { icon: 'offline', text: 'offline' };
  if (fault.kind === 'down') return { icon: 'alert', text: 'down' };
  if (fault.kind === 'limit') return { icon: 'clock', text: 'limit' };
  const { status, problem } = fault.error;
  // An address that could be no token's is that of nobody's link.
  if (status === 404 || status === 400) return { icon: 'link', text: 'unknown' };
  const said = saidOf(fault.error);
  if (status === 409) return { icon: 'talk', text: 'unavailable', said };
  if (problem?.regra === 'formRequestOver') return { icon: 'clock', text: 'another', said };
  return { icon: 'refuse', text: status === 410 ? 'over' : 'refused', said };
}

/** Whether what was done may be done again as it was. */
const passes = ({ kind }: Fault) => kind !== 'refused';

/** A page of its own for what went wrong: what it is, and the next step. @param until of this device's clock, in ms */
export function Told({ fault, until, onAgain }: { fault: Fault; until: number | null; onAgain: () => void }) {
  const { t } = usePage();
  const { icon, text, said } = troubleOf(fault);
  const left = useCountdown(until);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever goes on goes on once the line is back
  useEffect(() => {
    if (fault.kind !== 'offline') return;
    addEventListener('online', onAgain);
    return () => removeEventListener('online', onAgain);
  }, [fault]);
  const { titulo, texto } = t.troubles[text];
  return (
    <StateSheet icon={icon} title={titulo} quiet={text === 'another'}>
      {said && <p>{t.fromService(said.texto, said) ?? said.texto}</p>}
      {texto.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {passes(fault) &&
        (left > 0 ? (
          <p className="hint">{t.againIn(clock(left))}</p>
        ) : (
          <Button look="primary" onClick={onAgain}>
            {t.again}
          </Button>
        ))}
    </StateSheet>
  );
}

/** When what was refused for now may be tried again, in milliseconds of this device's clock; null for at once. */
export const openAgain = (fault: Fault): number | null =>
  fault.kind === 'limit' ? Date.now() + fault.seconds * 1000 : null;

/** Refusals after which there is nothing to correct: the link itself is not, or no longer, open. */
export const isEnd = (fault: Fault): boolean =>
  fault.kind === 'refused' && [404, 409, 410].includes(fault.error.status);
