import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { useMember, usePanel } from '../context.tsx';
import { Screen } from '../parts/screen.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { useBase } from '../texts/base.ts';
import { DisableSecondFactor, EnableSecondFactor } from './second-factor.tsx';

/** `/conta`: who I am, and the second factor. */
export function Component() {
  const base = useBase();
  const t = useAccountTexts();
  const { usuario, organizacao } = useMember();
  return (
    <Screen title={t.account.titulo} narrow>
      <Paper withBorder p="lg" component="section" aria-labelledby="dados">
        <Stack gap="xs">
          <Title order={2} size="h4" id="dados">
            {t.account.person}
          </Title>
          <Text fw={600} dir="auto" className="break-anywhere">
            {usuario.nome}
          </Text>
          <Text className="break-anywhere">{usuario.email}</Text>
          <Text c="dimmed" size="sm" dir="auto" className="break-anywhere">
            {t.account.papelEm(base.papel[organizacao.papel], organizacao.nome)}
          </Text>
          <Anchor component={Link} to="/conta/sessoes" size="sm">
            {t.account.seeSessions}
          </Anchor>
        </Stack>
      </Paper>
      <AccountSecondFactor />
    </Screen>
  );
}

function AccountSecondFactor() {
  const t = useAccountTexts();
  const { session } = usePanel();
  const known = useSyncExternalStore(session.subscribe, session.read);
  const active = known?.usuario.segundoFator ?? false;
  const [act, setAct] = useState<'activate' | 'desativar' | null>(null);
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="segundo-fator">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id="segundo-fator">
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
