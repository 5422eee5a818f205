import type { Cliente, ClienteEntrada } from '@rubrica/contract';
import type { Party } from '../editor/state/types.ts';

/** What is typed of a person, wherever people are typed. */
export type Typed = Pick<Party, 'nome' | 'email' | 'telefone' | 'cpf' | 'dataNascimento'>;

/** Somebody of the registry as what would have been typed; what the registry does not know is empty. */
export const typedOf = (person: Cliente): Typed => ({
  nome: person.nome,
  email: person.email ?? '',
  telefone: person.telefone ?? '',
  cpf: person.cpf ?? '',
  dataNascimento: person.dataNascimento ?? '',
});

/** Who was chosen, as a change of the form: the way of delivery follows what there is. */
export const pickedOf = (person: Cliente) => ({
  ...typedOf(person),
  clienteId: person.id,
  ...(person.email === null && person.telefone !== null ? { metodoEntrega: 'SMS' as const } : {}),
});

/** What was typed as an entry of the registry; null while there is no name. */
export function entryOf({ nome, ...rest }: Typed): ClienteEntrada | null {
  if (nome.trim() === '') return null;
  const known = Object.entries(rest).filter(([, value]) => value.trim() !== '');
  return { nome: nome.trim(), ...Object.fromEntries(known) };
}
