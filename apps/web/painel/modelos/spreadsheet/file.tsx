import { Alert, Button, FileButton, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { useCallback, useState } from 'react';
import { handOver } from '../../../kit/hand-over.ts';
import { Drop } from '../../documentos/drop.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Refused as Recusado } from '../../parts/refusal.tsx';
import { useSpeech } from '../../texts/area.ts';
import { useSpreadsheetTexts } from '../../texts/modelos.ts';
import { rulesOf } from '../filling.ts';
import styles from '../form.module.css';
import { exampleOf } from './example.ts';
import {
  ENCODINGS,
  type Encoding,
  isArchive,
  MAX_BYTES,
  MAX_LINES,
  type ReadItem,
  type Refusal,
  type Request,
  readSpreadsheet,
  SEPARATORS,
  type Separator,
  type WorkbookNotes,
} from './read.ts';
import { CSV, fileNameOf } from './result.ts';

export interface Chosen {
  readonly nome: string;
  readonly bytes: Uint8Array;
  readonly readItem: ReadItem;
  /** Which choice it is: choosing the same file again starts over. */
  readonly turn: number;
}

interface Props {
  readonly modelo: Modelo;
  readonly picked: Chosen | null;
  readonly onChosen: (picked: Chosen | null) => void;
}

let choices = 0;

/** The file: dropped or chosen, and how it was read, which may be set right by hand. */
export function ChosenFile({ modelo, picked, onChosen }: Props) {
  const t = useSpreadsheetTexts();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const readChosen = useCallback(
    async (chosen: Omit<Chosen, 'readItem'>, request: Request = {}) => {
      const readItem = isArchive(chosen.bytes)
        ? (await import('./workbook.ts')).readWorkbook(chosen.bytes)
        : readSpreadsheet(chosen.bytes, request);
      const refused = typeof readItem === 'string';
      setRefusal(refused ? readItem : null);
      onChosen(refused ? null : { ...chosen, readItem });
    },
    [onChosen],
  );
  const take = useCallback(
    async (files: readonly File[]) => {
      const [file] = files;
      if (!file) return;
      if (file.size > MAX_BYTES) return setRefusal('tooLarge');
      choices += 1;
      await readChosen({ nome: file.name, bytes: new Uint8Array(await file.arrayBuffer()), turn: choices });
    },
    [readChosen],
  );
  const drop = useCallback((files: readonly File[]) => void take(files), [take]);
  return (
    <Paper withBorder p="lg" component="section">
      <Drop onFiles={drop} texto={t.arquivo.dropIt} />
      <Title order={2} size="h4" mb="xs">
        {t.arquivo.titulo}
      </Title>
      <Stack align="flex-start">
        <Text size="sm">{t.arquivo.texto}</Text>
        <Group gap="sm">
          <FileButton accept=".xlsx,.csv,.txt,.tsv,text/csv,text/plain" onChange={(file) => file && void take([file])}>
            {(props) => (
              <Button {...props} variant={picked ? 'default' : 'filled'} leftSection={<Icon name="goUp" />}>
                {picked ? t.arquivo.exchange : t.arquivo.choose}
              </Button>
            )}
          </FileButton>
          <Example modelo={modelo} />
        </Group>
        <Recusado texto={refusal && t.recusa[refusal]} />
        {picked && <Read picked={picked} onRequest={(request) => void readChosen(picked, request)} />}
        <Alert variant="light" color="marca" icon={<Icon name="shield" />} title={t.arquivo.secure}>
          {modelo.papeis.length > 0 ? t.arquivo.secureText : t.arquivo.secureForADay}
        </Alert>
      </Stack>
    </Paper>
  );
}

function Example({ modelo }: { readonly modelo: Modelo }) {
  const t = useSpreadsheetTexts();
  const { language } = useSpeech();
  const download = () => {
    const separator = language === 'en' ? ',' : ';';
    handOver(
      `${fileNameOf(modelo.nome)}-${t.arquivo.exampleName}.csv`,
      exampleOf(modelo, rulesOf(modelo), t, separator),
      CSV,
    );
  };
  return (
    <Button variant="subtle" leftSection={<Icon name="download" />} onClick={download}>
      {t.arquivo.example}
    </Button>
  );
}

function Read({ picked, onRequest }: { readonly picked: Chosen; readonly onRequest: (request: Request) => void }) {
  const t = useSpreadsheetTexts();
  const { nome, readItem } = picked;
  const { encoding, separator, recordRows, brokenOnes, cut } = readItem;
  const total = recordRows.length + brokenOnes.length;
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        <strong dir="auto" className="break-anywhere">
          {nome}
        </strong>{' '}
        · {t.arquivo.readItem(total)}
      </Text>
      {readItem.workbook ? (
        <Workbook notes={readItem.workbook} />
      ) : (
        <Group gap="sm">
          <NativeSelect
            label={t.arquivo.encoding}
            value={encoding}
            data={ENCODINGS.map((value) => ({ value, label: t.encoding[value] }))}
            onChange={(event) => onRequest({ separator, encoding: event.currentTarget.value as Encoding })}
          />
          <NativeSelect
            label={t.arquivo.separator}
            value={separator}
            data={SEPARATORS.map((value) => ({ value, label: t.separator[value] ?? value }))}
            onChange={(event) => onRequest({ encoding, separator: event.currentTarget.value as Separator })}
          />
        </Group>
      )}
      {total === 0 && (
        <Text size="sm" className="bad" role="alert">
          {t.arquivo.noLines}
        </Text>
      )}
      {cut && (
        <Text size="sm" className={styles.doubt} role="alert">
          {t.arquivo.cut(MAX_LINES)}
        </Text>
      )}
    </Stack>
  );
}

/** How a workbook was read, where that is not what one would think. */
function Workbook({ notes }: { readonly notes: WorkbookNotes }) {
  const t = useSpreadsheetTexts().workbook;
  const doubts = [
    notes.numbers.length > 0 && t.numbers(notes.numbers.join(', ')),
    notes.without > 0 && t.without(notes.without),
  ].filter((one) => one !== false);
  return (
    <>
      <Text size="sm">{t.sheet(notes.sheet, notes.others)}</Text>
      {doubts.map((doubt) => (
        <Text key={doubt} size="sm" className={styles.doubt}>
          {doubt}
        </Text>
      ))}
    </>
  );
}
