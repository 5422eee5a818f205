import { Anchor, Button, Stack } from '@mantine/core';
import { PASSWORD_MIN_CHARS } from '@rubrica/contract/limits';
import { Link, useNavigate, useParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { useForm } from '../parts/form.ts';
import { useNotices } from '../parts/notices.tsx';
import { PasswordField } from '../parts/password-field.tsx';
import { Refused } from '../parts/refusal.tsx';
import { useAccountTexts } from '../texts/account.ts';
import { AccountPage } from './page.tsx';
import { Strength } from './strength.tsx';

/** `/redefinir-senha/{token}`, from the e-mail that was asked for. */
export function Component() {
  const t = useAccountTexts();
  const { plain, session } = usePanel();
  const notices = useNotices();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const form = useForm(
    { senha: '' },
    { senha: (value) => (value.length < PASSWORD_MIN_CHARS ? t.campos.shortPassword : null) },
  );
  const save = async () => {
    await plain.redefinirSenha({ body: { token, senha: form.values.senha } });
    // Every session ended with the old password, this browser's too.
    session.end();
    notices.done(t.redefinir.done);
    await navigate('/entrar', { replace: true });
  };
  return (
    <AccountPage
      titulo={t.redefinir.titulo}
      texto={t.redefinir.texto}
      footer={
        <Anchor component={Link} to="/esqueci-a-senha" size="sm">
          {t.entrar.forgot}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void form.submit(event, save)} noValidate>
        <Stack>
          <PasswordField
            label={t.campos.newPassword}
            description={t.campos.passwordHint}
            autoComplete="new-password"
            {...form.text('senha')}
          />
          <Strength senha={form.values.senha} known={[]} />
          <Refused texto={form.fault} />
          <Button type="submit" loading={form.busy}>
            {t.redefinir.button}
          </Button>
        </Stack>
      </form>
    </AccountPage>
  );
}
