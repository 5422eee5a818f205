import { Radio, Stack } from '@mantine/core';

/** One of several values, each with what it means. */
export function Escolha<V extends string>(props: {
  readonly rotulo: string;
  readonly opcoes: readonly { readonly value: V; readonly texto: string; readonly dica: string }[];
  readonly valor: V;
  readonly onValor: (valor: V) => void;
  readonly problema: string | null;
}) {
  return (
    <Radio.Group
      label={props.rotulo}
      value={props.valor}
      onChange={(value) => props.onValor(value as V)}
      error={props.problema}
    >
      <Stack gap="sm" mt="xs">
        {props.opcoes.map(({ value, texto, dica }) => (
          <Radio key={value} value={value} label={texto} description={dica} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
