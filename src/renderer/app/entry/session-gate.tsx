import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { setupStateSchema } from '#shared/api.ts';
import { request } from '../../resource/client.ts';
import { useSession, useSessionStore } from '../../resource/session-store.ts';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { useHostEvents } from '../host-events.ts';
import { showToastFromBefore } from '../reload.ts';
import { useServerStatus, useServerStatusUpdates } from '../server-status.ts';
import { useColorsAround, usePaperColors, useSettingsOpen } from '../settings/settings-store.ts';
import { authorizationText, Waiting } from '../waiting.tsx';
import { HeldFolder, ServerFailure } from './server-problem.tsx';
import { SignIn } from './sign-in.tsx';
import { useAuthorization } from './use-authorization.ts';

const loadAuthorizedApp = () => import('../authorized-app.tsx');

const AuthorizedApp = lazy(async () => ({ default: (await loadAuthorizedApp()).AuthorizedApp }));

const SetUp = lazy(async () => ({ default: (await import('./set-up.tsx')).SetUp }));

const Settings = lazy(async () => ({ default: (await import('../settings/settings.tsx')).Settings }));

const SignedOut = () => {
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: async ({ signal }) => setupStateSchema.parse(await request('GET', '/setup', { signal })),
    // A server without `/setup` already has users.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Not `isFetching`: a refetch after a reconnect must not discard the input below.
  if (!setup.isFetched) return <Waiting />;
  if (!setup.data?.needed) return <SignIn />;
  return (
    <Suspense fallback={<Waiting />}>
      <SetUp />
    </Suspense>
  );
};

/** Shows the app to signed-in users, and the sign-in or set-up screen to all others. */
export const SessionGate = () => {
  useServerStatusUpdates();
  // Preloads the app during sign-in. An import that fails is retried, and reported, where the app renders.
  useEffect(() => void loadAuthorizedApp().catch(() => undefined), []);
  useEffect(showToastFromBefore, []);
  useColorsAround();
  usePaperColors();
  useHostEvents();
  const isSettingUp = useSettingsOpen();
  const server = useServerStatus();
  const { state } = useSessionStore();
  const isIn = useSession() !== null;
  useAuthorization(server.state);
  return (
    <>
      {state === 'checking' && !isIn && (
        <Waiting text={server.state === 'starting' ? 'Starting…' : authorizationText} />
      )}
      {state === 'signedOut' && <SignedOut />}
      {isIn && (
        <Suspense fallback={<Waiting />}>
          <AuthorizedApp />
        </Suspense>
      )}
      {state === 'expired' && (
        <FullScreenDialog label="Log in again">
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
