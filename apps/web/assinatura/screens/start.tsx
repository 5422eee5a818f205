import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { useMedia } from '../../kit/hooks.ts';
import { formatMoment } from '../../kit/language.tsx';
import { Button, Icon } from '../../kit/parts.tsx';
import { persistently } from '../../kit/persistent.ts';
import { useRoad } from '../context.tsx';
import { furthestStep, openDocuments } from '../steps.ts';
import { RefuseButton } from './refusal.tsx';
import { DocumentTitle, StepSheet } from './sheet.tsx';

const Qr = lazy(() => persistently(() => import('../../kit/qr.tsx')));

/** Who asks, for what, by when, and what will be asked. */
export function Intro() {
  const { road, session, t, language } = useRoad();
  const { signatario, remetente, mensagem, prazoEm } = session;
  const documents = openDocuments(session);
  const begun =
    furthestStep(session) !== road.steps[1] && session.documentos.some(({ leitura }) => leitura.paginasLidas > 0);
  const first = signatario.nome?.split(' ')[0];
  return (
    <StepSheet title={first ? t.inicio.hello(first) : t.inicio.helloWithoutName}>
      <p className="lead">{t.inicio.request(remetente.organizacao, signatario.funcao, documents.length)}</p>
      <ul className="documents">
        {documents.map(({ id, titulo, paginas }) => (
          <li key={id}>
            <Icon name="file" />
            <div>
              <DocumentTitle as="strong" titulo={titulo} />
              <span className="hint">{t.paginas(paginas)}</span>
            </div>
          </li>
        ))}
      </ul>
      {mensagem && (
        <blockquote className="message">
          <p>{mensagem}</p>
          <footer>— {remetente.marca.nomeRemetente ?? remetente.organizacao}</footer>
        </blockquote>
      )}
      {prazoEm && (
        <p className="deadline">
          <Icon name="clock" /> {t.prazo(formatMoment(prazoEm, language))}
        </p>
      )}
      <div className="actions">
        <Button look="primary" className="large" onClick={() => road.next('inicio')}>
          {begun ? t.inicio.goOn : t.inicio.begin}
        </Button>
        <OnPhone />
      </div>
      <h2>{t.inicio.howItWorks}</h2>
      <ol className="ahead">
        {road.steps
          .filter((step) => step !== 'inicio')
          .map((step) => (
            <li key={step}>
              <strong>{t.steps[step]}</strong> <span>{t.inicio.explains[step]}</span>
            </li>
          ))}
      </ol>
      <RefuseButton />
    </StepSheet>
  );
}

/** The same link as a QR code, where there is probably a phone beside the screen. */
function OnPhone() {
  const { t } = useRoad();
  const desktop = useMedia('(min-width: 48rem) and (pointer: fine)');
  const [open, setOpen] = useState(false);
  if (!desktop) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Icon name="phone" /> {t.mobile.button}
      </Button>
      {open && (
        <Dialog title={t.mobile.titulo} closeLabel={t.close} onClose={() => setOpen(false)}>
          <p>{t.mobile.texto}</p>
          <Suspense fallback={<span className="spinner" aria-hidden="true" />}>
            <Qr text={location.href} label={t.mobile.qr} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
