-- E-mail templates of an organization, beside those of the service, which are constants. A deleted one is chosen no more, and
-- drafts that chose it before are still sent with it (docs/adr/0077).
create table modelo_email (
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  id uuid not null,
  nome text not null,
  assunto text not null,
  corpo text not null,
  criado_por uuid not null references membro,
  criado_em timestamptz not null,
  excluido_em timestamptz,
  primary key (organizacao_id, ambiente, id)
);
create index modelo_email_lista on modelo_email (organizacao_id, ambiente, criado_em desc, id desc)
  where excluido_em is null;
call rubrica_escopo('modelo_email');

-- Subject and text that the invitations of a sent document begin with, as they were at sending; null before that, without a
-- template, and for what a process of before sends, which has the template's own words.
alter table documento add column convite jsonb;
