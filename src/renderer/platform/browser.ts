import { version } from '../../../package.json';
import { saveExport } from './browser-export.ts';
import { browserFiles } from './browser-files.ts';
import { browserPasskeys } from './browser-passkeys.ts';
import { send } from './browser-send.ts';
import { browserServer } from './browser-server.ts';
import { browserSession } from './browser-session.ts';
import type { Platform } from './platform.ts';

const previewSpreadsheet: Platform['files']['previewSpreadsheet'] = async (options) =>
  (await import('./browser-spreadsheets.ts')).previewSpreadsheet(options);

export const createBrowserPlatform = (): Platform => ({
  session: browserSession,
  passkeys: browserPasskeys,
  files: { ...browserFiles, previewSpreadsheet },
  send,
  saveExport,
  server: browserServer,
  serverChoice: null,
  setColorScheme: () => {},
  on: () => () => {},
  cancelTask: () => {},
  notifyReady: () => {},
  menuShortcuts: [],
  setUnread: () => {},
  logError: () => {},
  startDrag: null,
  updates: null,
  appInfo: async () => ({ version, server: window.location.host, canPersistSession: true }),
});
