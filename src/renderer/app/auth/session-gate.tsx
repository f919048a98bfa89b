import { type ComponentType, useEffect, useState } from 'react';
import { useServerStatus } from '../../platform/server.ts';
import { useSession, useSessionStore } from '../../resource-kit/session-store.ts';
import { isFirstFrameShown, storeFirstFrame } from '../../ui/first-frame.ts';
import { lazyComponent, lazyOverlay } from '../../ui/lazy-component.tsx';
import { TopLayerDialog } from '../../ui/top-layer-dialog.tsx';
import { usePlatformEvents } from '../platform-events.ts';
import { announceRecovery } from '../server-notices.tsx';
import { useIsSettingsOpen, useLightThemeForPrint, useNativeColorScheme } from '../settings/settings-store.ts';
import { showPendingToast } from '../start-page.ts';
import { LoadingScreen, loggingInText } from './auth-layout.tsx';
import { fetchSetupState, useLoaded } from './public-requests.ts';
import { SignIn } from './sign-in.tsx';
import { useSessionCheck } from './use-session-check.ts';

const loadAuthenticatedApp = () => import('../authenticated-app.tsx');

// With a stored session, the app loads while the first frame renders. A failure is reported where the app renders.
if (isFirstFrameShown()) loadAuthenticatedApp().catch(() => undefined);

/** Retries an import that failed, and reports a second failure. */
const RetriedApp = lazyComponent(async () => (await loadAuthenticatedApp()).AuthenticatedApp, <LoadingScreen />);

const Setup = lazyComponent(async () => (await import('./setup.tsx')).Setup, <LoadingScreen />);

const Settings = lazyOverlay(async () => (await import('../settings/settings.tsx')).Settings);

const ServerErrorScreen = lazyComponent(async () => (await import('./server-error-screen.tsx')).ServerErrorScreen);

const SignedOut = () => {
  const setup = useLoaded(fetchSetupState);
  if (!setup.isSettled) return <LoadingScreen />;
  if (!setup.data?.needed) return <SignIn />;
  return <Setup needsCode={setup.data.needsCode === true} />;
};

/**
 * Loads the app and its first page, even during sign-in. Not by `lazy`, with which React shows the placeholder for at
 * least 300 ms.
 */
const useAuthenticatedApp = () => {
  const [loaded, setLoaded] = useState<{ AuthenticatedApp?: ComponentType; Toasts?: ComponentType }>({});
  useEffect(() => {
    loadAuthenticatedApp().then(
      (module) => {
        setLoaded(module);
        // A failure is reported where the page renders.
        module.preloadFirstPage().catch(() => undefined);
      },
      () => setLoaded({ AuthenticatedApp: RetriedApp }),
    );
  }, []);
  return loaded;
};

/** Shows the app to signed-in users, and the sign-in or set-up screen to all others. */
export const SessionGate = () => {
  useEffect(announceRecovery, []);
  const { AuthenticatedApp, Toasts } = useAuthenticatedApp();
  useEffect(showPendingToast, []);
  useNativeColorScheme();
  useLightThemeForPrint();
  usePlatformEvents();
  const isSettingsOpen = useIsSettingsOpen();
  const server = useServerStatus();
  const { state } = useSessionStore();
  const isSignedIn = useSession() !== null;
  useSessionCheck(server.state);
  useEffect(() => {
    if (state !== 'checking') storeFirstFrame(isSignedIn);
  }, [state, isSignedIn]);
  return (
    <>
      {state === 'checking' && !isSignedIn && (
        <LoadingScreen text={server.state === 'starting' ? 'Starting…' : loggingInText} />
      )}
      {state === 'signedOut' && <SignedOut />}
      {isSignedIn && !AuthenticatedApp && <LoadingScreen />}
      {isSignedIn && AuthenticatedApp && <AuthenticatedApp />}
      {state === 'expired' && (
        <TopLayerDialog label="Log in again">
          <SignIn />
        </TopLayerDialog>
      )}
      {(server.state === 'locked' || server.state === 'failed') && (
        <ServerErrorScreen key={server.state} status={server} />
      )}
      {isSettingsOpen && <Settings />}
      {Toasts && <Toasts />}
    </>
  );
};
