-- Functions have files of their own (functions/*.sql), applied after the migrations. Every text of a file that was ever
-- applied is remembered, so that a process of an earlier version, which still has an earlier text, does not bring it back.
create table funcao_aplicada (
  arquivo text not null,
  sha256 text not null,
  aplicada_em timestamptz not null default now(),
  primary key (arquivo, sha256)
);
alter table funcao_aplicada enable row level security;
