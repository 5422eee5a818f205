-- The open log (docs/adr/0085): its leaves, tiles and heads belong to no organization, and are everybody's to read. Its key is encrypted.
-- Of an environment's logs one grows; `p_geracao` is the name of one of them, null for that.

-- The name of one of an environment's logs; where none is given, of the one that grows.
create or replace function acesso.registro_geracao(p_ambiente text, p_geracao text) returns text
language sql stable as $$
  select coalesce(p_geracao, (select geracao from registro_aberto where ambiente = p_ambiente and encerrado_em is null))
$$;

-- The log of an environment as it is kept; with `p_chave`, which begins it unless another process was first.
create or replace function acesso.registro_aberto(
  p_ambiente text, p_geracao text, p_origem text, p_chave bytea, p_vkey text, p_em timestamptz
) returns table (origem text, chave bytea, vkey text, primeiro boolean)
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if p_chave is not null then
    insert into registro_aberto (ambiente, geracao, origem, chave, vkey, raiz, estendido_em)
    values (p_ambiente, p_geracao, p_origem, p_chave, p_vkey, sha256(''), p_em)
    on conflict do nothing;
  end if;
  return query
    select r.origem, r.chave, r.vkey, r.geracao = ''
      from registro_aberto r
     where r.ambiente = p_ambiente and r.encerrado_em is null;
end $$;
grant execute on function acesso.registro_aberto to rubrica_app;

-- The last log of an environment that ended, and the name of the one that follows it.
create or replace function acesso.registro_anterior(p_ambiente text)
returns table (origem text, vkey text, tamanho bigint, raiz bytea, seguinte text)
language sql stable security definer set search_path = public, pg_temp as $$
  select origem, vkey, tamanho, raiz, to_char(encerrado_em at time zone 'UTC', 'YYYYMMDD"t"HH24MISS"z"')
    from registro_aberto
   where ambiente = p_ambiente and encerrado_em is not null
   order by geracao desc
   limit 1
$$;
grant execute on function acesso.registro_anterior to rubrica_app;

-- Ends the logs that grow, for good, as whoever restored a database does: it may lack leaves that were shown, and would say something
-- else under the same key. Their keys are erased; the next process begins others. What was signed is shown. For the owner alone.
create or replace function acesso.registro_recomecar(p_em timestamptz) returns table (origem text)
language sql set search_path = public, pg_temp as $$
  update registro_aberto
     set chave = null,
         encerrado_em = p_em,
         publicado = case when publicado_tamanho = tamanho then publicado else nota end,
         publicado_tamanho = tamanho,
         publicado_em = case when publicado_tamanho = tamanho then publicado_em else p_em end
   where encerrado_em is null
  returning origem
$$;

-- The heads of a log: the newest that was signed, and the one that is shown.
create or replace function acesso.registro_cabeca(p_ambiente text, p_geracao text) returns table (
  geracao text, origem text, vkey text, tamanho bigint, nota text, estendido_em timestamptz,
  publicado text, publicado_tamanho bigint, publicado_em timestamptz
) language sql stable security definer set search_path = public, pg_temp as $$
  select geracao, origem, vkey, tamanho, nota, estendido_em, publicado, publicado_tamanho, publicado_em
    from registro_aberto
   where ambiente = p_ambiente and (geracao = p_geracao or (p_geracao is null and encerrado_em is null))
$$;
grant execute on function acesso.registro_cabeca to rubrica_app;

-- Leaves that wait for their index, the oldest first, and what the log already has under the label of each.
create or replace function acesso.registro_na_fila(p_ambiente text, p_limite int) returns table (
  organizacao_id uuid, id uuid, rotulo bytea, folha text, ja text
) language sql stable security definer set search_path = public, pg_temp as $$
  select f.organizacao_id, f.id, f.rotulo, f.folha, r.folha
    from (select * from registro_fila where ambiente = p_ambiente order by em, id limit p_limite) f
    join registro_aberto l on l.ambiente = p_ambiente and l.encerrado_em is null
    left join registro_folha r on r.ambiente = p_ambiente and r.geracao = l.geracao and r.rotulo = f.rotulo
   order by f.em, f.id
$$;
grant execute on function acesso.registro_na_fila to rubrica_app;

-- Logs that have something to do: a leaf that waits, and since when, or a head that is not shown yet.
create or replace function acesso.registro_a_fazer() returns table (ambiente text, esperando_desde timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select l.ambiente, f.em
    from registro_aberto l
    left join lateral (select em from registro_fila where ambiente = l.ambiente order by em limit 1) f on true
   where l.encerrado_em is null and (f.em is not null or l.publicado_tamanho < l.tamanho or l.tamanho = 0)
$$;
grant execute on function acesso.registro_a_fazer to rubrica_app;

-- Keeps the head as the last of a day that is over, once, if nothing was added since then.
create or replace function acesso.registro_fechar_dia(p_ambiente text, p_dia date) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into registro_dia (ambiente, geracao, dia, nota)
  select ambiente, geracao, p_dia, case when publicado_tamanho = tamanho then publicado else nota end
    from registro_aberto
   where ambiente = p_ambiente and encerrado_em is null
     and nota is not null and (estendido_em at time zone 'UTC')::date <= p_dia
  on conflict do nothing
$$;
grant execute on function acesso.registro_fechar_dia to rubrica_app;

-- A log grows, if it still is as whoever extends it read it: two at once do not both extend one head, and nobody extends one that
-- ended, or another than whose origin stands in the head. `p_fila` are the rows that need not wait any more, with the organization of
-- each.
create or replace function acesso.registro_estender(
  p_ambiente text, p_de bigint, p_rotulos bytea[], p_folhas text[],
  p_niveis int[], p_numeros bigint[], p_hashes bytea[],
  p_raiz bytea, p_nota text, p_em timestamptz, p_organizacoes uuid[], p_fila uuid[]
) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_geracao text;
begin
  select geracao into v_geracao
    from registro_aberto
   where ambiente = p_ambiente and encerrado_em is null and tamanho = p_de and origem = split_part(p_nota, e'\n', 1)
     for update;
  if not found then return false; end if;
  perform acesso.registro_fechar_dia(p_ambiente, (p_em at time zone 'UTC')::date - 1);
  update registro_aberto
     set tamanho = p_de + cardinality(p_folhas), raiz = p_raiz, nota = p_nota, estendido_em = p_em
   where ambiente = p_ambiente and geracao = v_geracao;
  insert into registro_folha (ambiente, geracao, indice, rotulo, folha)
  select p_ambiente, v_geracao, p_de + n - 1, rotulo, folha
    from unnest(p_rotulos, p_folhas) with ordinality as nova (rotulo, folha, n);
  insert into registro_bloco (ambiente, geracao, nivel, numero, hashes)
  select p_ambiente, v_geracao, nivel, numero, hashes
    from unnest(p_niveis, p_numeros, p_hashes) as novo (nivel, numero, hashes)
  on conflict (ambiente, geracao, nivel, numero) do update set hashes = excluded.hashes;
  delete from registro_fila f
   using unnest(p_organizacoes, p_fila) as feita (organizacao_id, id)
   where f.organizacao_id = feita.organizacao_id and f.id = feita.id;
  return true;
end $$;
grant execute on function acesso.registro_estender to rubrica_app;

-- Which of these labels the log has.
create or replace function acesso.registro_tem(p_ambiente text, p_rotulos bytea[]) returns table (rotulo bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select f.rotulo
    from registro_aberto l
    join registro_folha f on f.ambiente = l.ambiente and f.geracao = l.geracao and f.rotulo = any(p_rotulos)
   where l.ambiente = p_ambiente and l.encerrado_em is null
$$;
grant execute on function acesso.registro_tem to rubrica_app;

-- A leaf by its label, in the log of this name if it is there, else in the newest that has it.
create or replace function acesso.registro_achar(p_ambiente text, p_geracao text, p_rotulo bytea)
returns table (geracao text, indice bigint, folha text)
language sql stable security definer set search_path = public, pg_temp as $$
  select geracao, indice, folha
    from registro_folha
   where ambiente = p_ambiente and rotulo = p_rotulo
   order by geracao is not distinct from p_geracao desc, geracao desc
   limit 1
$$;
grant execute on function acesso.registro_achar to rubrica_app;

-- Leaves by their indices, `p_ate` left out.
create or replace function acesso.registro_folhas(p_ambiente text, p_geracao text, p_de bigint, p_ate bigint)
returns table (folha text)
language sql stable security definer set search_path = public, pg_temp as $$
  select folha
    from registro_folha
   where ambiente = p_ambiente and geracao = (select acesso.registro_geracao(p_ambiente, p_geracao))
     and indice >= p_de and indice < p_ate
   order by indice
$$;
grant execute on function acesso.registro_folhas to rubrica_app;

create or replace function acesso.registro_blocos(p_ambiente text, p_geracao text, p_niveis int[], p_numeros bigint[])
returns table (nivel int, numero bigint, hashes bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.nivel, b.numero, b.hashes
    from unnest(p_niveis, p_numeros) as pedido (nivel, numero)
    join registro_bloco b
      on b.ambiente = p_ambiente
     and b.geracao = (select acesso.registro_geracao(p_ambiente, p_geracao))
     and b.nivel = pedido.nivel and b.numero = pedido.numero
$$;
grant execute on function acesso.registro_blocos to rubrica_app;

-- Shows a checkpoint of the log that grows, unless a later one is shown already.
create or replace function acesso.registro_publicar(p_ambiente text, p_tamanho bigint, p_nota text, p_em timestamptz)
returns void language sql security definer set search_path = public, pg_temp as $$
  update registro_aberto
     set publicado = p_nota, publicado_tamanho = p_tamanho, publicado_em = p_em
   where ambiente = p_ambiente and encerrado_em is null and origem = split_part(p_nota, e'\n', 1)
     and publicado_tamanho <= p_tamanho and tamanho >= p_tamanho
$$;
grant execute on function acesso.registro_publicar to rubrica_app;

-- A day's checkpoint and its time stamp; with no day the last one.
create or replace function acesso.registro_do_dia(p_ambiente text, p_geracao text, p_dia date)
returns table (dia date, nota text, carimbo bytea)
language sql stable security definer set search_path = public, pg_temp as $$
  select dia, nota, carimbo
    from registro_dia
   where ambiente = p_ambiente and (p_dia is null or dia = p_dia)
     and geracao = (select acesso.registro_geracao(p_ambiente, p_geracao))
   order by dia desc
   limit 1
$$;
grant execute on function acesso.registro_do_dia to rubrica_app;

-- Days of the logs that grow that have no time stamp yet, the oldest first.
create or replace function acesso.registro_sem_carimbo(p_desde date) returns table (ambiente text, dia date, nota text)
language sql stable security definer set search_path = public, pg_temp as $$
  select d.ambiente, d.dia, d.nota
    from registro_aberto l
    join registro_dia d on d.ambiente = l.ambiente and d.geracao = l.geracao
   where l.encerrado_em is null and d.carimbo is null and d.dia >= p_desde
   order by d.dia, d.ambiente
   limit 10
$$;
grant execute on function acesso.registro_sem_carimbo to rubrica_app;

create or replace function acesso.registro_carimbar(p_ambiente text, p_dia date, p_carimbo bytea) returns void
language sql security definer set search_path = public, pg_temp as $$
  update registro_dia d
     set carimbo = p_carimbo
    from registro_aberto l
   where l.ambiente = p_ambiente and l.encerrado_em is null
     and d.ambiente = l.ambiente and d.geracao = l.geracao and d.dia = p_dia and d.carimbo is null
$$;
grant execute on function acesso.registro_carimbar to rubrica_app;
