import { Radio, Stack } from '@mantine/core';

/** One of several values, each with what it means. */
export function Choice<V extends string>(props: {
  readonly rotulo: string;
  readonly options: readonly { readonly value: V; readonly texto: string; readonly hint: string }[];
  readonly valor: V;
  readonly onValor: (valor: V) => void;
  readonly issue: string | null;
}) {
  return (
    <Radio.Group
      label={props.rotulo}
      value={props.valor}
      onChange={(value) => props.onValor(value as V)}
      error={props.issue}
    >
      <Stack gap="sm" mt="xs">
        {props.options.map(({ value, texto, hint }) => (
          <Radio key={value} value={value} label={texto} description={hint} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
