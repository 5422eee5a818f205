import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { useCallback, useMemo, useState } from 'react';
import { Link, Navigate } from 'react-router';
import { useIsAllowed, useMember } from '../context.tsx';
import { useAddress } from '../parts/address.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Total } from '../parts/total.tsx';
import { useWhose } from '../parts/whose.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { ACTS, type Act, CHANGES } from './acts-on-several.ts';
import { Batch } from './batch.tsx';
import { Drop } from './drop.tsx';
import { sampleFile } from './example.ts';
import { FilterFields } from './filter-fields.tsx';
import {
  type Filters,
  filtersOf,
  isFiltered,
  NO_FILTERS,
  narrowingOf,
  type Order,
  queryOf,
  wantedOf,
} from './filters.ts';
import styles from './list.module.css';
import { NewDocumento, useSend } from './new.tsx';
import { NothingFound } from './nothing-found.tsx';
import { DELETED } from './places.ts';
import { useList, usePastas } from './queries.ts';
import { fitsIn } from './state.ts';
import { Table } from './table.tsx';
import { useDocumentActions } from './use-acts.tsx';
import { Views } from './views.tsx';

/** `/documentos?estado=&pasta=&busca=&periodo=&de=&ate=&ordem=` */
export function Component() {
  const [query] = useAddress();
  if (query.get('excluidos') !== 'true') return <List />;
  // Where the deleted ones once were.
  return <Navigate replace to={{ pathname: DELETED, search: queryOf(narrowingOf(filtersOf(query))).toString() }} />;
}

function List() {
  const t = useDocumentos();
  const { isAllowed } = useIsAllowed();
  const [query, put] = useAddress();
  const filters = useMemo(() => filtersOf(query), [query]);
  const list = useList(filters);
  const documentos = useMemo(() => list.data?.pages.flatMap(({ itens }) => itens) ?? [], [list.data]);
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const send = useSend(filters.pastaId);
  const apply = useCallback((change: Partial<Filters>) => put(wantedOf(change)), [put]);
  const filtered = isFiltered(filters);
  const mayCreate = isAllowed('criarDocumento');
  return (
    <Screen
      title={t.titulo}
      together={<Total count={total} words={t.total} />}
      actions={mayCreate && <NewDocumento onFiles={send} />}
    >
      {mayCreate && <Drop onFiles={send} texto={t.envio.dropIt} />}
      <div className={styles.middle}>
        <InPasta pastaId={filters.pastaId} onClear={() => apply({ pastaId: null })} />
        <FilterFields filters={filters} onFilters={apply} />
        <Views filters={filters} />
        {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
        {list.isPending && <Loading />}
        {list.data &&
          documentos.length === 0 &&
          (filtered ? <NothingFound onClear={() => apply(NO_FILTERS)} /> : <Beginning send={send} />)}
        {documentos.length > 0 && (
          <Findings
            documentos={documentos}
            total={total}
            order={filters.order}
            hasMore={list.hasNextPage && !list.isFetchingNextPage && !list.isPlaceholderData}
            onMore={list.fetchNextPage}
            searching={list.isPlaceholderData}
            address={query.toString()}
          />
        )}
        {list.isFetchingNextPage && (
          <Text c="dimmed" size="sm" ta="center" py="sm">
            {t.list.loadingMore}
          </Text>
        )}
      </div>
    </Screen>
  );
}

/** The folder shown, which the navigation may be too narrow to tell, and the way out of it. */
function InPasta({ pastaId, onClear }: { readonly pastaId: string | null; readonly onClear: () => void }) {
  const t = useDocumentos();
  const folders = usePastas();
  const pasta = folders.data?.find(({ id }) => id === pastaId);
  if (!pasta) return null;
  return (
    <Group gap={4}>
      <Icon name="pastaOpen" />
      <Text size="sm" fw={600} className="break-anywhere" dir="auto">
        {pasta.nome}
      </Text>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={t.pastas.leave(pasta.nome)} onClick={onClear}>
        <Icon name="cancel" />
      </ActionIcon>
    </Group>
  );
}

/** Nothing at all yet: the sample contract is a click away. */
function Beginning({ send }: { readonly send: (files: readonly File[], titulo?: string) => void }) {
  const t = useDocumentos();
  const { isAllowed } = useIsAllowed();
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  const mayCreate = isAllowed('criarDocumento');
  const sample = async () => {
    setBusy(true);
    try {
      send([await sampleFile()], t.list.exampleTitle);
    } catch (error) {
      notices.erro(error);
    }
    setBusy(false);
  };
  return (
    <Empty drawing="documento" titulo={t.list.blankTitle} texto={mayCreate ? t.list.blankText : t.list.blankReader}>
      {mayCreate && (
        <Button variant="default" loading={busy} onClick={() => void sample()}>
          {t.list.example}
        </Button>
      )}
    </Empty>
  );
}

interface Found {
  readonly documentos: readonly DocumentoResumo[];
  readonly total: number;
  readonly hasMore: boolean;
  readonly onMore: () => unknown;
  readonly order: Order;
  /** Whether these are still those of before. */
  readonly searching: boolean;
  readonly address: string;
}

/** The rows, and what may be done to several of them. */
function Findings({ documentos, total, order, hasMore, onMore, searching, address }: Found) {
  const { organizacao } = useMember();
  const { isAllowed, mayIn } = useIsAllowed();
  const folders = usePastas();
  const t = useDocumentos();
  const whose = useWhose(t.list);
  const { offered, dialog } = useDocumentActions();
  const { chosen, setChosen, act, setAct } = useChosen(address);
  const acts = (Object.keys(ACTS) as Act[]).filter((one) => isAllowed(ACTS[one].operacao));
  const changes = CHANGES.filter((one) => acts.includes(one));
  const names = useMemo(() => new Map(folders.data?.map(({ id, nome }) => [id, nome])), [folders.data]);
  const selected = documentos.filter(({ id }) => chosen.has(id));
  const choose = useCallback(
    (ids: readonly string[], wanted: boolean) => {
      setChosen((before) => new Set(wanted ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
    },
    [setChosen],
  );
  return (
    <>
      {selected.length > 0 && (
        <BatchBar
          selected={selected}
          acts={acts}
          onAct={(one) => setAct({ act: one, documentos: selected })}
          onClear={() => setChosen(new Set())}
        />
      )}
      <Table
        key={organizacao.id}
        documentos={documentos}
        total={total}
        pastaOf={(id) => (id ? (names.get(id) ?? null) : null)}
        chosen={changes.length > 0 ? chosen : null}
        whose={whose}
        order={order}
        offered={offered}
        choosable={(documento) => changes.some((one) => mayIn(ACTS[one].operacao, documento))}
        onChoose={choose}
        hasMore={hasMore}
        onMore={onMore}
        searching={searching}
      />
      {dialog}
      {act && (
        <Batch
          {...act}
          onClose={() => {
            setAct(null);
            setChosen(new Set());
          }}
        />
      )}
    </>
  );
}

/**
 * What is chosen and what is about to be done to it, forgotten with another address. The rows themselves stay, and an open
 * menu of one that is listed there too.
 */
function useChosen(address: string) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [act, setAct] = useState<{ act: Act; documentos: readonly DocumentoResumo[] } | null>(null);
  const [at, setAt] = useState(address);
  if (at !== address) {
    setAt(address);
    setChosen(new Set());
    setAct(null);
  }
  return { chosen, setChosen, act, setAct };
}

/** How many are chosen, and what may be done to them. */
function BatchBar(props: {
  readonly selected: readonly DocumentoResumo[];
  readonly acts: readonly Act[];
  readonly onAct: (act: Act) => void;
  readonly onClear: () => void;
}) {
  const { selected } = props;
  const t = useDocumentos();
  const { isAllowed, mayIn } = useIsAllowed();
  return (
    <Paper withBorder p="xs" className={styles.batchBar} role="region" aria-label={t.batch.selected(selected.length)}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {t.batch.selected(selected.length)}
        </Text>
        {props.acts.map((one) => (
          <Button key={one} size="xs" variant="default" onClick={() => props.onAct(one)}>
            {t.batch[one]}
          </Button>
        ))}
        {isAllowed('criarEnvelope') && selected.every((one) => fitsIn(one) && mayIn('alterarDocumento', one)) && (
          <Button
            component={Link}
            to={`/envelopes/novo?documentos=${selected.map(({ id }) => id).join(',')}`}
            size="xs"
            variant="default"
          >
            {t.batch.envelope}
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={props.onClear}>
          {t.batch.clear}
        </Button>
      </Group>
    </Paper>
  );
}
