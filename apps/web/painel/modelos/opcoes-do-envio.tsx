import { Checkbox, Stack, Switch, Textarea } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { FATORES_ACEITOS } from '@rubrica/contract/enums';
import { MESSAGE_MAX_CHARS } from '@rubrica/contract/limits';
import { useId } from 'react';
import { askedWith } from '../editor/estado/tipos.ts';
import { useEditor } from '../editor/textos/area.ts';
import { useModelos } from '../textos/modelos.ts';
import { type Regras, temOrdem } from './preenchimento.ts';

/** Message, factors and order: what holds for everybody. */
export function OpcoesDoEnvio(props: {
  readonly modelo: Modelo;
  readonly regras: Regras;
  /** Makes the rules anew of those there are by then. */
  readonly onRegras: (change: (now: Regras) => Regras) => void;
  readonly problema?: string | null;
}) {
  const t = useModelos();
  const editor = useEditor();
  const { modelo, regras, onRegras } = props;
  const legend = useId();
  return (
    <Stack>
      <Textarea
        label={t.usar.mensagem}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        maxLength={MESSAGE_MAX_CHARS}
        value={regras.mensagem}
        onChange={({ currentTarget: { value } }) => onRegras((now) => ({ ...now, mensagem: value }))}
        error={props.problema ?? null}
      />
      <fieldset className="usar-fatores" aria-labelledby={legend}>
        <legend id={legend}>{t.usar.fatores}</legend>
        {FATORES_ACEITOS.map((fator) => {
          const only = regras.fatoresExigidos.length === 1 && regras.fatoresExigidos.includes(fator);
          return (
            <Checkbox
              key={fator}
              label={editor.fatores[fator]}
              checked={regras.fatoresExigidos.includes(fator)}
              // The service asks for one at least.
              disabled={only}
              onChange={({ currentTarget: { checked } }) => onRegras((now) => askedWith(now, fator, checked))}
            />
          );
        })}
      </fieldset>
      {temOrdem(modelo) && (
        <Switch
          label={t.usar.emOrdem}
          checked={regras.ordenado}
          onChange={({ currentTarget: { checked } }) => onRegras((now) => ({ ...now, ordenado: checked }))}
        />
      )}
    </Stack>
  );
}
