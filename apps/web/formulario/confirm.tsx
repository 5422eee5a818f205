import type { FormularioAConfirmar } from '@rubrica/contract';
import { useEffect, useState } from 'react';
import { type Fault, faultOf, saidOf } from '../kit/api.ts';
import { Button, Notice } from '../kit/parts.tsx';
import type { Said } from '../kit/rules/retell.ts';
import { StateSheet } from '../kit/state-sheet.tsx';
import { usePage } from './context.tsx';
import { Opening, openAgain, Told } from './told.tsx';

type State =
  | { readonly at: 'asked' | 'making' | 'leaving' | 'later' }
  | { readonly at: 'fault'; readonly fault: Fault; readonly until: number | null };

interface ConfirmProps {
  /** What it is about; null while that is not known. */
  readonly message: FormularioAConfirmar | null;
  readonly onOpened: (message: FormularioAConfirmar) => void;
}

/** Confirms the mailbox by a press, never as the page opens: programs that examine mail open its links. */
export function Confirm({ message, onOpened }: ConfirmProps) {
  const { client, token, t } = usePage();
  const [state, setState] = useState<State>({ at: 'asked' });
  /** Why the press made nothing: the name that is shown now is another. */
  const [renamed, setRenamed] = useState<Said | null>(null);
  const confirm = async () => {
    setState({ at: 'making' });
    setRenamed(null);
    try {
      const { url } = await client.confirmarFormulario({ params: { token }, body: shownIn(message) });
      setState({ at: url === null ? 'later' : 'leaving' });
      // In its place, so that the way back does not lead here again.
      if (url !== null) location.replace(url);
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'refused' && fault.error.problem?.regra === 'formRequestRenamed') {
        await open();
        setRenamed(saidOf(fault.error));
      } else setState({ at: 'fault', fault, until: openAgain(fault) });
    }
  };
  const open = async () => {
    try {
      onOpened(await client.abrirConfirmacao({ params: { token } }));
      setState({ at: 'asked' });
    } catch (error) {
      const fault = faultOf(error);
      setState({ at: 'fault', fault, until: openAgain(fault) });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page opens
  useEffect(() => void open(), []);
  if (state.at === 'fault') return <Told {...state} onAgain={() => void (message ? confirm() : open())} />;
  if (!message) return <Opening />;
  if (state.at === 'later') {
    return (
      <StateSheet icon="check" tone="ok" title={t.confirm.later.titulo}>
        {t.confirm.later.texto.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </StateSheet>
    );
  }
  const busy = state.at !== 'asked';
  return (
    <StateSheet icon="pen" quiet title={t.confirm.titulo}>
      {message.ambiente === 'TESTE' && (
        <Notice tone="warn" icon="alert">
          <p>{t.test}</p>
        </Notice>
      )}
      {renamed && (
        <Notice tone="warn" icon="alert" alert>
          <p>{t.fromService(renamed.texto, renamed) ?? renamed.texto}</p>
        </Notice>
      )}
      <p>
        <strong dir="auto">{message.titulo}</strong>
      </p>
      {message.nome !== null && (
        <p>
          {t.confirm.name} <strong dir="auto">{message.nome}</strong>.
        </p>
      )}
      <p>{t.confirm.texto}</p>
      <Button look="primary" className="large" busy={busy} onClick={() => void confirm()}>
        {busy ? t.confirm.making : t.confirm.button}
      </Button>
      <p className="hint" role="status">
        {busy ? t.confirm.wait : ''}
      </p>
      {message.nome !== null && <p className="hint">{t.confirm.otherName}</p>}
      <p className="hint">{t.confirm.notMine}</p>
    </StateSheet>
  );
}

/** What its person saw as they pressed, so that nothing else is made. */
const shownIn = (message: FormularioAConfirmar | null) => (message?.nome ? { nome: message.nome } : {});
