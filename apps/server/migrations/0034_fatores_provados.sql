-- A factor is proven for a value: what it was proven with stays with the fulfilment, and counts for a signer only while
-- the signer's own data are the same. `link_id` is the link in whose session it was fulfilled.
-- `falhas` and `bloqueado_ate` are read by the version before this one alone.
alter table fator_signatario
  add column provado_para jsonb,
  add column link_id uuid;

-- Wrong answers in a row, by what is guessed at (a phone, an address, an authenticator, a CPF) over all signers of an
-- organization. `alvo` is an HMAC: nobody's data stand here. A right answer forgets the row.
create table palpite (
  organizacao_id uuid not null,
  ambiente text not null,
  alvo bytea not null,
  falhas int not null,
  bloqueado_ate timestamptz,
  primary key (organizacao_id, ambiente, alvo)
);
call rubrica_escopo('palpite');

-- Wrong answers given through a link, whatever they were guesses at.
alter table link add column erros int not null default 0;

-- The places a code counts for, fixed when it is issued, and the documents whose trail tells already what became of it.
alter table codigo_otp
  add column lugares jsonb not null default '[]',
  add column contado_em uuid[] not null default '{}';
update codigo_otp c
   set lugares = jsonb_build_array(jsonb_build_object('signatarioId', s.id, 'documentoId', s.documento_id))
  from signatario s
 where s.id = c.signatario_id and s.organizacao_id = c.organizacao_id and s.ambiente = c.ambiente
   and c.encerrado_em is null and c.expira_em > now();

-- When a signer was corrected after the sending, as far as the limit of an hour looks back.
alter table signatario add column correcoes timestamptz[] not null default '{}';

-- An authenticator is the organization's for an e-mail, or belongs to one signer of one document.
alter table autenticador
  alter column email drop not null,
  add column signatario_id uuid,
  add foreign key (organizacao_id, ambiente, signatario_id) references signatario on delete cascade;
create unique index on autenticador (organizacao_id, ambiente, signatario_id) where signatario_id is not null;

-- What the trails tell of proofs and corrections, once and in order. Canonical JSON has no blanks, and a quote inside of
-- a text is escaped there, so the pattern finds the members and nothing else.
create temporary table acontecido on commit drop as
select e.documento_id, e.organizacao_id, e.ambiente, e.sequencia,
       e.corpo::json ->> 'acao' as acao,
       (e.corpo::json -> 'detalhe' ->> 'signatarioId')::uuid as signatario_id,
       e.corpo::json -> 'detalhe' ->> 'fator' as fator,
       coalesce(e.corpo::json -> 'detalhe' -> 'campos', '[]'::json)::text as campos,
       e.corpo::json -> 'detalhe' -> 'cpf' ->> 'de' as cpf_de,
       (e.corpo::json -> 'detalhe' -> 'cpf') is not null as cpf_corrigido,
       (e.corpo::json ->> 'ocorridoEm')::timestamptz as ocorrido_em
  from evento_auditoria e
 where e.corpo like '%"acao":"FATOR_CUMPRIDO"%' or e.corpo like '%"acao":"SIGNATARIO_CORRIGIDO"%'
    or e.corpo like '%"acao":"DADOS_CORRIGIDOS"%' or e.corpo like '%"acao":"TOTP_CADASTRADO"%';
create index on acontecido (documento_id, signatario_id, sequencia);
analyze acontecido;

-- An authenticator stays the organization's where the trail of its enrolment tells that EMAIL was fulfilled there before
-- and the address not corrected in between. One that was enrolled without belongs to the signer who enrolled it; of an
-- enrolment that no trail tells any more, and of a secret that was offered and never confirmed, nothing is kept: the
-- person enrols anew.
create temporary table cadastro on commit drop as
select distinct on (a.id) a.id, a.confirmado_em, t.signatario_id, a.email not like 'signatario:%' and
       exists (
         select from acontecido m
          where m.documento_id = t.documento_id and m.signatario_id = t.signatario_id
            and m.acao = 'FATOR_CUMPRIDO' and m.fator = 'EMAIL' and m.sequencia < t.sequencia
            and not exists (
              select from acontecido c
               where c.documento_id = m.documento_id and c.signatario_id = m.signatario_id
                 and c.acao = 'SIGNATARIO_CORRIGIDO' and c.campos like '%"email"%'
                 and c.sequencia > m.sequencia and c.sequencia < t.sequencia)) as provado
  from autenticador a
  join acontecido t on t.organizacao_id = a.organizacao_id and t.ambiente = a.ambiente
                   and t.acao = 'TOTP_CADASTRADO'
                   and t.ocorrido_em between a.confirmado_em and a.confirmado_em + interval '1 minute'
  join signatario s on s.organizacao_id = a.organizacao_id and s.ambiente = a.ambiente and s.id = t.signatario_id
                   and (lower(s.email) = lower(a.email) or a.email = 'signatario:' || s.id)
 order by a.id, t.ocorrido_em, t.sequencia;

-- Of several that one signer enrolled so, the last.
delete from autenticador a
 where a.id not in (
       select id from cadastro where provado
       union all
       (select distinct on (signatario_id) id from cadastro where not provado order by signatario_id, confirmado_em desc));
update autenticador a
   set email = null, signatario_id = c.signatario_id
  from cadastro c
 where c.id = a.id and not c.provado;

-- Fulfilments made so far, each with what was corrected after it.
create temporary table cumprido on commit drop as
select f.organizacao_id, f.ambiente, f.signatario_id, f.fator,
       s.email, s.telefone, s.cpf, s.data_nascimento,
       s.status in ('ASSINADO', 'RECUSADO', 'CANCELADO') as encerrado,
       depois.campos, depois.cpf_de, depois.cpf_corrigido
  from fator_signatario f
  join signatario s on s.organizacao_id = f.organizacao_id and s.ambiente = f.ambiente and s.id = f.signatario_id
 cross join lateral (
       select coalesce(string_agg(c.campos, ' ' order by c.sequencia), '') as campos,
              (array_agg(c.cpf_de order by c.sequencia) filter (where c.cpf_corrigido))[1] as cpf_de,
              coalesce(bool_or(c.cpf_corrigido), false) as cpf_corrigido
         from acontecido c
        where c.documento_id = s.documento_id and c.signatario_id = s.id
          and c.acao in ('SIGNATARIO_CORRIGIDO', 'DADOS_CORRIGIDOS')
          and c.sequencia > coalesce((
                select max(m.sequencia)
                  from acontecido m
                 where m.documento_id = s.documento_id and m.signatario_id = s.id
                   and m.acao = 'FATOR_CUMPRIDO' and m.fator = f.fator), 0)) as depois
 where f.cumprido_em is not null;

-- Somebody who has yet to sign and was corrected after proving: that was the act of whoever stood there before. What
-- they read and agreed to goes with it.
create temporary table anulado on commit drop as
select organizacao_id, ambiente, signatario_id, fator
  from cumprido
 where not encerrado and campos ~ '"(nome|cpf|dataNascimento|email|telefone|metodoEntrega)"';
delete from fator_signatario f
 using anulado a
 where f.organizacao_id = a.organizacao_id and f.ambiente = a.ambiente
   and f.signatario_id = a.signatario_id and f.fator = a.fator;
update signatario s
   set autenticado_em = null, paginas_lidas = 0, leitura_segundos = 0, leitura_concluida_em = null,
       aceito_em = null, aceite = null
  from anulado a
 where s.organizacao_id = a.organizacao_id and s.ambiente = a.ambiente and s.id = a.signatario_id;

-- The rest is proven for the signer's data of that day. Of who has acted it is kept as it was then where that can be
-- known: a member that was corrected later and whose old value no event tells leaves it null.
update fator_signatario f
   set provado_para = case c.fator
         when 'EMAIL' then
           case when c.email is not null and c.campos not like '%"email"%'
                then jsonb_build_object('email', lower(c.email)) end
         when 'SMS_OTP' then
           case when c.telefone is not null and c.campos not like '%"telefone"%'
                then jsonb_build_object('telefone', c.telefone) end
         when 'DADOS_PESSOAIS' then
           case when c.campos ~ '"(cpf|dataNascimento)"' or c.data_nascimento is null then null
                when c.cpf_corrigido and c.cpf_de is not null then
                  jsonb_build_object('cpf', regexp_replace(c.cpf_de, '\D', '', 'g'),
                                     'dataNascimento', to_char(c.data_nascimento, 'YYYY-MM-DD'))
                when not c.cpf_corrigido and c.cpf is not null then
                  jsonb_build_object('cpf', c.cpf, 'dataNascimento', to_char(c.data_nascimento, 'YYYY-MM-DD'))
           end
         when 'TOTP' then (
           select jsonb_build_object('autenticadorId', a.id, 'email', lower(a.email))
             from autenticador a
            where a.organizacao_id = c.organizacao_id and a.ambiente = c.ambiente
              and (lower(a.email) = lower(c.email) or a.signatario_id = c.signatario_id)
              and c.campos not like '%"email"%'
            order by a.signatario_id is null desc
            limit 1)
       end
  from cumprido c
 where f.organizacao_id = c.organizacao_id and f.ambiente = c.ambiente
   and f.signatario_id = c.signatario_id and f.fator = c.fator;

-- A corrected contact used to keep the time of the view of who stood there before.
update signatario set visualizado_em = null
 where visualizado_em is not null and status in ('PENDENTE', 'ENVIADO', 'FALHA_ENTREGA');

-- A proof that nothing is known of any more proves nothing for who has yet to sign.
update signatario s
   set autenticado_em = null
  from fator_signatario f
 where f.organizacao_id = s.organizacao_id and f.ambiente = s.ambiente and f.signatario_id = s.id
   and f.cumprido_em is not null and f.provado_para is null and s.autenticado_em is not null
   and s.status not in ('ASSINADO', 'RECUSADO', 'CANCELADO');
