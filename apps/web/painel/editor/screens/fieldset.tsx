import { type ReactNode, useId } from 'react';
import styles from './fieldset.module.css';

/** Inputs that belong together, under what they have in common. */
export function Fieldset(props: {
  readonly legend: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const legend = useId();
  return (
    <fieldset className={`${styles.fieldset} ${props.className ?? ''}`} aria-labelledby={legend}>
      <legend id={legend}>{props.legend}</legend>
      {props.children}
    </fieldset>
  );
}
