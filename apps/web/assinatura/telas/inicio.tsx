import { lazy, Suspense, useState } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { useMedia } from '../../kit/hooks.ts';
import { formatMoment } from '../../kit/language.tsx';
import { Button, Icon } from '../../kit/parts.tsx';
import { persistently } from '../../kit/tenaz.ts';
import { useRoad } from '../contexto.tsx';
import { furthestStep, openDocuments } from '../etapas.ts';
import { DocumentTitle, StepSheet } from './folha.tsx';
import { RefuseButton } from './recusa.tsx';

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
    <StepSheet title={first ? t.inicio.ola(first) : t.inicio.olaSemNome}>
      <p className="lead">{t.inicio.pedido(remetente.organizacao, signatario.funcao, documents.length)}</p>
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
          {begun ? t.inicio.continuar : t.inicio.comecar}
        </Button>
        <OnPhone />
      </div>
      <h2>{t.inicio.comoFunciona}</h2>
      <ol className="ahead">
        {road.steps
          .filter((step) => step !== 'inicio')
          .map((step) => (
            <li key={step}>
              <strong>{t.passos[step]}</strong> <span>{t.inicio.explica[step]}</span>
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
        <Icon name="phone" /> {t.celular.botao}
      </Button>
      {open && (
        <Dialog title={t.celular.titulo} closeLabel={t.fechar} onClose={() => setOpen(false)}>
          <p>{t.celular.texto}</p>
          <Suspense fallback={<span className="spinner" aria-hidden="true" />}>
            <Qr text={location.href} label={t.celular.qr} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
