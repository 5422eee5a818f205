import { Checkbox, Menu } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Thumbnail } from '../parts/page-picture.tsx';
import { DocumentoTag } from '../parts/tag.tsx';
import { TitleLink } from '../parts/title-link.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { RowMenu } from './actions.tsx';
import { useDownload } from './download.ts';
import type { Order } from './filters.ts';
import { useOpening } from './opening.ts';
import styles from './table.module.css';
import type { OfferedAction } from './use-acts.tsx';
import { WhoIsMissing } from './who-is-missing.tsx';

const ROW_PX = 64;
const AHEAD = 12;

interface Props {
  readonly documentos: readonly DocumentoResumo[];
  readonly total: number;
  /** Names of folders, for the line under a title. */
  readonly pastaOf: (pastaId: string | null) => string | null;
  /** Ids chosen; null where there is nothing to choose for. */
  readonly chosen: ReadonlySet<string> | null;
  readonly choosable: (documento: DocumentoResumo) => boolean;
  readonly onChoose: (ids: readonly string[], wanted: boolean) => void;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  /** Whether other rows are on their way, in the place of these. */
  readonly searching: boolean;
  /** Who made a document, in words; null where nobody can tell. */
  readonly whose: (criadoPor: string) => string | null;
  /** The instant that the list goes by, which its last column shows. */
  readonly order: Order;
  /** What can be done with a document. */
  readonly offered: (documento: DocumentoResumo) => readonly OfferedAction[];
}

/** The rows in view and a few around them: a hundred thousand documents are as light as fifty. */
export function Table(props: Props) {
  const t = useDocumentos();
  const { documentos, hasMore, onMore } = props;
  const place = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above it changes with what is listed
  useLayoutEffect(() => setOffset(place.current?.offsetTop ?? 0), [documentos]);
  const rows = useWindowVirtualizer({
    count: documentos.length,
    estimateSize: () => ROW_PX,
    overscan: AHEAD,
    scrollMargin: offset,
    getItemKey: (index) => documentos[index]?.id ?? index,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= documentos.length - AHEAD) onMore();
  }, [hasMore, last, documentos.length, onMore]);
  const { chosen, choosable, onChoose } = props;
  const offered = useSame(props.offered);
  return (
    <div className={styles.table}>
      <Head documentos={documentos} chosen={chosen} choosable={choosable} onChoose={onChoose} order={props.order} />
      <ul
        ref={place}
        aria-label={t.list.rotulo}
        aria-busy={props.searching}
        className={styles.rows}
        style={{ height: rows.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const documento = documentos[index];
          return documento ? (
            <Row
              key={key}
              documento={documento}
              index={index}
              total={props.total}
              top={start - offset}
              pasta={props.pastaOf(documento.pastaId)}
              chosen={chosen?.has(documento.id) ?? null}
              choosable={choosable(documento)}
              onChoose={onChoose}
              measure={rows.measureElement}
              whose={props.whose(documento.criadoPor)}
              order={props.order}
              offered={offered}
            />
          ) : null;
        })}
      </ul>
    </div>
  );
}

/** Names of the columns, and one mark for every row that is loaded and may be chosen. */
const Head = memo(function Head({
  documentos,
  chosen,
  choosable,
  onChoose,
  order,
}: Pick<Props, 'documentos' | 'chosen' | 'choosable' | 'onChoose' | 'order'>) {
  const t = useDocumentos();
  const ids = chosen ? documentos.filter(choosable).map(({ id }) => id) : [];
  const marked = ids.filter((id) => chosen?.has(id)).length;
  const all = ids.length > 0 && marked === ids.length;
  return (
    <div className={`${styles.row} ${styles.head} ${chosen ? styles.selectable : ''}`}>
      {chosen && (
        <Checkbox
          className={styles.choice}
          aria-label={t.list.selectAll}
          disabled={ids.length === 0}
          checked={all}
          indeterminate={marked > 0 && !all}
          onChange={() => onChoose(ids, !all)}
        />
      )}
      <span aria-hidden="true" className={styles.title}>
        {t.list.columns.titulo}
      </span>
      <span aria-hidden="true">{t.list.columns.estado}</span>
      <span aria-hidden="true">{t.list.columns.missing}</span>
      <span aria-hidden="true">{t.list.columns[order]}</span>
      <span aria-hidden="true" />
    </div>
  );
});

interface RowProps extends Pick<Props, 'total' | 'onChoose' | 'order' | 'offered'> {
  readonly whose: string | null;
  readonly documento: DocumentoResumo;
  readonly index: number;
  /** CSS pixels from the top of the list. */
  readonly top: number;
  /** Name of its folder. */
  readonly pasta: string | null;
  /** Null where there is nothing to choose for. */
  readonly chosen: boolean | null;
  readonly choosable: boolean;
  readonly measure: (element: Element | null) => void;
}

/** A row. What scrolls by without a change of its own is not rendered again. */
const Row = memo(function Row(props: RowProps) {
  const t = useDocumentos();
  const { documento, index, chosen, pasta, onChoose, order } = props;
  const opening = useOpening();
  const under = [pasta, props.whose].filter((one) => one !== null).join(' · ');
  const classes = [styles.row, chosen === null ? '' : styles.selectable, chosen ? styles.chosen : ''];
  return (
    <li
      ref={props.measure}
      data-index={index}
      aria-setsize={props.total}
      aria-posinset={index + 1}
      className={classes.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      {chosen !== null && (
        <span className={styles.choice}>
          {props.choosable && (
            <Checkbox
              aria-label={t.list.select(documento.titulo)}
              checked={chosen}
              onChange={(event) => onChoose([documento.id], event.currentTarget.checked)}
            />
          )}
        </span>
      )}
      <span className={`${styles.title} ${styles.pictured}`}>
        <Thumbnail of={`/documentos/${documento.id}`} changed={documento.atualizadoEm} />
        <span className={styles.named}>
          <TitleLink to={opening(documento)} title={documento.titulo} />
          {under !== '' && (
            <span className={styles.underTitle} dir="auto">
              {under}
            </span>
          )}
        </span>
      </span>
      <span className={styles.state}>
        <DocumentoTag status={documento.status} />
      </span>
      <span className={styles.missing}>
        <span className="unseen">{t.list.columns.missing}: </span>
        <WhoIsMissing documento={documento} />
      </span>
      <span className={styles.created}>
        <span className="unseen">{t.list.columns[order]}: </span>
        <Moment when={documento[order]} style="dia" />
      </span>
      <span className={styles.menu}>
        <RowMenu documento={documento} offered={props.offered} label={t.list.actions(documento.titulo)}>
          <DownloadItem documento={documento} />
        </RowMenu>
      </span>
    </li>
  );
});

/** The same function for as long as the list stands, which does what the last one given does: rows need no other. */
function useSame(offered: Props['offered']): Props['offered'] {
  const latest = useRef(offered);
  useLayoutEffect(() => {
    latest.current = offered;
  });
  return useCallback((documento) => latest.current(documento), []);
}

/** The file of a row, as it is by now. */
function DownloadItem({ documento }: { readonly documento: DocumentoResumo }) {
  const t = useDocumentos();
  const baixar = useDownload();
  return (
    <Menu.Item
      leftSection={<Icon name="download" />}
      onClick={() => void baixar(documento.id, documento.status === 'ASSINADO' ? 'ASSINADO' : 'ORIGINAL')}
    >
      {t.pagina.actions.baixar}
    </Menu.Item>
  );
}
