import { Button, Checkbox, Group, SimpleGrid, Stack } from '@mantine/core';
import { toggled } from '../../kit/list.ts';

/** Some of a list of named things, and ways to mark several at once. */
export function Marks<V extends string>(props: {
  readonly rotulo: string;
  readonly hint?: string;
  readonly options: readonly { readonly value: V; readonly texto: string }[];
  readonly shortcuts: readonly { readonly rotulo: string; readonly valores: readonly V[] }[];
  readonly valor: readonly V[];
  /** Derives the marks from the current ones. */
  readonly onValor: (change: (now: readonly V[]) => V[]) => void;
  readonly issue: string | null;
}) {
  const { issue } = props;
  return (
    <Checkbox.Group
      label={props.rotulo}
      {...(props.hint ? { description: props.hint } : {})}
      value={[...props.valor]}
      onChange={() => undefined}
      error={issue}
    >
      <Stack gap="sm" my="xs">
        <Group gap="xs">
          {props.shortcuts.map(({ rotulo, valores }) => (
            <Button key={rotulo} size="compact-sm" variant="default" onClick={() => props.onValor(() => [...valores])}>
              {rotulo}
            </Button>
          ))}
        </Group>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm" verticalSpacing="sm">
          {props.options.map(({ value, texto }, index) => (
            <Checkbox
              key={value}
              value={value}
              label={texto}
              description={<code>{value}</code>}
              onChange={({ currentTarget: { checked } }) => props.onValor((now) => toggled(now, value, checked))}
              {...(issue && index === 0 ? { 'aria-invalid': true } : {})}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Checkbox.Group>
  );
}
