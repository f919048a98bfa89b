import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inRoot } from '../lib/paths.ts';
import { formatControl } from './debian-package.ts';
import { dependencies, desktopEntry } from './desktop-deb.ts';
import { writeUpdateInfo } from './update-info.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoffice-deb-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the control file', () => {
  it('has one field per line', () => {
    const control = formatControl(
      { name: 'pens', section: 'misc', depends: 'libc6', description: 'Pens\nAll of them.' },
      { version: '1.0.0', release: {}, installedKilobytes: 12 },
    );
    expect(control.split('\n').slice(-3)).toEqual(['Description: Pens', ' All of them.', '']);
    expect(control).toContain('Installed-Size: 12\n');
    expect(control).toContain('Architecture: amd64\n');
  });

  it('depends on the libraries that Electron loads at run time', () => {
    const names = dependencies.split(', ');
    expect(names).toEqual(expect.arrayContaining(['libgbm1', 'libasound2t64 | libasound2']));
  });
});

it('the menu entry starts the app at a path without spaces', () => {
  const entry = desktopEntry();
  expect(entry).toContain('\nName=Catalogue Back Office\n');
  expect(entry).toContain('\nExec=/opt/catalogue-back-office/catalogue-back-office %U\n');
  expect(entry).toContain('\nMimeType=x-scheme-handler/backoffice;\n');
});

describe.runIf(process.platform === 'linux')('the sandbox helper after installation', () => {
  const program = (name: string, script: string) => {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  };

  const setting = (name: string, value: number) => {
    mkdirSync(join(folder, 'sys', name, '..'), { recursive: true });
    writeFileSync(join(folder, 'sys', name), `${value}\n`);
  };

  /** Runs the script with fake system folders and returns the file mode of the helper. */
  const install = (): string => {
    const script = readFileSync(inRoot('build/debian/app/postinst'), 'utf8')
      .replaceAll('/opt/catalogue-back-office', join(folder, 'opt'))
      .replaceAll('/etc/apparmor.d', join(folder, 'apparmor.d'))
      .replaceAll('/usr/bin/catalogue-back-office', join(folder, 'bin/app'))
      .replaceAll('/proc/sys', join(folder, 'sys'));
    const { status, stderr } = spawnSync('sh', ['-c', script, 'postinst', 'configure'], {
      env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    return (statSync(join(folder, 'opt/chrome-sandbox')).mode & 0o7777).toString(8);
  };

  beforeEach(() => {
    for (const name of ['bin', 'sys', 'apparmor.d', 'opt/resources'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'opt/chrome-sandbox'), '');
    cpSync(inRoot('build/debian/app/apparmor-profile'), join(folder, 'opt/resources/apparmor-profile'));
    program('ischroot', 'exit 1');
    program('apparmor_parser', 'exit 1');
  });

  it('is not setuid if the kernel lets everybody create user namespaces', () => {
    expect(install()).toBe('755');
  });

  it.each(['kernel/unprivileged_userns_clone', 'user/max_user_namespaces'])('is setuid if %s is 0', (name) => {
    setting(name, 0);
    expect(install()).toBe('4755');
  });

  it('is setuid in a chroot, which may be an image for any kernel', () => {
    program('ischroot', 'exit 0');
    expect(install()).toBe('4755');
  });

  it('is not setuid if AppArmor accepted the profile', () => {
    setting('kernel/apparmor_restrict_unprivileged_userns', 1);
    program('apparmor_parser', 'exit 0');
    expect(install()).toBe('755');
    expect(readFileSync(join(folder, 'apparmor.d/catalogue-back-office'), 'utf8')).toContain('userns,');
  });

  it('is setuid if AppArmor rejects the profile', () => {
    setting('kernel/apparmor_restrict_unprivileged_userns', 1);
    expect(install()).toBe('4755');
    expect(existsSync(join(folder, 'apparmor.d/catalogue-back-office'))).toBe(false);
  });
});

describe('the file that the updater reads', () => {
  const write = () => {
    const deb = join(folder, 'pens.deb');
    writeFileSync(deb, 'deb');
    writeUpdateInfo(deb);
    return readFileSync(join(folder, 'latest-linux.yml'), 'utf8');
  };
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

  beforeEach(() => {
    process.env.BACKOFFICE_UPDATE_URL = 'https://office.example.com/updates';
    return () => {
      delete process.env.BACKOFFICE_UPDATE_URL;
    };
  });

  it('names the deb if there is nothing else', () => {
    expect(write()).toMatch(/^files:\n {2}- url: pens\.deb\n {4}sha512: \S+\n {4}size: 3\npath: pens\.deb$/m);
  });

  it('names the deb after the AppImage of the same version', () => {
    const ofAppImage = `version: ${version}\nfiles:\n  - url: pens.AppImage\n    sha512: a\n    size: 1\npath: pens.AppImage\nsha512: a\n`;
    writeFileSync(join(folder, 'latest-linux.yml'), ofAppImage);
    expect(write()).toMatch(/size: 1\n {2}- url: pens\.deb\n {4}sha512: \S+\n {4}size: 3\npath: pens\.AppImage$/m);
  });

  it('drops the previous version', () => {
    writeFileSync(join(folder, 'latest-linux.yml'), 'version: 0.0.1\nfiles:\n  - url: old.AppImage\n');
    expect(write()).not.toContain('old.AppImage');
  });
});
