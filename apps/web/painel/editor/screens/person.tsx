import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { FuncaoSignatario, MetodoEntrega } from '@rubrica/contract';
import { ACCEPTED_DELIVERY_METHODS, ACCEPTED_FACTORS, SIGNER_FUNCTIONS } from '@rubrica/contract/enums';
import { FIELD_LABEL_MAX_CHARS } from '@rubrica/contract/limits';
import { KeepBox } from '../../contatos/keep.tsx';
import { pickedOf } from '../../contatos/person.ts';
import { Icon } from '../../parts/icon.tsx';
import { useEditing } from '../context.tsx';
import { needsOf } from '../state/rules.ts';
import type { Party } from '../state/types.ts';
import { Fieldset } from './fieldset.tsx';
import { InPersonBox } from './in-person-box.tsx';
import styles from './person.module.css';
import {
  DATA,
  Data,
  type Datum,
  Identity,
  type Inputs,
  MoreOptions,
  partyInputId,
  primaryOf,
  useInputs,
  useSet,
} from './person-data.tsx';

/** Who somebody is: a name and a way to reach them, what is asked of them, and the rest on demand. */
export function Person({ party, onDone }: { readonly party: Party; readonly onDone: () => void }) {
  const { kind } = useEditing();
  return (
    <div className={styles.person}>
      {kind === 'modelo' ? <Role party={party} /> : <Signer party={party} />}
      <Foot party={party} onDone={onDone} />
    </div>
  );
}

/** A role of a template; whoever takes it says who they are. */
function Role({ party }: { readonly party: Party }) {
  const { t } = useEditing();
  const inputs = useInputs(party);
  return (
    <>
      <TextInput
        {...inputs.input('nome')}
        label={t.persons.papel}
        value={party.nome}
        maxLength={FIELD_LABEL_MAX_CHARS}
        dir="auto"
        autoComplete="off"
        onChange={(event) => inputs.typing('nome', { nome: event.currentTarget.value })}
      />
      <Purpose party={party} />
      <Factors party={party} />
    </>
  );
}

function Signer({ party }: { readonly party: Party }) {
  const { editor, readOnly, inPanel } = useEditing();
  const inputs = useInputs(party);
  const set = useSet(party);
  const primary = primaryOf(party);
  const needs = needsOf(party, editor.present.options);
  const beside = DATA.filter((name) => name !== primary);
  return (
    <>
      <Identity party={party} inputs={inputs} onPick={inPanel ? (person) => set(pickedOf(person)) : null} />
      <Data party={party} data={beside.filter((name) => needs.has(name))} inputs={inputs} />
      {inPanel && party.clienteId === null && <KeepBox id={party.id} disabled={readOnly} />}
      <More party={party} rest={beside.filter((name) => !needs.has(name))} inputs={inputs} />
    </>
  );
}

/** What most people never need. */
function More({
  party,
  rest,
  inputs,
}: {
  readonly party: Party;
  readonly rest: readonly Datum[];
  readonly inputs: Inputs;
}) {
  const { problems, readOnly, t } = useEditing();
  const set = useSet(party);
  const wrong = problems.some(
    ({ blocks, spot }) =>
      blocks && spot.at === 'part' && spot.id === party.id && rest.some((name) => name === spot.name),
  );
  return (
    <MoreOptions wrong={wrong}>
      <Data party={party} data={rest} inputs={inputs} />
      <div className={styles.pair}>
        <Purpose party={party} />
        <NativeSelect
          id={partyInputId(party.id, 'metodoEntrega')}
          size="sm"
          disabled={readOnly}
          label={t.persons.entrega}
          value={party.metodoEntrega}
          data={ACCEPTED_DELIVERY_METHODS.map((value) => ({ value, label: t.entregas[value] }))}
          onChange={(event) => set({ metodoEntrega: event.currentTarget.value as MetodoEntrega })}
        />
      </div>
      <InPersonBox party={party} disabled={readOnly} onChange={(presencial) => set({ presencial })} />
      <Factors party={party} />
      <Checkbox
        size="sm"
        label={t.persons.lock}
        checked={party.travarDados}
        disabled={readOnly}
        onChange={(event) => set({ travarDados: event.currentTarget.checked })}
      />
      <Checkbox
        size="sm"
        label={t.persons.passOn}
        checked={party.delegavel}
        disabled={readOnly}
        onChange={(event) => set({ delegavel: event.currentTarget.checked })}
      />
    </MoreOptions>
  );
}

/** What the person does with the document. */
function Purpose({ party }: { readonly party: Party }) {
  const { readOnly, t } = useEditing();
  const set = useSet(party);
  return (
    <NativeSelect
      size="sm"
      disabled={readOnly}
      label={t.persons.funcao}
      value={party.funcao}
      data={SIGNER_FUNCTIONS.map((value) => ({ value, label: t.functions[value] }))}
      onChange={(event) => set({ funcao: event.currentTarget.value as FuncaoSignatario })}
    />
  );
}

function Factors({ party }: { readonly party: Party }) {
  const { editor, dispatch, readOnly, t } = useEditing();
  const common = editor.present.options?.fatoresExigidos ?? [];
  return (
    <Fieldset legend={t.persons.fatores}>
      {ACCEPTED_FACTORS.map((fator) => {
        const everybody = common.includes(fator);
        return (
          <Checkbox
            key={fator}
            size="sm"
            label={t.fatores[fator]}
            description={everybody ? t.persons.fromDocument : undefined}
            checked={everybody || party.reinforcement.includes(fator)}
            disabled={everybody || readOnly}
            onChange={(event) => dispatch({ type: 'ask', de: party.id, fator, demanded: event.currentTarget.checked })}
          />
        );
      })}
    </Fieldset>
  );
}

function Foot({ party, onDone }: { readonly party: Party; readonly onDone: () => void }) {
  const { dispatch, readOnly, t, announce } = useEditing();
  const remove = () => {
    dispatch({ type: 'remove-party', id: party.id });
    announce(t.persons.removed(party.nome || t.persons.noName));
  };
  return (
    <Group justify="space-between">
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        className="bad"
        disabled={readOnly}
        leftSection={<Icon name="bin" size={16} />}
        onClick={remove}
      >
        {t.persons.remover}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onDone}>
        {t.persons.close}
      </Button>
    </Group>
  );
}
