-- Statement by statement.
-- Places that another took since, by a correction or by passing them on: few, and looked into for the person of before when
-- they ask for their data, or for its erasure.
create index concurrently if not exists signatario_de_outro on signatario (organizacao_id, ambiente)
  where delegado_de is not null or correcoes <> '{}';
