import type { CSSProperties } from 'react';
import type { Mark } from '../fields.ts';
import { familyOf, useHandwriting } from './handwriting.ts';
import styles from './mark.module.css';

/** A signature as it will look: in the handwriting of the signed file, or as the picture it is. */
export function MarkPicture(props: {
  readonly mark: Mark;
  readonly label: string;
  readonly className?: string;
  readonly style?: CSSProperties;
}) {
  const { mark, label, className = '', style } = props;
  useHandwriting(mark.tipo === 'DIGITADA' ? (mark.fonte ?? 'SOLTA') : null);
  return mark.tipo === 'DIGITADA' ? (
    <span className={`${styles.script} ${className}`} style={{ ...style, fontFamily: familyOf(mark.fonte) }}>
      {mark.texto}
    </span>
  ) : (
    <img className={className} src={mark.imagem} alt={label} />
  );
}
