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
 * Responds with a picture of the first page of the readable document, with the page's size in a header.
 * @throws 404 if there is no picture; otherwise as reading the file does
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
 * Work done while the signing page itself is being sent: draws the picture the person will see first. It reveals
 * nothing, does not count as opening the link, and never rejects.
 */
export function createPreparation({ db, resolveLink, previews, log }: PrepareDeps) {
  return async (token: string): Promise<void> => {
    try {
      const { link, scope } = await resolveLink(token);
      const file = await db.read(scope, async (tx) => {
        const [...open] = openEntries(await loadSession(tx, link.id, 'read'));
        // In the order in which the page shows them: that of the envelope.
        open.sort((a, b) => inEnvelopeOrder(a.documento, b.documento));
        const next = open.find(({ signatario }) => signatario.leitura_concluida_em === null) ?? open[0];
        return next ? findFile(tx, next.documento.arquivo_id) : null;
      });
      if (file) await previews.prepare(file);
    } catch (error) {
      // The page itself will find out what is wrong with the link.
      if (!(error instanceof Problem)) log.warn({ err: error }, 'a signing page could not be prepared');
    }
  };
}
