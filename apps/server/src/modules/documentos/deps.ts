import type { Cursors } from '../../core/cursor.ts';
import type { TextFinder, UploadExaminer } from '../../core/pdf.ts';
import type { FileStore, Secrets } from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import type { Pictures } from '../arquivos/index.ts';
import type { Messenger } from '../mensagens/index.ts';
import type { EditingTokens } from './editing-tokens.ts';
import type { SendingDeps } from './enviar.ts';

/** The dependencies of documents. */
export interface DocumentosDeps extends SendingDeps {
  readonly db: Database;
  readonly files: FileStore;
  /** For temporary files. */
  readonly workDirectory: string;
  readonly examiner: UploadExaminer;
  readonly finder: TextFinder;
  readonly pictures: Pictures;
  readonly cursors: Cursors;
  readonly secrets: Secrets;
  readonly messenger: Messenger;
  /** `{base_url}` of a scope's environment. */
  readonly publicUrl: string;
  readonly editing: EditingTokens;
  readonly baseUrlOf: (scope: Scope) => string;
  /** Characters of a text that the embedded fonts cannot draw. */
  readonly undrawable: (text: string) => string[];
}
