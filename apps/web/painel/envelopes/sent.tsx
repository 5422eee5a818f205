import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import type { DocumentoResumo, Envelope } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { RowMenu } from '../documentos/actions.tsx';
import { Batch } from '../documentos/batch.tsx';
import { DownloadMenu } from '../documentos/download-menu.tsx';
import { isOpen, nameOf } from '../documentos/state.ts';
import { useDocumentActions } from '../documentos/use-acts.tsx';
import { WhoIsMissing } from '../documentos/who-is-missing.tsx';
import { copyLater } from '../parts/copy-later.ts';
import { FactsCard } from '../parts/facts-card.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { MoreActions } from '../parts/more-actions.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Thumbnail } from '../parts/page-picture.tsx';
import { Screen } from '../parts/screen.tsx';
import { DocumentoTag, EnvelopeTag, SignatarioTag } from '../parts/tag.tsx';
import { TitleLink } from '../parts/title-link.tsx';
import { useDocumentos } from '../texts/documentos.ts';
import { useEnvelopes } from '../texts/envelopes.ts';
import documentoStyles from './documento.module.css';
import layoutStyles from './layout.module.css';
import { useEnvelopeChanged } from './queries.ts';
import styles from './sent.module.css';
import {
  completed,
  invited,
  missingOnes,
  openOnes,
  type Person,
  personsOf,
  type Spot,
  signedOnes,
  toResend,
} from './state.ts';
import { Who } from './who.tsx';

/** An envelope on its way, or after. */
export function Sent({ envelope }: { readonly envelope: Envelope }) {
  const t = useEnvelopes();
  const resend = useResend(envelope);
  const { offered, dialog } = useDocumentActions();
  const { documentos } = envelope;
  return (
    <Screen
      title={envelope.titulo}
      above={{ to: '/envelopes', label: t.titulo }}
      together={<EnvelopeTag status={envelope.status} />}
      actions={<Actions envelope={envelope} resend={resend} />}
    >
      <FactsCard>
        <dl>
          <Fact nome={t.card.criado} valor={<Moment when={envelope.criadoEm} />} />
          <Fact nome={t.card.enviado} valor={<Moment when={envelope.enviadoEm} />} />
          <Fact nome={t.card.andamento} valor={t.list.completed(completed(documentos), documentos.length)} />
        </dl>
      </FactsCard>
      <div className={layoutStyles.withPeople}>
        <section aria-labelledby="envelope-documentos" className={layoutStyles.documentos}>
          <Title order={2} size="h4" id="envelope-documentos">
            {t.enviado.documentos}
          </Title>
          {documentos.length === 0 ? (
            <Text c="dimmed">{t.enviado.excluidos}</Text>
          ) : (
            <ol className={`${layoutStyles.frame} plain-list`}>
              {documentos.map((documento, index) => (
                <li key={documento.id} className={documentoStyles.row}>
                  <OneDocumento documento={documento} numero={index + 1} offered={offered} />
                </li>
              ))}
            </ol>
          )}
        </section>
        <section aria-labelledby="envelope-people" className={layoutStyles.people}>
          <Title order={2} size="h4" id="envelope-people">
            {t.enviado.everyone}
          </Title>
          <ul className="plain-list">
            {personsOf(documentos).map((person) => (
              <li key={person.chave}>
                <OnePerson person={person} documentos={documentos} resend={resend} />
              </li>
            ))}
          </ul>
        </section>
      </div>
      {dialog}
    </Screen>
  );
}

function Fact({ nome, valor }: { readonly nome: string; readonly valor: React.ReactNode }) {
  return (
    <div>
      <dt>{nome}</dt>
      <dd>{valor}</dd>
    </div>
  );
}

/** Repeats invitations, one a person: a link serves the whole set. */
function useResend(envelope: Envelope) {
  const t = useEnvelopes();
  const { patient } = usePanel();
  const notices = useNotices();
  const hasChanged = useEnvelopeChanged();
  return useMutation({
    mutationFn: async (spots: readonly Spot[]) => {
      for (const { documentoId, signatario } of spots) {
        const body = { signatarioId: signatario.id };
        await patient.reenviarDocumento({ params: { documentoId }, body });
      }
      return spots.length;
    },
    onSuccess: (total) => notices.done(t.enviado.resentOnes(total)),
    onError: (error) => notices.erro(error),
    onSettled: () => hasChanged.documentos(envelope.id, envelope.documentos),
  });
}

type Resend = ReturnType<typeof useResend>;

function Actions({ envelope, resend }: { readonly envelope: Envelope; readonly resend: Resend }) {
  const t = useEnvelopes();
  const { mayIn } = useIsAllowed();
  const hasChanged = useEnvelopeChanged();
  const [cancelling, setCancelling] = useState<readonly DocumentoResumo[] | null>(null);
  const open = openOnes(envelope.documentos);
  const due = toResend(open.filter((one) => mayIn('reenviarDocumento', one)));
  const cancellable = open.filter((one) => mayIn('cancelarDocumento', one));
  return (
    <>
      {due.length > 0 && (
        <Button
          variant="default"
          leftSection={<Icon name="resend" />}
          loading={resend.isPending}
          onClick={() => resend.mutate(due)}
        >
          {t.enviado.resendAll}
        </Button>
      )}
      {cancellable.length > 0 && (
        <MoreActions>
          <Menu.Item leftSection={<Icon name="cancel" />} onClick={() => setCancelling(cancellable)}>
            {t.enviado.cancelar}
          </Menu.Item>
        </MoreActions>
      )}
      {cancelling && (
        <Batch
          act="cancelar"
          documentos={cancelling}
          onClose={() => {
            setCancelling(null);
            void hasChanged.documentos(envelope.id, cancelling);
          }}
        />
      )}
    </>
  );
}

function OneDocumento({
  documento,
  numero,
  offered,
}: {
  readonly documento: DocumentoResumo;
  readonly numero: number;
  readonly offered: ReturnType<typeof useDocumentActions>['offered'];
}) {
  const t = useEnvelopes();
  return (
    <>
      <span className={documentoStyles.number} aria-hidden="true">
        {numero}
      </span>
      <Thumbnail of={`/documentos/${documento.id}`} changed={documento.atualizadoEm} />
      <span className={documentoStyles.title}>
        <TitleLink to={`/documentos/${documento.id}`} title={documento.titulo} />
        <Group gap={8} mt={2}>
          <DocumentoTag status={documento.status} />
          <Link
            to={`/documentos/${documento.id}?aba=trilha`}
            className={styles.history}
            aria-label={t.enviado.historyOf(documento.titulo)}
          >
            {t.enviado.history}
          </Link>
        </Group>
        {isOpen(documento.status) && (
          <span className="muted">
            {t.list.columns.missing}: <WhoIsMissing documento={documento} />
          </span>
        )}
      </span>
      <DownloadMenu documento={documento}>
        <Button
          variant="default"
          size="xs"
          leftSection={<Icon name="download" size={14} />}
          aria-label={t.enviado.downloadOf(documento.titulo)}
        >
          {t.enviado.baixar}
        </Button>
      </DownloadMenu>
      <RowMenu documento={documento} offered={offered} label={t.rascunho.actions(documento.titulo)} />
    </>
  );
}

function OnePerson(props: {
  readonly person: Person;
  readonly documentos: readonly DocumentoResumo[];
  readonly resend: Resend;
}) {
  const t = useEnvelopes();
  const words = useDocumentos();
  const { mayIn } = useIsAllowed();
  const { person, documentos, resend } = props;
  const { signatario, spots } = person;
  const name = nameOf(signatario, words.signatario.noName);
  const waiting = missingOnes(documentos).find(({ chave }) => chave === person.chave);
  const place = waiting && invited(waiting);
  const document = documentos.find(({ id }) => id === place?.documentoId);
  const byHand = place?.signatario.metodoEntrega === 'LINK';
  return (
    <Stack gap={4} className={styles.person}>
      <div>
        <Who nome={name} signatario={signatario} />
      </div>
      <Text size="sm">{t.enviado.hasSigned(signedOnes(person), spots.length)}</Text>
      <ul className={`plain-list ${styles.places}`}>
        {spots.map((spot) => (
          <li key={spot.documentoId}>
            <span className={styles.place} dir="auto">
              {spot.titulo}
            </span>
            <SignatarioTag status={spot.signatario.status} />
          </li>
        ))}
      </ul>
      <Group gap="xs">
        {place && !byHand && document && mayIn('reenviarDocumento', document) && (
          <Button
            size="xs"
            variant="default"
            disabled={resend.isPending}
            aria-label={`${words.signatario.reenviar}: ${name}`}
            onClick={() => resend.mutate([place])}
          >
            {words.signatario.reenviar}
          </Button>
        )}
        {place && byHand && <CopyLink spot={place} name={name} />}
      </Group>
    </Stack>
  );
}

/** Copies the link the sender hands to a person. It is asked for now: that it was shown belongs to the trail. */
function CopyLink({ spot, name }: { readonly spot: Spot; readonly name: string }) {
  const words = useDocumentos();
  const { client } = usePanel();
  const notices = useNotices();
  const copy = useMutation({
    mutationFn: () => {
      const params = { documentoId: spot.documentoId, signatarioId: spot.signatario.id };
      return copyLater(client.obterSignatario({ params }).then(({ link }) => link ?? ''));
    },
    onSuccess: () => notices.done(words.signatario.linkCopied),
    onError: (error) => notices.erro(error),
  });
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name="link" size={14} />}
      loading={copy.isPending}
      aria-label={`${words.signatario.copyLink}: ${name}`}
      onClick={() => copy.mutate()}
    >
      {words.signatario.copyLink}
    </Button>
  );
}
