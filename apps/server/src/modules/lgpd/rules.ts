import {
  CONCLUDED_RETENTION_MIN_DAYS,
  type DecisaoLgpdEntrada,
  type PoliticasRetencaoEntrada,
  type RETENTION_CATEGORIES,
  rule,
  type SolicitacaoLgpdEntrada,
} from '@rubrica/contract';
import { isCpf } from '@rubrica/contract/brazil';
import type { FieldProblem } from '../../core/problem.ts';

/** Every problem in a set of retention periods, each with its location in the body. */
export function politicasProblems({ politicas }: PoliticasRetencaoEntrada): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const concluido = politicas.find(({ categoria }) => categoria === 'CONCLUIDO')?.dias;
  for (const [index, { categoria, dias }] of politicas.entries()) {
    const place = `politicas[${index}]`;
    if (politicas.findIndex((other) => other.categoria === categoria) < index) {
      problems.push({
        campo: `${place}.categoria`,
        ...rule('categoryTwice', { categoria }),
      });
      continue;
    }
    if (categoria === 'CONCLUIDO' && dias < CONCLUDED_RETENTION_MIN_DAYS) {
      problems.push({
        campo: `${place}.dias`,
        ...rule('concludedTooShort', { n: CONCLUDED_RETENTION_MIN_DAYS }),
      });
    }
    if (categoria === 'CANCELADO_OU_EXPIRADO' && concluido !== undefined && dias > concluido) {
      problems.push({
        campo: `${place}.dias`,
        ...rule('longerThanConcluded'),
      });
    }
  }
  return problems;
}

/** What the schema's pattern cannot check: the CPF's check digits. */
export function solicitacaoProblems({ titular }: SolicitacaoLgpdEntrada): FieldProblem[] {
  if (titular.cpf === undefined || isCpf(titular.cpf)) return [];
  return [{ campo: 'titular.cpf', ...rule('cpf') }];
}

/** A refusal must give a reason; a confirmation must not. */
export function decisaoProblems({ decisao, motivo }: DecisaoLgpdEntrada): FieldProblem[] {
  if (decisao === 'RECUSAR' && motivo === undefined) {
    return [{ campo: 'motivo', ...rule('reasonNeeded') }];
  }
  if (decisao === 'CONFIRMAR' && motivo !== undefined) {
    return [{ campo: 'motivo', ...rule('reasonOnlyRefusing') }];
  }
  return [];
}

/** The columns of `politica_retencao` and `prazo_guarda`, by category. */
export const COLUMNS = {
  CONCLUIDO: 'concluido',
  RASCUNHO: 'rascunho',
  CANCELADO_OU_EXPIRADO: 'cancelado_ou_expirado',
  ENTREGA_WEBHOOK: 'entrega_webhook',
  REGISTRO_CHAMADA: 'registro_chamada',
} as const satisfies Record<(typeof RETENTION_CATEGORIES)[number], string>;
