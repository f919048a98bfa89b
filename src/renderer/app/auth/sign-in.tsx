import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useForm } from 'react-hook-form';
import { resetFragment } from '#shared/passwords.ts';
import type { Credentials, SignInResult } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import { queryClient } from '../../resource-kit/query-client.ts';
import { setSession, useSessionStore } from '../../resource-kit/session-store.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { LoadingScreen } from '../loading-screen.tsx';
import { reloadWithToast } from '../reload.ts';
import { ServerUnreachableAlert } from '../server-notices.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { CodeStep } from './code-step.tsx';
import { PasskeyLogin } from './passkey-login.tsx';

const ChoosePassword = lazy(async () => ({
  default: (await import('./choose-password.tsx')).ChoosePassword,
}));

const ResetPassword = lazy(async () => ({ default: (await import('./reset-password.tsx')).ResetPassword }));

const unexpectedErrorMessage = 'Couldn’t log you in. Try again.';

/** The one-time code of a link that was opened. */
const readLinkedCode = () => new URLSearchParams(window.location.hash.slice(1)).get(resetFragment) ?? '';

/** Shows the app after a successful login. Returns the failure of any other. */
const finish = async (result: SignInResult): Promise<SignInResult | null> => {
  const { success, message, session } = result;
  if (!success || !session) return { ...result, message: message || unexpectedErrorMessage };
  const current = useSessionStore.getState();
  if (current.state === 'expired' && session.userId === current.session.userId) {
    setSession({ state: 'signedIn', session });
    showSuccess(message);
    await queryClient.invalidateQueries();
  } else reloadWithToast(message);
  return null;
};

/** Logs in. Returns the failure; after a success, the app is shown. */
const logIn = async (credentials: Credentials): Promise<SignInResult | null> =>
  finish(
    await platform.session
      .signIn({ ...credentials, email: credentials.email.trim() })
      .catch(() => ({ success: false, message: unexpectedErrorMessage, session: null })),
  );

const SignInForm = ({
  onLogIn,
  onForgotten,
}: {
  /** Returns the failure to show; null if the login continues elsewhere. */
  onLogIn: (credentials: Credentials) => Promise<SignInResult | null>;
  onForgotten: () => void;
}) => {
  const appInfo = useQuery({ queryKey: ['appInfo'], queryFn: () => platform.appInfo() });
  const canReset = useCapability('passwordReset');
  const [errorMessage, setErrorMessage] = useState<string>();
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isReauthenticating = useSessionStore(({ state }) => state === 'expired');

  const signIn = async (credentials: Credentials) => {
    setErrorMessage(undefined);
    const failure = await onLogIn(credentials);
    if (!failure) return;
    setErrorMessage(failure.message);
    setFocus('password', { shouldSelect: true });
  };

  const onFinish = async (result: SignInResult) => setErrorMessage((await finish(result))?.message);

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
          <PasskeyLogin onFinish={onFinish} />
          {canReset && (
            <Anchor component="button" type="button" size="sm" ta="center" onClick={onForgotten}>
              Forgot your password?
            </Anchor>
          )}
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

type View = { name: 'login' | 'reset' } | { name: 'choosePassword' | 'code'; credentials: Credentials };

/** The sign-in screen. After an expired session, signing in returns to the unsaved work. */
export const SignIn = () => {
  const linkedCode = readLinkedCode();
  const canEmail = useCapability('passwordResetMail') === true;
  const [view, setView] = useState<View>({ name: linkedCode ? 'reset' : 'login' });
  const showLogin = () => {
    if (linkedCode) window.location.hash = '';
    setView({ name: 'login' });
  };
  /** Logs in, or shows the step that the login needs next. */
  const logInByStep = async (credentials: Credentials): Promise<SignInResult | null> => {
    const failure = await logIn(credentials);
    if (failure?.needsCode) setView({ name: 'code', credentials });
    else if (failure?.mustChangePassword) setView({ name: 'choosePassword', credentials });
    else return failure;
    return null;
  };
  if (view.name === 'login') {
    return <SignInForm onLogIn={logInByStep} onForgotten={() => setView({ name: 'reset' })} />;
  }
  if (view.name === 'code') {
    return <CodeStep onSubmit={(code) => logIn({ ...view.credentials, code })} onCancel={showLogin} />;
  }
  return (
    <Suspense fallback={<LoadingScreen />}>
      {view.name === 'choosePassword' ? (
        <ChoosePassword credentials={view.credentials} onSubmit={logInByStep} onCancel={showLogin} />
      ) : (
        <ResetPassword
          code={linkedCode}
          canEmail={canEmail}
          onReset={(message) => {
            showSuccess(message);
            showLogin();
          }}
          onCancel={showLogin}
        />
      )}
    </Suspense>
  );
};
