import type { CSSProperties, ReactNode } from 'react';
import styles from './preview.module.css';
import { type Background, emailTones, pageTones } from './tones.ts';

/** What a signer gets to see, drawn by the rules of the messages and of the signing page, which speak Portuguese. */

/** How the organization shows itself. */
export interface Appearance {
  readonly organizacao: string;
  readonly nomeRemetente: string | null;
  readonly emailResposta: string | null;
  readonly cor: string | null;
  /** A data URI. */
  readonly logo: string | null;
}

const TITLE = 'Contrato de locação';
const point = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** An invitation as it reaches a signer. @param assunto and @param corpo in the words of a template; else the service's */
export function EmailPreview(props: {
  readonly appearance: Appearance;
  readonly assunto?: ReactNode;
  readonly corpo?: readonly (readonly [key: string, paragraph: ReactNode])[];
  readonly mensagem: string | null;
  readonly teste: boolean;
}) {
  const { organizacao, nomeRemetente, emailResposta, cor, logo } = props.appearance;
  const { fill, ink, edge } = emailTones(cor);
  return (
    <div className={styles.email} lang="pt-BR">
      <div className={styles.from}>
        <strong>
          {props.teste && '[TESTE] '}
          {props.assunto ?? `${organizacao} enviou ${TITLE} para você assinar`}
        </strong>
        De: {nomeRemetente ?? organizacao}
        {emailResposta && ` · Respostas para: ${emailResposta}`}
      </div>
      <div className={styles.emailSheet}>
        <div className={styles.emailHeader} style={{ borderColor: fill }}>
          {logo && <img src={logo} alt="" />}
          <span dir="auto">{organizacao}</span>
        </div>
        <div className={styles.emailBody}>
          <p className={styles.emailTitle}>Um documento para você assinar</p>
          {props.corpo?.map(([key, paragraph]) => <p key={key}>{paragraph}</p>) ?? (
            <>
              <p>Olá, Marina!</p>
              <p>
                <strong>{organizacao}</strong> pede a sua assinatura no documento <strong>“{TITLE}”</strong>.
              </p>
            </>
          )}
          {props.mensagem && (
            <div className={styles.emailQuote} dir="auto">
              {props.mensagem}
            </div>
          )}
          <span className={styles.emailButton} style={{ background: fill, color: ink, borderColor: edge }}>
            Ler e assinar
          </span>
        </div>
        <div className={styles.emailFooter}>
          {point(`Mensagem enviada pela Rubrica em nome de ${organizacao}`)} Se você não esperava por ela, ignore-a:
          nada acontece sem a sua assinatura.
        </div>
      </div>
    </div>
  );
}

const PAPER: Record<Background, Record<'backdrop' | 'sheet' | 'text' | 'line', string>> = {
  light: { backdrop: '#f3f5f8', sheet: '#ffffff', text: '#161a21', line: '#d5dbe3' },
  dark: { backdrop: '#11141a', sheet: '#1b1f27', text: '#eceff4', line: '#343c49' },
};

/** The first screen of the signing page. */
export function PagePreview(props: {
  readonly appearance: Appearance;
  readonly mensagem: string | null;
  readonly backdrop: Background;
}) {
  const { organizacao, nomeRemetente, cor, logo } = props.appearance;
  const { brand, onBrand, brandText } = pageTones(cor, props.backdrop);
  const { backdrop, sheet, text, line } = PAPER[props.backdrop];
  const name = nomeRemetente ?? organizacao;
  const tones = {
    '--page-brand': brand,
    '--page-on-brand': onBrand,
    '--page-link': brandText,
    '--page-ground': backdrop,
    '--page-sheet': sheet,
    '--page-text': text,
    '--page-line': line,
  } as CSSProperties;
  return (
    <div className={styles.page} lang="pt-BR" style={tones}>
      <div className={styles.pageHeader}>
        {logo ? (
          <img src={logo} alt={name} />
        ) : (
          <>
            <span className={styles.initial} aria-hidden="true">
              {[...name][0]}
            </span>
            <span dir="auto">{name}</span>
          </>
        )}
      </div>
      <div className={styles.pageSheet}>
        <span className={styles.pageTitle}>Olá, Marina</span>
        <span>{organizacao} pede que você assine este documento:</span>
        <strong>{TITLE}</strong>
        {props.mensagem && (
          <span className={styles.pageQuote} dir="auto">
            {props.mensagem} — {name}
          </span>
        )}
        <span className={styles.pageButton}>Começar</span>
        <span className={styles.pageLink}>Continuar no celular</span>
      </div>
    </div>
  );
}
