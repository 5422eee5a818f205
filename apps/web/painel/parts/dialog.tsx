import { Modal, type ModalProps, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useBase } from '../texts/base.ts';
import { useFocusBack } from './focus-back.ts';

/**
 * A dialog that is there for as long as its component is: its title, the cross that closes it, and what it holds, one
 * below the other.
 * @param props.onSubmit of a dialog that is a form, whose `Footer` then submits it
 */
export function Dialog({
  onSubmit,
  children,
  ...rest
}: Omit<ModalProps, 'opened' | 'closeButtonProps' | 'onSubmit'> & {
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
}) {
  const base = useBase();
  useFocusBack();
  const held = <Stack>{children}</Stack>;
  return (
    <Modal opened closeButtonProps={{ 'aria-label': base.actions.close }} {...rest}>
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
