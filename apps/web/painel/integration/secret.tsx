import { Alert, Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { useIntegrationTexts } from '../texts/integration.ts';
import styles from './secret.module.css';

/**
 * A value the service shows once. It is dismissed by confirming that it was kept, not by a click beside it, and the
 * browser asks before leaving the page.
 */
export function SecretOnce(props: {
  readonly titulo: string;
  readonly rotulo: string;
  readonly valor: string;
  readonly children?: ReactNode;
  readonly onKept: () => void;
}) {
  const t = useIntegrationTexts();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Dialog
      size="lg"
      onClose={() => undefined}
      title={props.titulo}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="alert" />}>
        <Text size="sm" fw={600}>
          {t.segredo.notice}
        </Text>
        <Text size="sm">{t.segredo.secure}</Text>
      </Alert>
      <TextInput
        label={props.rotulo}
        value={props.valor}
        readOnly
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles.value }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group>
        <CopyButton value={props.valor} timeout={4_000}>
          {({ copied, copy }) => (
            <Button variant={copied ? 'default' : 'filled'} leftSection={<Icon name="copy" />} onClick={copy}>
              {copied ? t.segredo.copied : t.segredo.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
      {props.children}
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onKept}>
          {t.segredo.keptThem}
        </Button>
      </Group>
    </Dialog>
  );
}
