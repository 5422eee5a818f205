-- Documents of an organization's test data whose deadline passes between two moments of its clock, oldest first.
create or replace function acesso.vencidos_de_teste(
  p_organizacao_id uuid, p_desde timestamptz, p_ate timestamptz, p_limite int
) returns table (id uuid, organizacao_id uuid, ambiente text, em timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.organizacao_id, d.ambiente, least(d.prazo_em, d.expira_em)
    from documento d
   where d.organizacao_id = p_organizacao_id
     and d.ambiente = 'TESTE'
     and d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and least(d.prazo_em, d.expira_em) > p_desde
     and least(d.prazo_em, d.expira_em) <= p_ate
     and d.assinado_por_todos_em is null
     and d.excluido_em is null
   order by least(d.prazo_em, d.expira_em)
   limit p_limite
$$;
grant execute on function acesso.vencidos_de_teste to rubrica_app;

-- Documents whose deadline has passed, oldest first: by the real time, and where a clock was moved by that one.
create or replace function acesso.vencidos(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public, pg_temp as $$
  (select id, organizacao_id, ambiente
     from documento
    where status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
      and least(prazo_em, expira_em) <= p_agora
      and assinado_por_todos_em is null
      and excluido_em is null
    order by least(prazo_em, expira_em)
    limit p_limite)
   union all
  select v.id, v.organizacao_id, v.ambiente
    from relogio r
   cross join lateral acesso.vencidos_de_teste(
     r.organizacao_id, p_agora, p_agora + make_interval(secs => r.deslocamento_s), p_limite) v
   where r.deslocamento_s > 0
   limit p_limite
$$;
grant execute on function acesso.vencidos to rubrica_app;

-- Fully signed and not complete since before `p_ate`, each by its clock: what the alarm counts and the recovery takes up.
create or replace function acesso.a_concluir(p_ate timestamptz)
returns table (id uuid, organizacao_id uuid, ambiente text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.organizacao_id, d.ambiente
    from documento d
    left join relogio r on r.organizacao_id = d.organizacao_id and r.ambiente = d.ambiente
   where d.finalizado_em is null
     and d.assinado_por_todos_em <= p_ate + make_interval(secs => coalesce(r.deslocamento_s, 0))
   order by d.assinado_por_todos_em
   limit 1000
$$;
grant execute on function acesso.a_concluir to rubrica_app;

-- Reminders of an organization's test data that fall due between two moments of its clock. A suspended organization reminds
-- nobody.
create or replace function acesso.lembretes_de_teste(
  p_organizacao_id uuid, p_desde timestamptz, p_ate timestamptz, p_limite int
) returns table (id uuid, organizacao_id uuid, ambiente text, em timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.organizacao_id, d.ambiente, d.lembrete_em
    from documento d
   where d.organizacao_id = p_organizacao_id
     and d.ambiente = 'TESTE'
     and d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and d.lembrete_em > p_desde
     and d.lembrete_em <= p_ate
     and d.assinado_por_todos_em is null
     and d.excluido_em is null
     and exists (select 1 from organizacao o where o.id = d.organizacao_id and o.status = 'ATIVA')
   order by d.lembrete_em
   limit p_limite
$$;
grant execute on function acesso.lembretes_de_teste to rubrica_app;

-- The same of everybody: by the real time, and where a clock was moved by that one.
create or replace function acesso.lembretes_devidos(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public, pg_temp as $$
  (select d.id, d.organizacao_id, d.ambiente
     from documento d
    where d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
      and d.lembrete_em <= p_agora
      and d.assinado_por_todos_em is null
      and d.excluido_em is null
      and exists (select 1 from organizacao o where o.id = d.organizacao_id and o.status = 'ATIVA')
    order by d.lembrete_em
    limit p_limite)
   union all
  select l.id, l.organizacao_id, l.ambiente
    from relogio r
   cross join lateral acesso.lembretes_de_teste(
     r.organizacao_id, p_agora, p_agora + make_interval(secs => r.deslocamento_s), p_limite) l
   where r.deslocamento_s > 0
   limit p_limite
$$;
grant execute on function acesso.lembretes_devidos to rubrica_app;

-- Documents in progress of the scope's organization, in both environments.
create or replace function acesso.documentos_em_andamento() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)
    from documento
   where organizacao_id = rubrica_organizacao()
     and status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and excluido_em is null
$$;
grant execute on function acesso.documentos_em_andamento to rubrica_app;

-- Whoever inserts a document with its signers gives the whole text at once; for anyone else it begins with
-- the title and the reference, and with a second revision, which tells so.
create or replace function rubrica_documento_escrito() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.busca = '' then
      new.busca := rubrica_busca(concat_ws(e'\n', new.titulo, new.referencia_externa));
      new.revisao := 2;
    end if;
    return new;
  end if;
  new.revisao := old.revisao + 1;
  if (new.titulo, new.referencia_externa) is distinct from (old.titulo, old.referencia_externa) then
    new.busca := rubrica_texto_de_busca(new.id, new.titulo, new.referencia_externa);
  end if;
  return new;
end $$;

-- Gives a document a new revision, because something that belongs to it was written, and its text to search by anew if that
-- changed. A row this very transaction wrote has a revision nobody else has seen, and needs no other. Every act locks its
-- document before it touches what belongs to it, so these updates never wait. One document at a time, by its key: a plan
-- is kept for long, and one over the whole set may have been made when the tables were empty.
create or replace function rubrica_revisa_documento(p_organizacao_id uuid, p_documento_id uuid, p_outro_texto boolean)
returns void language plpgsql as $$
declare texto text;
begin
  if not p_outro_texto then
    update documento set revisao = revisao
     where organizacao_id = p_organizacao_id and id = p_documento_id and xmin <> pg_current_xact_id()::xid;
    return;
  end if;
  select rubrica_texto_de_busca(d.id, d.titulo, d.referencia_externa) into texto
    from documento d
   where d.organizacao_id = p_organizacao_id and d.id = p_documento_id;
  update documento set busca = texto
   where organizacao_id = p_organizacao_id and id = p_documento_id
     and (busca <> texto or xmin <> pg_current_xact_id()::xid);
end $$;

-- A document that this very transaction inserted, and nothing changed since, has the text of its new signers already,
-- unless it began with that of the title and the reference.
create or replace function rubrica_signatario_escrito() returns trigger language plpgsql as $$
declare alterado record;
begin
  for alterado in
    select distinct m.organizacao_id, m.documento_id as id
      from mudou m
     where tg_op = 'DELETE'
        or not exists (select from documento d
                        where d.organizacao_id = m.organizacao_id and d.id = m.documento_id
                          and d.revisao = 1 and d.xmin = pg_current_xact_id()::xid)
  loop
    perform rubrica_revisa_documento(alterado.organizacao_id, alterado.id, true);
  end loop;
  return null;
end $$;

-- The text of a document holds what rubrica_texto_de_busca takes of its signers, in their order.
create or replace function rubrica_signatario_mudado() returns trigger language plpgsql as $$
begin
  perform rubrica_revisa_documento(
    new.organizacao_id, new.documento_id,
    (new.nome, new.email, new.referencia_externa, new.posicao)
      is distinct from (old.nome, old.email, old.referencia_externa, old.posicao));
  return null;
end $$;

create or replace function rubrica_campo_escrito() returns trigger language plpgsql as $$
declare alterado record;
begin
  for alterado in select distinct organizacao_id, documento_id as id from mudou loop
    perform rubrica_revisa_documento(alterado.organizacao_id, alterado.id, false);
  end loop;
  return null;
end $$;

create or replace function rubrica_fator_escrito() returns trigger language plpgsql as $$
declare
  mudado record;
  alterado uuid;
begin
  for mudado in select distinct organizacao_id, ambiente, signatario_id from mudou loop
    select documento_id into alterado
      from signatario
     where organizacao_id = mudado.organizacao_id and ambiente = mudado.ambiente and id = mudado.signatario_id;
    perform rubrica_revisa_documento(mudado.organizacao_id, alterado, false);
  end loop;
  return null;
end $$;

-- A document joins at the end, by whichever way it comes, and loses its place when it leaves. Two that join at once may
-- get the same number; then the older goes first.
create or replace function rubrica_entra_no_envelope() returns trigger language plpgsql as $$
begin
  new.envelope_posicao := case when new.envelope_id is not null then
    (select coalesce(max(envelope_posicao), 0) + 1
       from documento
      where organizacao_id = new.organizacao_id and envelope_id = new.envelope_id) end;
  return new;
end $$;

-- What the address of a field editor inside another page was made for. Its origin is null once the organization lists that no
-- longer.
create or replace function acesso.edicao(p_bilhete_hash bytea) returns table (
  id uuid, organizacao_id uuid, ambiente text, origem text
) language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.organizacao_id, e.ambiente, case when e.origem = any (o.origens_permitidas) then e.origem end
    from edicao e
    join organizacao o on o.id = e.organizacao_id
   where e.bilhete_hash = p_bilhete_hash
$$;
grant execute on function acesso.edicao to rubrica_app;

-- Who edits with the token of a field editor: whoever asked for it, as long as it was begun, is not over, its origin is listed, its
-- document is a draft, its member is active and the credential still opens something: a key, an application's consent, or a session
-- of the panel.
create or replace function acesso.quem_edita(p_token_hash bytea, p_em timestamptz) returns table (
  id uuid, organizacao_id uuid, ambiente text, documento_id uuid, origem text, nome text, membro_id uuid, usuario_id uuid,
  papel text, suspensa boolean, confirmado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select e.id, e.organizacao_id, e.ambiente, e.documento_id, e.origem, e.nome, m.id, m.usuario_id, m.papel,
         o.status = 'SUSPENSA' or o.encerra_em is not null, u.email_confirmado_em is not null
    from edicao e
    join organizacao o on o.id = e.organizacao_id and e.origem = any (o.origens_permitidas)
    join documento d on d.organizacao_id = e.organizacao_id and d.id = e.documento_id
    join membro m on m.id = e.membro_id
    join usuario u on u.id = m.usuario_id
   where e.token_hash = p_token_hash
     and e.chave_hash is not null
     and e.expira_em > p_em
     and d.status = 'RASCUNHO' and d.excluido_em is null
     and m.estado = 'ATIVO' and m.removido_em is null
     and (exists (select from chave_api k where k.id = e.credencial_id and k.revogada_em is null)
          or exists (select
                       from concessao_oauth g
                       join cliente_oauth c on c.id = g.cliente_id and c.revogado_em is null
                      where g.id = e.credencial_id and g.revogada_em is null)
          or exists (select
                       from sessao s
                      where s.id = e.credencial_id and s.encerrada_em is null and s.expira_em > p_em))
$$;
grant execute on function acesso.quem_edita to rubrica_app;
