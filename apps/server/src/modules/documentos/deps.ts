import type { Cursors } from '../../core/cursor.ts';
import type { UploadExaminer } from '../../core/pdf.ts';
import type { FileStore, Secrets } from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import type { Messenger } from '../mensagens/index.ts';
import type { LinkTokens } from './links.ts';

/** The dependencies of documents. */
export interface DocumentosDeps {
  readonly db: Database;
  readonly files: FileStore;
  readonly examiner: UploadExaminer;
  readonly tokens: LinkTokens;
  readonly cursors: Cursors;
  readonly secrets: Secrets;
  readonly messenger: Messenger;
  /** `{base_url}` of a scope's environment. */
  readonly baseUrlOf: (scope: Scope) => string;
  /** Characters of a text that the embedded fonts cannot draw. */
  readonly undrawable: (text: string) => string[];
}
