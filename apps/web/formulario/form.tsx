import type { Formulario } from '@rubrica/contract';
import { useEffect, useState } from 'react';
import { type Fault, faultOf } from '../kit/api.ts';
import { focusAfter } from '../kit/focus.ts';
import { Ask } from './ask.tsx';
import { usePage } from './context.tsx';
import { type Sent, SentSheet } from './sent.tsx';
import { Opening, openAgain, Told } from './told.tsx';

interface FormProps {
  readonly formulario: Formulario | null;
  readonly onOpened: (formulario: Formulario) => void;
}

/** What was sent is kept with this entry of the tab's history: whoever comes back from their mail finds it as it was. */
const sentBefore = (): Sent | null => (history.state as { sent?: Sent } | null)?.sent ?? null;
const keepSent = (sent: Sent | null) => history.replaceState(sent && { sent }, '');

interface Stopped {
  readonly fault: Fault;
  readonly until: number | null;
}

/** A public link: who one is and where the message goes, then what to do with it. */
export function Form({ formulario, onOpened }: FormProps) {
  const { client, token } = usePage();
  const [stopped, setStopped] = useState<Stopped | null>(null);
  const [sent, setSent] = useState(sentBefore);
  /** What was typed the last time, to be corrected. */
  const [typed, setTyped] = useState(sent);
  const stop = (fault: Fault) => setStopped({ fault, until: openAgain(fault) });
  const open = async () => {
    try {
      onOpened(await client.abrirFormulario({ params: { token } }));
      setStopped(null);
    } catch (error) {
      stop(faultOf(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page opens
  useEffect(() => void open(), []);
  const turn = (to: Sent | null) => {
    keepSent(to);
    setSent(to);
    if (to) setTyped(to);
  };
  const edit = () =>
    focusAfter(
      () => turn(null),
      () => document.getElementById('formulario-email'),
    );
  if (stopped) return <Told {...stopped} onAgain={() => void open()} />;
  if (!formulario) return <Opening />;
  if (sent) return <SentSheet formulario={formulario} sent={sent} onSent={turn} onStop={stop} onEdit={edit} />;
  return <Ask formulario={formulario} typed={typed} onSent={turn} onStop={stop} />;
}
