-- The scope of a transaction, as `core/sql.ts` sets it. Null where none is set: then no scoped row is seen.
create or replace function rubrica_organizacao() returns uuid language sql stable parallel safe
  return nullif(current_setting('rubrica.organizacao', true), '')::uuid;

create or replace function rubrica_ambiente() returns text language sql stable parallel safe
  return nullif(current_setting('rubrica.ambiente', true), '');

-- Whose own account is open too.
create or replace function rubrica_usuario() returns uuid language sql stable parallel safe
  return nullif(current_setting('rubrica.usuario', true), '')::uuid;

-- Gives a table its row-level security: rows of the scope's organization and, where the table has the column, of its
-- environment. `(select ...)` makes the setting one value per statement instead of a call per row.
create or replace procedure rubrica_escopo(tabela regclass, com_ambiente boolean default true) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tabela);
  execute format(
    'create policy escopo on %s using (organizacao_id = (select public.rubrica_organizacao())%s)',
    tabela,
    case when com_ambiente then ' and ambiente = (select public.rubrica_ambiente())' else '' end
  );
end $$;
