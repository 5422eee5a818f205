import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { VISITOR_FACTORS } from '@rubrica/contract/enums';
import { MESSAGE_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { focusAfter } from '../../kit/focus.ts';
import { useKeeping } from '../contatos/keep.tsx';
import { useIsAllowed, usePanel } from '../context.tsx';
import { PastaChoice } from '../documentos/pasta-choice.tsx';
import { type Form, firstProblem, useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { LeaveGuard } from '../parts/keep.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useRepetition } from '../parts/repetition.ts';
import { Screen } from '../parts/screen.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { useLinkTexts, useModelos } from '../texts/modelos.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { FactorInputs } from './factor-inputs.tsx';
import { type Issue, issuesOf, personsOf, rulesOf } from './filling.ts';
import { PersonInputs, VariableInputs } from './filling-inputs.tsx';
import { digits, type LinkFilling, linkRequestOf, othersIn } from './link-request.ts';
import { Part } from './part.tsx';
import { useLinksChanged, useModelo } from './queries.ts';
import { ReachInputs } from './reach-inputs.tsx';

/** `/modelos/{modeloId}/link-publico` */
export function Component() {
  const t = useLinkTexts();
  const modelos = useModelos();
  const { modeloId = '' } = useParams();
  const { isAllowed } = useIsAllowed();
  const modelo = useModelo(modeloId);
  const above = { to: `/modelos/${modeloId}`, label: modelo.data?.nome ?? modelos.titulo };
  return (
    <Screen title={t.fresh} above={above} narrow>
      {modelo.error && <Failure erro={modelo.error} repeat={() => void modelo.refetch()} />}
      {modelo.isPending && <Loading />}
      {modelo.data &&
        (isAllowed('criarLinkDeModelo') ? (
          <LinkForm key={modeloId} modelo={modelo.data} />
        ) : (
          <Empty drawing="shield" titulo={t.fresh} texto={t.noAccess} />
        ))}
    </Screen>
  );
}

const firstOf = (modelo: Modelo): LinkFilling => ({
  titulo: modelo.nome,
  limite: '',
  expiraEm: '',
  papelId: modelo.papeis[0]?.id ?? '',
  persons: personsOf(modelo),
  variaveis: Object.fromEntries(modelo.variaveis.map((nome) => [nome, ''])),
  prazoDias: '',
  rules: rulesOf(modelo),
});

const problemsOf = (values: LinkFilling) =>
  issuesOf({ titulo: '', persons: othersIn(values), variaveis: values.variaveis }, values.rules);

/** The form's state, what is wrong with it, and the link it makes. */
function useMaking(modelo: Modelo) {
  const t = useLinkTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const navigate = useNavigate();
  const hasChanged = useLinksChanged(modelo.id);
  const keyOf = useRepetition();
  const keep = useKeeping();
  const [first] = useState(() => firstOf(modelo));
  const [attempted, setAttempted] = useState(false);
  const form = useForm(first, { titulo: (value) => (value.trim() === '' ? t.form.giveTitle : null) });
  const issues = problemsOf(form.values);
  const make = async () => {
    const body = linkRequestOf(form.values);
    await client.criarLinkDeModelo({ params: { modeloId: modelo.id }, body, idempotencyKey: keyOf(body) });
    await keep(othersIn(form.values));
    hasChanged();
    notices.done(t.done);
    await navigate(`/modelos/${modelo.id}`);
  };
  const submit = () => {
    const wrong = issues.length > 0;
    focusAfter(
      () => setAttempted(true),
      () => (wrong ? firstProblem() : null),
    );
    if (!wrong) void form.submit(null, make);
  };
  return { form, submit, issues: attempted ? issues : [], dirty: form.values !== first && !form.busy };
}

function LinkForm({ modelo }: { readonly modelo: Modelo }) {
  const t = useLinkTexts();
  const modelos = useModelos();
  const { sair } = useOrganizacao();
  const { form, submit, issues, dirty } = useMaking(modelo);
  const part = { modelo, form, issues };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <LeaveGuard dirty={dirty} texts={sair} />
      <Stack gap="xl">
        <Text maw={720}>{t.blank}</Text>
        <Part titulo={t.form.link}>
          <ReachInputs form={form} />
        </Part>
        <Part titulo={t.form.people}>
          <People {...part} />
        </Part>
        {modelo.variaveis.length > 0 && (
          <Part titulo={modelos.use.variaveis}>
            <Variables {...part} />
          </Part>
        )}
        <Part titulo={modelos.use.documento}>
          <Options {...part} />
        </Part>
        <Refused texto={form.fault} />
        <Group justify="flex-end">
          <Button type="submit" leftSection={<Icon name="link" />} loading={form.busy}>
            {t.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface PartProps {
  readonly modelo: Modelo;
  readonly form: Form<LinkFilling>;
  readonly issues: readonly Issue[];
}

function People({ modelo, form, issues }: PartProps) {
  const t = useLinkTexts();
  const { papelId, rules } = form.values;
  return (
    <>
      {modelo.papeis.length > 1 ? (
        <NativeSelect
          label={t.form.papel}
          description={t.form.roleHint}
          data={modelo.papeis.map(({ id, rotulo }) => ({ value: id, label: rotulo }))}
          value={papelId}
          onChange={({ currentTarget: { value } }) => form.set('papelId', value)}
          error={form.problem('papelId')}
        />
      ) : (
        <Text>{t.form.alone(modelo.papeis[0]?.rotulo ?? '')}</Text>
      )}
      <PersonInputs
        {...{ modelo, rules, issues }}
        persons={othersIn(form.values)}
        found={() => problemsOf(form.values)}
        refusal={(place) => form.problem('persons', `documento.${place}`)}
        onPersons={(change) => form.set('persons', change)}
      />
    </>
  );
}

function Variables({ modelo, form, issues }: PartProps) {
  const { variaveis, rules } = form.values;
  return (
    <VariableInputs
      {...{ modelo, variaveis, rules, issues }}
      refusal={(place) => form.problem('variaveis', `documento.${place}`)}
      onVariables={(change) => form.set('variaveis', change)}
      onRules={(change) => form.set('rules', change)}
    />
  );
}

function Options({ form }: PartProps) {
  const t = useLinkTexts();
  const modelos = useModelos();
  const { rules } = form.values;
  return (
    <>
      <TextInput
        label={t.form.prazoDias}
        description={t.form.daysHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        {...form.text('prazoDias', { path: 'documento.prazoDias', mask: digits })}
      />
      <PastaChoice
        rotulo={modelos.use.pasta}
        valor={rules.pastaId}
        onValor={(pastaId) => form.set('rules', (now) => ({ ...now, pastaId }))}
      />
      <Textarea
        label={modelos.use.mensagem}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        maxLength={MESSAGE_MAX_CHARS}
        value={rules.mensagem}
        onChange={({ currentTarget: { value } }) => form.set('rules', (now) => ({ ...now, mensagem: value }))}
        error={form.problem('rules', 'documento.mensagem')}
      />
      <FactorInputs
        offered={VISITOR_FACTORS}
        rules={rules}
        onRules={(change) => form.set('rules', change)}
        issue={form.problem('rules', 'documento.fatoresExigidos')}
      />
    </>
  );
}
