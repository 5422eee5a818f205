import { Checkbox, Paper, Radio, Stack, TextInput, Title } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { usePanel } from '../../context.tsx';
import { PastaChoice } from '../../documentos/pasta-choice.tsx';
import { useModelos, useSpreadsheetTexts } from '../../texts/modelos.ts';
import { missingInModelo, type Rules } from '../filling.ts';
import styles from '../form.module.css';
import { SendingOptions } from '../sending-options.tsx';

/** What is to be done with every line. */
export interface Settings {
  readonly rules: Rules;
  readonly enviar: boolean;
  readonly batch: string;
  readonly repeatedOnes: boolean;
}

interface Props {
  readonly modelo: Modelo;
  readonly settings: Settings;
  readonly onSettings: (change: Partial<Settings>) => void;
  readonly onRules: (change: (now: Rules) => Rules) => void;
  /** Whether the file has lines that say the same. */
  readonly withRepeats: boolean;
}

export function SpreadsheetOptions({ modelo, settings, onSettings, onRules, withRepeats }: Props) {
  const t = useSpreadsheetTexts();
  const texts = useModelos();
  const { ambiente } = usePanel();
  const { rules, enviar, batch, repeatedOnes } = settings;
  const sendable = missingInModelo(modelo) === null;
  return (
    <Paper withBorder p="lg" component="section">
      <Title order={2} size="h4" mb="sm">
        {t.options.titulo}
      </Title>
      <Stack>
        <Radio.Group
          aria-label={t.options.titulo}
          value={enviar ? 'enviar' : 'rascunho'}
          onChange={(value) => onSettings({ enviar: value === 'enviar' })}
        >
          <Stack gap="sm">
            <Radio value="rascunho" label={t.options.rascunho} description={t.options.draftHint} />
            <Radio
              value="enviar"
              label={t.options.enviar}
              disabled={!sendable}
              description={
                sendable ? (ambiente === 'TESTE' ? t.options.sendTest : t.options.sendHint) : texts.use.incomplete
              }
            />
          </Stack>
        </Radio.Group>
        <PastaChoice
          rotulo={texts.use.pasta}
          valor={rules.pastaId}
          onValor={(pastaId) => onRules((now) => ({ ...now, pastaId }))}
        />
        {modelo.variaveis.length > 0 && (
          <Checkbox
            label={t.options.blankOnes}
            checked={rules.withBlanks}
            onChange={({ currentTarget: { checked } }) => onRules((now) => ({ ...now, withBlanks: checked }))}
          />
        )}
        {withRepeats && (
          <Checkbox
            label={t.options.repeatedOnes}
            checked={repeatedOnes}
            onChange={(event) => onSettings({ repeatedOnes: event.currentTarget.checked })}
          />
        )}
        <details className={styles.more}>
          <summary>{texts.use.moreOptions}</summary>
          <Stack>
            <TextInput
              label={t.options.batch}
              description={t.options.batchHint}
              dir="auto"
              maxLength={NAME_MAX_CHARS}
              value={batch}
              onChange={(event) => onSettings({ batch: event.currentTarget.value })}
            />
            <SendingOptions modelo={modelo} rules={rules} onRules={onRules} />
            <Checkbox
              label={t.options.passOn}
              checked={rules.delegavel ?? false}
              onChange={({ currentTarget: { checked } }) => onRules((now) => ({ ...now, delegavel: checked }))}
            />
            <Checkbox
              label={t.options.inPerson}
              description={t.options.inPersonHint}
              checked={rules.presencial ?? false}
              onChange={({ currentTarget: { checked } }) => onRules((now) => ({ ...now, presencial: checked }))}
            />
          </Stack>
        </details>
      </Stack>
    </Paper>
  );
}
