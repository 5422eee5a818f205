import { Button, Group } from '@mantine/core';
import type { Envelope } from '@rubrica/contract';
import { Link } from 'react-router';
import { useIsAllowed } from '../context.tsx';
import styles from '../documentos/table.module.css';
import { MissingNames } from '../documentos/who-is-missing.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Thumbnail } from '../parts/page-picture.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { EnvelopeTag } from '../parts/tag.tsx';
import { TitleLink } from '../parts/title-link.tsx';
import { Total } from '../parts/total.tsx';
import { useEnvelopes } from '../texts/envelopes.ts';
import listStyles from './list.module.css';
import { useEnvelopeList } from './queries.ts';
import { completed, missingOnes } from './state.ts';

/** `/envelopes` */
export function Component() {
  const t = useEnvelopes();
  const { isAllowed } = useIsAllowed();
  const list = useEnvelopeList();
  const envelopes = list.data?.pages.flatMap(({ itens }) => itens) ?? [];
  const mayCreate = isAllowed('criarEnvelope');
  const create = (
    <Button component={Link} to="/envelopes/novo" leftSection={<Icon name="plus" />}>
      {t.fresh}
    </Button>
  );
  return (
    <Screen
      title={t.titulo}
      together={<Total count={list.data?.pages.at(-1)?.total} words={t.total} />}
      actions={mayCreate && envelopes.length > 0 && create}
    >
      {list.error && <Failure erro={list.error} repeat={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {list.data && envelopes.length === 0 && (
        <Empty drawing="envelope" titulo={t.list.blankTitle} texto={mayCreate ? t.list.blankText : t.list.blankReader}>
          {mayCreate && create}
        </Empty>
      )}
      {envelopes.length > 0 && <Lines envelopes={envelopes} />}
      {list.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t.list.more}
          </Button>
        </Group>
      )}
    </Screen>
  );
}

function Lines({ envelopes }: { readonly envelopes: readonly Envelope[] }) {
  const t = useEnvelopes();
  const { columns } = t.list;
  return (
    <div className={styles.table}>
      <div className={`${styles.row} ${styles.head}`} aria-hidden="true">
        <span className={styles.title}>{columns.titulo}</span>
        <span>{columns.estado}</span>
        <span>{columns.missing}</span>
        <span>{columns.criado}</span>
      </div>
      <ul className="plain-list" aria-label={t.list.rotulo}>
        {envelopes.map((envelope) => (
          <li key={envelope.id} className={`${styles.row} ${listStyles.row}`}>
            <Row envelope={envelope} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Row({ envelope }: { readonly envelope: Envelope }) {
  const t = useEnvelopes();
  const { documentos } = envelope;
  const [first] = documentos;
  const sent = envelope.status !== 'RASCUNHO';
  return (
    <>
      <span className={`${styles.title} ${styles.pictured}`}>
        <Thumbnail of={first ? `/documentos/${first.id}` : null} changed={first?.atualizadoEm ?? null} />
        <span className={styles.named}>
          <TitleLink to={`/envelopes/${envelope.id}`} title={envelope.titulo} />
          <span className={styles.underTitle}>
            {sent ? t.list.completed(completed(documentos), documentos.length) : t.documentos(documentos.length)}
          </span>
        </span>
      </span>
      <span className={styles.state}>
        <EnvelopeTag status={envelope.status} />
      </span>
      <span className={styles.missing}>
        <span className="unseen">{t.list.columns.missing}: </span>
        <MissingNames whom={missingOnes(documentos).map(({ signatario }) => signatario)} />
      </span>
      <span className={styles.created}>
        <span className="unseen">{t.list.columns.criado}: </span>
        <Moment when={envelope.criadoEm} style="dia" />
      </span>
    </>
  );
}
