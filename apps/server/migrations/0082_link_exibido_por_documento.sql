-- Statement by statement.
-- A link of an envelope stands for several documents, and each one's trail tells to whom it was shown: told once for the
-- link, the others never said it. What was told before has no document; it is told once more where a link is shown again.
alter table link_exibido
  add column if not exists documento_id uuid not null default '00000000-0000-0000-0000-000000000000';
create unique index concurrently if not exists link_exibido_chave
    on link_exibido (organizacao_id, link_id, credencial_id, documento_id);

-- Where an attempt that was interrupted had made the index the key, it is one more of the same, and goes.
do $$
declare
  pronta constant boolean := exists (
    select from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
     where i.indrelid = 'link_exibido'::regclass and i.indisprimary and a.attname = 'documento_id');
begin
  for tentativa in 1..6000 loop
    begin
      set local lock_timeout = '500ms';
      if pronta then
        drop index if exists link_exibido_chave;
      else
        alter table link_exibido
          drop constraint link_exibido_pkey, add constraint link_exibido_pkey primary key using index link_exibido_chave;
      end if;
      return;
    exception when lock_not_available or deadlock_detected then
      perform pg_sleep(0.1);
    end;
  end loop;
  raise exception 'no moment was found for the key of link_exibido';
end $$;
