-- What anybody creates (an account, a message of the contact form) is remembered for its Idempotency-Key outside every
-- organization, under the id that none has. What is kept of an answer is encrypted.
create policy de_ninguem on idempotencia
  using (organizacao_id = '00000000-0000-0000-0000-000000000000');
