-- What is looked for goes first: beginning with the organization, these served the check of a field's signer as well as
-- the key of `signatario` does, as far as a database without statistics can tell, and that check then read every signer
-- the organization has.
drop index signatario_email;
create index signatario_email on signatario (lower(email), organizacao_id, ambiente);
drop index signatario_cpf;
create index signatario_cpf on signatario (cpf, organizacao_id, ambiente) where cpf is not null;
