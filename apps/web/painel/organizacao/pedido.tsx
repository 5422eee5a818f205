import { Text } from '@mantine/core';
import type { SolicitacaoLgpd } from '@rubrica/contract';
import { SOLICITACAO_EM_ABERTO } from '@rubrica/contract/enums';
import { Momento } from '../partes/momento.tsx';
import { usePrivacidade } from '../textos/privacidade.ts';

/** What is shown of a data subject's request wherever it stands. */

const DAY_MS = 86_400_000;

export const isOpen = ({ estado }: SolicitacaoLgpd): boolean => SOLICITACAO_EM_ABERTO.includes(estado);

/** Its data are on their way: it will be answered without anybody's doing. */
export const isGathering = (pedido: SolicitacaoLgpd): boolean =>
  pedido.estado === 'ABERTA' && (pedido.tipo === 'ACESSO' || pedido.tipo === 'EXPORTACAO');

const TONE: Record<SolicitacaoLgpd['estado'], string> = {
  ABERTA: 'info',
  EM_CARENCIA: 'alerta',
  ATENDIDA: 'ok',
  RECUSADA: 'neutro',
};

export function Situacao({ pedido }: { readonly pedido: SolicitacaoLgpd }) {
  const t = usePrivacidade();
  return (
    <>
      <span className={`etiqueta ${TONE[pedido.estado] ?? 'neutro'}`}>
        {t.titulares.estado[pedido.estado] ?? pedido.estado}
      </span>
      {pedido.vencida && <span className="etiqueta perigo">{t.titulares.vencido}</span>}
    </>
  );
}

/** The legal deadline, and how far it is while the request is open. */
export function Prazo({ pedido }: { readonly pedido: SolicitacaoLgpd }) {
  const t = usePrivacidade();
  const left = Date.parse(pedido.prazoLegalEm) - Date.now();
  const days = Math.floor(Math.abs(left) / DAY_MS);
  const far = left >= 0 ? t.titulares.faltam(days) : t.titulares.passou(days);
  return (
    <Text size="sm" c={pedido.vencida ? 'red' : 'dimmed'}>
      {t.titulares.prazo}: <Momento quando={pedido.prazoLegalEm} estilo="dia" />
      {isOpen(pedido) && ` (${far})`}
    </Text>
  );
}
