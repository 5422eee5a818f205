import { useEffect } from 'react';
import { Boundary } from '../kit/boundary.tsx';
import { Mark } from '../kit/brand.tsx';
import { chosenLanguage, keepLanguage } from '../kit/chosen-language.ts';
import { type Dictionaries, LanguageChoice, useLanguage } from '../kit/language.tsx';
import { firstLanguage, type Language } from '../kit/languages.ts';
import { Contact } from './contato/contato.tsx';
import { PageProvider, type Site } from './context.tsx';
import { pt, type Texts } from './texts/pt.ts';
import { Validate } from './validar/validar.tsx';

const DICTIONARIES: Dictionaries<Texts> = {
  'pt-BR': async () => pt,
  en: async () => (await import('./texts/en.ts')).en,
  es: async () => (await import('./texts/es.ts')).es,
};

export function App({ page, site }: { readonly page: 'validar' | 'contato'; readonly site: Site }) {
  const { language, t, change } = useLanguage(DICTIONARIES, pt);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the page opens
  useEffect(() => {
    const wanted = chosenLanguage() ?? firstLanguage(navigator.languages);
    if (wanted !== null && wanted !== language) change(wanted);
  }, []);
  const choose = (wanted: Language) => {
    keepLanguage(wanted);
    change(wanted);
  };
  useEffect(() => {
    document.title = `${t[page].tituloDaPagina} — Rubrica`;
  }, [t, page]);
  return (
    <PageProvider value={{ ...site, t, language }}>
      <Header t={t} page={page} language={language} onLanguage={choose} />
      <Boundary look="column" {...t.pageFailure}>
        {page === 'contato' ? <Contact /> : <Validate />}
      </Boundary>
      <Footer t={t} />
    </PageProvider>
  );
}

function Header(props: {
  readonly t: Texts;
  readonly page: 'validar' | 'contato';
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  const { t, page, language } = props;
  const links = [
    ['validar', '/validar'],
    ['docs', '/docs'],
    ['painel', '/painel'],
    ['contato', '/contato'],
  ] as const;
  return (
    <header className="site-top">
      <a className="skip" href="#conteudo">
        {t.skipToContent}
      </a>
      <div className="inner">
        <a className="mark" href="/">
          <Mark size={34} /> Rubrica
        </a>
        <nav aria-label={t.principal}>
          <ul>
            {links.map(([name, href]) => (
              <li key={name}>
                <a href={href} aria-current={name === page ? 'page' : undefined}>
                  {t.links[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <LanguageChoice label={t.language} language={language} onLanguage={props.onLanguage} />
      </div>
    </header>
  );
}

const Footer = ({ t }: { readonly t: Texts }) => (
  <footer className="site-bottom">
    <div className="inner">
      <p>{t.footer}</p>
      <nav aria-label={t.footerLinks}>
        <ul>
          <li>
            <a href="/docs/verificacao">{t.verificacao}</a>
          </li>
          <li>
            <a href="/docs/selo">{t.selo}</a>
          </li>
          <li>
            <a href="/privacidade">{t.privacy}</a>
          </li>
          <li>
            <a href="/termos">{t.terms}</a>
          </li>
          <li>
            <a href="/contato">{t.links.contato}</a>
          </li>
        </ul>
      </nav>
    </div>
  </footer>
);
