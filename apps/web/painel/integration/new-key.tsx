import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Ambiente, ChaveApiCriada, EscopoChave } from '@rubrica/contract';
import { KEY_SCOPES } from '@rubrica/contract/enums';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePanel } from '../context.tsx';
import { Choice } from '../parts/choice.tsx';
import { useForm } from '../parts/form.ts';
import { Refused } from '../parts/refusal.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { Screen } from '../parts/screen.tsx';
import { useBase } from '../texts/base.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Marks } from './check-list.tsx';
import { Copy } from './copy.tsx';
import { OnlyWhoReaches } from './no-reach.tsx';
import { SecretOnce } from './secret.tsx';
import styles from './verbatim.module.css';

const ENVIRONMENTS: readonly Ambiente[] = ['TESTE', 'PRODUCAO'];
const READING = KEY_SCOPES.filter((escopo) => escopo.endsWith(':ler'));

/** `/integracao/chaves/nova` */
export function Component() {
  const t = useIntegrationTexts();
  return (
    <OnlyWhoReaches operacao="criarChaveApi" titulo={t.chaves.fresh}>
      <NewKey />
    </OnlyWhoReaches>
  );
}

function NewKey() {
  const base = useBase();
  const t = useIntegrationTexts();
  const { client, ambiente } = usePanel();
  const queries = useQueryClient();
  const [created, setCreated] = useState<ChaveApiCriada | null>(null);
  const keyOf = useRepetition();
  const form = useForm(
    { nome: '', ambiente, escopos: [] as EscopoChave[] },
    {
      nome: (value) => (value.trim() === '' ? t.chaves.nameMissing : null),
      escopos: (value) => (value === '' ? t.chaves.scopesMissing : null),
    },
  );
  const create = async () => {
    const { nome, ambiente, escopos } = form.values;
    const body = { nome: nome.trim(), ambiente, escopos };
    setCreated(await client.criarChaveApi({ body, idempotencyKey: keyOf(body) }));
    void queries.invalidateQueries({ queryKey: ['chaves'] });
  };
  return (
    <Screen title={t.chaves.fresh} above={{ to: '/integracao/chaves', label: t.chaves.titulo }} narrow>
      <form onSubmit={(event) => void form.submit(event, create)} noValidate>
        <Stack>
          <TextInput
            label={t.chaves.nome}
            description={t.chaves.nameHint}
            maxLength={NAME_MAX_CHARS}
            autoComplete="off"
            {...form.text('nome')}
          />
          <Choice
            rotulo={t.chaves.ambiente}
            options={ENVIRONMENTS.map((value) => ({
              value,
              texto: base.ambiente[value],
              hint: t.chaves.environmentHint[value],
            }))}
            valor={form.values.ambiente}
            onValor={(value) => form.set('ambiente', value)}
            issue={form.problem('ambiente')}
          />
          <Marks
            rotulo={t.chaves.scopesTitle}
            hint={t.chaves.scopesHint}
            options={KEY_SCOPES.map((value) => ({ value, texto: t.escopo[value] }))}
            shortcuts={[
              { rotulo: t.chaves.shortcuts.leitura, valores: READING },
              { rotulo: t.chaves.shortcuts.everything, valores: KEY_SCOPES },
              { rotulo: t.chaves.shortcuts.nothing, valores: [] },
            ]}
            valor={form.values.escopos}
            onValor={(change) => form.set('escopos', change)}
            issue={form.problem('escopos')}
          />
          <Refused texto={form.fault} />
          <Group>
            <Button type="submit" loading={form.busy}>
              {t.chaves.criar}
            </Button>
            <Button component={Link} to="/integracao/chaves" variant="default">
              {base.actions.cancel}
            </Button>
          </Group>
        </Stack>
      </form>
      {created && <Created chave={created} />}
    </Screen>
  );
}

function Created({ chave: { chave, ambiente } }: { readonly chave: ChaveApiCriada }) {
  const { chaves: t } = useIntegrationTexts();
  const navigate = useNavigate();
  return (
    <SecretOnce
      titulo={t.createdTitle}
      rotulo={t.valor}
      valor={chave}
      onKept={() => void navigate('/integracao/chaves')}
    >
      <TryIt ambiente={ambiente} />
    </SecretOnce>
  );
}

/** A first call; the value itself is left to the clipboard, because what is typed in a shell is kept there. */
function TryIt({ ambiente }: { readonly ambiente: Ambiente }) {
  const t = useIntegrationTexts();
  const { basePath } = usePanel();
  const production = basePath.replace(/\/sandbox$/, '');
  const address = `${location.origin}${production}${ambiente === 'TESTE' ? '/sandbox' : ''}`;
  const command = `read -rs CHAVE && curl -s ${address}/organizacao -H "authorization: Bearer $CHAVE"`;
  return (
    <div>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t.chaves.tryIt}
        </Text>
        <Copy valor={command} rotulo={t.chaves.tryIt} />
      </Group>
      <pre className={styles.block}>{command}</pre>
    </div>
  );
}
