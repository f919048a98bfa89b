import { version } from '../../../package.json';
import { browserPasskeys, browserSession } from './browser-session.ts';
import type { Platform } from './platform.ts';

const load = () => import('./browser-files.ts');
const loadFiles = async () => (await load()).browserFiles;

export const browserPlatform: Platform = {
  // Also for the time when the server, which serves these scripts, is unreachable.
  preload: () => void load().catch(() => undefined),
  session: browserSession,
  passkeys: browserPasskeys,
  files: {
    pick: async (options) => (await loadFiles()).pick(options),
    add: async (options) => (await loadFiles()).add(options),
    read: async (file) => (await loadFiles()).read(file),
    release: (file) => void loadFiles().then(({ release }) => release(file)),
  },
  send: async (request) => (await load()).send(request),
  saveExport: async (request) => (await load()).saveExport(request),
  desktop: null,
  appInfo: async () => ({ version, server: window.location.host, canPersistSession: true }),
};
