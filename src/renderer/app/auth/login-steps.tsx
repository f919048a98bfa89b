import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type FieldPath, type FieldValues, FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { passwordResetSchema } from '#shared/passwords.ts';
import type { Credentials, SignInResult } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import { send } from '../../resource-kit/client.ts';
import { getErrorMessage, getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import {
  NewPasswordFields,
  type NewPasswordValues,
  validateWith,
} from '../../resource-kit/form/new-password-fields.tsx';
import { AuthForm, AuthLayout } from './auth-layout.tsx';

const SubtleButton = (props: { onClick: () => void; children: string }) => (
  <Button variant="subtle" fullWidth {...props} />
);

/** Shows the server's errors at the fields of a form, and others in a toast. */
export const showFormError = <Values extends FieldValues>(
  error: unknown,
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  values: object,
): void => {
  const known = getFieldErrors(error).filter(({ field }) => field in values);
  known.forEach(({ field, message }, index) => {
    setError(field as FieldPath<Values>, { message }, { shouldFocus: index === 0 });
  });
  if (known.length === 0) reportError(error);
};

/** The second step of a login: a code from the authenticator app, or a recovery code. */
export const CodeStep = ({
  onSubmit,
  onCancel,
}: {
  /** Returns the failure of the login. */
  onSubmit: (code: string) => Promise<SignInResult | null>;
  onCancel: () => void;
}) => {
  const { register, handleSubmit, formState, setError, setFocus } = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = formState;
  const submit = async ({ code }: { code: string }) => {
    const failure = await onSubmit(code);
    if (!failure) return;
    setError('root', { message: failure.message });
    setFocus('code', { shouldSelect: true });
  };
  return (
    <AuthLayout title="Enter a code" subtitle="Two-factor login is on for your account.">
      <AuthForm
        label="Enter a code"
        error={errors.root?.message}
        submitLabel="Continue"
        isSubmitting={isSubmitting}
        onSubmit={handleSubmit(submit)}
        footer={<SubtleButton onClick={onCancel}>Back</SubtleButton>}
      >
        <TextInput
          label="Code"
          required
          description="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          error={errors.code?.message}
          {...register('code', { validate: (code) => code.trim() !== '' || 'Enter the code' })}
        />
      </AuthForm>
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
        <AuthForm
          label="Choose your own password"
          error={errors.root?.message}
          submitLabel="Change password"
          isSubmitting={isSubmitting}
          onSubmit={form.handleSubmit(change)}
          footer={<SubtleButton onClick={onCancel}>Back to login</SubtleButton>}
        >
          <NewPasswordFields owner={{ email: credentials.email }} />
        </AuthForm>
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
    <AuthForm
      label="Get a code"
      submitLabel="Email me a code"
      isSubmitting={isSubmitting}
      onSubmit={handleSubmit(request)}
    >
      <TextInput
        label={texts.login.identifierLabel}
        autoComplete="username"
        required
        autoFocus
        error={errors.email?.message}
        {...register('email', {
          validate: (value) => value.trim() !== '' || texts.login.identifierRequired,
        })}
      />
    </AuthForm>
  );
};

const ResetForm = ({ code, onReset }: { code: string; onReset: (message: string) => void }) => {
  const form = useForm<ResetValues>({ defaultValues: { code, password: '', passwordConfirmation: '' } });
  const { errors, isSubmitting } = form.formState;

  const reset = async (values: ResetValues) => {
    try {
      const body = { code: values.code, password: values.password };
      onReset((await send<Message>({ method: 'POST', path: '/user/password-reset', body })).message);
    } catch (error) {
      showFormError(error, form, values);
    }
  };

  return (
    <FormProvider {...form}>
      <AuthForm
        label="Set a new password"
        submitLabel="Set new password"
        isSubmitting={isSubmitting}
        onSubmit={form.handleSubmit(reset)}
      >
        <TextInput
          label="One-time code"
          autoComplete="one-time-code"
          autoFocus={code === ''}
          required
          error={errors.code?.message}
          {...form.register('code', { validate: validateWith(passwordResetSchema.shape.code) })}
        />
        <NewPasswordFields />
      </AuthForm>
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
            <SubtleButton onClick={() => setHasCode(true)}>I have a code</SubtleButton>
          </>
        )}
        <SubtleButton onClick={onCancel}>Back to login</SubtleButton>
      </Stack>
    </AuthLayout>
  );
};
