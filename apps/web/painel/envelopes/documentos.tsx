import { Button, Menu, Text, Title } from '@mantine/core';
import type { DocumentoResumo, Envelope } from '@rubrica/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { inOrder } from '../../kit/list.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { RowMenu } from '../documentos/actions.tsx';
import { editorOf, useOpening } from '../documentos/opening.ts';
import { useDocumentActions } from '../documentos/use-acts.tsx';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Thumbnail } from '../parts/page-picture.tsx';
import { Sortable } from '../parts/sortable.tsx';
import { TitleLink } from '../parts/title-link.tsx';
import { useLastWish } from '../parts/wanted.ts';
import { useEnvelopes } from '../texts/envelopes.ts';
import type { Blocker } from './blockers.ts';
import documentoStyles from './documento.module.css';
import styles from './documentos.module.css';
import layoutStyles from './layout.module.css';
import { useEnvelopeChanged } from './queries.ts';

type Offered = ReturnType<typeof useDocumentActions>['offered'];

/** The documents of a draft, in the order in which those who sign go through them. */
export function Documentos(props: {
  readonly envelope: Envelope;
  readonly blockers: readonly Blocker[] | null;
  /** Whether the role lets it be changed. */
  readonly changes: boolean;
}) {
  const t = useEnvelopes();
  const { envelope, blockers, changes } = props;
  const order = useOrder(envelope);
  const { offered, dialog } = useDocumentActions();
  // Preparing has a button beside the menu.
  const inMenu: Offered = (documento) => offered(documento).filter(({ name }) => name !== 'prepare');
  const { documentos } = envelope;
  return (
    <>
      <Title order={2} size="h4" id="envelope-documentos">
        {t.rascunho.documentos}
      </Title>
      <Text size="sm" c="dimmed">
        {documentos.length === 0 ? t.rascunho.blank : t.rascunho.documentsHint}
      </Text>
      {documentos.length > 0 && (
        <div className={layoutStyles.frame}>
          <Sortable
            items={documentos}
            keyOf={({ id }) => id}
            nameOf={({ titulo }) => titulo}
            label={t.rascunho.documentos}
            onOrder={changes ? order : null}
          >
            {(documento, index) => (
              <Row
                documento={documento}
                numero={index + 1}
                envelope={envelope}
                offered={inMenu}
                blockers={blockers?.filter(({ documentoId }) => documentoId === documento.id) ?? null}
              />
            )}
          </Sortable>
        </div>
      )}
      {dialog}
    </>
  );
}

/** Shows the new order at once, and what the service has where it does not take it. */
function useOrder(envelope: Envelope) {
  const { client } = usePanel();
  const queries = useQueryClient();
  const notices = useNotices();
  const hasChanged = useEnvelopeChanged();
  const queryKey = ['envelopes', envelope.id];
  const save = useLastWish<readonly string[]>(
    async (ids, later) => {
      const params = { envelopeId: envelope.id };
      const after = await client.alterarEnvelope({ params, body: { documentos: [...ids] } });
      if (!later()) hasChanged.envelope(after);
    },
    (error) => {
      if (error === undefined) return;
      notices.erro(error);
      void hasChanged.documentos(envelope.id, []);
    },
  );
  return (ids: readonly string[]) => {
    // An answer still on its way would bring the old order back.
    void queries.cancelQueries({ queryKey });
    queries.setQueryData<Envelope>(
      queryKey,
      (now) => now && { ...now, documentos: inOrder(now.documentos, ({ id }) => id, ids) },
    );
    save(ids);
  };
}

function Row(props: {
  readonly documento: DocumentoResumo;
  readonly numero: number;
  readonly envelope: Envelope;
  readonly blockers: readonly Blocker[] | null;
  readonly offered: Offered;
}) {
  const t = useEnvelopes();
  const { mayIn } = useIsAllowed();
  const opening = useOpening();
  const { documento } = props;
  const blocking = props.blockers?.filter(({ prevents }) => prevents).length ?? null;
  const mine = mayIn('alterarDocumento', documento);
  return (
    <div className={documentoStyles.row}>
      <span className={documentoStyles.number} aria-hidden="true">
        {props.numero}
      </span>
      <Thumbnail of={`/documentos/${documento.id}`} changed={documento.atualizadoEm} />
      <span className={documentoStyles.title}>
        <TitleLink to={opening(documento)} title={documento.titulo} />
        <span className="muted">
          {t.rascunho.paginas(documento.paginas)} ·{' '}
          {blocking === null ? (
            t.rascunho.checking
          ) : blocking === 0 ? (
            <span className="good">
              <Icon name="tick" size={14} /> {t.rascunho.ready}
            </span>
          ) : (
            <span className="bad">
              <Icon name="alert" size={14} /> {t.rascunho.issues(blocking)}
            </span>
          )}
        </span>
      </span>
      {mine && (
        <Button
          component={Link}
          to={editorOf(documento.id)}
          variant="default"
          size="xs"
          className={styles.prepare}
          aria-label={t.rascunho.prepareFrom(documento.titulo)}
        >
          {t.rascunho.prepare}
        </Button>
      )}
      <Acts {...props} mine={mine} />
    </div>
  );
}

function Acts({
  documento,
  envelope,
  offered,
  mine,
}: {
  readonly documento: DocumentoResumo;
  readonly envelope: Envelope;
  readonly offered: Offered;
  readonly mine: boolean;
}) {
  const t = useEnvelopes();
  const { client } = usePanel();
  const notices = useNotices();
  const hasChanged = useEnvelopeChanged();
  const params = { documentoId: documento.id };
  const order = envelope.documentos.map(({ id }) => id);
  const takeOut = async () => {
    await client.alterarDocumento({ params, body: { envelopeId: null } });
    await hasChanged.documentos(envelope.id, [documento]);
    notices.undoable(t.rascunho.removed(documento.titulo), () => void putBack().catch(notices.erro));
  };
  const putBack = async () => {
    await client.alterarDocumento({ params, body: { envelopeId: envelope.id } });
    hasChanged.envelope(
      await client.alterarEnvelope({ params: { envelopeId: envelope.id }, body: { documentos: order } }),
    );
  };
  return (
    <RowMenu documento={documento} offered={offered} label={t.rascunho.actions(documento.titulo)}>
      {mine && (
        <Menu.Item leftSection={<Icon name="leave" />} onClick={() => void takeOut().catch(notices.erro)}>
          {t.rascunho.removeIt}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
