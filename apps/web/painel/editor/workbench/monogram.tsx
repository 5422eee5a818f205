import styles from './monogram.module.css';

/** The initials of the person something is for, in their colour; a dot for what is nobody's. */
export const Monogram = (props: { readonly letters: string | undefined; readonly className?: string | undefined }) => (
  <span className={`${styles.monogram} ${props.className ?? ''}`} aria-hidden="true">
    {props.letters ?? '•'}
  </span>
);
