-- Statement by statement.
-- What waits for somebody, at the start of the panel (modules/documentos/home.ts): each list is the beginning of an index
-- that holds nothing else, so that it costs the same among a million documents.

-- What is in progress and ends, by when. documento_vence is the sweep's, which goes over all organizations.
create index concurrently if not exists documento_a_vencer
    on documento (organizacao_id, ambiente, least(prazo_em, expira_em), id)
 where excluido_em is null
   and status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
   and least(prazo_em, expira_em) is not null;

create index concurrently if not exists documento_recusado
    on documento (organizacao_id, ambiente, atualizado_em desc, id desc)
 where excluido_em is null and status = 'RECUSADO';

-- Ending a document sets those who had not signed to CANCELADO: only who is waited for is in these.
create index concurrently if not exists signatario_a_assinar
    on signatario (organizacao_id, ambiente, lower(email), convidado_em desc)
 where status in ('ENVIADO', 'VISUALIZADO');

create index concurrently if not exists signatario_nao_alcancado
    on signatario (organizacao_id, ambiente, convidado_em desc)
 where status = 'FALHA_ENTREGA';
