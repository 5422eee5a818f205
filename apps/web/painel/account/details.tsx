import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Conta } from '@rubrica/contract';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { useState } from 'react';
import { isEmail } from '../../kit/brazil.ts';
import { usePanel } from '../context.tsx';
import { useForm } from '../parts/form.ts';
import { Icon } from '../parts/icon.tsx';
import { useNotices } from '../parts/notices.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { useBase } from '../texts/base.ts';

interface Saving {
  readonly conta: Conta;
  readonly onSaved: (conta: Conta) => void;
}

/** The name, by which members of every organization know the person. */
export function NameForm({ conta, onSaved }: Saving) {
  const base = useBase();
  const t = useAccountTexts();
  const { client } = usePanel();
  const notices = useNotices();
  const form = useForm({ nome: conta.nome }, { nome: (value) => (value.trim() === '' ? t.campos.obrigatorio : null) });
  const save = async () => {
    onSaved(await client.alterarConta({ body: { nome: form.values.nome.trim() } }));
    notices.done(t.account.saved);
  };
  return (
    <form onSubmit={(event) => void form.submit(event, save)} noValidate>
      <Stack maw={360}>
        <TextInput
          label={t.campos.nome}
          description={t.account.nameHint}
          autoComplete="name"
          maxLength={NAME_MAX_CHARS}
          dir="auto"
          {...form.text('nome')}
        />
        <Refused texto={form.fault} />
        <Group>
          <Button type="submit" loading={form.busy} disabled={form.values.nome.trim() === conta.nome}>
            {base.actions.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The address, and the one that waits to be confirmed. */
export function EmailForm({ conta, onAsked }: { readonly conta: Conta; readonly onAsked: () => void }) {
  const t = useAccountTexts();
  const [open, setOpen] = useState(false);
  return (
    <Stack>
      <Text className="break-anywhere">{conta.email}</Text>
      {conta.emailPendente !== null && (
        <Alert color="yellow" variant="outline" className="alert-warning" icon={<Icon name="clock" />} role="status">
          <Text size="sm" className="break-anywhere">
            {t.account.email.pending(conta.emailPendente, conta.email)}
          </Text>
        </Alert>
      )}
      {open ? (
        <OtherEmail
          onEnd={(asked) => {
            setOpen(false);
            if (asked) onAsked();
          }}
        />
      ) : (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t.account.email.change}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function OtherEmail({ onEnd }: { readonly onEnd: (asked: boolean) => void }) {
  const base = useBase();
  const t = useAccountTexts();
  const { client } = usePanel();
  const form = useForm(
    { email: '', senha: '' },
    {
      email: (value) => (isEmail(value.trim()) ? null : t.campos.emailInvalido),
      senha: (value) => (value === '' ? t.campos.obrigatorio : null),
    },
  );
  const ask = async () => {
    await client.alterarEmail({ body: { email: form.values.email.trim(), senha: form.values.senha } });
    onEnd(true);
  };
  return (
    <form onSubmit={(event) => void form.submit(event, ask)} noValidate>
      <Stack maw={360}>
        <Text size="sm">{t.account.email.explains}</Text>
        <TextInput
          label={t.account.email.fresh}
          type="email"
          autoComplete="email"
          data-autofocus
          {...form.text('email')}
        />
        <PasswordField label={t.account.currentPassword} autoComplete="current-password" {...form.text('senha')} />
        <Refused texto={form.fault} />
        <Group>
          <Button type="submit" loading={form.busy}>
            {t.account.email.ask}
          </Button>
          <Button variant="default" onClick={() => onEnd(false)}>
            {base.actions.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
