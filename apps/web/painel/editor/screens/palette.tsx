import { NativeSelect, Text } from '@mantine/core';
import type { TipoCampo } from '@rubrica/contract';
import { FIELD_TYPES } from '@rubrica/contract/enums';
import { isWritten } from '@rubrica/contract/field-kinds';
import { FIELDS_MAX } from '@rubrica/contract/limits';
import { newId } from '../../../kit/uuid.ts';
import { useEditing } from '../context.tsx';
import { roomOf, type Spot } from '../state/editor.ts';
import type { Badge } from '../workbench/field.tsx';
import { follow, type Ground, pageUnder, shownSize } from '../workbench/gestures.ts';
import { Monogram } from '../workbench/monogram.tsx';
import { Signal } from '../workbench/signal.tsx';
import { Block } from './block.tsx';
import styles from './palette.module.css';

/** Puts a new field in the middle of what is seen, or where it was dropped, and gives it the focus. */
export function usePlace() {
  const { dispatch, holder, desk, t, announce } = useEditing();
  return (tipo: TipoCampo, at?: Spot) => {
    const em = at ?? desk()?.middle() ?? { pagina: 1, x: 0.5, y: 0.5 };
    const id = newId();
    const { campos } = dispatch({ type: 'put', id, tipo, holder, em }).present;
    if (!campos.some((field) => field.id === id)) return announce(t.announcement.doNotFit(0));
    announce(t.palette.put(t.types[tipo], em.pagina));
    desk()?.show(id);
  };
}

/** Carries a type of field from the palette to a page. */
function useCarry(ground: () => Ground | null) {
  const place = usePlace();
  return (tipo: TipoCampo) => (event: React.PointerEvent<HTMLElement>) => {
    delete event.currentTarget.dataset.dragged;
    const under = ground();
    if (event.button !== 0 || event.pointerType === 'touch' || !under || event.currentTarget.ariaDisabled) return;
    const native = event.nativeEvent;
    const button = event.currentTarget;
    follow(native, under, () => {
      const ghost = button.cloneNode(true) as HTMLElement;
      ghost.dataset.ghost = '';
      ghost.setAttribute('aria-hidden', 'true');
      // Beside the palette, whose colour it has.
      button.closest('section')?.append(ghost);
      button.dataset.dragged = 'true';
      return {
        move(now) {
          const { width, height } = shownSize(under, tipo, now);
          ghost.style.width = `${width}px`;
          ghost.style.height = `${height}px`;
          ghost.style.transform = `translate3d(${now.clientX}px, ${now.clientY}px, 0) translate(-50%, -50%)`;
          ghost.toggleAttribute('data-over-page', pageUnder(under, now.clientX, now.clientY) !== null);
        },
        end(last, done) {
          ghost.remove();
          const at = done && last && isOver(under, last) ? pageUnder(under, last.clientX, last.clientY) : null;
          if (at) place(tipo, at);
        },
      };
    });
  };
}

/** The types of field, in the colour of whom they are for. */
export function Palette(props: {
  readonly badges: ReadonlyMap<string, Badge>;
  readonly ground: () => Ground | null;
  /** Called when one was put by a tap, so that a sheet over the page gets out of the way. */
  readonly onPlaced?: () => void;
  readonly touch?: boolean;
  readonly className?: string | undefined;
}) {
  const { editor, holder, setHolder, kind, t } = useEditing();
  const { parts } = editor.present;
  const badge = holder ? props.badges.get(holder) : undefined;
  const names = parts.map(({ id }, index) => ({ value: id, label: props.badges.get(id)?.nome ?? `${index + 1}` }));
  const hint = props.touch ? t.palette.touchHint : t.palette.hint;
  return (
    <Block title={t.palette.titulo} className={props.className} data-color={badge?.color}>
      {parts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {kind === 'modelo' ? t.palette.noRoles : t.palette.noPeople}
        </Text>
      ) : (
        <>
          <NativeSelect
            label={t.palette.holder}
            size="sm"
            value={holder ?? ''}
            onChange={(event) => setHolder(event.currentTarget.value === '' ? null : event.currentTarget.value)}
            data={[...names, { value: '', label: t.palette.remetente }]}
          />
          <Types badge={badge} ground={props.ground} onPlaced={props.onPlaced ?? (() => {})} />
          <Text size="xs" c="dimmed">
            {roomOf(editor) < 1 ? t.palette.full(FIELDS_MAX) : hint}
          </Text>
        </>
      )}
    </Block>
  );
}

function Types(props: {
  readonly badge: Badge | undefined;
  readonly ground: () => Ground | null;
  readonly onPlaced: () => void;
}) {
  const { editor, holder, readOnly, t } = useEditing();
  const place = usePlace();
  const carry = useCarry(props.ground);
  const off = readOnly || roomOf(editor) < 1;
  const offered = FIELD_TYPES.filter((tipo) => (holder === null ? isWritten(tipo) : true));
  return (
    <ul className={styles.types}>
      {offered.map((tipo) => (
        <li key={tipo}>
          <button
            type="button"
            className={styles.type}
            data-tipo={tipo}
            aria-disabled={off || undefined}
            onPointerDown={carry(tipo)}
            onClick={(event) => {
              // The click that ends a drag places nothing a second time; a key is no such click.
              const dragged = event.detail > 0 && event.currentTarget.dataset.dragged;
              if (dragged || off) return;
              place(tipo);
              props.onPlaced();
            }}
          >
            <Monogram letters={props.badge?.monogram} className={styles.monogram} />
            <Signal tipo={tipo} size={16} />
            <span>{t.types[tipo]}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Pages that are scrolled away lie under other parts of the screen. */
function isOver(ground: Ground, { clientX, clientY }: PointerEvent): boolean {
  const box = ground.scroller.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}
