import { Alert, Button, Group, Text } from '@mantine/core';
import { ApiError } from '@rubrica/sdk/client';
import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useMember, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';

/** What keeps this person or organization from acting, shown above every screen. */
export function AccountNotices() {
  const t = useBase();
  const { session, ambiente } = usePanel();
  const { organizacao } = useMember();
  const known = useSyncExternalStore(session.subscribe, session.read);
  if (organizacao.status === 'SUSPENSA') return <Notice texto={t.account.suspended} />;
  // Sessions kept by an earlier version of the page do not say.
  if (known?.usuario.emailConfirmadoEm !== null || ambiente === 'TESTE') return null;
  return <UnconfirmedEmail email={known.usuario.email} />;
}

function UnconfirmedEmail({ email }: { readonly email: string }) {
  const t = useBase();
  const { client, session } = usePanel();
  const notices = useNotices();
  const again = useMutation({
    mutationFn: () => client.reenviarConfirmacaoEmail({}),
    onSuccess: () => notices.done(t.account.resent(email)),
    onError: (error) => {
      // Confirmed meanwhile, in another browser.
      if (error instanceof ApiError && error.codigo === 'CONFLITO') {
        session.update({ emailConfirmadoEm: new Date().toISOString() });
        notices.done(t.account.confirmed);
      } else notices.erro(error);
    },
  });
  return (
    <Notice texto={t.account.confirmIt(email)}>
      <Button size="compact-sm" variant="default" onClick={() => again.mutate()} loading={again.isPending}>
        {t.account.reenviar}
      </Button>
    </Notice>
  );
}

function Notice({ texto, children }: { readonly texto: string; readonly children?: React.ReactNode }) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      className="alert-warning"
      icon={<Icon name="alert" />}
      mb="md"
      role="status"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="break-anywhere">
          {texto}
        </Text>
        {children}
      </Group>
    </Alert>
  );
}
