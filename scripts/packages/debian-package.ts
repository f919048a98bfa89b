import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inRoot } from '../lib/paths.ts';
import { run } from '../lib/run.ts';
import { sizeOf } from '../lib/size.ts';

type Control = {
  Package: string;
  Version: string;
  Section: string;
  Depends: string;
  Maintainer: string;
  Homepage: string;
  /** The first line is the short description. */
  OpenApiDocument: string;
};

type DebianPackage = {
  /** The root of the package's file system. Its `DEBIAN` folder is created here. */
  stage: string;
  control: Control;
  scripts: string;
  conffiles?: readonly string[];
  copyright: string;
  output: string;
  isFast: boolean;
};

export const formatControl = (control: Control, installedKilobytes: number): string => {
  const { OpenApiDocument: description, ...others } = control;
  const [synopsis = '', ...lines] = description.split('\n');
  const fields = {
    ...others,
    Architecture: 'amd64',
    Priority: 'optional',
    'Installed-Size': String(installedKilobytes),
    Description: [synopsis, ...lines.map((line) => ` ${line}`)].join('\n'),
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
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
export const buildDebianPackage = async ({
  stage,
  control,
  scripts,
  conffiles = [],
  copyright,
  output,
  isFast,
}: DebianPackage): Promise<string> => {
  const doc = join(stage, 'usr/share/doc', control.Package);
  mkdirSync(doc, { recursive: true });
  writeFileSync(join(doc, 'copyright'), copyright);
  const controlFolder = join(stage, 'DEBIAN');
  const installedKilobytes = Math.ceil(sizeOf(stage) / 1024);
  mkdirSync(controlFolder);
  writeFileSync(join(controlFolder, 'control'), formatControl(control, installedKilobytes));
  if (conffiles.length > 0) writeFileSync(join(controlFolder, 'conffiles'), `${conffiles.join('\n')}\n`);
  for (const name of readdirSync(scripts).filter((each) => scriptNames.includes(each))) {
    cpSync(join(scripts, name), join(controlFolder, name));
  }
  setPermissions(stage);
  mkdirSync(dirname(output), { recursive: true });
  const { code, output: printed } = await run({
    command: 'dpkg-deb',
    args: ['--root-owner-group', isFast ? '-Znone' : '-Zxz', '--build', stage, output],
  });
  if (code === 127) throw new Error('dpkg-deb is missing. Install the package dpkg');
  if (code !== 0) throw new Error(printed);
  return output;
};

export const ownCopyright = 'Catalogue Back Office. Copyright: Catalogue Back Office. All rights reserved.';

export const packageVersion = (): string => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version;
