-- A trail is chronological. A transaction takes its time when it begins and may then wait for the trail while a later
-- one writes to it, so the head remembers the last link's time, and a link that would go back is refused.

alter table trilha add column ultimo_em timestamptz;
update trilha t
   set ultimo_em = (select max((e.corpo::json ->> 'ocorridoEm')::timestamptz)
                      from evento_auditoria e
                     where e.documento_id = t.documento_id);

create or replace function rubrica_encadeia() returns trigger language plpgsql as $$
declare
  cabeca trilha;
  em timestamptz := (new.corpo::json ->> 'ocorridoEm')::timestamptz;
begin
  select * into strict cabeca from trilha where documento_id = new.documento_id for update;
  if new.sequencia <> cabeca.tamanho + 1 then
    raise exception 'link % does not follow %', new.sequencia, cabeca.tamanho using errcode = 'RB002';
  end if;
  if new.hash <> encode(sha256(convert_to(cabeca.hash || e'\n' || new.corpo, 'UTF8')), 'hex') then
    raise exception 'hash of link % does not fit the chain', new.sequencia using errcode = 'RB003';
  end if;
  if em < cabeca.ultimo_em then
    raise exception 'link % is earlier than the one before', new.sequencia using errcode = 'RB004';
  end if;
  update trilha set tamanho = new.sequencia, hash = new.hash, ultimo_em = em where documento_id = new.documento_id;
  return new;
end $$;
