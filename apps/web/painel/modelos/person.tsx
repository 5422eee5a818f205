import { Checkbox, NativeSelect } from '@mantine/core';
import type { MetodoEntrega, PapelModelo } from '@rubrica/contract';
import { ACCEPTED_DELIVERY_METHODS } from '@rubrica/contract/enums';
import { KeepBox } from '../contatos/keep.tsx';
import { pickedOf } from '../contatos/person.ts';
import { InPersonBox } from '../editor/screens/in-person-box.tsx';
import { DATA, Data, Identity, MoreOptions, primaryOf, usePersonInputs } from '../editor/screens/person-data.tsx';
import { needsOf } from '../editor/state/rules.ts';
import type { Party } from '../editor/state/types.ts';
import { useEditor } from '../editor/texts/area.ts';
import { useWords } from '../texts/documentos.ts';
import type { Rules } from './filling.ts';
import formStyles from './form.module.css';
import styles from './person.module.css';

interface Props {
  readonly papel: PapelModelo;
  readonly person: Party;
  readonly rules: Rules;
  readonly onPerson: (change: Partial<Party>) => void;
  /** What is wrong with a datum, in words. @param said whether it is told before the form was tried */
  readonly issue: (dado: keyof Party, said: boolean) => string | undefined;
}

/** Who takes a role: the name, how to reach the person, and what the factors ask for; the rest on demand. */
export function RolePerson({ papel, person, rules, onPerson, issue }: Props) {
  const editor = useEditor();
  const words = useWords();
  const inputs = usePersonInputs({ party: person, readOnly: false, issue, change: onPerson });
  const needs = needsOf(person, rules);
  const beside = DATA.filter((name) => name !== primaryOf(person));
  const rest = beside.filter((name) => !needs.has(name));
  const delivery = issue('metodoEntrega', false);
  return (
    <fieldset className={formStyles.part}>
      <legend dir="auto">{papel.rotulo}</legend>
      <p className={styles.role}>
        {[words.funcao[papel.funcao], ...papel.fatoresExigidos.map((fator) => words.fator[fator])].join(' · ')}
      </p>
      <div className={formStyles.inputs}>
        <Identity party={person} inputs={inputs} onPick={(one) => onPerson(pickedOf(one))} />
        <Data party={person} data={beside.filter((name) => needs.has(name))} inputs={inputs} />
      </div>
      {person.clienteId === null && (
        <div className={styles.keep}>
          <KeepBox id={person.id} />
        </div>
      )}
      <MoreOptions wrong={delivery !== undefined || rest.some((name) => issue(name, false) !== undefined)}>
        <div className={formStyles.inputs}>
          <Data party={person} data={rest} inputs={inputs} />
          <NativeSelect
            size="sm"
            label={editor.persons.entrega}
            value={person.metodoEntrega}
            data={ACCEPTED_DELIVERY_METHODS.map((value) => ({ value, label: editor.entregas[value] }))}
            onChange={(event) => onPerson({ metodoEntrega: event.currentTarget.value as MetodoEntrega })}
            error={delivery}
          />
        </div>
        <InPersonBox party={person} onChange={(presencial) => onPerson({ presencial })} />
        <Checkbox
          size="sm"
          label={editor.persons.passOn}
          checked={person.delegavel}
          onChange={(event) => onPerson({ delegavel: event.currentTarget.checked })}
        />
      </MoreOptions>
    </fieldset>
  );
}
