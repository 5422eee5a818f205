import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { isEmail } from '../../kit/brazil.ts';
import { usePanel } from '../contexto.tsx';
import { useForm } from '../partes/formulario.ts';
import { Recusa } from '../partes/recusa.tsx';
import { useConta } from '../textos/conta.ts';
import { PaginaDeEntrada } from './pagina.tsx';

/** `/esqueci-a-senha`: the answer is the same whether or not the account exists. */
export function Component() {
  const t = useConta();
  const { plain } = usePanel();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({ email: '' }, { email: (value) => (isEmail(value.trim()) ? null : t.campos.emailInvalido) });
  const back = (
    <Anchor component={Link} to="/entrar" size="sm">
      {t.esqueci.voltar}
    </Anchor>
  );
  if (sentTo !== null) {
    return (
      <PaginaDeEntrada titulo={t.esqueci.feitoTitulo} rodape={back}>
        <Text role="status">{t.esqueci.feito(sentTo)}</Text>
      </PaginaDeEntrada>
    );
  }
  const ask = async () => {
    const email = form.values.email.trim();
    await plain.recuperarSenha({ body: { email } });
    setSentTo(email);
  };
  return (
    <PaginaDeEntrada titulo={t.esqueci.titulo} texto={t.esqueci.texto} rodape={back}>
      <form onSubmit={(event) => void form.submit(event, ask)} noValidate>
        <Stack>
          <TextInput label={t.campos.email} type="email" autoComplete="username" {...form.text('email')} />
          <Recusa texto={form.fault} />
          <Button type="submit" loading={form.busy}>
            {t.esqueci.botao}
          </Button>
        </Stack>
      </form>
    </PaginaDeEntrada>
  );
}
