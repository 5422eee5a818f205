import { Checkbox } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { FIELD_VALUE_MAX_CHARS } from '@rubrica/contract/limits';
import type { Party } from '../editor/state/types.ts';
import { useEditor } from '../editor/texts/area.ts';
import { useModelos } from '../texts/modelos.ts';
import type { Filling, Issue, Rules } from './filling.ts';
import styles from './form.module.css';
import { RolePerson } from './person.tsx';
import { VariableField } from './variables.tsx';

/** What the forms that fill a template in ask alike: for a document now, and for those of a public link. */

interface Common {
  readonly modelo: Modelo;
  readonly rules: Rules;
  /** What is told to be wrong by now. */
  readonly issues: readonly Issue[];
  /** What the service said of a place, `papeis[0].email` or `variaveis.valor`. */
  readonly refusal: (place: string) => string | null;
}

/** @param found everything that is wrong, told or not; @param onPersons takes what becomes of the persons there are by then */
export function PersonInputs({
  modelo,
  persons,
  rules,
  issues,
  refusal,
  found,
  onPersons,
}: Common & {
  readonly persons: Filling['persons'];
  readonly found: () => readonly Issue[];
  readonly onPersons: (change: (now: readonly Party[]) => readonly Party[]) => void;
}) {
  const editor = useEditor();
  return persons.map((person, index) => {
    const papel = modelo.papeis.find(({ id }) => id === person.id);
    if (!papel) return null;
    return (
      <RolePerson
        key={papel.id}
        papel={papel}
        person={person}
        rules={rules}
        onPerson={(change) => onPersons((now) => now.map((one) => (one.id === papel.id ? { ...one, ...change } : one)))}
        issue={(dado, said) => {
          const own = (said ? found() : issues).find(
            (one) => one.de === 'person' && one.papelId === papel.id && one.dado === dado,
          );
          return own?.de === 'person'
            ? editor.issue(own.why, dado)
            : (refusal(`papeis[${index}].${dado}`) ?? undefined);
        }}
      />
    );
  });
}

/** @param onVariables takes what becomes of the values there are by then */
export function VariableInputs({
  modelo,
  variaveis,
  rules,
  issues,
  refusal,
  onVariables,
  onRules,
}: Common & {
  readonly variaveis: Filling['variaveis'];
  readonly onVariables: (change: (now: Filling['variaveis']) => Filling['variaveis']) => void;
  readonly onRules: (change: (now: Rules) => Rules) => void;
}) {
  const t = useModelos();
  const own = (nome: string) => {
    const found = issues.find((one) => one.de === 'variable' && one.nome === nome);
    if (found?.de !== 'variable') return null;
    return found.why === 'blank' ? t.use.blank : t.use.long(FIELD_VALUE_MAX_CHARS);
  };
  const empty = issues.some((one) => one.de === 'variable' && one.why === 'blank');
  return (
    <>
      <div className={styles.inputs}>
        {modelo.variaveis.map((nome) => (
          <VariableField
            key={nome}
            nome={nome}
            valor={variaveis[nome] ?? ''}
            onValor={(valor) => onVariables((now) => ({ ...now, [nome]: valor }))}
            issue={own(nome) ?? refusal(`variaveis.${nome}`)}
          />
        ))}
      </div>
      {(empty || rules.withBlanks) && (
        <Checkbox
          label={t.use.leaveBlank}
          checked={rules.withBlanks}
          onChange={({ currentTarget: { checked } }) => onRules((now) => ({ ...now, withBlanks: checked }))}
        />
      )}
    </>
  );
}
