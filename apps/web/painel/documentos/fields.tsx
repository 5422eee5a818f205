import { ScrollArea, Table, Text } from '@mantine/core';
import type { Documento } from '@rubrica/contract';
import { useSpeech } from '../texts/area.ts';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import { nameOf } from './state.ts';

/** Every field, page by page, from the top of each. */
export function Campos({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  const words = useWords();
  const { language } = useSpeech();
  if (documento.campos.length === 0) return <Text c="dimmed">{t.campos.none}</Text>;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const people = new Map(documento.signatarios.map((one) => [one.id, nameOf(one, t.signatario.noName)]));
  const fields = documento.campos.toSorted((a, b) => a.pagina - b.pagina || a.y - b.y || a.x - b.x);
  return (
    <ScrollArea
      type="auto"
      scrollbars="x"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t.campos.rotulo }}
    >
      <Table miw={620} bg="var(--surface)">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.campos.tipo}</Table.Th>
            <Table.Th>{t.campos.pagina}</Table.Th>
            <Table.Th>{t.campos.person}</Table.Th>
            <Table.Th>{t.campos.spot}</Table.Th>
            <Table.Th>{t.campos.obrigatorio}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field.id}>
              <Table.Td>
                {words.campo[field.tipo] ?? field.tipo}
                {field.rotulo && (
                  <Text size="xs" c="dimmed" dir="auto">
                    {field.rotulo}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{field.pagina}</Table.Td>
              <Table.Td dir="auto">
                {field.signatarioId ? (people.get(field.signatarioId) ?? '') : t.campos.remetente}
              </Table.Td>
              <Table.Td>{t.campos.position(percent.format(field.x), percent.format(field.y))}</Table.Td>
              <Table.Td>{field.obrigatorio ? t.campos.yes : t.campos.no}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
