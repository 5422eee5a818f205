import { Stack, Switch, Textarea } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { ACCEPTED_FACTORS } from '@rubrica/contract/enums';
import { MESSAGE_MAX_CHARS } from '@rubrica/contract/limits';
import { useModelos } from '../texts/modelos.ts';
import { FactorInputs } from './factor-inputs.tsx';
import { hasOrder, type Rules } from './filling.ts';

/** Message, factors and order: what holds for everybody. */
export function SendingOptions(props: {
  readonly modelo: Modelo;
  readonly rules: Rules;
  /** Derives the rules from the current ones. */
  readonly onRules: (change: (now: Rules) => Rules) => void;
  readonly issue?: string | null;
}) {
  const t = useModelos();
  const { modelo, rules, onRules } = props;
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
      <FactorInputs offered={ACCEPTED_FACTORS} rules={rules} onRules={onRules} />
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
