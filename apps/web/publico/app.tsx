import { Component, type ReactNode, useEffect, useState } from 'react';
import { Button } from '../kit/parts.tsx';
import { Contact } from './contato/contato.tsx';
import { type Language, PageProvider, type Site } from './contexto.tsx';
import { pt, type Textos } from './textos/pt.ts';
import { Validate } from './validar/validar.tsx';

const DICTIONARIES: Record<Language, () => Promise<Textos>> = {
  'pt-BR': async () => pt,
  en: async () => (await import('./textos/en.ts')).en,
  es: async () => (await import('./textos/es.ts')).es,
};

export function App({ page, site }: { readonly page: 'validar' | 'contato'; readonly site: Site }) {
  const [{ language, t }, setLanguage] = useState<{ language: Language; t: Textos }>({ language: 'pt-BR', t: pt });
  useEffect(() => {
    document.title = `${t[page].tituloDaPagina} — Rubrica`;
  }, [t, page]);
  const change = (wanted: Language) => {
    void DICTIONARIES[wanted]().then((texts) => {
      document.documentElement.lang = wanted;
      setLanguage({ language: wanted, t: texts });
    });
  };
  return (
    <PageProvider value={{ ...site, t, language }}>
      <Header t={t} page={page} language={language} onLanguage={change} />
      <Boundary t={t}>{page === 'contato' ? <Contact /> : <Validate />}</Boundary>
      <Footer t={t} />
    </PageProvider>
  );
}

/** A flourish under a name, as on the pages the server makes. */
const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect className="tile" width="32" height="32" rx="9" />
    <path className="stroke" d="M7 20c4-11 8-13 9-10s-6 12-3 12 6-8 9-8-1 6 3 6M7 25.5h18" />
  </svg>
);

function Header(props: {
  readonly t: Textos;
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
        {t.pularParaConteudo}
      </a>
      <div className="inner">
        <a className="mark" href="/">
          <Mark /> Rubrica
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
        <label className="language">
          <span className="unseen">{t.idioma}</span>
          <select value={language} onChange={(event) => props.onLanguage(event.currentTarget.value as Language)}>
            <option value="pt-BR">Português</option>
            <option value="en">English</option>
            <option value="es">Español</option>
          </select>
        </label>
      </div>
    </header>
  );
}

const Footer = ({ t }: { readonly t: Textos }) => (
  <footer className="site-bottom">
    <div className="inner">
      <p>{t.rodape}</p>
      <nav aria-label={t.rodapeLinks}>
        <ul>
          <li>
            <a href="/docs/verificacao">{t.verificacao}</a>
          </li>
          <li>
            <a href="/docs/selo">{t.selo}</a>
          </li>
          <li>
            <a href="/contato">{t.links.contato}</a>
          </li>
        </ul>
      </nav>
    </div>
  </footer>
);

/** A fault of the page itself. */
class Boundary extends Component<{ readonly t: Textos; readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    const { t, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <main id="conteudo" className="sheet">
        <h1>{t.falhaDaPagina.titulo}</h1>
        <p>{t.falhaDaPagina.texto}</p>
        <Button look="primary" onClick={() => location.reload()}>
          {t.falhaDaPagina.recarregar}
        </Button>
      </main>
    );
  }
}
