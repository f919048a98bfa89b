import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import config from '../../electron-builder.config.ts';
import { thirdPartyNoticesFile } from '../../src/shared/third-party-notices.ts';
import { inRoot } from '../lib/paths.ts';
import { parseReleaseEnv } from '../lib/release.ts';
import { buildDebianPackage, ownCopyright, packageVersion } from './debian-package.ts';

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

const stageApp = ({ unpacked, stage }: { unpacked: string; stage: string }): void => {
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

export const buildDesktopDeb = async ({
  unpacked,
  output,
  isFast,
  version = packageVersion(),
}: {
  unpacked: string;
  output: string;
  isFast: boolean;
  version?: string;
}): Promise<string> => {
  const stage = join(output, '.deb');
  if (existsSync(stage)) rmSync(stage, { recursive: true });
  stageApp({ unpacked, stage });
  const { maintainer = '', homepage = '' } = parseReleaseEnv(process.env);
  const path = await buildDebianPackage({
    stage,
    scripts: inRoot('build/debian/app'),
    copyright: copyright(),
    output: join(output, `${name}-${version}-linux-amd64.deb`),
    isFast,
    control: {
      Package: name,
      Version: version,
      Section: 'misc',
      Depends: dependencies,
      Maintainer: maintainer,
      Homepage: homepage,
      OpenApiDocument: `${config.linux?.synopsis}\n${config.linux?.description}.`,
    },
  });
  rmSync(stage, { recursive: true });
  return path;
};
