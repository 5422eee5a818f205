import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Boundary } from '../kit/boundary.tsx';
import { brandColors } from '../kit/color.ts';
import { useMedia } from '../kit/hooks.ts';
import { LanguageChoice } from '../kit/language.tsx';
import type { Language } from '../kit/languages.ts';
import { persistently } from '../kit/persistent.ts';
import { PageProvider } from './context.tsx';
import type { Road } from './journey.ts';
import { useSignerLanguage } from './language.ts';
import { Ending, Loading } from './screens/states.tsx';
import { Steps } from './screens/steps.tsx';
import { Waiting } from './screens/waiting.tsx';
import type { State } from './state.ts';
import type { Texts } from './texts/pt.ts';

const InPerson = lazy(() => persistently(() => import('./screens/in-person.tsx')));

const OURS = { light: '#1d4ed8', dark: '#8ab4ff' };
/** `--sunken` of base.css, of the grounds the one on which a brand colour is hardest to read. */
const GROUND = { light: '#eef1f5', dark: '#242a34' };

export function App({ road }: { readonly road: Road }) {
  const state = useSyncExternalStore(road.subscribe, road.snapshot);
  const { language, t, choose } = useSignerLanguage(road, state);
  const spoken = useRef<HTMLDivElement>(null);
  useBrand(state);
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
      <Header state={state} t={t} language={language} onLanguage={choose} />
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

/** The sender's colour, made legible on both grounds, as custom properties. */
function useBrand({ session }: State): void {
  const dark = useMedia('(prefers-color-scheme: dark)');
  const color = session?.remetente.marca.corPrimaria ?? null;
  useEffect(() => {
    const ground = dark ? GROUND.dark : GROUND.light;
    const { brand, onBrand, brandText } = brandColors(color, ground, dark ? OURS.dark : OURS.light);
    const { style } = document.documentElement;
    style.setProperty('--brand', brand);
    style.setProperty('--on-brand', onBrand);
    style.setProperty('--brand-text', brandText);
  }, [dark, color]);
}

function Header(props: {
  readonly state: State;
  readonly t: Texts;
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  const { state, t, language } = props;
  const sender = state.session?.remetente;
  const name = sender?.marca.nomeRemetente ?? sender?.organizacao ?? 'Rubrica';
  return (
    <header className="top">
      <a className="skip" href="#conteudo" target="_self">
        {t.skipToContent}
      </a>
      <div className="brand">
        {sender?.marca.logo ? (
          <img src={sender.marca.logo} alt={name} />
        ) : (
          <>
            <span className="monogram" aria-hidden="true">
              {[...name][0]}
            </span>
            <span className="name">{name}</span>
          </>
        )}
      </div>
      <LanguageChoice label={t.language} language={language} onLanguage={props.onLanguage} />
    </header>
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
