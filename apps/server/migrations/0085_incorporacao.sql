-- Signing inside another page (docs/adr/0084): which origins may show it, where people are sent back to, and the sessions.
alter table organizacao add column origens_permitidas text[] not null default '{}';
alter table signatario add column url_retorno text;

-- A link that is opened by an address of its own, once: `bilhete_hash` is that of the address, `chave_hash` that of the secret
-- of whoever opened it. `expira_em` is when it can no longer be opened and, once it was, when the session ends.
create table link_incorporado (
  organizacao_id uuid not null,
  ambiente text not null,
  link_id uuid not null,
  bilhete_hash bytea not null unique,
  origem text not null,
  url_retorno text,
  expira_em timestamptz not null,
  chave_hash bytea,
  primary key (organizacao_id, link_id),
  foreign key (organizacao_id, link_id) references link
);
call rubrica_escopo('link_incorporado');
