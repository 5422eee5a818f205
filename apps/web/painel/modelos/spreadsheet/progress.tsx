import { Alert, Anchor, Button, Group, Loader, NativeSelect, Paper, Progress, Stack, Text, Title } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { handOver } from '../../../kit/hand-over.ts';
import { usePanel } from '../../context.tsx';
import { useChanged } from '../../documentos/queries.ts';
import { ROOT_OF } from '../../environment.ts';
import { Icon } from '../../parts/icon.tsx';
import { LeaveGuard } from '../../parts/keep.tsx';
import { Tag } from '../../parts/tag.tsx';
import { useSpreadsheetTexts } from '../../texts/modelos.ts';
import { useModeloChanged } from '../queries.ts';
import { Announced } from './check.tsx';
import { Gradually } from './gradually.tsx';
import { useIssues } from './issues.ts';
import styles from './line.module.css';
import type { Line } from './lines.ts';
import type { ReadItem } from './read.ts';
import { CSV, csvOf, fileNameOf, resultLines } from './result.ts';
import { doneOnes, type Outcome, type Round, type RoundState, tally } from './round.ts';

interface Props {
  readonly modelo: Modelo;
  /** The name of the file. */
  readonly arquivo: string;
  readonly round: Round;
  readonly readItem: ReadItem;
  readonly lines: readonly Line[];
  /** Those of the run, in the order of its results. */
  readonly readyOnes: readonly Line[];
  readonly onNew: () => void;
}

type Visible = 'all' | 'blockers';

/** What may be tried again. */
const failed = (resultado: Outcome | undefined) =>
  resultado?.estado === 'recusado' || resultado?.estado === 'naoEnviado';

/** How each line is doing; the run can be paused, stopped and resumed. */
export function RoundProgress(props: Props) {
  const { round: t, check } = useSpreadsheetTexts();
  const { round, lines, readyOnes } = props;
  const now = useSyncExternalStore(round.subscribe, round.snapshot);
  const [visible, setVisible] = useState<Visible>('all');
  const byLine = useMemo(
    () => new Map(readyOnes.map(({ line: linha }, index) => [linha, now.results[index]] as const)),
    [readyOnes, now.results],
  );
  const running = now.phase === 'running' || now.phase === 'paused';
  useRefresh(now.phase);
  // Leaving the screen ends the run; the line in progress is finished.
  useEffect(() => round.stop, [round]);
  const pending = ({ line: linha }: Line) => {
    const resultado = byLine.get(linha);
    return !byLine.has(linha) || failed(resultado) || resultado?.estado === 'excluido';
  };
  const shown = visible === 'all' ? lines : lines.filter(pending);
  return (
    <Paper withBorder p="lg" component="section">
      <LeaveGuard dirty={running} texts={t.sair} />
      <Stack>
        <Title order={2} size="h4">
          {t.titulo}
        </Title>
        <Summary now={now} modelo={props.modelo} />
        <Group justify="space-between">
          <Commands {...props} now={now} byLine={byLine} />
          <NativeSelect
            aria-label={check.show}
            size="xs"
            value={visible}
            data={[
              { value: 'all', label: check.allItems },
              { value: 'blockers', label: check.issuesOnly },
            ]}
            onChange={(event) => setVisible(event.currentTarget.value as Visible)}
          />
        </Group>
        <Gradually
          key={visible}
          itens={shown}
          rotulo={t.titulo}
          chave={({ line: linha }) => linha}
          linha={(linha) => <Done modelo={props.modelo} linha={linha} resultado={byLine.get(linha.line)} />}
        />
      </Stack>
    </Paper>
  );
}

/** Lists and counts elsewhere are out of date once it rests. */
function useRefresh(phase: RoundState['phase']): void {
  const hasChanged = useChanged();
  const modeloChanged = useModeloChanged();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it comes to rest
  useEffect(() => {
    if (phase === 'running') return;
    hasChanged.documentos();
    modeloChanged.modelos();
  }, [phase]);
}

function Summary({ now, modelo }: { readonly now: RoundState; readonly modelo: Modelo }) {
  const t = useSpreadsheetTexts().round;
  const issues = useIssues(modelo);
  const done = doneOnes(now.results);
  const total = now.results.length;
  const counts = tally(now.results);
  const wait = useSeconds(now.waitsUntil);
  const tones = {
    criado: 'ok',
    enviado: 'ok',
    existed: 'info',
    excluido: 'warning',
    naoEnviado: 'warning',
    recusado: 'danger',
  } as const;
  const said = {
    running: t.doNotClose,
    paused: now.because ? `${t.pausedBy} ${issues.doServico(now.because)}` : t.paused,
    stopped: t.stopped,
    fim: t.fim,
  }[now.phase];
  return (
    <>
      <Progress value={total === 0 ? 100 : (100 * done) / total} aria-label={t.progress(done, total)} />
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {t.progress(done, total)}
        </Text>
        {(Object.keys(tones) as (keyof typeof tones)[]).map((estado) => {
          const count = counts.get(estado) ?? 0;
          return (
            count > 0 && (
              <Tag key={estado} tone={tones[estado]}>
                {t.estado[estado]}: {count}
              </Tag>
            )
          );
        })}
      </Group>
      {now.phase === 'paused' && now.because ? (
        <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />} role="alert">
          {said}
        </Alert>
      ) : (
        <Text size="sm" role="status">
          {said}
        </Text>
      )}
      {wait !== null && (
        <Text size="sm" c="dimmed">
          {t.waiting(wait)}
        </Text>
      )}
    </>
  );
}

/** Whole seconds until a moment, updated each second; null where there is none. */
function useSeconds(until: number | null): number | null {
  const [, tick] = useState(0);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => tick((times) => times + 1), 1_000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(1, Math.ceil((until - Date.now()) / 1_000));
}

function Commands(
  props: Props & { readonly now: RoundState; readonly byLine: ReadonlyMap<number, Outcome | undefined> },
) {
  const { round: t } = useSpreadsheetTexts();
  const { now, round } = props;
  const download = useDownload(props);
  const over = now.phase === 'fim' || now.phase === 'stopped';
  return (
    <Group gap="xs">
      {now.phase === 'running' && (
        <Button variant="default" onClick={round.pause}>
          {t.pause}
        </Button>
      )}
      {now.phase === 'paused' && <Button onClick={round.goOn}>{t.goOn}</Button>}
      {!over && (
        <Button variant="default" onClick={round.stop}>
          {t.stop}
        </Button>
      )}
      {over && now.results.some(failed) && (
        <Button variant="default" leftSection={<Icon name="resend" />} onClick={round.repeat}>
          {t.tryAgain}
        </Button>
      )}
      <Button variant="default" leftSection={<Icon name="download" />} onClick={download}>
        {t.baixar}
      </Button>
      {over && (
        <Button variant="default" onClick={props.onNew}>
          {t.fresh}
        </Button>
      )}
    </Group>
  );
}

function useDownload({ modelo, arquivo, readItem, lines, byLine }: Parameters<typeof Commands>[0]) {
  const { round: t } = useSpreadsheetTexts();
  const { ambiente } = usePanel();
  const issues = useIssues(modelo);
  return () => {
    const rows = resultLines({
      header: readItem.header,
      lines,
      results: byLine,
      titles: t.columns,
      resultado: (_linha, resultado) => (resultado ? t.estado[resultado.estado] : t.outside),
      motivo: (linha, resultado) => (resultado ? issues.ofOutcome(resultado) : issues.ofLine(linha).join(' ')) ?? '',
      endereco: (id) => `${location.origin}${ROOT_OF[ambiente]}/documentos/${id}`,
    });
    const name = fileNameOf(arquivo.replace(/\.\w+$/, ''));
    handOver(`${name}-${t.resultName}.csv`, csvOf(rows, readItem.separator), CSV);
  };
}

function Done(props: { readonly modelo: Modelo; readonly linha: Line; readonly resultado: Outcome | undefined }) {
  const { check, round: t } = useSpreadsheetTexts();
  const issues = useIssues(props.modelo);
  const { linha, resultado } = props;
  const id = resultado && 'documentoId' in resultado ? resultado.documentoId : null;
  const why = resultado && issues.ofOutcome(resultado);
  return (
    <>
      <span className={styles.number}>
        <span className="unseen">{check.linha} </span>
        {linha.line}
      </span>
      {id && linha.filling ? (
        <Anchor
          component={Link}
          to={`/documentos/${id}`}
          target="_blank"
          size="sm"
          lineClamp={2}
          className={styles.title}
          dir="auto"
          aria-label={t.open(linha.filling.titulo)}
        >
          {linha.filling.titulo}
        </Anchor>
      ) : (
        <Announced linha={linha} />
      )}
      <span className={styles.state}>
        <State resultado={resultado} />
        {why && <span className="bad">{why}</span>}
        {!resultado &&
          issues.ofLine(linha).map((text) => (
            <span key={text} className="bad">
              {text}
            </span>
          ))}
      </span>
    </>
  );
}

function State({ resultado }: { readonly resultado: Outcome | undefined }) {
  const { round: t } = useSpreadsheetTexts();
  if (!resultado) return <span className="muted">{t.outside}</span>;
  const { estado } = resultado;
  if (estado === 'doing') return <Loader size="xs" aria-label={t.estado.doing} />;
  const tone = estado === 'criado' || estado === 'enviado' ? 'good' : failed(resultado) ? 'bad' : 'muted';
  return <span className={tone}>{t.estado[estado]}</span>;
}
