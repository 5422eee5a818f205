import { Textarea, TextInput } from '@mantine/core';
import { FIELD_VALUE_MAX_CHARS } from '@rubrica/contract/limits';
import { useModelos } from '../textos/modelos.ts';
import { arrumado, comMascara, duvidoso, especieDe, porExtenso } from './variavel.ts';

interface Props {
  readonly nome: string;
  readonly valor: string;
  readonly onValor: (valor: string) => void;
  readonly problema: string | null;
}

/** The value of a variable, with the mask of what it seems to be; what looks wrong is said and may stay. */
export function CampoDaVariavel({ nome, valor, onValor, problema }: Props) {
  const t = useModelos();
  const especie = especieDe(nome);
  const doubt = duvidoso(especie, valor) ? t.duvida[especie] : null;
  const common = {
    label: porExtenso(nome),
    title: `{{${nome}}}`,
    autoComplete: 'off',
    maxLength: FIELD_VALUE_MAX_CHARS,
    value: valor,
    error: problema,
    onBlur: () => onValor(arrumado(especie, valor)),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ['label', 'input', 'description', 'error'],
    description: doubt && <span className="aviso-campo">{doubt}</span>,
  };
  if (especie === 'texto') {
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
      placeholder={t.exemplo[especie]}
      inputMode={especie === 'email' ? 'email' : especie === 'telefone' ? 'tel' : 'text'}
      onChange={(event) => onValor(comMascara(especie, event.currentTarget.value))}
    />
  );
}
