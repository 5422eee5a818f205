import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { DELETED_KEPT_MS } from '@rubrica/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
  /** Whether others are on their way, in the place of these. */
  readonly searching: boolean;
}

/** Deleted documents, each with until when it can be brought back; one, or several chosen ones, are brought back at once. */
export function DeletedDocuments({ documentos, onMore, busy, searching }: Props) {
  const t = useDocumentos();
  const list = useRef<HTMLUListElement>(null);
  const restore = useRestore();
  const several = useRestoreSeveral();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = documentos.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], wanted: boolean) =>
    setChosen((before) => new Set(wanted ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  // The rows go, and the button with them that had the focus.
  const bringBack = (documento: DocumentoResumo) =>
    restore.mutate(documento, { onSuccess: () => focusAfter(restore.reset, () => list.current) });
  const bringBackChosen = () =>
    several.mutate(selected, {
      onSettled: () =>
        focusAfter(
          () => setChosen(new Set()),
          () => list.current,
        ),
    });
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.excluidos.explains(GRACE_DAYS)}
      </Text>
      <Group gap="sm" className={styles.head}>
        <Checkbox
          label={selected.length > 0 ? t.batch.selected(selected.length) : t.excluidos.chooseAll}
          checked={documentos.length > 0 && selected.length === documentos.length}
          indeterminate={selected.length > 0 && selected.length < documentos.length}
          onChange={(event) =>
            choose(
              documentos.map(({ id }) => id),
              event.currentTarget.checked,
            )
          }
        />
        {selected.length > 0 && (
          <Button size="xs" loading={several.isPending} onClick={bringBackChosen}>
            {t.excluidos.restoreOnes(selected.length)}
          </Button>
        )}
      </Group>
      <ul
        ref={list}
        tabIndex={-1}
        className="plain-list framed-list"
        aria-label={t.excluidos.titulo}
        aria-busy={searching}
      >
        {documentos.map((documento) => (
          <li key={documento.id} className={styles.row}>
            <Checkbox
              aria-label={t.excluidos.choose(documento.titulo)}
              checked={chosen.has(documento.id)}
              onChange={(event) => choose([documento.id], event.currentTarget.checked)}
            />
            <span className={styles.title} dir="auto">
              {documento.titulo}
            </span>
            <DocumentoTag status={documento.status} />
            <Text size="sm">
              {t.excluidos.excluido} <Moment when={documento.excluidoEm ?? null} style="dia" />
              <br />
              <span className="muted">
                {t.excluidos.ate} <Moment when={goneAt(documento)} style="dia" /> (
                {t.excluidos.daysLeft(daysLeft(documento))})
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

const DAY_MS = 24 * 3600_000;

const goneAt = ({ excluidoEm }: DocumentoResumo): string | null =>
  excluidoEm === undefined ? null : new Date(Date.parse(excluidoEm) + DELETED_KEPT_MS).toISOString();

/** Whole days until a document cannot be brought back any more; 0 on the last one. */
const daysLeft = (documento: DocumentoResumo): number =>
  Math.max(0, Math.floor((Date.parse(goneAt(documento) ?? '') - Date.now()) / DAY_MS) || 0);

/** Restores several, one after the other; one that is refused does not stop the others. */
function useRestoreSeveral() {
  const t = useDocumentos();
  const { patient } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  return useMutation({
    async mutationFn(documentos: readonly DocumentoResumo[]) {
      let done = 0;
      for (const { id } of documentos) {
        try {
          hasChanged.documento(await patient.restaurarDocumento({ params: { documentoId: id } }));
          done += 1;
        } catch (error) {
          notices.erro(error);
        }
      }
      return done;
    },
    onSuccess: (done) => {
      if (done > 0) notices.done(t.excluidos.restoredOnes(done));
    },
  });
}

/** Restores a deleted document, and says so. */
export function useRestore() {
  const t = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useChanged();
  return useMutation({
    mutationFn: ({ id }: Pick<DocumentoResumo, 'id'>) => client.restaurarDocumento({ params: { documentoId: id } }),
    onSuccess: (after) => {
      hasChanged.documento(after);
      notices.done(t.excluidos.restored);
    },
    onError: (error) => notices.erro(error),
  });
}
