import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useBase } from '../texts/base.ts';

/**
 * A password, shown on request, by keyboard too. Mantine leaves it to the page to say that it is invalid, and takes the
 * button out of the order of Tab. While Caps Lock is on, which dots do not show, the field says so.
 */
export function PasswordField(props: PasswordInputProps) {
  const { senha: t } = useBase();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <div>
      <PasswordInput
        {...props}
        {...(props.error ? { 'aria-invalid': true } : {})}
        visible={shown}
        onVisibilityChange={setShown}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': t.show }}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setCapsLock(false)}
      />
      <Text size="xs" c="dimmed" role="status" mt={capsLock ? 4 : 0}>
        {capsLock ? t.capsLock : ''}
      </Text>
    </div>
  );
}
