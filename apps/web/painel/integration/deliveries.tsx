import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import type { EntregaWebhook, StatusEntrega, Webhook } from '@rubrica/contract';
import { DELIVERY_STATUSES } from '@rubrica/contract/enums';
import { useAddress } from '../parts/address.ts';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { Total } from '../parts/total.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import styles from './deliveries.module.css';
import { Detail, isTest, useAnswer } from './delivery.tsx';
import { ExpandableRow } from './expandable-row.tsx';
import { useDeliveries, useUntilFound } from './queries.ts';
import { EntregaTag } from './tag.tsx';

/** The filter and the delivery that is open, which stand in the address. */
function useChoice() {
  const [query, put] = useAddress();
  const status = DELIVERY_STATUSES.find((one) => one === query.get('situacao')) ?? null;
  const open = query.get('entrega');
  return { status, open, put };
}

/** The deliveries of a webhook. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const t = useIntegrationTexts();
  const { status, open, put } = useChoice();
  const list = useDeliveries(webhook.id, status);
  const shown = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const openIsThere = open === null || shown.some(({ id }) => id === open);
  const looking = useUntilFound(list, openIsThere);
  return (
    <section aria-labelledby="deliveries">
      <Header
        total={list.data?.pages.at(-1)?.total}
        status={status}
        onStatus={(situacao) => put({ situacao, entrega: null })}
        onRefresh={() => void list.refetch()}
      />
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && shown.length === 0 && status === null && (
        <Empty drawing="chain" titulo={t.entregas.blankTitle} texto={t.entregas.blankText} />
      )}
      {list.data && shown.length === 0 && status !== null && (
        <Empty drawing="search" titulo={t.entregas.nothingTitle} texto={t.entregas.nothingText}>
          <Button variant="default" onClick={() => put({ situacao: null })}>
            {t.entregas.clear}
          </Button>
        </Empty>
      )}
      {list.data && !openIsThere && !looking && (
        <Text size="sm" c="dimmed" mb="sm" role="status">
          {t.entregas.missingPage}
        </Text>
      )}
      {shown.length > 0 && (
        <ul className="plain-list framed-list" aria-label={t.entregas.titulo} aria-busy={list.isPlaceholderData}>
          {shown.map((one) => (
            <li key={one.id}>
              <Row
                one={one}
                open={one.id === open}
                onToggle={() => put({ entrega: one.id === open ? null : one.id })}
              />
              {one.id === open && (
                <Detail
                  entrega={one}
                  webhook={webhook}
                  // Sent again it has another state, and would leave a list of this one.
                  onResent={() => put({ situacao: null })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {looking && <Loading />}
      {list.hasNextPage && !looking && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.more}
          </Button>
        </Group>
      )}
    </section>
  );
}

/** How many there are, which are shown, and having them looked at again. */
function Header(props: {
  readonly total: number | undefined;
  readonly status: StatusEntrega | null;
  readonly onStatus: (status: StatusEntrega | null) => void;
  readonly onRefresh: () => void;
}) {
  const t = useIntegrationTexts();
  return (
    <Group justify="space-between" align="flex-end" mb="sm">
      <div>
        <Title order={2} size="h4" id="deliveries">
          {t.entregas.titulo}
        </Title>
        <Total count={props.total} words={t.entregas.total} />
      </div>
      <Group gap="xs">
        <NativeSelect
          aria-label={t.entregas.filter}
          value={props.status ?? ''}
          onChange={(event) => props.onStatus((event.currentTarget.value || null) as StatusEntrega | null)}
          data={[
            { value: '', label: t.entregas.allItems },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: t.situacao[value] })),
          ]}
        />
        <Button variant="default" leftSection={<Icon name="resend" />} onClick={props.onRefresh}>
          {t.entregas.refresh}
        </Button>
      </Group>
    </Group>
  );
}

function Row(props: { readonly one: EntregaWebhook; readonly open: boolean; readonly onToggle: () => void }) {
  const t = useIntegrationTexts();
  const resposta = useAnswer();
  const { one, open } = props;
  return (
    <ExpandableRow open={open} controls={`entrega-${one.id}`} onToggle={props.onToggle}>
      <span className={styles.name}>
        <code>{one.evento}</code>
        {isTest(one) && <Tag tone="neutral">{t.entregas.teste}</Tag>}
      </span>
      <span>
        <EntregaTag status={one.status} />
      </span>
      <span className="muted">
        <Moment when={one.ocorridaEm} />
        <br />
        {one.tentativas > 0 ? `${resposta(one)} · ` : ''}
        {t.entregas.tentativas(one.tentativas)}
      </span>
    </ExpandableRow>
  );
}
