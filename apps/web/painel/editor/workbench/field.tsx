import { FIELD_KINDS, hasSeveralLines } from '@rubrica/contract/field-kinds';
import type { PageGeometry } from '@rubrica/pdf/layout';
import { memo } from 'react';
import { boxOf, textSize } from '../../../kit/pdf/place.ts';
import type { Handle } from '../state/geometry.ts';
import type { Field } from '../state/types.ts';
import type { Texts } from '../texts/pt.ts';
import styles from './field.module.css';
import { Monogram } from './monogram.tsx';
import { Signal } from './signal.tsx';

export const fieldId = (id: string) => `campo-${id}`;

/** How a party is told apart: colour never alone, always with letters. */
export interface Badge {
  readonly color: number;
  readonly monogram: string;
  readonly nome: string;
}

const HANDLES: readonly (readonly [string, Handle])[] = [
  ['nw', { x: -1, y: -1 }],
  ['n', { x: 0, y: -1 }],
  ['ne', { x: 1, y: -1 }],
  ['e', { x: 1, y: 0 }],
  ['se', { x: 1, y: 1 }],
  ['s', { x: 0, y: 1 }],
  ['sw', { x: -1, y: 1 }],
  ['w', { x: -1, y: 0 }],
];
export const handleOf = (name: string): Handle | undefined => HANDLES.find(([one]) => one === name)?.[1];

/** A field over its page, where the signing page will show it and the stamp will draw it. */
export const FieldOnPage = memo(function FieldOnPage(props: {
  readonly field: Field;
  readonly geometry: PageGeometry;
  readonly scale: number;
  readonly badge: Badge | null;
  readonly selected: boolean;
  /** Whether the handles are shown: one field is chosen, and may be changed. */
  readonly handles: boolean;
  readonly wrong: boolean;
  readonly t: Texts;
}) {
  const { field, geometry, scale, badge, selected, wrong, t } = props;
  const box = boxOf(field, geometry, scale);
  const what = field.rotulo || t.types[field.tipo];
  const small = box.width < 44 || box.height < 15;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button would take the handles in it for its own, and the drag
    <div
      id={fieldId(field.id)}
      className={`${styles.field} ${badge ? '' : styles.fixed}`}
      data-campo={field.id}
      data-color={badge?.color}
      role="button"
      tabIndex={0}
      aria-pressed={selected}
      aria-invalid={wrong || undefined}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      {/* Named by its content, so that what is seen is part of what is heard. */}
      <span className="unseen">
        {t.campo.descricao(t.types[field.tipo], field.rotulo, badge?.nome ?? t.campo.remetente, field.pagina)}
      </span>
      {badge === null && field.valorPadrao !== '' && FIELD_KINDS[field.tipo].holds !== 'CHECK' ? (
        <span
          aria-hidden="true"
          className={styles.value}
          style={{ fontSize: textSize(field.valorPadrao, box, geometry, scale, hasSeveralLines(field.tipo)) }}
        >
          {field.valorPadrao}
        </span>
      ) : (
        <span
          aria-hidden="true"
          className={`${styles.inside} ${small ? styles.monogramOnly : ''}`}
          style={{ fontSize: Math.max(6, Math.min(12, box.height * 0.62, small ? box.width * 0.36 : 12)) }}
        >
          <Monogram letters={badge?.monogram} className={styles.monogram} />
          {!small && <Signal tipo={field.tipo} />}
          {!small && (
            <span className={styles.what}>
              {what}
              {field.obrigatorio && badge ? ' *' : ''}
            </span>
          )}
        </span>
      )}
      {props.handles && HANDLES.map(([name]) => <span key={name} className={styles.handle} data-handle={name} />)}
    </div>
  );
});
