import { Anchor, Button, Group, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import type { EstadoSolicitacao, SolicitacaoLgpd } from '@rubrica/contract';
import { ESTADOS_SOLICITACAO } from '@rubrica/contract/enums';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { usePanel, usePode } from '../contexto.tsx';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { usePrivacidade } from '../textos/privacidade.ts';
import { TelaDaOrganizacao } from './moldura.tsx';
import { isGathering, Prazo, Situacao } from './pedido.tsx';
import { DialogoNovoPedido } from './pedido-dialogos.tsx';

const PAGE = 25;
const LOOK_AGAIN_MS = 4_000;

/** `/organizacao/titulares?estado=`: what people asked about their data and is owed an answer, or in one state. */
export function Component() {
  const t = usePrivacidade();
  const { pode } = usePode();
  const [opening, setOpening] = useState(false);
  const lists = pode('listarSolicitacoesLgpd');
  return (
    <TelaDaOrganizacao
      titulo={t.titulares.titulo}
      texto={lists ? t.titulares.texto : t.titulares.textoSoAbrir}
      operacao="criarSolicitacaoLgpd"
      acoes={
        <Button leftSection={<Icone nome="somar" />} onClick={() => setOpening(true)}>
          {t.titulares.novo}
        </Button>
      }
    >
      {lists && <Pedidos />}
      {opening && <DialogoNovoPedido onClose={() => setOpening(false)} />}
    </TelaDaOrganizacao>
  );
}

function usePedidos(estado: EstadoSolicitacao | null) {
  const { client } = usePanel();
  return useInfiniteQuery({
    queryKey: ['titulares', 'lista', estado],
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

function Pedidos() {
  const t = usePrivacidade();
  const [query, setQuery] = useSearchParams();
  const estado = ESTADOS_SOLICITACAO.find((one) => one === query.get('estado')) ?? null;
  const list = usePedidos(estado);
  const pedidos = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const nothing = list.data && pedidos.length === 0;
  return (
    <Stack maw={820}>
      <Group justify="space-between" align="flex-end">
        <NativeSelect
          label={t.titulares.filtro}
          value={estado ?? ''}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setQuery(value ? { estado: value } : {}, { replace: true });
          }}
          data={[
            { value: '', label: t.titulares.emAberto },
            ...ESTADOS_SOLICITACAO.map((one) => ({ value: one, label: t.titulares.estado[one] })),
          ]}
        />
        {list.data && (
          <Text size="sm" c="dimmed" role="status">
            {t.titulares.total(list.data.pages.at(-1)?.total ?? 0)}
          </Text>
        )}
      </Group>
      {list.error && <Falha erro={list.error} repetir={() => void list.refetch()} />}
      {list.isPending && <Carregando />}
      {nothing &&
        (estado === null ? (
          <Vazio icone="pessoa" titulo={t.titulares.vazio} texto={t.titulares.vazioTexto} />
        ) : (
          <Vazio icone="busca" titulo={t.titulares.vazioDoFiltro} texto={t.titulares.vazioDoFiltroTexto} />
        ))}
      {pedidos.length > 0 && (
        <Stack component="ul" className="lista-solta" gap="xs" aria-label={t.titulares.lista}>
          {pedidos.map((pedido) => (
            <li key={pedido.id}>
              <Linha pedido={pedido} />
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
          {t.titulares.mais}
        </Button>
      )}
    </Stack>
  );
}

function Linha({ pedido }: { readonly pedido: SolicitacaoLgpd }) {
  const t = usePrivacidade();
  const waiting = pedido.tipo === 'ELIMINACAO' && pedido.estado === 'EM_CARENCIA' && pedido.confirmadaEm === null;
  return (
    <Paper withBorder p="md">
      <Stack gap={4}>
        <Group gap="xs">
          <Anchor
            component={Link}
            to={`/organizacao/titulares/${pedido.id}`}
            fw={600}
            dir="auto"
            className="titulo-quebra"
          >
            {t.titulares.pedidoDe(t.titulares.tipo[pedido.tipo] ?? pedido.tipo, pedido.titular.nome)}
          </Anchor>
          <Situacao pedido={pedido} />
        </Group>
        <Text size="sm" className="titulo-quebra">
          {pedido.titular.email}
        </Text>
        <Prazo pedido={pedido} />
        {waiting && (
          <Text size="sm" fw={600}>
            {t.titulares.aConfirmar}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
