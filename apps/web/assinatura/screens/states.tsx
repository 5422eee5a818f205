import { formatMoment } from '../../kit/language.tsx';
import { Button, type IconName } from '../../kit/parts.tsx';
import { usePage } from '../context.tsx';
import { StateSheet } from './sheet.tsx';
import { Signed } from './signed.tsx';

/** Where there is nothing (more) to do on the road: what it is, and the next step. */
export function Ending() {
  const { state } = usePage();
  switch (state.screen) {
    case 'loading':
      return <Loading />;
    case 'assinado':
      return <Signed />;
    default:
      return <Told />;
  }
}

function Loading() {
  const { t } = usePage();
  return (
    <main id="conteudo" className="sheet narrow" aria-busy="true">
      <p className="loading" role="status">
        <span className="spinner" aria-hidden="true" /> {t.opening}
      </p>
      <div className="ghost" aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </main>
  );
}

const ICONS: Record<string, IconName> = {
  aguardando: 'clock',
  early: 'clock',
  recusado: 'refuse',
  cancelado: 'refuse',
  indisponivel: 'link',
  unknown: 'link',
  offline: 'alert',
  noConnection: 'offline',
};

function Told() {
  const { road, state, t, language } = usePage();
  const { screen, gone, early, session } = state;
  const texts = screen === 'indisponivel' ? t.deadLink(gone) : t.states[screen as keyof typeof t.states];
  const said = screen === 'early' && early ? t.doServico(early.texto, early) : null;
  const again = screen === 'aguardando' || screen === 'early' || screen === 'offline' || screen === 'noConnection';
  return (
    <StateSheet
      icon={ICONS[screen] ?? 'alert'}
      title={texts.titulo}
      quiet={screen === 'aguardando' || screen === 'early'}
    >
      {said && <p>{said}</p>}
      {texts.texto.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {screen === 'aguardando' && session?.prazoEm && <p>{t.prazo(formatMoment(session.prazoEm, language))}</p>}
      {again && (
        <div className="actions">
          <Button look="primary" onClick={() => road.resume()}>
            {t.verifyNow}
          </Button>
        </div>
      )}
    </StateSheet>
  );
}
