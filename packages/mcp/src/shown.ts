import type { Documento, EventoAuditoria, Modelo, Signatario } from '@rubrica/sdk';

/**
 * What assistants are shown. Whoever runs the model reads it too, so nothing by which one could sign (links), and no more of
 * a person than it takes to tell them apart: no CPF, birth date or telephone, no network address.
 */

const telephoneShown = (telefone: string): string => `telefone com final ${telefone.slice(-2)}`;

/** How a person is reached, as far as it takes to tell who that is. */
export function contactShown({ metodoEntrega, email, telefone }: Signatario): string {
  if (metodoEntrega === 'LINK') return 'por um link, que o painel mostra';
  const contact = metodoEntrega === 'EMAIL' ? email : telefone && telephoneShown(telefone);
  return contact ?? 'sem contato';
}

/** Who acted, in the trail: a telephone stands for whoever has no name. */
const actorShown = (ator: string | null): string | null => ator?.replace(/\+\d{8,15}/, telephoneShown) ?? null;

const signerShown = (signatario: Signatario) => ({
  signatarioId: signatario.id,
  nome: signatario.nome,
  email: signatario.email,
  funcao: signatario.funcao,
  ordem: signatario.ordem,
  metodoEntrega: signatario.metodoEntrega,
  presencial: signatario.presencial,
  delegavel: signatario.delegavel,
  status: signatario.status,
  fatoresExigidos: signatario.fatoresExigidos,
  fatoresCumpridos: signatario.fatoresCumpridos,
  enviadoEm: signatario.enviadoEm,
  visualizadoEm: signatario.visualizadoEm,
  assinadoEm: signatario.assinadoEm,
  motivoRecusa: signatario.motivoRecusa,
});

/** A document in a list. */
export const documentShown = (documento: Omit<Documento, 'campos' | 'conteudoAtivo'>) => ({
  documentoId: documento.id,
  titulo: documento.titulo,
  status: documento.status,
  prazoEm: documento.prazoEm,
  criadoEm: documento.criadoEm,
  enviadoEm: documento.enviadoEm,
  finalizadoEm: documento.finalizadoEm,
  codigoValidacao: documento.codigoValidacao,
  referenciaExterna: documento.referenciaExterna,
  signatarios: documento.signatarios.map(signerShown),
});

/** A document by itself: with what is said to those who sign, and which fields each has. */
export const wholeDocumentShown = (documento: Documento) => ({
  ...documentShown(documento),
  descricao: documento.descricao,
  mensagem: documento.mensagem,
  ordenado: documento.ordenado,
  nivelAssinatura: documento.nivelAssinatura,
  fatoresExigidos: documento.fatoresExigidos,
  expiraEm: documento.expiraEm,
  paginas: documento.paginas,
  campos: documento.campos.map((campo) => ({
    tipo: campo.tipo,
    pagina: campo.pagina,
    x: campo.x,
    y: campo.y,
    largura: campo.largura,
    altura: campo.altura,
    signatarioId: campo.signatarioId,
    rotulo: campo.rotulo,
    obrigatorio: campo.obrigatorio,
  })),
});

/** An event of the trail: what, who and when. */
export const eventShown = ({ acao, tipoAtor, ator, ocorridoEm, hash }: EventoAuditoria) => ({
  acao,
  tipoAtor,
  ator: actorShown(ator),
  ocorridoEm,
  hash,
});

/** A template, with what a document of it needs. */
export const templateShown = ({ id, nome, descricao, paginas, variaveis, papeis }: Modelo) => ({
  modeloId: id,
  nome,
  descricao,
  paginas,
  variaveis,
  papeis: papeis.map(({ id: papelId, rotulo, funcao, ordem }) => ({ papelId, rotulo, funcao, ordem })),
});
