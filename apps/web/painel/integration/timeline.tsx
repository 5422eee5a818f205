import { Anchor, Button, Chip, Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { useAddress } from '../parts/address.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Guides } from './guides.tsx';
import { OnlyWhoReaches } from './no-reach.tsx';
import { EntregaTag } from './tag.tsx';
import styles from './timeline.module.css';
import { KINDS, type Kind, type TimelineItem } from './timeline-items.ts';
import { useTimeline } from './use-timeline.ts';

const SIGNS: Readonly<Record<Kind, IconName>> = {
  chamada: 'chart',
  mensagem: 'inbox',
  evento: 'clock',
  entrega: 'chain',
};

/** `/integracao/linha?so=chamada,evento`, of the test environment alone. */
export function Component() {
  const t = useIntegrationTexts();
  const { ambiente } = usePanel();
  return (
    <OnlyWhoReaches operacao="listarChamadas" titulo={t.linha.titulo}>
      {ambiente === 'TESTE' ? <Timeline /> : <OnlyTest />}
    </OnlyWhoReaches>
  );
}

function OnlyTest() {
  const t = useIntegrationTexts();
  return (
    <Screen title={t.linha.titulo}>
      <Empty drawing="clock" titulo={t.linha.soTeste} texto={t.linha.soTesteTexto}>
        <Button component="a" href={`${ROOT_OF.TESTE}/integracao/linha`}>
          {t.linha.goToTest}
        </Button>
      </Empty>
    </Screen>
  );
}

function Timeline() {
  const t = useIntegrationTexts();
  const [query, put] = useAddress();
  const line = useTimeline();
  const asked = (query.get('so') ?? '').split(',').filter((name): name is Kind => KINDS.includes(name as Kind));
  const kinds = asked.length === 0 ? [...KINDS] : asked;
  const items = line.data?.items.filter(({ kind }) => kinds.includes(kind)) ?? [];
  return (
    <Screen title={t.linha.titulo}>
      <Text>{t.linha.texto}</Text>
      <Guides whichOnes={['sandbox', 'webhooks']} />
      <Chip.Group
        multiple
        value={kinds}
        onChange={(wanted) => put({ so: wanted.length === KINDS.length ? null : wanted.join(',') })}
      >
        <Group gap="xs" role="group" aria-label={t.linha.show}>
          {KINDS.map((kind) => (
            <Chip key={kind} value={kind} variant="outline">
              {t.linha.kinds[kind]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {line.error && <Failure erro={line.error} repeat={() => void line.refetch()} />}
      {line.isPending && <Loading />}
      {line.data && items.length === 0 && (
        <Empty drawing="clock" titulo={t.linha.blankTitle} texto={t.linha.blankText} />
      )}
      {items.length > 0 && (
        <ol className={styles.line} aria-label={t.linha.titulo}>
          {items.map((item) => (
            <li key={`${item.kind}${item.id}`} className={styles.item} data-kind={item.kind}>
              <span className={styles.sign}>
                <Icon name={SIGNS[item.kind]} size={16} />
              </span>
              <Happened item={item} />
              <span className={styles.when}>
                <Moment when={item.at} style="needed" />
              </span>
            </li>
          ))}
        </ol>
      )}
      {line.data?.since && (
        <Text size="sm" c="dimmed">
          {t.linha.since} <Moment when={line.data.since} style="needed" />
        </Text>
      )}
    </Screen>
  );
}

/** What happened in a line, leading to where all of it is. */
function Happened({ item }: { readonly item: TimelineItem }) {
  const t = useIntegrationTexts();
  switch (item.kind) {
    case 'chamada': {
      const { metodo, rota, status, requestId } = item.one;
      return (
        <span className={styles.what}>
          <Anchor component={Link} to={`/integracao/uso?requestId=${requestId}`}>
            <code>
              <b>{metodo}</b> {rota}
            </code>
          </Anchor>
          <Tag tone={status >= 500 ? 'danger' : status >= 400 ? 'warning' : 'ok'}>{status}</Tag>
        </span>
      );
    }
    case 'mensagem': {
      const { id, assunto, texto, destino, tipo } = item.one;
      return (
        <span className={styles.what}>
          <Anchor component={Link} to={`/caixa/${id}`} dir="auto" className={styles.subject}>
            {assunto ?? texto}
          </Anchor>
          {tipo && <Tag tone="neutral">{t.linha.tipo[tipo] ?? tipo}</Tag>}
          <bdi className="muted">{destino}</bdi>
        </span>
      );
    }
    case 'evento': {
      const { evento, dados } = item.one;
      return (
        <span className={styles.what}>
          <Anchor component={Link} to={`/documentos/${dados.documento.id}`}>
            <code>{evento}</code>
          </Anchor>
          <bdi className="muted">{dados.documento.titulo}</bdi>
        </span>
      );
    }
    case 'entrega': {
      const { one, webhook } = item;
      return (
        <span className={styles.what}>
          <Anchor component={Link} to={`/integracao/webhooks/${webhook.id}?entrega=${one.id}`}>
            <code>{one.evento}</code>
          </Anchor>
          <EntregaTag status={one.status} />
          <span className={styles.address}>{webhook.url}</span>
        </span>
      );
    }
  }
}
