import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Documento, Modelo } from '@rubrica/contract';
import { TITLE_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { focusAfter } from '../../kit/focus.ts';
import { useKeeping } from '../contatos/keep.tsx';
import { useIsAllowed, usePanel } from '../context.tsx';
import { editorOf } from '../documentos/opening.ts';
import { useOpenSignature } from '../documentos/own-signature.tsx';
import { PastaChoice } from '../documentos/pasta-choice.tsx';
import { useChanged } from '../documentos/queries.ts';
import { type Form, firstProblem, useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { LeaveGuard } from '../parts/keep.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useModelos } from '../texts/modelos.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import {
  type Filling,
  type Issue,
  issuesOf,
  missingInModelo,
  personsOf,
  type Rules,
  requestOf,
  rulesOf,
} from './filling.ts';
import { PersonInputs, VariableInputs } from './filling-inputs.tsx';
import styles from './form.module.css';
import { Part } from './part.tsx';
import { useModelo, useModeloChanged } from './queries.ts';
import { SendingOptions } from './sending-options.tsx';

/** `/modelos/{modeloId}/usar` */
export function Component() {
  const t = useModelos();
  const { modeloId = '' } = useParams();
  const { isAllowed } = useIsAllowed();
  const modelo = useModelo(modeloId);
  const above = { to: `/modelos/${modeloId}`, label: modelo.data?.nome ?? t.titulo };
  return (
    <Screen title={modelo.data ? t.use.titulo(modelo.data.nome) : t.titulo} above={above} narrow>
      {modelo.error && <Failure erro={modelo.error} repeat={() => void modelo.refetch()} />}
      {modelo.isPending && <Loading />}
      {modelo.data &&
        (isAllowed('criarDocumentoDeModelo') ? (
          <UseForm key={modeloId} modelo={modelo.data} />
        ) : (
          <Empty drawing="shield" titulo={t.titulo} texto={t.use.noAccess} />
        ))}
    </Screen>
  );
}

type Values = Filling & { readonly rules: Rules };

/** The form's state, what is wrong with it, and the document it makes. */
function useSending(modelo: Modelo) {
  const t = useModelos();
  const { client } = usePanel();
  const notices = useNotices();
  const navigate = useNavigate();
  const hasChanged = useChanged();
  const modeloChanged = useModeloChanged();
  const keyOf = useRepetition();
  const keep = useKeeping();
  const open = useOpenSignature();
  const [first] = useState<Values>(() => ({
    titulo: modelo.nome,
    persons: personsOf(modelo),
    variaveis: Object.fromEntries(modelo.variaveis.map((nome) => [nome, ''])),
    rules: rulesOf(modelo),
  }));
  const [attempted, setAttempted] = useState(false);
  const form = useForm(first, {});
  const issues = issuesOf(form.values, form.values.rules);
  const make = async (enviar: boolean) => {
    const body = requestOf(form.values, form.values.rules);
    const idempotencyKey = keyOf(body);
    const made = await client.criarDocumentoDeModelo({ params: { modeloId: modelo.id }, body, idempotencyKey });
    hasChanged.documento(made);
    await keep(form.values.persons);
    modeloChanged.modelos();
    if (!enviar) {
      notices.done(t.use.criado);
      return void (await navigate(editorOf(made.id)));
    }
    let sent: Documento;
    try {
      sent = await client.enviarDocumento({ params: { documentoId: made.id }, idempotencyKey });
      hasChanged.documento(sent);
    } catch (error) {
      notices.erro(error, t.use.notSent);
      return void (await navigate(editorOf(made.id)));
    }
    notices.done(t.use.enviado);
    await navigate(`/documentos/${made.id}`);
    await open(sent);
  };
  const submit = (enviar: boolean) => {
    const wrong = issues.length > 0;
    focusAfter(
      () => setAttempted(true),
      () => (wrong ? firstProblem() : null),
    );
    if (!wrong) void form.submit(null, () => make(enviar));
  };
  return { form, submit, issues: attempted ? issues : [], dirty: form.values !== first && !form.busy };
}

function UseForm({ modelo }: { readonly modelo: Modelo }) {
  const t = useModelos();
  const { sair } = useOrganizacao();
  const { form, submit, issues, dirty } = useSending(modelo);
  const sendable = missingInModelo(modelo) === null;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit(false);
      }}
    >
      <LeaveGuard dirty={dirty} texts={sair} />
      <Stack gap="xl">
        <Part titulo={t.use.persons}>
          <People modelo={modelo} form={form} issues={issues} />
        </Part>
        <Part titulo={t.use.variaveis}>
          <Variables modelo={modelo} form={form} issues={issues} />
        </Part>
        <Part titulo={t.use.documento}>
          <Options modelo={modelo} form={form} issues={issues} />
        </Part>
        {!sendable && (
          <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
            {t.use.incomplete}
          </Alert>
        )}
        <Refused texto={form.fault} />
        <Group justify="flex-end">
          <Button type="submit" variant={sendable ? 'default' : 'filled'} disabled={form.busy}>
            {t.use.rascunho}
          </Button>
          {sendable && (
            <Button leftSection={<Icon name="send" />} loading={form.busy} onClick={() => submit(true)}>
              {t.use.enviar}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly modelo: Modelo;
  readonly form: Form<Values>;
  readonly issues: readonly Issue[];
}

function People({ modelo, form, issues }: PartProps) {
  const t = useModelos();
  const { persons, rules } = form.values;
  if (persons.length === 0) return <Text c="dimmed">{t.use.noRoles}</Text>;
  return (
    <PersonInputs
      {...{ modelo, persons, rules, issues }}
      found={() => issuesOf(form.values, rules)}
      refusal={(place) => form.problem('persons', place)}
      onPersons={(change) => form.set('persons', change)}
    />
  );
}

function Variables({ modelo, form, issues }: PartProps) {
  const t = useModelos();
  const { variaveis, rules } = form.values;
  if (modelo.variaveis.length === 0) return <Text c="dimmed">{t.use.noVariables}</Text>;
  return (
    <VariableInputs
      {...{ modelo, variaveis, rules, issues }}
      refusal={(place) => form.problem('variaveis', place)}
      onVariables={(change) => form.set('variaveis', change)}
      onRules={(change) => form.set('rules', change)}
    />
  );
}

function Options({ modelo, form, issues }: PartProps) {
  const t = useModelos();
  const { titulo, rules } = form.values;
  const long = issues.some(({ de }) => de === 'titulo');
  return (
    <>
      <TextInput
        label={t.use.documentoTitle}
        dir="auto"
        maxLength={TITLE_MAX_CHARS}
        value={titulo}
        onChange={(event) => form.set('titulo', event.currentTarget.value)}
        error={long ? t.use.longTitle(TITLE_MAX_CHARS) : form.problem('titulo')}
      />
      <PastaChoice
        rotulo={t.use.pasta}
        valor={rules.pastaId}
        onValor={(pastaId) => form.set('rules', (now) => ({ ...now, pastaId }))}
      />
      <details className={styles.more}>
        <summary>{t.use.moreOptions}</summary>
        <SendingOptions
          modelo={modelo}
          rules={rules}
          onRules={(make) => form.set('rules', make)}
          issue={form.problem('rules', 'mensagem')}
        />
      </details>
    </>
  );
}
