-- Where a document stands in its envelope: whoever signs goes through them in this order. Null outside of one.
alter table documento add column envelope_posicao int;
update documento d
   set envelope_posicao = o.posicao
  from (select id, row_number() over (partition by envelope_id order by criado_em, id) as posicao
          from documento
         where envelope_id is not null) o
 where o.id = d.id;

-- A document joins at the end, by whichever way it comes, and loses its place when it leaves. Two that join at once may
-- get the same number; then the older goes first.
create function rubrica_entra_no_envelope() returns trigger language plpgsql as $$
begin
  new.envelope_posicao := case when new.envelope_id is not null then
    (select coalesce(max(envelope_posicao), 0) + 1 from documento where envelope_id = new.envelope_id) end;
  return new;
end $$;
create trigger entra_no_envelope_inserido before insert on documento
  for each row when (new.envelope_id is not null) execute function rubrica_entra_no_envelope();
create trigger entra_no_envelope_alterado before update of envelope_id on documento
  for each row when (new.envelope_id is distinct from old.envelope_id) execute function rubrica_entra_no_envelope();
