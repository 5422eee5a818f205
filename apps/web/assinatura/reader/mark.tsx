import type { Mark } from '../fields.ts';

/** A signature as it will look: in the script of the signed file, or as the picture it is. */
export function MarkPicture({ mark, label }: { readonly mark: Mark; readonly label: string }) {
  return mark.tipo === 'DIGITADA' ? (
    <span className="script">{mark.texto}</span>
  ) : (
    <img className="mark" src={mark.imagem} alt={label} />
  );
}
