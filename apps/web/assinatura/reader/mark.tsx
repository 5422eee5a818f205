import type { Handwriting } from '@rubrica/contract';
import { type CSSProperties, useEffect, useState } from 'react';
import type { Mark } from '../fields.ts';
import styles from './mark.module.css';

const FAMILIES: Readonly<Record<Handwriting, string>> = {
  SOLTA: 'Caveat',
  REDONDA: 'Dancing Script',
  FINA: 'Allura',
};
export const HANDWRITINGS = Object.keys(FAMILIES) as Handwriting[];

/** The fonts of a handwriting; a character it lacks is in that of texts, as in the signed file. */
export const familyOf = (fonte: Handwriting = 'SOLTA') => `"${FAMILIES[fonte]}", "Noto Sans", system-ui, sans-serif`;

/** Renders again once the fonts are there: what was measured before was measured in others. */
export function useFonts(family: string | null): void {
  const [, setLoaded] = useState<string | null>(null);
  useEffect(() => {
    if (family === null) return;
    document.fonts.load(`1px ${family}`).then(
      () => setLoaded(family),
      () => {},
    );
  }, [family]);
}

/** A signature as it will look: in the handwriting of the signed file, or as the picture it is. */
export function MarkPicture(props: {
  readonly mark: Mark;
  readonly label: string;
  readonly className?: string;
  readonly style?: CSSProperties;
}) {
  const { mark, label, className = '', style } = props;
  return mark.tipo === 'DIGITADA' ? (
    <span className={`${styles.script} ${className}`} style={{ ...style, fontFamily: familyOf(mark.fonte) }}>
      {mark.texto}
    </span>
  ) : (
    <img className={className} src={mark.imagem} alt={label} />
  );
}
