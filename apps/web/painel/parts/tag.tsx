import type { StatusDocumento, StatusEnvelope, StatusSignatario } from '@rubrica/contract';
import { useWords } from '../texts/documentos.ts';

const OF_DOCUMENT: Record<StatusDocumento, string> = {
  RASCUNHO: 'neutro',
  AGUARDANDO_ASSINATURAS: 'info',
  PARCIALMENTE_ASSINADO: 'info',
  ASSINADO: 'ok',
  RECUSADO: 'perigo',
  CANCELADO: 'neutro',
  EXPIRADO: 'alerta',
};

const OF_ENVELOPE: Record<StatusEnvelope, string> = {
  RASCUNHO: 'neutro',
  ENVIADO: 'info',
  CONCLUIDO: 'ok',
  RECUSADO: 'perigo',
  EXPIRADO: 'alerta',
  CANCELADO: 'neutro',
};

const OF_SIGNER: Record<StatusSignatario, string> = {
  PENDENTE: 'neutro',
  ENVIADO: 'info',
  VISUALIZADO: 'info',
  ASSINADO: 'ok',
  RECUSADO: 'perigo',
  CANCELADO: 'neutro',
  FALHA_ENTREGA: 'perigo',
};

/** A state in a word, on its colour. A state the panel does not know yet is shown as it came. */
export function DocumentoTag({ status }: { readonly status: StatusDocumento }) {
  const t = useWords();
  return <span className={`etiqueta ${OF_DOCUMENT[status] ?? 'neutro'}`}>{t.statusDocumento[status] ?? status}</span>;
}

export function EnvelopeTag({ status }: { readonly status: StatusEnvelope }) {
  const t = useWords();
  return <span className={`etiqueta ${OF_ENVELOPE[status] ?? 'neutro'}`}>{t.statusEnvelope[status] ?? status}</span>;
}

export function SignatarioTag({ status }: { readonly status: StatusSignatario }) {
  const t = useWords();
  return <span className={`etiqueta ${OF_SIGNER[status] ?? 'neutro'}`}>{t.statusSignatario[status] ?? status}</span>;
}
