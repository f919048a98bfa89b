import { PasswordInput as BasePasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's password input, which doesn't mark itself as invalid. */
export const PasswordInput = (props: PasswordInputProps) => (
  <BasePasswordInput {...props} aria-invalid={props.error ? true : undefined} />
);
