import { Checkbox, Paper, Radio, Stack, TextInput, Title } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { usePanel } from '../../contexto.tsx';
import { EscolhaDePasta } from '../../documentos/escolha-de-pasta.tsx';
import { useModelos, usePlanilha } from '../../textos/modelos.ts';
import { OpcoesDoEnvio } from '../opcoes-do-envio.tsx';
import { faltaAoModelo, type Regras } from '../preenchimento.ts';

/** What is to be done with every line. */
export interface Ajustes {
  readonly regras: Regras;
  readonly enviar: boolean;
  readonly lote: string;
  readonly repetidas: boolean;
}

interface Props {
  readonly modelo: Modelo;
  readonly ajustes: Ajustes;
  readonly onAjustes: (change: Partial<Ajustes>) => void;
  readonly onRegras: (change: (now: Regras) => Regras) => void;
  /** Whether the file has lines that say the same. */
  readonly comRepetidas: boolean;
}

export function OpcoesDaPlanilha({ modelo, ajustes, onAjustes, onRegras, comRepetidas }: Props) {
  const t = usePlanilha();
  const texts = useModelos();
  const { ambiente } = usePanel();
  const { regras, enviar, lote, repetidas } = ajustes;
  const sendable = faltaAoModelo(modelo) === null;
  return (
    <Paper withBorder p="lg" component="section">
      <Title order={2} size="h4" mb="sm">
        {t.opcoes.titulo}
      </Title>
      <Stack>
        <Radio.Group
          aria-label={t.opcoes.titulo}
          value={enviar ? 'enviar' : 'rascunho'}
          onChange={(value) => onAjustes({ enviar: value === 'enviar' })}
        >
          <Stack gap="sm">
            <Radio value="rascunho" label={t.opcoes.rascunho} description={t.opcoes.rascunhoDica} />
            <Radio
              value="enviar"
              label={t.opcoes.enviar}
              disabled={!sendable}
              description={
                sendable ? (ambiente === 'TESTE' ? t.opcoes.enviarTeste : t.opcoes.enviarDica) : texts.usar.incompleto
              }
            />
          </Stack>
        </Radio.Group>
        <EscolhaDePasta
          rotulo={texts.usar.pasta}
          valor={regras.pastaId}
          onValor={(pastaId) => onRegras((now) => ({ ...now, pastaId }))}
        />
        {modelo.variaveis.length > 0 && (
          <Checkbox
            label={t.opcoes.vazias}
            checked={regras.comVazias}
            onChange={({ currentTarget: { checked } }) => onRegras((now) => ({ ...now, comVazias: checked }))}
          />
        )}
        {comRepetidas && (
          <Checkbox
            label={t.opcoes.repetidas}
            checked={repetidas}
            onChange={(event) => onAjustes({ repetidas: event.currentTarget.checked })}
          />
        )}
        <details className="modelos-mais">
          <summary>{texts.usar.maisOpcoes}</summary>
          <Stack>
            <TextInput
              label={t.opcoes.lote}
              description={t.opcoes.loteDica}
              dir="auto"
              maxLength={NAME_MAX_CHARS}
              value={lote}
              onChange={(event) => onAjustes({ lote: event.currentTarget.value })}
            />
            <OpcoesDoEnvio modelo={modelo} regras={regras} onRegras={onRegras} />
          </Stack>
        </details>
      </Stack>
    </Paper>
  );
}
