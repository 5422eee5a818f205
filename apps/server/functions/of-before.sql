-- What processes of an earlier version ask while they are being replaced. Nothing of this version does. Each goes, by a
-- migration, once no such process can run beside this version.

create or replace function acesso.sessao(p_token_hash bytea) returns table (
  id uuid, organizacao_id uuid, membro_id uuid, usuario_id uuid, nome text, papel text, estado text,
  csrf_hash bytea, usada_em timestamptz, expira_em timestamptz, encerrada boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.organizacao_id, s.membro_id, s.usuario_id, m.nome, m.papel, m.estado,
         s.csrf_hash, s.usada_em, s.expira_em, s.encerrada_em is not null or m.removido_em is not null
    from sessao s
    join membro m on m.id = s.membro_id
   where s.token_hash = p_token_hash
$$;
grant execute on function acesso.sessao to rubrica_app;

create or replace function acesso.chaves(p_prefixos text[], p_documentos uuid[]) returns table (
  posicao int, id uuid, organizacao_id uuid, ambiente text, nome text, segredo_hash bytea, escopos text[],
  membro_id uuid, usuario_id uuid, papel text, ultimo_uso_em timestamptz, revogada boolean, revisao bigint
) language sql stable security definer set plan_cache_mode = force_generic_plan set search_path = public, pg_temp
begin atomic
  select p.posicao::int, c.id, c.organizacao_id, c.ambiente, c.nome, c.segredo_hash, c.escopos,
         c.membro_id, c.usuario_id, c.papel, c.ultimo_uso_em, c.revogada,
         (select d.revisao
            from documento d
           where d.id = p.documento_id
             and d.organizacao_id = c.organizacao_id and d.ambiente = c.ambiente
             and d.excluido_em is null)
    from unnest(p_prefixos, p_documentos) with ordinality as p (prefixo, documento_id, posicao)
   cross join lateral (
     select k.id, k.organizacao_id, k.ambiente, k.nome, k.segredo_hash, k.escopos, k.membro_id, k.ultimo_uso_em,
            k.revogada_em is not null as revogada, m.usuario_id, m.papel
       from chave_api k
       join membro m on m.id = k.membro_id
      where k.prefixo = p.prefixo
      limit 1) as c;
end;
grant execute on function acesso.chaves to rubrica_app;

create or replace function acesso.chave_usada(p_id uuid, p_em timestamptz, p_ip text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update chave_api set ultimo_uso_em = p_em, ultimo_ip = p_ip where id = p_id
$$;
grant execute on function acesso.chave_usada to rubrica_app;

-- Adds no line once there is a test seal, which is when the present form began.
create or replace function acesso.publicar_selo(p_impressao text, p_pem text, p_em timestamptz)
returns table (impressao text, pem text, desde timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into selo_publicado (impressao, pem, de, ambiente)
  select p_impressao, p_pem, p_em, 'PRODUCAO'
   where not exists (select from selo_publicado s where s.ambiente = 'TESTE' or s.impressao = p_impressao);
  return query
    select s.impressao, min(s.pem), min(s.de) from selo_publicado s where s.ambiente = 'PRODUCAO'
     group by s.impressao order by min(s.de) desc, s.impressao;
end $$;
grant execute on function acesso.publicar_selo to rubrica_app;

-- It pruned calls after two days, which are kept longer now: it takes nothing.
create or replace function acesso.podar_chamadas(
  p_agora timestamptz, p_guarda interval, p_maximo int, p_ativas_desde timestamptz, p_limite int
) returns int language sql security definer set search_path = public, pg_temp as $$
  select 0
$$;
grant execute on function acesso.podar_chamadas to rubrica_app;

create or replace function acesso.confirmar_chave(p_impressao text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into instalacao (nome, impressao) values ('chave-mestra', p_impressao) on conflict (nome) do nothing;
  return exists (select from instalacao where nome = 'chave-mestra' and impressao = p_impressao);
end $$;
grant execute on function acesso.confirmar_chave to rubrica_app;

create or replace function acesso.organizacoes_do_usuario(p_usuario_id uuid) returns table (
  id uuid, nome text, documento text, status text, plano_codigo text, marca jsonb, criada_em timestamptz,
  membro_id uuid, papel text
) language sql stable security definer set search_path = public, pg_temp as $$
  select o.id, o.nome, o.documento, o.status, o.plano_codigo, o.marca, o.criada_em, m.id, m.papel
    from membro m
    join organizacao o on o.id = m.organizacao_id
   where m.usuario_id = p_usuario_id
     and m.removido_em is null
     and m.estado = 'ATIVO'
$$;
grant execute on function acesso.organizacoes_do_usuario to rubrica_app;

create or replace function rubrica_ouvido(p_organizacao_id uuid, p_ambiente text, p_evento text) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from webhook
     where organizacao_id = p_organizacao_id and ambiente = p_ambiente
       and ativo and excluido_em is null and p_evento = any (eventos));
end $$;

create or replace function acesso.registro_publico(p_codigo text, p_hash text) returns table (
  id uuid, organizacao_id uuid, ambiente text
) language sql stable security definer set search_path = public, pg_temp as $$
  select id, organizacao_id, ambiente
    from documento
   where case when p_codigo is not null then codigo_validacao = p_codigo
              else hash_publico = p_hash and codigo_validacao is not null end
     and excluido_em is null
   order by finalizado_em desc nulls last, enviado_em desc
   limit 1
$$;
grant execute on function acesso.registro_publico(text, text) to rubrica_app;

create or replace function acesso.buscar(
  p_padrao text, p_status text, p_pasta_id uuid, p_depois_em timestamptz, p_depois_id uuid, p_limite int
) returns table (id uuid) language sql stable security definer set search_path = public, pg_temp as $$
  select id from acesso.buscar(p_padrao, p_status, p_pasta_id, 'criado_em', p_depois_em, p_depois_id, p_limite)
$$;
grant execute on function acesso.buscar(text, text, uuid, timestamptz, uuid, int) to rubrica_app;
