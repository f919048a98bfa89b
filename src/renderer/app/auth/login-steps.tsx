import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { passwordResetSchema } from '#shared/passwords.ts';
import type { Credentials, SignInResult } from '#shared/session.ts';
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
