import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Sessao } from '@rubrica/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allItems } from '../api/all-pages.ts';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Screen } from '../parts/screen.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { useSpeech } from '../texts/area.ts';
import { deviceOf } from './device.ts';
import { placeOf } from './place.ts';

/** The sessions of the account, and the ways to end one, the others, or all. */
function useSessions() {
  const t = useAccountTexts();
  const { client, session, ambiente } = usePanel();
  const queries = useQueryClient();
  const notices = useNotices();
  const sessions = useQuery({
    queryKey: ['sessoes'],
    queryFn: () => allItems(client.listarSessoes),
  });
  const drop = (ids: readonly string[]) =>
    queries.setQueryData<Sessao[]>(['sessoes'], (list) => list?.filter(({ id }) => !ids.includes(id)));
  const end = useMutation({
    mutationFn: (sessaoId: string) => client.encerrarSessao({ params: { sessaoId } }),
    onSuccess: (_answer, sessaoId) => {
      drop([sessaoId]);
      notices.done(t.sessoes.ended);
    },
    onError: (error) => notices.erro(error),
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
      notices.done(t.sessoes.endedOnes(ids.length));
    },
    onError: (error) => {
      notices.erro(error);
      void sessions.refetch();
    },
  });
  const endAll = useMutation({
    mutationFn: () => client.encerrarSessoes({}),
    onSuccess: () => {
      session.end();
      location.assign(`${ROOT_OF[ambiente]}/entrar`);
    },
    onError: (error) => notices.erro(error),
  });
  return { sessions, others, end, endOthers, endAll };
}

/** `/conta/sessoes`: where the account is open, and how to end it there. */
export function Component() {
  const t = useAccountTexts();
  const { sessions, others, end, endOthers, endAll } = useSessions();
  return (
    <Screen
      title={t.sessoes.titulo}
      above={{ to: '/conta', label: t.account.titulo }}
      narrow
      actions={
        sessions.data && (
          <>
            {others.length > 1 && others.length <= 8 && (
              <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
                {t.sessoes.endOthers}
              </Button>
            )}
            <Button variant="default" color="red" loading={endAll.isPending} onClick={() => endAll.mutate()}>
              {t.sessoes.endAll}
            </Button>
          </>
        )
      }
    >
      <Text>{t.sessoes.texto}</Text>
      {sessions.error && <Failure erro={sessions.error} repeat={() => void sessions.refetch()} />}
      {sessions.isPending && <Loading />}
      <Stack component="ul" className="plain-list">
        {sessions.data?.map((one) => (
          <li key={one.id}>
            <OneSession one={one} ending={end.isPending && end.variables === one.id} onEnd={() => end.mutate(one.id)} />
          </li>
        ))}
      </Stack>
    </Screen>
  );
}

function OneSession(props: { readonly one: Sessao; readonly ending: boolean; readonly onEnd: () => void }) {
  const t = useAccountTexts();
  const { language } = useSpeech();
  const { one } = props;
  const { browser, system } = deviceOf(one.agenteUsuario);
  const device =
    browser && system ? t.sessoes.onDevice(browser, system) : (browser ?? system ?? t.sessoes.unknownDevice);
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
            {placeOf(one.geolocalizacao, language) ?? t.sessoes.unknownPlace}
            {one.ip && ` · ${one.ip}`}
          </Text>
          <Text size="sm" c="dimmed">
            {t.sessoes.desde}: <Moment when={one.criadaEm} /> · {t.sessoes.lastUse}: <Moment when={one.ultimoUsoEm} />
          </Text>
        </Stack>
        {!one.atual && (
          <Button
            variant="default"
            size="xs"
            loading={props.ending}
            aria-label={t.sessoes.endOf(device)}
            onClick={props.onEnd}
          >
            {t.sessoes.encerrar}
          </Button>
        )}
      </Group>
    </Paper>
  );
}
