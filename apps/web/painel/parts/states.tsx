import { Alert, Anchor, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { ApiError } from '@rubrica/sdk/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { tell } from '../api/errors.ts';
import { useReach } from '../context.tsx';
import { useBase } from '../texts/base.ts';
import { Drawing, type DrawingName } from './drawing.tsx';
import { Icon } from './icon.tsx';
import styles from './states.module.css';

/** Something is on its way. It says so only where it takes long enough to wonder. */
export function Loading({ rotulo }: { readonly rotulo?: string }) {
  return (
    <Center mih={160} role="status" aria-label={rotulo ?? 'Rubrica'}>
      <Loader type="dots" className={styles.late} />
    </Center>
  );
}

/** What could not be had, why, and how to ask again. */
export function Failure({ erro, repeat }: { readonly erro: unknown; readonly repeat?: (() => void) | undefined }) {
  const t = useBase();
  const { mensagem, requestId, chamada } = tell(erro, t.erros);
  const reaches = useReach('listarChamadas');
  const missing = erro instanceof ApiError && erro.status === 404;
  return (
    <Alert
      color="red"
      variant="outline"
      className="alert-error"
      icon={<Icon name="alert" />}
      title={missing ? t.falha.notFound : t.falha.titulo}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{missing ? t.falha.notFoundText : mensagem}</Text>
        {requestId && (
          <Text size="xs" c="dimmed">
            {t.falha.codigo(requestId)}
            {chamada && reaches && (
              <>
                {' '}
                <Anchor component={Link} to={chamada} size="xs" underline="always">
                  {t.falha.seeCall}
                </Anchor>
              </>
            )}
          </Text>
        )}
        {repeat && !missing && (
          <Button variant="default" size="xs" onClick={repeat}>
            {t.actions.tryAgain}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** Nothing here yet: what this place is for, and how to begin. */
export function Empty(props: {
  readonly drawing: DrawingName;
  readonly titulo: string;
  readonly texto: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <Stack align="center" gap="sm" py={56} px="md">
      <Drawing name={props.drawing} />
      <Title order={2} size="h3" ta="center">
        {props.titulo}
      </Title>
      <Text c="dimmed" ta="center" maw={520}>
        {props.texto}
      </Text>
      {props.children && (
        <Group justify="center" mt="xs" className={styles.begin}>
          {props.children}
        </Group>
      )}
    </Stack>
  );
}
