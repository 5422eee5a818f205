-- An act of a signer changes that signer's row, and nearly always nothing of the text by which the document is searched:
-- with the rows of before at hand the trigger knows, and does not put that text together anew. Its body is in functions/.
create function rubrica_signatario_alterado() returns trigger language plpgsql as $$ begin return null; end $$;
create or replace trigger escrito_alterado after update on signatario
  referencing old table as era new table as mudou
  for each statement execute function rubrica_signatario_alterado();
