-- An act of a signer changes one row: a trigger that is handed that row costs two thirds of one that has the rows of before and
-- after collected and joins them. The body is in functions/.
create function rubrica_signatario_mudado() returns trigger language plpgsql as $$ begin return null; end $$;
create or replace trigger escrito_alterado after update on signatario
  for each row execute function rubrica_signatario_mudado();
-- Safe: nothing but the trigger that was replaced called it.
-- rubrica-ignore drop-of-what-is-called
drop function rubrica_signatario_alterado();
