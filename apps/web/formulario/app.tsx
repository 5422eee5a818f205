import type { Formulario, FormularioAConfirmar } from '@rubrica/contract';
import type { OpenClient } from '@rubrica/sdk/client';
import { useEffect, useState } from 'react';
import { Boundary } from '../kit/boundary.tsx';
import { chosenLanguage, keepLanguage } from '../kit/chosen-language.ts';
import { type Dictionaries, useLanguage } from '../kit/language.tsx';
import { firstLanguage, type Language } from '../kit/languages.ts';
import { SenderHeader } from '../kit/sender.tsx';
import { Confirm } from './confirm.tsx';
import { PageProvider } from './context.tsx';
import { Form } from './form.tsx';
import { pt, type Texts } from './texts/pt.ts';

const DICTIONARIES: Dictionaries<Texts> = {
  'pt-BR': async () => pt,
  en: async () => (await import('./texts/en.ts')).en,
  es: async () => (await import('./texts/es.ts')).es,
};

interface AppProps {
  readonly page: 'pedir' | 'confirmar';
  readonly token: string;
  readonly client: OpenClient;
}

/** The pages of a public link (docs/adr/0086): who asks for a document of their own, and the message that confirms them. */
export function App({ page, token, client }: AppProps) {
  const { language, t, change } = useLanguage(DICTIONARIES, pt);
  const [formulario, setFormulario] = useState<Formulario | null>(null);
  const [message, setMessage] = useState<FormularioAConfirmar | null>(null);
  const opened = formulario ?? message;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page opens
  useEffect(() => {
    const wanted = chosenLanguage() ?? firstLanguage(navigator.languages);
    if (wanted !== null && wanted !== language) change(wanted);
  }, []);
  const choose = (wanted: Language) => {
    keepLanguage(wanted);
    change(wanted);
  };
  const title = opened?.titulo;
  useEffect(() => {
    document.title = title ? `${title} — ${t.pageTitle}` : t.pageTitle;
  }, [title, t]);
  const sender = opened?.remetente;
  return (
    <PageProvider value={{ client, token, t, language }}>
      <SenderHeader marca={sender?.marca} nome={sender?.nome} t={t} language={language} onLanguage={choose} />
      <Boundary look="sheet narrow" {...t.pageFailure}>
        {page === 'confirmar' ? (
          <Confirm message={message} onOpened={setMessage} />
        ) : (
          <Form formulario={formulario} onOpened={setFormulario} />
        )}
      </Boundary>
      <Footer t={t} sender={sender?.nome} />
    </PageProvider>
  );
}

function Footer({ t, sender }: { readonly t: Texts; readonly sender: string | undefined }) {
  const about = sender === undefined ? '' : `?${new URLSearchParams({ assunto: t.reportSubject(sender) })}`;
  return (
    <footer className="bottom">
      <p>{t.footer}</p>
      <nav aria-label={t.footerLinks}>
        <a href={`/contato${about}`} rel="noreferrer">
          {t.reportSender}
        </a>
        <a href="/privacidade" rel="noreferrer">
          {t.privacy}
        </a>
      </nav>
    </footer>
  );
}
