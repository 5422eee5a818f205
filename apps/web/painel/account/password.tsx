import { Button, Group, Stack, Text } from '@mantine/core';
import type { Conta } from '@rubrica/contract';
import { PASSWORD_MIN_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { usePanel } from '../context.tsx';
import { useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { useBase } from '../texts/base.ts';
import { Strength } from './strength.tsx';

interface Props {
  readonly conta: Conta;
  readonly onChanged: () => void;
}

/** Another password, with the one of now; other sessions end by it. */
export function PasswordForm(props: Props) {
  const t = useAccountTexts();
  const [open, setOpen] = useState(false);
  if (open) return <OtherPassword {...props} onEnd={() => setOpen(false)} />;
  return (
    <Group>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.account.password.change}
      </Button>
    </Group>
  );
}

function OtherPassword({ conta, onChanged, onEnd }: Props & { readonly onEnd: () => void }) {
  const base = useBase();
  const t = useAccountTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const form = useForm(
    { senhaAtual: '', senha: '' },
    {
      senhaAtual: (value) => (value === '' ? t.campos.obrigatorio : null),
      senha: (value) => (value.length < PASSWORD_MIN_CHARS ? t.campos.shortPassword : null),
    },
  );
  const save = async () => {
    await client.alterarSenha({ body: form.values });
    notices.done(t.account.password.done);
    onChanged();
    onEnd();
  };
  return (
    <form onSubmit={(event) => void form.submit(event, save)} noValidate>
      <Stack maw={360}>
        <Text size="sm">{t.account.password.explains}</Text>
        {/* For password managers, which keep a password by its address. */}
        <input type="text" autoComplete="username" value={conta.email} readOnly hidden />
        <PasswordField
          label={t.account.currentPassword}
          autoComplete="current-password"
          data-autofocus
          {...form.text('senhaAtual')}
        />
        <PasswordField
          label={t.campos.newPassword}
          description={t.campos.passwordHint}
          autoComplete="new-password"
          {...form.text('senha')}
        />
        <Strength senha={form.values.senha} known={[conta.nome, conta.email]} />
        <Refused texto={form.fault} />
        <Group>
          <Button type="submit" loading={form.busy}>
            {t.account.password.save}
          </Button>
          <Button variant="default" onClick={onEnd}>
            {base.actions.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
