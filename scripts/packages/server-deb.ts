import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { productionDependencies } from '../lib/dependencies.ts';
import { inRoot, root } from '../lib/paths.ts';
import { parseReleaseEnv } from '../lib/release.ts';
import { writeServerNotices } from '../lib/third-party-notices.ts';
import { unneededFiles } from '../lib/unneeded-files.ts';
import { buildDebianPackage, ownCopyright, packageVersion } from './debian-package.ts';

const name = 'catalogue-back-office-server';
const sources = 'build/debian/server';
const settings = '/etc/catalogue-back-office/server.env';

/** Used by the desktop app only (updates, sharp as WebAssembly) or by compilers (headers). */
const isUnused = (dependency: string): boolean =>
  ['electron-updater', '@img/sharp-wasm32', 'node-addon-api'].includes(dependency);

const desktopOnly = [
  'index.js',
  'server/embedded.js',
  'server/backup.js',
  'server/seed.js',
  'server/start.js',
  '.vite',
];

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

const copyright = (): string => `${ownCopyright}
On Debian systems the texts of the GPL and the LGPL are in /usr/share/common-licenses.

${writeServerNotices(isUnused)}`;

export const buildServerDeb = async ({
  output,
  isFast,
}: {
  output: string;
  isFast: boolean;
}): Promise<string> => {
  const stage = join(output, '.server-deb');
  rmSync(stage, { recursive: true, force: true });
  stageServer(stage);
  const { maintainer = '', homepage = '' } = parseReleaseEnv(process.env);
  const version = packageVersion();
  const path = await buildDebianPackage({
    stage,
    scripts: inRoot(sources),
    conffiles: [settings],
    copyright: copyright(),
    output: join(output, `${name}-${version}-linux-amd64.deb`),
    isFast,
    control: {
      Package: name,
      Version: version,
      Section: 'misc',
      Depends: 'libc6 (>= 2.34), libstdc++6, adduser, util-linux',
      Maintainer: maintainer,
      Homepage: homepage,
      OpenApiDocument: [
        'Server for the back office of a stationery and brands catalogue',
        'Stores the data and files of an office and serves the web app.',
      ].join('\n'),
    },
  });
  rmSync(stage, { recursive: true });
  return path;
};
