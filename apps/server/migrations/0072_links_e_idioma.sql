-- Statement by statement.
-- Why each person was taken from a link, which in an envelope is told of each document by itself (docs/adr/0073). Null for
-- those taken before this.
alter table link_signatario add column if not exists motivo_desligamento text;

-- The language a person chose on the signing page, for the messages to them; null until one was.
alter table signatario add column if not exists idioma text;
