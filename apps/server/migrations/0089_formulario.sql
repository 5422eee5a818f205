-- Public links of templates (docs/adr/0086): a form that anybody may open, and what each visitor asks for by it.
create table formulario (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null,
  modelo_id uuid not null,
  titulo text not null,
  papel_id uuid not null,
  -- What is the same in all of its documents, as it was asked for.
  documento jsonb not null,
  limite int,
  respostas int not null default 0,
  expira_em timestamptz,
  encerrado_em timestamptz,
  -- Of its address, which is public: on posters and in pages.
  token text not null unique,
  criado_por uuid not null,
  criado_em timestamptz not null,
  primary key (organizacao_id, id),
  foreign key (organizacao_id, modelo_id) references modelo
);
create index formulario_lista on formulario (organizacao_id, modelo_id, criado_em desc, id desc);
call rubrica_escopo('formulario');

-- Until it is confirmed it is somebody's name and address; then it is the way to a document, by one link alone: whoever takes the
-- place of its person later has another.
create table formulario_pedido (
  organizacao_id uuid not null,
  ambiente text not null,
  id uuid not null,
  formulario_id uuid not null,
  token_hash bytea not null unique,
  nome text,
  email text,
  idioma text,
  pedido_em timestamptz not null,
  expira_em timestamptz not null,
  documento_id uuid,
  link_id uuid,
  primary key (organizacao_id, id),
  foreign key (organizacao_id, formulario_id) references formulario,
  foreign key (organizacao_id, documento_id) references documento,
  foreign key (organizacao_id, link_id) references link,
  check (link_id is null or documento_id is not null)
);
-- Who asks again before confirming has the same request.
create unique index formulario_pedido_aberto on formulario_pedido (organizacao_id, formulario_id, lower(email))
  where documento_id is null;
create index on formulario_pedido (organizacao_id, documento_id);
create index on formulario_pedido (organizacao_id, link_id);
create index on formulario_pedido (expira_em) where documento_id is null;
call rubrica_escopo('formulario_pedido');
