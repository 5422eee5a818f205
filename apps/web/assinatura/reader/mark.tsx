import type { Mark } from '../fields.ts';
import styles from './mark.module.css';

/** A signature as it will look: in the script of the signed file, or as the picture it is. */
export function MarkPicture(props: { readonly mark: Mark; readonly label: string; readonly className?: string }) {
  const { mark, label, className = '' } = props;
  return mark.tipo === 'DIGITADA' ? (
    <span className={`${styles.script} ${className}`}>{mark.texto}</span>
  ) : (
    <img className={className} src={mark.imagem} alt={label} />
  );
}
