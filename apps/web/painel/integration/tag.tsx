import type { StatusEntrega } from '@rubrica/contract';
import { useIntegrationTexts } from '../texts/integration.ts';

const TONES: Record<StatusEntrega, string> = {
  PENDENTE: 'info',
  ENTREGUE: 'ok',
  FALHOU: 'alerta',
  DESISTIU: 'perigo',
};

/** The state of a delivery in a word. One the panel does not know yet is shown as it came. */
export function EntregaTag({ status }: { readonly status: StatusEntrega }) {
  const t = useIntegrationTexts();
  return <span className={`etiqueta ${TONES[status] ?? 'neutro'}`}>{t.situacao[status] ?? status}</span>;
}

export function ActiveTag({ ativo }: { readonly ativo: boolean }) {
  const t = useIntegrationTexts();
  return (
    <span className={`etiqueta ${ativo ? 'ok' : 'neutro'}`}>{ativo ? t.webhooks.ativo : t.webhooks.inactive}</span>
  );
}
