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
import { todas } from '../api/todas.ts';
import { useMember, usePanel } from '../contexto.tsx';
import { Carregando, Falha, Vazio } from '../partes/estados.tsx';
import { Icone } from '../partes/icone.tsx';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';
import { citadas, paragrafos, preencher, type Trecho, VARIAVEIS, type Valores, type Variavel } from './modelo.ts';
import { TelaDaOrganizacao } from './moldura.tsx';
import { PreviaEmail } from './previa.tsx';

/** `/organizacao/modelos-email?modelo=`: the invitations to choose from, as they are written and as they arrive. */
export function Component() {
  const t = useOrganizacao();
  const { client } = usePanel();
  const modelos = useQuery({ queryKey: ['modelos-email'], queryFn: () => todas(client.listarModelosEmail) });
  return (
    <TelaDaOrganizacao titulo={t.modelosEmail.titulo} texto={t.modelosEmail.texto} operacao="listarModelosEmail">
      {modelos.error && <Falha erro={modelos.error} repetir={() => void modelos.refetch()} />}
      {modelos.isPending && <Carregando />}
      {modelos.data?.length === 0 && (
        <Vazio icone="envelope" titulo={t.modelosEmail.vazio} texto={t.modelosEmail.vazioTexto} />
      )}
      {modelos.data && modelos.data.length > 0 && <Modelos modelos={modelos.data} />}
    </TelaDaOrganizacao>
  );
}

type Editable = Exclude<Variavel, 'organizacao'>;
const MAX: Record<Editable, number> = { signatario: SIGNER_NAME_MAX_CHARS, titulo: TITLE_MAX_CHARS, prazo: 100 };

function Modelos({ modelos }: { readonly modelos: readonly ModeloEmail[] }) {
  const t = useOrganizacao();
  const { organizacao } = useMember();
  const [query, setQuery] = useSearchParams();
  const modelo = modelos.find(({ id }) => id === query.get('modelo')) ?? modelos[0];
  const [examples, setExamples] = useState<Record<Editable, string>>(t.modelosEmail.exemplos);
  const [without, setWithout] = useState<ReadonlySet<Variavel>>(new Set());
  const [mensagem, setMensagem] = useState('');
  if (!modelo) return null;
  const valores: Valores = {
    signatario: without.has('signatario') ? null : examples.signatario,
    organizacao: organizacao.nome,
    titulo: examples.titulo,
    prazo: without.has('prazo') ? null : examples.prazo,
  };
  const toggle = (name: Variavel, present: boolean) =>
    setWithout((before) => new Set([...before].filter((one) => one !== name).concat(present ? [] : [name])));
  return (
    <div className="org-lado-a-lado">
      <Stack>
        <NativeSelect
          label={t.modelosEmail.escolha}
          value={modelo.id}
          onChange={(event) => setQuery({ modelo: event.currentTarget.value }, { replace: true })}
          data={modelos.map(({ id, nome }) => ({ value: id, label: nome }))}
        />
        <ComoEscrito modelo={modelo} />
        <Paper withBorder p="lg" component="section" aria-labelledby="variaveis">
          <Stack>
            <Title order={2} size="h4" id="variaveis">
              {t.modelosEmail.variaveis}
            </Title>
            <Text size="sm">{t.modelosEmail.variaveisTexto}</Text>
            {(['signatario', 'titulo', 'prazo'] as const).map((name) => (
              <Exemplo
                key={name}
                nome={name}
                valor={examples[name]}
                onValor={(value) => setExamples((before) => ({ ...before, [name]: value }))}
                presente={!without.has(name)}
                onPresente={name === 'titulo' ? null : (present) => toggle(name, present)}
              />
            ))}
            <Textarea
              label={t.modelosEmail.mensagem}
              description={t.modelosEmail.mensagemDica}
              autosize
              minRows={2}
              maxLength={MESSAGE_MAX_CHARS}
              value={mensagem}
              onChange={(event) => setMensagem(event.currentTarget.value)}
            />
          </Stack>
        </Paper>
      </Stack>
      <ComoChega modelo={modelo} valores={valores} mensagem={mensagem} />
    </div>
  );
}

function Exemplo(props: {
  readonly nome: Editable;
  readonly valor: string;
  readonly onValor: (value: string) => void;
  readonly presente: boolean;
  /** Null where a document always has it. */
  readonly onPresente: ((present: boolean) => void) | null;
}) {
  const t = useOrganizacao();
  const rotulo = t.modelosEmail.nomes[props.nome];
  const { onPresente } = props;
  return (
    <Stack gap={6}>
      <TextInput
        label={
          <>
            {rotulo} <Code>{`{{${props.nome}}}`}</Code>
          </>
        }
        maxLength={MAX[props.nome]}
        disabled={!props.presente}
        value={props.valor}
        onChange={(event) => props.onValor(event.currentTarget.value)}
      />
      {onPresente && (
        <Checkbox
          size="sm"
          label={t.modelosEmail.semValor(rotulo.toLocaleLowerCase())}
          checked={!props.presente}
          onChange={(event) => onPresente(!event.currentTarget.checked)}
        />
      )}
    </Stack>
  );
}

function ComoEscrito({ modelo }: { readonly modelo: ModeloEmail }) {
  const base = useBase();
  const t = useOrganizacao();
  const names = VARIAVEIS.filter((name) => citadas(`${modelo.assunto}\n${modelo.corpo}`).includes(name));
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="como-escrito">
      <Stack gap="xs">
        <Title order={2} size="h4" id="como-escrito">
          {t.modelosEmail.comoEscrito}
        </Title>
        <Text size="sm" fw={600}>
          {t.modelosEmail.assunto}
        </Text>
        <Text size="sm" className="titulo-quebra" lang="pt-BR">
          {modelo.assunto}
        </Text>
        <Text size="sm" fw={600}>
          {t.modelosEmail.corpo}
        </Text>
        <Text size="sm" className="titulo-quebra org-linhas" lang="pt-BR">
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
          <Code className="org-codigo">{modelo.id}</Code>
          <CopyButton value={modelo.id}>
            {({ copied, copy }) => (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={copied ? base.acoes.copiado : `${base.acoes.copiar}: ${t.modelosEmail.id}`}
                onClick={copy}
              >
                <Icone nome={copied ? 'certo' : 'copiar'} />
              </ActionIcon>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Paper>
  );
}

function ComoChega(props: { readonly modelo: ModeloEmail; readonly valores: Valores; readonly mensagem: string }) {
  const { modelosEmail: t } = useOrganizacao();
  const { ambiente } = usePanel();
  const { organizacao } = useMember();
  const { modelo, valores } = props;
  const { corPrimaria: cor, logo, nomeRemetente, emailResposta } = organizacao.marca;
  return (
    <figure className="org-previa" aria-label={t.comoChega}>
      <Text component="figcaption" size="sm" c="dimmed" mb="xs">
        {t.comoChega}
      </Text>
      <PreviaEmail
        aparencia={{ organizacao: organizacao.nome, nomeRemetente, emailResposta, cor, logo }}
        assunto={<Trechos trechos={preencher(modelo.assunto, valores)} />}
        corpo={paragrafos(modelo.corpo, valores).map((trechos) => [
          trechos.map(({ texto }) => texto).join(''),
          <Trechos key="texto" trechos={trechos} />,
        ])}
        mensagem={props.mensagem.trim() || null}
        teste={ambiente === 'TESTE'}
      />
    </figure>
  );
}

/** A filled text, with what came from the document marked. */
function Trechos({ trechos }: { readonly trechos: readonly Trecho[] }) {
  return trechos.map(({ texto, variavel }, index) =>
    variavel ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name and never change places
      <mark key={index} dir="auto">
        {texto}
      </mark>
    ) : (
      texto
    ),
  );
}
