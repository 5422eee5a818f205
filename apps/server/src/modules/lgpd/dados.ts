import type { DadosDoTitular, DadosNoEnvio, DocumentoDoTitular } from '@rubrica/contract';
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
import { formRequestsOf, namedByLinks } from './forms.ts';
import { type OwnPart, ownPart } from './own-part.ts';
import type { SolicitacaoRow } from './store.ts';
import { formerPlacesOf, type Place, placesOf, type Titular, titularOf } from './titular.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;
const png = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

/** Everything the scope holds about the person of a request, as of this transaction. */
export async function gatherData(tx: Tx, solicitacao: SolicitacaoRow): Promise<DadosDoTitular> {
  const { organizacaoId, ambiente } = tx.scope;
  const titular = titularOf(solicitacao);
  const places = await placesOf(tx, titular);
  const documentos: DocumentoDoTitular[] = [];
  for (const place of [...places, ...(await formerPlacesOf(tx, titular))])
    documentos.push(await documentOf(tx, place, titular));
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
    pedidosDeFormulario: await formRequestsOf(tx, titular.email),
    linksDeModelo: await namedByLinks(tx, titular),
    autenticadorDesde: iso(autenticador?.criado_em ?? null),
    solicitacoes: await requestsOf(tx, titular.email),
  };
}

/** Phone numbers a person gave as a signer, without duplicates. */
export function phonesOf(places: readonly { telefone: string | null }[]): string[] {
  return [...new Set(places.flatMap(({ telefone }) => telefone ?? []))];
}

async function documentOf(
  tx: Tx,
  { documento_id: documentoId, signatario_id: signatarioId }: Place,
  titular: Titular,
): Promise<DocumentoDoTitular> {
  const [documento] = await tx.sql<DocumentoRow[]>`
    select ${columnsOf('documento')} from documento where id = ${documentoId} and ${tx.here()}`;
  const [signer] = await tx.sql<SignatarioRow[]>`
    select ${columnsOf('signatario')} from signatario where id = ${signatarioId} and documento_id = ${documentoId} and ${tx.here()}`;
  if (!documento || !signer) throw new Error('a signer without a document');
  const own = ownPart(await readTrail(tx, documentoId), signer, titular);
  return {
    id: documento.id,
    titulo: documento.titulo,
    status: documento.status,
    criadoEm: documento.criado_em.toISOString(),
    finalizadoEm: iso(documento.finalizado_em),
    codigoValidacao: documento.codigo_validacao,
    hashArquivo: documento.hash_publico ?? documento.arquivo_hash,
    signatario: { ...presentSigner(signer, own), ...(await partsOf(tx, signer, own)) },
    eventos: [...own.eventos],
  };
}

function presentSigner(row: SignatarioRow, own: OwnPart) {
  const { substituidoEm } = own;
  const noEnvio = sentAbout(row.envio_dados, own);
  const reference = own.shared ? NO_REFERENCE : presentOwnReference(row);
  return own.present
    ? { ...presentPresent(row), ...reference, substituidoEm, noEnvio }
    : { ...presentFormer(row, own), noEnvio };
}

function presentPresent(row: SignatarioRow) {
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
  };
}

/** What the sender refers to a place by, which stays as it was when another comes into it. */
const NO_REFERENCE = { referenciaExterna: null, metadados: {} };

/** Of somebody whose place another took: who they were; all else of it is the other's by now. */
function presentFormer({ id, funcao, metodo_entrega }: SignatarioRow, { people, substituidoEm }: OwnPart) {
  const last = people[0];
  return {
    ...{ id, funcao, substituidoEm, status: 'CANCELADO' as const, metodoEntrega: metodo_entrega },
    ...{ nome: last?.nome ?? null, email: last?.email ?? null, telefone: last?.telefone ?? null },
    ...{ cpf: last?.cpf ?? null, dataNascimento: last?.dataNascimento ?? null },
    ...{ ...NO_REFERENCE, clienteId: null, motivoRecusa: null, evidencia: null },
    ...{
      enviadoEm: null,
      visualizadoEm: null,
      autenticadoEm: null,
      assinadoEm: null,
      recusadoEm: null,
      aceitoEm: null,
    },
    ...{ paginasLidas: 0, leituraSegundos: 0 },
  };
}

const PERSONAL = ['nome', 'email', 'telefone', 'cpf', 'dataNascimento'] as const;

/** What was sent about the person: nothing if it was about another, and without what was another's. */
function sentAbout(dados: DadosNoEnvio | null, { people }: OwnPart): DadosNoEnvio | null {
  if (dados === null) return null;
  const isOwn = (name: (typeof PERSONAL)[number]) =>
    people.some((person) => person[name]?.toLowerCase() === dados[name]?.toLowerCase());
  const own = PERSONAL.filter((name) => dados[name] !== null && isOwn(name));
  if (own.length === 0) return null;
  return {
    ...dados,
    ...Object.fromEntries(PERSONAL.filter((name) => !own.includes(name)).map((name) => [name, null])),
  };
}

type Parts = Pick<
  DocumentoDoTitular['signatario'],
  'assinaturas' | 'camposPreenchidos' | 'fatoresCumpridos' | 'envios'
>;

/** What a signer drew, filled in, proved and was sent. */
async function partsOf(tx: Tx, signer: SignatarioRow, own: OwnPart): Promise<Parts> {
  const envios = await deliveriesTo(tx, signer, own);
  if (!own.present) return { assinaturas: [], camposPreenchidos: [], fatoresCumpridos: [], envios };
  const { id } = signer;
  const theirs = tx.sql`signatario_id = ${id} and ${tx.here()}`;
  const imagens = await tx.sql<Columns<'imagem_assinatura', 'uso' | 'png'>[]>`
    select uso, png from imagem_assinatura where ${theirs} order by uso`;
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
    envios,
  };
}

/** The links that went to the person: a place may have had those of another. */
async function deliveriesTo(
  tx: Tx,
  { id, documento_id }: SignatarioRow,
  { people }: OwnPart,
): Promise<Parts['envios']> {
  const contacts = people.flatMap(({ email, telefone }) => [email?.toLowerCase() ?? [], telefone ?? []].flat());
  const rows = await tx.sql<Columns<'link', 'canal' | 'destino' | 'criado_em'>[]>`
    select l.canal, l.destino, l.criado_em
      from link l
      join link_signatario ls on ls.link_id = l.id
     where ls.signatario_id = ${id} and ls.documento_id = ${documento_id}
       and ${tx.here('l')}
       and lower(coalesce(l.destino, l.pessoa)) = any(${contacts})
     order by l.criado_em`;
  return rows.map(({ canal, destino, criado_em }) => ({ canal, destino, criadoEm: criado_em.toISOString() }));
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
