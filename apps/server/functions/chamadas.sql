-- Adds the calls of a batch, whatever their organizations: p_linhas is a list of rows as the table has them.
create or replace function acesso.registrar_chamadas(p_linhas json) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into registro_chamada
  select * from json_populate_recordset(null::registro_chamada, p_linhas)
  on conflict do nothing
$$;
grant execute on function acesso.registrar_chamadas to rubrica_app;

-- Removes whatever exceeds the newest p_maximo of each organization and environment that called since p_ativas_desde. One
-- after another: joined, the planner takes a new organization's rows for a few.
create or replace function acesso.limitar_chamadas(p_maximo int, p_ativas_desde timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  uma uuid;
  ultima record;
begin
  for uma in
    select distinct organizacao_id from registro_chamada where ocorrido_em >= p_ativas_desde
  loop
    -- Each environment is read by its index as far as it may count, and no further.
    select ocorrido_em, requisicao_id into ultima
      from ((select ocorrido_em, requisicao_id from registro_chamada
              where organizacao_id = uma and ambiente = 'PRODUCAO'
              order by ocorrido_em desc, requisicao_id desc limit p_maximo + 1)
            union all
            (select ocorrido_em, requisicao_id from registro_chamada
              where organizacao_id = uma and ambiente = 'TESTE'
              order by ocorrido_em desc, requisicao_id desc limit p_maximo + 1)) as recentes
     order by ocorrido_em desc, requisicao_id desc
    offset p_maximo limit 1;
    continue when not found;
    delete from registro_chamada
     where organizacao_id = uma
       and ocorrido_em <= ultima.ocorrido_em
       and (ocorrido_em, requisicao_id) <= (ultima.ocorrido_em, ultima.requisicao_id);
  end loop;
end $$;
grant execute on function acesso.limitar_chamadas to rubrica_app;

-- The weeks that have a part of the record of their own, and the part of before there were any (`de` is null there). What
-- no week takes is in `particao.registro_chamada_outras`.
create or replace function rubrica_semanas_de_chamadas() returns table (parte regclass, de timestamptz, ate timestamptz)
language sql stable as $$
  select inhrelid::regclass, (regexp_match(limites, 'FROM \(''([^'']+)''\)'))[1]::timestamptz,
         (regexp_match(limites, 'TO \(''([^'']+)''\)'))[1]::timestamptz
    from (select inhrelid, pg_get_expr(c.relpartbound, c.oid) as limites
            from pg_inherits
            join pg_class c on c.oid = inhrelid
           where inhparent = 'public.registro_chamada'::regclass) p
   where limites <> 'DEFAULT'
$$;

-- Makes the parts of the weeks that begin within `p_adiante`, each with what came before it was there. They are made apart
-- and then added, for which nobody has to stop writing or reading.
create or replace function acesso.abrir_semanas_de_chamadas(p_adiante interval) returns int
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
declare
  inicio timestamptz;
  abertas int := 0;
  nome text;
begin
  perform pg_advisory_xact_lock(hashtext('semanas-de-chamadas'));
  select coalesce(max(ate), date_trunc('week', now(), 'UTC')) into inicio from rubrica_semanas_de_chamadas();
  while inicio < now() + p_adiante loop
    nome := 'registro_chamada_' || to_char(inicio at time zone 'UTC', 'YYYY_MM_DD');
    execute format('create table particao.%I (like public.registro_chamada including defaults)', nome);
    execute format(
      'with vindas as (
         delete from particao.registro_chamada_outras where ocorrido_em >= %L and ocorrido_em < %L returning *)
       insert into particao.%I select * from vindas', inicio, inicio + interval '7 days', nome);
    execute format('alter table public.registro_chamada attach partition particao.%I for values from (%L) to (%L)',
                   nome, inicio, inicio + interval '7 days');
    inicio := inicio + interval '7 days';
    abertas := abertas + 1;
  end loop;
  return abertas;
end $$;
grant execute on function acesso.abrir_semanas_de_chamadas to rubrica_app;
