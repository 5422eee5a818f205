import type { FileReply, ResolvedLink } from '../../core/call.ts';
import type { Logger } from '../../core/log.ts';
import { notFound, Problem } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { findFile, type Previews } from '../arquivos/index.ts';
import { inEnvelopeOrder } from '../documentos/index.ts';
import { type FileCall, readableFile } from './routes.ts';
import { loadSession, openEntries } from './sessao.ts';

/**
 * Answers the picture of the first page of what the person may read, with the page's size in its head.
 * @throws 404 where there is no picture; whatever reading the file throws
 */
export function previewHandler(previews: Pick<Previews, 'read'>) {
  return async (call: FileCall): Promise<FileReply> => {
    const { file, documento } = await readableFile(call);
    const preview = await previews.read(file);
    if (!preview) throw notFound();
    const [page] = documento.geometria;
    const headers = page ? { 'x-page': `${page.width} ${page.height} ${page.userUnit}` } : {};
    return { ...preview, headers };
  };
}

export interface PrepareDeps {
  readonly db: Database;
  readonly resolveLink: (token: string) => Promise<{ link: ResolvedLink; scope: Scope }>;
  readonly previews: Pick<Previews, 'prepare'>;
  readonly log: Logger;
}

/**
 * What is done while the signing page itself is on its way to somebody: the picture they are going to see first is
 * drawn. It tells nobody anything, is no opening of the link, and never rejects.
 */
export function createPreparation({ db, resolveLink, previews, log }: PrepareDeps) {
  return async (token: string): Promise<void> => {
    try {
      const { link, scope } = await resolveLink(token);
      const file = await db.read(scope, async (tx) => {
        const [...open] = openEntries(await loadSession(tx, link.id, 'read'));
        // As the page goes through them: in the order of the envelope.
        open.sort((a, b) => inEnvelopeOrder(a.documento, b.documento));
        const next = open.find(({ signatario }) => signatario.leitura_concluida_em === null) ?? open[0];
        return next ? findFile(tx, next.documento.arquivo_id) : null;
      });
      if (file) await previews.prepare(file);
    } catch (error) {
      // Whatever is wrong with the link, the page finds out by itself.
      if (!(error instanceof Problem)) log.warn({ err: error }, 'a signing page could not be prepared');
    }
  };
}
