import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { NAME_MAX_CHARS, PASSWORD_MIN_CHARS } from '@rubrica/contract/limits';
import { Link, useNavigate } from 'react-router';
import { isCnpj, isCpf, isEmail, maskCnpj, maskCpf } from '../../kit/brazil.ts';
import { usePanel } from '../context.tsx';
import { ROOT_OF } from '../environment.ts';
import { useForm } from '../parts/form.ts';
import { PasswordField } from '../parts/password-field.tsx';
import { Refused } from '../parts/refusal.tsx';
import { goTo } from '../shell/back.ts';
import { useAccountTexts } from '../texts/account.ts';
import { AccountPage } from './page.tsx';
import { Strength } from './strength.tsx';

const maskTaxId = (text: string) =>
  text.replace(/[^0-9A-Za-z]/g, '').length <= 11 && !/[A-Za-z]/.test(text) ? maskCpf(text) : maskCnpj(text);

/** `/cadastro`: a person and the organization, and straight in. */
export function Component() {
  const t = useAccountTexts();
  const panel = usePanel();
  const navigate = useNavigate();
  const required = (value: string) => (value.trim() === '' ? t.campos.obrigatorio : null);
  const form = useForm(
    { nome: '', email: '', senha: '', organizacao: '', documento: '' },
    {
      nome: required,
      email: (value) => (isEmail(value.trim()) ? null : t.campos.emailInvalido),
      senha: (value) => (value.length < PASSWORD_MIN_CHARS ? t.campos.shortPassword : null),
      organizacao: required,
      documento: (value) => (isCpf(value) || isCnpj(value) ? null : t.campos.documentoInvalido),
    },
  );
  const create = async () => {
    const { nome, senha, organizacao, documento } = form.values;
    const email = form.values.email.trim();
    const organization = { nome: organizacao.trim(), documento: documento.replace(/[^0-9A-Za-z]/g, '') };
    await panel.plain.cadastrar({ body: { nome: nome.trim(), email, senha, organizacao: organization } });
    panel.session.begin(await panel.plain.entrar({ body: { email, senha } }));
    goTo(null, ROOT_OF[panel.ambiente], navigate);
  };
  return (
    <AccountPage
      titulo={t.cadastro.titulo}
      texto={t.cadastro.texto}
      footer={
        <>
          <Text size="sm">{t.cadastro.alreadyHas}</Text>
          <Anchor component={Link} to="/entrar" size="sm">
            {t.entrar.button}
          </Anchor>
        </>
      }
    >
      <form onSubmit={(event) => void form.submit(event, create)} noValidate>
        <Stack>
          <TextInput label={t.campos.nome} autoComplete="name" maxLength={NAME_MAX_CHARS} {...form.text('nome')} />
          <TextInput label={t.campos.email} type="email" autoComplete="username" {...form.text('email')} />
          <PasswordField
            label={t.campos.senha}
            description={t.campos.passwordHint}
            autoComplete="new-password"
            {...form.text('senha')}
          />
          <Strength senha={form.values.senha} known={[form.values.nome, form.values.email, form.values.organizacao]} />
          <TextInput
            label={t.campos.organizacao}
            autoComplete="organization"
            maxLength={NAME_MAX_CHARS}
            {...form.text('organizacao', { path: 'organizacao.nome' })}
          />
          <TextInput
            label={t.campos.documento}
            {...form.text('documento', { path: 'organizacao.documento', mask: maskTaxId })}
          />
          <Refused texto={form.fault} />
          <Button type="submit" loading={form.busy}>
            {t.cadastro.button}
          </Button>
        </Stack>
      </form>
    </AccountPage>
  );
}
