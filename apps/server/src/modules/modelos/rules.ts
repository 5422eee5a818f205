import { randomUUID } from 'node:crypto';
import type {
  CampoModelo,
  CampoModeloEntrada,
  DocumentoDeModeloEntrada,
  PapelModelo,
  PapelModeloEntrada,
  Rule,
} from '@rubrica/contract';
import { ACCEPTED_FACTORS, type FatorAutenticacao, FIELDS_MAX, isDrawn, rule, SIGNERS_MAX } from '@rubrica/contract';
import { checkDrawable } from '../../core/drawable.ts';
import { type FieldProblem, Problem } from '../../core/problem.ts';
import type { Placed } from '../documentos/index.ts';
import type { ModeloRow } from './store.ts';

/** A role as stored. */
export function toPapel(entrada: PapelModeloEntrada): PapelModelo {
  return {
    id: entrada.id ?? randomUUID(),
    rotulo: entrada.rotulo.trim(),
    funcao: entrada.funcao,
    ordem: entrada.ordem ?? 1,
    fatoresExigidos: entrada.fatoresExigidos ?? [],
  };
}

/** A field as stored; if there is one role, an omitted owner is that role. */
export function toCampo(entrada: Placed<CampoModeloEntrada>, onlyRole: string | null): CampoModelo {
  const given = entrada.papelId;
  const owner = given === undefined || (given === null && isDrawn(entrada.tipo)) ? onlyRole : given;
  return {
    id: entrada.id ?? randomUUID(),
    tipo: entrada.tipo,
    pagina: entrada.pagina,
    x: entrada.x,
    y: entrada.y,
    largura: entrada.largura,
    altura: entrada.altura,
    papelId: owner ?? null,
    z: entrada.z ?? 0,
    rotulo: entrada.rotulo ?? null,
    obrigatorio: entrada.obrigatorio ?? true,
    valorPadrao: entrada.valorPadrao ?? null,
  };
}

/**
 * @throws 422 LIMITE_EXCEDIDO over 50 roles or 500 fields, because a document could not have that many signers or
 * fields
 */
export function refuseTooMany(papeis: readonly unknown[], campos: readonly unknown[]): void {
  const erros = [
    ...(papeis.length > SIGNERS_MAX ? [{ campo: 'papeis', ...rule('roleLimit', { n: SIGNERS_MAX }) }] : []),
    ...(campos.length > FIELDS_MAX ? [{ campo: 'campos', ...rule('fieldLimit', { n: FIELDS_MAX }) }] : []),
  ];
  if (erros.length > 0) throw new Problem('422 LIMITE_EXCEDIDO', rule('templateTooBig'), { erros });
}

const ROUNDING = 1e-9;

/** Everything wrong with a template's roles and fields, each problem with its location. */
export function checkModelo(
  papeis: readonly PapelModelo[],
  campos: readonly CampoModelo[],
  paginas: number,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const say = (campo: string, said: Rule) => problems.push({ campo, ...said });
  const ids = papeis.map(({ id }) => id);
  papeis.forEach((papel, index) => {
    if (ids.indexOf(papel.id) !== index) say(`papeis[${index}].id`, rule('idTwice'));
    papel.fatoresExigidos.forEach((fator, place) => {
      if (!(ACCEPTED_FACTORS as readonly FatorAutenticacao[]).includes(fator)) {
        say(
          `papeis[${index}].fatoresExigidos[${place}]`,
          rule('factorOffered', { fator, fatores: ACCEPTED_FACTORS.join(', ') }),
        );
      }
    });
  });
  const seen = new Set<string>();
  campos.forEach((campo, index) => {
    const path = `campos[${index}]`;
    if (seen.has(campo.id)) say(`${path}.id`, rule('idTwice'));
    seen.add(campo.id);
    if (campo.pagina > paginas) say(`${path}.pagina`, rule(paginas === 1 ? 'onePage' : 'pages', { n: paginas }));
    if (campo.x + campo.largura > 1 + ROUNDING) say(`${path}.largura`, rule('beyondRight'));
    if (campo.y + campo.altura > 1 + ROUNDING) say(`${path}.altura`, rule('beyondBottom'));
    if (campo.papelId !== null && !ids.includes(campo.papelId)) say(`${path}.papelId`, rule('noSuchRole'));
    if (campo.papelId === null && isDrawn(campo.tipo)) {
      say(`${path}.papelId`, rule('roleNeeded', { tipo: campo.tipo }));
    }
  });
  return problems;
}

/** What a use of a template omits or adds: each variable and each role is required exactly once, and nothing else. */
export function checkUse(
  modelo: Pick<ModeloRow, 'variaveis' | 'papeis'>,
  entrada: DocumentoDeModeloEntrada,
  undrawable: (text: string) => string[],
): FieldProblem[] {
  const given = new Map(Object.entries(entrada.variaveis ?? {}));
  const filled = (entrada.papeis ?? []).map(({ papelId }) => papelId);
  const missing = modelo.variaveis.filter((nome) => !given.has(nome));
  return [
    ...missing.map((nome) => ({ campo: `variaveis.${nome}`, ...rule('variableMissing') })),
    ...[...given].flatMap(([nome, texto]): FieldProblem[] => {
      const campo = `variaveis.${nome}`;
      if (!modelo.variaveis.includes(nome)) return [{ campo, ...rule('variableUnknown') }];
      return checkDrawable([[campo, texto]], undrawable);
    }),
    ...filled.flatMap((papelId, index): FieldProblem[] => {
      const campo = `papeis[${index}].papelId`;
      if (!modelo.papeis.some(({ id }) => id === papelId)) return [{ campo, ...rule('roleUnknown') }];
      return filled.indexOf(papelId) === index ? [] : [{ campo, ...rule('roleFilled') }];
    }),
    ...modelo.papeis
      .filter(({ id }) => !filled.includes(id))
      .map(({ rotulo }) => ({ campo: 'papeis', ...rule('roleEmpty', { rotulo }) })),
  ];
}
