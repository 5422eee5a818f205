import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import type { Convite, SessaoIniciada } from '@rubrica/contract';
import { NAME_MAX_CHARS } from '@rubrica/contract/limits';
import { ApiError } from '@rubrica/sdk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { useForm } from '../parts/form.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { Refused } from '../parts/refusal.tsx';
import { Failure, Loading } from '../parts/states.tsx';
import { goTo } from '../shell/back.ts';
import { useAccountTexts } from '../texts/account.ts';
import { useBase } from '../texts/base.ts';
import { AccountPage } from './page.tsx';
import { challengeOf, SecondFactor } from './sign-in-form.tsx';

/** `/convite/{token}`, from the e-mail of the invitation. */
export function Component() {
  const t = useAccountTexts();
  const { plain } = usePanel();
  const { token = '' } = useParams();
  const invitation = useQuery({
    queryKey: ['convite', token],
    queryFn: () => plain.obterConvite({ params: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (invitation.data) return <Accept token={token} convite={invitation.data} />;
  if (!invitation.error) return <Loading />;
  const over = invitation.error instanceof ApiError && invitation.error.status < 500;
  return (
    <AccountPage
      titulo={over ? t.convite.invalidTitle : t.convite.titulo}
      footer={
        <Anchor component={Link} to="/entrar" size="sm">
          {t.entrar.button}
        </Anchor>
      }
    >
      {over ? (
        <Text>{t.convite.invalido}</Text>
      ) : (
        <Failure erro={invitation.error} repeat={() => void invitation.refetch()} />
      )}
    </AccountPage>
  );
}

function Accept({ token, convite }: { readonly token: string; readonly convite: Convite }) {
  const base = useBase();
  const t = useAccountTexts();
  const panel = usePanel();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [desafioId, setDesafioId] = useState<string | null>(null);
  const required = (value: string) => (value.trim() === '' ? t.campos.obrigatorio : null);
  const form = useForm({ nome: '', senha: '' }, { nome: required, senha: required });
  const entered = (session: SessaoIniciada) => {
    queries.clear();
    panel.session.begin(session);
    goTo(null, ROOT_OF[panel.ambiente], navigate);
  };
  const accept = async () => {
    const { nome, senha } = form.values;
    try {
      entered(await panel.plain.aceitarConvite({ params: { token }, body: { nome: nome.trim(), senha } }));
    } catch (error) {
      const challenge = challengeOf(error);
      if (challenge === null) throw error;
      setDesafioId(challenge);
    }
  };
  return (
    <AccountPage titulo={t.convite.titulo} texto={t.convite.texto(convite.organizacao, base.papel[convite.papel])}>
      {desafioId !== null ? (
        <SecondFactor desafioId={desafioId} onBack={() => setDesafioId(null)} onEntered={entered} />
      ) : (
        <form onSubmit={(event) => void form.submit(event, accept)} noValidate>
          <Stack>
            <Text size="sm" className="break-anywhere">
              {t.convite.account(convite.email)}
            </Text>
            <TextInput label={t.campos.nome} autoComplete="name" maxLength={NAME_MAX_CHARS} {...form.text('nome')} />
            <PasswordField
              label={t.campos.senha}
              description={t.campos.passwordHint}
              autoComplete="new-password"
              {...form.text('senha')}
            />
            <Refused texto={form.fault} />
            <Button type="submit" loading={form.busy}>
              {t.convite.button}
            </Button>
          </Stack>
        </form>
      )}
    </AccountPage>
  );
}
