-- Whether the database was brought to a version of the code: its schema, its queues and the rights on both.
create or replace function acesso.versao_pronta(p_impressao text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from instalacao where nome = 'versao:' || p_impressao)
$$;
grant execute on function acesso.versao_pronta to rubrica_app;

-- Whether one of these keys is the installation's; the first of a fresh installation becomes it.
create or replace function acesso.confirmar_chaves(p_impressoes text[]) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into instalacao (nome, impressao) values ('chave-mestra', p_impressoes[1]) on conflict (nome) do nothing;
  return exists (select from instalacao where nome = 'chave-mestra' and impressao = any(p_impressoes));
end $$;
grant execute on function acesso.confirmar_chaves to rubrica_app;

-- From now on the installation is this key's. True the first time.
create or replace function acesso.assumir_chave(p_impressao text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update instalacao set impressao = p_impressao, desde = now()
   where nome = 'chave-mestra' and impressao <> p_impressao;
  return found;
end $$;
grant execute on function acesso.assumir_chave to rubrica_app;

-- What is kept for long and does not begin as everything encrypted now does.
create or replace function acesso.cifrados_antes(p_inicio bytea, p_limite int)
returns table (lugar text, id uuid, valor bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select lugar, id, valor
    from (select 'webhook.segredo' as lugar, id, segredo as valor from webhook
          union all select 'webhook.segredo_anterior', id, segredo_anterior from webhook
          union all select 'usuario.totp_segredo', id, totp_segredo from usuario
          union all select 'autenticador.segredo', id, segredo from autenticador
          union all select 'selo_teste.chave', null, chave from selo_teste
          union all select 'registro_aberto.chave', null, chave from registro_aberto) cifrado
   where valor is not null and substring(valor from 1 for length(p_inicio)) <> p_inicio
   limit p_limite
$$;
grant execute on function acesso.cifrados_antes to rubrica_app;

-- Puts a value in place of the one it was made of; false where another took its place meanwhile.
create or replace function acesso.recifrar(p_lugar text, p_id uuid, p_antes bytea, p_depois bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case p_lugar
    when 'webhook.segredo' then
      update webhook set segredo = p_depois where id = p_id and segredo = p_antes;
    when 'webhook.segredo_anterior' then
      update webhook set segredo_anterior = p_depois where id = p_id and segredo_anterior = p_antes;
    when 'usuario.totp_segredo' then
      update usuario set totp_segredo = p_depois where id = p_id and totp_segredo = p_antes;
    when 'autenticador.segredo' then
      update autenticador set segredo = p_depois where id = p_id and segredo = p_antes;
    when 'selo_teste.chave' then
      update selo_teste set chave = p_depois where chave = p_antes;
    when 'registro_aberto.chave' then
      update registro_aberto set chave = p_depois where chave = p_antes;
  end case;
  return found;
end $$;
grant execute on function acesso.recifrar to rubrica_app;

-- What expires by itself and is nobody's evidence. A code was told to the trail when it was sent, and counts against its
-- limits for an hour. Of the messages that production captures where no mail server is set, the newest 200 are shown.
create or replace function acesso.limpar(p_idempotencia_ate timestamptz, p_agora timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from idempotencia where criado_em < p_idempotencia_ate;
  delete from download where expira_em < p_agora - interval '1 day';
  delete from codigo_otp where expira_em < p_agora - interval '1 day';
  delete from mensagem_capturada
   where ambiente = 'PRODUCAO'
     and (criado_em, id) <= (select criado_em, id
                               from mensagem_capturada
                              where ambiente = 'PRODUCAO'
                              order by criado_em desc, id desc
                             offset 1000 limit 1);
$$;
grant execute on function acesso.limpar to rubrica_app;

-- The name of the last backup that lacked nothing, and the instant that it shows.
create or replace function acesso.ultimo_backup() returns table (conjunto text, de timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select impressao, desde from instalacao where nome = 'backup'
$$;
grant execute on function acesso.ultimo_backup to rubrica_app;
