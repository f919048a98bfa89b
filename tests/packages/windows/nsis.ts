import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../../scripts/lib/apt.ts';
import { locateProgram } from '../../../scripts/lib/locate.ts';
import { run } from '../../../scripts/lib/run.ts';
import { npm } from '../support/foreign-project.ts';

const debianNsis = '/usr/share/nsis';
const compiler = 'i686-w64-mingw32-gcc';

const pluginNames = ['StdUtils', 'UAC', 'WinShell', 'SpiderBanner', 'nsis7z'];

const compilePlugins = async (folder: string): Promise<void> => {
  await npm(folder, 'install', '--no-save', '7zip-bin@5.2.0');
  const extractor = `Z:${join(folder, 'node_modules/7zip-bin/win/ia32/7za.exe')}`;
  const [first = '', ...others] = pluginNames.map((name) => join(folder, 'plugins/x86-unicode', `${name}.dll`));
  const source = join(import.meta.dirname, 'nsis-plugins.c');
  const { code, output } = await run({
    command: compiler,
    args: ['-shared', '-s', '-Os', '-Wall', `-DSEVEN_ZIP="${extractor}"`, '-o', first, source, '-lshell32'],
  });
  if (code !== 0) throw new Error(output);
  for (const other of others) cpSync(first, other);
};

/**
 * Makes electron-builder use Debian's NSIS with replacement plug-ins, because its own NSIS is on GitHub. Does
 * nothing if the environment names another NSIS.
 */
export const prepareNsis = async (folder: string): Promise<void> => {
  const { ELECTRON_BUILDER_NSIS_DIR: nsis, ELECTRON_BUILDER_NSIS_RESOURCES_DIR: resources } = process.env;
  if (nsis && resources) return;
  const hasTools = ['makensis', compiler].every((name) => locateProgram(name));
  if (!hasTools && !(await installPackages(['nsis', 'gcc-mingw-w64-i686-win32'])))
    throw new Error('nsis and gcc-mingw-w64-i686-win32 are missing and could not be installed');
  for (const inner of ['linux', 'plugins/x86-unicode']) mkdirSync(join(folder, inner), { recursive: true });
  symlinkSync('/usr/bin/makensis', join(folder, 'linux/makensis'));
  for (const name of readdirSync(debianNsis)) symlinkSync(join(debianNsis, name), join(folder, name));
  await compilePlugins(folder);
  process.env.ELECTRON_BUILDER_NSIS_DIR = folder;
  process.env.ELECTRON_BUILDER_NSIS_RESOURCES_DIR = folder;
  console.log(`NSIS is Debian's. Stand-ins replace its plug-ins from GitHub: ${pluginNames.join(', ')}`);
};
