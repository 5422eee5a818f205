import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Cliente } from '@rubrica/contract';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { usePanel } from '../context.tsx';
import { useBase } from '../texts/base.ts';
import styles from './offer.module.css';

/** Few enough to be seen at a glance. */
const OFFERED = 6;
/** A letter alone says nothing about anybody. */
const LETTERS_MIN = 2;
/** What somebody who types leaves between two letters. */
const PAUSE_MS = 200;

/** People of the registry that a text may mean; none while there is none to look for. */
function useOffer(text: string, wanted: boolean): readonly Cliente[] {
  const { client } = usePanel();
  const [busca] = useDebouncedValue(text.trim(), PAUSE_MS);
  const enabled = wanted && busca.length >= LETTERS_MIN && busca === text.trim();
  const { data } = useQuery({
    queryKey: ['clientes', 'offer', busca],
    enabled,
    queryFn: ({ signal }) => client.listarClientes({ query: { busca, limite: OFFERED }, signal }),
  });
  return enabled ? (data?.itens ?? []) : [];
}

export interface ContactInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> {
  readonly value: string;
  readonly onText: (text: string) => void;
  /** Somebody of the registry was chosen. */
  readonly onPick: (person: Cliente) => void;
}

/**
 * A text that people of the registry are offered for while it is typed: a combobox with a list (ARIA Authoring Practices),
 * of which nothing is chosen until somebody does.
 */
export function ContactInput({ value, onText, onPick, ...input }: ContactInputProps) {
  const t = useBase();
  const list = useId();
  const [typing, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const offered = useOffer(value, typing);
  const open = typing && offered.length > 0;
  const at = open && active < offered.length ? active : -1;
  const close = () => {
    setTyping(false);
    setActive(-1);
  };
  const pick = (person: Cliente) => {
    onPick(person);
    close();
  };
  const step = (by: 1 | -1) => {
    const places = offered.length + 1;
    // Past either end the text has the turn again.
    setActive(((at + 1 + by + places) % places) - 1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && !open) return setTyping(true);
    if (!open) return;
    const person = offered[at];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') step(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Enter' && person) pick(person);
    else if (event.key === 'Escape') {
      // Only the list: the dialog around it stays.
      event.stopPropagation();
      close();
    } else return;
    event.preventDefault();
  };
  return (
    <div className={styles.offer}>
      <TextInput
        {...input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
        autoComplete="off"
        value={value}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyping(true);
          setActive(-1);
          onText(event.currentTarget.value);
        }}
        onBlur={(event) => {
          close();
          input.onBlur?.(event);
        }}
      />
      {open && (
        <div id={list} role="listbox" tabIndex={-1} aria-label={t.contacts.rotulo} className={styles.list}>
          {offered.map((person, index) => (
            <Option
              key={person.id}
              id={`${list}-${index}`}
              person={person}
              active={index === at}
              onPick={() => pick(person)}
            />
          ))}
        </div>
      )}
      <span className="unseen" role="status">
        {open ? t.contacts.found(offered.length) : ''}
      </span>
    </div>
  );
}

function Option(props: {
  readonly id: string;
  readonly person: Cliente;
  readonly active: boolean;
  readonly onPick: () => void;
}) {
  const { nome, email, telefone } = props.person;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the text's, which keeps the focus and names the active option
    <div
      id={props.id}
      role="option"
      tabIndex={-1}
      aria-selected={props.active}
      className={styles.option}
      ref={(element) => {
        if (props.active) element?.scrollIntoView({ block: 'nearest' });
      }}
      // The text would lose the focus, and the list with it, before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onPick}
    >
      <span className={styles.name} dir="auto">
        {nome}
      </span>
      <span className={styles.detail}>{email ?? telefone}</span>
    </div>
  );
}
