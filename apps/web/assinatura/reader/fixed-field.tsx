import { FIELD_KINDS, hasSeveralLines } from '@rubrica/contract/field-kinds';
import type { PageGeometry } from '@rubrica/pdf/layout';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/parts.tsx';
import { boxOf, textSize } from '../../kit/pdf/place.ts';
import { useRoad } from '../context.tsx';
import type { Campo, Documento } from '../steps.ts';
import styles from './field.module.css';

/** What the sender filled in: it will be on the signed page, so it is read before signing, and cannot be changed. */
function Fixed(props: { readonly campo: Campo; readonly page: PageGeometry; readonly scale: number }) {
  const { campo, page, scale } = props;
  const { t } = useRoad();
  const box = boxOf(campo, page, scale);
  const value = campo.valorPadrao ?? '';
  const name = campo.rotulo ?? t.types[campo.tipo];
  return (
    <div
      className={styles.spot}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height, zIndex: Math.max(1, campo.z) }}
      data-campo={campo.id}
      data-fixed
      data-tipo={campo.tipo}
      data-name={`${name} (${t.campos.fromSender})`}
    >
      <span className="unseen">{t.campos.filledBySender(name)} </span>
      {FIELD_KINDS[campo.tipo].holds === 'CHECK' ? (
        <Ticked ticked={value === 'true'} />
      ) : (
        <span
          className={hasSeveralLines(campo.tipo) ? `${styles.written} ${styles.several}` : styles.written}
          style={{ fontSize: textSize(value, box, page, scale, hasSeveralLines(campo.tipo)) }}
        >
          {value}
        </span>
      )}
    </div>
  );
}

function Ticked({ ticked }: { readonly ticked: boolean }) {
  const { t } = useRoad();
  return (
    <>
      <span className={styles.box} aria-hidden="true">
        {ticked && <Icon name="check" />}
      </span>
      <span className="unseen">{ticked ? t.review.checkedBox : t.review.unchecked}</span>
    </>
  );
}

/** The sender's fields on a page. */
export const fixedOn = (documento: Documento, number: number, page: PageGeometry, scale: number): ReactNode[] =>
  documento.camposDoRemetente
    .filter(({ pagina }) => pagina === number)
    .map((campo) => <Fixed key={campo.id} campo={campo} page={page} scale={scale} />);
