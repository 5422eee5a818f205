-- A template: a PDF with the roles to fill and the fields of each. Roles and fields are read and replaced as a whole,
-- so they are kept as the lists the contract has.
create table modelo (
  id uuid primary key,
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  nome text not null,
  descricao text,
  escopo text not null,
  arquivo_id uuid not null references arquivo,
  geometria jsonb not null,
  paginas int not null,
  variaveis text[] not null,
  papeis jsonb not null,
  campos jsonb not null,
  vezes_usado int not null default 0,
  criado_por uuid not null references membro,
  criado_em timestamptz not null,
  excluido_em timestamptz
);
create index modelo_lista on modelo (organizacao_id, ambiente, criado_em desc, id desc) where excluido_em is null;
call rubrica_escopo('modelo');
