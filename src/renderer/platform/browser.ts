import { version } from '../../../package.json';
import { browserPasskeys } from './browser-passkeys.ts';
import { browserServer } from './browser-server.ts';
import { browserSession, onSessionChanged } from './browser-session.ts';
import type { Platform } from './platform.ts';

const loadFiles = async () => (await import('./browser-files.ts')).browserFiles;
const loadSend = async () => (await import('./browser-send.ts')).send;
const loadExport = async () => (await import('./browser-export.ts')).saveExport;

/** Also for the time when the server, which serves these scripts, is unreachable. */
const preload = () => {
  Promise.all([loadFiles(), loadSend(), loadExport()]).catch(() => undefined);
};

const previewSpreadsheet: Platform['files']['previewSpreadsheet'] = async (options) =>
  (await import('./browser-spreadsheets.ts')).previewSpreadsheet(options);

export const createBrowserPlatform = (): Platform => ({
  preload,
  session: browserSession,
  passkeys: browserPasskeys,
  files: {
    pick: async (options) => (await loadFiles()).pick(options),
    add: async (options) => (await loadFiles()).add(options),
    read: async (file) => (await loadFiles()).read(file),
    release: (file) => void loadFiles().then(({ release }) => release(file)),
    previewSpreadsheet,
  },
  send: async (request) => (await loadSend())(request),
  saveExport: async (request) => (await loadExport())(request),
  server: browserServer,
  serverChoice: null,
  setColorScheme: () => {},
  // The other events come from the host's menu.
  on: (event, listener) => (event === 'sessionChanged' ? onSessionChanged(listener as () => void) : () => {}),
  cancelTask: () => {},
  notifyReady: () => {},
  menuShortcuts: [],
  setUnread: () => {},
  logError: () => {},
  startDrag: null,
  updates: null,
  appInfo: async () => ({ version, server: window.location.host, canPersistSession: true }),
});
