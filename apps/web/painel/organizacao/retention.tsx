import { Alert, Button, Checkbox, Group, List, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { CategoriaRetencao, PoliticaRetencao, PoliticasRetencao } from '@rubrica/contract';
import { RETENTION_CATEGORIES } from '@rubrica/contract/enums';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIsAllowed, usePanel } from '../context.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { type Form, useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { LeaveGuard } from '../parts/keep.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Refused } from '../parts/refusal.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';
import { usePrivacyTexts } from '../texts/privacy.ts';
import { anew, type Begin, FIRST } from './beginning.ts';
import { Card, OrganizacaoScreen } from './frame.tsx';
import { deadlineIssue, type Periods, periodsOf, shortens } from './periods.ts';

/** `/organizacao/retencao`: how long each kind of thing is kept. */
export function Component() {
  const t = usePrivacyTexts();
  const { client } = usePanel();
  const { isAllowed } = useIsAllowed();
  const politicas = useQuery({
    queryKey: ['retencao'],
    queryFn: ({ signal }) => client.obterPoliticasRetencao({ signal }),
    enabled: isAllowed('obterPoliticasRetencao'),
  });
  const [begin, setBegin] = useState<Begin<PoliticasRetencao>>(FIRST);
  const now = politicas.data?.politicas;
  return (
    <OrganizacaoScreen title={t.retencao.titulo} texto={t.retencao.texto} operacao="obterPoliticasRetencao">
      {politicas.error && <Failure erro={politicas.error} repeat={() => void politicas.refetch()} />}
      {politicas.isPending && <Loading />}
      {now && (
        <Paper withBorder p="lg" maw={720}>
          {isAllowed('definirPoliticasRetencao') ? (
            <Definition
              key={begin.round}
              politicas={begin.saved?.politicas ?? now}
              onAgain={(saved) => setBegin(anew(begin, saved))}
            />
          ) : (
            <ReadItems politicas={now} />
          )}
        </Paper>
      )}
    </OrganizacaoScreen>
  );
}

function ReadItems({ politicas }: { readonly politicas: readonly PoliticaRetencao[] }) {
  const t = usePrivacyTexts();
  const dias = (categoria: CategoriaRetencao) => politicas.find((one) => one.categoria === categoria)?.dias;
  return (
    <Stack>
      <Card
        lines={RETENTION_CATEGORIES.map((categoria) => {
          const days = dias(categoria);
          return [
            t.retencao.categoria[categoria],
            days === undefined ? t.retencao.noDeadline : t.retencao.dias(days),
          ] as const;
        })}
      />
      <Text size="sm" c="dimmed">
        {t.retencao.ownerOnly} {t.retencao.otherEnvironment}
      </Text>
    </Stack>
  );
}

function Definition(props: {
  readonly politicas: readonly PoliticaRetencao[];
  readonly onAgain: (saved: PoliticasRetencao | null) => void;
}) {
  const base = useBase();
  const t = usePrivacyTexts();
  const { sair: leave } = useOrganizacao();
  const { client } = usePanel();
  const queries = useQueryClient();
  const notices = useNotices();
  const [before] = useState(() => periodsOf(props.politicas));
  const [asking, setAsking] = useState(false);
  const problem = (categoria: CategoriaRetencao) => (_value: string, values: Periods) => {
    const found = deadlineIssue(categoria, values);
    return found && t.retencao[found];
  };
  const form = useForm<Periods>(
    before,
    Object.fromEntries(RETENTION_CATEGORIES.map((categoria) => [categoria, problem(categoria)])),
  );
  const given = RETENTION_CATEGORIES.filter((categoria) => form.values[categoria] !== null);
  const changed = RETENTION_CATEGORIES.filter((categoria) => form.values[categoria] !== before[categoria]);
  const save = async () => {
    const politicas = given.map((categoria) => ({ categoria, dias: Number(form.values[categoria]) }));
    const saved = await client.definirPoliticasRetencao({ body: { politicas } });
    queries.setQueryData(['retencao'], saved);
    notices.done(t.retencao.savedOnes);
    props.onAgain(saved);
  };
  return (
    <form onSubmit={(event) => void form.submit(event, async () => setAsking(changed.length > 0))} noValidate>
      <LeaveGuard dirty={changed.length > 0 && !form.busy} texts={leave} />
      <Stack gap="lg">
        {RETENTION_CATEGORIES.map((categoria) => (
          <Category
            key={categoria}
            categoria={categoria}
            form={form}
            // The service names a period by its place among those sent.
            path={`politicas[${given.indexOf(categoria)}].dias`}
          />
        ))}
        <Text size="sm" c="dimmed">
          {t.retencao.otherEnvironment}
        </Text>
        <Refused texto={form.fault} />
        <Group>
          <Button type="submit" disabled={changed.length === 0}>
            {t.retencao.confirmar}
          </Button>
          {changed.length > 0 && (
            <Button variant="default" onClick={() => props.onAgain(null)}>
              {base.actions.undo}
            </Button>
          )}
        </Group>
      </Stack>
      {asking && (
        <Confirmation
          before={before}
          after={form.values}
          changing={changed}
          busy={form.busy}
          onClose={() => setAsking(false)}
          onSave={() => void form.submit(null, save).then((done) => done || setAsking(false))}
        />
      )}
    </form>
  );
}

function Category(props: {
  readonly categoria: CategoriaRetencao;
  readonly form: Form<Periods>;
  readonly path: string;
}) {
  const t = usePrivacyTexts();
  const { categoria, form } = props;
  const value = form.values[categoria];
  const name = t.retencao.categoria[categoria];
  return (
    <Stack gap={6}>
      <TextInput
        label={t.retencao.daysOf(name)}
        description={t.retencao.about[categoria]}
        inputMode="numeric"
        maxLength={6}
        maw={320}
        disabled={value === null}
        value={value ?? ''}
        onChange={(event) => form.set(categoria, event.currentTarget.value.replace(/\D/g, ''))}
        error={form.problem(categoria, props.path)}
      />
      <Checkbox
        label={t.retencao.noDeadline}
        aria-label={t.retencao.noDeadlineOf(name)}
        checked={value === null}
        onChange={(event) => form.set(categoria, event.currentTarget.checked ? null : '')}
      />
    </Stack>
  );
}

/** What changes, and what of it lets things be erased that are kept now. */
function Confirmation(props: {
  readonly before: Periods;
  readonly after: Periods;
  readonly changing: readonly CategoriaRetencao[];
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
}) {
  const base = useBase();
  const t = usePrivacyTexts();
  const { ambiente } = usePanel();
  const words = t.retencao.dialog;
  const days = (value: string | null) => (value === null ? words.noDeadline : t.retencao.dias(Number(value)));
  const line = (categoria: CategoriaRetencao) => (
    <List.Item key={categoria}>
      {words.de(t.retencao.categoria[categoria], days(props.before[categoria]), days(props.after[categoria]))}
    </List.Item>
  );
  const shorter = props.changing.filter((categoria) => shortens(props.before[categoria], props.after[categoria]));
  const others = props.changing.filter((categoria) => !shorter.includes(categoria));
  return (
    <Dialog onClose={props.onClose} title={words.titulo}>
      {shorter.length > 0 && (
        <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
          {words.shorten}
          <List size="sm" mt="xs">
            {shorter.map(line)}
          </List>
        </Alert>
      )}
      {others.length > 0 && (
        <>
          <Text size="sm">{words.changing}</Text>
          <List size="sm">{others.map(line)}</List>
        </>
      )}
      <Text size="sm">{words.ambiente[ambiente]}</Text>
      <Footer
        onClose={props.onClose}
        acao={words.save}
        onAction={props.onSave}
        busy={props.busy}
        danger={shorter.length > 0}
        exit={base.actions.back}
        focusTarget="exit"
      />
    </Dialog>
  );
}
