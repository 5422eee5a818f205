import { Button, CloseButton, FileButton, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { DocumentoResumo } from '@rubrica/contract';
import { TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Drop } from '../documentos/drop.tsx';
import { fitsIn, titleOf } from '../documentos/state.ts';
import { useUploads } from '../documentos/uploads.ts';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { LeaveGuard } from '../parts/keep.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Thumbnail } from '../parts/page-picture.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { Screen } from '../parts/screen.tsx';
import { useEnvelopes } from '../texts/envelopes.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { DraftChoice } from './draft-choice.tsx';
import styles from './new.module.css';
import { useEnvelopeChanged } from './queries.ts';

/** `/envelopes/novo?documentos=` makes an envelope of PDFs, of drafts that exist, or of both. */
export function Component() {
  const t = useEnvelopes();
  const { sair: leave } = useOrganizacao();
  const chosen = useChosen();
  const [choosing, setChoosing] = useState(false);
  const form = useForm({ titulo: '' }, { titulo: (value) => (value.trim() === '' ? t.criar.nameMissing : null) });
  const create = useCreate();
  const { add, files, drafts } = chosen;
  const { set, values } = form;
  const take = useCallback(
    (some: readonly File[]) => {
      add(some);
      const [first] = some;
      if (first && values.titulo.trim() === '') set('titulo', titleOf(first.name, TITLE_MAX_CHARS));
    },
    [add, set, values.titulo],
  );
  return (
    <Screen title={t.criar.titulo} above={{ to: '/envelopes', label: t.titulo }} narrow>
      <Drop onFiles={take} texto={t.criar.dropIt} />
      <LeaveGuard dirty={!form.busy && (values.titulo.trim() !== '' || files.length > 0)} texts={leave} />
      <Text c="dimmed">{t.criar.texto}</Text>
      <form onSubmit={(event) => void form.submit(event, () => create(values.titulo.trim(), drafts, files))} noValidate>
        <Stack gap="lg">
          <TextInput
            label={t.criar.nome}
            description={t.criar.nameHint}
            maxLength={TITLE_MAX_CHARS}
            dir="auto"
            data-autofocus
            {...form.text('titulo')}
          />
          <section aria-labelledby="envelope-documentos">
            <Title order={2} size="h4" id="envelope-documentos" mb="xs">
              {t.criar.documentos}
            </Title>
            <ChosenOnes chosen={chosen} />
            <Group gap="xs" mt="sm">
              <FileButton accept="application/pdf,.pdf" multiple onChange={take}>
                {(props) => (
                  <Button variant="default" leftSection={<Icon name="goUp" />} {...props}>
                    {t.criar.arquivos}
                  </Button>
                )}
              </FileButton>
              <Button variant="default" leftSection={<Icon name="documento" />} onClick={() => setChoosing(true)}>
                {t.criar.drafts}
              </Button>
            </Group>
          </section>
          <Refused texto={form.fault} />
          <Group>
            <Button type="submit" loading={form.busy}>
              {t.criar.confirmar}
            </Button>
          </Group>
        </Stack>
      </form>
      {choosing && (
        <DraftChoice
          outside={drafts.map(({ id }) => id)}
          onChosenOnes={async (some) => chosen.addDrafts(some)}
          onClose={() => setChoosing(false)}
        />
      )}
    </Screen>
  );
}

interface Chosen {
  readonly files: readonly File[];
  readonly drafts: readonly DocumentoResumo[];
  readonly add: (files: readonly File[]) => void;
  readonly addDrafts: (drafts: readonly DocumentoResumo[]) => void;
  readonly drop: (one: File | DocumentoResumo) => void;
}

/** What is to go into the envelope; drafts named by the address are in it from the start. */
function useChosen(): Chosen {
  const { client } = usePanel();
  const { mayIn } = useIsAllowed();
  const [query] = useSearchParams();
  const named = useMemo(() => [...new Set(query.get('documentos')?.split(',').filter(Boolean) ?? [])], [query]);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [more, setMore] = useState<readonly DocumentoResumo[]>([]);
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const fromAddress = useQueries({
    queries: named.map((documentoId) => ({
      queryKey: ['documento', documentoId],
      queryFn: ({ signal }: { signal: AbortSignal }) => client.obterDocumento({ params: { documentoId }, signal }),
    })),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
  const drafts = [...fromAddress, ...more].filter(
    (one) => fitsIn(one) && mayIn('alterarDocumento', one) && !gone.has(one.id),
  );
  const add = useCallback((some: readonly File[]) => setFiles((before) => [...before, ...some]), []);
  return {
    files,
    drafts,
    add,
    addDrafts(some) {
      setGone((now) => new Set([...now].filter((id) => !some.some((one) => one.id === id))));
      setMore((now) => {
        const known = new Set([...fromAddress, ...now].map(({ id }) => id));
        return [...now, ...some.filter(({ id }) => !known.has(id))];
      });
    },
    drop(one) {
      if (one instanceof File) setFiles((now) => now.filter((other) => other !== one));
      else setGone((now) => new Set([...now, one.id]));
    },
  };
}

function ChosenOnes({ chosen }: { readonly chosen: Chosen }) {
  const t = useEnvelopes();
  const rows = [
    ...chosen.drafts.map((one) => ({
      key: one.id,
      titulo: one.titulo,
      what: t.criar.rascunho,
      picture: { of: `/documentos/${one.id}`, changed: one.atualizadoEm },
      one,
    })),
    ...chosen.files.map((one, index) => ({
      key: `${index} ${one.name}`,
      titulo: titleOf(one.name, TITLE_MAX_CHARS),
      what: t.criar.arquivo,
      // The service draws what it has, and a file is still here.
      picture: { of: null, changed: null },
      one,
    })),
  ];
  if (rows.length === 0) return <Text c="dimmed">{t.criar.none}</Text>;
  return (
    <Paper withBorder component="ul" className={`plain-list ${styles.chosen}`}>
      {rows.map(({ key, titulo, what, picture, one }) => (
        <li key={key}>
          <Thumbnail {...picture} />
          <span className={styles.title} dir="auto">
            {titulo}
          </span>
          <span className="muted">{what}</span>
          <CloseButton aria-label={t.criar.removeIt(titulo)} onClick={() => chosen.drop(one)} />
        </li>
      ))}
    </Paper>
  );
}

/** Makes the envelope, puts the drafts into it, and starts sending the files, which goes on at the envelope's page. */
function useCreate() {
  const t = useEnvelopes();
  const { client, patient } = usePanel();
  const uploads = useUploads();
  const notices = useNotices();
  const hasChanged = useEnvelopeChanged();
  const navigate = useNavigate();
  const keyOf = useRepetition();
  return async (titulo: string, drafts: readonly DocumentoResumo[], files: readonly File[]) => {
    const body = { titulo };
    const envelope = await client.criarEnvelope({ body, idempotencyKey: keyOf(body) });
    for (const { id: documentoId, titulo: name } of drafts) {
      const join = patient.alterarDocumento({ params: { documentoId }, body: { envelopeId: envelope.id } });
      await join.catch((error) => notices.erro(error, t.criar.notSignedIn(name)));
    }
    await hasChanged.documentos(envelope.id, drafts);
    if (files.length > 0) uploads.add(files, { what: 'documento', pastaId: null, envelope: { id: envelope.id } });
    await navigate(`/envelopes/${envelope.id}`, { replace: true });
  };
}
