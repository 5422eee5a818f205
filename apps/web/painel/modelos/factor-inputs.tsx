import { Checkbox } from '@mantine/core';
import type { FatorAutenticacao } from '@rubrica/contract';
import { useId } from 'react';
import { askedWith } from '../editor/state/types.ts';
import { useEditor } from '../editor/texts/area.ts';
import { Refused } from '../parts/refusal.tsx';
import { useModelos } from '../texts/modelos.ts';
import styles from './factor-inputs.module.css';
import type { Rules } from './filling.ts';

/** How everybody proves who they are. @param offered in the order shown */
export function FactorInputs(props: {
  readonly offered: readonly FatorAutenticacao[];
  readonly rules: Rules;
  /** Derives the rules from the current ones. */
  readonly onRules: (change: (now: Rules) => Rules) => void;
  readonly issue?: string | null;
}) {
  const t = useModelos();
  const editor = useEditor();
  const { offered, rules, onRules, issue } = props;
  const legend = useId();
  return (
    <fieldset className={styles.factors} aria-labelledby={legend}>
      <legend id={legend}>{t.use.fatores}</legend>
      {offered.map((fator) => {
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
      {issue && <Refused texto={issue} />}
    </fieldset>
  );
}
