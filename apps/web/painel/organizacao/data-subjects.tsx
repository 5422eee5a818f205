import { Anchor, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import type { EstadoSolicitacao, SolicitacaoLgpd } from '@rubrica/contract';
import { DATA_REQUEST_STATES } from '@rubrica/contract/enums';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Total } from '../parts/total.tsx';
import { usePrivacyTexts } from '../texts/privacy.ts';
import { OrganizacaoScreen } from './frame.tsx';
import { Deadline, isGathering, RequestState } from './request.tsx';
import { NewRequestDialog } from './request-dialogs.tsx';

const PAGE = 25;
const LOOK_AGAIN_MS = 4_000;

/** `/organizacao/titulares?estado=`: what people asked about their data and is owed an answer, or in one state. */
export function Component() {
  const t = usePrivacyTexts();
  const { isAllowed } = useIsAllowed();
  const [opening, setOpening] = useState(false);
  const lists = isAllowed('listarSolicitacoesLgpd');
  return (
    <OrganizacaoScreen
      title={t.dataSubjects.titulo}
      texto={lists ? t.dataSubjects.texto : t.dataSubjects.openOnlyText}
      operacao="criarSolicitacaoLgpd"
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setOpening(true)}>
          {t.dataSubjects.fresh}
        </Button>
      }
    >
      {lists && <Requests />}
      {opening && <NewRequestDialog onClose={() => setOpening(false)} />}
    </OrganizacaoScreen>
  );
}

function useRequests(estado: EstadoSolicitacao | null) {
  const { client } = usePanel();
  return useInfiniteQuery({
    queryKey: ['titulares', 'lista', estado],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.listarSolicitacoesLgpd({
        query: { limite: PAGE, ...(estado ? { estado } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    getNextPageParam: ({ proximoCursor }) => proximoCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ itens }) => itens.some(isGathering)) ? LOOK_AGAIN_MS : false,
  });
}

function Requests() {
  const t = usePrivacyTexts();
  const [query, setQuery] = useSearchParams();
  const estado = DATA_REQUEST_STATES.find((one) => one === query.get('estado')) ?? null;
  const list = useRequests(estado);
  const requests = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const nothing = list.data && requests.length === 0;
  return (
    <Stack maw={820}>
      <Group justify="space-between" align="flex-end">
        <NativeSelect
          label={t.dataSubjects.filter}
          value={estado ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setQuery(value ? { estado: value } : {}, { replace: true });
          }}
          data={[
            { value: '', label: t.dataSubjects.outstanding },
            ...DATA_REQUEST_STATES.map((one) => ({ value: one, label: t.dataSubjects.estado[one] })),
          ]}
        />
        <Total count={list.data?.pages.at(-1)?.total} words={t.dataSubjects.total} />
      </Group>
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {nothing &&
        (estado === null ? (
          <Empty drawing="person" titulo={t.dataSubjects.blank} texto={t.dataSubjects.blankText} />
        ) : (
          <Empty drawing="search" titulo={t.dataSubjects.blankByFilter} texto={t.dataSubjects.blankByFilterText} />
        ))}
      {requests.length > 0 && (
        <Stack
          component="ul"
          className="plain-list"
          gap="xs"
          aria-label={t.dataSubjects.list}
          aria-busy={list.isPlaceholderData}
        >
          {requests.map((request) => (
            <li key={request.id}>
              <Row request={request} />
            </li>
          ))}
        </Stack>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          style={{ alignSelf: 'center' }}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t.dataSubjects.more}
        </Button>
      )}
    </Stack>
  );
}

function Row({ request }: { readonly request: SolicitacaoLgpd }) {
  const t = usePrivacyTexts();
  const waiting = request.tipo === 'ELIMINACAO' && request.estado === 'EM_CARENCIA' && request.confirmadaEm === null;
  return (
    <Paper withBorder p="md">
      <Stack gap={4}>
        <Group gap="xs">
          <Anchor
            component={Link}
            to={`/organizacao/titulares/${request.id}`}
            fw={600}
            dir="auto"
            className="break-anywhere"
          >
            {t.dataSubjects.requestOf(t.dataSubjects.tipo[request.tipo] ?? request.tipo, request.titular.nome)}
          </Anchor>
          <RequestState request={request} />
        </Group>
        <Text size="sm" className="break-anywhere">
          {request.titular.email}
        </Text>
        <Deadline request={request} />
        {waiting && (
          <Text size="sm" fw={600}>
            {t.dataSubjects.toConfirm}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
