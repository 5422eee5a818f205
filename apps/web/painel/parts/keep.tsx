import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useBase } from '../texts/base.ts';

/** Asks before a screen is left where something would be lost or stop. */
export function LeaveGuard(props: {
  /** Whether there is something to ask for. */
  readonly dirty: boolean;
  readonly texts: { readonly titulo: string; readonly texto: string; readonly stay: string; readonly sair: string };
}) {
  const base = useBase();
  const { dirty, texts: textos } = props;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!dirty) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, [dirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal
      opened
      onClose={() => blocker.reset()}
      title={textos.titulo}
      closeButtonProps={{ 'aria-label': base.actions.close }}
    >
      <Text>{textos.texto}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => blocker.proceed()}>
          {textos.sair}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset()}>
          {textos.stay}
        </Button>
      </Group>
    </Modal>
  );
}
