import { Alert, Button, FileButton, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { useCallback, useState } from 'react';
import { Soltar } from '../../documentos/soltar.tsx';
import { entregar } from '../../partes/entregar.ts';
import { Icone } from '../../partes/icone.tsx';
import { Recusa as Recusado } from '../../partes/recusa.tsx';
import { useSpeech } from '../../textos/area.ts';
import { usePlanilha } from '../../textos/modelos.ts';
import { regrasDe } from '../preenchimento.ts';
import { exemploDe } from './exemplo.ts';
import {
  CODIFICACOES,
  type Codificacao,
  type Lido,
  ler,
  MAX_BYTES,
  MAX_LINHAS,
  type Pedido,
  type Recusa,
  SEPARADORES,
  type Separador,
} from './ler.ts';
import { CSV, nomeDeArquivo } from './resultado.ts';

export interface Escolhido {
  readonly nome: string;
  readonly bytes: Uint8Array;
  readonly lido: Lido;
  /** Which choice it is: the same file chosen again begins anew. */
  readonly vez: number;
}

interface Props {
  readonly modelo: Modelo;
  readonly escolhido: Escolhido | null;
  readonly onEscolhido: (escolhido: Escolhido | null) => void;
}

let choices = 0;

/** The file: dropped or chosen, and how it was read, which may be set right by hand. */
export function Arquivo({ modelo, escolhido, onEscolhido }: Props) {
  const t = usePlanilha();
  const [recusa, setRecusa] = useState<Recusa | null>(null);
  const read = useCallback(
    (chosen: Omit<Escolhido, 'lido'>, pedido: Pedido = {}) => {
      const lido = ler(chosen.bytes, pedido);
      const refused = typeof lido === 'string';
      setRecusa(refused ? lido : null);
      onEscolhido(refused ? null : { ...chosen, lido });
    },
    [onEscolhido],
  );
  const take = useCallback(
    async (files: readonly File[]) => {
      const [file] = files;
      if (!file) return;
      if (file.size > MAX_BYTES) return setRecusa('grande');
      choices += 1;
      read({ nome: file.name, bytes: new Uint8Array(await file.arrayBuffer()), vez: choices });
    },
    [read],
  );
  const drop = useCallback((files: readonly File[]) => void take(files), [take]);
  return (
    <Paper withBorder p="lg" component="section">
      <Soltar onFiles={drop} texto={t.arquivo.solte} />
      <Title order={2} size="h4" mb="xs">
        {t.arquivo.titulo}
      </Title>
      <Stack align="flex-start">
        <Text size="sm">{t.arquivo.texto}</Text>
        <Group gap="sm">
          <FileButton accept=".csv,.txt,.tsv,text/csv,text/plain" onChange={(file) => file && void take([file])}>
            {(props) => (
              <Button {...props} variant={escolhido ? 'default' : 'filled'} leftSection={<Icone nome="subir" />}>
                {escolhido ? t.arquivo.trocar : t.arquivo.escolher}
              </Button>
            )}
          </FileButton>
          <Exemplo modelo={modelo} />
        </Group>
        <Recusado texto={recusa && t.recusa[recusa]} />
        {escolhido && <Lida escolhido={escolhido} onPedido={(pedido) => read(escolhido, pedido)} />}
        <Alert variant="light" color="marca" icon={<Icone nome="escudo" />} title={t.arquivo.seguro}>
          {modelo.papeis.length > 0 ? t.arquivo.seguroTexto : t.arquivo.seguroPorUmDia}
        </Alert>
      </Stack>
    </Paper>
  );
}

function Exemplo({ modelo }: { readonly modelo: Modelo }) {
  const t = usePlanilha();
  const { language } = useSpeech();
  const download = () => {
    const separador = language === 'en' ? ',' : ';';
    entregar(
      `${nomeDeArquivo(modelo.nome)}-${t.arquivo.nomeDoExemplo}.csv`,
      exemploDe(modelo, regrasDe(modelo), t, separador),
      CSV,
    );
  };
  return (
    <Button variant="subtle" leftSection={<Icone nome="baixar" />} onClick={download}>
      {t.arquivo.exemplo}
    </Button>
  );
}

function Lida({ escolhido, onPedido }: { readonly escolhido: Escolhido; readonly onPedido: (pedido: Pedido) => void }) {
  const t = usePlanilha();
  const { nome, lido } = escolhido;
  const { codificacao, separador, registros, quebradas, cortada } = lido;
  const total = registros.length + quebradas.length;
  return (
    <Stack gap="xs" className="planilha-lida">
      <Text size="sm" role="status">
        <strong dir="auto" className="planilha-arquivo">
          {nome}
        </strong>{' '}
        · {t.arquivo.lido(total)}
      </Text>
      <Group gap="sm">
        <NativeSelect
          label={t.arquivo.codificacao}
          value={codificacao}
          data={CODIFICACOES.map((value) => ({ value, label: t.codificacao[value] }))}
          onChange={(event) => onPedido({ separador, codificacao: event.currentTarget.value as Codificacao })}
        />
        <NativeSelect
          label={t.arquivo.separador}
          value={separador}
          data={SEPARADORES.map((value) => ({ value, label: t.separador[value] ?? value }))}
          onChange={(event) => onPedido({ codificacao, separador: event.currentTarget.value as Separador })}
        />
      </Group>
      {total === 0 && (
        <Text size="sm" className="ruim" role="alert">
          {t.arquivo.semLinhas}
        </Text>
      )}
      {cortada && (
        <Text size="sm" className="aviso-campo" role="alert">
          {t.arquivo.cortada(MAX_LINHAS)}
        </Text>
      )}
    </Stack>
  );
}
