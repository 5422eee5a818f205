import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Modelo } from '@rubrica/contract';
import { FIELD_VALUE_MAX_CHARS, MESSAGE_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { focusAfter } from '../../kit/focus.ts';
import { useKeeping } from '../contatos/keep.tsx';
import { useIsAllowed, usePanel } from '../context.tsx';
import { PastaChoice } from '../documentos/pasta-choice.tsx';
import { useEditor } from '../editor/texts/area.ts';
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
import { type Issue, issuesOf, personsOf, rulesOf } from './filling.ts';
import styles from './form.module.css';
import { digits, type LinkFilling, linkRequestOf, othersIn } from './link-request.ts';
import { Part } from './part.tsx';
import { RolePerson } from './person.tsx';
import { useLinksChanged, useModelo } from './queries.ts';
import { ReachInputs } from './reach-inputs.tsx';
import { VariableField } from './variables.tsx';

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
  const editor = useEditor();
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
      {othersIn(form.values).map((person, index) => {
        const papel = modelo.papeis.find(({ id }) => id === person.id);
        if (!papel) return null;
        return (
          <RolePerson
            key={papel.id}
            papel={papel}
            person={person}
            rules={rules}
            onPerson={(change) =>
              form.set('persons', (now) => now.map((one) => (one.id === papel.id ? { ...one, ...change } : one)))
            }
            issue={(dado, said) => {
              const own = (said ? problemsOf(form.values) : issues).find(
                (one) => one.de === 'person' && one.papelId === papel.id && one.dado === dado,
              );
              return own?.de === 'person'
                ? editor.issue(own.why, dado)
                : (form.problem('persons', `documento.papeis[${index}].${dado}`) ?? undefined);
            }}
          />
        );
      })}
    </>
  );
}

function Variables({ modelo, form, issues }: PartProps) {
  const t = useModelos();
  const { variaveis, rules } = form.values;
  const own = (nome: string) => {
    const found = issues.find((one) => one.de === 'variable' && one.nome === nome);
    if (found?.de !== 'variable') return null;
    return found.why === 'blank' ? t.use.blank : t.use.long(FIELD_VALUE_MAX_CHARS);
  };
  const empty = issues.some((one) => one.de === 'variable' && one.why === 'blank');
  return (
    <>
      <div className={styles.inputs}>
        {modelo.variaveis.map((nome) => (
          <VariableField
            key={nome}
            nome={nome}
            valor={variaveis[nome] ?? ''}
            onValor={(valor) => form.set('variaveis', (now) => ({ ...now, [nome]: valor }))}
            issue={own(nome) ?? form.problem('variaveis', `documento.variaveis.${nome}`)}
          />
        ))}
      </div>
      {(empty || rules.withBlanks) && (
        <Checkbox
          label={t.use.leaveBlank}
          checked={rules.withBlanks}
          onChange={({ currentTarget: { checked } }) => form.set('rules', (now) => ({ ...now, withBlanks: checked }))}
        />
      )}
    </>
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
    </>
  );
}
