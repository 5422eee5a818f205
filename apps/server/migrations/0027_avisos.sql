-- A person to be told how a document ended, until the message was accepted or finally refused. Whom it reaches and what
-- it says is read when it is sent: the row repeats no address and no name (ADR 0022).
create table aviso (
  id uuid primary key,
  organizacao_id uuid not null,
  ambiente text not null,
  documento_id uuid not null references documento on delete cascade,
  -- The message that tells it. Notices of an envelope to the same person leave in one, once nothing of theirs in it is
  -- in progress; until then they have none.
  mensagem_id uuid,
  -- Either a signer (no foreign key: signers are keyed by their scope) or a member of the organization.
  signatario_id uuid,
  membro_id uuid references membro,
  -- The signer's link, where the signed copy is to be had.
  link_id uuid references link on delete cascade,
  -- Who cancelled, and why: for the organization alone.
  ator text,
  motivo text,
  criado_em timestamptz not null,
  check ((signatario_id is null) <> (membro_id is null))
);
create index on aviso (documento_id);
create index on aviso (mensagem_id) where mensagem_id is not null;
create index on aviso (membro_id) where membro_id is not null;
create index on aviso (link_id) where link_id is not null;
call rubrica_escopo('aviso');
