import { Alert, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import type { Documento, DocumentoResumo, Signatario } from '@rubrica/contract';
import { REASON_MAX_CHARS } from '@rubrica/contract/limits';
import type { Client } from '@rubrica/sdk/client';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newId } from '../../kit/uuid.ts';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { useSpeech } from '../texts/area.ts';
import { useDocumentos } from '../texts/documentos.ts';
import { AdjustDialog } from './adjust-dialog.tsx';
import { editorOf } from './opening.ts';
import { useCancellationReason, useChanged } from './queries.ts';
import { CorrectSignatario } from './signatario-dialogs.tsx';
import { allows, missing, nameOf, stoppedShort } from './state.ts';

interface Props {
  readonly documento: DocumentoResumo;
  readonly onClose: () => void;
}

/** Where the copy of a document is prepared, with what stopped the document told there. */
const preparing = (copyId: string, ofId: string) => `${editorOf(copyId)}?corrige=${ofId}`;

/**
 * A draft to correct a document in. Whoever was interrupted before gets the draft of then: the key is the document's. One that
 * was sent or deleted since is no draft any more, and another is made.
 */
async function copyToCorrect(client: Client, documentoId: string): Promise<Documento> {
  const params = { documentoId };
  const made = await client.duplicarDocumento({ params, idempotencyKey: `corrigir-${documentoId}` });
  const now = await client.obterDocumento({ params: { documentoId: made.id } }).catch(() => null);
  if (now?.status === 'RASCUNHO') return now;
  return client.duplicarDocumento({ params, idempotencyKey: newId() });
}

/** Cancels, unless it ended meanwhile without being signed, which comes to the same. */
async function end(client: Client, documentoId: string, motivo: string): Promise<Documento> {
  const params = { documentoId };
  try {
    return await client.cancelarDocumento({ params, body: { motivo } });
  } catch (error) {
    const now = await client.obterDocumento({ params }).catch(() => null);
    if (now && stoppedShort(now.status)) return now;
    throw error;
  }
}

/** Corrects a document that was sent: what can be corrected in its place is, and for the rest a copy takes it. */
export function CorrectDialog({ documento, onClose }: Props) {
  const t = useDocumentos();
  const [inPlace, setInPlace] = useState<Signatario | 'ajustar' | null>(null);
  if (inPlace === 'ajustar') return <AdjustDialog documento={documento} onClose={onClose} />;
  if (inPlace) return <CorrectSignatario documento={documento} one={inPlace} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} size="lg" title={t.pagina.actions.corrigir}>
      {allows('CANCEL', documento) ? (
        <Stack gap="lg">
          <InPlace documento={documento} onChoice={setInPlace} />
          <Anew documento={documento} onClose={onClose} />
        </Stack>
      ) : (
        <Ended documento={documento} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** What needs no cancelling: people who have not signed, and until when. */
function InPlace(props: {
  readonly documento: DocumentoResumo;
  readonly onChoice: (choice: Signatario | 'ajustar') => void;
}) {
  const { documento, onChoice } = props;
  const t = useDocumentos();
  const { mayIn } = useIsAllowed();
  const people = mayIn('alterarSignatario', documento) ? missing(documento) : [];
  return (
    <Stack gap="xs" component="section" aria-labelledby="in-place">
      <Title order={3} size="h5" id="in-place">
        {t.corrigir.inPlace}
      </Title>
      <Text size="sm">{t.corrigir.inPlaceText}</Text>
      <Group gap="xs">
        {people.map((one) => (
          <Button key={one.id} variant="default" leftSection={<Icon name="person" />} onClick={() => onChoice(one)}>
            {t.corrigir.person(nameOf(one, t.signatario.noName))}
          </Button>
        ))}
        <Button variant="default" leftSection={<Icon name="clock" />} onClick={() => onChoice('ajustar')}>
          {t.pagina.actions.ajustar}
        </Button>
      </Group>
    </Stack>
  );
}

/** The copy first, then the end of the document, then the copy opens: whoever is interrupted has both. */
function Anew({ documento, onClose }: Props) {
  const t = useDocumentos();
  const { client } = usePanel();
  const hasChanged = useChanged();
  const navigate = useNavigate();
  const form = useForm(
    { motivo: t.corrigir.reason as string },
    { motivo: (value) => (value.trim() === '' ? t.batch.reasonMissing : null) },
  );
  const signed = documento.signatarios.filter(({ status }) => status === 'ASSINADO').length;
  const anew = async () => {
    const copy = await copyToCorrect(client, documento.id);
    hasChanged.documento(copy);
    hasChanged.documento(await end(client, documento.id, form.values.motivo.trim()));
    await navigate(preparing(copy.id, documento.id));
  };
  return (
    <form onSubmit={(event) => void form.submit(event, anew)} noValidate aria-labelledby="anew">
      <Stack gap="xs">
        <Title order={3} size="h5" id="anew">
          {t.corrigir.anew}
        </Title>
        <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
          {t.corrigir.anewText} {signed > 0 && t.corrigir.signedOnes(signed)}
        </Alert>
        <Textarea
          label={t.pagina.cancellationReason}
          description={t.batch.reasonHint}
          autosize
          minRows={2}
          maxLength={REASON_MAX_CHARS}
          {...form.text('motivo')}
        />
        <Footer refusal={form.fault} onClose={onClose} acao={t.corrigir.cancelAndCorrect} busy={form.busy} danger />
      </Stack>
    </form>
  );
}

/** For a document that is over: why, and a copy. */
function Ended({ documento, onClose }: Props) {
  const t = useDocumentos();
  const { client } = usePanel();
  const hasChanged = useChanged();
  const navigate = useNavigate();
  const form = useForm({}, {});
  const correct = async () => {
    const copy = await copyToCorrect(client, documento.id);
    hasChanged.documento(copy);
    await navigate(preparing(copy.id, documento.id));
  };
  return (
    <form onSubmit={(event) => void form.submit(event, correct)} noValidate>
      <Stack>
        <StoppedBy documento={documento} />
        <Text size="sm">{t.corrigir.endedText}</Text>
        <Footer refusal={form.fault} onClose={onClose} acao={t.corrigir.copy} busy={form.busy} focusTarget="acao" />
      </Stack>
    </form>
  );
}

/** What stopped a document, in a sentence; with the reason of who refused or cancelled. */
export function StoppedBy({ documento }: { readonly documento: DocumentoResumo }) {
  const t = useDocumentos();
  const { language } = useSpeech();
  const reason = useCancellationReason(documento);
  const day = (when: string | null) =>
    when === null ? '' : new Date(when).toLocaleDateString(language, { dateStyle: 'long' });
  const refused = documento.signatarios.filter(({ status }) => status === 'RECUSADO');
  const { RECUSADO, EXPIRADO, CANCELADO } = t.corrigir.stopped;
  const lines = {
    RECUSADO: refused.map((one) => RECUSADO(nameOf(one, t.signatario.noName), one.motivoRecusa ?? '')),
    EXPIRADO: [EXPIRADO(day(documento.prazoEm ?? documento.expiraEm))],
    CANCELADO: reason.isPending ? [] : [CANCELADO(reason.data ?? '')],
  }[documento.status as 'RECUSADO' | 'EXPIRADO' | 'CANCELADO'];
  return lines?.map((line) => (
    <Text key={line} size="sm" dir="auto" className="free-text">
      {line}
    </Text>
  ));
}
