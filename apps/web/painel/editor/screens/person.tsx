import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { FuncaoSignatario, MetodoEntrega } from '@rubrica/contract';
import { FATORES_ACEITOS, FUNCOES_SIGNATARIO, METODOS_ACEITOS } from '@rubrica/contract/enums';
import { FIELD_LABEL_MAX_CHARS, SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { digitsOf, maskCpf, phoneOf } from '../../../kit/brazil.ts';
import { Icon } from '../../parts/icon.tsx';
import { useEditing } from '../context.tsx';
import type { PartyChange } from '../state/parts.ts';
import type { Party } from '../state/types.ts';
import { Fieldset } from './fieldset.tsx';
import styles from './person.module.css';

export const partyInputId = (id: string, name: keyof Party) => `party-${id}-${name}`;

type Set = (change: PartyChange, run?: keyof PartyChange) => void;
type Input = 'nome' | 'email' | 'telefone' | 'cpf' | 'dataNascimento';

/** Changes one party; a run of changes of one datum is undone at once. */
function useSet({ id }: Party): Set {
  const { dispatch } = useEditing();
  return (change, run) => dispatch({ type: 'change-party', id, change, ...(run ? { run: `party:${id}:${run}` } : {}) });
}

/** What every input of a party has in common, the problem of its datum included. */
function useInput(party: Party) {
  const { dispatch, problems, readOnly, t } = useEditing();
  return (name: Input) => {
    const own = problems.find(({ spot }) => spot.at === 'part' && spot.id === party.id && spot.name === name);
    return {
      id: partyInputId(party.id, name),
      size: 'sm' as const,
      disabled: readOnly,
      error: own?.blocks ? t.issue(own.fault, name) : undefined,
      onBlur: () => dispatch({ type: 'pause' }),
    };
  };
}

/** What is known of a person, each datum checked as it is typed against what is asked of it. */
export function Person({ party, onDone }: { readonly party: Party; readonly onDone: () => void }) {
  const { kind, readOnly, t } = useEditing();
  const set = useSet(party);
  const input = useInput(party);
  const template = kind === 'modelo';
  return (
    <div className={styles.person}>
      <TextInput
        {...input('nome')}
        label={template ? t.persons.papel : t.persons.nome}
        value={party.nome}
        maxLength={template ? FIELD_LABEL_MAX_CHARS : SIGNER_NAME_MAX_CHARS}
        dir="auto"
        autoComplete="off"
        onChange={(event) => set({ nome: event.currentTarget.value }, 'nome')}
      />
      {!template && <Contact party={party} set={set} />}
      <div className={styles.pair}>
        <NativeSelect
          size="sm"
          disabled={readOnly}
          label={t.persons.funcao}
          value={party.funcao}
          data={FUNCOES_SIGNATARIO.map((value) => ({ value, label: t.functions[value] }))}
          onChange={(event) => set({ funcao: event.currentTarget.value as FuncaoSignatario })}
        />
        {!template && (
          <NativeSelect
            id={partyInputId(party.id, 'metodoEntrega')}
            size="sm"
            disabled={readOnly}
            label={t.persons.entrega}
            value={party.metodoEntrega}
            data={METODOS_ACEITOS.map((value) => ({ value, label: t.entregas[value] }))}
            onChange={(event) => set({ metodoEntrega: event.currentTarget.value as MetodoEntrega })}
          />
        )}
      </div>
      <Factors party={party} />
      {!template && (
        <Checkbox
          size="sm"
          label={t.persons.travar}
          checked={party.travarDados}
          disabled={readOnly}
          onChange={(event) => set({ travarDados: event.currentTarget.checked })}
        />
      )}
      <Foot party={party} onDone={onDone} />
    </div>
  );
}

function Contact({ party, set }: { readonly party: Party; readonly set: Set }) {
  const { t } = useEditing();
  const input = useInput(party);
  return (
    <>
      <TextInput
        {...input('email')}
        label={t.persons.email}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={party.email}
        onChange={(event) => set({ email: event.currentTarget.value.trim() }, 'email')}
      />
      <TextInput
        {...input('telefone')}
        label={t.persons.telefone}
        type="tel"
        autoComplete="off"
        placeholder={t.persons.examplePhone}
        value={party.telefone}
        onChange={(event) => set({ telefone: phoneOf(event.currentTarget.value) }, 'telefone')}
      />
      <div className={styles.pair}>
        <TextInput
          {...input('cpf')}
          label={t.persons.cpf}
          inputMode="numeric"
          autoComplete="off"
          value={maskCpf(party.cpf)}
          onChange={(event) => set({ cpf: digitsOf(event.currentTarget.value).slice(0, 11) }, 'cpf')}
        />
        <TextInput
          {...input('dataNascimento')}
          label={t.persons.nascimento}
          type="date"
          value={party.dataNascimento}
          onChange={(event) => set({ dataNascimento: event.currentTarget.value }, 'dataNascimento')}
        />
      </div>
    </>
  );
}

function Factors({ party }: { readonly party: Party }) {
  const { editor, dispatch, readOnly, t } = useEditing();
  const common = editor.present.options?.fatoresExigidos ?? [];
  return (
    <Fieldset legend={t.persons.fatores}>
      {FATORES_ACEITOS.map((fator) => {
        const everybody = common.includes(fator);
        return (
          <Checkbox
            key={fator}
            size="sm"
            label={t.fatores[fator]}
            description={everybody ? t.persons.doDocumento : undefined}
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
        leftSection={<Icon nome="bin" tamanho={16} />}
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
