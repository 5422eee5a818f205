import { useEffect } from 'react';
import { brandColors } from './color.ts';
import { useMedia } from './hooks.ts';
import { LanguageChoice } from './language.tsx';
import type { Language } from './languages.ts';

const OURS = { light: '#1d4ed8', dark: '#8ab4ff' };
/** `--sunken` of base.css, of the grounds the one on which a brand colour is hardest to read. */
const GROUND = { light: '#eef1f5', dark: '#242a34' };

/** The sender's colour, made legible on both grounds, as custom properties. @param color `#rrggbb`, or null for ours */
function useBrand(color: string | null): void {
  const dark = useMedia('(prefers-color-scheme: dark)');
  useEffect(() => {
    const ground = dark ? GROUND.dark : GROUND.light;
    const { brand, onBrand, brandText } = brandColors(color, ground, dark ? OURS.dark : OURS.light);
    const { style } = document.documentElement;
    style.setProperty('--brand', brand);
    style.setProperty('--on-brand', onBrand);
    style.setProperty('--brand-text', brandText);
  }, [dark, color]);
}

interface SenderMark {
  readonly corPrimaria: string | null;
  readonly logo: string | null;
  readonly nomeRemetente: string | null;
}

/**
 * The head of a page in a sender's brand: who they are, and the languages. The whole page has their colour.
 * @param marca of who sends; nothing while that is not known, for which the service stands
 */
export function SenderHeader(props: {
  readonly marca: SenderMark | undefined;
  readonly nome: string | undefined;
  readonly t: { readonly skipToContent: string; readonly language: string };
  readonly language: Language;
  readonly onLanguage: (language: Language) => void;
}) {
  const { marca, t } = props;
  useBrand(marca?.corPrimaria ?? null);
  const name = marca?.nomeRemetente ?? props.nome ?? 'Rubrica';
  return (
    <header className="top">
      <a className="skip" href="#conteudo" target="_self">
        {t.skipToContent}
      </a>
      <div className="brand">
        {marca?.logo ? (
          <img src={marca.logo} alt={name} />
        ) : (
          <>
            <span className="monogram" aria-hidden="true">
              {[...name][0]}
            </span>
            <span className="name">{name}</span>
          </>
        )}
      </div>
      <LanguageChoice label={t.language} language={props.language} onLanguage={props.onLanguage} />
    </header>
  );
}
