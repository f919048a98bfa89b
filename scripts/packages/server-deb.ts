import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { productionDependencies } from '../lib/dependencies.ts';
import { inRoot, root } from '../lib/paths.ts';
import { writeServerNotices } from '../lib/third-party-notices.ts';
import { unneededFiles } from '../lib/unneeded-files.ts';
import { type DebianPackage, ownCopyright } from './debian-package.ts';

const name = 'catalogue-back-office-server';
const sources = 'build/debian/server';
const settings = '/etc/catalogue-back-office/server.env';

/** Used by the desktop app only (updates, sharp as WebAssembly) or by compilers (headers). */
const isUnused = (dependency: string): boolean =>
  ['electron-updater', '@img/sharp-wasm32', 'node-addon-api'].includes(dependency);

const desktopOnly = ['index.js', 'server/embedded.js', 'server/backup.js', 'server/start.js', '.vite'];

const unneededHere = [...unneededFiles, 'node_modules/better-sqlite3/prebuilds/!(linux-x64).node'];

const isNeeded = (source: string): boolean => {
  const path = relative(root, source);
  return !unneededHere.some((pattern) => matchesGlob(path, pattern));
};

const copyDependencies = (home: string): void => {
  for (const { path } of productionDependencies(isUnused)) {
    cpSync(inRoot(path), join(home, path), {
      recursive: true,
      filter: (source) => {
        const inside = relative(inRoot(path), source);
        // Packages in a nested node_modules are separate dependencies.
        return !inside.split('/').includes('node_modules') && isNeeded(source);
      },
    });
  }
};

const copyProduct = (home: string): void => {
  mkdirSync(home, { recursive: true });
  cpSync(inRoot('node_modules/node/bin/node'), join(home, 'node'));
  cpSync(inRoot('package.json'), join(home, 'package.json'));
  cpSync(inRoot('resources/sample'), join(home, 'resources/sample'), { recursive: true, filter: isNeeded });
  cpSync(inRoot('out/renderer'), join(home, 'out/renderer'), {
    recursive: true,
    filter: (path) => !path.endsWith('/.vite'),
  });
  cpSync(inRoot('out/main'), join(home, 'out/main'), {
    recursive: true,
    filter: (path) => !desktopOnly.includes(relative(inRoot('out/main'), path)),
  });
};

const stageServer = (stage: string): void => {
  const home = join(stage, 'usr/lib', name);
  copyProduct(home);
  copyDependencies(home);
  cpSync(inRoot(sources, name), join(stage, 'usr/bin', name));
  cpSync(inRoot(sources, 'server.env'), join(stage, settings));
  for (const unit of readdirSync(inRoot(sources)).filter((each) => /\.(service|timer)$/.test(each))) {
    cpSync(inRoot(sources, unit), join(stage, 'usr/lib/systemd/system', unit));
  }
};

export const serverDeb: DebianPackage = {
  name,
  section: 'misc',
  depends: 'libc6 (>= 2.34), libstdc++6, adduser, util-linux',
  description:
    'Server for the back office of a stationery and brands catalogue\nStores the data and files of an office and serves the web app.',
  stage: stageServer,
  scripts: inRoot(sources),
  conffiles: [settings],
  get copyright() {
    return `${ownCopyright}
On Debian systems the texts of the GPL and the LGPL are in /usr/share/common-licenses.

${writeServerNotices(isUnused)}`;
  },
};
