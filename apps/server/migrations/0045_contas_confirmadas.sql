-- Whose e-mail is proven, and what a credential may do: whether its organization is suspended and its person confirmed.

-- Accounts older than this rule count as confirmed.
alter table usuario add column email_confirmado_em timestamptz;
update usuario set email_confirmado_em = criado_em;

-- A link that confirms the address of an account. `reenvio`: somebody asked for it again. The token is derived from the id.
create table confirmacao_email (
  id uuid primary key,
  usuario_id uuid not null references usuario,
  token_hash bytea not null unique,
  reenvio boolean not null,
  criada_em timestamptz not null,
  expira_em timestamptz not null,
  entregue_em timestamptz,
  usada_em timestamptz
);
create index on confirmacao_email (usuario_id, criada_em);
create index on confirmacao_email (expira_em);
alter table confirmacao_email enable row level security;
create policy proprias on confirmacao_email using (usuario_id = (select public.rubrica_usuario()));

-- What a confirmation token opens.
create function acesso.confirmacao_email(p_token_hash bytea, p_em timestamptz) returns table (id uuid, usuario_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.id, c.usuario_id
    from confirmacao_email c
   where c.token_hash = p_token_hash
     and c.usada_em is null and c.expira_em > p_em
$$;

create or replace function acesso.limpar_contas(p_antes timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from desafio where expira_em < p_antes;
  delete from recuperacao_senha where expira_em < p_antes;
  delete from confirmacao_email where expira_em < p_antes;
$$;

-- Takes an account that was never confirmed back from whoever opened it with somebody else's address: what they made
-- with it ends, and in an organization they founded with it everything that acts for the organization. Its other people
-- are suspended and not removed, so that its owner can let them in again.
create function acesso.retomar_conta(p_usuario_id uuid, p_em timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  proprios uuid[];
  fundadas uuid[];
begin
  select coalesce(array_agg(m.id), '{}'),
         coalesce(array_agg(m.organizacao_id) filter (
           where m.criado_em = o.criada_em and m.papel = 'PROPRIETARIO' and m.estado = 'ATIVO'
             and m.removido_em is null), '{}')
    into proprios, fundadas
    from membro m
    join organizacao o on o.id = m.organizacao_id
   where m.usuario_id = p_usuario_id;
  update membro set estado = 'SUSPENSO'
   where organizacao_id = any(fundadas) and not id = any(proprios) and estado = 'ATIVO' and removido_em is null;
  update convite set revogado_em = p_em
   where (organizacao_id = any(fundadas) or convidado_por = any(proprios)) and usado_em is null and revogado_em is null;
  update sessao set encerrada_em = p_em where organizacao_id = any(fundadas) and encerrada_em is null;
  update chave_api set revogada_em = p_em
   where (organizacao_id = any(fundadas) or membro_id = any(proprios)) and revogada_em is null;
  update concessao_oauth set revogada_em = p_em, motivo_revogacao = 'CONTA_RETOMADA'
   where (organizacao_id = any(fundadas) or membro_id = any(proprios)) and revogada_em is null;
  update webhook set ativo = false, excluido_em = p_em where organizacao_id = any(fundadas) and excluido_em is null;
end $$;

-- Who calls, as the functions of before told it, and where they stand. Those stay for processes of before.
create function acesso.quem_chama_por_chave(p_prefixos text[], p_documentos uuid[]) returns table (
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
            o.status = 'SUSPENSA' as suspensa, u.email_confirmado_em is not null as confirmado
       from chave_api k
       join membro m on m.id = k.membro_id
       join organizacao o on o.id = k.organizacao_id
       join usuario u on u.id = m.usuario_id
      where k.prefixo = p.prefixo
      limit 1) as c;
end;

create function acesso.quem_chama_por_sessao(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, membro_id uuid, usuario_id uuid, nome text, papel text, estado text,
  csrf_hash bytea, usada_em timestamptz, expira_em timestamptz, encerrada boolean, suspensa boolean, confirmado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organizacao_id, s.membro_id, s.usuario_id, m.nome, m.papel, m.estado,
         s.csrf_hash, s.usada_em, s.expira_em, s.encerrada_em is not null or m.removido_em is not null,
         o.status = 'SUSPENSA', u.email_confirmado_em is not null
    from sessao s
    join membro m on m.id = s.membro_id
    join organizacao o on o.id = s.organizacao_id
    join usuario u on u.id = s.usuario_id
   where s.token_hash = p_token_hash
$$;

create function acesso.quem_chama_por_acesso(p_hash bytea, p_em timestamptz) returns table (
  concessao_id uuid, organizacao_id uuid, ambiente text, nome text, client_id text, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, suspensa boolean, confirmado boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select a.concessao_id, a.organizacao_id, a.ambiente, a.nome, a.client_id, a.escopos, a.membro_id, a.usuario_id,
         a.papel, a.ultimo_uso_em, o.status = 'SUSPENSA', u.email_confirmado_em is not null
    from acesso.acesso_oauth(p_hash, p_em) a
    join organizacao o on o.id = a.organizacao_id
    join usuario u on u.id = a.usuario_id
$$;

-- A suspended organization reminds nobody.
create or replace function acesso.lembretes_devidos(p_agora timestamptz, p_limite int) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public, pg_temp as $$
  select d.id, d.organizacao_id, d.ambiente
    from documento d
   where d.status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
     and d.lembrete_em <= p_agora
     and d.assinado_por_todos_em is null
     and d.excluido_em is null
     and exists (select 1 from organizacao o where o.id = d.organizacao_id and o.status = 'ATIVA')
   order by d.lembrete_em
   limit p_limite
$$;

-- Whose answer is remembered: an account, a key or a grant. Null for rows of before, whose secrets are replayed to nobody.
alter table idempotencia add column autor uuid;
