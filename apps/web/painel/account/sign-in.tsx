import { Anchor, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { goTo } from '../shell/back.ts';
import { useAccountTexts } from '../texts/account.ts';
import { AccountPage } from './page.tsx';
import SignInForm from './sign-in-form.tsx';

/** `/entrar?voltar=…` */
export function Component() {
  const t = useAccountTexts();
  const panel = usePanel();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <AccountPage
      titulo={t.entrar.titulo}
      footer={
        <>
          <Text size="sm">{t.entrar.noAccount}</Text>
          <Anchor component={Link} to="/cadastro" size="sm">
            {t.entrar.criar}
          </Anchor>
        </>
      }
    >
      <SignInForm
        onEntered={(session) => {
          queries.clear();
          panel.session.begin(session);
          goTo(query.get('voltar'), ROOT_OF[panel.ambiente], navigate);
        }}
      />
      <Anchor component={Link} to="/esqueci-a-senha" size="sm">
        {t.entrar.forgot}
      </Anchor>
    </AccountPage>
  );
}
