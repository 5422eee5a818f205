import type { DadosDoTitular, DocumentoDoTitular, EventoAuditoria } from '@rubrica/contract';
import { type Columns, columnsOf } from '../../core/row.ts';
import { alike, type Tx } from '../../core/sql.ts';
import { readTrail } from '../auditoria/index.ts';
import { findOfSubject, presentCliente } from '../clientes/index.ts';
import {
  type DocumentoRow,
  fulfilments,
  listFatores,
  presentOwnReference,
  type SignatarioRow,
} from '../documentos/index.ts';
import type { SolicitacaoRow } from './store.ts';
import { placesOf, titularOf } from './titular.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;
const png = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

/** Everything the scope holds about the person of a request, as of this transaction. */
export async function gatherData(tx: Tx, solicitacao: SolicitacaoRow): Promise<DadosDoTitular> {
  const { organizacaoId, ambiente } = tx.scope;
  const titular = titularOf(solicitacao);
  const places = await placesOf(tx, titular);
  const documentos: DocumentoDoTitular[] = [];
  for (const place of places) documentos.push(await documentOf(tx, place.documento_id, place.signatario_id));
  const [organizacao] = await tx.sql<
    Columns<'organizacao', 'nome'>[]
  >`select nome from organizacao where id = ${organizacaoId}`;
  if (!organizacao) throw new Error('a request without an organization');
  const [autenticador] = await tx.sql<Columns<'autenticador', 'criado_em'>[]>`
    select criado_em
      from autenticador
     where ${tx.here()} and lower(email) = ${titular.email}`;
  return {
    solicitacaoId: solicitacao.id,
    geradoEm: tx.now.toISOString(),
    organizacao: { id: organizacaoId, nome: organizacao.nome },
    ambiente,
    titular: { nome: solicitacao.titular_nome, email: solicitacao.titular_email, cpf: solicitacao.titular_cpf },
    documentos,
    clientes: (await findOfSubject(tx, { ...titular, telefones: phonesOf(places) })).map(presentCliente),
    mensagens: await messagesTo(tx, [titular.email, ...phonesOf(places)]),
    membros: await membershipsOf(tx, titular.email),
    autenticadorDesde: iso(autenticador?.criado_em ?? null),
    solicitacoes: await requestsOf(tx, titular.email),
  };
}

/** Phone numbers a person gave as a signer, without duplicates. */
export function phonesOf(places: readonly { telefone: string | null }[]): string[] {
  return [...new Set(places.flatMap(({ telefone }) => telefone ?? []))];
}

async function documentOf(tx: Tx, documentoId: string, signatarioId: string): Promise<DocumentoDoTitular> {
  const [documento] = await tx.sql<DocumentoRow[]>`
    select ${columnsOf('documento')} from documento where id = ${documentoId} and ${tx.here()}`;
  const [signer] = await tx.sql<SignatarioRow[]>`
    select ${columnsOf('signatario')} from signatario where id = ${signatarioId} and documento_id = ${documentoId} and ${tx.here()}`;
  if (!documento || !signer) throw new Error('a signer without a document');
  const eventos = (await readTrail(tx, documentoId)).filter((event) => concerns(event, signer));
  return {
    id: documento.id,
    titulo: documento.titulo,
    status: documento.status,
    criadoEm: documento.criado_em.toISOString(),
    finalizadoEm: iso(documento.finalizado_em),
    codigoValidacao: documento.codigo_validacao,
    hashArquivo: documento.hash_publico ?? documento.arquivo_hash,
    signatario: { ...presentSigner(signer), ...(await partsOf(tx, signer)) },
    eventos,
  };
}

/** Whether an event of the trail names the signer or was caused by them. */
function concerns(event: EventoAuditoria, signer: SignatarioRow): boolean {
  if (event.tipoAtor === 'SIGNATARIO' && (event.ator === signer.nome || event.ator === signer.email)) return true;
  const detail = JSON.stringify(event.detalhe);
  return [signer.id, signer.email, signer.telefone].some((mark) => mark !== null && detail.includes(mark));
}

function presentSigner(row: SignatarioRow) {
  return {
    id: row.id,
    nome: row.nome,
    email: row.email,
    telefone: row.telefone,
    cpf: row.cpf,
    dataNascimento: row.data_nascimento,
    funcao: row.funcao,
    status: row.status,
    metodoEntrega: row.metodo_entrega,
    clienteId: row.cliente_id,
    ...presentOwnReference(row),
    enviadoEm: iso(row.enviado_em),
    visualizadoEm: iso(row.visualizado_em),
    autenticadoEm: iso(row.autenticado_em),
    assinadoEm: iso(row.assinado_em),
    recusadoEm: iso(row.recusado_em),
    motivoRecusa: row.motivo_recusa,
    paginasLidas: row.paginas_lidas,
    leituraSegundos: row.leitura_segundos,
    aceitoEm: iso(row.aceito_em),
    evidencia: row.evidencia as unknown as Record<string, unknown> | null,
    // Of a place that was passed on these are another person's.
    noEnvio: row.delegado_de === null ? row.envio_dados : null,
  };
}

type Parts = Pick<
  DocumentoDoTitular['signatario'],
  'assinaturas' | 'camposPreenchidos' | 'fatoresCumpridos' | 'envios'
>;

/** What a signer drew, filled in, proved and was sent. */
async function partsOf(tx: Tx, signer: SignatarioRow): Promise<Parts> {
  const { id, documento_id } = signer;
  const own = tx.sql`signatario_id = ${id} and ${tx.here()}`;
  const imagens = await tx.sql<Columns<'imagem_assinatura', 'uso' | 'png'>[]>`
    select uso, png from imagem_assinatura where ${own} order by uso`;
  const valores = await tx.sql<
    {
      tipo: Parts['camposPreenchidos'][number]['tipo'];
      rotulo: string | null;
      texto: string | null;
      imagem: Buffer | null;
      preenchido_em: Date;
    }[]
  >`
    select c.tipo, c.rotulo, v.texto, v.imagem, v.preenchido_em
      from valor_campo v
      join campo c on c.id = v.campo_id and ${alike(tx.sql, 'c', 'v')}
     where v.signatario_id = ${id} and ${tx.here('v')}
     order by c.posicao`;
  const fatores = fulfilments(signer, await listFatores(tx, [id]));
  const envios = await tx.sql<Columns<'link', 'canal' | 'destino' | 'criado_em'>[]>`
    select l.canal, l.destino, l.criado_em
      from link l
      join link_signatario ls on ls.link_id = l.id
     where ls.signatario_id = ${id} and ls.documento_id = ${documento_id}
       and ${tx.here('l')}
     order by l.criado_em`;
  return {
    assinaturas: imagens.map((image) => ({ uso: image.uso, imagem: png(image.png) })),
    camposPreenchidos: valores.map((value) => ({
      tipo: value.tipo,
      rotulo: value.rotulo,
      valor: value.texto,
      imagem: value.imagem && png(value.imagem),
      preenchidoEm: value.preenchido_em.toISOString(),
    })),
    fatoresCumpridos: fatores.map(({ fator, cumprido_em, provado_para }) => ({
      fator,
      cumpridoEm: cumprido_em.toISOString(),
      provadoPara: provado_para,
    })),
    envios: envios.map(({ canal, destino, criado_em }) => ({ canal, destino, criadoEm: criado_em.toISOString() })),
  };
}

/** Captured messages to these addresses, except those that give access to an account. */
async function messagesTo(tx: Tx, addresses: string[]): Promise<DadosDoTitular['mensagens']> {
  const rows = await tx.sql<
    {
      canal: DadosDoTitular['mensagens'][number]['canal'];
      destino: string;
      assunto: string | null;
      texto: string;
      criado_em: Date;
    }[]
  >`
    select canal, destino, assunto, texto, criado_em
      from mensagem_capturada
     where ${tx.here()}
       and lower(destino) = any(${addresses}) and not reservada
     order by criado_em`;
  return rows.map(({ criado_em, ...message }) => ({ ...message, criadoEm: criado_em.toISOString() }));
}

async function membershipsOf(tx: Tx, email: string): Promise<DadosDoTitular['membros']> {
  const rows = await tx.sql<
    {
      id: string;
      nome: string | null;
      email: string;
      papel: DadosDoTitular['membros'][number]['papel'];
      criado_em: Date;
      ultimo_acesso_em: Date | null;
      removido_em: Date | null;
    }[]
  >`
    select id, nome, email, papel, criado_em, ultimo_acesso_em, removido_em
      from membro
     where ${tx.ours()} and lower(email) = ${email}
     order by criado_em`;
  return rows.map(({ criado_em, ultimo_acesso_em, removido_em, ...member }) => ({
    ...member,
    criadoEm: criado_em.toISOString(),
    ultimoAcessoEm: iso(ultimo_acesso_em),
    removidoEm: iso(removido_em),
  }));
}

async function requestsOf(tx: Tx, email: string): Promise<DadosDoTitular['solicitacoes']> {
  const rows = await tx.sql<SolicitacaoRow[]>`
    select ${columnsOf('solicitacao_lgpd')}
      from solicitacao_lgpd
     where ${tx.here()}
       and lower(titular_email) = ${email}
     order by criada_em`;
  return rows.map(({ id, tipo, estado, criada_em }) => ({ id, tipo, estado, criadaEm: criada_em.toISOString() }));
}
