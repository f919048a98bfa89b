import { app, type Session, session, shell, type WebContents } from 'electron';
import { log } from './log.ts';
import { appOrigin, isAppPage, isExternalUrl } from './origin.ts';
import { watchGestures } from './user-gesture.ts';

/** Harmless, and needed for full-screen video and Copy buttons. */
const allowedPermissions = new Set(['fullscreen', 'clipboard-sanitized-write']);

/** Opens https and mailto URLs in the system's browser or mail program and ignores all others. */
const openExternal = async (url: string): Promise<boolean> => {
  if (!isExternalUrl(url)) {
    log.warn('Ignored an external address that is neither https nor mailto');
    return false;
  }
  await shell.openExternal(url);
  return true;
};

const guardPermissions = (guarded: Session): void => {
  guarded.setPermissionRequestHandler((_contents, permission, decide, { isMainFrame, requestingUrl }) =>
    decide(isMainFrame && isAppPage(requestingUrl) && allowedPermissions.has(permission)),
  );
  guarded.setPermissionCheckHandler((contents, permission, _origin, { isMainFrame }) =>
    Boolean(contents && isMainFrame && isAppPage(contents.getURL()) && allowedPermissions.has(permission)),
  );
  guarded.setDevicePermissionHandler(() => false);
};

type Navigation = { preventDefault: () => void; url: string };

const guardContents = (contents: WebContents, openWindow: (url: string) => void): void => {
  const hasGesture = watchGestures(contents);
  const openClickedLink = (url: string) => {
    if (hasGesture()) void openExternal(url);
    else log.warn('Ignored an external address that the user didn’t click');
  };
  const stayInApp = (navigation: Navigation) => {
    if (isAppPage(navigation.url)) return;
    navigation.preventDefault();
    log.warn('Blocked a navigation away from the app');
    openClickedLink(navigation.url);
  };
  const blockForeignFrame = (navigation: Navigation & { isMainFrame: boolean }) => {
    if (!navigation.isMainFrame && !isAppPage(navigation.url)) navigation.preventDefault();
  };
  // WebRTC would reveal the computer's addresses, and the app doesn't use it.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-navigate', stayInApp);
  contents.on('will-redirect', stayInApp);
  contents.on('will-frame-navigate', blockForeignFrame);
  // Navigation to about:blank can't be prevented, so the app is loaded again afterwards.
  let isInApp = false;
  contents.on('did-navigate', (_event, url) => {
    if (isInApp && !isAppPage(url)) void contents.loadURL(`${appOrigin}/`);
    isInApp ||= isAppPage(url);
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isAppPage(url)) openWindow(url);
    else openClickedLink(url);
    // Main opens app windows itself, because a page could script its child window.
    return { action: 'deny' };
  });
};

/** Guards all current and future web contents. `openWindow` opens an app page in a new window. */
export const guardApp = ({ openWindow }: { openWindow: (url: string) => void }): void => {
  guardPermissions(session.defaultSession);
  app.on('session-created', guardPermissions);
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openWindow));
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, decide) => {
    event.preventDefault();
    decide(false);
  });
};
