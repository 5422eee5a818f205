-- The test seal as it is kept; with `p_nova`, which is kept unless another was first.
create or replace function acesso.selo_de_teste(p_nova bytea) returns bytea
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_nova is not null then
    insert into selo_teste (chave) values (p_nova) on conflict (unico) do nothing;
  end if;
  return (select chave from selo_teste);
end $$;
grant execute on function acesso.selo_de_teste to rubrica_app;

-- Notes the two seals in use, and ends the lines of those they follow. Where there is no test seal yet, the new form of
-- seals begins now: whatever was in use before ends, and begins again if it stays.
-- Returns the fingerprint of one that must not be used because it was revoked; nothing is noted then.
create or replace function acesso.publicar_selos(
  p_producao text, p_producao_pem text, p_teste text, p_teste_pem text, p_em timestamptz
) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  novo record;
  revogado text;
  -- A seal tells the second in which it was put: it must not seem to be older than its line.
  em timestamptz := date_trunc('second', p_em);
begin
  lock table selo_publicado in share row exclusive mode;
  select impressao into revogado
    from selo_publicado
   where impressao in (p_producao, p_teste) and revogado_em is not null;
  if found then return revogado; end if;
  if not exists (select from selo_publicado where ambiente = 'TESTE') then
    update selo_publicado set ate = em where ate is null;
  end if;
  for novo in values ('PRODUCAO', p_producao, p_producao_pem), ('TESTE', p_teste, p_teste_pem) loop
    continue when exists (
      select from selo_publicado where ambiente = novo.column1 and impressao = novo.column2 and ate is null);
    update selo_publicado set ate = em where ambiente = novo.column1 and ate is null;
    insert into selo_publicado (impressao, pem, de, ambiente) values (novo.column2, novo.column3, em, novo.column1)
        on conflict (impressao, de) do update set ate = null;
  end loop;
  return null;
end $$;
grant execute on function acesso.publicar_selos to rubrica_app;

-- Every seal there was, the newest first. Nothing here is secret.
create or replace function acesso.selos()
returns table (impressao text, ambiente text, de timestamptz, ate timestamptz, revogado_em timestamptz, pem text)
language sql stable security definer set search_path = public, pg_temp as $$
  select impressao, ambiente, de, ate, revogado_em, pem from selo_publicado order by de desc, ambiente, impressao
$$;
grant execute on function acesso.selos to rubrica_app;

-- Whether a seal may be put now: it is in use, by whichever process, and not revoked.
create or replace function acesso.selo_em_uso(p_impressao text, p_ambiente text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from selo_publicado
     where impressao = p_impressao and ambiente = p_ambiente and ate is null and revogado_em is null)
$$;
grant execute on function acesso.selo_em_uso to rubrica_app;
