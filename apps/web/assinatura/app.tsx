import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Boundary } from '../kit/boundary.tsx';
import { persistently } from '../kit/persistent.ts';
import { SenderHeader } from '../kit/sender.tsx';
import { PageProvider } from './context.tsx';
import type { Road } from './journey.ts';
import { useSignerLanguage } from './language.ts';
import { Ending, Loading } from './screens/states.tsx';
import { Steps } from './screens/steps.tsx';
import { Waiting } from './screens/waiting.tsx';
import type { State } from './state.ts';
import { type Documento, documentAtHand } from './steps.ts';
import type { Texts } from './texts/pt.ts';

const InPerson = lazy(() => persistently(() => import('./screens/in-person.tsx')));

export function App({ road }: { readonly road: Road }) {
  const state = useSyncExternalStore(road.subscribe, road.snapshot);
  const { language, t, choose } = useSignerLanguage(road, state);
  const spoken = useRef<HTMLDivElement>(null);
  const sender = state.session?.remetente;
  const [atHand, showAtHand] = useState<string | null>(null);
  const { session } = state;
  const documento = session ? documentAtHand(session, atHand) : undefined;
  // A browser keeps the titles of pages, and the device is somebody else's.
  const title = !session || session.presencial ? undefined : (documento?.titulo ?? t.setOf(session.documentos.length));
  useEffect(() => {
    document.title = title ? `${title} — ${t.pageTitle}` : t.pageTitle;
  }, [title, t]);

  const announce = (text: string) => {
    if (spoken.current) spoken.current.textContent = text;
  };
  return (
    <PageProvider value={{ road, state, t, language, announce, showAtHand }}>
      <SenderHeader marca={sender?.marca} nome={sender?.organizacao} t={t} language={language} onLanguage={choose} />
      <Boundary look="sheet narrow" {...t.pageFailure} reloadPage={t.reloadPage}>
        <Body state={state} />
      </Boundary>
      <Footer t={t} state={state} documento={documento} />
      <Waiting />
      <div ref={spoken} className="unseen" role="status" aria-live="polite" />
    </PageProvider>
  );
}

function Body({ state }: { readonly state: State }) {
  const usual = state.screen === 'percurso' && state.session ? <Steps /> : <Ending />;
  if (!state.session?.presencial) return usual;
  return (
    <Suspense fallback={<Loading />}>
      <InPerson>{usual}</InPerson>
    </Suspense>
  );
}

interface FooterProps {
  readonly t: Texts;
  readonly state: State;
  readonly documento: Documento | undefined;
}

function Footer({ t, state, documento }: FooterProps) {
  const { remetente, documentos } = state.session ?? {};
  // The document says which request it is about, one of a set which set; the token, which opens it, stays here.
  const report = remetente && {
    assunto: t.reportSubject(remetente.organizacao),
    referencia: (documento ?? documentos?.[0])?.id ?? '',
  };
  const subject = report ? `?${new URLSearchParams(report)}` : '';
  return (
    <footer className="bottom">
      <p>{t.footer}</p>
      <nav aria-label={t.footerLinks}>
        <a href={`/contato${subject}`} rel="noreferrer">
          {t.reportSender}
        </a>
        <a href="/validar" rel="noreferrer">
          {t.validateDocumento}
        </a>
      </nav>
    </footer>
  );
}
