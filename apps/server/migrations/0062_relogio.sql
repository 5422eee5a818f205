-- How far ahead an organization moved the clock of its test data (docs/adr/0057). No row is a clock that shows the real
-- time, and that of production shows nothing else.
create table relogio (
  organizacao_id uuid not null references organizacao,
  ambiente text not null,
  deslocamento_s int not null default 0 check (deslocamento_s >= 0),
  -- Where it is going, until all that falls due on the way is done.
  destino_s int check (destino_s >= deslocamento_s),
  primary key (organizacao_id, ambiente),
  constraint relogio_de_teste check (ambiente = 'TESTE' or (deslocamento_s = 0 and destino_s is null))
);
call rubrica_escopo('relogio');
create index relogio_adiantado on relogio (organizacao_id) where deslocamento_s > 0;

-- What falls due of one organization's test data.
create index documento_vence_teste on documento (organizacao_id, least(prazo_em, expira_em))
 where ambiente = 'TESTE' and status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO')
   and least(prazo_em, expira_em) is not null;
create index documento_lembrete_teste on documento (organizacao_id, lembrete_em)
 where ambiente = 'TESTE' and status in ('AGUARDANDO_ASSINATURAS', 'PARCIALMENTE_ASSINADO') and lembrete_em is not null;

-- Periods of retention run by the clock of what they are about.
create or replace view prazo_guarda with (security_invoker = true) as
  select o.id as organizacao_id,
         a.ambiente,
         p.concluido,
         case when p.organizacao_id is null then 90 else p.rascunho end as rascunho,
         case when p.organizacao_id is null then 365 else p.cancelado_ou_expirado end as cancelado_ou_expirado,
         case when p.organizacao_id is null then 30 else p.entrega_webhook end as entrega_webhook,
         case when p.organizacao_id is null then 90 else p.registro_chamada end as registro_chamada,
         coalesce(r.deslocamento_s, 0) as adiantado_s
    from organizacao o
   cross join (values ('PRODUCAO'), ('TESTE')) as a (ambiente)
    left join politica_retencao p on p.organizacao_id = o.id and p.ambiente = a.ambiente
    left join relogio r on r.organizacao_id = o.id and r.ambiente = a.ambiente;
