import type { ReactNode } from 'react';
import { Cut } from '../../kit/cut.tsx';
import { useFocusOn } from '../../kit/hooks.ts';
import { Icon, type IconName, Notice } from '../../kit/parts.tsx';
import type { Said } from '../../kit/rules/retell.ts';
import { usePage, useRoad } from '../context.tsx';
import type { Step } from '../steps.ts';

/** How far along the road this is, in words and as a bar. */
export function Progress() {
  const { road, state, t } = useRoad();
  const steps: readonly Step[] = road.steps.filter((step) => step !== 'inicio');
  const at = steps.indexOf(state.step) + 1;
  if (at === 0) return null;
  return (
    <div className="progress">
      <p>{t.step(at, steps.length)}</p>
      <div className="bar" aria-hidden="true">
        {steps.map((step, index) => (
          <span key={step} className={index < at ? 'done' : ''} />
        ))}
      </div>
    </div>
  );
}

/** The title of a document, in a few lines of what may be many. */
export function DocumentTitle({ titulo, as }: { readonly titulo: string; readonly as: 'h2' | 'p' | 'strong' }) {
  const { whole, shorten } = usePage().t.longTitle;
  return <Cut as={as} className="title" text={titulo} more={whole} less={shorten} />;
}

/** What the service said, in the page's language; a sentence without words in it stays Portuguese. */
export function InWords({ said }: { readonly said: Said }) {
  const words = usePage().t.doServico(said.texto, said);
  return words === null ? <span lang="pt-BR">{said.texto}</span> : words;
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
      <Progress />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Remark />
      {children}
    </main>
  );
}

/** A screen of one message, headed by a sign. */
export function StateSheet(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly tone?: 'ok';
  readonly quiet?: boolean;
  readonly children: ReactNode;
}) {
  const heading = useFocusOn<HTMLHeadingElement>(props.title);
  return (
    <main id="conteudo" className="sheet narrow state">
      <div className={`sign ${props.tone ?? (props.quiet ? 'quiet' : 'still')}`}>
        <Icon name={props.icon} />
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {props.title}
      </h1>
      {props.children}
    </main>
  );
}
