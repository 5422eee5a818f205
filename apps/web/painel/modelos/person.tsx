import { NativeSelect, TextInput } from '@mantine/core';
import type { MetodoEntrega, PapelModelo } from '@rubrica/contract';
import { METODOS_ACEITOS } from '@rubrica/contract/enums';
import { SIGNER_NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { digitsOf, maskCpf, phoneOf } from '../../kit/brazil.ts';
import { needsOf } from '../editor/state/rules.ts';
import type { Party } from '../editor/state/types.ts';
import { useEditor } from '../editor/texts/area.ts';
import { useWords } from '../texts/documentos.ts';
import { useModelos } from '../texts/modelos.ts';
import type { Rules } from './filling.ts';
import formStyles from './form.module.css';
import styles from './person.module.css';

interface Props {
  readonly papel: PapelModelo;
  readonly person: Party;
  readonly rules: Rules;
  readonly onPerson: (change: Partial<Party>) => void;
  /** What is wrong with a datum, in words. */
  readonly issue: (dado: keyof Party) => string | null;
}

type Dado = 'telefone' | 'cpf' | 'dataNascimento';

/** Who takes a role: the name, how to reach the person, and what the factors ask for; the rest on demand. */
export function RolePerson({ papel, person, rules, onPerson, issue }: Props) {
  const t = useModelos();
  const editor = useEditor();
  const words = useWords();
  const needs = needsOf(person, rules);
  const extra: readonly Dado[] = ['telefone', 'cpf', 'dataNascimento'];
  const input = (dado: Dado) => (
    <PersonDatum key={dado} dado={dado} needed={needs.has(dado)} {...{ person, onPerson, issue }} />
  );
  const shown = extra.filter((dado) => needs.has(dado));
  const others = extra.filter((dado) => !needs.has(dado));
  return (
    <fieldset className={formStyles.part}>
      <legend dir="auto">{papel.rotulo}</legend>
      <p className={styles.role}>
        {[words.funcao[papel.funcao], ...papel.fatoresExigidos.map((fator) => words.fator[fator])].join(' · ')}
      </p>
      <div className={formStyles.inputs}>
        <TextInput
          label={editor.persons.nome}
          autoComplete="off"
          dir="auto"
          maxLength={SIGNER_NAME_MAX_CHARS}
          value={person.nome}
          onChange={(event) => onPerson({ nome: event.currentTarget.value })}
          error={issue('nome')}
        />
        <TextInput
          label={editor.persons.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          withAsterisk={needs.has('email')}
          value={person.email}
          onChange={(event) => onPerson({ email: event.currentTarget.value.trim() })}
          error={issue('email')}
        />
        <NativeSelect
          label={editor.persons.entrega}
          value={person.metodoEntrega}
          data={METODOS_ACEITOS.map((value) => ({ value, label: editor.entregas[value] }))}
          onChange={(event) => onPerson({ metodoEntrega: event.currentTarget.value as MetodoEntrega })}
          error={issue('metodoEntrega')}
        />
        {shown.map(input)}
      </div>
      {others.length > 0 && (
        <details className={formStyles.more}>
          <summary>{t.use.moreData}</summary>
          <div className={formStyles.inputs}>{others.map(input)}</div>
        </details>
      )}
    </fieldset>
  );
}

interface DadoProps extends Omit<Props, 'papel' | 'rules'> {
  readonly dado: Dado;
  readonly needed: boolean;
}

function PersonDatum({ dado, needed, person, onPerson, issue }: DadoProps) {
  const { persons: t } = useEditor();
  const common = { error: issue(dado), autoComplete: 'off', withAsterisk: needed };
  switch (dado) {
    case 'telefone':
      return (
        <TextInput
          {...common}
          label={t.telefone}
          type="tel"
          placeholder={t.examplePhone}
          value={person.telefone}
          onChange={(event) => onPerson({ telefone: phoneOf(event.currentTarget.value) })}
        />
      );
    case 'cpf':
      return (
        <TextInput
          {...common}
          label={t.cpf}
          inputMode="numeric"
          value={maskCpf(person.cpf)}
          onChange={(event) => onPerson({ cpf: digitsOf(event.currentTarget.value).slice(0, 11) })}
        />
      );
    case 'dataNascimento':
      return (
        <TextInput
          {...common}
          label={t.nascimento}
          type="date"
          value={person.dataNascimento}
          onChange={(event) => onPerson({ dataNascimento: event.currentTarget.value })}
        />
      );
  }
}
