-- An organization may be registered without a CPF or CNPJ: the contract has it nullable, and PATCH may erase it.
alter table organizacao alter column documento drop not null;

-- Siblings have names of their own, whatever their letter case. The root is nobody's id, so that its folders are
-- siblings too on a server older than `nulls not distinct`.
create unique index pasta_nome on pasta
  (organizacao_id, ambiente, coalesce(pai_id, '00000000-0000-0000-0000-000000000000'), lower(nome));
create index pasta_lista on pasta (organizacao_id, ambiente, criada_em desc, id desc);
-- Serves the foreign key's check and the removal of a folder: deleted documents still name theirs, and documento_pasta
-- leaves them out.
create index documento_pasta_excluidos on documento (pasta_id) where excluido_em is not null and pasta_id is not null;

-- How many documents stand directly in a folder, kept with every change of a document: counting a million of them at
-- each listing would cost more than the listing.
alter table pasta add column quantidade_documentos bigint not null default 0;
update pasta p
   set quantidade_documentos = (
     select count(*)
       from documento d
      where d.organizacao_id = p.organizacao_id and d.ambiente = p.ambiente
        and d.pasta_id = p.id and d.excluido_em is null);

create function rubrica_conta_pasta() returns trigger language plpgsql security definer set search_path = public as $$
declare
  antes uuid := case when tg_op <> 'INSERT' and old.excluido_em is null then old.pasta_id end;
  depois uuid := case when tg_op <> 'DELETE' and new.excluido_em is null then new.pasta_id end;
begin
  if antes is not distinct from depois then return null; end if;
  -- In the order of their ids, so that two documents changing places never wait on each other.
  perform from pasta where id in (antes, depois) order by id for no key update;
  update pasta
     set quantidade_documentos = quantidade_documentos + case when id = depois then 1 else -1 end
   where id in (antes, depois);
  return null;
end $$;
create trigger conta_pasta_inserido after insert on documento
  for each row when (new.pasta_id is not null) execute function rubrica_conta_pasta();
create trigger conta_pasta_excluido after delete on documento
  for each row when (old.pasta_id is not null) execute function rubrica_conta_pasta();
-- Status changes are most of a document's updates and never fire it.
create trigger conta_pasta_alterado after update of pasta_id, excluido_em on documento
  for each row execute function rubrica_conta_pasta();

-- The organizations a person is an active member of: what a session may change to, whichever it was opened in.
create function acesso.organizacoes_do_usuario(p_usuario_id uuid) returns table (
  id uuid, nome text, documento text, status text, plano_codigo text, marca jsonb, criada_em timestamptz,
  membro_id uuid, papel text
) language sql stable security definer set search_path = public as $$
  select o.id, o.nome, o.documento, o.status, o.plano_codigo, o.marca, o.criada_em, m.id, m.papel
    from membro m
    join organizacao o on o.id = m.organizacao_id
   where m.usuario_id = p_usuario_id
     and m.removido_em is null
     and m.estado = 'ATIVO'
$$;

-- Messages of the contact form belong to no organization: the application adds them, and reads one back only to mail it.
create table contato (
  id uuid primary key,
  protocolo text not null unique,
  nome text not null,
  email text not null,
  assunto text,
  mensagem text not null,
  ip text not null,
  agente_usuario text,
  criado_em timestamptz not null,
  entregue_em timestamptz
);
create index on contato (criado_em);
alter table contato enable row level security;
create policy escreve on contato for insert with check (true);

create function acesso.contato_a_entregar(p_id uuid) returns table (
  id uuid, protocolo text, nome text, email text, assunto text, mensagem text, criado_em timestamptz
) language sql stable security definer set search_path = public as $$
  select id, protocolo, nome, email, assunto, mensagem, criado_em
    from contato
   where id = p_id and entregue_em is null
$$;

create function acesso.contato_entregue(p_id uuid, p_em timestamptz) returns void
language sql security definer set search_path = public as $$
  update contato set entregue_em = p_em where id = p_id and entregue_em is null
$$;
