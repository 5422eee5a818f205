-- Deleted documents are listed for thirty days, newest first, as the others are.
create index documento_excluidos on documento (organizacao_id, ambiente, criado_em desc, id desc)
 where excluido_em is not null;
