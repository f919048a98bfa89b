import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import Store from 'electron-store';
import type { ColorScheme } from '#shared/ipc.ts';
import { isUnencrypted } from '#shared/urls.ts';
import { log } from './log.ts';
import { parseServerUrl, type ServerSetting } from './server/connection-test.ts';

type Settings = {
  /** Absent for the embedded server. */
  serverUrl?: string;
  /** The server that the user allowed to use without encryption. */
  unencryptedUrl?: string;
  /** Absent to follow the system. */
  colorScheme?: ColorScheme;
};

const openStore = (options: { clearInvalidConfig: boolean }): Store<Settings> =>
  new Store<Settings>({ name: 'settings', ...options });

const serverVariable = 'BACKOFFICE_SERVER_URL';

/** Returns the environment variable that sets the server, or null if the user may choose. */
export const serverOverride = (): string | null => (process.env[serverVariable] ? serverVariable : null);

/** Whether the user allowed to use this server without encryption. */
const isConfirmed = (url: URL): boolean => {
  try {
    return openStore({ clearInvalidConfig: false }).get('unencryptedUrl') === url.href;
  } catch {
    return false;
  }
};

const requireConfirmation = (setting: ServerSetting): ServerSetting =>
  setting.kind === 'remote' && isUnencrypted(setting.url) && !isConfirmed(setting.url)
    ? { kind: 'unconfirmed', url: setting.url }
    : setting;

/** The environment overrides the saved setting; the default is the embedded server. */
export const readServerSetting = (): ServerSetting => {
  const fromEnvironment = process.env[serverVariable];
  if (fromEnvironment) return requireConfirmation(parseServerUrl(fromEnvironment, serverVariable));
  try {
    const saved = openStore({ clearInvalidConfig: false }).get('serverUrl');
    return saved ? requireConfirmation(parseServerUrl(saved, 'The saved server address')) : { kind: 'embedded' };
  } catch {
    // The embedded server is no fallback, because the unreadable file may name another one.
    const path = join(app.getPath('userData'), 'settings.json');
    return { kind: 'invalid', message: 'Can’t read the settings file', path };
  }
};

/** Remembers that the user allowed to use this server, even without encryption. */
export const saveConfirmation = (url: URL): void => {
  if (isUnencrypted(url)) openStore({ clearInvalidConfig: true }).set('unencryptedUrl', url.href);
};

/** Saves the server that the user confirmed, or null for the embedded one. Overwrites unreadable settings. */
export const saveServerSetting = (url: URL | null): void => {
  const store = openStore({ clearInvalidConfig: true });
  if (url === null) store.delete('serverUrl');
  else store.set('serverUrl', url.href);
  if (url !== null) saveConfirmation(url);
};

const applyScheme = (scheme: ColorScheme): void => {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
};

export const applyColorScheme = (): void => {
  try {
    applyScheme(openStore({ clearInvalidConfig: false }).get('colorScheme') ?? 'auto');
  } catch {
    // `readServerSetting` reports unreadable settings.
  }
};

/** Applies the page's color scheme to native UI and saves it for the next start. */
export const saveColorScheme = (scheme: ColorScheme): void => {
  applyScheme(scheme);
  try {
    const store = openStore({ clearInvalidConfig: false });
    if (scheme !== store.get('colorScheme', 'auto')) store.set('colorScheme', scheme);
  } catch {
    log.warn("Couldn't save the appearance");
  }
};
