-- The field editor inside another page (docs/adr/0084): a session over one draft, in the name of the credential that asked for it.
-- `bilhete_hash` is that of its address, `chave_hash` that of the secret of whoever opened it, `token_hash` that of what calls with it.
create table edicao (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null,
  documento_id uuid not null,
  bilhete_hash bytea not null unique,
  token_hash bytea not null unique,
  origem text not null,
  nome text not null,
  credencial_id uuid not null,
  membro_id uuid not null,
  expira_em timestamptz not null,
  chave_hash bytea,
  primary key (organizacao_id, id),
  foreign key (organizacao_id, documento_id) references documento
);
create index on edicao (organizacao_id, documento_id);
call rubrica_escopo('edicao');
