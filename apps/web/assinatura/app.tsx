import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
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
import type { Texts } from './texts/pt.ts';

const InPerson = lazy(() => persistently(() => import('./screens/in-person.tsx')));

export function App({ road }: { readonly road: Road }) {
  const state = useSyncExternalStore(road.subscribe, road.snapshot);
  const { language, t, choose } = useSignerLanguage(road, state);
  const spoken = useRef<HTMLDivElement>(null);
  const sender = state.session?.remetente;
  // A browser keeps the titles of pages, and the device is somebody else's.
  const title = state.session?.presencial ? undefined : state.session?.documentos[0]?.titulo;
  useEffect(() => {
    document.title = title ? `${title} — ${t.pageTitle}` : t.pageTitle;
  }, [title, t]);

  const announce = (text: string) => {
    if (spoken.current) spoken.current.textContent = text;
  };
  return (
    <PageProvider value={{ road, state, t, language, announce }}>
      <SenderHeader marca={sender?.marca} nome={sender?.organizacao} t={t} language={language} onLanguage={choose} />
      <Boundary look="sheet narrow" {...t.pageFailure} reloadPage={t.reloadPage}>
        <Body state={state} />
      </Boundary>
      <Footer t={t} state={state} />
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

function Footer({ t, state }: { readonly t: Texts; readonly state: State }) {
  const { remetente, documentos } = state.session ?? {};
  // The document says which request it is about; the token, which opens it, stays here.
  const report = remetente && {
    assunto: t.reportSubject(remetente.organizacao),
    referencia: documentos?.[0]?.id ?? '',
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
