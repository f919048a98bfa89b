import {
  PasswordInput as BasePasswordInput,
  Group,
  type PasswordInputProps,
  Progress,
  Stack,
  Text,
} from '@mantine/core';
import { useEffect, useState } from 'react';
import type { PasswordStrength } from '#shared/password-strength.ts';
import type { PasswordOwner } from '#shared/passwords.ts';

const levels: Record<PasswordStrength, { value: number; color: string; text: string }> = {
  weak: { value: 33, color: 'var(--bo-danger)', text: 'Too easy to guess' },
  good: { value: 67, color: 'var(--bo-ink)', text: 'Good password' },
  strong: { value: 100, color: 'var(--bo-success)', text: 'Strong password' },
};

const usePasswordStrength = (password: string, { name, email }: PasswordOwner) => {
  const [strength, setStrength] = useState<PasswordStrength | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // Loaded on demand, because the list of common passwords is large.
    const estimate = async () => (await import('#shared/password-strength.ts')).estimateStrength;
    if (password === '') setStrength(null);
    else {
      estimate().then(
        (estimateStrength) => isCurrent && setStrength(estimateStrength(password, { name, email })),
        // Without the estimate, the server still checks the password.
        () => setStrength(null),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [password, name, email]);
  return strength;
};

/** Input for a new password that shows how hard it is to guess. */
export const NewPasswordInput = ({
  password,
  owner,
  ...props
}: PasswordInputProps & { password: string; owner: PasswordOwner }) => {
  const strength = usePasswordStrength(password, owner);
  const level = strength && levels[strength];
  return (
    <Stack gap={6}>
      <PasswordInput autoComplete="new-password" description="At least 10 characters" {...props} />
      {level && (
        <Group gap="xs" wrap="nowrap">
          <Progress value={level.value} color={level.color} size="xs" w="6rem" aria-hidden />
          <Text fz="xs" c="dimmed" role="status">
            {level.text}
          </Text>
        </Group>
      )}
    </Stack>
  );
};

/** Mantine's password input, which doesn't mark itself as invalid. */
export const PasswordInput = (props: PasswordInputProps) => (
  <BasePasswordInput {...props} aria-invalid={props.error ? true : undefined} />
);
