import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { Conta } from '@rubrica/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useMember, usePanel } from '../context.tsx';
import { Screen } from '../parts/screen.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { useBase } from '../texts/base.ts';
import { EmailForm, NameForm } from './details.tsx';
import { Looks, Notices } from './likings.tsx';
import { PasswordForm } from './password.tsx';
import { DisableSecondFactor, EnableSecondFactor } from './second-factor.tsx';

const CONTA = ['conta'];

/** The account as it is now, and how to take over what a change answered: the frame shows name and look, too. */
function useConta() {
  const { client, session } = usePanel();
  const queries = useQueryClient();
  const keep = (conta: Conta) => {
    const { avisos: _avisos, emailPendente: _pending, ...usuario } = conta;
    session.update(usuario);
    queries.setQueryData(CONTA, conta);
  };
  const query = useQuery({
    queryKey: CONTA,
    queryFn: async ({ signal }) => {
      const conta = await client.obterConta({ signal });
      keep(conta);
      return conta;
    },
  });
  return { query, keep, again: () => queries.invalidateQueries({ queryKey: CONTA }) };
}

/** `/conta`: who I am, how I get in, what I want to hear of, and how the panel looks. */
export function Component() {
  const base = useBase();
  const t = useAccountTexts();
  const { organizacao } = useMember();
  const { query, keep, again } = useConta();
  const conta = query.data;
  return (
    <Screen title={t.account.titulo} narrow>
      {query.error && <Failure erro={query.error} repeat={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {conta && (
        <>
          <Section id="details" title={t.account.person}>
            <NameForm key={conta.nome} conta={conta} onSaved={keep} />
            <Text c="dimmed" size="sm" dir="auto" className="break-anywhere">
              {t.account.roleIn(base.papel[organizacao.papel], organizacao.nome)}
            </Text>
          </Section>
          <Section id="address" title={t.account.email.titulo}>
            <EmailForm conta={conta} onAsked={() => void again()} />
          </Section>
          <Section id="password" title={t.account.password.titulo}>
            <PasswordForm conta={conta} onChanged={() => void again()} />
          </Section>
        </>
      )}
      <AccountSecondFactor />
      <Section id="sessions" title={t.sessoes.titulo}>
        <Text size="sm">{t.sessoes.texto}</Text>
        <Anchor component={Link} to="/conta/sessoes" size="sm">
          {t.account.seeSessions}
        </Anchor>
      </Section>
      {conta && (
        <>
          <Section id="notices" title={t.account.notices.titulo}>
            <Notices conta={conta} onSaved={keep} />
          </Section>
          <Section id="looks" title={t.account.looks.titulo}>
            <Looks conta={conta} onSaved={keep} />
          </Section>
        </>
      )}
    </Screen>
  );
}

/** A part of the account, named by its heading. */
function Section(props: { readonly id: string; readonly title: string; readonly children: ReactNode }) {
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={props.id}>
      <Stack>
        <Title order={2} size="h4" id={props.id}>
          {props.title}
        </Title>
        {props.children}
      </Stack>
    </Paper>
  );
}

function AccountSecondFactor() {
  const t = useAccountTexts();
  const { session } = usePanel();
  const known = useSyncExternalStore(session.subscribe, session.read);
  const active = known?.usuario.segundoFator ?? false;
  const [act, setAct] = useState<'activate' | 'desativar' | null>(null);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="second-factor">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id="second-factor">
            {t.account.segundoFator}
          </Title>
          <Badge color={active ? 'green' : 'gray'} variant="light" tt="none">
            {active ? t.account.ativo : t.account.inactive}
          </Badge>
        </Group>
        <Text size="sm">{t.account.explains}</Text>
        {act === 'activate' && <EnableSecondFactor onEnd={() => setAct(null)} />}
        {act === 'desativar' && <DisableSecondFactor onEnd={() => setAct(null)} />}
        {act === null && (
          <Group>
            {active ? (
              <Button variant="default" onClick={() => setAct('desativar')}>
                {t.account.desativar}
              </Button>
            ) : (
              <Button onClick={() => setAct('activate')}>{t.account.activate}</Button>
            )}
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
