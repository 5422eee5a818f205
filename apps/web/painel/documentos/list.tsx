import { ActionIcon, Button, FileButton, Group, NativeSelect, Paper, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { DocumentoResumo, StatusDocumento } from '@rubrica/contract';
import { STATUS_DOCUMENTO } from '@rubrica/contract/enums';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useIsAllowed, useMember } from '../context.tsx';
import { useAddress } from '../parts/address.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Falha, Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import { Batch } from './batch.tsx';
import { DeletedDocuments, GRACE_DAYS } from './deleted.tsx';
import { Drop } from './drop.tsx';
import { sampleFile } from './example.ts';
import styles from './list.module.css';
import { Pastas } from './pastas.tsx';
import { useList, usePastas } from './queries.ts';
import { useSendAndOpen } from './send-and-open.ts';
import { ACTS, type Act, type Filters, filtersOf, fitsIn, wantedOf } from './state.ts';
import { Table } from './table.tsx';

/** `/documentos?estado=&pasta=&busca=&excluidos=` */
export function Component() {
  const t = useDocumentos();
  const { isAllowed } = useIsAllowed();
  const [query, put] = useAddress();
  const filters = useMemo(() => filtersOf(query), [query]);
  const list = useList(filters);
  const documentos = useMemo(() => list.data?.pages.flatMap(({ itens }) => itens) ?? [], [list.data]);
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const send = useSend(filters.pastaId);
  const apply = useCallback((change: Partial<Filters>) => put(wantedOf(change)), [put]);
  const filtered = filters.status !== null || filters.pastaId !== null || filters.busca.trim() !== '';
  const { excluidos } = filters;
  const begin = excluidos ? <NothingDeleted /> : <Beginning send={send} />;
  const mayCreate = isAllowed('criarDocumento');
  return (
    <Screen
      title={t.titulo}
      together={
        list.data && (
          <Text c="dimmed" size="sm" role="status">
            {t.total(total)}
          </Text>
        )
      }
      actions={
        mayCreate && (
          <FileButton accept="application/pdf,.pdf" multiple onChange={(files) => send(files)}>
            {(props) => (
              <Button leftSection={<Icon nome="sum" />} {...props}>
                {t.fresh}
              </Button>
            )}
          </FileButton>
        )
      }
    >
      {mayCreate && <Drop onFiles={send} texto={t.envio.dropIt} />}
      <div className={styles.withPastas}>
        <Pastas filters={filters} onGone={() => apply({ pastaId: null })} />
        <div className={styles.middle}>
          <FilterFields filters={filters} onFilters={apply} />
          {list.error && <Falha erro={list.error} repeat={() => void list.refetch()} />}
          {list.isPending && <Loading />}
          {list.data &&
            documentos.length === 0 &&
            (filtered ? <Nothing onClear={() => apply({ ...NO_FILTERS, excluidos })} /> : begin)}
          {excluidos && documentos.length > 0 && (
            <DeletedDocuments
              documentos={documentos}
              onMore={list.hasNextPage ? list.fetchNextPage : null}
              busy={list.isFetchingNextPage}
            />
          )}
          {!excluidos && documentos.length > 0 && (
            <Findings
              key={query.toString()}
              documentos={documentos}
              total={total}
              hasMore={list.hasNextPage && !list.isFetchingNextPage && !list.isPlaceholderData}
              onMore={list.fetchNextPage}
            />
          )}
          {!excluidos && list.isFetchingNextPage && (
            <Text c="dimmed" size="sm" ta="center" py="sm">
              {t.list.loadingMore}
            </Text>
          )}
        </div>
      </div>
    </Screen>
  );
}

const NO_FILTERS = { status: null, pastaId: null, busca: '' };

/** Makes drafts of files in the folder shown; a single one is opened for preparing as soon as it is there. */
function useSend(pastaId: string | null) {
  const send = useSendAndOpen();
  return useCallback(
    (files: readonly File[], titulo?: string) => send(files, { what: 'documento', pastaId }, titulo),
    [send, pastaId],
  );
}

function FilterFields(props: { readonly filters: Filters; readonly onFilters: (change: Partial<Filters>) => void }) {
  const { filters, onFilters } = props;
  const base = useBase();
  const t = useDocumentos();
  const words = useWords();
  const [text, setText] = useState(filters.busca);
  const search = useDebouncedCallback((busca: string) => onFilters({ busca }), 300);
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        className="grow"
        aria-label={t.list.busca}
        placeholder={t.list.busca}
        type="search"
        maxLength={200}
        leftSection={<Icon nome="busca" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        rightSection={
          text !== '' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={base.actions.cancelar}
              onClick={() => {
                setText('');
                search.cancel();
                onFilters({ busca: '' });
              }}
            >
              <Icon nome="cancelar" />
            </ActionIcon>
          )
        }
      />
      <NativeSelect
        aria-label={t.list.estado}
        value={filters.status ?? ''}
        onChange={(event) => onFilters({ status: (event.currentTarget.value || null) as StatusDocumento | null })}
        data={[
          { value: '', label: t.list.allStates },
          ...STATUS_DOCUMENTO.map((value) => ({ value, label: words.statusDocumento[value] })),
        ]}
      />
    </Group>
  );
}

function Nothing({ onClear }: { readonly onClear: () => void }) {
  const t = useDocumentos();
  return (
    <Empty iconName="busca" titulo={t.list.nothingHere} texto={t.list.nothingHereText}>
      <Button variant="default" onClick={onClear}>
        {t.list.clear}
      </Button>
    </Empty>
  );
}

function NothingDeleted() {
  const t = useDocumentos();
  return <Empty iconName="bin" titulo={t.excluidos.blank} texto={t.excluidos.explains(GRACE_DAYS)} />;
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
    <Empty iconName="documento" titulo={t.list.blankTitle} texto={mayCreate ? t.list.blankText : t.list.blankReader}>
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
}

/** The rows, and what may be done to several of them. */
function Findings({ documentos, total, hasMore, onMore }: Found) {
  const t = useDocumentos();
  const { organizacao } = useMember();
  const { isAllowed, mayIn } = useIsAllowed();
  const folders = usePastas();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [act, setAct] = useState<{ act: Act; documentos: readonly DocumentoResumo[] } | null>(null);
  const acts = (Object.keys(ACTS) as Act[]).filter((one) => isAllowed(ACTS[one].operacao));
  const names = useMemo(() => new Map(folders.data?.map(({ id, nome }) => [id, nome])), [folders.data]);
  const selected = documentos.filter(({ id }) => chosen.has(id));
  const choose = useCallback((ids: readonly string[], wanted: boolean) => {
    setChosen((before) => new Set(wanted ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  }, []);
  return (
    <>
      {selected.length > 0 && (
        <Paper
          withBorder
          p="xs"
          className={styles.batchBar}
          role="region"
          aria-label={t.batch.selected(selected.length)}
        >
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {t.batch.selected(selected.length)}
            </Text>
            {acts.map((one) => (
              <Button key={one} size="xs" variant="default" onClick={() => setAct({ act: one, documentos: selected })}>
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
            <Button size="xs" variant="subtle" onClick={() => setChosen(new Set())}>
              {t.batch.clear}
            </Button>
          </Group>
        </Paper>
      )}
      <Table
        key={organizacao.id}
        documentos={documentos}
        total={total}
        pastaDe={(id) => (id ? (names.get(id) ?? null) : null)}
        chosen={acts.length > 0 ? chosen : null}
        choosable={(documento) => acts.some((one) => mayIn(ACTS[one].operacao, documento))}
        onChoose={choose}
        hasMore={hasMore}
        onMore={onMore}
      />
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
