import type { LinkModeloAlteracao, LinkModeloEntrada } from '@rubrica/contract';
import { fromLocal } from '../parts/local-moment.ts';
import { type Filling, type Rules, requestOf } from './filling.ts';

/** A public link of a template as it is filled in, and the requests that make and change one. */

/** How long it takes answers, each as its input has it. */
export interface Reach {
  readonly titulo: string;
  readonly limite: string;
  readonly expiraEm: string;
}

export interface LinkFilling extends Reach {
  /** Whom visitors are. */
  readonly papelId: string;
  /** One a role of the template; whoever is in the visitors' is left out. */
  readonly persons: Filling['persons'];
  readonly variaveis: Filling['variaveis'];
  readonly prazoDias: string;
  readonly rules: Rules;
}

/** Everybody but the visitors. */
export const othersIn = ({ persons, papelId }: Pick<LinkFilling, 'persons' | 'papelId'>) =>
  persons.filter(({ id }) => id !== papelId);

/** Digits are all that a count is made of. */
export const digits = (typed: string): string => typed.replace(/\D/g, '');

export function linkRequestOf(filling: LinkFilling): LinkModeloEntrada {
  const { papelId, titulo, limite, expiraEm, prazoDias, rules, variaveis } = filling;
  const {
    papeis,
    titulo: _own,
    ...documento
  } = requestOf({ titulo: '', persons: othersIn(filling), variaveis }, rules);
  const until = fromLocal(expiraEm);
  return {
    titulo: titulo.trim(),
    papelId,
    ...(limite === '' ? {} : { limite: Number(limite) }),
    ...(until === null ? {} : { expiraEm: until }),
    documento: {
      ...documento,
      // Each document has people of its own, whoever they are in the book of contacts.
      papeis: (papeis ?? []).map(({ clienteId: _contact, ...person }) => person),
      ...(prazoDias === '' ? {} : { prazoDias: Number(prazoDias) }),
    },
  };
}

/** Only what is another now. */
export function linkChangesOf(before: Reach, after: Reach): LinkModeloAlteracao {
  return {
    ...(after.titulo.trim() === before.titulo ? {} : { titulo: after.titulo.trim() }),
    ...(after.limite === before.limite ? {} : { limite: after.limite === '' ? null : Number(after.limite) }),
    ...(after.expiraEm === before.expiraEm ? {} : { expiraEm: fromLocal(after.expiraEm) }),
  };
}
