-- Statement by statement.
-- What the open log (docs/adr/0085) adds to tables that are in use: one after the other, as whoever holds one waits for another.
-- What hides a document's leaves; documents of before get one with their next act.
alter table trilha add column if not exists nonce bytea;

-- What a captured e-mail would have brought: receipts and proofs.
alter table mensagem_capturada add column if not exists anexos jsonb not null default '[]';

-- The last day whose head an owner of organizations was told.
alter table usuario add column if not exists registro_avisado_em date;
