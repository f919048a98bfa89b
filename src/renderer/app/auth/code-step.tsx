import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { SignInResult } from '#shared/session.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export const CodeStep = ({
  onSubmit,
  onCancel,
}: {
  /** Returns the failure of the login. */
  onSubmit: (code: string) => Promise<SignInResult | null>;
  onCancel: () => void;
}) => {
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  const submit = async ({ code }: { code: string }) => {
    setErrorMessage(undefined);
    const failure = await onSubmit(code);
    if (!failure) return;
    setErrorMessage(failure.message);
    setFocus('code', { shouldSelect: true });
  };
  return (
    <AuthLayout title="Enter a code" subtitle="Two-factor login is on for your account.">
      <form noValidate onSubmit={handleSubmit(submit)} aria-label="Enter a code">
        <Stack gap="md">
          {errorMessage && <InlineAlert>{errorMessage}</InlineAlert>}
          <TextInput
            label="Code"
            description="From your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            error={errors.code?.message}
            {...register('code', { validate: (code) => code.trim() !== '' || 'Enter the code' })}
          />
          <Button type="submit" variant="brand" mt="xs" loading={isSubmitting} fullWidth>
            Continue
          </Button>
          <Button variant="subtle" onClick={onCancel} fullWidth>
            Back
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
};
