-- What a captured message is about, so that a test finds the one it waits for (docs/adr/0058). `gravada_em` is the
-- database's own time, whatever clock an organization's tests go by: whoever waits looks for what was just written.
alter table mensagem_capturada
  add column tipo text,
  add column documentos uuid[] not null default '{}',
  add column signatario_id uuid,
  add column link text,
  add column codigo text,
  add column de text,
  add column responder_para text,
  add column gravada_em timestamptz not null default now();

create index mensagem_capturada_gravada on mensagem_capturada (organizacao_id, ambiente, gravada_em);
