import type { StatusEntrega } from '@rubrica/contract';
import { useIntegracao } from '../textos/integracao.ts';

const TONES: Record<StatusEntrega, string> = {
  PENDENTE: 'info',
  ENTREGUE: 'ok',
  FALHOU: 'alerta',
  DESISTIU: 'perigo',
};

/** The state of a delivery in a word. One the panel does not know yet is shown as it came. */
export function EtiquetaEntrega({ status }: { readonly status: StatusEntrega }) {
  const t = useIntegracao();
  return <span className={`etiqueta ${TONES[status] ?? 'neutro'}`}>{t.situacao[status] ?? status}</span>;
}

export function EtiquetaAtivo({ ativo }: { readonly ativo: boolean }) {
  const t = useIntegracao();
  return <span className={`etiqueta ${ativo ? 'ok' : 'neutro'}`}>{ativo ? t.webhooks.ativo : t.webhooks.inativo}</span>;
}
