import { Text } from '@mantine/core';
import type { SolicitacaoLgpd } from '@rubrica/contract';
import { OPEN_DATA_REQUEST_STATES } from '@rubrica/contract/enums';
import { Moment } from '../parts/moment.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { usePrivacyTexts } from '../texts/privacy.ts';

/** What is shown of a data subject's request wherever it stands. */

const DAY_MS = 86_400_000;

export const isOpen = ({ estado }: SolicitacaoLgpd): boolean => OPEN_DATA_REQUEST_STATES.includes(estado);

/** Its data are on their way: it will be answered without anybody's doing. */
export const isGathering = (request: SolicitacaoLgpd): boolean =>
  request.estado === 'ABERTA' && (request.tipo === 'ACESSO' || request.tipo === 'EXPORTACAO');

const TONE: Record<SolicitacaoLgpd['estado'], Tone> = {
  ABERTA: 'info',
  EM_CARENCIA: 'warning',
  ATENDIDA: 'ok',
  RECUSADA: 'neutral',
};

export function RequestState({ request }: { readonly request: SolicitacaoLgpd }) {
  const t = usePrivacyTexts();
  return (
    <>
      <Tag tone={TONE[request.estado] ?? 'neutral'}>{t.dataSubjects.estado[request.estado] ?? request.estado}</Tag>
      {request.vencida && <Tag tone="danger">{t.dataSubjects.overdue}</Tag>}
    </>
  );
}

/** The legal deadline, and how far it is while the request is open. */
export function Deadline({ request }: { readonly request: SolicitacaoLgpd }) {
  const t = usePrivacyTexts();
  const left = Date.parse(request.prazoLegalEm) - Date.now();
  const days = Math.floor(Math.abs(left) / DAY_MS);
  const far = left >= 0 ? t.dataSubjects.leftOver(days) : t.dataSubjects.passed(days);
  return (
    <Text size="sm" c={request.vencida ? 'red' : 'dimmed'}>
      {t.dataSubjects.prazo}: <Moment when={request.prazoLegalEm} style="dia" />
      {isOpen(request) && ` (${far})`}
    </Text>
  );
}
