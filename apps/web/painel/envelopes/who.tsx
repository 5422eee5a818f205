import { Text } from '@mantine/core';
import type { Signatario } from '@rubrica/contract';

/** Who somebody is: the name, and how to reach that person where the name does not say it. */
export function Who(props: { readonly nome: string; readonly signatario: Pick<Signatario, 'email' | 'telefone'> }) {
  const { nome, signatario } = props;
  const contact = [signatario.email, signatario.telefone].filter((one) => one && one !== nome).join(' · ');
  return (
    <>
      <Text fw={600} dir="auto" className="break-anywhere" lineClamp={3}>
        {nome}
      </Text>
      {contact && (
        <Text size="sm" c="dimmed" className="break-anywhere">
          {contact}
        </Text>
      )}
    </>
  );
}
