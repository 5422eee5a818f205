import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../parts/icon.tsx';
import styles from './expandable-row.module.css';

/** A row of a list that opens what stands below it. */
export function ExpandableRow(props: {
  readonly open: boolean;
  /** Id of what it opens, which is on the page only while it is open. */
  readonly controls: string;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  const { open } = props;
  const row = useRef<HTMLButtonElement>(null);
  // It may have been opened by its address, or by a test sent from above.
  useEffect(() => {
    const place = row.current?.getBoundingClientRect();
    if (open && place && (place.top < 0 || place.bottom > innerHeight)) row.current?.scrollIntoView();
  }, [open]);
  return (
    <UnstyledButton
      ref={row}
      className={styles.row}
      aria-expanded={open}
      {...(open ? { 'aria-controls': props.controls } : {})}
      onClick={props.onToggle}
    >
      {props.children}
      <span className={styles.arrow}>
        <Icon name="low" />
      </span>
    </UnstyledButton>
  );
}
