import { lazy, type ReactNode, Suspense } from 'react';
import { Cut } from '../../kit/cut.tsx';
import { useFocusOn } from '../../kit/hooks.ts';
import { Button, Icon, Notice } from '../../kit/parts.tsx';
import { persistently } from '../../kit/persistent.ts';
import { usePage, useRoad } from '../context.tsx';
import type { Step } from '../steps.ts';
import { InWords } from './in-words.tsx';
import { StepMenu } from './menu.tsx';
import styles from './sheet.module.css';

/** The one head of every step: the way back, how far along the road this is, and what is at hand everywhere. */
export function Head({ children }: { readonly children?: ReactNode }) {
  const { road, state, t } = useRoad();
  const steps: readonly Step[] = road.steps.filter((step) => step !== 'inicio');
  const at = steps.indexOf(state.step) + 1;
  if (at === 0) {
    return (
      <div className={`${styles.head} ${styles.first}`}>
        <StepMenu />
      </div>
    );
  }
  return (
    <div className={styles.head}>
      <Button look="quiet" className={styles.back} aria-label={t.stepBefore} onClick={() => road.goBack()}>
        <Icon name="back" />
      </Button>
      <div className="progress">
        <p>{t.step(at, steps.length)}</p>
        {children}
        <div className="bar" aria-hidden="true">
          {steps.map((step, index) => (
            <span key={step} className={index < at ? 'done' : ''} />
          ))}
        </div>
      </div>
      <StepMenu />
    </div>
  );
}

/** The title of a document, in a few lines of what may be many. */
export function DocumentTitle({ titulo, as }: { readonly titulo: string; readonly as: 'h2' | 'p' | 'strong' }) {
  const { whole, shorten } = usePage().t.longTitle;
  return <Cut as={as} className="title" text={titulo} more={whole} less={shorten} />;
}

/** What the server said against the last act. */
export function Remark() {
  const { state } = useRoad();
  if (!state.remark) return null;
  return (
    <Notice tone="danger" icon="alert" alert>
      <p>
        <InWords said={state.remark} />
      </p>
    </Notice>
  );
}

/** A step that is text and controls. Its heading takes the focus when the step is shown. */
export function StepSheet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { state } = useRoad();
  const heading = useFocusOn<HTMLHeadingElement>(state.step);
  return (
    <main id="conteudo" className="sheet">
      <Head />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Remark />
      {children}
    </main>
  );
}

const Way = lazy(() => persistently(() => import('./way-back.tsx')));

/** Where the person goes from the end, for those who were sent here from elsewhere. */
export const WayBack = (props: { readonly urlRetorno: string; readonly now: boolean }) => (
  <Suspense fallback={null}>
    <Way {...props} />
  </Suspense>
);
