import { Button, Switch, Text } from '@mantine/core';
import { SIGNERS_MAX } from '@rubrica/contract/limits';
import { useRef } from 'react';
import { focusAfter } from '../../../kit/focus.ts';
import { newId } from '../../../kit/uuid.ts';
import { useMember } from '../../context.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useEditing } from '../context.tsx';
import { turnsOf } from '../state/parts.ts';
import type { Badge } from '../workbench/field.tsx';
import { Block } from './block.tsx';
import { Card } from './card.tsx';
import styles from './people.module.css';
import { partyInputId } from './person-data.tsx';
import { useOrder } from './use-order.ts';

/** Of the button that includes somebody. */
export const INCLUDE_ID = 'include-party';

interface PeopleProps {
  readonly badges: ReadonlyMap<string, Badge>;
  readonly openId: string | null;
  readonly onOpen: (id: string | null) => void;
  readonly className?: string | undefined;
}

/** Who signs, in which order; each can be opened to be filled in. */
export function People(props: PeopleProps) {
  const { editor, dispatch, kind, readOnly, inPanel, setHolder, t } = useEditing();
  const { parts } = editor.present;
  const template = kind === 'modelo';
  const titulo = template ? t.persons.tituloModelo : t.persons.titulo;
  const include = () => {
    const id = newId();
    focusAfter(
      () => {
        dispatch({ type: 'include-party', id });
        setHolder(id);
        props.onOpen(id);
      },
      () => document.getElementById(partyInputId(id, 'nome')),
    );
  };
  return (
    <Block title={titulo} className={props.className}>
      {parts.length === 0 && (
        <Text size="sm" c="dimmed">
          {template ? t.persons.blankModelo : t.persons.blank}
        </Text>
      )}
      <InOrder />
      <Turns {...props} />
      {!readOnly && !template && inPanel && <Sender />}
      {!readOnly && (
        <Button
          id={INCLUDE_ID}
          variant="default"
          size="sm"
          leftSection={<Icon name="plus" />}
          disabled={parts.length >= SIGNERS_MAX}
          onClick={include}
        >
          {template ? t.persons.includeModelo : t.persons.include}
        </Button>
      )}
    </Block>
  );
}

/** The sender among those who sign, by one press; not offered once they are there. */
function Sender() {
  const { editor, dispatch, setHolder, announce, t } = useEditing();
  const { nome, email } = useMember().usuario;
  const { parts } = editor.present;
  const isThere = parts.some((party) => party.email.toLowerCase() === email.toLowerCase());
  if (isThere || parts.length >= SIGNERS_MAX) return null;
  const include = () => {
    const id = newId();
    focusAfter(
      () => {
        dispatch({ type: 'include-party', id, known: { nome, email } });
        setHolder(id);
        announce(t.persons.meIncluded);
      },
      () => document.getElementById(INCLUDE_ID),
    );
  };
  return (
    <Button variant="light" size="sm" leftSection={<Icon name="person" />} onClick={include}>
      {t.persons.me}
    </Button>
  );
}

/** Whether they sign one after another. */
function InOrder() {
  const { editor, dispatch, readOnly, t } = useEditing();
  const { parts, options } = editor.present;
  if (!options || parts.length < 2) return null;
  return (
    <Switch
      size="sm"
      label={t.persons.inOrder}
      description={options.ordenado ? t.persons.inOrderHint : undefined}
      checked={options.ordenado}
      disabled={readOnly}
      onChange={(event) => dispatch({ type: 'sort', ordenado: event.currentTarget.checked })}
    />
  );
}

/** The turns, and the people of each. */
function Turns({ badges, openId, onOpen }: PeopleProps) {
  const { editor, readOnly, t } = useEditing();
  const { parts, options } = editor.present;
  const inTurns = options?.ordenado ?? true;
  const list = useRef<HTMLOListElement>(null);
  const drag = useOrder(list, inTurns);
  const turns = inTurns ? turnsOf(parts) : parts.map((party) => [party]);
  return (
    <ol ref={list} className={styles.turns}>
      {turns.map((turn, index) => (
        <li key={turn[0]?.id ?? index} className={styles.turn} data-turn>
          {inTurns && parts.length > 1 && <span className={styles.turnNumber}>{t.persons.turn(index + 1)}</span>}
          <ul>
            {turn.map((party) => (
              <li key={party.id} className={styles.person} data-party={party.id}>
                <Card
                  party={party}
                  badge={badges.get(party.id)}
                  open={openId === party.id}
                  onOpen={onOpen}
                  onDrag={drag(party.id)}
                  movable={parts.length > 1 && !readOnly}
                />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
