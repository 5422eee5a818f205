import { type Ambiente, isLocalOrigin, originOfReturn, rule } from '@rubrica/contract';
import type { FieldProblem } from '../../core/problem.ts';

/** What is wrong with an origin, whatever the organization lists. @param origin null for what is none */
export function checkOrigin(origin: string | null, ambiente: Ambiente, campo: string): FieldProblem[] {
  if (origin === null) return [{ campo, ...rule('originForm') }];
  return ambiente === 'PRODUCAO' && isLocalOrigin(origin) ? [{ campo, ...rule('originLocal') }] : [];
}

/** The same for an address that people are sent back to. */
export function checkReturn(url: string | null, ambiente: Ambiente, campo: string): FieldProblem[] {
  if (url === null) return [];
  const origin = originOfReturn(url);
  return origin === null ? [{ campo, ...rule('returnForm') }] : checkOrigin(origin, ambiente, campo);
}
