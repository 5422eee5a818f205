import { Alert, Anchor, Button, Group, Loader, NativeSelect, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { ROOT_OF } from '../../ambiente.ts';
import { usePanel } from '../../contexto.tsx';
import { useMudou } from '../../documentos/consultas.ts';
import { entregar } from '../../partes/entregar.ts';
import { Guarda } from '../../partes/guarda.tsx';
import { Icone } from '../../partes/icone.tsx';
import { usePlanilha } from '../../textos/modelos.ts';
import { useMudouModelo } from '../consultas.ts';
import { AosPoucos } from './aos-poucos.tsx';
import { Dita } from './conferencia.tsx';
import type { Lido } from './ler.ts';
import type { Linha } from './linhas.ts';
import { useProblemas } from './problemas.ts';
import { CSV, csvDe, linhasDoResultado, nomeDeArquivo } from './resultado.ts';
import { type Andamento as Agora, contagem, feitas, type Resultado, type Rodada } from './rodada.ts';

interface Props {
  readonly modelo: Modelo;
  /** The name of the file. */
  readonly arquivo: string;
  readonly rodada: Rodada;
  readonly lido: Lido;
  readonly linhas: readonly Linha[];
  /** Those of the run, in the order of its results. */
  readonly prontas: readonly Linha[];
  readonly onNova: () => void;
}

type Mostra = 'todas' | 'pendencias';

/** What may be tried again. */
const failed = (resultado: Resultado | undefined) =>
  resultado?.estado === 'recusado' || resultado?.estado === 'naoEnviado';

/** How each line fares; paused, stopped, taken up again. */
export function Andamento(props: Props) {
  const { rodada: t, conferir } = usePlanilha();
  const { rodada, linhas, prontas } = props;
  const now = useSyncExternalStore(rodada.subscribe, rodada.snapshot);
  const [mostra, setMostra] = useState<Mostra>('todas');
  const byLine = useMemo(
    () => new Map(prontas.map(({ linha }, index) => [linha, now.resultados[index]] as const)),
    [prontas, now.resultados],
  );
  const running = now.fase === 'correndo' || now.fase === 'pausada';
  useRefresh(now.fase);
  // Leaving the screen ends it; the line under way is finished.
  useEffect(() => rodada.parar, [rodada]);
  const pending = ({ linha }: Linha) => {
    const resultado = byLine.get(linha);
    return !byLine.has(linha) || failed(resultado) || resultado?.estado === 'excluido';
  };
  const shown = mostra === 'todas' ? linhas : linhas.filter(pending);
  return (
    <Paper withBorder p="lg" component="section">
      <Guarda sujo={running} textos={t.sair} />
      <Stack>
        <Title order={2} size="h4">
          {t.titulo}
        </Title>
        <Resumo now={now} modelo={props.modelo} />
        <Group justify="space-between">
          <Comandos {...props} now={now} byLine={byLine} />
          <NativeSelect
            aria-label={conferir.mostrar}
            size="xs"
            value={mostra}
            data={[
              { value: 'todas', label: conferir.todas },
              { value: 'pendencias', label: conferir.soProblemas },
            ]}
            onChange={(event) => setMostra(event.currentTarget.value as Mostra)}
          />
        </Group>
        <AosPoucos
          key={mostra}
          itens={shown}
          rotulo={t.titulo}
          chave={({ linha }) => linha}
          linha={(linha) => <Feita modelo={props.modelo} linha={linha} resultado={byLine.get(linha.linha)} />}
        />
      </Stack>
    </Paper>
  );
}

/** Lists and counts elsewhere are out of date once it rests. */
function useRefresh(fase: Agora['fase']): void {
  const mudou = useMudou();
  const mudouModelo = useMudouModelo();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it comes to rest
  useEffect(() => {
    if (fase === 'correndo') return;
    mudou.documentos();
    mudouModelo.modelos();
  }, [fase]);
}

function Resumo({ now, modelo }: { readonly now: Agora; readonly modelo: Modelo }) {
  const t = usePlanilha().rodada;
  const problemas = useProblemas(modelo);
  const done = feitas(now.resultados);
  const total = now.resultados.length;
  const counts = contagem(now.resultados);
  const wait = useSeconds(now.esperaAte);
  const tones = {
    criado: 'ok',
    enviado: 'ok',
    existia: 'info',
    excluido: 'alerta',
    naoEnviado: 'alerta',
    recusado: 'perigo',
  } as const;
  const said = {
    correndo: t.naoFeche,
    pausada: now.porque ? `${t.pausadaPor} ${problemas.doServico(now.porque)}` : t.pausada,
    parada: t.parada,
    fim: t.fim,
  }[now.fase];
  return (
    <>
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={t.progresso(done, total)} />
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {t.progresso(done, total)}
        </Text>
        {(Object.keys(tones) as (keyof typeof tones)[]).map((estado) => {
          const count = counts.get(estado) ?? 0;
          return (
            count > 0 && (
              <span key={estado} className={`etiqueta ${tones[estado]}`}>
                {t.estado[estado]}: {count}
              </span>
            )
          );
        })}
      </Group>
      {now.fase === 'pausada' && now.porque ? (
        <Alert color="yellow" variant="outline" className="aviso-alerta" icon={<Icone nome="alerta" />} role="alert">
          {said}
        </Alert>
      ) : (
        <Text size="sm" role="status">
          {said}
        </Text>
      )}
      {wait !== null && (
        <Text size="sm" c="dimmed">
          {t.espera(wait)}
        </Text>
      )}
    </>
  );
}

/** Whole seconds until a moment, told each second; null where there is none. */
function useSeconds(until: number | null): number | null {
  const [, tick] = useState(0);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => tick((times) => times + 1), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(1, Math.ceil((until - Date.now()) / 1_000));
}

function Comandos(props: Props & { readonly now: Agora; readonly byLine: ReadonlyMap<number, Resultado | undefined> }) {
  const { rodada: t } = usePlanilha();
  const { now, rodada } = props;
  const download = useDownload(props);
  const over = now.fase === 'fim' || now.fase === 'parada';
  return (
    <Group gap="xs">
      {now.fase === 'correndo' && (
        <Button variant="default" onClick={rodada.pausar}>
          {t.pausar}
        </Button>
      )}
      {now.fase === 'pausada' && <Button onClick={rodada.continuar}>{t.continuar}</Button>}
      {!over && (
        <Button variant="default" onClick={rodada.parar}>
          {t.parar}
        </Button>
      )}
      {over && now.resultados.some(failed) && (
        <Button variant="default" leftSection={<Icone nome="reenviar" />} onClick={rodada.repetir}>
          {t.tentarDeNovo}
        </Button>
      )}
      <Button variant="default" leftSection={<Icone nome="baixar" />} onClick={download}>
        {t.baixar}
      </Button>
      {over && (
        <Button variant="default" onClick={props.onNova}>
          {t.nova}
        </Button>
      )}
    </Group>
  );
}

function useDownload({ modelo, arquivo, lido, linhas, byLine }: Parameters<typeof Comandos>[0]) {
  const { rodada: t } = usePlanilha();
  const { ambiente } = usePanel();
  const problemas = useProblemas(modelo);
  return () => {
    const rows = linhasDoResultado({
      cabecalho: lido.cabecalho,
      linhas,
      resultados: byLine,
      titulos: t.colunas,
      resultado: (_linha, resultado) => (resultado ? t.estado[resultado.estado] : t.fora),
      motivo: (linha, resultado) =>
        (resultado ? problemas.doResultado(resultado) : problemas.daLinha(linha).join(' ')) ?? '',
      endereco: (id) => `${location.origin}${ROOT_OF[ambiente]}/documentos/${id}`,
    });
    const name = nomeDeArquivo(arquivo.replace(/\.\w+$/, ''));
    entregar(`${name}-${t.nomeDoResultado}.csv`, csvDe(rows, lido.separador), CSV);
  };
}

function Feita(props: { readonly modelo: Modelo; readonly linha: Linha; readonly resultado: Resultado | undefined }) {
  const { conferir, rodada: t } = usePlanilha();
  const problemas = useProblemas(props.modelo);
  const { linha, resultado } = props;
  const id = resultado && 'documentoId' in resultado ? resultado.documentoId : null;
  const why = resultado && problemas.doResultado(resultado);
  return (
    <>
      <span className="planilha-numero">
        <span className="unseen">{conferir.linha} </span>
        {linha.linha}
      </span>
      {id && linha.preenchimento ? (
        <Anchor
          component={Link}
          to={`/documentos/${id}`}
          target="_blank"
          size="sm"
          lineClamp={2}
          className="planilha-titulo"
          dir="auto"
          aria-label={t.abrir(linha.preenchimento.titulo)}
        >
          {linha.preenchimento.titulo}
        </Anchor>
      ) : (
        <Dita linha={linha} />
      )}
      <span className="planilha-situacao">
        <Situacao resultado={resultado} />
        {why && <span className="ruim">{why}</span>}
        {!resultado &&
          problemas.daLinha(linha).map((text) => (
            <span key={text} className="ruim">
              {text}
            </span>
          ))}
      </span>
    </>
  );
}

function Situacao({ resultado }: { readonly resultado: Resultado | undefined }) {
  const { rodada: t } = usePlanilha();
  if (!resultado) return <span className="suave">{t.fora}</span>;
  const { estado } = resultado;
  if (estado === 'fazendo') return <Loader size="xs" aria-label={t.estado.fazendo} />;
  const tone = estado === 'criado' || estado === 'enviado' ? 'bom' : failed(resultado) ? 'ruim' : 'suave';
  return <span className={tone}>{t.estado[estado]}</span>;
}
