import type { Formulario } from '@rubrica/contract';
import { useState } from 'react';
import { type Fault, faultOf } from '../kit/api.ts';
import { clock, useCountdown } from '../kit/hooks.ts';
import { formatMoment } from '../kit/language.tsx';
import { Button, Notice } from '../kit/parts.tsx';
import { StateSheet } from '../kit/state-sheet.tsx';
import { usePage } from './context.tsx';
import styles from './parts.module.css';
import { isEnd, openAgain } from './told.tsx';
import { Trouble } from './trouble.tsx';

/** A message that was asked for. */
export interface Sent {
  readonly nome: string;
  readonly email: string;
  readonly expiraEm: string;
  /** When, of this device's clock, in milliseconds. */
  readonly at: number;
}

/** Most messages are there by then. */
const AGAIN_AFTER_MS = 60_000;

interface SentProps {
  readonly formulario: Formulario;
  readonly sent: Sent;
  readonly onSent: (sent: Sent) => void;
  readonly onStop: (fault: Fault) => void;
  readonly onEdit: () => void;
}

/** What to do with the message, and what where none comes. */
export function SentSheet(props: SentProps) {
  const { t, language } = usePage();
  const { formulario, sent } = props;
  return (
    <StateSheet icon="check" tone="ok" title={t.sent.titulo}>
      <p>{t.sent.to}</p>
      <p className={styles.address}>{sent.email}</p>
      <p>{t.sent.what}</p>
      <p className="hint">{t.sent.until(formatMoment(sent.expiraEm, language))}</p>
      {formulario.ambiente === 'TESTE' && (
        <Notice tone="warn" icon="alert">
          <p>{t.sent.test}</p>
        </Notice>
      )}
      <Help {...props} />
    </StateSheet>
  );
}

function Help({ sent, onSent, onStop, onEdit }: SentProps) {
  const { client, token, t, language } = usePage();
  const [busy, setBusy] = useState(false);
  const [again, setAgain] = useState(false);
  const [refused, setRefused] = useState<{ readonly fault: Fault; readonly until: number | null } | null>(null);
  const left = useCountdown(Math.max(refused?.until ?? 0, sent.at + AGAIN_AFTER_MS));
  const ask = async () => {
    setBusy(true);
    setRefused(null);
    const { nome, email } = sent;
    try {
      const { expiraEm } = await client.pedirFormulario({ params: { token }, body: { nome, email, idioma: language } });
      setAgain(true);
      onSent({ ...sent, expiraEm, at: Date.now() });
    } catch (error) {
      const fault = faultOf(error);
      if (isEnd(fault)) return onStop(fault);
      setRefused({ fault, until: openAgain(fault) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.help} aria-labelledby="nao-chegou">
      <h2 id="nao-chegou">{t.sent.help.titulo}</h2>
      <ul>
        {t.sent.help.texto.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p role="status">{again && !refused ? t.sent.help.sentAgain : ''}</p>
      {refused && <Trouble {...refused} />}
      <div className={styles.actions}>
        {left > 0 ? (
          <p className={styles.wait}>{t.sent.help.againIn(clock(left))}</p>
        ) : (
          <Button busy={busy} onClick={() => void ask()}>
            {t.sent.help.again}
          </Button>
        )}
        <Button look="quiet" onClick={onEdit}>
          {t.sent.help.edit}
        </Button>
      </div>
    </section>
  );
}
