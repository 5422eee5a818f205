import { Button, Group, Text } from '@mantine/core';
import type { Documento, Signatario } from '@rubrica/contract';
import { Icon } from '../parts/icon.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { invited, missing, nameOf } from './state.ts';

/** For somebody who signs in person: the way to the page on which they do, or who signs before them. */
export function OpenHere({ documento, one }: { readonly documento: Documento; readonly one: Signatario }) {
  const t = useDocumentos().signatario;
  if (!one.presencial || !one.link || !missing(documento).some(({ id }) => id === one.id)) return null;
  const turn = invited(documento);
  if (!turn.some(({ id }) => id === one.id)) {
    return (
      <Text size="sm" c="dimmed">
        {t.signsAfter(turn.map((before) => nameOf(before, t.noName)).join(', '))}
      </Text>
    );
  }
  return (
    <Group gap="xs" align="center">
      <Button
        component="a"
        href={one.link}
        target="_blank"
        rel="noreferrer"
        size="xs"
        leftSection={<Icon name="edit" size={14} />}
      >
        {t.openHere}
      </Button>
      <Text size="xs" c="dimmed" className="grow">
        {t.openHereHint}
      </Text>
    </Group>
  );
}
