import { Button, Checkbox, Group, Text } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { DELETED_KEPT_MS } from '@rubrica/contract/limits';
import { useMemo, useRef, useState } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { useAddress } from '../parts/address.ts';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { DocumentoTag } from '../parts/tag.tsx';
import { Total } from '../parts/total.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import styles from './deleted.module.css';
import { NarrowingFields } from './filter-fields.tsx';
import { filtersOf, isFiltered, NO_FILTERS, narrowingOf, wantedOf } from './filters.ts';
import { NothingFound } from './nothing-found.tsx';
import { LIST } from './places.ts';
import { useList } from './queries.ts';
import { useRestore, useRestoreSeveral } from './restore.ts';

const DAY_MS = 24 * 3600_000;
/** Days within which a deleted document can be brought back. */
const GRACE_DAYS = DELETED_KEPT_MS / DAY_MS;

/** `/documentos/excluidos?estado=&busca=` */
export function Component() {
  const t = useDocumentos();
  const [query, put] = useAddress();
  const filters = useMemo(() => narrowingOf(filtersOf(query)), [query]);
  const list = useList(filters, { excluidos: true });
  const documentos = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  return (
    <Screen
      title={t.excluidos.titulo}
      above={{ to: LIST, label: t.titulo }}
      together={<Total count={list.data?.pages.at(-1)?.total} words={t.total} />}
    >
      <div className={styles.middle}>
        <Text c="dimmed">{t.excluidos.explains(GRACE_DAYS)}</Text>
        <NarrowingFields filters={filters} onFilters={(change) => put(wantedOf(change))} />
        {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
        {list.isPending && <Loading />}
        {list.data &&
          documentos.length === 0 &&
          (isFiltered(filters) ? (
            <NothingFound onClear={() => put(wantedOf(NO_FILTERS))} />
          ) : (
            <Empty drawing="bin" titulo={t.excluidos.blank} texto={t.excluidos.blankText} />
          ))}
        {documentos.length > 0 && (
          <DeletedDocuments
            key={query.toString()}
            documentos={documentos}
            onMore={list.hasNextPage && !list.isPlaceholderData ? list.fetchNextPage : null}
            busy={list.isFetchingNextPage}
            searching={list.isPlaceholderData}
          />
        )}
      </div>
    </Screen>
  );
}

interface Props {
  readonly documentos: readonly DocumentoResumo[];
  /** Fetches the next page; null where there is none. */
  readonly onMore: (() => unknown) | null;
  readonly busy: boolean;
  /** Whether others are on their way, in the place of these. */
  readonly searching: boolean;
}

/** Deleted documents, each with until when it can be brought back; one, or several chosen ones, are brought back at once. */
function DeletedDocuments({ documentos, onMore, busy, searching }: Props) {
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
              {t.excluidos.excluido} <Moment when={documento.excluidoEm ?? null} style="dia" />{' '}
              {documento.excluidoPor && <span dir="auto">{t.excluidos.by(documento.excluidoPor)}</span>}
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

const goneAt = ({ excluidoEm }: DocumentoResumo): string | null =>
  excluidoEm === undefined ? null : new Date(Date.parse(excluidoEm) + DELETED_KEPT_MS).toISOString();

/** Whole days until a document cannot be brought back any more; 0 on the last one. */
const daysLeft = (documento: DocumentoResumo): number =>
  Math.max(0, Math.floor((Date.parse(goneAt(documento) ?? '') - Date.now()) / DAY_MS) || 0);
