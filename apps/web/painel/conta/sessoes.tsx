import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Sessao } from '@rubrica/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ROOT_OF } from '../ambiente.ts';
import { todas } from '../api/todas.ts';
import { usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Carregando, Falha } from '../partes/estados.tsx';
import { Momento } from '../partes/momento.tsx';
import { Tela } from '../partes/tela.tsx';
import { useSpeech } from '../textos/area.ts';
import { useConta } from '../textos/conta.ts';
import { deviceOf } from './aparelho.ts';
import { placeOf } from './lugar.ts';

/** The sessions of the account, and the ways to end one, the others, or all. */
function useSessoes() {
  const t = useConta();
  const { client, session, ambiente } = usePanel();
  const queries = useQueryClient();
  const avisos = useAvisos();
  const sessions = useQuery({
    queryKey: ['sessoes'],
    queryFn: () => todas(client.listarSessoes),
  });
  const drop = (ids: readonly string[]) =>
    queries.setQueryData<Sessao[]>(['sessoes'], (list) => list?.filter(({ id }) => !ids.includes(id)));
  const end = useMutation({
    mutationFn: (sessaoId: string) => client.encerrarSessao({ params: { sessaoId } }),
    onSuccess: (_answer, sessaoId) => {
      drop([sessaoId]);
      avisos.feito(t.sessoes.encerrada);
    },
    onError: (error) => avisos.erro(error),
  });
  const others = sessions.data?.filter(({ atual }) => !atual) ?? [];
  const endOthers = useMutation({
    mutationFn: async () => {
      // One after the other: these routes take ten calls a minute.
      for (const { id } of others) await client.encerrarSessao({ params: { sessaoId: id } });
      return others.map(({ id }) => id);
    },
    onSuccess: (ids) => {
      drop(ids);
      avisos.feito(t.sessoes.encerradas(ids.length));
    },
    onError: (error) => {
      avisos.erro(error);
      void sessions.refetch();
    },
  });
  const endAll = useMutation({
    mutationFn: () => client.encerrarSessoes({}),
    onSuccess: () => {
      session.end();
      location.assign(`${ROOT_OF[ambiente]}/entrar`);
    },
    onError: (error) => avisos.erro(error),
  });
  return { sessions, others, end, endOthers, endAll };
}

/** `/conta/sessoes`: where the account is open, and how to end it there. */
export function Component() {
  const t = useConta();
  const { sessions, others, end, endOthers, endAll } = useSessoes();
  return (
    <Tela
      titulo={t.sessoes.titulo}
      acima={{ to: '/conta', rotulo: t.conta.titulo }}
      estreita
      acoes={
        sessions.data && (
          <>
            {others.length > 1 && others.length <= 8 && (
              <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
                {t.sessoes.encerrarOutras}
              </Button>
            )}
            <Button variant="default" color="red" loading={endAll.isPending} onClick={() => endAll.mutate()}>
              {t.sessoes.encerrarTodas}
            </Button>
          </>
        )
      }
    >
      <Text>{t.sessoes.texto}</Text>
      {sessions.error && <Falha erro={sessions.error} repetir={() => void sessions.refetch()} />}
      {sessions.isPending && <Carregando />}
      <Stack component="ul" className="lista-solta">
        {sessions.data?.map((one) => (
          <li key={one.id}>
            <UmaSessao one={one} ending={end.isPending && end.variables === one.id} onEnd={() => end.mutate(one.id)} />
          </li>
        ))}
      </Stack>
    </Tela>
  );
}

function UmaSessao(props: { readonly one: Sessao; readonly ending: boolean; readonly onEnd: () => void }) {
  const t = useConta();
  const { language } = useSpeech();
  const { one } = props;
  const { navegador, sistema } = deviceOf(one.agenteUsuario);
  const device =
    navegador && sistema
      ? t.sessoes.emAparelho(navegador, sistema)
      : (navegador ?? sistema ?? t.sessoes.aparelhoDesconhecido);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={2}>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {one.atual && (
              <Badge color="green" variant="light" tt="none">
                {t.sessoes.atual}
              </Badge>
            )}
          </Group>
          <Text size="sm">
            {placeOf(one.geolocalizacao, language) ?? t.sessoes.lugarDesconhecido}
            {one.ip && ` · ${one.ip}`}
          </Text>
          <Text size="sm" c="dimmed">
            {t.sessoes.desde}: <Momento quando={one.criadaEm} /> · {t.sessoes.ultimoUso}:{' '}
            <Momento quando={one.ultimoUsoEm} />
          </Text>
        </Stack>
        {!one.atual && (
          <Button
            variant="default"
            size="xs"
            loading={props.ending}
            aria-label={t.sessoes.encerrarDe(device)}
            onClick={props.onEnd}
          >
            {t.sessoes.encerrar}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
