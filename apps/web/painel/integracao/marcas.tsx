import { Button, Checkbox, Group, SimpleGrid, Stack } from '@mantine/core';
import { toggled } from '../../kit/list.ts';

/** Some of a list of named things, and ways to mark several at once. */
export function Marcas<V extends string>(props: {
  readonly rotulo: string;
  readonly dica?: string;
  readonly opcoes: readonly { readonly value: V; readonly texto: string }[];
  readonly atalhos: readonly { readonly rotulo: string; readonly valores: readonly V[] }[];
  readonly valor: readonly V[];
  /** Makes the marks anew of those there are by then. */
  readonly onValor: (change: (now: readonly V[]) => V[]) => void;
  readonly problema: string | null;
}) {
  const { problema } = props;
  return (
    <Checkbox.Group
      label={props.rotulo}
      {...(props.dica ? { description: props.dica } : {})}
      value={[...props.valor]}
      onChange={() => undefined}
      error={problema}
    >
      <Stack gap="sm" my="xs">
        <Group gap="xs">
          {props.atalhos.map(({ rotulo, valores }) => (
            <Button key={rotulo} size="compact-sm" variant="default" onClick={() => props.onValor(() => [...valores])}>
              {rotulo}
            </Button>
          ))}
        </Group>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm" verticalSpacing="sm">
          {props.opcoes.map(({ value, texto }, index) => (
            <Checkbox
              key={value}
              value={value}
              label={texto}
              description={<code>{value}</code>}
              onChange={({ currentTarget: { checked } }) => props.onValor((now) => toggled(now, value, checked))}
              {...(problema && index === 0 ? { 'aria-invalid': true } : {})}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Checkbox.Group>
  );
}
