import type { Finding } from '@rubrica/contract';
import type { Sql } from '../../core/sql.ts';
import { type Subject, Unknown, unverified } from './check.ts';
import { reasonOf } from './words.ts';

/** What the database says of something else. Where it says nothing, that is its own finding, and here unknown. */
export async function unlessReached(
  subject: Subject,
  ponto: string,
  look: (sql: Sql) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await look(await subject.owner());
  } catch (error) {
    if (error instanceof Unknown) return [unverified(ponto, error.message)];
    return [unverified(ponto, `O banco não respondeu: ${reasonOf(error)}.`)];
  }
}
