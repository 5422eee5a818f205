import { formatMoment } from '../../kit/language.tsx';
import { Button, type IconName } from '../../kit/parts.tsx';
import { usePage } from '../contexto.tsx';
import { Signed } from './assinado.tsx';
import { StateSheet } from './folha.tsx';

/** Where there is nothing (more) to do on the road: what it is, and the next step. */
export function Ending() {
  const { state } = usePage();
  switch (state.screen) {
    case 'carregando':
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
        <span className="spinner" aria-hidden="true" /> {t.abrindo}
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
  cedo: 'clock',
  recusado: 'refuse',
  cancelado: 'refuse',
  indisponivel: 'link',
  desconhecido: 'link',
  foraDoAr: 'alert',
  semConexao: 'offline',
};

function Told() {
  const { road, state, t, language } = usePage();
  const { screen, gone, early, session } = state;
  const texts = screen === 'indisponivel' ? t.linkMorto(gone) : t.estados[screen as keyof typeof t.estados];
  const said = screen === 'cedo' && early ? t.doServico(early.texto, early) : null;
  const again = screen === 'aguardando' || screen === 'cedo' || screen === 'foraDoAr' || screen === 'semConexao';
  return (
    <StateSheet
      icon={ICONS[screen] ?? 'alert'}
      title={texts.titulo}
      quiet={screen === 'aguardando' || screen === 'cedo'}
    >
      {said && <p>{said}</p>}
      {texts.texto.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {screen === 'aguardando' && session?.prazoEm && <p>{t.prazo(formatMoment(session.prazoEm, language))}</p>}
      {again && (
        <div className="actions">
          <Button look="primary" onClick={() => road.resume()}>
            {t.verificarAgora}
          </Button>
        </div>
      )}
    </StateSheet>
  );
}
