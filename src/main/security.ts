import { app, type Session, session, shell, type WebContents } from 'electron';
import { log } from './log.ts';
import { appOrigin, isAppPage, isExternalUrl } from './origin.ts';

/** Harmless, and missed where it lacks: a film over the whole screen, and a Copy button. */
const allowedPermissions = new Set(['fullscreen', 'clipboard-sanitized-write']);

/** Opens an address in the system's browser or mail program; anything but https and mailto is refused. */
const openExternal = async (url: string): Promise<boolean> => {
  if (!isExternalUrl(url)) {
    log.warn('An address was not opened outside the app: only https and mailto are');
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
  const stayInApp = (navigation: Navigation) => {
    if (isAppPage(navigation.url)) return;
    navigation.preventDefault();
    log.warn('A page was kept from leaving the app');
    void openExternal(navigation.url);
  };
  const refuseForeignFrame = (navigation: Navigation & { isMainFrame: boolean }) => {
    if (!navigation.isMainFrame && !isAppPage(navigation.url)) navigation.preventDefault();
  };
  contents.on('will-navigate', stayInApp);
  contents.on('will-redirect', stayInApp);
  contents.on('will-frame-navigate', refuseForeignFrame);
  // about:blank cannot be stopped beforehand: whoever leads a page of the app there is led back.
  let isInApp = false;
  contents.on('did-navigate', (_event, url) => {
    if (isInApp && !isAppPage(url)) void contents.loadURL(`${appOrigin}/`);
    isInApp ||= isAppPage(url);
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isAppPage(url)) openWindow(url);
    else void openExternal(url);
    // Never the page's own child, which it could script: a window of the app is made by main.
    return { action: 'deny' };
  });
};

/** Guards everything that shows pages, now and later. `openWindow` opens a page of the app in a window of its own. */
export const guardApp = ({ openWindow }: { openWindow: (url: string) => void }): void => {
  guardPermissions(session.defaultSession);
  app.on('session-created', guardPermissions);
  app.on('web-contents-created', (_event, contents) => guardContents(contents, openWindow));
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, decide) => {
    event.preventDefault();
    decide(false);
  });
};
