import { Alert, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { URL_MAX_CHARS } from '@rubrica/contract/limits';
import { isLocalOrigin, readOrigin } from '@rubrica/contract/web-origin';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { focusAfter } from '../../kit/focus.ts';
import { tell } from '../api/errors.ts';
import { usePanel } from '../context.tsx';
import { useDetails, useOrganizacaoChanged } from '../organizacao/queries.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Footer } from '../parts/footer.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { Refused } from '../parts/refusal.tsx';
import { Screen } from '../parts/screen.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useBase } from '../texts/base.ts';
import { useIntegrationTexts } from '../texts/integration.ts';
import { Guides } from './guides.tsx';
import { OnlyWhoReaches } from './no-reach.tsx';
import { problemOfOrigin } from './origin-problem.ts';
import styles from './verbatim.module.css';

/** `/integracao/incorporacao`: the origins whose pages may show the signing page. */
export function Component() {
  const t = useIntegrationTexts();
  return (
    <OnlyWhoReaches operacao="alterarOrganizacao" titulo={t.embedding.titulo}>
      <Embedding />
    </OnlyWhoReaches>
  );
}

function Embedding() {
  const t = useIntegrationTexts();
  const organizacao = useDetails();
  return (
    <Screen title={t.embedding.titulo} narrow>
      <Text>{t.embedding.texto}</Text>
      <Guides whichOnes={['incorporar', 'reference']} />
      {organizacao.error && <Failure erro={organizacao.error} repeat={() => void organizacao.refetch()} />}
      {organizacao.isPending && <Loading />}
      {organizacao.data && <Origins listed={organizacao.data.origensPermitidas} />}
    </Screen>
  );
}

function Origins({ listed }: { readonly listed: readonly string[] }) {
  const { embedding: t } = useIntegrationTexts();
  const [removing, setRemoving] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <Paper withBorder p="md">
        <Add listed={listed} />
      </Paper>
      <section aria-labelledby="origins">
        <Title ref={heading} tabIndex={-1} order={2} size="h4" id="origins" mb="sm">
          {t.origins}
        </Title>
        {listed.length === 0 && <Text c="dimmed">{t.none}</Text>}
        <Stack component="ul" gap="sm" className="plain-list">
          {listed.map((origin) => (
            <li key={origin}>
              <OneOrigin origin={origin} onRemove={() => setRemoving(origin)} />
            </li>
          ))}
        </Stack>
      </section>
      {removing !== null && (
        <RemoveDialog
          origin={removing}
          onClose={() => setRemoving(null)}
          // The button that had the focus is gone with its origin.
          onRemoved={() =>
            focusAfter(
              () => setRemoving(null),
              () => heading.current,
            )
          }
        />
      )}
    </>
  );
}

/** Changes the list as it is by then: a write replaces all of it, and others may have changed it meanwhile. */
function useChange() {
  const { client } = usePanel();
  const hasChanged = useOrganizacaoChanged();
  return async (change: (now: readonly string[]) => string[]): Promise<void> => {
    const { origensPermitidas } = await client.obterOrganizacao({});
    hasChanged.dados(await client.alterarOrganizacao({ body: { origensPermitidas: change(origensPermitidas) } }));
  };
}

function Add({ listed }: { readonly listed: readonly string[] }) {
  const { embedding: t } = useIntegrationTexts();
  const notices = useNotices();
  const change = useChange();
  const field = useRef<HTMLInputElement>(null);
  const form = useForm({ origin: '' }, { origin: (typed) => problemOfOrigin(typed, listed, t) });
  const add = async () => {
    const origin = readOrigin(form.values.origin);
    if (origin === null) return;
    // At the head, whose place in the request is known whatever the list is by then.
    await change((now) => [origin, ...now.filter((one) => one !== origin)]);
    notices.done(t.added(origin));
    focusAfter(
      () => form.set('origin', ''),
      () => field.current,
    );
  };
  return (
    <form onSubmit={(event) => void form.submit(event, add)} noValidate>
      <Stack>
        <TextInput
          ref={field}
          type="url"
          label={t.origin}
          description={t.hint}
          placeholder="https://"
          autoComplete="off"
          maxLength={URL_MAX_CHARS}
          value={form.values.origin}
          onChange={(event) => form.set('origin', event.currentTarget.value)}
          error={form.problem('origin', 'origensPermitidas[0]') ?? form.problem('origin', 'origensPermitidas')}
        />
        <Refused texto={form.fault} />
        <Group>
          <Button type="submit" loading={form.busy}>
            {t.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function OneOrigin({ origin, onRemove }: { readonly origin: string; readonly onRemove: () => void }) {
  const { embedding: t } = useIntegrationTexts();
  return (
    <Paper withBorder p="md">
      <Group justify="space-between">
        <Group gap="xs" className="grow">
          <Text fw={600} className={styles.address}>
            {origin}
          </Text>
          {isLocalOrigin(origin) && <Tag tone="warning">{t.local}</Tag>}
        </Group>
        <Button size="xs" variant="default" aria-label={t.removeOf(origin)} onClick={onRemove}>
          {t.remove}
        </Button>
      </Group>
    </Paper>
  );
}

/** Asks, rather than waiting for an undo: until that came, the programs of the organization would be refused. */
function RemoveDialog(props: {
  readonly origin: string;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}) {
  const base = useBase();
  const { embedding: t } = useIntegrationTexts();
  const notices = useNotices();
  const change = useChange();
  const remove = useMutation({
    mutationFn: () => change((now) => now.filter((one) => one !== props.origin)),
    onSuccess: () => {
      notices.done(t.removed);
      props.onRemoved();
    },
  });
  return (
    <Dialog onClose={props.onClose} title={t.removeTitle}>
      <Text fw={600} className={styles.address}>
        {props.origin}
      </Text>
      <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
        {t.removeText}
      </Alert>
      <Footer
        refusal={remove.error ? tell(remove.error, base.erros).mensagem : null}
        onClose={props.onClose}
        acao={t.confirmRemoval}
        onAction={() => remove.mutate()}
        busy={remove.isPending}
        danger
        focusTarget="exit"
      />
    </Dialog>
  );
}
