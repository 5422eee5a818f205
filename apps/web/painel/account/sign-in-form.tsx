import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import type { SessaoIniciada } from '@rubrica/contract';
import { ApiError } from '@rubrica/sdk/client';
import { useState } from 'react';
import { digitsOf, isEmail } from '../../kit/brazil.ts';
import { usePanel } from '../context.tsx';
import { useForm } from '../parts/form.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useAccountTexts } from '../texts/account.ts';

interface Props {
  /** Whose login it is, where that is known: then only the password is asked for. */
  readonly email?: string | undefined;
  readonly onEntered: (session: SessaoIniciada) => void;
  /** Another way, under the form. */
  readonly otherAccount?: { readonly rotulo: string; readonly go: () => void };
}

/** Password, and the second factor where the account has one. */
export default function SignInForm(props: Props) {
  const [desafioId, setDesafioId] = useState<string | null>(null);
  return desafioId === null ? (
    <Password {...props} onChallenge={setDesafioId} />
  ) : (
    <SecondFactor {...props} desafioId={desafioId} onBack={() => setDesafioId(null)} />
  );
}

/** The challenge of an account with a second factor, or null where the error is another. */
export function challengeOf(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.codigo !== 'MFA_OBRIGATORIO') return null;
  return error.problem?.desafioId ?? null;
}

function Password({ email, onEntered, onChallenge, otherAccount }: Props & { onChallenge: (id: string) => void }) {
  const t = useAccountTexts();
  const { plain } = usePanel();
  const form = useForm(
    { email: email ?? '', senha: '' },
    {
      email: (value) => (isEmail(value.trim()) ? null : t.campos.emailInvalido),
      senha: (value) => (value === '' ? t.campos.obrigatorio : null),
    },
  );
  const enter = async () => {
    const body = { email: form.values.email.trim(), senha: form.values.senha };
    try {
      onEntered(await plain.entrar({ body }));
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge === null) throw error;
      onChallenge(challenge);
    }
  };
  return (
    <form onSubmit={(event) => void form.submit(event, enter)} noValidate>
      <Stack>
        <TextInput
          label={t.campos.email}
          type="email"
          autoComplete="username"
          readOnly={email !== undefined}
          {...form.text('email')}
        />
        <PasswordField label={t.campos.senha} autoComplete="current-password" data-autofocus {...form.text('senha')} />
        <Refused texto={form.fault} />
        <Button type="submit" loading={form.busy}>
          {t.entrar.button}
        </Button>
        {otherAccount && (
          <Anchor component="button" type="button" size="sm" onClick={otherAccount.go}>
            {otherAccount.rotulo}
          </Anchor>
        )}
      </Stack>
    </form>
  );
}

/** The code of the app, or one of the recovery codes. */
export function SecondFactor(props: Pick<Props, 'onEntered'> & { desafioId: string; onBack: () => void }) {
  const t = useAccountTexts();
  const { plain } = usePanel();
  const [recovery, setRecovery] = useState(false);
  const form = useForm(
    { codigo: '' },
    {
      codigo: (value) => {
        if (recovery) return value.trim() === '' ? t.campos.obrigatorio : null;
        return digitsOf(value).length === 6 ? null : t.campos.codigoInvalido;
      },
    },
  );
  const confirm = async () => {
    const { desafioId } = props;
    const typed = form.values.codigo.trim();
    props.onEntered(
      recovery
        ? await plain.recuperarSegundoFator({ body: { desafioId, codigoRecuperacao: typed } })
        : await plain.responderDesafio({ body: { desafioId, codigo: digitsOf(typed) } }),
    );
  };
  return (
    <form onSubmit={(event) => void form.submit(event, confirm)} noValidate>
      <Stack>
        <Text fw={600}>{t.entrar.desafio}</Text>
        <Text size="sm">{recovery ? t.entrar.recoveryText : t.entrar.challengeText}</Text>
        <TextInput
          key={String(recovery)}
          label={recovery ? t.campos.codigoRecuperacao : t.campos.codigo}
          autoComplete="one-time-code"
          inputMode={recovery ? 'text' : 'numeric'}
          autoFocus
          {...form.text('codigo')}
        />
        <Refused texto={form.fault} />
        <Button type="submit" loading={form.busy}>
          {t.entrar.confirmar}
        </Button>
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => {
            setRecovery((now) => !now);
            form.set('codigo', '');
          }}
        >
          {recovery ? t.entrar.useApplication : t.entrar.useRecovery}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={props.onBack}>
          {t.entrar.onceMore}
        </Anchor>
      </Stack>
    </form>
  );
}
