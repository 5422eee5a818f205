import type { Campo, ConteudoAtivo, Documento, DocumentoResumo, Signatario } from '@rubrica/contract';
import { fulfilments } from './fatores.ts';
import type { LinkTokens } from './links.ts';
import { presentOwnReference } from './own-reference.ts';
import { requiredFactors } from './people.ts';
import type { Aggregate, CampoRow, DocumentoResumoRow, DocumentoRow, FatorRow, SignatarioRow } from './rows.ts';
import { toldOf } from './tags.ts';

const iso = (date: Date | null): string | null => (date === null ? null : date.toISOString());

export function presentCampo(row: CampoRow): Campo {
  return {
    id: row.id,
    tipo: row.tipo,
    pagina: row.pagina,
    x: row.x,
    y: row.y,
    largura: row.largura,
    altura: row.altura,
    signatarioId: row.signatario_id,
    z: row.z,
    rotulo: row.rotulo,
    obrigatorio: row.obrigatorio,
    valorPadrao: row.valor_padrao,
  };
}

/** @param link id of the valid link, for a signer with method LINK in a full response. */
export function presentSignatario(
  documento: Pick<DocumentoRow, 'fatores_exigidos'>,
  row: SignatarioRow,
  fatores: readonly FatorRow[],
  link: string | undefined,
  tokens: LinkTokens,
): Signatario {
  return {
    id: row.id,
    funcao: row.funcao,
    nome: row.nome,
    email: row.email,
    telefone: row.telefone,
    cpf: row.cpf,
    dataNascimento: row.data_nascimento,
    metodoEntrega: row.metodo_entrega,
    fatoresExigidos: requiredFactors(documento, row),
    ordem: row.ordem,
    travarDados: row.travar_dados,
    presencial: row.presencial,
    delegavel: row.delegavel,
    delegadoDe: row.delegado_de,
    clienteId: row.cliente_id,
    chave: row.chave,
    urlRetorno: row.url_retorno,
    ...presentOwnReference(row),
    status: row.status,
    ...(link !== undefined && row.metodo_entrega === 'LINK' && tokens.knows(link) ? { link: tokens.urlOf(link) } : {}),
    enviadoEm: iso(row.enviado_em),
    visualizadoEm: iso(row.visualizado_em),
    assinadoEm: iso(row.assinado_em),
    motivoRecusa: row.motivo_recusa,
    fatoresCumpridos: fulfilments(row, fatores).map(({ fator }) => fator),
  };
}

/**
 * The document as shown in listings: without fields, and without anyone's personal link. The status is the stored one,
 * by which listings filter and count: until the sweep runs, seconds later, an overdue document shows its previous
 * status, but no operation treats it as open.
 */
export function presentResumo(
  row: DocumentoResumoRow,
  signatarios: readonly SignatarioRow[],
  fatores: readonly FatorRow[],
  tokens: LinkTokens,
  links: ReadonlyMap<string, string> = new Map(),
): DocumentoResumo {
  return {
    id: row.id,
    titulo: row.titulo,
    descricao: row.descricao,
    status: row.status,
    nivelAssinatura: row.nivel_assinatura,
    fatoresExigidos: row.fatores_exigidos,
    pastaId: row.pasta_id,
    envelopeId: row.envelope_id,
    ordenado: row.ordenado,
    recusavel: row.recusavel,
    pararSeRecusado: row.parar_se_recusado,
    mensagem: row.mensagem,
    lembrete: row.lembrete,
    prazoEm: iso(row.prazo_em),
    expiraEm: iso(row.expira_em),
    modeloEmailId: row.modelo_email_id,
    responderPara: row.responder_para,
    ...presentOwnReference(row),
    paginas: row.paginas,
    codigoValidacao: row.codigo_validacao,
    criadoPor: row.criado_por,
    criadoEm: row.criado_em.toISOString(),
    atualizadoEm: row.atualizado_em.toISOString(),
    enviadoEm: iso(row.enviado_em),
    finalizadoEm: iso(row.finalizado_em),
    ...(row.excluido_em ? { excluidoEm: row.excluido_em.toISOString() } : {}),
    signatarios: signatarios.map((signatario) =>
      presentSignatario(row, signatario, fatores, links.get(signatario.id), tokens),
    ),
  };
}

export function presentDocumento(
  { documento, signatarios, campos }: Aggregate,
  fatores: readonly FatorRow[],
  links: ReadonlyMap<string, string>,
  tokens: LinkTokens,
  conteudoAtivo: readonly ConteudoAtivo[],
): Documento {
  return {
    ...presentResumo(documento, signatarios, fatores, tokens, links),
    campos: campos.map(presentCampo),
    conteudoAtivo: toldOf(documento, conteudoAtivo),
  };
}
