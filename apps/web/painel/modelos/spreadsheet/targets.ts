import type { Modelo } from '@rubrica/contract';
import { plain } from '../../../kit/plain.ts';
import { needsOf } from '../../editor/state/rules.ts';
import { personsOf, type Rules } from '../filling.ts';

/** What a line of a spreadsheet can say, and which column says it. */

export const DETAILS = ['nome', 'email', 'telefone', 'cpf', 'dataNascimento', 'metodoEntrega'] as const;
export type Detail = (typeof DETAILS)[number];

export type Target =
  | { readonly id: string; readonly de: 'titulo' }
  | {
      readonly id: string;
      readonly de: 'person';
      readonly papelId: string;
      readonly papel: string;
      readonly dado: Detail;
      /** Whether the role or the rules ask for it. */
      readonly needed: boolean;
    }
  | { readonly id: string; readonly de: 'variable'; readonly nome: string };

/** Where a value comes from: a column, by its place from 0, or one text for every line. */
export type Source =
  | { readonly de: 'column'; readonly index: number }
  | { readonly de: 'fixed'; readonly valor: string };

/** By the target's id; what is not there is not given. */
export type Choices = Readonly<Record<string, Source>>;

/** The roles' names, told apart where two are called the same. */
export function labelsOf({ papeis }: Pick<Modelo, 'papeis'>): ReadonlyMap<string, string> {
  const times = new Map<string, number>();
  return new Map(
    papeis.map(({ id, rotulo }) => {
      const time = (times.get(rotulo) ?? 0) + 1;
      times.set(rotulo, time);
      return [id, time === 1 ? rotulo : `${rotulo} (${time})`];
    }),
  );
}

/** Everything a line can say for this template. */
export function targetsOf(modelo: Pick<Modelo, 'papeis' | 'variaveis'>, rules: Rules): readonly Target[] {
  const labels = labelsOf(modelo);
  return [
    { id: 'titulo', de: 'titulo' },
    ...personsOf(modelo).flatMap((person) => {
      const needs = needsOf(person, rules);
      const papel = labels.get(person.id) ?? '';
      return DETAILS.map((dado): Target => {
        const needed = dado === 'nome' || needs.has(dado);
        return { id: `${person.id} ${dado}`, de: 'person', papelId: person.id, papel, dado, needed };
      });
    }),
    ...modelo.variaveis.map((nome): Target => ({ id: `variavel ${nome}`, de: 'variable', nome })),
  ];
}

/** What a heading may be called, in the languages of the panel, without blanks, signs and accents. */
const NAMES: Readonly<Record<Detail | 'titulo', readonly string[]>> = {
  titulo: ['titulo', 'titulododocumento', 'title', 'documenttitle', 'titulodeldocumento'],
  nome: ['nome', 'nomecompleto', 'name', 'fullname', 'nombre', 'nombrecompleto'],
  email: ['email', 'mail', 'correo', 'correoelectronico'],
  telefone: ['celular', 'telefone', 'fone', 'mobile', 'phone', 'movil', 'telefono'],
  cpf: ['cpf'],
  dataNascimento: ['nascimento', 'datadenascimento', 'dateofbirth', 'birthdate', 'nacimiento', 'fechadenacimiento'],
  metodoEntrega: ['convitepor', 'entrega', 'invitedby', 'delivery', 'invitacionpor'],
};

const key = (text: string): string => plain(text).replace(/[^\p{L}\p{N}]/gu, '');

/** `Nome do locatário` without the words between. */
const short = (text: string): string => key(text.replace(/\b(d[aeo]s?|del?|of|the|la|el)\b/gi, ''));

/** The columns that say by their heading what they are for. One may serve several targets. */
export function matched(targets: readonly Target[], header: readonly string[]): Choices {
  const roles = new Set(targets.flatMap((one) => (one.de === 'person' ? [one.papelId] : [])));
  const heads = header.map((head) => [key(head), short(head)] as const);
  const found: [string, Source][] = [];
  const variables = new Set(targets.flatMap((one) => (one.de === 'variable' ? [key(one.nome)] : [])));
  for (const destino of targets) {
    const wanted = headingsOf(destino, roles.size === 1);
    // A variable's column is taken for a person's datum only where that is needed: `cpf_locador` may be neither.
    const spared = destino.de === 'person' && !destino.needed ? variables : new Set<string>();
    const index = heads.findIndex((head) => !spared.has(head[0]) && head.some((one) => one !== '' && wanted.has(one)));
    if (index >= 0) found.push([destino.id, { de: 'column', index }]);
  }
  return Object.fromEntries(found);
}

function headingsOf(destino: Target, alone: boolean): ReadonlySet<string> {
  if (destino.de === 'variable') return new Set([key(destino.nome)]);
  if (destino.de === 'titulo') return new Set(NAMES.titulo);
  const papel = key(destino.papel);
  return new Set(
    NAMES[destino.dado].flatMap((name) => [`${papel}${name}`, `${name}${papel}`, ...(alone ? [name] : [])]),
  );
}
