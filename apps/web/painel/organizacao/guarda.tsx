import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useBase } from '../textos/base.ts';
import { useOrganizacao } from '../textos/organizacao.ts';

/** Asks before a screen is left with something typed and not saved. */
export function Guarda({ sujo }: { readonly sujo: boolean }) {
  const base = useBase();
  const t = useOrganizacao();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => sujo && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!sujo) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, [sujo]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal
      opened
      onClose={() => blocker.reset()}
      title={t.sair.titulo}
      closeButtonProps={{ 'aria-label': base.acoes.fechar }}
    >
      <Text>{t.sair.texto}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => blocker.proceed()}>
          {t.sair.sair}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset()}>
          {t.sair.ficar}
        </Button>
      </Group>
    </Modal>
  );
}
