import { Button, TextInput } from '@mantine/core';
import type { Cliente } from '@rubrica/contract';
import { SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { type ReactNode, useState } from 'react';
import { digitsOf, maskCpf, phoneOf } from '../../../kit/brazil.ts';
import { ContactInput, type ContactInputProps } from '../../contatos/offer.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useEditing } from '../context.tsx';
import type { PartyChange } from '../state/parts.ts';
import type { Party } from '../state/types.ts';
import { useEditor } from '../texts/area.ts';
import styles from './person.module.css';

export const partyInputId = (id: string, name: keyof Party) => `party-${id}-${name}`;

type Set = (change: PartyChange, run?: keyof PartyChange) => void;

/** What may be known of a person beside the name. */
export const DATA = ['email', 'telefone', 'cpf', 'dataNascimento'] as const;
export type Datum = (typeof DATA)[number];
type Input = 'nome' | Datum;

/** Changes one party; a run of changes of one datum is undone at once. */
export function useSet({ id }: Party): Set {
  const { dispatch } = useEditing();
  return (change, run) => dispatch({ type: 'change-party', id, change, ...(run ? { run: `party:${id}:${run}` } : {}) });
}

/** The contact that the first input holds: where the invitation goes. */
export const primaryOf = ({ metodoEntrega }: Party): 'email' | 'telefone' =>
  metodoEntrega === 'SMS' ? 'telefone' : 'email';

const isNumber = (text: string) => /^\+?[\d\s().-]+$/.test(text);

/** What a contact says that is typed as it comes: a number goes by SMS, anything else is an address. */
export function contactChange(party: Party, typed: string): PartyChange {
  const text = typed.trim();
  const primary = primaryOf(party);
  // A link that the sender hands over goes nowhere.
  if (party.metodoEntrega === 'LINK' || text === '') return { [primary]: text };
  if (isNumber(text)) {
    return { telefone: phoneOf(text), metodoEntrega: 'SMS', ...(primary === 'email' ? { email: '' } : {}) };
  }
  return { email: text, metodoEntrega: 'EMAIL', ...(primary === 'telefone' ? { telefone: '' } : {}) };
}

export interface Inputs {
  /** What every input of a party has in common, the problem of its datum included. */
  readonly input: (name: Input) => {
    readonly id: string;
    readonly size: 'sm';
    readonly disabled: boolean;
    readonly error: string | undefined;
    readonly onBlur: () => void;
  };
  /** A datum is being typed: nothing is said of it until it is left. */
  readonly typing: (name: Input, change: PartyChange) => void;
}

interface Holder {
  readonly party: Party;
  readonly readOnly: boolean;
  /** What is to be told of a datum. @param said whether it may be told by now: it is not being typed, nor still to be filled in */
  readonly issue: (name: Input, said: boolean) => string | undefined;
  readonly change: (change: PartyChange, name: Input) => void;
  /** An input was left. */
  readonly onLeft?: () => void;
}

/** The inputs of a person, wherever one is typed. Of somebody new nothing is said before an input was left once. */
export function usePersonInputs({ party, readOnly, issue, change, onLeft }: Holder): Inputs {
  const [fresh] = useState(() => [party.nome, party.email, party.telefone].every((text) => text === ''));
  const [left, setLeft] = useState<ReadonlySet<Input>>(new Set());
  const [typed, setTyped] = useState<Input | null>(null);
  return {
    input: (name) => ({
      id: partyInputId(party.id, name),
      size: 'sm',
      disabled: readOnly,
      error: issue(name, typed !== name && (!fresh || left.has(name))),
      onBlur: () => {
        setTyped(null);
        setLeft((before) => new Set([...before, name]));
        onLeft?.();
      },
    }),
    typing(name, changed) {
      setTyped(name);
      change(changed, name);
    },
  };
}

/** The inputs of a party of the editor. */
export function useInputs(party: Party): Inputs {
  const { dispatch, problems, readOnly, t } = useEditing();
  const set = useSet(party);
  return usePersonInputs({
    party,
    readOnly,
    issue: (name, said) => {
      const own = problems.find(({ spot }) => spot.at === 'part' && spot.id === party.id && spot.name === name);
      return own?.blocks && said ? t.issue(own.fault, name) : undefined;
    },
    change: set,
    onLeft: () => dispatch({ type: 'pause' }),
  });
}

/** The two inputs of a person: a name, and where the invitation goes. People of the registry are offered in both. */
export function Identity(props: {
  readonly party: Party;
  readonly inputs: Inputs;
  /** Null where there is no registry to choose somebody of. */
  readonly onPick: ((person: Cliente) => void) | null;
  readonly autoFocus?: boolean;
}) {
  const { party, inputs, onPick } = props;
  const t = useEditor();
  const primary = primaryOf(party);
  return (
    <>
      <Entry
        {...inputs.input('nome')}
        label={t.persons.nome}
        value={party.nome}
        maxLength={SIGNER_NAME_MAX_CHARS}
        dir="auto"
        data-autofocus={props.autoFocus || undefined}
        onText={(nome) => inputs.typing('nome', { nome })}
        onPick={onPick}
      />
      <Entry
        {...inputs.input(primary)}
        label={party.metodoEntrega === 'LINK' ? t.persons.email : t.persons.contact}
        // A text whichever it holds: another type would put the cursor elsewhere while it is typed.
        inputMode="email"
        value={party[primary]}
        onText={(text) => inputs.typing(primary, { clienteId: null, ...contactChange(party, text) })}
        onPick={onPick}
      />
    </>
  );
}

/** A text that people of the registry are offered for, where there is one. */
function Entry({
  onPick,
  onText,
  ...input
}: Omit<ContactInputProps, 'onPick'> & { readonly onPick: ContactInputProps['onPick'] | null }) {
  if (onPick) return <ContactInput {...input} onText={onText} onPick={onPick} />;
  return <TextInput {...input} autoComplete="off" onChange={(event) => onText(event.currentTarget.value)} />;
}

/** What most people never need, behind a button; open from the start where something of it is wrong. */
export function MoreOptions({ wrong, children }: { readonly wrong: boolean; readonly children: ReactNode }) {
  const t = useEditor();
  const [wanted, setWanted] = useState(false);
  const open = wanted || wrong;
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        className={styles.more}
        aria-expanded={open}
        leftSection={<Icon name={open ? 'low' : 'right'} size={16} />}
        onClick={() => setWanted(!open)}
      >
        {t.persons.more}
      </Button>
      {open && children}
    </>
  );
}

/** Inputs of some of the data, in their order. */
export function Data(props: { readonly party: Party; readonly data: readonly Datum[]; readonly inputs: Inputs }) {
  const { party, data, inputs } = props;
  const t = useEditor();
  const one = (name: Datum): ReactNode => {
    const common = { ...inputs.input(name), autoComplete: 'off' };
    switch (name) {
      case 'email':
        return (
          <TextInput
            {...common}
            key={name}
            label={t.persons.email}
            type="email"
            inputMode="email"
            value={party.email}
            onChange={(event) => inputs.typing(name, { email: event.currentTarget.value.trim() })}
          />
        );
      case 'telefone':
        return (
          <TextInput
            {...common}
            key={name}
            label={t.persons.telefone}
            type="tel"
            placeholder={t.persons.examplePhone}
            value={party.telefone}
            onChange={(event) => inputs.typing(name, { telefone: phoneOf(event.currentTarget.value) })}
          />
        );
      case 'cpf':
        return (
          <TextInput
            {...common}
            key={name}
            label={t.persons.cpf}
            inputMode="numeric"
            value={maskCpf(party.cpf)}
            onChange={(event) => inputs.typing(name, { cpf: digitsOf(event.currentTarget.value).slice(0, 11) })}
          />
        );
      case 'dataNascimento':
        return (
          <TextInput
            {...common}
            key={name}
            label={t.persons.nascimento}
            type="date"
            value={party.dataNascimento}
            onChange={(event) => inputs.typing(name, { dataNascimento: event.currentTarget.value })}
          />
        );
    }
  };
  return data.map(one);
}
