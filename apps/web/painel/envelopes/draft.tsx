import { Alert, Button, FileButton, Group, Menu, Text } from '@mantine/core';
import type { Envelope, FatorAutenticacao } from '@rubrica/contract';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Drop } from '../documentos/drop.tsx';
import { envelopeOf, useUploads } from '../documentos/uploads.ts';
import { partyOf } from '../editor/saving/documento.ts';
import { Icon } from '../parts/icon.tsx';
import { MoreActions } from '../parts/more-actions.tsx';
import { Screen } from '../parts/screen.tsx';
import { EnvelopeTag } from '../parts/tag.tsx';
import { useEnvelopes } from '../texts/envelopes.ts';
import { useBlockers } from './blockers.ts';
import { useDelete } from './delete.ts';
import { Documentos } from './documentos.tsx';
import { DraftChoice } from './draft-choice.tsx';
import { Everyone } from './everyone.tsx';
import styles from './layout.module.css';
import { useEnvelopeChanged } from './queries.ts';
import { Rename } from './rename.tsx';
import { Review } from './review.tsx';
import { personsOf } from './state.ts';
import { inputOf } from './use-everyone.ts';

type Dialog = 'review' | 'drafts' | 'rename' | null;

/** An envelope being prepared: its documents in order, who signs them, and the sending. */
export function Draft({ envelope }: { readonly envelope: Envelope }) {
  const t = useEnvelopes();
  const { mayIn } = useIsAllowed();
  const pending = useBlockers(envelope);
  const coming = useUnderway(envelope.id);
  const include = useInclude(envelope);
  const [dialog, setDialog] = useState<Dialog>(null);
  const close = () => setDialog(null);
  const changes = mayIn('alterarEnvelope', envelope);
  return (
    <Screen
      title={envelope.titulo}
      above={{ to: '/envelopes', label: t.titulo }}
      together={<EnvelopeTag status={envelope.status} />}
      actions={changes && <Actions envelope={envelope} onDialog={setDialog} />}
    >
      {changes && <Drop onFiles={include.files} texto={t.criar.dropIt} />}
      {!changes && (
        <Alert color="marca" variant="light" icon={<Icon name="shield" />}>
          {t.rascunho.leitura}
        </Alert>
      )}
      <div className={styles.withPeople}>
        <section aria-labelledby="envelope-documentos" className={styles.documentos}>
          <Documentos envelope={envelope} blockers={pending.allItems} changes={changes} />
          {coming > 0 && (
            <Text size="sm" c="dimmed" role="status">
              {t.rascunho.sending(coming)}
            </Text>
          )}
          {changes && (
            <Group gap="xs">
              <FileButton accept="application/pdf,.pdf" multiple onChange={include.files}>
                {(props) => (
                  <Button variant="default" leftSection={<Icon name="goUp" />} {...props}>
                    {t.rascunho.includePdfs}
                  </Button>
                )}
              </FileButton>
              <Button variant="default" leftSection={<Icon name="documento" />} onClick={() => setDialog('drafts')}>
                {t.rascunho.includeDrafts}
              </Button>
            </Group>
          )}
        </section>
        <Everyone envelope={envelope} changes={changes} />
      </div>
      {dialog === 'review' && <Review envelope={envelope} blockers={pending} underway={coming} onClose={close} />}
      {dialog === 'rename' && <Rename envelope={envelope} onClose={close} />}
      {dialog === 'drafts' && <DraftChoice outside={[]} onChosenOnes={include.drafts} onClose={close} />}
    </Screen>
  );
}

function Actions({ envelope, onDialog }: { readonly envelope: Envelope; readonly onDialog: (dialog: Dialog) => void }) {
  const t = useEnvelopes();
  const { mayIn } = useIsAllowed();
  const remove = useDelete(envelope);
  return (
    <>
      <Button leftSection={<Icon name="send" />} onClick={() => onDialog('review')}>
        {t.rascunho.review}
      </Button>
      <MoreActions>
        <Menu.Item leftSection={<Icon name="edit" />} onClick={() => onDialog('rename')}>
          {t.rascunho.rename}
        </Menu.Item>
        {mayIn('excluirEnvelope', envelope) && (
          <Menu.Item leftSection={<Icon name="bin" />} onClick={remove}>
            {t.rascunho.excluir}
          </Menu.Item>
        )}
      </MoreActions>
    </>
  );
}

/** How many files are still on their way into an envelope. */
function useUnderway(envelopeId: string): number {
  const uploads = useUploads();
  return useSyncExternalStore(
    uploads.subscribe,
    () =>
      uploads
        .snapshot()
        .filter((one) => envelopeOf(one) === envelopeId && (one.state === 'queue' || one.state === 'sending')).length,
  );
}

/** What a new document asks of everybody. */
const OF_NEW: { fatoresExigidos: FatorAutenticacao[] } = { fatoresExigidos: ['EMAIL'] };

/** Puts files and drafts into an envelope; everybody who signs there signs them too. */
function useInclude(envelope: Envelope) {
  const { patient } = usePanel();
  const uploads = useUploads();
  const hasChanged = useEnvelopeChanged();
  const files = useCallback(
    (some: readonly File[]) => {
      const { id, documentos } = envelope;
      const signatarios = personsOf(documentos).map(({ signatario }, index) =>
        inputOf({ ...partyOf(signatario, index, OF_NEW), ordem: index + 1 }, OF_NEW),
      );
      const ordenado = documentos.length > 0 && documentos.every((one) => one.ordenado);
      uploads.add(some, { what: 'documento', pastaId: null, envelope: { id, signatarios, ordenado } });
    },
    [uploads, envelope],
  );
  return {
    files,
    async drafts(some: readonly { readonly id: string }[]) {
      try {
        for (const { id: documentoId } of some) {
          const body = { envelopeId: envelope.id };
          await patient.alterarDocumento({ params: { documentoId }, body });
        }
      } finally {
        await hasChanged.documentos(envelope.id, some);
      }
    },
  };
}
