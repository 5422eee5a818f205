import { Anchor, Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { Webhook } from '@rubrica/contract';
import { WEBHOOK_EVENTS } from '@rubrica/contract/enums';
import { Link } from 'react-router';
import { useIsAllowed } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Guides } from './guides.tsx';
import { OnlyWhoReaches } from './no-reach.tsx';
import { useLeaving, useWebhooks } from './queries.ts';
import { ActiveTag, EntregaTag } from './tag.tsx';
import styles from './verbatim.module.css';

/** `/integracao/webhooks` */
export function Component() {
  const t = useIntegrationTexts();
  return (
    <OnlyWhoReaches operacao="listarWebhooks" titulo={t.webhooks.titulo}>
      <Webhooks />
    </OnlyWhoReaches>
  );
}

function Webhooks() {
  const t = useIntegrationTexts();
  const { isAllowed } = useIsAllowed();
  const list = useWebhooks();
  const leaving = useLeaving();
  const shown = list.data?.filter(({ id }) => !leaving.includes(id));
  const create = isAllowed('criarWebhook') && (
    <Button component={Link} to="/integracao/webhooks/novo" leftSection={<Icon name="plus" />}>
      {t.webhooks.fresh}
    </Button>
  );
  return (
    <Screen title={t.webhooks.titulo} actions={shown && shown.length > 0 && create}>
      <Text>{t.webhooks.texto}</Text>
      <Guides whichOnes={['webhooks', 'reference']} />
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {shown?.length === 0 && (
        <Empty drawing="chain" titulo={t.webhooks.blankTitle} texto={t.webhooks.blankText}>
          {create}
        </Empty>
      )}
      <Stack component="ul" gap="sm" className="plain-list">
        {shown?.map((one) => (
          <li key={one.id}>
            <OneWebhook one={one} />
          </li>
        ))}
      </Stack>
    </Screen>
  );
}

function OneWebhook({ one }: { readonly one: Webhook }) {
  const t = useIntegrationTexts();
  const all = one.eventos.length === WEBHOOK_EVENTS.length;
  return (
    <Paper withBorder p="md">
      <Stack gap={6}>
        <Group gap="sm" justify="space-between" align="flex-start">
          <Anchor component={Link} to={`/integracao/webhooks/${one.id}`} fw={600} className={`${styles.address} grow`}>
            {one.url}
          </Anchor>
          <ActiveTag ativo={one.ativo} />
        </Group>
        {one.descricao && (
          <Text size="sm" dir="auto" lineClamp={2} className="break-anywhere">
            {one.descricao}
          </Text>
        )}
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {all ? t.webhooks.allEvents : t.webhooks.eventos(one.eventos.length)} ·{' '}
            {one.ultimaEntregaEm ? t.webhooks.lastDelivery : t.webhooks.noDelivery}
          </Text>
          {one.ultimaEntregaEm && (
            <Text size="sm" c="dimmed" component="span">
              <Moment when={one.ultimaEntregaEm} />
            </Text>
          )}
          {one.ultimaEntregaStatus && <EntregaTag status={one.ultimaEntregaStatus} />}
        </Group>
      </Stack>
    </Paper>
  );
}
