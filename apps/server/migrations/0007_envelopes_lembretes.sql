-- A signer may leave a link (removed, corrected, document ended) that goes on serving the envelope's other documents.
alter table link_signatario add column desligado_em timestamptz;

-- Whose link it is: the e-mail, else the phone, it was issued for. In an envelope a link opens only what is still this
-- person's, whatever was corrected meanwhile.
alter table link add column pessoa text;

-- Why the message of a link goes out: CONVITE, REENVIO or LEMBRETE.
alter table link add column motivo text not null default 'CONVITE';
update link set motivo = 'REENVIO' where reenvio;
alter table link drop column reenvio;

-- An envelope's status follows from its documents, so it is not stored a second time.
alter table envelope drop column status;

-- When the next reminder of a document in progress is due.
alter table documento add column lembrete_em timestamptz;
create index documento_lembrete on documento (lembrete_em)
  where lembrete_em is not null and status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO');

create function acesso.lembretes_devidos(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public as $$
  select id, organizacao_id, ambiente
    from documento
   where status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and lembrete_em <= p_agora
     and assinado_por_todos_em is null
     and excluido_em is null
   order by lembrete_em
   limit p_limite
$$;
