import { Textarea, TextInput } from '@mantine/core';
import { FIELD_VALUE_MAX_CHARS } from '@rubrica/contract/limits';
import { useModelos } from '../texts/modelos.ts';
import styles from './form.module.css';
import { doubtful, inWords, kindOf, masked, tidied } from './variable.ts';

interface Props {
  readonly nome: string;
  readonly valor: string;
  readonly onValor: (valor: string) => void;
  readonly issue: string | null;
}

/** The value of a variable, with the mask of what it seems to be; what looks wrong is said and may stay. */
export function VariableField({ nome, valor, onValor, issue }: Props) {
  const t = useModelos();
  const kind = kindOf(nome);
  const doubt = doubtful(kind, valor) ? t.doubt[kind] : null;
  const common = {
    label: inWords(nome),
    title: `{{${nome}}}`,
    autoComplete: 'off',
    maxLength: FIELD_VALUE_MAX_CHARS,
    value: valor,
    error: issue,
    onBlur: () => onValor(tidied(kind, valor)),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ['label', 'input', 'description', 'error'],
    description: doubt && <span className={styles.doubt}>{doubt}</span>,
  };
  if (kind === 'texto') {
    return (
      <Textarea
        {...common}
        autosize
        minRows={1}
        maxRows={8}
        dir="auto"
        onChange={(event) => onValor(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      placeholder={t.example[kind]}
      inputMode={kind === 'email' ? 'email' : kind === 'telefone' ? 'tel' : 'text'}
      onChange={(event) => onValor(masked(kind, event.currentTarget.value))}
    />
  );
}
