import { randomUUID } from 'node:crypto';
import type { ClienteAlteracao, ClienteEntrada } from '@rubrica/contract';
import { digitsOf } from '@rubrica/contract/brazil';
import { checkDrawable, type Undrawable } from '../../core/drawable.ts';
import { checkPerson } from '../../core/person.ts';
import { refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { type ClienteData, type ClienteRow, insertCliente, updateCliente } from './store.ts';

const NOTHING = {
  email: null,
  telefone: null,
  cpf: null,
  data_nascimento: null,
  referencia_externa: null,
  metadados: {},
} satisfies Omit<ClienteData, 'nome'>;

/**
 * Keeps a person in the registry.
 * @throws 400 ENTRADA_INVALIDA, 409 CONFLITO if somebody else has the e-mail
 */
export function criarCliente(tx: Tx, entrada: ClienteEntrada, undrawable: Undrawable): Promise<ClienteRow> {
  const data = merged({ nome: entrada.nome, ...NOTHING }, entrada);
  refuseWrong(data, tx.now, undrawable);
  return insertCliente(tx, randomUUID(), data);
}

/**
 * Changes what the body names; null erases.
 * @param row the person, locked
 * @throws as above
 */
export function alterarCliente(
  tx: Tx,
  row: ClienteRow,
  alteracao: ClienteAlteracao,
  undrawable: Undrawable,
): Promise<ClienteRow> {
  const { id, criado_em: _, usado_em: __, ...before } = row;
  const data = merged(before, alteracao);
  refuseWrong(data, tx.now, undrawable);
  return updateCliente(tx, id, data);
}

function merged(before: ClienteData, body: ClienteAlteracao): ClienteData {
  const or = <T>(given: T | undefined, kept: T): T => (given === undefined ? kept : given);
  return {
    nome: or(body.nome, before.nome).trim(),
    email: or(body.email, before.email),
    telefone: or(body.telefone, before.telefone),
    cpf: or(body.cpf && digitsOf(body.cpf), before.cpf),
    data_nascimento: or(body.dataNascimento, before.data_nascimento),
    referencia_externa: or(body.referenciaExterna, before.referencia_externa),
    metadados: or(body.metadados, before.metadados) ?? {},
  };
}

function refuseWrong(data: ClienteData, now: Date, undrawable: Undrawable): void {
  const { cpf, telefone, data_nascimento: dataNascimento } = data;
  refuseInvalid([
    ...checkPerson({ cpf, telefone, dataNascimento }, (name) => name, now),
    ...checkDrawable([['nome', data.nome]], undrawable),
  ]);
}
