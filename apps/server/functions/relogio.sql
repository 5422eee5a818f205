-- How many seconds the scope's clock is ahead, as it stays until the transaction ends: whoever writes holds it, and whoever
-- moves it waits for them and has them wait. A volatile function sees what was committed while it waited.
-- p_modo: LE, ESCREVE or MOVE
create or replace function rubrica_relogio(p_modo text) returns int language plpgsql volatile as $$
declare
  trava constant bigint := hashtextextended('relogio:' || rubrica_organizacao(), 0);
begin
  if p_modo = 'ESCREVE' then
    perform pg_advisory_xact_lock_shared(trava);
  elsif p_modo = 'MOVE' then
    perform pg_advisory_xact_lock(trava);
  end if;
  return coalesce((select r.deslocamento_s
                     from public.relogio r
                    where r.organizacao_id = rubrica_organizacao() and r.ambiente = rubrica_ambiente()), 0);
end $$;
