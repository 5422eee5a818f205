import { json, type Statements } from './sql.ts';

/** Events that matter when an account or the boundary between organizations may be under attack. */
export type SecurityEventKind =
  | 'CAMPO_DE_ORGANIZACAO_DESCARTADO'
  | 'LOGIN_RECUSADO'
  | 'CHAVE_API_CRIADA'
  | 'CHAVE_API_REVOGADA'
  | 'ORGANIZACAO_ALTERADA'
  | 'POLITICA_RETENCAO_DEFINIDA'
  | 'SOLICITACAO_LGPD_ABERTA'
  | 'SOLICITACAO_LGPD_CONFIRMADA'
  | 'SOLICITACAO_LGPD_RECUSADA'
  | 'DADOS_DE_TITULAR_ELIMINADOS'
  | 'SENHA_REDEFINIDA'
  | 'SENHA_ALTERADA'
  | 'TROCA_DE_EMAIL_PEDIDA'
  | 'EMAIL_ALTERADO'
  | 'EMAIL_CONFIRMADO'
  | 'ORGANIZACAO_SUSPENSA'
  | 'ORGANIZACAO_REATIVADA'
  | 'FATURA_PAGA'
  | 'PROPRIEDADE_TRANSFERIDA'
  | 'ORGANIZACAO_ENCERRAMENTO_PEDIDO'
  | 'ORGANIZACAO_ENCERRAMENTO_DESFEITO'
  | 'ORGANIZACAO_ENCERRADA'
  | 'SEGUNDO_FATOR_ATIVADO'
  | 'SEGUNDO_FATOR_DESATIVADO'
  | 'SEGUNDO_FATOR_RECUSADO'
  | 'MEMBRO_CONVIDADO'
  | 'MEMBRO_ENTROU'
  | 'MEMBRO_ALTERADO'
  | 'MEMBRO_REMOVIDO'
  | 'OAUTH_CONCEDIDO'
  | 'OAUTH_REVOGADO'
  | 'OAUTH_CREDENCIAL_REPETIDA';

export interface SecurityEvent {
  readonly tipo: SecurityEventKind;
  /** null while it is not known for which organization the caller acts. */
  readonly organizacaoId: string | null;
  readonly requisicaoId: string | null;
  readonly ip: string | null;
  /** Never a credential or plain personal data: these rows outlive what they describe. */
  readonly detalhe: object;
}

/**
 * Appends a row to the security log. Within a transaction it commits with the event; on a plain connection it stays
 * even if the request is refused.
 */
export async function recordSecurityEvent(sql: Statements, event: SecurityEvent, ocorridoEm: Date): Promise<void> {
  // Without `returning`: reading is limited to the organization, and a refused login belongs to none.
  await sql`
    insert into evento_seguranca (organizacao_id, ocorrido_em, tipo, requisicao_id, ip, detalhe)
    values (${event.organizacaoId}, ${ocorridoEm}, ${event.tipo}, ${event.requisicaoId}, ${event.ip},
            ${json(sql, event.detalhe)})`;
}
