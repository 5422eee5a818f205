import type { StatusDocumento, StatusEnvelope, StatusSignatario } from '@rubrica/contract';
import type { ReactNode } from 'react';
import { useWords } from '../texts/documentos.ts';
import styles from './tag.module.css';

export type Tone = 'neutral' | 'info' | 'ok' | 'warning' | 'danger';

/** A word or two on the colour of what they mean. */
export function Tag(props: {
  readonly tone: Tone;
  readonly as?: 'span' | 'li';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  const { tone, as: Element = 'span', className = '', children } = props;
  return (
    <Element className={`${styles.tag} ${className}`} data-tone={tone}>
      {children}
    </Element>
  );
}

const OF_DOCUMENT: Record<StatusDocumento, Tone> = {
  RASCUNHO: 'neutral',
  AGUARDANDO_ASSINATURAS: 'info',
  PARCIALMENTE_ASSINADO: 'info',
  ASSINADO: 'ok',
  RECUSADO: 'danger',
  CANCELADO: 'neutral',
  EXPIRADO: 'warning',
};

const OF_ENVELOPE: Record<StatusEnvelope, Tone> = {
  RASCUNHO: 'neutral',
  ENVIADO: 'info',
  CONCLUIDO: 'ok',
  RECUSADO: 'danger',
  EXPIRADO: 'warning',
  CANCELADO: 'neutral',
};

const OF_SIGNER: Record<StatusSignatario, Tone> = {
  PENDENTE: 'neutral',
  ENVIADO: 'info',
  VISUALIZADO: 'info',
  ASSINADO: 'ok',
  RECUSADO: 'danger',
  CANCELADO: 'neutral',
  FALHA_ENTREGA: 'danger',
};

/** A state in a word, on its colour. A state the panel does not know yet is shown as it came. */
export function DocumentoTag({ status }: { readonly status: StatusDocumento }) {
  const t = useWords();
  return <Tag tone={OF_DOCUMENT[status] ?? 'neutral'}>{t.statusDocumento[status] ?? status}</Tag>;
}

export function EnvelopeTag({ status }: { readonly status: StatusEnvelope }) {
  const t = useWords();
  return <Tag tone={OF_ENVELOPE[status] ?? 'neutral'}>{t.statusEnvelope[status] ?? status}</Tag>;
}

export function SignatarioTag({ status }: { readonly status: StatusSignatario }) {
  const t = useWords();
  return <Tag tone={OF_SIGNER[status] ?? 'neutral'}>{t.statusSignatario[status] ?? status}</Tag>;
}
