-- Documents are listed by when they last changed, and by when they were concluded.
create index documento_atualizado on documento (organizacao_id, ambiente, atualizado_em desc, id desc)
 where excluido_em is null;
create index documento_finalizado on documento (organizacao_id, ambiente, finalizado_em desc, id desc)
 where excluido_em is null and finalizado_em is not null;

-- What occurred in a period, to be delivered again.
create index evento_saida_periodo on evento_saida (organizacao_id, ambiente, ocorrido_em, id)
 where documento_id is not null;
