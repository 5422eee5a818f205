import type { Modelo } from '@rubrica/contract';
import { plain } from '../../../kit/plain.ts';
import { needsOf } from '../../editor/estado/regras.ts';
import { pessoasDe, type Regras } from '../preenchimento.ts';

/** What a line of a spreadsheet can say, and which column says it. */

export const DADOS = ['nome', 'email', 'telefone', 'cpf', 'dataNascimento', 'metodoEntrega'] as const;
export type Dado = (typeof DADOS)[number];

export type Destino =
  | { readonly id: string; readonly de: 'titulo' }
  | {
      readonly id: string;
      readonly de: 'pessoa';
      readonly papelId: string;
      readonly papel: string;
      readonly dado: Dado;
      /** Whether the role or the rules ask for it. */
      readonly preciso: boolean;
    }
  | { readonly id: string; readonly de: 'variavel'; readonly nome: string };

/** Where a value comes from: a column, by its place from 0, or one text for every line. */
export type Fonte =
  | { readonly de: 'coluna'; readonly indice: number }
  | { readonly de: 'fixo'; readonly valor: string };

/** By the target's id; what is not there is not given. */
export type Escolhas = Readonly<Record<string, Fonte>>;

/** The roles' names, told apart where two are called the same. */
export function rotulosDe({ papeis }: Pick<Modelo, 'papeis'>): ReadonlyMap<string, string> {
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
export function destinosDe(modelo: Pick<Modelo, 'papeis' | 'variaveis'>, regras: Regras): readonly Destino[] {
  const rotulos = rotulosDe(modelo);
  return [
    { id: 'titulo', de: 'titulo' },
    ...pessoasDe(modelo).flatMap((pessoa) => {
      const needs = needsOf(pessoa, regras);
      const papel = rotulos.get(pessoa.id) ?? '';
      return DADOS.map((dado): Destino => {
        const preciso = dado === 'nome' || needs.has(dado);
        return { id: `${pessoa.id} ${dado}`, de: 'pessoa', papelId: pessoa.id, papel, dado, preciso };
      });
    }),
    ...modelo.variaveis.map((nome): Destino => ({ id: `variavel ${nome}`, de: 'variavel', nome })),
  ];
}

/** What a heading may be called, in the languages of the panel, without blanks, signs and accents. */
const NAMES: Readonly<Record<Dado | 'titulo', readonly string[]>> = {
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
export function casadas(destinos: readonly Destino[], cabecalho: readonly string[]): Escolhas {
  const roles = new Set(destinos.flatMap((one) => (one.de === 'pessoa' ? [one.papelId] : [])));
  const heads = cabecalho.map((head) => [key(head), short(head)] as const);
  const found: [string, Fonte][] = [];
  const variables = new Set(destinos.flatMap((one) => (one.de === 'variavel' ? [key(one.nome)] : [])));
  for (const destino of destinos) {
    const wanted = headingsOf(destino, roles.size === 1);
    // A variable's column is taken for a person's datum only where that is needed: `cpf_locador` may be neither.
    const spared = destino.de === 'pessoa' && !destino.preciso ? variables : new Set<string>();
    const indice = heads.findIndex((head) => !spared.has(head[0]) && head.some((one) => one !== '' && wanted.has(one)));
    if (indice >= 0) found.push([destino.id, { de: 'coluna', indice }]);
  }
  return Object.fromEntries(found);
}

function headingsOf(destino: Destino, alone: boolean): ReadonlySet<string> {
  if (destino.de === 'variavel') return new Set([key(destino.nome)]);
  if (destino.de === 'titulo') return new Set(NAMES.titulo);
  const papel = key(destino.papel);
  return new Set(
    NAMES[destino.dado].flatMap((name) => [`${papel}${name}`, `${name}${papel}`, ...(alone ? [name] : [])]),
  );
}
