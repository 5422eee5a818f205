import { ActionIcon, Button, Code, CopyButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ModeloEmail } from '@rubrica/contract';
import { Icon } from '../parts/icon.tsx';
import { useBase } from '../texts/base.ts';
import { useOrganizacao } from '../texts/organizacao.ts';

/** A template that cannot be changed, as it is written. @param props.onBegin begins another with its text */
export function AsWritten(props: { readonly modelo: ModeloEmail; readonly onBegin: (() => void) | null }) {
  const { modelosEmail: t } = useOrganizacao();
  const { modelo } = props;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="as-written">
      <Stack gap="xs">
        <Title order={2} size="h4" id="as-written">
          {t.asWritten}
        </Title>
        <Text size="sm" fw={600}>
          {t.assunto}
        </Text>
        <Text size="sm" className="break-anywhere" lang="pt-BR">
          {modelo.assunto}
        </Text>
        <Text size="sm" fw={600}>
          {t.corpo}
        </Text>
        <Text size="sm" className="free-text" lang="pt-BR">
          {modelo.corpo}
        </Text>
        <TemplateId id={modelo.id} />
        {props.onBegin && (
          <Group>
            <Button variant="default" leftSection={<Icon name="copy" />} onClick={props.onBegin}>
              {t.beginWith}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

/** What the API calls a template. */
export function TemplateId({ id }: { readonly id: string }) {
  const base = useBase();
  const { modelosEmail: t } = useOrganizacao();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.id}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code className="break-anywhere">{id}</Code>
        <CopyButton value={id}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={copied ? base.actions.copied : `${base.actions.copy}: ${t.id}`}
              onClick={copy}
            >
              <Icon name={copied ? 'tick' : 'copy'} />
            </ActionIcon>
          )}
        </CopyButton>
      </Group>
    </>
  );
}
