import { randomUUID } from 'node:crypto';
import type { CampoEntrada, SignatarioEntrada } from '@rubrica/contract';
import { FIELDS_MAX, isDrawn, rule, SIGNERS_MAX } from '@rubrica/contract';
import { digitsOf } from '@rubrica/contract/brazil';
import { Problem } from '../../core/problem.ts';
import type { Placed } from './anchors.ts';
import type { CampoRow, DocumentoRow, SignatarioRow } from './rows.ts';
import type { DraftField, DraftSigner } from './rules.ts';

/** Columns of a signer that a caller sets. */
export type NewSigner = Pick<
  SignatarioRow,
  | 'id'
  | 'funcao'
  | 'nome'
  | 'email'
  | 'telefone'
  | 'cpf'
  | 'data_nascimento'
  | 'metodo_entrega'
  | 'fatores_exigidos'
  | 'ordem'
  | 'travar_dados'
  | 'presencial'
  | 'delegavel'
  | 'cliente_id'
  | 'chave'
  | 'url_retorno'
  | 'referencia_externa'
  | 'metadados'
>;

/** Columns of a field that a caller sets. */
export type NewField = Omit<CampoRow, 'documento_id' | 'posicao'>;

/** A signer as stored: ids assigned, CPF without punctuation, names trimmed. */
export function toSigner(entrada: SignatarioEntrada): NewSigner {
  return {
    id: entrada.id ?? randomUUID(),
    funcao: entrada.funcao,
    nome: entrada.nome?.trim() ?? null,
    email: entrada.email ?? null,
    telefone: entrada.telefone ?? null,
    cpf: entrada.cpf === undefined ? null : digitsOf(entrada.cpf),
    data_nascimento: entrada.dataNascimento ?? null,
    metodo_entrega: entrada.metodoEntrega ?? 'EMAIL',
    fatores_exigidos: entrada.fatoresExigidos ?? null,
    ordem: entrada.ordem ?? null,
    travar_dados: entrada.travarDados ?? false,
    presencial: entrada.presencial ?? false,
    delegavel: entrada.delegavel ?? false,
    cliente_id: entrada.clienteId ?? null,
    chave: entrada.chave ?? null,
    url_retorno: entrada.urlRetorno ?? null,
    referencia_externa: entrada.referenciaExterna ?? null,
    metadados: entrada.metadados ?? {},
  };
}

/**
 * A field as stored. If the document has one signer, an omitted owner is that signer; a field that must be drawn
 * belongs to that signer even if the owner was given as null.
 */
export function toField(entrada: Placed<CampoEntrada>, onlySigner: string | null): NewField {
  const given = entrada.signatarioId;
  const owner = given === undefined || (given === null && isDrawn(entrada.tipo)) ? onlySigner : given;
  return {
    id: entrada.id ?? randomUUID(),
    signatario_id: owner ?? null,
    tipo: entrada.tipo,
    pagina: entrada.pagina,
    x: entrada.x,
    y: entrada.y,
    largura: entrada.largura,
    altura: entrada.altura,
    z: entrada.z ?? 0,
    rotulo: entrada.rotulo ?? null,
    obrigatorio: entrada.obrigatorio ?? true,
    valor_padrao: entrada.valorPadrao ?? null,
  };
}

export function draftSigner(row: NewSigner): DraftSigner {
  return {
    id: row.id,
    nome: row.nome,
    email: row.email,
    telefone: row.telefone,
    cpf: row.cpf,
    dataNascimento: row.data_nascimento,
    metodoEntrega: row.metodo_entrega,
    presencial: row.presencial,
    fatoresExigidos: row.fatores_exigidos,
    urlRetorno: row.url_retorno,
  };
}

export function draftField(row: NewField): DraftField {
  return {
    tipo: row.tipo,
    pagina: row.pagina,
    x: row.x,
    y: row.y,
    largura: row.largura,
    altura: row.altura,
    signatarioId: row.signatario_id,
    rotulo: row.rotulo,
    valorPadrao: row.valor_padrao,
  };
}

export function draftDocument(
  row: Pick<DocumentoRow, 'ambiente' | 'nivel_assinatura' | 'fatores_exigidos' | 'prazo_em' | 'expira_em'>,
) {
  return {
    ambiente: row.ambiente,
    nivelAssinatura: row.nivel_assinatura,
    fatoresExigidos: row.fatores_exigidos,
    prazoEm: row.prazo_em,
    expiraEm: row.expira_em,
  };
}

/** @throws 422 LIMITE_EXCEDIDO over 50 signers or 500 fields. */
export function refuseTooMany(signers: number, fields: number): void {
  const erros = [
    ...(signers > SIGNERS_MAX ? [{ campo: 'signatarios', ...rule('signerLimit', { n: SIGNERS_MAX }) }] : []),
    ...(fields > FIELDS_MAX ? [{ campo: 'campos', ...rule('fieldLimit', { n: FIELDS_MAX }) }] : []),
  ];
  if (erros.length > 0) throw new Problem('422 LIMITE_EXCEDIDO', rule('documentTooBig'), { erros });
}

/** A date-time in the request, or null. */
export const toDate = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);
