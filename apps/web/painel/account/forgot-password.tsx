import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { isEmail } from '../../kit/brazil.ts';
import { usePanel } from '../context.tsx';
import { useForm } from '../parts/form.ts';
import { Refused } from '../parts/refusal.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { AccountPage } from './page.tsx';

/** `/esqueci-a-senha`: the answer is the same whether or not the account exists. */
export function Component() {
  const t = useAccountTexts();
  const { plain } = usePanel();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ email: '' }, { email: (value) => (isEmail(value.trim()) ? null : t.campos.emailInvalido) });
  const back = (
    <Anchor component={Link} to="/entrar" size="sm">
      {t.forgot.back}
    </Anchor>
  );
  if (sentTo !== null) {
    return (
      <AccountPage titulo={t.forgot.doneTitle} footer={back}>
        <Text role="status" className="break-anywhere">
          {t.forgot.done(sentTo)}
        </Text>
      </AccountPage>
    );
  }
  const ask = async () => {
    const email = form.values.email.trim();
    await plain.recuperarSenha({ body: { email } });
    setSentTo(email);
  };
  return (
    <AccountPage titulo={t.forgot.titulo} texto={t.forgot.texto} footer={back}>
      <form onSubmit={(event) => void form.submit(event, ask)} noValidate>
        <Stack>
          <TextInput label={t.campos.email} type="email" autoComplete="username" {...form.text('email')} />
          <Refused texto={form.fault} />
          <Button type="submit" loading={form.busy}>
            {t.forgot.button}
          </Button>
        </Stack>
      </form>
    </AccountPage>
  );
}
