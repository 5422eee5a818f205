import type { HTMLAttributes, ReactNode } from 'react';
import styles from './block.module.css';

interface BlockProps extends HTMLAttributes<HTMLElement> {
  /** What it is called, at its head too; a drawer says it instead. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a panel. */
export const Block = ({ title, className, children, ...rest }: BlockProps) => (
  <section {...rest} className={`${styles.block} ${className ?? ''}`} aria-label={title}>
    <h2 className={styles.title}>{title}</h2>
    {children}
  </section>
);

/** A part of a panel whose head, among what it holds, says more than what it is called. */
export const HeadedBlock = ({ title, children }: Pick<BlockProps, 'title' | 'children'>) => (
  <section className={styles.block} aria-label={title}>
    {children}
  </section>
);
