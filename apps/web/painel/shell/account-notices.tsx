import { Alert, Button, Group, Text } from '@mantine/core';
import { RubricaError } from '@rubrica/sdk';
import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useMember, usePanel } from '../context.tsx';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { useBase } from '../texts/base.ts';

/** What keeps this person or organization from acting, told above every screen. */
export function AccountNotices() {
  const t = useBase();
  const { session, ambiente } = usePanel();
  const { organizacao } = useMember();
  const known = useSyncExternalStore(session.subscribe, session.read);
  if (organizacao.status === 'SUSPENSA') return <Notice texto={t.account.suspensa} />;
  // Sessions kept by an earlier version of the page do not say.
  if (known?.usuario.emailConfirmadoEm !== null || ambiente === 'TESTE') return null;
  return <EmailPorConfirmar email={known.usuario.email} />;
}

function EmailPorConfirmar({ email }: { readonly email: string }) {
  const t = useBase();
  const { client, session } = usePanel();
  const notices = useNotices();
  const again = useMutation({
    mutationFn: () => client.reenviarConfirmacaoEmail({}),
    onSuccess: () => notices.done(t.account.reenviado(email)),
    onError: (error) => {
      // Confirmed meanwhile, in another browser.
      if (error instanceof RubricaError && error.codigo === 'CONFLITO') {
        session.update({ emailConfirmadoEm: new Date().toISOString() });
        notices.done(t.account.confirmado);
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
      icon={<Icon nome="alert" />}
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
