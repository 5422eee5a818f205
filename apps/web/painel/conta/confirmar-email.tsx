import { Anchor, Button, Stack, Text } from '@mantine/core';
import { RubricaError } from '@rubrica/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { usePanel } from '../contexto.tsx';
import { Falha } from '../partes/estados.tsx';
import { useConta } from '../textos/conta.ts';
import { PaginaDeEntrada } from './pagina.tsx';

/**
 * `/confirmar-email/{token}`, from the e-mail that came after signing up. It asks before it confirms: mail programs open
 * links by themselves, and whoever did not open the account must not confirm it by looking.
 */
export function Component() {
  const t = useConta();
  const { plain, session } = usePanel();
  const { token = '' } = useParams();
  const known = session.read() !== null;
  const confirm = useMutation({
    mutationFn: async () => {
      await plain.confirmarEmail({ body: { token } });
      // The session of this browser may be another account's: the service says whose it is, and how it stands.
      if (known) await plain.renovarSessao({}).then(session.begin, () => {});
    },
  });
  const over = confirm.error instanceof RubricaError && confirm.error.codigo === 'TOKEN_INVALIDO';
  const onwards = (
    <Anchor component={Link} to={known ? '/documentos' : '/entrar'} size="sm">
      {known ? t.confirmar.continuar : t.entrar.botao}
    </Anchor>
  );
  if (confirm.isSuccess) {
    return (
      <PaginaDeEntrada titulo={t.confirmar.feitoTitulo} rodape={onwards}>
        <Text role="status">{t.confirmar.feito}</Text>
      </PaginaDeEntrada>
    );
  }
  if (over) {
    return (
      <PaginaDeEntrada titulo={t.confirmar.invalidoTitulo} rodape={onwards}>
        <Text role="alert">{t.confirmar.invalido}</Text>
      </PaginaDeEntrada>
    );
  }
  return (
    <PaginaDeEntrada titulo={t.confirmar.titulo} texto={t.confirmar.texto} rodape={onwards}>
      <Stack>
        {confirm.error && <Falha erro={confirm.error} repetir={() => confirm.mutate()} />}
        <Button onClick={() => confirm.mutate()} loading={confirm.isPending}>
          {t.confirmar.botao}
        </Button>
        <Text size="sm" c="dimmed">
          {t.confirmar.naoFui}
        </Text>
      </Stack>
    </PaginaDeEntrada>
  );
}
