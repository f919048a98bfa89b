import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../lib/paths.ts';
import { parseReleaseEnv, type Release } from '../lib/release.ts';
import { run } from '../lib/run.ts';
import { sizeOf } from '../lib/size.ts';

export type DebianPackage = {
  name: string;
  section: string;
  depends: string;
  /** The first line is the short description. */
  description: string;
  /** Puts the files into the root of the package's file system, where a `DEBIAN` folder is added. */
  stage: (root: string) => void;
  scripts: string;
  conffiles?: readonly string[];
  copyright: string;
};

type ReleaseOptions = { version: string; release: Release };

export const formatControl = (
  { name, section, depends, description }: Omit<DebianPackage, 'stage' | 'scripts' | 'copyright'>,
  { version, release, installedKilobytes }: ReleaseOptions & { installedKilobytes: number },
): string => {
  const { maintainer = '', homepage = '' } = release;
  const fields = {
    Package: name,
    Version: version,
    Section: section,
    Depends: depends,
    Maintainer: maintainer,
    Homepage: homepage,
    Architecture: 'amd64',
    Priority: 'optional',
    'Installed-Size': String(installedKilobytes),
    Description: description.replaceAll('\n', '\n '),
  };
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${value}\n`)
    .join('');
};

/** Makes installed files readable for all users, regardless of the umask and the checkout. */
const setPermissions = (folder: string): void => {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setPermissions(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
};

const scriptNames = ['preinst', 'postinst', 'prerm', 'postrm'];

/** Builds a package with dpkg-deb, which needs neither root nor the network. */
export const buildDebianPackage = async (
  debian: DebianPackage,
  {
    output,
    isFast,
    version = packageVersion(),
    release = parseReleaseEnv(process.env),
  }: { output: string; isFast: boolean } & Partial<ReleaseOptions>,
): Promise<string> => {
  const { name, stage: addFiles, scripts, conffiles = [], copyright } = debian;
  const stage = join(output, `.${name}`);
  rmSync(stage, { recursive: true, force: true });
  addFiles(stage);
  const doc = join(stage, 'usr/share/doc', name);
  mkdirSync(doc, { recursive: true });
  writeFileSync(join(doc, 'copyright'), copyright);
  const controlFolder = join(stage, 'DEBIAN');
  const installedKilobytes = Math.ceil(sizeOf(stage) / 1024);
  mkdirSync(controlFolder);
  const control = formatControl(debian, { version, release, installedKilobytes });
  writeFileSync(join(controlFolder, 'control'), control);
  if (conffiles.length > 0) writeFileSync(join(controlFolder, 'conffiles'), `${conffiles.join('\n')}\n`);
  for (const script of readdirSync(scripts).filter((each) => scriptNames.includes(each))) {
    cpSync(join(scripts, script), join(controlFolder, script));
  }
  setPermissions(stage);
  const path = join(output, `${name}-${version}-linux-amd64.deb`);
  const { code, output: printed } = await run({
    command: 'dpkg-deb',
    args: ['--root-owner-group', isFast ? '-Znone' : '-Zxz', '--build', stage, path],
  });
  if (code === 127) throw new Error('dpkg-deb is missing. Install the package dpkg');
  if (code !== 0) throw new Error(printed);
  rmSync(stage, { recursive: true });
  return path;
};

export const ownCopyright = 'Catalogue Back Office. Copyright: Catalogue Back Office. All rights reserved.';

export const packageVersion = (): string => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version;
