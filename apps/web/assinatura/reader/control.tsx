import type { SessaoAssinatura } from '@rubrica/contract';
import { FIELD_KINDS, type FieldKind, type TextFormat } from '@rubrica/contract/field-kinds';
import type { PageGeometry, Rect } from '@rubrica/pdf/layout';
import type { CSSProperties } from 'react';
import { Icon } from '../../kit/parts.tsx';
import { boxOf, captionHeight, handwritingIn, textSize } from '../../kit/pdf/place.ts';
import { today, useRoad } from '../context.tsx';
import { awaits, fieldValue, maskFor, nameAt, problemOf } from '../fields.ts';
import type { Campo } from '../steps.ts';
import styles from './field.module.css';
import { familyOf, useHandwriting } from './handwriting.ts';
import { MarkPicture } from './mark.tsx';

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
  /** Opens what draws a signature or picks an image; for a finger, also what types a text. */
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
  const look = problem === null ? styles.filled : told ? 'wrong' : '';
  return (
    <div
      className={`${styles.spot} ${look}`}
      style={style}
      data-campo={campo.id}
      data-name={campo.rotulo ?? t.types[campo.tipo]}
      data-tipo={campo.tipo}
      data-active={active || undefined}
      data-value={!awaits(campo, state.given, session) || undefined}
    >
      <Inner {...props} box={box} name={t.campos.nome(campo.rotulo ?? t.types[campo.tipo], campo.obrigatorio)} />
      {told && problem && (
        <span id={`${controlId(campo.id)}-error`} className="unseen">
          {t.issues[problem]}
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
    'aria-describedby': told && problem ? `${controlId(campo.id)}-error` : undefined,
    onFocus,
    style: reach(box),
  };
  const set = (next: string | boolean) => road.fill(campo.id, next);
  const kind = FIELD_KINDS[campo.tipo];
  switch (kind.holds) {
    case 'MARK':
      return <MarkControl {...props} common={common} mark={kind.mark} />;
    case 'PICTURE':
      return (
        <button {...common} type="button" aria-haspopup="dialog" onClick={props.onOpen}>
          {value === '' ? (
            <span className={styles.prompt}>
              <Icon name="file" />
            </span>
          ) : (
            <img src={String(value)} alt="" />
          )}
        </button>
      );
    case 'CHECK':
      return (
        <>
          <span className={styles.box} aria-hidden="true">
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
    case 'SIGNING_DAY':
      return (
        <input
          {...common}
          readOnly
          value={today()}
          aria-label={`${name}. ${t.campos.automaticDate}`}
          style={{ ...reach(box), fontSize: textSize(today(), box, page, scale, false) }}
        />
      );
    case 'TEXT':
      return (
        <TextControl
          {...props}
          common={common}
          kind={kind}
          value={String(value)}
          name={campo.rotulo ?? t.types[campo.tipo]}
          onValue={set}
        />
      );
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
  mark: member,
  onOpen,
}: ControlProps & { readonly box: Rect; readonly common: Common; readonly mark: 'assinatura' | 'rubrica' }) {
  const { state, session, t } = useRoad();
  const own = member === 'assinatura';
  const mark = state.given[member];
  const below = own ? captionHeight(box, page, scale) : 0;
  const typed = mark?.tipo === 'DIGITADA' ? mark : null;
  useHandwriting(typed && (typed.fonte ?? 'SOLTA'));
  const written = typed && handwritingIn(typed.texto, familyOf(typed.fonte), box, below, page, scale);
  // Named by its content, so that what is seen is part of what is heard.
  const { 'aria-label': name, ...rest } = common;
  return (
    <button {...rest} type="button" aria-haspopup="dialog" onClick={onOpen}>
      <span className="unseen">
        {name}. {mark ? t.campos.done : t.campos.toDo}{' '}
      </span>
      {mark ? (
        <span className={styles.signature}>
          <span className={styles.ink} style={{ height: box.height - below, fontSize: written?.size }}>
            <MarkPicture
              mark={mark}
              label=""
              style={written ? { padding: `0 ${written.after}em 0 ${written.before}em` } : {}}
            />
          </span>
          {own && (
            <span className={styles.caption} style={{ height: below, fontSize: below / 2.6 }}>
              {nameAt(campo, state.given, session)}
            </span>
          )}
        </span>
      ) : (
        <span
          className={styles.prompt}
          style={{ fontSize: Math.max(9, Math.min(16, box.height * 0.5, box.width / 8)) }}
        >
          {own ? t.campos.signHere : t.campos.initialHere}
        </span>
      )}
    </button>
  );
}

const NAME_INPUT = { inputMode: 'text', autoComplete: 'name' } as const;
const INPUTS = {
  CPF: { inputMode: 'numeric', autoComplete: 'off' },
  CNPJ: { inputMode: 'text', autoComplete: 'off', autoCapitalize: 'characters' },
  EMAIL: { inputMode: 'email', autoComplete: 'email', type: 'email' },
} as const satisfies Record<TextFormat, object>;

function TextControl(
  props: ControlProps & {
    readonly box: Rect;
    readonly common: Common;
    readonly kind: Extract<FieldKind, { holds: 'TEXT' }>;
    readonly value: string;
    readonly name: string;
    readonly onValue: (value: string) => void;
  },
) {
  const { campo, page, scale, box, common, kind, value, name, onOpen, onValue } = props;
  const { session } = useRoad();
  const multiline = kind.several;
  const size = textSize(value, box, page, scale, multiline);
  const style = { ...common.style, fontSize: size, lineHeight: multiline ? 1.22 : undefined };
  const shared = {
    ...common,
    style,
    value,
    required: campo.obrigatorio,
    placeholder: placeholderOf(campo, session) ?? name,
    onClick: () => matchMedia('(pointer: coarse)').matches && onOpen(),
  };
  const take = (text: string) => onValue(maskFor(campo, text));
  if (multiline) return <textarea {...shared} onInput={(event) => take(event.currentTarget.value)} />;
  return <input type="text" {...shared} {...inputOf(kind)} onInput={(event) => take(event.currentTarget.value)} />;
}

/** What is known of a field that is left empty: the masked address that the service puts in. */
export const placeholderOf = ({ tipo }: Campo, { signatario }: SessaoAssinatura): string | null => {
  const kind = FIELD_KINDS[tipo];
  return kind.holds === 'TEXT' && kind.from === 'email' ? signatario.email : null;
};

/** The keyboard, and what the browser may fill in, for a text of a kind. */
export const inputOf = (kind: Extract<FieldKind, { holds: 'TEXT' }>) =>
  kind.format ? INPUTS[kind.format] : kind.from === 'nome' ? NAME_INPUT : {};
