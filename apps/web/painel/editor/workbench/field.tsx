import { FIELD_KINDS, hasSeveralLines } from '@rubrica/contract/field-kinds';
import type { PageGeometry } from '@rubrica/pdf/layout';
import { memo } from 'react';
import { boxOf, textSize } from '../../../kit/pdf/place.ts';
import type { Handle } from '../state/geometry.ts';
import type { Field } from '../state/types.ts';
import type { Textos } from '../texts/pt.ts';
import './field.css';
import { Signal } from './signal.tsx';

export const fieldId = (id: string) => `campo-${id}`;

/** How a party is told apart: colour never alone, always with letters. */
export interface Badge {
  readonly cor: number;
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
export const CampoNaPagina = memo(function CampoNaPagina(props: {
  readonly field: Field;
  readonly geometry: PageGeometry;
  readonly scale: number;
  readonly badge: Badge | null;
  readonly selected: boolean;
  /** Whether the handles are shown: one field is chosen, and may be changed. */
  readonly handles: boolean;
  readonly wrong: boolean;
  readonly t: Textos;
}) {
  const { field, geometry, scale, badge, selected, wrong, t } = props;
  const box = boxOf(field, geometry, scale);
  const classes = ['campo', selected ? 'escolhido' : '', wrong ? 'errado' : '', badge ? '' : 'fixo'];
  const what = field.rotulo || t.types[field.tipo];
  const small = box.width < 44 || box.height < 15;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button would take the handles in it for its own, and the drag
    <div
      id={fieldId(field.id)}
      className={classes.filter(Boolean).join(' ')}
      data-campo={field.id}
      data-cor={badge?.cor}
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
          className="valor"
          style={{ fontSize: textSize(field.valorPadrao, box, geometry, scale, hasSeveralLines(field.tipo)) }}
        >
          {field.valorPadrao}
        </span>
      ) : (
        <span
          aria-hidden="true"
          className={small ? 'dentro so-sigla' : 'dentro'}
          style={{ fontSize: Math.max(6, Math.min(12, box.height * 0.62, small ? box.width * 0.36 : 12)) }}
        >
          <span className="sigla">{badge?.monogram ?? '•'}</span>
          {!small && <Signal tipo={field.tipo} />}
          {!small && (
            <span className="que">
              {what}
              {field.obrigatorio && badge ? ' *' : ''}
            </span>
          )}
        </span>
      )}
      {props.handles && HANDLES.map(([name]) => <span key={name} className={`alca alca-${name}`} data-alca={name} />)}
    </div>
  );
});
