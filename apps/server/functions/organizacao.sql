-- An open invitation with the account its address has, if any.
create or replace function acesso.convite(p_token_hash bytea, p_em timestamptz) returns table (
  id uuid, organizacao_id uuid, organizacao text, membro_id uuid, email text, papel text,
  usuario_id uuid, usuario_nome text, senha_hash text
) language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.organizacao_id, o.nome, m.id, m.email, m.papel, u.id, u.nome, u.senha_hash
    from convite c
    join membro m on m.id = c.membro_id
    join organizacao o on o.id = c.organizacao_id
    left join usuario u on lower(u.email) = lower(m.email)
   where c.token_hash = p_token_hash
     and c.usado_em is null and c.revogado_em is null and c.expira_em > p_em
     and m.removido_em is null and m.estado = 'CONVIDADO'
$$;
grant execute on function acesso.convite to rubrica_app;

-- Whoever invites an address waits for whoever else does, of whatever organization: the limit is the person's.
-- @returns when the one that is p_limite invitations back was made, if it is of the time since p_desde
create or replace function acesso.convites_ao_endereco(p_email text, p_desde timestamptz, p_limite int)
returns timestamptz
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('convite:' || lower(p_email), 0));
  return (
    select c.criado_em
      from convite c
      join membro m on m.id = c.membro_id
     where lower(m.email) = lower(p_email)
       and c.ambiente = 'PRODUCAO'
       and c.criado_em > p_desde
     order by c.criado_em desc
    offset p_limite - 1
     limit 1);
end $$;
grant execute on function acesso.convites_ao_endereco to rubrica_app;

-- The organizations a person is an active member of, and what is to come of them: what a session may change to, whichever
-- it was opened in.
create or replace function acesso.organizacoes_da_pessoa(p_usuario_id uuid) returns table (
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
grant execute on function acesso.organizacoes_da_pessoa to rubrica_app;

-- Organizations whose grace is over. One that was sending at the moment it was closed waits for what it sent to end.
create or replace function acesso.encerramentos_devidos(p_agora timestamptz, p_limite int) returns setof uuid
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
grant execute on function acesso.encerramentos_devidos to rubrica_app;

-- Takes the scope's organization away from its members, and every way in with it. Documents, trails, certificates and
-- invoices stay; a plan that costs something does not go on. Returns whose account is to be told.
create or replace function acesso.encerrar_organizacao(p_em timestamptz) returns setof uuid
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
grant execute on function acesso.encerrar_organizacao to rubrica_app;
