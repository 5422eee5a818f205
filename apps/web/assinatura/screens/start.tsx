import { Suspense, useState } from 'react';
import { formatMoment } from '../../kit/language.tsx';
import { Button, Icon } from '../../kit/parts.tsx';
import { useRoad } from '../context.tsx';
import { useDesktop } from '../desktop.ts';
import { furthestStep, openDocuments, roleIn } from '../steps.ts';
import { Documents } from './documents.tsx';
import { DeviceDialog } from './menu.tsx';
import partStyles from './parts.module.css';
import { PassOnButton } from './pass-on.tsx';
import { RefuseButton } from './refusal.tsx';
import { StepSheet } from './sheet.tsx';
import styles from './start.module.css';

/** Who asks, for what, by when, and what will be asked. */
export function Intro() {
  const { road, session, t, language } = useRoad();
  const { signatario, remetente, mensagem, prazoEm } = session;
  const documents = openDocuments(session);
  const begun = furthestStep(session) !== road.steps[1] && documents.some(({ leitura }) => leitura.paginasLidas > 0);
  const first = signatario.nome?.split(' ')[0];
  return (
    <StepSheet title={first ? t.inicio.hello(first) : t.inicio.helloWithoutName}>
      <p className="lead">{t.inicio.request(remetente.organizacao, roleIn(documents), documents.length)}</p>
      {remetente.nome && <p className={`hint ${styles.sender}`}>{t.inicio.sentBy(remetente.nome)}</p>}
      <Documents />
      {mensagem && (
        <blockquote className={styles.message}>
          <p>{mensagem}</p>
          <footer>— {remetente.marca.nomeRemetente ?? remetente.organizacao}</footer>
        </blockquote>
      )}
      {prazoEm && (
        <p className={styles.deadline}>
          <Icon name="clock" /> {t.prazo(formatMoment(prazoEm, language))}
        </p>
      )}
      <div className={partStyles.actions}>
        <Button look="primary" className="large" onClick={() => road.next('inicio')}>
          {begun ? t.inicio.goOn : t.inicio.begin}
        </Button>
        <OnPhone />
      </div>
      <h2>{t.inicio.howItWorks}</h2>
      <ol className={styles.ahead}>
        {road.steps
          .filter((step) => step !== 'inicio')
          .map((step) => (
            <li key={step}>
              <strong>{t.steps[step]}</strong> <span>{t.inicio.explains[step]}</span>
            </li>
          ))}
      </ol>
      <PassOnButton />
      <RefuseButton />
    </StepSheet>
  );
}

/** The same link on the phone that is probably beside the screen. */
function OnPhone() {
  const { road, session, t } = useRoad();
  const desktop = useDesktop();
  const [open, setOpen] = useState(false);
  if (!desktop || road.door || session.presencial) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Icon name="phone" /> {t.mobile.button}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <DeviceDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
