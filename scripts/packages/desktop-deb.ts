import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import config from '../../electron-builder.config.ts';
import { thirdPartyNoticesFile } from '../../src/shared/app-id.ts';
import { inRoot } from '../lib/paths.ts';
import { parseReleaseEnv } from '../lib/release.ts';
import { type DebianPackage, ownCopyright } from './debian-package.ts';

const name = 'catalogue-back-office';
/** Chromium splits the path of its sandbox helper at spaces. */
const installFolder = `/opt/${name}`;

/** Libraries that Electron links to or opens at run time, under Debian's names before and since 2024. */
export const dependencies = [
  'libc6 (>= 2.34)',
  'libasound2t64 | libasound2',
  'libatk-bridge2.0-0t64 | libatk-bridge2.0-0',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libuuid1',
  'libxss1',
  'libxtst6',
  'xdg-utils',
].join(', ');

export const desktopEntry = (): string => {
  const { linux, productName, protocols } = config;
  const schemes = [protocols].flat().flatMap((protocol) => protocol?.schemes ?? []);
  return `[Desktop Entry]
Type=Application
Name=${productName}
Comment=${linux?.description}
Exec=${installFolder}/${name} %U
Icon=${name}
Terminal=false
StartupWMClass=${linux?.desktop?.entry?.StartupWMClass}
Keywords=${linux?.desktop?.entry?.Keywords}
Categories=${linux?.category};
MimeType=${schemes.map((scheme) => `x-scheme-handler/${scheme};`).join('')}
`;
};

const copyright = (): string => `${ownCopyright}

The licences of its parts:
${installFolder}/resources/${thirdPartyNoticesFile} (libraries)
${installFolder}/LICENSE.electron.txt (Electron)
${installFolder}/LICENSES.chromium.html (Chromium)
`;

/** Makes the updater replace a deb with a deb. */
const writeUpdateSettings = (resources: string, url: string): void => {
  writeFileSync(join(resources, 'package-type'), 'deb');
  writeFileSync(
    join(resources, 'app-update.yml'),
    `provider: generic\nurl: ${JSON.stringify(url)}\nupdaterCacheDirName: ${name}-updater\n`,
  );
};

const stageApp = (unpacked: string, stage: string): void => {
  const app = join(stage, installFolder);
  cpSync(unpacked, app, { recursive: true });
  cpSync(inRoot('build/debian/app/apparmor-profile'), join(app, 'resources/apparmor-profile'));
  const { updateUrl } = parseReleaseEnv(process.env);
  if (updateUrl) writeUpdateSettings(join(app, 'resources'), updateUrl);
  mkdirSync(join(stage, 'usr/bin'), { recursive: true });
  symlinkSync(`${installFolder}/${name}`, join(stage, 'usr/bin', name));
  const applications = join(stage, 'usr/share/applications');
  mkdirSync(applications, { recursive: true });
  writeFileSync(join(applications, `${name}.desktop`), desktopEntry());
  for (const icon of readdirSync(inRoot('build/icons'))) {
    const size = icon.replace('.png', '');
    cpSync(inRoot('build/icons', icon), join(stage, 'usr/share/icons/hicolor', size, 'apps', `${name}.png`));
  }
};

/** The package of the desktop app that electron-builder has put into the folder `unpacked`. */
export const desktopDeb = (unpacked: string): DebianPackage => ({
  name,
  section: 'misc',
  depends: dependencies,
  description: `${config.linux?.synopsis}\n${config.linux?.description}.`,
  stage: (root) => stageApp(unpacked, root),
  scripts: inRoot('build/debian/app'),
  copyright: copyright(),
});
