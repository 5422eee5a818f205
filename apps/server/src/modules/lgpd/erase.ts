import { type ResultadoEliminacao, rule, sentenceOf } from '@rubrica/contract';
import { BY_SYSTEM } from '../../core/actor.ts';
import { type Columns, columnsOf } from '../../core/row.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { recordEvent } from '../auditoria/index.ts';
import { deleteClientes, findOfSubject } from '../clientes/index.ts';
import { forgetTexts, isInProgress } from '../documentos/index.ts';
import { phonesOf } from './dados.ts';
import { eraseFormer } from './erase-former.ts';
import { eraseForms } from './forms.ts';
import { dropExport, lockSolicitacao, type SolicitacaoRow, updateSolicitacao } from './store.ts';
import { formerPlacesOf, type Place, placesOf, type Titular, titularOf } from './titular.ts';

/** Why data is kept, in words for the person who asked. */
const REASONS = {
  DOCUMENTO_CONCLUIDO: sentenceOf(rule('keptCompleted')),
  DOCUMENTO_EM_ANDAMENTO: sentenceOf(rule('keptInProgress')),
  TRILHA_DE_AUDITORIA: sentenceOf(rule('keptTrail')),
  VINCULO_DE_MEMBRO: sentenceOf(rule('keptMember')),
} as const;

const NOTHING_TO_ERASE = sentenceOf(rule('nothingToErase'));

type Counts = Record<string, number>;

/**
 * Carries out a confirmed deletion whose grace period is over. Documents that are concluded or in progress are not
 * touched; in drafts and documents that ended without completion, the person's data is erased while document and trail
 * stay.
 * @returns keys of stored files to delete after the commit
 */
export async function erase(tx: Tx, id: string): Promise<string[]> {
  const row = await lockSolicitacao(tx, id);
  if (row?.estado !== 'EM_CARENCIA' || !row.confirmada_em || !row.carencia_ate || row.carencia_ate > tx.now) return [];
  const titular = titularOf(row);
  const { places, former } = await lockPlaces(tx, titular);
  const free = places.filter(isFree);
  const left = former.filter(isFree);
  const erased = await eraseSigners(tx, id, free);
  await eraseFormer(tx, left, titular);
  const eliminados: Counts = {
    ...erased,
    SIGNATARIO: (erased.SIGNATARIO ?? 0) + left.length,
    ...(await eraseAround(tx, titular, places)),
  };
  const { keys, dropped } = await dropExports(tx, titular);
  eliminados.ARQUIVO_DE_EXPORTACAO = dropped;
  const all = [...places, ...former];
  const mantidos: Counts = {
    DOCUMENTO_CONCLUIDO: documentsOf(all.filter(({ concluido }) => concluido)).length,
    DOCUMENTO_EM_ANDAMENTO: documentsOf(all.filter((place) => !isFree(place) && !place.concluido)).length,
    TRILHA_DE_AUDITORIA: documentsOf([...free, ...left]).length,
    VINCULO_DE_MEMBRO: await activeMemberships(tx, titular),
  };
  await closeRequest(tx, row, eliminados, mantidos);
  return keys;
}

const documentsOf = (places: readonly Place[]) => [...new Set(places.map(({ documento_id }) => documento_id))];

/** There is no duty to keep it: a draft, or ended without completion. */
function isFree({ status, concluido }: Place): boolean {
  return !concluido && !isInProgress(status);
}

interface Places {
  readonly places: readonly Place[];
  /** Those that another took since. */
  readonly former: readonly Place[];
}

const readPlaces = async (tx: Tx, titular: Titular): Promise<Places> => ({
  places: await placesOf(tx, titular),
  former: await formerPlacesOf(tx, titular),
});

/**
 * The person's places, with their documents locked in the order of their ids. Read again once locked, because a draft
 * may have been sent meanwhile.
 */
async function lockPlaces(tx: Tx, titular: Titular): Promise<Places> {
  const { places, former } = await readPlaces(tx, titular);
  const seen = documentsOf([...places, ...former]).sort();
  await tx.sql`
    select id from documento
     where id = any(${seen}) and ${tx.here()}
     order by id
       for update`;
  const again = await readPlaces(tx, titular);
  const wasSeen = ({ documento_id }: Place) => seen.includes(documento_id);
  return { places: again.places.filter(wasSeen), former: again.former.filter(wasSeen) };
}

async function eraseSigners(tx: Tx, solicitacaoId: string, places: readonly Place[]): Promise<Counts> {
  const ids = places.map(({ signatario_id }) => signatario_id);
  const documentos = documentsOf(places);
  const signatarios = await tx.sql`
    update signatario
       set nome = null, email = null, telefone = null, cpf = null, data_nascimento = null, cliente_id = null, delegado_de = null,
           chave = null, url_retorno = null, referencia_externa = null, metadados = '{}', motivo_recusa = null, evidencia = null,
           assinatura = null, rubrica = null,
           envio_dados = null, envio_sal = null, valores_sal = null
     where id = any(${ids}) and ${tx.here()}`;
  const campos = await tx.sql`delete from valor_campo where signatario_id = any(${ids}) and ${tx.here()}`;
  await tx.sql`update campo set valor_padrao = null where signatario_id = any(${ids}) and ${tx.here()}`;
  const imagens = await tx.sql`delete from imagem_assinatura where signatario_id = any(${ids}) and ${tx.here()}`;
  await tx.sql`delete from codigo_otp where signatario_id = any(${ids}) and ${tx.here()}`;
  await tx.sql`delete from autenticador where signatario_id = any(${ids}) and ${tx.here()}`;
  await tx.sql`update fator_signatario set provado_para = null where signatario_id = any(${ids}) and ${tx.here()}`;
  await forgetTexts(tx, documentos);
  // Whether sent or not: a pending notice would mention the person, or write to them.
  await tx.sql`delete from aviso where documento_id = any(${documentos}) and ${tx.here()}`;
  const links = await eraseLinks(tx, ids);
  await tx.sql`
    delete from entrega_webhook
     where ${tx.here()}
       and evento_id in (select id from evento_saida
                          where documento_id = any(${documentos}) and ${tx.here()}
                            and dados #>> '{signatario,id}' = any(${ids}))`;
  const eventos = await tx.sql`
    delete from evento_saida
     where documento_id = any(${documentos}) and ${tx.here()} and dados #>> '{signatario,id}' = any(${ids})`;
  for (const documentoId of documentos) {
    const here = places.filter(({ documento_id }) => documento_id === documentoId);
    await recordEvent(tx, documentoId, BY_SYSTEM, {
      acao: 'DADOS_ELIMINADOS',
      detalhe: { solicitacaoId, signatarioIds: here.map(({ signatario_id }) => signatario_id) },
    });
  }
  return {
    SIGNATARIO: signatarios.count,
    CAMPO_PREENCHIDO: campos.count,
    IMAGEM_DE_ASSINATURA: imagens.count,
    LINK: links,
    EVENTO_WEBHOOK: eventos.count,
  };
}

/** Removes the erased signers from their links; a link without any places forgets whom it was for and opens nothing. */
async function eraseLinks(tx: Tx, ids: readonly string[]): Promise<number> {
  const taken = await tx.sql<Columns<'link_signatario', 'link_id'>[]>`
    update link_signatario
       set desligado_em = coalesce(desligado_em, ${tx.now})
     where signatario_id = any(${ids}) and ${tx.here()}
    returning link_id`;
  const ended = taken.map(({ link_id }) => link_id);
  const links = await tx.sql<Columns<'link', 'id'>[]>`
    update link l
       set destino = null, pessoa = null, revogado_em = coalesce(revogado_em, ${tx.now}),
           motivo_revogacao = coalesce(motivo_revogacao, 'DADOS_ELIMINADOS')
     where l.id = any(${ended})
       and ${tx.here('l')}
       and not exists (select from link_signatario o where o.link_id = l.id and o.desligado_em is null)
    returning l.id`;
  // Where somebody is sent back to may say who they are. A link that opens another document yet still sends them there.
  await tx.sql`
    update link_incorporado
       set url_retorno = null
     where link_id = any(${links.map(({ id }) => id)}) and ${tx.here()}`;
  return links.length;
}

/** What is held about the person outside documents: the registry, captured messages, the authenticator, ended memberships. */
async function eraseAround(tx: Tx, { email, cpf }: Titular, places: readonly Place[]): Promise<Counts> {
  const { ambiente } = tx.scope;
  const telefones = phonesOf(places);
  const known = await findOfSubject(tx, { email, cpf, telefones });
  const removed = await deleteClientes(
    tx,
    known.map(({ id }) => id),
  );
  // The sender of a document that is being cleared was notified of its end, with the person's name.
  const names = [...new Set(places.filter(isFree).flatMap(({ nome }) => nome ?? []))];
  const messages = await tx.sql`
    delete from mensagem_capturada
     where ${tx.here()}
       and (lower(destino) = any(${[email, ...telefones]})
            or strpos(lower(texto), ${email}) > 0
            or exists (select from unnest(${names}::text[]) as nome where strpos(texto, nome) > 0))`;
  const forms = await eraseForms(tx, { email, cpf });
  const needed = places.some((place) => !isFree(place) && !place.concluido);
  const authenticators = needed
    ? { count: 0 }
    : await tx.sql`
        delete from autenticador
         where ${tx.here()} and lower(email) = ${email}`;
  const memberships =
    ambiente === 'PRODUCAO'
      ? await tx.sql`
          update membro
             set nome = null, email = ''
           where ${tx.ours()} and lower(email) = ${email} and removido_em is not null`
      : { count: 0 };
  return {
    CLIENTE: removed,
    MENSAGEM: messages.count,
    AUTENTICADOR: authenticators.count,
    CADASTRO_DE_EX_MEMBRO: memberships.count,
    ...forms,
  };
}

/** Files gathered about the person earlier contain what was just erased. */
async function dropExports(tx: Tx, { email }: Titular): Promise<{ keys: string[]; dropped: number }> {
  const rows = await tx.sql<SolicitacaoRow[]>`
    select ${columnsOf('solicitacao_lgpd')}
      from solicitacao_lgpd
     where ${tx.here()}
       and lower(titular_email) = ${email} and arquivo_id is not null
     order by id
       for update`;
  const keys: string[] = [];
  for (const row of rows) keys.push(...([await dropExport(tx, row)].filter((key) => key !== null) as string[]));
  return { keys, dropped: rows.length };
}

async function activeMemberships(tx: Tx, { email }: Titular): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total
      from membro
     where ${tx.ours()} and lower(email) = ${email} and removido_em is null`;
  return row?.total ?? 0;
}

/**
 * The request's name and e-mail are kept as proof that it was answered; CPF and free text are erased. If everything
 * found must be kept by law, the request is refused for that reason.
 */
async function closeRequest(tx: Tx, row: SolicitacaoRow, eliminados: Counts, mantidos: Counts): Promise<void> {
  const present = (counts: Counts) =>
    Object.entries(counts)
      .filter(([, quantidade]) => quantidade > 0)
      .map(([dado, quantidade]) => ({ dado, quantidade }));
  const resultado: ResultadoEliminacao = {
    eliminados: present(eliminados),
    mantidos: present(mantidos).map((one) => ({ ...one, motivo: REASONS[one.dado as keyof typeof REASONS] })),
  };
  const refused = resultado.eliminados.length === 0 && resultado.mantidos.length > 0;
  await updateSolicitacao(tx, row.id, {
    estado: refused ? 'RECUSADA' : 'ATENDIDA',
    motivo_recusa: refused ? NOTHING_TO_ERASE : null,
    encerrada_em: tx.now,
    titular_cpf: null,
    descricao: null,
    resultado,
  });
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'DADOS_DE_TITULAR_ELIMINADOS',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: null,
      ip: null,
      detalhe: { ambiente: tx.scope.ambiente, solicitacaoId: row.id, eliminados: resultado.eliminados },
    },
    tx.realNow,
  );
}
