import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password, shown on request. Mantine leaves it to the page to say that it is invalid. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} {...(props.error ? { 'aria-invalid': true } : {})} />;
}
