import { Button, Stack, Text, Title } from '@mantine/core';
import { Link, useRouteError } from 'react-router';
import { useBase } from '../texts/base.ts';
import { Screen } from './screen.tsx';

/** A fault of the page itself: reloading starts from what the service knows. */
export function RouteFailure() {
  const t = useBase();
  const error = useRouteError();
  return (
    <main id="conteudo" className="lone-page">
      <Stack align="flex-start">
        <Title order={1} size="h2">
          {t.falha.pagina}
        </Title>
        <Text>{t.falha.pageText}</Text>
        {error instanceof Error && (
          <Text size="xs" c="dimmed">
            {error.message}
          </Text>
        )}
        <Button onClick={() => location.reload()}>{t.actions.reloadPage}</Button>
      </Stack>
    </main>
  );
}

/** An address that leads nowhere. */
export function NotFound() {
  const t = useBase();
  return (
    <Screen title={t.falha.notFound}>
      <Stack align="flex-start">
        <Text>{t.falha.notFoundText}</Text>
        <Button component={Link} to="/documentos" variant="default">
          {t.falha.goToDocumentos}
        </Button>
      </Stack>
    </Screen>
  );
}
