import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { z } from 'zod';
import { inRoot } from './paths.ts';

/** Somebody else's work that the product is made of. */
type Part = { name: string; version: string; license: string; text: string };

/** What Vite says is inside a build (`build.license` in electron.vite.config.ts). */
const bundledSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string().nullish(),
    text: z.string().nullish(),
  }),
);

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

const isLicence = (name: string): boolean => /^(licen[cs]e|copying|notice)\b/i.test(name);

const licenceTextIn = (folder: string): string =>
  readdirSync(folder)
    .filter(isLicence)
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');

const readBundled = (build: 'main' | 'renderer'): Part[] =>
  bundledSchema
    .parse(JSON.parse(readFileSync(inRoot('out', build, '.vite/licences.json'), 'utf8')))
    .map(({ name, version, identifier, text }) => ({
      name,
      version,
      license: identifier ?? '',
      text: text?.trim() ?? '',
    }));

/** Whether a package is part of an app for which electron-builder has these patterns of files. */
export const isPackaged = (path: string, files: readonly string[]): boolean =>
  !files.some(
    (pattern) =>
      pattern.startsWith('!') &&
      matchesGlob(`${path}/package.json`, pattern.slice(1).replace(/\$\{arch\}/g, '*')),
  );

/** The packages that go along as they are. */
const readInstalled = (files: readonly string[]): Part[] => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')));
  return Object.entries(packages).flatMap(([path, { name, version = '', license = '', dev }]) => {
    if (path === '' || dev || !isPackaged(path, files)) return [];
    try {
      const text = licenceTextIn(inRoot(path));
      return [{ name: name ?? path.split('node_modules/').at(-1) ?? path, version, license, text }];
    } catch {
      return [];
    }
  });
};

const heading = `Catalogue Back Office is made with the work of others, under the licences below.
Electron and Chromium, in which it runs: https://www.electronjs.org and chrome://credits; on Windows and Linux their
licences lie beside the app as LICENSE.electron.txt and LICENSES.chromium.html.
The English dictionaries: resources/dictionaries/NOTICE.txt.`;

const line = '-'.repeat(80);

/** The licences of all that the product is made of, as one text; `files` are electron-builder's patterns. */
export const writeNotices = (files: readonly string[]): string => {
  const parts = new Map<string, Part>();
  for (const part of [...readInstalled(files), ...readBundled('main'), ...readBundled('renderer')])
    parts.set(`${part.name} ${part.version}`, part);
  const sections = [...parts]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([title, { license, text }]) => [line, `${title} (${license})`, '', text].join('\n').trimEnd());
  return `${[heading, '', ...sections].join('\n')}\n`;
};
