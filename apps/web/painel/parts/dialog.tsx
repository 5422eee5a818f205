import { Modal, type ModalProps, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useBase } from '../texts/base.ts';
import { useFocusBack } from './focus-back.ts';

/**
 * A dialog that is there for as long as its component is: its title, the cross that closes it, and what it holds, one
 * below the other.
 * @param props.onSubmit of a dialog that is a form, whose `Footer` then submits it
 * @param props.busy while what it is about goes on, it cannot be closed
 */
export function Dialog({
  onSubmit,
  onClose,
  busy = false,
  children,
  ...rest
}: Omit<ModalProps, 'opened' | 'closeButtonProps' | 'onSubmit'> & {
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  readonly busy?: boolean;
}) {
  const base = useBase();
  useFocusBack();
  const held = <Stack>{children}</Stack>;
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': base.actions.close, disabled: busy }}
      onClose={busy ? () => undefined : onClose}
      {...rest}
    >
      {onSubmit ? (
        <form onSubmit={onSubmit} noValidate>
          {held}
        </form>
      ) : (
        held
      )}
    </Modal>
  );
}
