import { Anchor, Button, Stack, Text } from '@mantine/core';
import { ApiError } from '@rubrica/sdk/client';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { Failure } from '../parts/states.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { AccountPage } from './page.tsx';

/**
 * `/confirmar-email/{token}`, from the e-mail that came after signing up. It asks before it confirms: mail programs open
 * links by themselves, and somebody who did not open the account must not confirm it just by looking.
 */
export function Component() {
  const t = useAccountTexts();
  const { plain, session } = usePanel();
  const { token = '' } = useParams();
  const known = session.read() !== null;
  const confirm = useMutation({
    mutationFn: async () => {
      await plain.confirmarEmail({ body: { token } });
      // The session of this browser may be another account's: the service says whose it is, and how it stands.
      if (known) await plain.renovarSessao({}).then(session.begin, () => {});
    },
  });
  const over = confirm.error instanceof ApiError && confirm.error.codigo === 'TOKEN_INVALIDO';
  const onwards = (
    <Anchor component={Link} to={known ? '/inicio' : '/entrar'} size="sm">
      {known ? t.confirmar.goOn : t.entrar.button}
    </Anchor>
  );
  if (confirm.isSuccess) {
    return (
      <AccountPage titulo={t.confirmar.doneTitle} footer={onwards}>
        <Text role="status">{t.confirmar.done}</Text>
      </AccountPage>
    );
  }
  if (over) {
    return (
      <AccountPage titulo={t.confirmar.invalidTitle} footer={onwards}>
        <Text role="alert">{t.confirmar.invalido}</Text>
      </AccountPage>
    );
  }
  return (
    <AccountPage titulo={t.confirmar.titulo} texto={t.confirmar.texto} footer={onwards}>
      <Stack>
        {confirm.error && <Failure erro={confirm.error} repeat={() => confirm.mutate()} />}
        <Button onClick={() => confirm.mutate()} loading={confirm.isPending}>
          {t.confirmar.button}
        </Button>
        <Text size="sm" c="dimmed">
          {t.confirmar.notMe}
        </Text>
      </Stack>
    </AccountPage>
  );
}
