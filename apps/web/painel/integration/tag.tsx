import type { StatusEntrega } from '@rubrica/contract';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';

const TONES: Record<StatusEntrega, Tone> = {
  PENDENTE: 'info',
  ENTREGUE: 'ok',
  FALHOU: 'warning',
  DESISTIU: 'danger',
};

/** The state of a delivery in a word. One the panel does not know yet is shown as it came. */
export function EntregaTag({ status }: { readonly status: StatusEntrega }) {
  const t = useIntegrationTexts();
  return <Tag tone={TONES[status] ?? 'neutral'}>{t.situacao[status] ?? status}</Tag>;
}

export function ActiveTag({ ativo }: { readonly ativo: boolean }) {
  const t = useIntegrationTexts();
  return <Tag tone={ativo ? 'ok' : 'neutral'}>{ativo ? t.webhooks.ativo : t.webhooks.inactive}</Tag>;
}
