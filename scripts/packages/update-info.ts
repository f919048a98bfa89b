import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseReleaseEnv } from '../lib/release.ts';
import { packageVersion } from './debian-package.ts';

/** Adds a Debian package to `latest-linux.yml`, which electron-builder writes only for an AppImage. */
export const writeUpdateInfo = (deb: string): void => {
  if (!parseReleaseEnv(process.env).updateUrl) return;
  const path = join(dirname(deb), 'latest-linux.yml');
  const name = basename(deb);
  const sha512 = createHash('sha512').update(readFileSync(deb)).digest('base64');
  const file = `  - url: ${name}\n    sha512: ${sha512}\n    size: ${statSync(deb).size}\n`;
  const version = `version: ${packageVersion()}\n`;
  const written = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const isOfThisVersion = written.startsWith(version) && !written.includes(name);
  const text = isOfThisVersion
    ? written.replace(/^path: /m, `${file}path: `)
    : `${version}files:\n${file}path: ${name}\nsha512: ${sha512}\nreleaseDate: '${new Date().toISOString()}'\n`;
  writeFileSync(path, text);
};
