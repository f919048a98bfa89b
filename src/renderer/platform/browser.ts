import { version } from '../../../package.json';
import { browserPasskeys, browserSession } from './browser-session.ts';
import type { Platform } from './platform.ts';

const load = () => import('./browser-files.ts');
const loadSources = async () => (await import('./browser-sources.ts')).browserSources;
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
  sources: {
    collect: async (dropped) => {
      // The items of a drop are gone after its event.
      const entries = 'items' in dropped ? [...dropped.items].flatMap((item) => item.webkitGetAsEntry() ?? []) : [];
      const files = 'items' in dropped ? [...dropped.files] : dropped;
      return (await loadSources()).collect({ entries, files });
    },
    restore: null,
    open: async (source) => (await loadSources()).open(source),
    forget: () => void loadSources().then(({ forget }) => forget()),
  },
  send: async (request) => (await load()).send(request),
  saveExport: async (request) => (await load()).saveExport(request),
  desktop: null,
  appInfo: async () => ({ version, server: window.location.host, canPersistSession: true }),
};
