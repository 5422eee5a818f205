-- What an uploaded file brings that acts or hides, told in words (ADR 0033). Files kept so far were not looked at for it.
alter table arquivo
  add column conteudo_ativo jsonb not null default '[]',
  add constraint arquivo_conteudo_ativo check (jsonb_typeof(conteudo_ativo) = 'array');
