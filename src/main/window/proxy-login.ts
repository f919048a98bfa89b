import { BrowserWindow } from 'electron';
import type { ProxyLogin, ProxyQuestion } from '../server/proxies.ts';
import html from './proxy-login.html?raw';
import { frontWindow } from './window.ts';

/** Asks in a separate window, which no page of the app can read. Resolves to null if the user cancels. */
export const askForProxyLogin = async (question: ProxyQuestion): Promise<ProxyLogin | null> => {
  const window = new BrowserWindow({
    width: 420,
    height: 280,
    useContentSize: true,
    minimizable: false,
    autoHideMenuBar: true,
    parent: frontWindow() ?? undefined,
    modal: true,
    webPreferences: { sandbox: true, contextIsolation: true, devTools: false },
  });
  const closed = new Promise<null>((resolve) => window.once('closed', () => resolve(null)));
  const answer = window
    .loadURL(`data:text/html,${encodeURIComponent(html)}`)
    .then(() => window.webContents.executeJavaScript(`ask(${JSON.stringify(question)})`));
  // A closed window answers nothing, or with an error.
  const login = await Promise.race([answer, closed]).catch(() => null);
  if (!window.isDestroyed()) window.destroy();
  return login;
};
