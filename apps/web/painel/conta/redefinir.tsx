import { Anchor, Button, Stack } from '@mantine/core';
import { PASSWORD_MIN_CHARS } from '@rubrica/contract/limits';
import { Link, useNavigate, useParams } from 'react-router';
import { usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { CampoSenha } from '../partes/campo-senha.tsx';
import { useForm } from '../partes/formulario.ts';
import { Recusa } from '../partes/recusa.tsx';
import { useConta } from '../textos/conta.ts';
import { PaginaDeEntrada } from './pagina.tsx';

/** `/redefinir-senha/{token}`, from the e-mail that was asked for. */
export function Component() {
  const t = useConta();
  const { plain, session } = usePanel();
  const avisos = useAvisos();
  const navigate = useNavigate();
  const { token = '' } = useParams();
  const form = useForm(
    { senha: '' },
    { senha: (value) => (value.length < PASSWORD_MIN_CHARS ? t.campos.senhaCurta : null) },
  );
  const save = async () => {
    await plain.redefinirSenha({ body: { token, senha: form.values.senha } });
    // Every session ended with the old password, this browser's too.
    session.end();
    avisos.feito(t.redefinir.feito);
    await navigate('/entrar', { replace: true });
  };
  return (
    <PaginaDeEntrada
      titulo={t.redefinir.titulo}
      texto={t.redefinir.texto}
      rodape={
        <Anchor component={Link} to="/esqueci-a-senha" size="sm">
          {t.entrar.esqueci}
        </Anchor>
      }
    >
      <form onSubmit={(event) => void form.submit(event, save)} noValidate>
        <Stack>
          <CampoSenha
            label={t.campos.novaSenha}
            description={t.campos.dicaSenha}
            autoComplete="new-password"
            {...form.text('senha')}
          />
          <Recusa texto={form.fault} />
          <Button type="submit" loading={form.busy}>
            {t.redefinir.botao}
          </Button>
        </Stack>
      </form>
    </PaginaDeEntrada>
  );
}
