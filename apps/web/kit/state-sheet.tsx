import type { ReactNode } from 'react';
import { WrittenMark } from './brand.tsx';
import { useFocusOn } from './hooks.ts';
import { Icon, type IconName } from './parts.tsx';
import styles from './state-sheet.module.css';

const signClass = ({ tone, quiet }: { readonly tone?: 'ok'; readonly quiet?: boolean }) =>
  tone ? `${styles.sign} ${styles.ok}` : quiet ? `${styles.sign} ${styles.quiet}` : styles.sign;

/** A screen of one message, headed by a sign. */
export function StateSheet(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly tone?: 'ok';
  readonly quiet?: boolean;
  /** Whether the mark writes itself in the place of the icon: something was finished just now. */
  readonly written?: boolean;
  readonly children: ReactNode;
}) {
  const heading = useFocusOn<HTMLHeadingElement>(props.title);
  return (
    <main id="conteudo" className={`sheet narrow ${styles.state}`}>
      <div className={signClass(props)}>{props.written ? <WrittenMark size={48} /> : <Icon name={props.icon} />}</div>
      <h1 ref={heading} tabIndex={-1}>
        {props.title}
      </h1>
      {props.children}
    </main>
  );
}
