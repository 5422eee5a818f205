import type { Modelo } from '@rubrica/contract';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useIsAllowed, usePanel } from '../../context.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Failure, Loading } from '../../parts/states.tsx';
import { useModelos, useSpreadsheetTexts } from '../../texts/modelos.ts';
import { rulesOf } from '../filling.ts';
import { useModelo } from '../queries.ts';
import { callsOf } from './calls.ts';
import { Check } from './check.tsx';
import { Columns } from './columns.tsx';
import { type Chosen, ChosenFile } from './file.tsx';
import { lineKeyOf } from './key.ts';
import { type Line, linesOf } from './lines.ts';
import { type Settings, SpreadsheetOptions } from './options.tsx';
import { RoundProgress } from './progress.tsx';
import type { ReadItem } from './read.ts';
import { createRound, type Round } from './round.ts';
import { type Choices, matched, targetsOf } from './targets.ts';

/** `/modelos/{modeloId}/planilha` */
export function Component() {
  const t = useModelos();
  const texts = useSpreadsheetTexts();
  const { modeloId = '' } = useParams();
  const { isAllowed } = useIsAllowed();
  const modelo = useModelo(modeloId);
  const above = { to: `/modelos/${modeloId}`, label: modelo.data?.nome ?? t.titulo };
  return (
    <Screen title={modelo.data ? texts.titulo(modelo.data.nome) : t.titulo} above={above}>
      {modelo.error && <Failure erro={modelo.error} repeat={() => void modelo.refetch()} />}
      {modelo.isPending && <Loading />}
      {modelo.data &&
        (isAllowed('criarDocumentoDeModelo') ? (
          <Spreadsheet key={modeloId} modelo={modelo.data} />
        ) : (
          <Empty drawing="shield" titulo={t.titulo} texto={t.use.noAccess} />
        ))}
    </Screen>
  );
}

/** Lines under way, with what they came from. */
interface Run {
  readonly round: Round;
  readonly lines: readonly Line[];
  /** Those that were begun, in the order of the results. */
  readonly readyOnes: readonly Line[];
  readonly readItem: ReadItem;
}

function Spreadsheet({ modelo: now }: { readonly modelo: Modelo }) {
  // The template as it was when the file was chosen: a change meanwhile would give the same lines other keys.
  const [modelo] = useState(now);
  const panel = usePanel();
  const [picked, setChosen] = useState<Chosen | null>(null);
  const [run, setRun] = useState<Run | null>(null);
  const start = (readItem: ReadItem, lines: readonly Line[], { rules, enviar, batch }: Settings) => {
    const readyOnes = lines.filter(({ issues }) => issues.length === 0);
    const works = readyOnes.map((linha) => ({
      linha,
      chave: () =>
        lineKeyOf({
          modeloId: modelo.id,
          batch,
          conteudo: linha.conteudo,
          vez: linha.vez,
          howMany: modelo.papeis.length,
        }),
    }));
    const round = createRound(works, callsOf(panel, modelo.id, rules), enviar);
    setRun({ round, lines, readyOnes, readItem });
  };
  if (run && picked) {
    return (
      <RoundProgress
        modelo={modelo}
        arquivo={picked.nome}
        {...run}
        onNew={() => {
          setRun(null);
          setChosen(null);
        }}
      />
    );
  }
  return (
    <>
      <ChosenFile modelo={modelo} picked={picked} onChosen={setChosen} />
      {picked && picked.readItem.recordRows.length + picked.readItem.brokenOnes.length > 0 && (
        <Preparation
          key={`${picked.turn} ${picked.readItem.header.join('\n')}`}
          modelo={modelo}
          readItem={picked.readItem}
          onStart={start}
        />
      )}
    </>
  );
}

/** What the columns are for, what is to be done, and what would come of it. */
function Preparation(props: {
  readonly modelo: Modelo;
  readonly readItem: ReadItem;
  readonly onStart: (readItem: ReadItem, lines: readonly Line[], settings: Settings) => void;
}) {
  const { modelo, readItem } = props;
  const [settings, setSettings] = useState<Settings>(() => ({
    rules: rulesOf(modelo),
    enviar: false,
    batch: '',
    repeatedOnes: false,
  }));
  const { rules, repeatedOnes } = settings;
  const targets = useMemo(() => targetsOf(modelo, rules), [modelo, rules]);
  const [choices, setChoices] = useState<Choices>(() => matched(targets, readItem.header));
  const lines = useMemo(
    () => linesOf(modelo, readItem, targets, { choices, rules, repeatedOnes }),
    [modelo, readItem, targets, choices, rules, repeatedOnes],
  );
  return (
    <>
      <Columns targets={targets} readItem={readItem} choices={choices} onChoices={setChoices} />
      <SpreadsheetOptions
        modelo={modelo}
        settings={settings}
        onSettings={(next) => setSettings((now) => ({ ...now, ...next }))}
        onRules={(change) => setSettings((now) => ({ ...now, rules: change(now.rules) }))}
        withRepeats={lines.some(({ vez }) => vez > 0)}
      />
      <Check
        modelo={modelo}
        lines={lines}
        enviar={settings.enviar}
        onCreate={() => props.onStart(readItem, lines, settings)}
      />
    </>
  );
}
