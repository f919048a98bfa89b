import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { isBoolean, isOptional, isShape } from '#shared/guards.ts';
import { request } from '../../resource-kit/client.ts';
import { useSession, useSessionStore } from '../../resource-kit/session-store.ts';
import { TopLayerDialog } from '../../ui/top-layer-dialog.tsx';
import { LoadingScreen, loggingInText } from '../loading-screen.tsx';
import { usePlatformEvents } from '../platform-events.ts';
import { showPendingToast } from '../reload.ts';
import { useServerStatus, useServerStatusSubscription } from '../server-status.ts';
import {
  useIsSettingsOpen,
  useLightThemeForPrint,
  useNativeColorScheme,
} from '../settings/settings-store.ts';
import { ServerErrorScreen } from './server-error-screen.tsx';
import { SignIn } from './sign-in.tsx';
import { useSessionCheck } from './use-session-check.ts';

const loadAuthenticatedApp = () => import('../authenticated-app.tsx');

const AuthenticatedApp = lazy(async () => ({ default: (await loadAuthenticatedApp()).AuthenticatedApp }));

const Setup = lazy(async () => ({ default: (await import('./setup.tsx')).Setup }));

const Settings = lazy(async () => ({ default: (await import('../settings/settings.tsx')).Settings }));

type SetupState = { needed: boolean; needsCode?: boolean };

const isSetupState = isShape<SetupState>({ needed: isBoolean, needsCode: isOptional(isBoolean) });

const fetchSetupState = async ({ signal }: { signal: AbortSignal }): Promise<SetupState> => {
  const state = await request<unknown>('GET', '/setup', { signal });
  if (!isSetupState(state)) throw new Error('The server sent an unexpected response');
  return state;
};

const SignedOut = () => {
  const setup = useQuery({
    queryKey: ['setup'],
    queryFn: fetchSetupState,
    // A server without `/setup` already has users.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Not `isFetching`: a refetch after a reconnect must not discard the input below.
  if (!setup.isFetched) return <LoadingScreen />;
  if (!setup.data?.needed) return <SignIn />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Setup needsCode={setup.data.needsCode === true} />
    </Suspense>
  );
};

/** Shows the app to signed-in users, and the sign-in or set-up screen to all others. */
export const SessionGate = () => {
  useServerStatusSubscription();
  // Preloads the app during sign-in. An import that fails is retried, and reported, where the app renders.
  useEffect(() => void loadAuthenticatedApp().catch(() => undefined), []);
  useEffect(showPendingToast, []);
  useNativeColorScheme();
  useLightThemeForPrint();
  usePlatformEvents();
  const isSettingsOpen = useIsSettingsOpen();
  const server = useServerStatus();
  const { state } = useSessionStore();
  const isSignedIn = useSession() !== null;
  useSessionCheck(server.state);
  return (
    <>
      {state === 'checking' && !isSignedIn && (
        <LoadingScreen text={server.state === 'starting' ? 'Starting…' : loggingInText} />
      )}
      {state === 'signedOut' && <SignedOut />}
      {isSignedIn && (
        <Suspense fallback={<LoadingScreen />}>
          <AuthenticatedApp />
        </Suspense>
      )}
      {state === 'expired' && (
        <TopLayerDialog label="Log in again">
          <SignIn />
        </TopLayerDialog>
      )}
      {(server.state === 'locked' || server.state === 'failed') && (
        <ServerErrorScreen key={server.state} status={server} />
      )}
      {isSettingsOpen && (
        <Suspense>
          <Settings />
        </Suspense>
      )}
    </>
  );
};
