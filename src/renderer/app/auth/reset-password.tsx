import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { passwordResetSchema } from '#shared/passwords.ts';
import { texts } from '#shared/texts.ts';
import { send } from '../../resource-kit/client.ts';
import { getErrorMessage, getFieldErrors } from '../../resource-kit/errors.ts';
import {
  NewPasswordFields,
  type NewPasswordValues,
  validateWith,
} from '../../resource-kit/form/new-password-fields.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { AuthLayout } from './auth-layout.tsx';

type ResetValues = NewPasswordValues & { code: string };

type Message = { message: string };

const CodeRequest = ({ onSent }: { onSent: (message: string) => void }) => {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { email: '' } });
  const { errors, isSubmitting } = formState;

  const request = async (body: { email: string }) => {
    try {
      onSent((await send<Message>({ method: 'POST', path: '/user/password-reset/request', body })).message);
    } catch (error) {
      setError('email', { message: getErrorMessage(error) }, { shouldFocus: true });
    }
  };

  return (
    <form noValidate onSubmit={handleSubmit(request)} aria-label="Get a code">
      <Stack gap="md">
        <TextInput
          label={texts.login.identifierLabel}
          autoComplete="username"
          autoFocus
          error={errors.email?.message}
          {...register('email', {
            validate: (value) => value.trim() !== '' || texts.login.identifierRequired,
          })}
        />
        <Button type="submit" variant="brand" loading={isSubmitting} fullWidth>
          Email me a code
        </Button>
      </Stack>
    </form>
  );
};

const ResetForm = ({ code, onReset }: { code: string; onReset: (message: string) => void }) => {
  const form = useForm<ResetValues>({ defaultValues: { code, password: '', passwordConfirmation: '' } });
  const { errors, isSubmitting } = form.formState;

  const reset = async ({ code: entered, password }: ResetValues) => {
    try {
      const body = { code: entered, password };
      onReset((await send<Message>({ method: 'POST', path: '/user/password-reset', body })).message);
    } catch (error) {
      const known = getFieldErrors(error).filter(({ field }) => field === 'code' || field === 'password');
      for (const { field, message } of known) {
        form.setError(field as keyof ResetValues, { message }, { shouldFocus: true });
      }
      if (known.length === 0) form.setError('root', { message: getErrorMessage(error) });
    }
  };

  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={form.handleSubmit(reset)} aria-label="Set a new password">
        <Stack gap="md">
          {errors.root && <InlineAlert>{errors.root.message}</InlineAlert>}
          <TextInput
            label="One-time code"
            autoComplete="one-time-code"
            autoFocus={code === ''}
            withAsterisk
            error={errors.code?.message}
            {...form.register('code', { validate: validateWith(passwordResetSchema.shape.code) })}
          />
          <NewPasswordFields />
          <Button type="submit" variant="brand" mt="xs" loading={isSubmitting} fullWidth>
            Set new password
          </Button>
        </Stack>
      </form>
    </FormProvider>
  );
};

/** Sets a new password with a one-time code from an admin or from an email. */
export const ResetPassword = ({
  code,
  canEmail,
  onReset,
  onCancel,
}: {
  /** From the link that was opened. */
  code: string;
  canEmail: boolean;
  onReset: (message: string) => void;
  onCancel: () => void;
}) => {
  const [sentMessage, setSentMessage] = useState<string>();
  const [hasCode, setHasCode] = useState(code !== '' || !canEmail);
  const askAdmin = 'Ask an admin for a one-time code. It works for 15 minutes.';
  return (
    <AuthLayout
      title="Set a new password"
      subtitle={sentMessage ?? (hasCode ? askAdmin : 'We’ll email a one-time code to you.')}
    >
      <Stack gap="xs">
        {hasCode ? (
          <ResetForm code={code} onReset={onReset} />
        ) : (
          <>
            <CodeRequest
              onSent={(message) => {
                setSentMessage(message);
                setHasCode(true);
              }}
            />
            <Button variant="subtle" onClick={() => setHasCode(true)} fullWidth>
              I have a code
            </Button>
          </>
        )}
        <Button variant="subtle" onClick={onCancel} fullWidth>
          Back to login
        </Button>
      </Stack>
    </AuthLayout>
  );
};
