-- The open log (docs/adr/0085). Leaves that wait for their index, written by the transaction of the act.
create table registro_fila (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null default gen_random_uuid(),
  rotulo bytea not null,
  folha text not null,
  em timestamptz not null default clock_timestamp(),
  primary key (organizacao_id, id)
);
create index on registro_fila (ambiente, em);
call rubrica_escopo('registro_fila');

-- The logs: one an environment that grows, with its key, encrypted, and those that ended before it, whose keys are gone. The first has no
-- name; a later one is served under its name, below the first. `nota` is the head as the log signed it, `publicado` the checkpoint that
-- is shown, with the cosignatures of its witnesses.
create table registro_aberto (
  ambiente text not null check (ambiente in ('PRODUCAO', 'TESTE')),
  geracao text not null,
  origem text not null,
  chave bytea,
  vkey text not null,
  tamanho bigint not null default 0,
  raiz bytea not null,
  nota text,
  estendido_em timestamptz not null,
  publicado text,
  publicado_tamanho bigint not null default 0,
  publicado_em timestamptz,
  encerrado_em timestamptz,
  primary key (ambiente, geracao),
  check ((chave is null) = (encerrado_em is not null))
);
create unique index on registro_aberto (ambiente) where encerrado_em is null;
alter table registro_aberto enable row level security;

create table registro_folha (
  ambiente text not null,
  geracao text not null,
  indice bigint not null,
  rotulo bytea not null,
  folha text not null,
  primary key (ambiente, geracao, indice),
  unique (ambiente, rotulo, geracao)
);
alter table registro_folha enable row level security;
create trigger so_acrescenta before update or delete on registro_folha
  for each row execute function rubrica_so_acrescenta();

create table registro_bloco (
  ambiente text not null,
  geracao text not null,
  nivel integer not null,
  numero bigint not null,
  hashes bytea not null,
  primary key (ambiente, geracao, nivel, numero)
);
alter table registro_bloco enable row level security;

-- The last checkpoint of each day (UTC), and its time stamp.
create table registro_dia (
  ambiente text not null,
  geracao text not null,
  dia date not null,
  nota text not null,
  carimbo bytea,
  primary key (ambiente, geracao, dia)
);
alter table registro_dia enable row level security;
