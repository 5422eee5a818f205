import { Alert, Button, CopyButton, Group, Paper, Stack, Text } from '@mantine/core';
import type { Documento, Signatario } from '@rubrica/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { useNotices } from '../parts/notices.tsx';
import { SignatarioTag, Tag } from '../parts/tag.tsx';
import { useDocumentos, useWords } from '../texts/documentos.ts';
import { OpenHere } from './in-person.tsx';
import { useChanged } from './queries.ts';
import { CorrectSignatario, RemoveSignatario } from './signatario-dialogs.tsx';
import styles from './signatarios.module.css';
import { isOpen, nameOf } from './state.ts';

/** Everybody who signs: how far they are, what they proved, and what went wrong. */
export function Signatarios({ documento }: { readonly documento: Documento }) {
  const t = useDocumentos();
  if (documento.signatarios.length === 0) return <Text c="dimmed">{t.signatario.none}</Text>;
  const people = documento.ordenado
    ? documento.signatarios.toSorted((a, b) => (a.ordem ?? 1) - (b.ordem ?? 1))
    : documento.signatarios;
  return (
    <Stack component="ul" className="plain-list" gap="sm">
      {people.map((one) => (
        <li key={one.id}>
          <Paper withBorder p="md">
            <Person documento={documento} one={one} />
          </Paper>
        </li>
      ))}
    </Stack>
  );
}

function Person({ documento, one }: { readonly documento: Documento; readonly one: Signatario }) {
  const t = useDocumentos();
  const words = useWords();
  const contact = [one.email, one.telefone].filter(Boolean).join(' · ');
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-start">
        <div className="grow">
          <Text fw={600} dir="auto" className="break-anywhere">
            {nameOf(one, t.signatario.noName)}
          </Text>
          {one.delegadoDe && (
            <Text size="sm" dir="auto" className="break-anywhere">
              {t.signatario.placeOf(one.delegadoDe.nome ?? one.delegadoDe.email ?? t.signatario.noName)}
            </Text>
          )}
          {contact && (
            <Text size="sm" c="dimmed" className="break-anywhere">
              {contact}
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {words.funcao[one.funcao]} · {t.signatario.deliveredBy} {words.entrega[one.metodoEntrega]}
            {one.presencial && ` · ${t.signatario.inPerson}`}
            {documento.ordenado && ` · ${t.signatario.vez(one.ordem ?? 1)}`}
          </Text>
        </div>
        <SignatarioTag status={one.status} />
      </Group>
      <Factors one={one} />
      <Text size="sm" c="dimmed" component="div" className={styles.milestones}>
        {one.enviadoEm && (
          <span>
            {t.signatario.enviadoEm}: <Moment when={one.enviadoEm} />
          </span>
        )}
        {one.visualizadoEm && (
          <span>
            {t.signatario.visualizadoEm}: <Moment when={one.visualizadoEm} />
          </span>
        )}
        {one.assinadoEm && (
          <span>
            {t.signatario.assinadoEm}: <Moment when={one.assinadoEm} />
          </span>
        )}
      </Text>
      {one.motivoRecusa && (
        <Alert color="red" variant="outline" className="alert-error" title={t.signatario.refused}>
          <span dir="auto" className="free-text">
            {one.motivoRecusa}
          </span>
        </Alert>
      )}
      {one.status === 'FALHA_ENTREGA' && (
        <Alert color="red" variant="outline" className="alert-error" icon={<Icon name="alert" />}>
          {t.signatario.falha}
        </Alert>
      )}
      <OpenHere documento={documento} one={one} />
      <PersonActions documento={documento} one={one} />
    </Stack>
  );
}

/** Each factor asked of a person, and whether it was fulfilled. */
function Factors({ one }: { readonly one: Signatario }) {
  const t = useDocumentos();
  const words = useWords();
  return (
    <ul className={styles.factors} aria-label={t.signatario.fatores}>
      {one.fatoresExigidos.map((fator) => {
        const done = one.fatoresCumpridos.includes(fator);
        return (
          <Tag key={fator} as="li" tone={done ? 'ok' : 'neutral'}>
            {done && <Icon name="tick" size={12} />} {words.fator[fator] ?? fator}
            <span className="unseen">: {done ? t.signatario.cumprido : t.signatario.pendente}</span>
          </Tag>
        );
      })}
    </ul>
  );
}

function PersonActions({ documento, one }: { readonly documento: Documento; readonly one: Signatario }) {
  const t = useDocumentos();
  const { client } = usePanel();
  const { mayIn } = useIsAllowed();
  const notices = useNotices();
  const hasChanged = useChanged();
  const [dialog, setDialog] = useState<'correct' | 'remover' | null>(null);
  const open = isOpen(documento.status);
  const waiting = !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(one.status);
  const invited = open && waiting && one.status !== 'PENDENTE';
  const waitingPeople = documento.signatarios.filter(
    ({ status }) => !['ASSINADO', 'RECUSADO', 'CANCELADO'].includes(status),
  );
  const may = {
    correct: (open || documento.status === 'RASCUNHO') && waiting && mayIn('alterarSignatario', documento),
    resend: invited && one.metodoEntrega !== 'LINK' && mayIn('reenviarDocumento', documento),
    // The last one who still has to sign stays: then the document is cancelled instead.
    remove: open && waiting && waitingPeople.length > 1 && mayIn('excluirSignatario', documento),
  };
  const name = nameOf(one, t.signatario.noName);
  const resend = useMutation({
    mutationFn: () =>
      client.reenviarDocumento({ params: { documentoId: documento.id }, body: { signatarioId: one.id } }),
    onSuccess: (after) => {
      hasChanged.documento(after);
      notices.done(t.signatario.resent(name));
    },
    onError: (error) => notices.erro(error),
  });
  const failed = one.status === 'FALHA_ENTREGA';
  if (!may.correct && !may.resend && !may.remove && !(one.link && waiting)) return null;
  return (
    <Group gap="xs" role="group" aria-label={t.signatario.actions(name)}>
      {may.correct && (
        <Button size="xs" variant={failed ? 'filled' : 'default'} onClick={() => setDialog('correct')}>
          {failed ? t.signatario.correctAndResend : t.signatario.correct}
        </Button>
      )}
      {may.resend && (
        <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
          {t.signatario.reenviar}
        </Button>
      )}
      {one.link && waiting && (
        <CopyButton value={one.link}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" leftSection={<Icon name="link" size={14} />} onClick={copy}>
              {copied ? t.signatario.linkCopied : t.signatario.copyLink}
            </Button>
          )}
        </CopyButton>
      )}
      {may.remove && (
        <Button size="xs" variant="subtle" color="red" onClick={() => setDialog('remover')}>
          {t.signatario.remover}
        </Button>
      )}
      {dialog === 'correct' && <CorrectSignatario documento={documento} one={one} onClose={() => setDialog(null)} />}
      {dialog === 'remover' && <RemoveSignatario documento={documento} one={one} onClose={() => setDialog(null)} />}
    </Group>
  );
}
