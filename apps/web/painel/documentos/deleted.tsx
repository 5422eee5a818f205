import { Button, Group, Text } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { DELETED_KEPT_MS } from '@rubrica/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { usePanel } from '../context.tsx';
import { Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { DocumentoTag } from '../parts/tag.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import styles from './deleted.module.css';
import { useChanged } from './queries.ts';

/** Days within which a deleted document can be brought back. */
export const GRACE_DAYS = DELETED_KEPT_MS / (24 * 3600_000);

interface Props {
  readonly documentos: readonly DocumentoResumo[];
  /** Fetches the next page; null where there is none. */
  readonly onMore: (() => unknown) | null;
  readonly busy: boolean;
}

/** Deleted documents, each with until when it can be brought back and the button that does it. */
export function DeletedDocuments({ documentos, onMore, busy }: Props) {
  const t = useDocumentos();
  const list = useRef<HTMLUListElement>(null);
  const restore = useRestore();
  const bringBack = (documento: DocumentoResumo) =>
    restore.mutate(documento, {
      // The row goes, and the button with it that had the focus.
      onSuccess: () => focusAfter(restore.reset, () => list.current),
    });
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.excluidos.explains(GRACE_DAYS)}
      </Text>
      <ul ref={list} tabIndex={-1} className={`plain-list ${styles.list}`} aria-label={t.excluidos.titulo}>
        {documentos.map((documento) => (
          <li key={documento.id} className={styles.row}>
            <span className={styles.title} dir="auto">
              {documento.titulo}
            </span>
            <DocumentoTag status={documento.status} />
            <Text size="sm">
              {t.excluidos.excluido} <Moment when={documento.excluidoEm ?? null} style="dia" />
              <br />
              <span className="muted">
                {t.excluidos.ate} <Moment when={goneAt(documento)} style="dia" />
              </span>
            </Text>
            <Button
              size="xs"
              variant="default"
              aria-label={t.excluidos.restoreThis(documento.titulo)}
              loading={restore.isPending && restore.variables.id === documento.id}
              onClick={() => bringBack(documento)}
            >
              {t.excluidos.restaurar}
            </Button>
          </li>
        ))}
      </ul>
      {onMore && (
        <Group justify="center">
          <Button variant="default" loading={busy} onClick={() => onMore()}>
            {t.excluidos.more}
          </Button>
        </Group>
      )}
    </>
  );
}

const goneAt = ({ excluidoEm }: DocumentoResumo): string | null =>
  excluidoEm === undefined ? null : new Date(Date.parse(excluidoEm) + DELETED_KEPT_MS).toISOString();

/** Brings a deleted document back, and tells so. */
export function useRestore() {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  return useMutation({
    mutationFn: ({ id }: Pick<DocumentoResumo, 'id'>) => client.restaurarDocumento({ params: { documentoId: id } }),
    onSuccess: (after) => {
      hasChanged.documento(after);
      notices.done(t.excluidos.restaurado);
    },
    onError: (error) => notices.erro(error),
  });
}
