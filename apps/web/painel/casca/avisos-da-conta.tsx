import { Alert, Button, Group, Text } from '@mantine/core';
import { RubricaError } from '@rubrica/sdk';
import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useMember, usePanel } from '../contexto.tsx';
import { useAvisos } from '../partes/avisos.tsx';
import { Icone } from '../partes/icone.tsx';
import { useBase } from '../textos/base.ts';

/** What keeps this person or organization from acting, told above every screen. */
export function AvisosDaConta() {
  const t = useBase();
  const { session, ambiente } = usePanel();
  const { organizacao } = useMember();
  const known = useSyncExternalStore(session.subscribe, session.read);
  if (organizacao.status === 'SUSPENSA') return <Aviso texto={t.conta.suspensa} />;
  // Sessions kept by an earlier version of the page do not say.
  if (known?.usuario.emailConfirmadoEm !== null || ambiente === 'TESTE') return null;
  return <EmailPorConfirmar email={known.usuario.email} />;
}

function EmailPorConfirmar({ email }: { readonly email: string }) {
  const t = useBase();
  const { client, session } = usePanel();
  const avisos = useAvisos();
  const again = useMutation({
    mutationFn: () => client.reenviarConfirmacaoEmail({}),
    onSuccess: () => avisos.feito(t.conta.reenviado(email)),
    onError: (error) => {
      // Confirmed meanwhile, in another browser.
      if (error instanceof RubricaError && error.codigo === 'CONFLITO') {
        session.update({ emailConfirmadoEm: new Date().toISOString() });
        avisos.feito(t.conta.confirmado);
      } else avisos.erro(error);
    },
  });
  return (
    <Aviso texto={t.conta.confirme(email)}>
      <Button size="compact-sm" variant="default" onClick={() => again.mutate()} loading={again.isPending}>
        {t.conta.reenviar}
      </Button>
    </Aviso>
  );
}

function Aviso({ texto, children }: { readonly texto: string; readonly children?: React.ReactNode }) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      className="aviso-alerta"
      icon={<Icone nome="alerta" />}
      mb="md"
      role="status"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" className="titulo-quebra">
          {texto}
        </Text>
        {children}
      </Group>
    </Alert>
  );
}
