import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Credentials } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import { platform, type SignInResult } from '../../platform/index.ts';
import { queryClient } from '../../resource-kit/query-client.ts';
import { setSession, useSessionStore } from '../../resource-kit/session-store.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { reloadWithToast } from '../reload.ts';
import { ServerUnreachableAlert } from '../server-notices.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CodeStep } from './code-step.tsx';
import { PasskeyLogin } from './passkey-login.tsx';

const unexpectedErrorMessage = 'Couldn’t log you in. Try again.';

/** The sign-in screen. After an expired session, signing in returns to the unsaved work. */
export const SignIn = () => {
  const current = useSessionStore();
  const appInfo = useQuery({ queryKey: ['appInfo'], queryFn: () => platform.appInfo() });
  const [errorMessage, setErrorMessage] = useState<string>();
  /** Accepted credentials for which the server also asks for a code. */
  const [codeFor, setCodeFor] = useState<Credentials>();
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isReauthenticating = current.state === 'expired';

  /** Continues after a login. Returns false if it failed. */
  const finish = async ({ success, message, session }: SignInResult): Promise<boolean> => {
    if (!success || !session) {
      setErrorMessage(message || unexpectedErrorMessage);
      return false;
    }
    if (isReauthenticating && session.userId === current.session.userId) {
      setSession({ state: 'signedIn', session });
      showSuccess(message);
      await queryClient.invalidateQueries();
      return true;
    }
    reloadWithToast(message);
    return true;
  };

  const send = (credentials: Credentials): Promise<SignInResult> => {
    setErrorMessage(undefined);
    return platform.session
      .signIn({ ...credentials, email: credentials.email.trim() })
      .catch(() => ({ success: false, message: unexpectedErrorMessage, session: null }));
  };

  const signIn = async (credentials: Credentials) => {
    const result = await send(credentials);
    if (result.needsCode) return setCodeFor(credentials);
    if (!(await finish(result))) setFocus('password', { shouldSelect: true });
  };

  if (codeFor) {
    return (
      <CodeStep
        errorMessage={errorMessage}
        onSubmit={async (code) => finish(await send({ ...codeFor, code }))}
        onCancel={() => {
          setErrorMessage(undefined);
          setCodeFor(undefined);
        }}
      />
    );
  }

  return (
    <AuthLayout
      title={isReauthenticating ? 'Log in again' : 'Log in'}
      subtitle={
        isReauthenticating
          ? 'Your session has expired. Your unsaved changes are still here.'
          : 'Log in to manage your catalogue and website.'
      }
    >
      <form noValidate onSubmit={handleSubmit(signIn)} aria-label="Log in">
        <Stack gap="md">
          <ServerUnreachableAlert />
          {errorMessage && <InlineAlert>{errorMessage}</InlineAlert>}
          <TextInput
            label={texts.login.identifierLabel}
            autoComplete="username"
            autoFocus
            error={errors.email?.message}
            {...register('email', {
              validate: (value) => value.trim() !== '' || texts.login.identifierRequired,
            })}
          />
          <PasswordInput
            label={texts.login.passwordLabel}
            autoComplete="current-password"
            error={errors.password?.message}
            {...register('password', { required: texts.login.passwordRequired })}
          />
          <Button type="submit" variant="brand" mt="xs" loading={isSubmitting} fullWidth>
            {texts.login.submit}
          </Button>
          <PasskeyLogin onFinish={finish} />
          {appInfo.data && !appInfo.data.canPersistSession && (
            <Alert color="gray" variant="light" icon={<IconInfoCircle size="1.125rem" />}>
              You’ll be logged out when you close the app: this computer has no secure password storage.
            </Alert>
          )}
        </Stack>
      </form>
    </AuthLayout>
  );
};
