import { Button, Group, NativeSelect, Paper, Text, Title } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { useState } from 'react';
import { Icone } from '../../partes/icone.tsx';
import { usePlanilha } from '../../textos/modelos.ts';
import { AosPoucos } from './aos-poucos.tsx';
import type { Linha } from './linhas.ts';
import { useProblemas } from './problemas.ts';

interface Props {
  readonly modelo: Modelo;
  readonly linhas: readonly Linha[];
  readonly enviar: boolean;
  readonly onCriar: () => void;
}

type Mostra = 'todas' | 'problemas' | 'duvidas';

const isReady = ({ problemas }: Linha) => problemas.length === 0;
const isDoubtful = (linha: Linha) => isReady(linha) && linha.duvidas.length > 0;

/** What each line would make, and what is wrong with it, before anything is made. */
export function Conferencia({ modelo, linhas, enviar, onCriar }: Props) {
  const t = usePlanilha().conferir;
  const [mostra, setMostra] = useState<Mostra>('todas');
  const ready = linhas.filter(isReady).length;
  const wrong = linhas.length - ready;
  const doubtful = linhas.filter(isDoubtful).length;
  const shown = linhas.filter(
    (one) => mostra === 'todas' || (mostra === 'problemas' ? !isReady(one) : isDoubtful(one)),
  );
  return (
    <Paper withBorder p="lg" component="section">
      <Group justify="space-between" mb="sm">
        <Group gap="sm" role="status">
          <Title order={2} size="h4">
            {t.titulo}
          </Title>
          <span className="etiqueta ok">{t.prontas(ready)}</span>
          {wrong > 0 && <span className="etiqueta perigo">{t.comProblema(wrong)}</span>}
          {doubtful > 0 && <span className="etiqueta alerta">{t.duvidosas(doubtful)}</span>}
        </Group>
        <NativeSelect
          aria-label={t.mostrar}
          size="xs"
          value={mostra}
          data={[
            { value: 'todas', label: t.todas },
            { value: 'problemas', label: t.soProblemas },
            { value: 'duvidas', label: t.soDuvidas },
          ]}
          onChange={(event) => setMostra(event.currentTarget.value as Mostra)}
        />
      </Group>
      {wrong > 0 && (
        <Text size="sm" mb="sm">
          {t.ficamFora}
        </Text>
      )}
      <AosPoucos
        key={mostra}
        itens={shown}
        rotulo={t.titulo}
        chave={({ linha }) => linha}
        linha={(linha) => <Prevista modelo={modelo} linha={linha} />}
      />
      <Group justify="flex-end" mt="md">
        <Button disabled={ready === 0} leftSection={<Icone nome={enviar ? 'enviar' : 'somar'} />} onClick={onCriar}>
          {enviar ? t.enviar(ready) : t.criar(ready)}
        </Button>
      </Group>
    </Paper>
  );
}

function Prevista({ modelo, linha }: { readonly modelo: Modelo; readonly linha: Linha }) {
  const t = usePlanilha().conferir;
  const problemas = useProblemas(modelo);
  const wrong = problemas.daLinha(linha);
  const doubts = problemas.duvidas(linha);
  return (
    <>
      <span className="planilha-numero">
        <span className="unseen">{t.linha} </span>
        {linha.linha}
      </span>
      <Dita linha={linha} />
      <span className="planilha-situacao">
        {wrong.length === 0 && doubts.length === 0 && <span className="bom">{t.pronta}</span>}
        {wrong.map((text) => (
          <span key={text} className="ruim">
            {text}
          </span>
        ))}
        {doubts.map((text) => (
          <span key={text} className="planilha-duvida">
            {text}
          </span>
        ))}
      </span>
    </>
  );
}

/** The title and the people of a line. */
export function Dita({ linha: { preenchimento } }: { readonly linha: Linha }) {
  if (!preenchimento) return <span className="suave">—</span>;
  const people = preenchimento.pessoas
    .map(({ nome, email, telefone }) => [nome, email || telefone].filter(Boolean).join(', '))
    .filter(Boolean);
  return (
    <span className="planilha-dita">
      <span className="planilha-titulo" dir="auto">
        {preenchimento.titulo}
      </span>
      <span className="suave" dir="auto">
        {people.join(' · ')}
      </span>
    </span>
  );
}
