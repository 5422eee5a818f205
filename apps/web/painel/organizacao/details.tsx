import { ActionIcon, Code, CopyButton, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { Organizacao, OrganizacaoAlteracao } from '@rubrica/contract';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { isCnpj, isCpf, maskCnpj, maskCpf } from '../../kit/brazil.ts';
import { useIsAllowed } from '../context.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { Moment } from '../parts/moment.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { anew, type Begin, FIRST } from './beginning.ts';
import { Card, OrganizacaoScreen } from './frame.tsx';
import { Possession } from './possession.tsx';
import { useDetails } from './queries.ts';
import { Save, useSave } from './saving.tsx';

const bare = (text: string) => text.replace(/[^0-9A-Za-z]/g, '').toUpperCase();

/** `11222333000181` as `11.222.333/0001-81`; a CPF in its own form. */
export const maskTaxId = (text: string): string =>
  bare(text).length <= 11 && !/[A-Z]/.test(bare(text)) ? maskCpf(text) : maskCnpj(text);

/** `/organizacao`: the registration data. */
export function Component() {
  const t = useOrganizacao();
  const { isAllowed } = useIsAllowed();
  const dados = useDetails();
  const [begin, setBegin] = useState<Begin<Organizacao>>(FIRST);
  return (
    <OrganizacaoScreen title={t.dados.titulo} texto={t.dados.texto} operacao="obterOrganizacao">
      {dados.error && <Failure erro={dados.error} repeat={() => void dados.refetch()} />}
      {dados.isPending && <Loading />}
      {dados.data && (
        <Stack maw={720}>
          <Paper withBorder p="lg">
            {isAllowed('alterarOrganizacao') ? (
              <DetailsForm
                key={begin.round}
                organizacao={begin.saved ?? dados.data}
                onAgain={(saved) => setBegin(anew(begin, saved))}
              />
            ) : (
              <ReadOnly organizacao={dados.data} />
            )}
          </Paper>
          <Paper withBorder p="lg">
            <Rest organizacao={dados.data} />
          </Paper>
          <Possession organizacao={dados.data} />
        </Stack>
      )}
    </OrganizacaoScreen>
  );
}

function ReadOnly({ organizacao }: { readonly organizacao: Organizacao }) {
  const t = useOrganizacao();
  return (
    <Stack>
      <Card
        lines={[
          [t.dados.nome, organizacao.nome],
          [t.dados.documento, organizacao.documento ? maskTaxId(organizacao.documento) : t.none],
        ]}
      />
      <Text size="sm" c="dimmed">
        {t.dados.readOnly}
      </Text>
    </Stack>
  );
}

function DetailsForm({
  organizacao,
  onAgain,
}: {
  readonly organizacao: Organizacao;
  readonly onAgain: (saved: Organizacao | null) => void;
}) {
  const t = useOrganizacao();
  // What the form began with: a read that comes later changes nothing that is being typed.
  const [before] = useState(organizacao);
  const form = useForm(
    { nome: before.nome, documento: before.documento ? maskTaxId(before.documento) : '' },
    {
      nome: (value) => (value.trim() === '' ? t.obrigatorio : null),
      documento: (value) => (value === '' || isCpf(value) || isCnpj(value) ? null : t.dados.documentoInvalido),
    },
  );
  const body: OrganizacaoAlteracao = {
    ...(form.values.nome.trim() === before.nome ? {} : { nome: form.values.nome.trim() }),
    ...(bare(form.values.documento) === (before.documento ?? '')
      ? {}
      : { documento: bare(form.values.documento) || null }),
  };
  const dirty = Object.keys(body).length > 0;
  const save = useSave(onAgain);
  return (
    <form onSubmit={(event) => void form.submit(event, () => save(body))} noValidate>
      <Stack>
        <TextInput
          label={t.dados.nome}
          autoComplete="organization"
          maxLength={NAME_MAX_CHARS}
          dir="auto"
          {...form.text('nome')}
        />
        <TextInput
          label={t.dados.documento}
          description={t.dados.documentHint}
          {...form.text('documento', { mask: maskTaxId })}
        />
        <Save form={form} dirty={dirty} onDiscard={() => onAgain(null)} />
      </Stack>
    </form>
  );
}

function Rest({ organizacao }: { readonly organizacao: Organizacao }) {
  const base = useBase();
  const t = useOrganizacao();
  return (
    <Card
      lines={[
        [t.dados.status, t.dados.statusOrganizacao[organizacao.status] ?? organizacao.status],
        [t.dados.plano, organizacao.plano.nome],
        [t.dados.criadaEm, <Moment key="criada" when={organizacao.criadaEm} />],
        [
          t.dados.id,
          <Group key="id" gap="xs" wrap="nowrap">
            <Code className="break-anywhere">{organizacao.id}</Code>
            <CopyButton value={organizacao.id}>
              {({ copied, copy }) => (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={copied ? base.actions.copied : t.dados.copyId}
                  onClick={copy}
                >
                  <Icon name={copied ? 'tick' : 'copy'} />
                </ActionIcon>
              )}
            </CopyButton>
          </Group>,
        ],
      ]}
    />
  );
}
