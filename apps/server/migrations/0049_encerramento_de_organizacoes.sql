-- An organization is closed by its owner: asked for, then effective for its members after thirty days of grace.

-- When it takes effect, once it was asked for, and when it did.
alter table organizacao add column encerra_em timestamptz;
alter table organizacao add column encerrada_em timestamptz;
create index organizacao_encerrando on organizacao (encerra_em) where encerra_em is not null and encerrada_em is null;

-- Documents in progress of the scope's organization, in both environments.
create function acesso.documentos_em_andamento() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)
    from documento
   where organizacao_id = rubrica_organizacao()
     and status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and excluido_em is null
$$;

-- Organizations whose grace is over. One that was sending at the moment it was closed waits for what it sent to end.
create function acesso.encerramentos_devidos(p_agora timestamptz, p_limite int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select o.id
    from organizacao o
   where o.encerra_em <= p_agora and o.encerrada_em is null
     and not exists (select from documento d
                      where d.organizacao_id = o.id
                        and d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
                        and d.excluido_em is null)
   order by o.encerra_em
   limit p_limite
$$;

-- Takes the scope's organization away from its members, and every way in with it. Documents, trails, certificates and
-- invoices stay; a plan that costs something does not go on. Returns whose account is to be told.
create function acesso.encerrar_organizacao(p_em timestamptz) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  fechada constant uuid := rubrica_organizacao();
begin
  update organizacao
     set encerrada_em = p_em, plano_codigo = 'INICIAL'
   where id = fechada and encerra_em <= p_em and encerrada_em is null;
  if not found then return; end if;
  update sessao set encerrada_em = p_em where organizacao_id = fechada and encerrada_em is null;
  update chave_api set revogada_em = p_em where organizacao_id = fechada and revogada_em is null;
  update concessao_oauth set revogada_em = p_em, motivo_revogacao = 'ORGANIZACAO_ENCERRADA'
   where organizacao_id = fechada and revogada_em is null;
  update convite set revogado_em = p_em where organizacao_id = fechada and usado_em is null and revogado_em is null;
  update webhook set ativo = false, excluido_em = p_em where organizacao_id = fechada and excluido_em is null;
  return query
    update membro set removido_em = p_em
     where organizacao_id = fechada and removido_em is null and usuario_id is not null
    returning usuario_id;
  update membro set removido_em = p_em where organizacao_id = fechada and removido_em is null;
end $$;

-- As acesso.organizacoes_do_usuario, which stays for processes of before, with what is to come of them.
create function acesso.organizacoes_da_pessoa(p_usuario_id uuid) returns table (
  id uuid, nome text, documento text, status text, plano_codigo text, marca jsonb, criada_em timestamptz,
  encerra_em timestamptz, membro_id uuid, papel text
) language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.nome, o.documento, o.status, o.plano_codigo, o.marca, o.criada_em, o.encerra_em, m.id, m.papel
    from membro m
    join organizacao o on o.id = m.organizacao_id
   where m.usuario_id = p_usuario_id
     and m.removido_em is null
     and m.estado = 'ATIVO'
$$;

-- One that is to be closed stands as a suspended one: it creates, sends and invites nothing.
create or replace function acesso.quem_chama_por_chave(p_prefixos text[], p_documentos uuid[]) returns table (
  posicao int, id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, revogada boolean, revisao bigint,
  suspensa boolean, confirmado boolean
) language sql stable security definer set plan_cache_mode = force_generic_plan
begin atomic
  select p.posicao::int, c.id, c.organizacao_id, c.ambiente, c.nome, c.segredo_hash, c.escopos,
         c.membro_id, c.usuario_id, c.papel, c.ultimo_uso_em, c.revogada,
         (select d.revisao
            from documento d
           where d.id = p.documento_id
             and d.organizacao_id = c.organizacao_id and d.ambiente = c.ambiente
             and d.excluido_em is null),
         c.suspensa, c.confirmado
    from unnest(p_prefixos, p_documentos) with ordinality as p (prefixo, documento_id, posicao)
   cross join lateral (
     select k.id, k.organizacao_id, k.ambiente, k.nome, k.segredo_hash, k.escopos, k.membro_id, k.ultimo_uso_em,
            k.revogada_em is not null as revogada, m.usuario_id, m.papel,
            o.status = 'SUSPENSA' or o.encerra_em is not null as suspensa, u.email_confirmado_em is not null as confirmado
       from chave_api k
       join membro m on m.id = k.membro_id
       join organizacao o on o.id = k.organizacao_id
       join usuario u on u.id = m.usuario_id
      where k.prefixo = p.prefixo
      limit 1) as c;
end;

create or replace function acesso.quem_chama_por_sessao(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, membro_id uuid, usuario_id uuid, nome text, papel text, estado text,
  csrf_hash bytea, usada_em timestamptz, expira_em timestamptz, encerrada boolean, suspensa boolean, confirmado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organizacao_id, s.membro_id, s.usuario_id, m.nome, m.papel, m.estado,
         s.csrf_hash, s.usada_em, s.expira_em, s.encerrada_em is not null or m.removido_em is not null,
         o.status = 'SUSPENSA' or o.encerra_em is not null, u.email_confirmado_em is not null
    from sessao s
    join membro m on m.id = s.membro_id
    join organizacao o on o.id = s.organizacao_id
    join usuario u on u.id = s.usuario_id
   where s.token_hash = p_token_hash
$$;

create or replace function acesso.quem_chama_por_acesso(p_hash bytea, p_em timestamptz) returns table (
  concessao_id uuid, organizacao_id uuid, ambiente text, nome text, client_id text, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, suspensa boolean, confirmado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select a.concessao_id, a.organizacao_id, a.ambiente, a.nome, a.client_id, a.escopos, a.membro_id, a.usuario_id,
         a.papel, a.ultimo_uso_em, o.status = 'SUSPENSA' or o.encerra_em is not null,
         u.email_confirmado_em is not null
    from acesso.acesso_oauth(p_hash, p_em) a
    join organizacao o on o.id = a.organizacao_id
    join usuario u on u.id = a.usuario_id
$$;
