import { Anchor, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from 'react-router';
import { tell } from '../api/errors.ts';
import { useReach } from '../context.tsx';
import { useBase } from '../texts/base.ts';

const UNDO_MS = 8_000;

/** Short remarks at the edge of the page, read out to screen readers. */
export function useNotices() {
  const t = useBase();
  const navigate = useNavigate();
  const reaches = useReach('listarChamadas');
  const closeButtonProps = { 'aria-label': t.actions.close };
  return {
    /** Something was done. */
    done: (mensagem: string) =>
      notifications.show({ message: mensagem, color: 'green', role: 'status', closeButtonProps }),
    /** Something was not done, and why. */
    erro(error: unknown, titulo?: string) {
      const { mensagem, erros, chamada } = tell(error, t.erros);
      const problems = erros.map((erro) => erro.mensagem).join(' ');
      const show = () => {
        notifications.hide(id);
        void navigate(chamada ?? '');
      };
      const id = notifications.show({
        title: titulo,
        message: (
          <>
            {problems || mensagem}{' '}
            {chamada && reaches && (
              <Anchor component="button" type="button" size="sm" onClick={show}>
                {t.falha.seeCall}
              </Anchor>
            )}
          </>
        ),
        color: 'red',
        role: 'alert',
        autoClose: 12_000,
        closeButtonProps,
      });
    },
    /**
     * Something that is done only after some seconds, within which it can be taken back: for what has no way back once
     * done. Leaving the page does it at once.
     */
    deferred: (mensagem: string, act: Deferred) => defer(mensagem, t.actions.undo, act),
    /** Something was done and can be taken back for some seconds. */
    undoable(mensagem: string, undo: () => void) {
      const undoOnce = () => {
        notifications.hide(id);
        undo();
      };
      const id = notifications.show({
        autoClose: UNDO_MS,
        role: 'status',
        closeButtonProps,
        message: <WithUndo mensagem={mensagem} rotulo={t.actions.undo} onUndo={undoOnce} />,
      });
    },
  };
}

interface Deferred {
  readonly make: () => unknown;
  readonly undo: () => void;
}

function defer(mensagem: string, rotulo: string, act: Deferred): void {
  let settled = false;
  const settle = (how: () => unknown) => {
    if (settled) return;
    settled = true;
    removeEventListener('pagehide', leave);
    clearTimeout(timer);
    notifications.hide(id);
    how();
  };
  const leave = () => settle(act.make);
  const timer = setTimeout(leave, UNDO_MS);
  addEventListener('pagehide', leave);
  const id = notifications.show({
    autoClose: false,
    withCloseButton: false,
    role: 'status',
    message: <WithUndo mensagem={mensagem} rotulo={rotulo} onUndo={() => settle(act.undo)} />,
  });
}

function WithUndo(props: { readonly mensagem: string; readonly rotulo: string; readonly onUndo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{props.mensagem}</Text>
      <Button size="compact-sm" variant="default" onClick={props.onUndo}>
        {props.rotulo}
      </Button>
    </Group>
  );
}
