import type { PageGeometry, Rect } from '@rubrica/pdf/layout';
import type { CSSProperties } from 'react';
import { Icon } from '../../kit/parts.tsx';
import { boxOf, captionHeight, scriptSize, textSize } from '../../kit/pdf/lugar.ts';
import { fieldValue, maskFor, problemOf } from '../campos.ts';
import { today, useRoad } from '../contexto.tsx';
import type { Campo } from '../etapas.ts';
import { MarkPicture } from './marca.tsx';

/** Touch targets are at least this large, however small the field is drawn (WCAG 2.5.5). */
const TARGET = 44;

export interface ControlProps {
  readonly campo: Campo;
  readonly page: PageGeometry;
  readonly scale: number;
  readonly active: boolean;
  /** Whether what is wrong is said: only after the person was there. */
  readonly told: boolean;
  readonly onFocus: () => void;
  /** Opens what draws a signature or picks an image. */
  readonly onOpen: () => void;
}

export const controlId = (campoId: string) => `campo-${campoId}`;

/** A field as a form control over its place on the page. */
export function Control(props: ControlProps) {
  const { campo, page, scale, active, told } = props;
  const { state, session, t } = useRoad();
  const box = boxOf(campo, page, scale);
  const problem = problemOf(campo, state.given, session);
  const style: CSSProperties = {
    left: box.x,
    top: box.y,
    width: box.width,
    height: box.height,
    zIndex: 10 + Math.min(500, Math.max(0, campo.z)),
  };
  const classes = ['spot', campo.tipo.toLowerCase(), active ? 'active' : '', problem ? 'open' : 'filled'];
  if (told && problem) classes.push('wrong');
  return (
    <div
      className={classes.join(' ')}
      style={style}
      data-campo={campo.id}
      data-nome={campo.rotulo ?? t.tipos[campo.tipo]}
    >
      <Inner {...props} box={box} name={t.campos.nome(campo.rotulo ?? t.tipos[campo.tipo], campo.obrigatorio)} />
      {told && problem && (
        <span id={`${controlId(campo.id)}-erro`} className="unseen">
          {t.problemas[problem]}
        </span>
      )}
    </div>
  );
}

/** The control reaches beyond its field on every side until it is a target for a finger. */
const reach = (box: Rect): CSSProperties =>
  ({
    '--reach-x': `${Math.max(0, (TARGET - box.width) / 2)}px`,
    '--reach-y': `${Math.max(0, (TARGET - box.height) / 2)}px`,
  }) as CSSProperties;

function Inner(props: ControlProps & { readonly box: Rect; readonly name: string }) {
  const { campo, page, scale, box, name, told, onFocus } = props;
  const { road, state, session, t } = useRoad();
  const { given } = state;
  const problem = problemOf(campo, given, session);
  const value = fieldValue(campo, given, session);
  const common = {
    id: controlId(campo.id),
    'aria-label': name,
    'aria-invalid': (told && problem !== null) || undefined,
    'aria-describedby': told && problem ? `${controlId(campo.id)}-erro` : undefined,
    onFocus,
    style: reach(box),
  };
  const set = (next: string | boolean) => road.fill(campo.id, next);
  switch (campo.tipo) {
    case 'ASSINATURA':
    case 'RUBRICA':
      return <MarkControl {...props} common={common} />;
    case 'IMAGEM':
      return (
        <button {...common} type="button" aria-haspopup="dialog" onClick={props.onOpen}>
          {value === '' ? (
            <span className="prompt">
              <Icon name="file" />
            </span>
          ) : (
            <img className="mark" src={String(value)} alt="" />
          )}
        </button>
      );
    case 'CHECKBOX':
      return (
        <>
          <span className={value === true ? 'box ticked' : 'box'} aria-hidden="true">
            {value === true && <Icon name="check" />}
          </span>
          <input
            {...common}
            type="checkbox"
            checked={value === true}
            onChange={(event) => set(event.currentTarget.checked)}
          />
        </>
      );
    case 'DATA':
      return (
        <input
          {...common}
          readOnly
          value={today()}
          aria-label={`${name}. ${t.campos.dataAutomatica}`}
          style={{ ...reach(box), fontSize: textSize(today(), box, page, scale, false) }}
        />
      );
    default:
      return <TextControl {...props} common={common} value={String(value)} onValue={set} />;
  }
}

interface Common {
  readonly id: string;
  readonly 'aria-label': string;
  readonly 'aria-invalid': boolean | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly onFocus: () => void;
  readonly style: CSSProperties;
}

function MarkControl({
  campo,
  page,
  scale,
  box,
  common,
  onOpen,
}: ControlProps & { readonly box: Rect; readonly common: Common }) {
  const { state, session, t } = useRoad();
  const own = campo.tipo === 'ASSINATURA';
  const mark = own ? state.given.assinatura : state.given.rubrica;
  const below = own ? captionHeight(box, page, scale) : 0;
  // Named by its content, so that what is seen is part of what is heard.
  const { 'aria-label': name, ...rest } = common;
  return (
    <button {...rest} type="button" aria-haspopup="dialog" onClick={onOpen}>
      <span className="unseen">
        {name}. {mark ? t.campos.feita : t.campos.aFazer}{' '}
      </span>
      {mark ? (
        <span className="signature">
          <span
            className="ink"
            style={{
              height: box.height - below,
              fontSize: mark.tipo === 'DIGITADA' ? scriptSize(mark.texto, box, below, page, scale) : undefined,
            }}
          >
            <MarkPicture mark={mark} label="" />
          </span>
          {own && (
            <span className="caption" style={{ height: below, fontSize: below / 2.6 }}>
              {state.given.nome ?? session.signatario.nome}
            </span>
          )}
        </span>
      ) : (
        <span className="prompt" style={{ fontSize: Math.max(9, Math.min(16, box.height * 0.5, box.width / 8)) }}>
          {own ? t.campos.assineAqui : t.campos.rubriqueAqui}
        </span>
      )}
    </button>
  );
}

function TextControl(
  props: ControlProps & {
    readonly box: Rect;
    readonly common: Common;
    readonly value: string;
    readonly onValue: (value: string) => void;
  },
) {
  const { campo, page, scale, box, common, value, onValue } = props;
  const { session, t } = useRoad();
  const multiline = campo.tipo === 'TEXTO';
  const size = textSize(value, box, page, scale, multiline);
  const style = { ...common.style, fontSize: size, lineHeight: multiline ? 1.22 : undefined };
  const shared = {
    ...common,
    style,
    value,
    required: campo.obrigatorio,
    placeholder: campo.tipo === 'EMAIL' ? (session.signatario.email ?? '') : (campo.rotulo ?? t.tipos[campo.tipo]),
  };
  const take = (text: string) => onValue(maskFor(campo, text));
  if (multiline) return <textarea {...shared} onInput={(event) => take(event.currentTarget.value)} />;
  const kinds = {
    CPF: { inputMode: 'numeric', autoComplete: 'off' },
    CNPJ: { inputMode: 'text', autoComplete: 'off', autoCapitalize: 'characters' },
    EMAIL: { inputMode: 'email', autoComplete: 'email', type: 'email' },
    NOME: { inputMode: 'text', autoComplete: 'name' },
  } as const;
  const kind = kinds[campo.tipo as keyof typeof kinds] ?? {};
  return <input type="text" {...shared} {...kind} onInput={(event) => take(event.currentTarget.value)} />;
}
