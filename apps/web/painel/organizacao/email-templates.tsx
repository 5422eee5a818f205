import {
  ActionIcon,
  Checkbox,
  Code,
  CopyButton,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import type { ModeloEmail } from '@rubrica/contract';
import { MESSAGE_MAX_CHARS, SIGNER_NAME_MAX_CHARS, TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { allItems } from '../api/all-pages.ts';
import { useMember, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { Empty, Falha, Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import styles from './beside.module.css';
import { OrganizacaoScreen } from './frame.tsx';
import { cited, fillIn, type Passage, paragraphs, VARIAVEIS, type Valores, type Variable } from './modelo.ts';
import { EmailPreview } from './preview.tsx';

/** `/organizacao/modelos-email?modelo=`: the invitations to choose from, as they are written and as they arrive. */
export function Component() {
  const t = useOrganizacao();
  const { client } = usePanel();
  const modelos = useQuery({ queryKey: ['modelos-email'], queryFn: () => allItems(client.listarModelosEmail) });
  return (
    <OrganizacaoScreen title={t.modelosEmail.titulo} texto={t.modelosEmail.texto} operacao="listarModelosEmail">
      {modelos.error && <Falha erro={modelos.error} repeat={() => void modelos.refetch()} />}
      {modelos.isPending && <Loading />}
      {modelos.data?.length === 0 && (
        <Empty iconName="envelope" titulo={t.modelosEmail.blank} texto={t.modelosEmail.blankText} />
      )}
      {modelos.data && modelos.data.length > 0 && <Modelos modelos={modelos.data} />}
    </OrganizacaoScreen>
  );
}

type Editable = Exclude<Variable, 'organizacao'>;
const MAX: Record<Editable, number> = { signatario: SIGNER_NAME_MAX_CHARS, titulo: TITLE_MAX_CHARS, prazo: 100 };

function Modelos({ modelos }: { readonly modelos: readonly ModeloEmail[] }) {
  const t = useOrganizacao();
  const { organizacao } = useMember();
  const [query, setQuery] = useSearchParams();
  const modelo = modelos.find(({ id }) => id === query.get('modelo')) ?? modelos[0];
  const [examples, setExamples] = useState<Record<Editable, string>>(t.modelosEmail.examples);
  const [without, setWithout] = useState<ReadonlySet<Variable>>(new Set());
  const [mensagem, setMensagem] = useState('');
  if (!modelo) return null;
  const valores: Valores = {
    signatario: without.has('signatario') ? null : examples.signatario,
    organizacao: organizacao.nome,
    titulo: examples.titulo,
    prazo: without.has('prazo') ? null : examples.prazo,
  };
  const toggle = (name: Variable, present: boolean) =>
    setWithout((before) => new Set([...before].filter((one) => one !== name).concat(present ? [] : [name])));
  return (
    <div className={styles.sides}>
      <Stack>
        <NativeSelect
          label={t.modelosEmail.choice}
          value={modelo.id}
          onChange={(event) => setQuery({ modelo: event.currentTarget.value }, { replace: true })}
          data={modelos.map(({ id, nome }) => ({ value: id, label: nome }))}
        />
        <AsWritten modelo={modelo} />
        <Paper withBorder p="lg" component="section" aria-labelledby="variaveis">
          <Stack>
            <Title order={2} size="h4" id="variaveis">
              {t.modelosEmail.variaveis}
            </Title>
            <Text size="sm">{t.modelosEmail.variaveisTexto}</Text>
            {(['signatario', 'titulo', 'prazo'] as const).map((name) => (
              <Example
                key={name}
                nome={name}
                valor={examples[name]}
                onValor={(value) => setExamples((before) => ({ ...before, [name]: value }))}
                present={!without.has(name)}
                onPresent={name === 'titulo' ? null : (present) => toggle(name, present)}
              />
            ))}
            <Textarea
              label={t.modelosEmail.mensagem}
              description={t.modelosEmail.messageHint}
              autosize
              minRows={2}
              maxLength={MESSAGE_MAX_CHARS}
              value={mensagem}
              onChange={(event) => setMensagem(event.currentTarget.value)}
            />
          </Stack>
        </Paper>
      </Stack>
      <AsReceived modelo={modelo} valores={valores} mensagem={mensagem} />
    </div>
  );
}

function Example(props: {
  readonly nome: Editable;
  readonly valor: string;
  readonly onValor: (value: string) => void;
  readonly present: boolean;
  /** Null where a document always has it. */
  readonly onPresent: ((present: boolean) => void) | null;
}) {
  const t = useOrganizacao();
  const rotulo = t.modelosEmail.names[props.nome];
  const { onPresent } = props;
  return (
    <Stack gap={6}>
      <TextInput
        label={
          <>
            {rotulo} <Code>{`{{${props.nome}}}`}</Code>
          </>
        }
        maxLength={MAX[props.nome]}
        disabled={!props.present}
        value={props.valor}
        onChange={(event) => props.onValor(event.currentTarget.value)}
      />
      {onPresent && (
        <Checkbox
          size="sm"
          label={t.modelosEmail.noValue(rotulo.toLocaleLowerCase())}
          checked={!props.present}
          onChange={(event) => onPresent(!event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

function AsWritten({ modelo }: { readonly modelo: ModeloEmail }) {
  const base = useBase();
  const t = useOrganizacao();
  const names = VARIAVEIS.filter((name) => cited(`${modelo.assunto}\n${modelo.corpo}`).includes(name));
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="as-written">
      <Stack gap="xs">
        <Title order={2} size="h4" id="as-written">
          {t.modelosEmail.asWritten}
        </Title>
        <Text size="sm" fw={600}>
          {t.modelosEmail.assunto}
        </Text>
        <Text size="sm" className="break-anywhere" lang="pt-BR">
          {modelo.assunto}
        </Text>
        <Text size="sm" fw={600}>
          {t.modelosEmail.corpo}
        </Text>
        <Text size="sm" className="free-text" lang="pt-BR">
          {modelo.corpo}
        </Text>
        <Group gap={6}>
          {names.map((name) => (
            <Code key={name}>{`{{${name}}}`}</Code>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {t.modelosEmail.id}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Code className="break-anywhere">{modelo.id}</Code>
          <CopyButton value={modelo.id}>
            {({ copied, copy }) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={copied ? base.actions.copied : `${base.actions.copy}: ${t.modelosEmail.id}`}
                onClick={copy}
              >
                <Icon nome={copied ? 'tick' : 'copy'} />
              </ActionIcon>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Paper>
  );
}

function AsReceived(props: { readonly modelo: ModeloEmail; readonly valores: Valores; readonly mensagem: string }) {
  const { modelosEmail: t } = useOrganizacao();
  const { ambiente } = usePanel();
  const { organizacao } = useMember();
  const { modelo, valores } = props;
  const { corPrimaria: cor, logo, nomeRemetente, emailResposta } = organizacao.marca;
  return (
    <figure className={styles.preview} aria-label={t.asReceived}>
      <Text component="figcaption" size="sm" c="dimmed" mb="xs">
        {t.asReceived}
      </Text>
      <EmailPreview
        appearance={{ organizacao: organizacao.nome, nomeRemetente, emailResposta, cor, logo }}
        assunto={<Passages passages={fillIn(modelo.assunto, valores)} />}
        corpo={paragraphs(modelo.corpo, valores).map((passages) => [
          passages.map(({ texto }) => texto).join(''),
          <Passages key="texto" passages={passages} />,
        ])}
        mensagem={props.mensagem.trim() || null}
        teste={ambiente === 'TESTE'}
      />
    </figure>
  );
}

/** A filled text, with what came from the document marked. */
function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  return passages.map(({ texto, variable }, index) =>
    variable ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never change places
      <mark key={index} dir="auto">
        {texto}
      </mark>
    ) : (
      texto
    ),
  );
}
