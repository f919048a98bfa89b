import { join } from 'node:path';
import { app } from 'electron';
import Store from 'electron-store';
import { parseServerUrl, type ServerChoice } from './server-choice.ts';

type Settings = {
  /** The address of the API server; absent: the embedded one. */
  serverUrl?: string;
};

/** The environment decides, then the saved setting; without either the server is the embedded one. */
export const chooseServer = (): ServerChoice => {
  const fromEnvironment = process.env.BACKOFFICE_SERVER_URL;
  if (fromEnvironment) return parseServerUrl(fromEnvironment, 'BACKOFFICE_SERVER_URL');
  try {
    const saved = new Store<Settings>({ name: 'settings' }).get('serverUrl');
    return saved ? parseServerUrl(saved, 'The saved address of the server') : { kind: 'embedded' };
  } catch {
    // Never the embedded server in place of one that somebody may have named in it.
    const path = join(app.getPath('userData'), 'settings.json');
    return { kind: 'invalid', message: 'The settings cannot be read', path };
  }
};
