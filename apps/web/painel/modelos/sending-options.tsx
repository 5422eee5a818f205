import { Checkbox, Stack, Switch, Textarea } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { ACCEPTED_FACTORS } from '@rubrica/contract/enums';
import { MESSAGE_MAX_CHARS } from '@rubrica/contract/limits';
import { useId } from 'react';
import { askedWith } from '../editor/state/types.ts';
import { useEditor } from '../editor/texts/area.ts';
import { useModelos } from '../texts/modelos.ts';
import { hasOrder, type Rules } from './filling.ts';
import styles from './sending-options.module.css';

/** Message, factors and order: what holds for everybody. */
export function SendingOptions(props: {
  readonly modelo: Modelo;
  readonly rules: Rules;
  /** Derives the rules from the current ones. */
  readonly onRules: (change: (now: Rules) => Rules) => void;
  readonly issue?: string | null;
}) {
  const t = useModelos();
  const editor = useEditor();
  const { modelo, rules, onRules } = props;
  const legend = useId();
  return (
    <Stack>
      <Textarea
        label={t.use.mensagem}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        maxLength={MESSAGE_MAX_CHARS}
        value={rules.mensagem}
        onChange={({ currentTarget: { value } }) => onRules((now) => ({ ...now, mensagem: value }))}
        error={props.issue ?? null}
      />
      <fieldset className={styles.factors} aria-labelledby={legend}>
        <legend id={legend}>{t.use.fatores}</legend>
        {ACCEPTED_FACTORS.map((fator) => {
          const only = rules.fatoresExigidos.length === 1 && rules.fatoresExigidos.includes(fator);
          return (
            <Checkbox
              key={fator}
              label={editor.fatores[fator]}
              checked={rules.fatoresExigidos.includes(fator)}
              // The service asks for one at least.
              disabled={only}
              onChange={({ currentTarget: { checked } }) => onRules((now) => askedWith(now, fator, checked))}
            />
          );
        })}
      </fieldset>
      {hasOrder(modelo) && (
        <Switch
          label={t.use.inOrder}
          checked={rules.ordenado}
          onChange={({ currentTarget: { checked } }) => onRules((now) => ({ ...now, ordenado: checked }))}
        />
      )}
    </Stack>
  );
}
