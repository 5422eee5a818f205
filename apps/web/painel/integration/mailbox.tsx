import { Anchor, Button, Group, Text } from '@mantine/core';
import type { MensagemCaixa } from '@rubrica/contract';
import { Link, useParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Total } from '../parts/total.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Guides } from './guides.tsx';
import styles from './mailbox.module.css';
import { Message } from './message.tsx';
import { useMailbox, useUntilFound } from './queries.ts';

/** `/caixa` and `/caixa/{mensagemId}`, of the test environment alone. */
export function Component() {
  const t = useIntegrationTexts();
  const { ambiente } = usePanel();
  if (ambiente === 'TESTE') return <Mailbox />;
  return (
    <Screen title={t.caixa.titulo}>
      <Empty drawing="inbox" titulo={t.caixa.soTeste} texto={t.caixa.testOnlyText}>
        <Button component="a" href={`${ROOT_OF.TESTE}/caixa`}>
          {t.caixa.goToTest}
        </Button>
      </Empty>
    </Screen>
  );
}

function Mailbox() {
  const t = useIntegrationTexts();
  const { mensagemId } = useParams();
  const list = useMailbox(true);
  const all = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const open = all.find(({ id }) => id === mensagemId);
  const looking = useUntilFound(list, mensagemId === undefined || open !== undefined);
  return (
    <Screen
      title={t.caixa.titulo}
      together={<Total count={list.data?.pages.at(-1)?.total} words={t.caixa.total} />}
      actions={
        <Button variant="default" leftSection={<Icon name="resend" />} onClick={() => void list.refetch()}>
          {t.caixa.refresh}
        </Button>
      }
    >
      <Text>{t.caixa.texto}</Text>
      <Guides whichOnes={['sandbox']} />
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && all.length === 0 && mensagemId === undefined && (
        <Empty drawing="inbox" titulo={t.caixa.blankTitle} texto={t.caixa.blankText}>
          <Button component={Link} to="/documentos" variant="default">
            {t.caixa.toDocumentos}
          </Button>
        </Empty>
      )}
      {list.data && (all.length > 0 || mensagemId !== undefined) && (
        <div className={styles.mailbox} data-open={mensagemId}>
          <section className={styles.list} aria-label={t.caixa.list}>
            <ul className="plain-list framed-list">
              {all.map((one) => (
                <li key={one.id}>
                  <Row one={one} open={one.id === mensagemId} />
                </li>
              ))}
            </ul>
            {list.hasNextPage && !looking && (
              <Group justify="center" mt="md">
                <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {t.more}
                </Button>
              </Group>
            )}
          </section>
          <div className={styles.open}>
            <Anchor component={Link} to="/caixa" size="sm" className={styles.back}>
              <Icon name="back" size={14} /> {t.caixa.back}
            </Anchor>
            {open && <Message key={open.id} mensagem={open} />}
            {!open && looking && <Loading />}
            {!open && !looking && <NoneYet asked={mensagemId !== undefined} />}
          </div>
        </div>
      )}
    </Screen>
  );
}

function NoneYet({ asked }: { readonly asked: boolean }) {
  const t = useIntegrationTexts();
  if (asked) return <Empty drawing="inbox" titulo={t.caixa.notFound} texto={t.caixa.notFoundText} />;
  return (
    <Text c="dimmed" ta="center" py="xl">
      {t.caixa.choice}
    </Text>
  );
}

function Row({ one, open }: { readonly one: MensagemCaixa; readonly open: boolean }) {
  const t = useIntegrationTexts();
  return (
    <Link to={`/caixa/${one.id}`} className={styles.message} {...(open ? { 'aria-current': 'true' } : {})}>
      <span className={styles.subject} dir="auto">
        {one.assunto ?? one.texto}
      </span>
      <span className={styles.recipient} dir="auto">
        {one.destino}
      </span>
      <span className="muted">
        {t.caixa.canal[one.canal] ?? one.canal} · <Moment when={one.criadoEm} style="relative" />
      </span>
    </Link>
  );
}
