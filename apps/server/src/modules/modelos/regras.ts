import { randomUUID } from 'node:crypto';
import type {
  CampoModelo,
  CampoModeloEntrada,
  DocumentoDeModeloEntrada,
  PapelModelo,
  PapelModeloEntrada,
} from '@rubrica/contract';
import { FATORES_ACEITOS, type FatorAutenticacao, FIELDS_MAX, SIGNERS_MAX } from '@rubrica/contract';
import { type FieldProblem, Problem } from '../../core/problem.ts';
import type { ModeloRow } from './store.ts';

/** A role as it will be stored. */
export function toPapel(entrada: PapelModeloEntrada): PapelModelo {
  return {
    id: (entrada.id ?? randomUUID()).toLowerCase(),
    rotulo: entrada.rotulo.trim(),
    funcao: entrada.funcao,
    ordem: entrada.ordem ?? 1,
    fatoresExigidos: entrada.fatoresExigidos ?? [],
  };
}

/** A field as it will be stored; with one role, an owner left out is that role. */
export function toCampo(entrada: CampoModeloEntrada, onlyRole: string | null): CampoModelo {
  const personal = entrada.tipo === 'ASSINATURA' || entrada.tipo === 'RUBRICA';
  const given = entrada.papelId;
  const owner = given === undefined || (given === null && personal) ? onlyRole : given;
  return {
    id: (entrada.id ?? randomUUID()).toLowerCase(),
    tipo: entrada.tipo,
    pagina: entrada.pagina,
    x: entrada.x,
    y: entrada.y,
    largura: entrada.largura,
    altura: entrada.altura,
    papelId: owner?.toLowerCase() ?? null,
    z: entrada.z ?? 0,
    rotulo: entrada.rotulo ?? null,
    obrigatorio: entrada.obrigatorio ?? true,
    valorPadrao: entrada.valorPadrao ?? null,
  };
}

/** @throws 422 LIMITE_EXCEDIDO over 50 roles or 500 fields: a document could not have as many signers or fields */
export function refuseTooMany(papeis: readonly unknown[], campos: readonly unknown[]): void {
  const erros = [
    ...(papeis.length > SIGNERS_MAX ? [{ campo: 'papeis', mensagem: `O limite é de ${SIGNERS_MAX} papéis.` }] : []),
    ...(campos.length > FIELDS_MAX ? [{ campo: 'campos', mensagem: `O limite é de ${FIELDS_MAX} campos.` }] : []),
  ];
  if (erros.length > 0)
    throw new Problem('422 LIMITE_EXCEDIDO', 'O modelo passa do que o contrato permite.', { erros });
}

const ROUNDING = 1e-9;

/** Everything wrong with a template's roles and fields, each problem with its place. */
export function checkModelo(
  papeis: readonly PapelModelo[],
  campos: readonly CampoModelo[],
  paginas: number,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const say = (campo: string, mensagem: string) => problems.push({ campo, mensagem });
  const ids = papeis.map(({ id }) => id);
  papeis.forEach((papel, index) => {
    if (ids.indexOf(papel.id) !== index) say(`papeis[${index}].id`, 'Este id se repete no pedido.');
    papel.fatoresExigidos.forEach((fator, place) => {
      if (!(FATORES_ACEITOS as readonly FatorAutenticacao[]).includes(fator)) {
        say(`papeis[${index}].fatoresExigidos[${place}]`, `O fator ${fator} ainda não está disponível.`);
      }
    });
  });
  const seen = new Set<string>();
  campos.forEach((campo, index) => {
    const path = `campos[${index}]`;
    if (seen.has(campo.id)) say(`${path}.id`, 'Este id se repete no pedido.');
    seen.add(campo.id);
    if (campo.pagina > paginas) say(`${path}.pagina`, `O PDF tem ${paginas} páginas.`);
    if (campo.x + campo.largura > 1 + ROUNDING) say(`${path}.largura`, 'O campo passa da borda direita da página.');
    if (campo.y + campo.altura > 1 + ROUNDING) say(`${path}.altura`, 'O campo passa do fim da página.');
    if (campo.papelId !== null && !ids.includes(campo.papelId)) say(`${path}.papelId`, 'Não há papel com este id.');
    if (campo.papelId === null && (campo.tipo === 'ASSINATURA' || campo.tipo === 'RUBRICA')) {
      say(`${path}.papelId`, `Um campo ${campo.tipo} precisa de um papel.`);
    }
  });
  return problems;
}

/** What a use of a template leaves out or adds: each variable and each role exactly once, nothing else. */
export function checkUse(
  modelo: Pick<ModeloRow, 'variaveis' | 'papeis'>,
  entrada: DocumentoDeModeloEntrada,
  undrawable: (text: string) => string[],
): FieldProblem[] {
  const given = new Map(Object.entries(entrada.variaveis ?? {}));
  const filled = (entrada.papeis ?? []).map(({ papelId }) => papelId.toLowerCase());
  const missing = modelo.variaveis.filter((nome) => !given.has(nome));
  return [
    ...missing.map((nome) => ({ campo: `variaveis.${nome}`, mensagem: 'O modelo pede esta variável.' })),
    ...[...given].flatMap(([nome, texto]) => {
      const campo = `variaveis.${nome}`;
      if (!modelo.variaveis.includes(nome)) return [{ campo, mensagem: 'O modelo não tem esta variável.' }];
      const characters = undrawable(texto);
      return characters.length === 0
        ? []
        : [{ campo, mensagem: `Não há como desenhar no PDF: ${characters.join(' ')}` }];
    }),
    ...filled.flatMap((papelId, index) => {
      const campo = `papeis[${index}].papelId`;
      if (!modelo.papeis.some(({ id }) => id === papelId)) return [{ campo, mensagem: 'O modelo não tem este papel.' }];
      return filled.indexOf(papelId) === index ? [] : [{ campo, mensagem: 'Este papel já foi preenchido.' }];
    }),
    ...modelo.papeis
      .filter(({ id }) => !filled.includes(id))
      .map(({ rotulo }) => ({ campo: 'papeis', mensagem: `Falta quem ocupe o papel ${rotulo}.` })),
  ];
}
