import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import type { Webhook } from '@rubrica/contract';
import { useParams } from 'react-router';
import { parseUrl } from '../../kit/url.ts';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Copy } from './copy.tsx';
import { Deliveries } from './deliveries.tsx';
import styles from './facts.module.css';
import { OnlyWhoReaches } from './no-reach.tsx';
import { useWebhooks } from './queries.ts';
import { ActiveTag } from './tag.tsx';
import verbatimStyles from './verbatim.module.css';
import { useActivate, WebhookActions } from './webhook-actions.tsx';

/** `/integracao/webhooks/{webhookId}?situacao=&entrega=` */
export function Component() {
  const t = useIntegrationTexts();
  return (
    <OnlyWhoReaches operacao="listarEntregas" titulo={t.webhooks.titulo}>
      <OneWebhook />
    </OnlyWhoReaches>
  );
}

function OneWebhook() {
  const base = useBase();
  const t = useIntegrationTexts();
  const { webhookId = '' } = useParams();
  const list = useWebhooks();
  const webhook = list.data?.find(({ id }) => id === webhookId);
  if (webhook) return <WebhookScreen webhook={webhook} />;
  return (
    <Screen title={t.webhooks.titulo} above={{ to: '/integracao/webhooks', label: t.webhooks.titulo }}>
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && <Empty drawing="chain" titulo={base.falha.notFound} texto={base.falha.notFoundText} />}
    </Screen>
  );
}

function WebhookScreen({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationTexts();
  return (
    <Screen
      title={hostOf(webhook.url)}
      above={{ to: '/integracao/webhooks', label: t.webhooks.titulo }}
      together={<ActiveTag ativo={webhook.ativo} />}
      actions={<WebhookActions webhook={webhook} />}
    >
      {!webhook.ativo && <Inactive webhook={webhook} />}
      <Card webhook={webhook} />
      <Deliveries webhook={webhook} />
    </Screen>
  );
}

const hostOf = (url: string) => parseUrl(url)?.host ?? url;

function Inactive({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationTexts();
  const { busy, activate } = useActivate(webhook);
  return (
    <Alert
      color="yellow"
      variant="outline"
      className="alert-warning"
      icon={<Icon name="alert" />}
      title={t.webhooks.inactive}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t.webhooks.inactiveText}</Text>
        {activate && (
          <Button size="xs" variant="default" loading={busy} onClick={() => activate(true)}>
            {t.webhooks.reactivate}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function Card({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationTexts();
  return (
    <Paper withBorder p="md">
      <dl className={styles.facts}>
        <div>
          <dt>{t.webhooks.url}</dt>
          <dd>
            <span className={verbatimStyles.address}>{webhook.url}</span>{' '}
            <Copy valor={webhook.url} rotulo={t.webhooks.copyUrl} />
          </dd>
        </div>
        <div>
          <dt>{t.webhooks.eventsTitle}</dt>
          <dd>
            {webhook.eventos.map((evento) => (
              <div key={evento}>
                <code title={t.evento[evento]}>{evento}</code>
              </div>
            ))}
          </dd>
        </div>
        {webhook.descricao && (
          <div>
            <dt>{t.webhooks.descriptionLabel}</dt>
            <dd dir="auto">{webhook.descricao}</dd>
          </div>
        )}
        <div>
          <dt>{t.webhooks.criadoEm}</dt>
          <dd>
            <Moment when={webhook.criadoEm} />
          </dd>
        </div>
      </dl>
    </Paper>
  );
}
