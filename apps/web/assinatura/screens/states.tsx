import { formatMoment } from '../../kit/language.tsx';
import { Button, Icon, type IconName } from '../../kit/parts.tsx';
import { StateSheet } from '../../kit/state-sheet.tsx';
import { usePage } from '../context.tsx';
import type { WhatEnded } from '../state.ts';
import { KeepReceipt } from './keep-receipt.tsx';
import partStyles from './parts.module.css';
import { DocumentTitle, WayBack } from './sheet.tsx';
import { Signed } from './signed.tsx';
import styles from './states.module.css';

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

export function Loading() {
  const { t } = usePage();
  return (
    <main id="conteudo" className="sheet narrow" aria-busy="true">
      <p className={partStyles.loading} role="status">
        <span className="spinner" aria-hidden="true" /> {t.opening}
      </p>
      <div className={styles.ghost} aria-hidden="true">
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
  const { screen, gone, early, ended, session } = state;
  const texts = screen === 'indisponivel' ? t.deadLink(gone) : t.states[screen as keyof typeof t.states];
  const said = screen === 'early' && early ? t.fromService(early.texto, early) : null;
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
      {ended && <Ended ended={ended} />}
      {screen === 'aguardando' && session?.prazoEm && <p>{t.prazo(formatMoment(session.prazoEm, language))}</p>}
      {screen === 'recusado' && session?.urlRetorno && <WayBack urlRetorno={session.urlRetorno} now={state.refused} />}
      <KeepReceipt />
      {again && (
        <div className={partStyles.actions}>
          <Button look="primary" onClick={() => road.resume()}>
            {t.verifyNow}
          </Button>
        </div>
      )}
    </StateSheet>
  );
}

/** What was asked for and by whom, how each document ended, and the reason that was left with a cancellation. */
function Ended({ ended }: { readonly ended: WhatEnded }) {
  const { t } = usePage();
  const { organizacao, documentos } = ended;
  // Of several that were cancelled together the reason is said once.
  const reasons = [...new Set(documentos.flatMap(({ motivo }) => motivo ?? []))];
  return (
    <section className={styles.ended} aria-label={t.ended.label}>
      <p className="hint">{t.ended.sentBy}</p>
      <p className={styles.organization}>{organizacao}</p>
      <ul className={partStyles.files}>
        {documentos.map(({ titulo, situacao }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may be alike, and the list never changes
          <li key={index}>
            <Icon name="file" />
            <div>
              <DocumentTitle as="strong" titulo={titulo} />
              <span className="hint">{t.statuses[situacao as keyof typeof t.statuses]}</span>
            </div>
          </li>
        ))}
      </ul>
      {reasons.map((reason) => (
        <blockquote key={reason} className={styles.reason}>
          <p className="hint">{t.ended.reason}</p>
          <p dir="auto">{reason}</p>
        </blockquote>
      ))}
    </section>
  );
}
