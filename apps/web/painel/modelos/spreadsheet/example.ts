import type { Modelo } from '@rubrica/contract';
import type { Textos } from '../../texts/pt/spreadsheet.ts';
import type { Rules } from '../filling.ts';
import { type Kind, kindOf } from '../variable.ts';
import type { Separator } from './read.ts';
import { csvOf } from './result.ts';
import { type Detail, type Target, targetsOf } from './targets.ts';

const OF_PERSON: Readonly<Record<Detail, readonly [string, string]>> = {
  nome: ['Marina Duarte Leal', 'José Prado'],
  email: ['marina.leal@exemplo.com.br', 'jose.prado@exemplo.com.br'],
  telefone: ['+55 11 98765-4321', '+55 19 98765-1234'],
  cpf: ['529.982.247-25', '111.444.777-35'],
  dataNascimento: ['12/04/1987', '03/11/1990'],
  metodoEntrega: ['E-mail', 'E-mail'],
};

const OF_VARIABLE: Readonly<Record<Kind, readonly [string, string]>> = {
  texto: ['Texto da primeira linha', 'Texto da segunda linha'],
  cpf: ['529.982.247-25', '111.444.777-35'],
  cnpj: ['11.222.333/0001-81', '11.222.333/0001-81'],
  'cpf-cnpj': ['529.982.247-25', '11.222.333/0001-81'],
  data: ['01/12/2026', '15/01/2027'],
  valor: ['2.350,00', '1.980,50'],
  email: ['contato@exemplo.com.br', 'vendas@exemplo.com.br'],
  telefone: ['(11) 3456-7890', '(19) 3456-7890'],
  cep: ['80010-000', '13010-000'],
};

/** The heading under which a target is found again. */
export function headerOf(destino: Target, t: Textos): string {
  if (destino.de === 'titulo') return t.columns.documentoTitle;
  return destino.de === 'variable' ? destino.nome : `${destino.papel}: ${t.dado[destino.dado]}`;
}

/** A spreadsheet with what this template needs and two invented lines. */
export function exampleOf(modelo: Modelo, rules: Rules, t: Textos, separator: Separator): string {
  const wanted = targetsOf(modelo, rules).filter((one) => one.de !== 'person' || one.needed);
  const line = (which: 0 | 1) =>
    wanted.map((destino) => {
      if (destino.de === 'titulo') return `${modelo.nome} — ${OF_PERSON.nome[which]}`;
      return destino.de === 'variable' ? OF_VARIABLE[kindOf(destino.nome)][which] : OF_PERSON[destino.dado][which];
    });
  return csvOf([wanted.map((destino) => headerOf(destino, t)), line(0), line(1)], separator);
}
