-- The feed of events, in the order in which their transactions became visible: each event gets a number once it is
-- committed, one numbering after another (docs/adr/0054).
alter table evento_saida add column posicao bigint;
create sequence evento_posicao;

create index evento_saida_por_numerar on evento_saida (ocorrido_em, id) where posicao is null;
create unique index evento_saida_posicao on evento_saida (posicao) where posicao is not null;
create index evento_saida_feed on evento_saida (organizacao_id, ambiente, posicao)
 where posicao is not null and documento_id is not null;

-- Where events stood that are gone, so that whoever read up to one goes on after it.
create table evento_lembrado (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  posicao bigint not null
);
call rubrica_escopo('evento_lembrado');
