import type {
  FatorAutenticacao,
  FuncaoSignatario,
  Lembrete,
  MetodoEntrega,
  NivelAssinatura,
  TipoCampo,
} from '@rubrica/contract';
import { toggled } from '../../../kit/list.ts';
import { newId } from '../../../kit/uuid.ts';

/**
 * What the editor edits, whatever it belongs to: people and fields of a document, roles and fields of a template.
 * Empty text stands for what is not given, so that inputs take it as it is.
 */

/** Who a field can belong to: a signer of a document, or a role of a template. */
export interface Party {
  readonly id: string;
  /** The person's name, or the role's. */
  readonly nome: string;
  readonly funcao: FuncaoSignatario;
  /** Turn, from 1 without gaps; equal turns act at the same time. */
  readonly ordem: number;
  readonly email: string;
  /** E.164, or what was typed so far. */
  readonly telefone: string;
  readonly cpf: string;
  /** `yyyy-mm-dd`. */
  readonly dataNascimento: string;
  readonly metodoEntrega: MetodoEntrega;
  /** Factors beyond the document's. */
  readonly reinforcement: readonly FatorAutenticacao[];
  readonly travarDados: boolean;
  /** Whether the person signs before the sender; of no account unless the link is handed over. */
  readonly presencial: boolean;
  /** Whether the person may pass the signature on to another. */
  readonly delegavel: boolean;
  /** Who of the registry it is; null for somebody typed. */
  readonly clienteId: string | null;
}

/** A rectangle on a page as seen, in fractions 0..1 of it, origin top left. */
export interface Place {
  readonly pagina: number;
  readonly x: number;
  readonly y: number;
  readonly largura: number;
  readonly altura: number;
}

export interface Field extends Place {
  /** Of this editor; the source knows which of its own it stands for. */
  readonly id: string;
  readonly tipo: TipoCampo;
  /** Null is filled by the sender and only read by who signs. */
  readonly holder: string | null;
  readonly z: number;
  readonly rotulo: string;
  readonly obrigatorio: boolean;
  readonly valorPadrao: string;
}

/** The rules of a document; a template has none, they are given when it is used. */
export interface Options {
  readonly titulo: string;
  readonly mensagem: string;
  readonly nivelAssinatura: NivelAssinatura;
  readonly fatoresExigidos: readonly FatorAutenticacao[];
  readonly ordenado: boolean;
  readonly recusavel: boolean;
  readonly pararSeRecusado: boolean;
  readonly lembrete: Lembrete | null;
  /** RFC 3339, or empty. */
  readonly prazoEm: string;
  /** Of the invitation; null is in the service's words. */
  readonly modeloEmailId: string | null;
  /** Where answers to the invitation go; empty is where the organization says. */
  readonly responderPara: string;
}

/** What is asked of everybody. */
export type Asked = Pick<Options, 'fatoresExigidos'>;

export interface Draft {
  readonly options: Options | null;
  readonly parts: readonly Party[];
  readonly campos: readonly Field[];
}

export const EMPTY_DRAFT: Draft = { options: null, parts: [], campos: [] };

/** Every factor a party has to fulfil. */
export const factorsOf = (party: Party, options: Asked | null): readonly FatorAutenticacao[] => [
  ...new Set([...(options?.fatoresExigidos ?? []), ...party.reinforcement]),
];

/** Whether a party signs in person, as far as the service takes that: with a link that is handed over. */
export const isInPerson = ({ presencial, metodoEntrega }: Pick<Party, 'presencial' | 'metodoEntrega'>): boolean =>
  presencial && metodoEntrega === 'LINK';

/** What is asked of everybody with a factor more or less; the last one stays, for the service asks for one at least. */
export function askedWith<A extends Asked>(asked: A, fator: FatorAutenticacao, on: boolean): A {
  const fatoresExigidos = toggled(asked.fatoresExigidos, fator, on);
  return fatoresExigidos.length > 0 ? { ...asked, fatoresExigidos } : asked;
}

export function newParty(ordem: number, overrides: Partial<Party> = {}): Party {
  return {
    id: newId(),
    nome: '',
    funcao: 'ASSINAR',
    ordem,
    email: '',
    telefone: '',
    cpf: '',
    dataNascimento: '',
    metodoEntrega: 'EMAIL',
    reinforcement: [],
    travarDados: false,
    presencial: false,
    delegavel: false,
    clienteId: null,
    ...overrides,
  };
}
