import { Checkbox, Code, Paper, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { PreviaEmail, PreviaEmailEntrada } from '@rubrica/contract';
import { MESSAGE_MAX_CHARS, SIGNER_NAME_MAX_CHARS, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tell } from '../api/errors.ts';
import { usePanel } from '../context.tsx';
import { MailFrame } from '../parts/mail-frame.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import styles from './beside.module.css';
import type { EmailWords } from './queries.ts';

const EXAMPLE_DEADLINE_MS = 7 * 86_400_000;
/** While somebody types, the service is asked once typing rests. */
const REST_MS = 350;

/** What an invitation of a preview is about. */
export function useSample() {
  const { examples } = useOrganizacao().modelosEmail;
  const [deadline] = useState(() => new Date(Date.now() + EXAMPLE_DEADLINE_MS).toISOString());
  const [named, setNamed] = useState(true);
  const [limited, setLimited] = useState(true);
  const [texts, setTexts] = useState({ ...examples, mensagem: '' });
  const body: Omit<PreviaEmailEntrada, keyof EmailWords> = {
    signatario: named ? texts.signatario : null,
    titulo: texts.titulo.trim() || examples.titulo,
    prazoEm: limited ? deadline : null,
    mensagem: texts.mensagem.trim() || null,
  };
  return { texts, setTexts, named, setNamed, limited, setLimited, body };
}

type Sample = ReturnType<typeof useSample>;

/** The examples that a preview puts in, to see what comes of others, or of none. */
export function Examples({ sample }: { readonly sample: Sample }) {
  const { modelosEmail: t } = useOrganizacao();
  const { texts, setTexts } = sample;
  const put = (change: Partial<Sample['texts']>) => setTexts((before) => ({ ...before, ...change }));
  const label = (name: 'signatario' | 'titulo') => (
    <>
      {t.names[name]} <Code>{`{{${name}}}`}</Code>
    </>
  );
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="variables">
      <Stack>
        <Title order={2} size="h4" id="variables">
          {t.variaveis}
        </Title>
        <Text size="sm">{t.variablesText}</Text>
        <TextInput
          label={label('signatario')}
          maxLength={SIGNER_NAME_MAX_CHARS}
          disabled={!sample.named}
          value={texts.signatario}
          onChange={(event) => put({ signatario: event.currentTarget.value })}
        />
        <Checkbox
          size="sm"
          label={t.noValue(t.names.signatario.toLocaleLowerCase())}
          checked={!sample.named}
          onChange={(event) => sample.setNamed(!event.currentTarget.checked)}
        />
        <TextInput
          label={label('titulo')}
          maxLength={TITLE_MAX_CHARS}
          value={texts.titulo}
          onChange={(event) => put({ titulo: event.currentTarget.value })}
        />
        <Checkbox
          size="sm"
          label={t.noValue(t.names.prazo.toLocaleLowerCase())}
          checked={!sample.limited}
          onChange={(event) => sample.setLimited(!event.currentTarget.checked)}
        />
        <Textarea
          label={t.mensagem}
          description={t.messageHint}
          autosize
          minRows={2}
          maxLength={MESSAGE_MAX_CHARS}
          value={texts.mensagem}
          onChange={(event) => put({ mensagem: event.currentTarget.value })}
        />
      </Stack>
    </Paper>
  );
}

/** The invitation these words make, written by the service; what it refuses is told, and the last one stays. */
export function AsReceived({ words, sample }: { readonly words: EmailWords; readonly sample: Sample['body'] }) {
  const base = useBase();
  const { modelosEmail: t } = useOrganizacao();
  const { client } = usePanel();
  const [body] = useDebouncedValue(JSON.stringify({ assunto: words.assunto, corpo: words.corpo, ...sample }), REST_MS);
  const preview = useQuery<PreviaEmail>({
    queryKey: ['modelos-email-previa', body],
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: () => client.previsualizarModeloEmail({ body: JSON.parse(body) as PreviaEmailEntrada }),
  });
  const told = preview.error ? tell(preview.error, base.erros) : null;
  const [last, setLast] = useState<PreviaEmail | null>(null);
  if (preview.data && preview.data !== last) setLast(preview.data);
  const mail = preview.data ?? last;
  return (
    <figure className={styles.preview} aria-label={t.asReceived} aria-busy={preview.isFetching}>
      <Stack gap="xs">
        <Text component="figcaption" size="sm" c="dimmed">
          {t.asReceived}
        </Text>
        <div role="status">
          {told && (
            <ul className="plain-list">
              {(told.erros.length > 0 ? told.erros : [{ campo: '', mensagem: told.mensagem }]).map(
                ({ campo, mensagem }) => (
                  <Text key={`${campo} ${mensagem}`} component="li" size="sm" className="bad">
                    {campo === 'assunto' && `${t.assunto}: `}
                    {campo === 'corpo' && `${t.corpo}: `}
                    {mensagem}
                  </Text>
                ),
              )}
            </ul>
          )}
        </div>
        {mail && (
          <>
            <Text size="sm" fw={600} className="break-anywhere" lang="pt-BR">
              {mail.assunto}
            </Text>
            <MailFrame html={mail.html} titulo={t.asReceived} links={false} />
          </>
        )}
      </Stack>
    </figure>
  );
}
