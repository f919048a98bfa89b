import { Button, Stack } from '@mantine/core';
import { FormProvider, useForm } from 'react-hook-form';
import type { Credentials, SignInResult } from '#shared/session.ts';
import { NewPasswordFields, type NewPasswordValues } from '../../resource-kit/form/new-password-fields.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** Replaces a password that another user set. Logging in isn't possible without it. */
export const ChoosePassword = ({
  credentials,
  onSubmit,
  onCancel,
}: {
  credentials: Credentials;
  /** Returns the failure of the login. */
  onSubmit: (credentials: Credentials) => Promise<SignInResult | null>;
  onCancel: () => void;
}) => {
  const form = useForm<NewPasswordValues>({ defaultValues: { password: '', passwordConfirmation: '' } });
  const { errors, isSubmitting } = form.formState;

  const change = async ({ password }: NewPasswordValues) => {
    const failure = await onSubmit({ ...credentials, newPassword: password });
    if (!failure) return;
    const fieldError = failure.errors?.find(({ field }) => field === 'newPassword');
    if (fieldError) form.setError('password', { message: fieldError.message }, { shouldFocus: true });
    else form.setError('root', { message: failure.message });
  };

  return (
    <AuthLayout
      title="Choose your own password"
      subtitle="Somebody else set your current password. Change it to continue."
    >
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(change)} aria-label="Choose your own password">
          <Stack gap="md">
            {errors.root && <InlineAlert>{errors.root.message}</InlineAlert>}
            <NewPasswordFields owner={{ email: credentials.email }} />
            <Button type="submit" variant="brand" mt="xs" loading={isSubmitting} fullWidth>
              Change password
            </Button>
            <Button variant="subtle" onClick={onCancel} fullWidth>
              Back to login
            </Button>
          </Stack>
        </form>
      </FormProvider>
    </AuthLayout>
  );
};
