import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import Store from 'electron-store';
import type { ColorScheme } from '#shared/ipc-schemas.ts';
import { log } from './log.ts';
import { parseServerUrl, type ServerSetting } from './server/server-setting.ts';

type Settings = {
  /** Absent for the embedded server. */
  serverUrl?: string;
  /** Absent to follow the system. */
  colorScheme?: ColorScheme;
};

const openStore = (options: { clearInvalidConfig: boolean }): Store<Settings> =>
  new Store<Settings>({ name: 'settings', ...options });

const serverVariable = 'BACKOFFICE_SERVER_URL';

/** Returns the environment variable that sets the server, or null if the user may choose. */
export const serverOverride = (): string | null => (process.env[serverVariable] ? serverVariable : null);

/** The environment overrides the saved setting; the default is the embedded server. */
export const readServerSetting = (): ServerSetting => {
  const fromEnvironment = process.env[serverVariable];
  if (fromEnvironment) return parseServerUrl(fromEnvironment, serverVariable);
  try {
    const saved = openStore({ clearInvalidConfig: false }).get('serverUrl');
    return saved ? parseServerUrl(saved, 'The saved server address') : { kind: 'embedded' };
  } catch {
    // The embedded server is no fallback, because the unreadable file may name another one.
    const path = join(app.getPath('userData'), 'settings.json');
    return { kind: 'invalid', message: 'Can’t read the settings file', path };
  }
};

/** Saves the chosen server, or null for the embedded one. Overwrites unreadable settings. */
export const saveServerSetting = (url: string | null): void => {
  const store = openStore({ clearInvalidConfig: true });
  if (url === null) store.delete('serverUrl');
  else store.set('serverUrl', url);
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
