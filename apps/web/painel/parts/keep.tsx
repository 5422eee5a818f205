import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Dialog } from './dialog.tsx';

/** Asks before a screen is left where something would be lost or stop. */
export function LeaveGuard(props: {
  /** Whether there is something to ask for. */
  readonly dirty: boolean;
  readonly texts: { readonly titulo: string; readonly texto: string; readonly stay: string; readonly sair: string };
}) {
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
    <Dialog onClose={() => blocker.reset()} title={textos.titulo}>
      <Text>{textos.texto}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => blocker.proceed()}>
          {textos.sair}
        </Button>
        <Button data-autofocus onClick={() => blocker.reset()}>
          {textos.stay}
        </Button>
      </Group>
    </Dialog>
  );
}
