import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { AuthLayout } from './auth-layout.tsx';

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export const CodeStep = ({
  errorMessage,
  onSubmit,
  onCancel,
}: {
  errorMessage: string | undefined;
  /** Returns false if the server rejects the code. */
  onSubmit: (code: string) => Promise<boolean>;
  onCancel: () => void;
}) => {
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  const submit = async ({ code }: { code: string }) => {
    if (!(await onSubmit(code))) setFocus('code', { shouldSelect: true });
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
          <Button variant="subtle" color="gray" onClick={onCancel} fullWidth>
            Back
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
};
