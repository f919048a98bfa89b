import { Alert, Anchor, Button, TextInput } from '@mantine/core';
import { IconFingerprint, IconInfoCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { resetFragment } from '#shared/routes.ts';
import type { Credentials, SignInResult } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { fetchServer } from '../../resource-kit/fetch-server.ts';
import { setSession, useSessionStore } from '../../resource-kit/session-store.ts';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PasswordInput } from '../../ui/new-password-input.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { ServerUnreachableAlert } from '../server-notices.tsx';
import { reloadAfterLogin } from '../start-page.ts';
import { AuthForm, AuthLayout, LoadingScreen } from './auth-layout.tsx';
import { useLoaded } from './public-requests.ts';

const ChoosePassword = lazyComponent(async () => (await import('./login-steps.tsx')).ChoosePassword, <LoadingScreen />);

const CodeStep = lazyComponent(async () => (await import('./login-steps.tsx')).CodeStep, <LoadingScreen />);

const ResetPassword = lazyComponent(async () => (await import('./login-steps.tsx')).ResetPassword, <LoadingScreen />);

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
    const { queryClient } = await import('../../resource-kit/query-client.ts');
    await queryClient.invalidateQueries();
  } else await reloadAfterLogin(message);
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
  isFull,
  onLogIn,
  onForgotten,
}: {
  isFull: boolean;
  /** Returns the failure to show; null if the login continues elsewhere. */
  onLogIn: (credentials: Credentials) => Promise<SignInResult | null>;
  onForgotten: () => void;
}) => {
  const appInfo = useLoaded(platform.appInfo);
  const [errorMessage, setErrorMessage] = useState<string>();
  const [values, setValues] = useState<Credentials>({ email: '', password: '' });
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [isSubmitting, track] = useBusy();
  const identifier = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const endReason = useSessionStore((current) => ('reason' in current ? current.reason : undefined));
  const isReauthenticating = useSessionStore(({ state }) => state === 'expired');

  const hasIdentifier = values.email.trim() !== '';
  const hasPassword = values.password !== '';

  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    setHasSubmitted(true);
    if (!hasIdentifier) return identifier.current?.focus();
    if (!hasPassword) return password.current?.focus();
    setErrorMessage(undefined);
    const failure = await track(onLogIn(values));
    if (!failure) return;
    setErrorMessage(failure.message);
    password.current?.focus();
    password.current?.select();
  };

  const onFinish = async (result: SignInResult) => setErrorMessage((await finish(result))?.message);

  return (
    <AuthLayout
      title={isReauthenticating ? 'Log in again' : 'Log in'}
      subtitle={
        isReauthenticating
          ? `${endReason ?? 'Your session has expired.'} Your unsaved changes are still here.`
          : 'Log in to manage your catalogue and website.'
      }
    >
      <AuthForm
        label="Log in"
        error={errorMessage}
        submitLabel={texts.login.submit}
        isSubmitting={isSubmitting}
        onSubmit={signIn}
        footer={
          <>
            {isFull && <PasskeyLogin onFinish={onFinish} />}
            {isFull && (
              <Anchor component="button" type="button" size="sm" ta="center" onClick={onForgotten}>
                Forgot your password?
              </Anchor>
            )}
            {appInfo.data && !appInfo.data.canPersistSession && (
              <Alert color="gray" variant="light" icon={<IconInfoCircle size="1.125rem" />}>
                You’ll be logged out when you close the app: this computer has no secure password storage.
              </Alert>
            )}
          </>
        }
      >
        <ServerUnreachableAlert />
        {endReason && !isReauthenticating && <InlineAlert>{endReason}</InlineAlert>}
        <TextInput
          label={texts.login.identifierLabel}
          autoComplete="username"
          required
          autoFocus
          name="email"
          ref={identifier}
          value={values.email}
          onChange={({ currentTarget }) => setValues({ ...values, email: currentTarget.value })}
          error={hasSubmitted && !hasIdentifier && texts.login.identifierRequired}
        />
        <PasswordInput
          label={texts.login.passwordLabel}
          autoComplete="current-password"
          required
          name="password"
          ref={password}
          value={values.password}
          onChange={({ currentTarget }) => setValues({ ...values, password: currentTarget.value })}
          error={hasSubmitted && !hasPassword && texts.login.passwordRequired}
        />
      </AuthForm>
    </AuthLayout>
  );
};

type View = { name: 'login' | 'reset' } | { name: 'choosePassword' | 'code'; credentials: Credentials };

/** The sign-in screen. After an expired session, signing in returns to the unsaved work. */
export const SignIn = () => {
  const linkedCode = readLinkedCode();
  const { data: server } = useLoaded(fetchServer);
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
    return (
      <SignInForm
        isFull={server?.isFull === true}
        onLogIn={logInByStep}
        onForgotten={() => setView({ name: 'reset' })}
      />
    );
  }
  return (
    <>
      {view.name === 'code' && (
        <CodeStep onSubmit={(code) => logIn({ ...view.credentials, code })} onCancel={showLogin} />
      )}
      {view.name === 'choosePassword' && (
        <ChoosePassword credentials={view.credentials} onSubmit={logInByStep} onCancel={showLogin} />
      )}
      {view.name === 'reset' && (
        <ResetPassword
          code={linkedCode}
          canEmail={server?.sendsMail === true}
          onReset={(message) => {
            showSuccess(message);
            showLogin();
          }}
          onCancel={showLogin}
        />
      )}
    </>
  );
};

const failure: SignInResult = {
  success: false,
  message: 'The passkey wasn’t used. Try again, or log in with your password.',
  session: null,
};

/** Login with a passkey, where the host supports it. */
const PasskeyLogin = ({ onFinish }: { onFinish: (result: SignInResult) => Promise<void> }) => {
  const { passkeys } = platform;
  const [isPending, track] = useBusy();
  if (!passkeys) return null;
  const signIn = async () => {
    await onFinish(await track(passkeys.signIn().catch(() => failure)));
  };
  return (
    <Button
      leftSection={<IconFingerprint size="1rem" aria-hidden />}
      loading={isPending}
      onClick={() => void signIn()}
      fullWidth
    >
      Log in with a passkey
    </Button>
  );
};
