import { join } from 'node:path';
import { app, nativeTheme } from 'electron';
import Store from 'electron-store';
import type { ColorScheme } from '#shared/ipc-shapes.ts';
import { log } from './log.ts';
import { parseServerUrl, type ServerChoice } from './server/server-choice.ts';

type Settings = {
  /** The address of the API server; absent: the embedded one. */
  serverUrl?: string;
  /** Absent: as the system has it. */
  colorScheme?: ColorScheme;
};

const openStore = (options: { clearInvalidConfig: boolean }): Store<Settings> =>
  new Store<Settings>({ name: 'settings', ...options });

/** The variable of the environment that decides over the saved server, where it is set. */
const serverVariable = 'BACKOFFICE_SERVER_URL';

/** What decided on the server in place of the person who uses the app. */
export const serverFixedBy = (): string | null => (process.env[serverVariable] ? serverVariable : null);

/** The environment decides, then the saved setting; without either the server is the embedded one. */
export const chooseServer = (): ServerChoice => {
  const fromEnvironment = process.env[serverVariable];
  if (fromEnvironment) return parseServerUrl(fromEnvironment, serverVariable);
  try {
    const saved = openStore({ clearInvalidConfig: false }).get('serverUrl');
    return saved ? parseServerUrl(saved, 'The saved server address') : { kind: 'embedded' };
  } catch {
    // Never the embedded server in place of one that somebody may have named in it.
    const path = join(app.getPath('userData'), 'settings.json');
    return { kind: 'invalid', message: 'Can’t read the settings file', path };
  }
};

/** Keeps the choice of a person; null is the embedded server. Settings that cannot be read are replaced by it. */
export const saveServer = (url: string | null): void => {
  const store = openStore({ clearInvalidConfig: true });
  if (url === null) store.delete('serverUrl');
  else store.set('serverUrl', url);
};

const show = (scheme: ColorScheme): void => {
  nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
};

/** Paints menus, dialogs and new windows in the colours that were chosen last. */
export const showSavedColors = (): void => {
  try {
    show(openStore({ clearInvalidConfig: false }).get('colorScheme') ?? 'auto');
  } catch {
    // The server's failure says that the settings cannot be read.
  }
};

/** Takes the colours that a page was given over for all that is not a page, now and at the next start. */
export const saveColors = (scheme: ColorScheme): void => {
  show(scheme);
  try {
    const store = openStore({ clearInvalidConfig: false });
    if (scheme !== store.get('colorScheme', 'auto')) store.set('colorScheme', scheme);
  } catch {
    log.warn("Couldn't save the appearance");
  }
};
