import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { setupStateSchema } from '#shared/api.ts';
import type { ServerStatus } from '#shared/ipc-shapes.ts';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { request } from '../../resource/client.ts';
import { expireSession, setSession, useSessionStore } from '../../resource/session-store.ts';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { showFailure } from '../../ui/toasts.tsx';
import { HeldFolder } from '../held-folder.tsx';
import { useHostEvents } from '../host-events.ts';
import { showToastFromBefore } from '../reload.ts';
import { ChooseServerButton, ServerFailure } from '../server-notices.tsx';
import { isUp, useServerStatus, useServerStatusUpdates } from '../server-status.ts';
import { useColorsAround, usePaperColors, useSettingsOpen } from '../settings/settings-store.ts';
import { EntryScreen } from './entry-screen.tsx';
import { SignIn } from './sign-in.tsx';
import { Waiting } from './waiting.tsx';

const loadAuthorizedApp = () => import('../authorized-app.tsx');

const AuthorizedApp = lazy(async () => ({ default: (await loadAuthorizedApp()).AuthorizedApp }));

const SetUp = lazy(async () => ({ default: (await import('./set-up.tsx')).SetUp }));

const Settings = lazy(async () => ({ default: (await import('../settings/settings.tsx')).Settings }));

const retryAfter = 3000;

const gaveNoAnswer = { state: 'unreachable' as const, session: null };

const authorize = async (): Promise<void> => {
  const answer = await platform.session.authorize().catch(() => gaveNoAnswer);
  const current = useSessionStore.getState();
  if (answer.state === 'unreachable') {
    const { session } = answer;
    if (current.state === 'checking')
      setSession(session ? { state: 'away', session } : { state: 'unreachable' });
    return;
  }
  // What was typed meanwhile waits behind the sign-in.
  if (answer.state === 'signedOut' && 'session' in current) expireSession();
  else setSession(answer);
};

/** Asks who is signed in, and asks again while the server gives no answer. */
const useAuthorization = (serverState: ServerStatus['state']): (() => void) => {
  const { state } = useSessionStore();
  const isToldOff = useRef(false);
  const isWaiting = serverState === 'starting' || serverState === 'restarting';
  const check = useCallback(() => void authorize(), []);
  useEffect(() => {
    if (state === 'checking' && !isWaiting) check();
  }, [state, isWaiting, check]);
  useEffect(() => {
    if (state === 'away' && isUp({ state: serverState })) check();
  }, [state, serverState, check]);
  useEffect(() => {
    if (state !== 'unreachable' && state !== 'away') return;
    if (!isToldOff.current) showFailure(texts.login.authorizationFailed);
    isToldOff.current = true;
    const timer = window.setInterval(check, retryAfter);
    return () => window.clearInterval(timer);
  }, [state, check]);
  return check;
};

const Unreachable = ({ onRetry }: { onRetry: () => void }) => (
  <EntryScreen title="The server can’t be reached">
    <Stack gap="md" role="alert">
      <Text>
        You may still be signed in, but the server does not answer. Check the connection. This page goes on by
        itself when the server is back.
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
        <ChooseServerButton />
      </Group>
    </Stack>
  </EntryScreen>
);

const SignedOut = () => {
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: async ({ signal }) => setupStateSchema.parse(await request('GET', '/setup', { signal })),
    // A server that knows no set-up has its users already.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Asked again when the server is back: what is being typed below stays.
  if (!setup.isFetched) return <Waiting />;
  if (!setup.data?.needed) return <SignIn />;
  return (
    <Suspense fallback={<Waiting />}>
      <SetUp />
    </Suspense>
  );
};

/** Only who is signed in gets past; everybody else signs in here, whatever the address says. */
export const SessionGate = () => {
  useServerStatusUpdates();
  // While the server is asked, or somebody signs in; a failure is met again, and shown, where it is needed.
  useEffect(() => void loadAuthorizedApp().catch(() => undefined), []);
  useEffect(showToastFromBefore, []);
  useColorsAround();
  usePaperColors();
  useHostEvents();
  const isSettingUp = useSettingsOpen();
  const server = useServerStatus();
  const { state } = useSessionStore();
  const check = useAuthorization(server.state);
  const isIn = state === 'signedIn' || state === 'away' || state === 'expired';
  return (
    <>
      {state === 'checking' && (
        <Waiting text={server.state === 'starting' ? 'Starting…' : 'Checking your sign-in…'} />
      )}
      {state === 'unreachable' && <Unreachable onRetry={check} />}
      {state === 'signedOut' && <SignedOut />}
      {isIn && (
        <Suspense fallback={<Waiting />}>
          <AuthorizedApp />
        </Suspense>
      )}
      {state === 'expired' && (
        <FullScreenDialog label="Sign in again">
          <SignIn />
        </FullScreenDialog>
      )}
      {server.state === 'held' && <HeldFolder status={server} />}
      {server.state === 'failed' && <ServerFailure status={server} />}
      {isSettingUp && (
        <Suspense>
          <Settings />
        </Suspense>
      )}
    </>
  );
};
