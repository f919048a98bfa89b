import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { run } from '../../../scripts/lib/run.ts';
import { appData, asWindowsPath, driveC, type Wine } from './wine.ts';

const uninstallKey = 'Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall';

export const installedPaths = {
  program: join(appData, 'Local/Programs/catalogue-back-office'),
  updater: join(appData, 'Local/catalogue-back-office-updater'),
  data: join(appData, 'Roaming/Catalogue Back Office'),
  menuEntry: join(appData, 'Roaming/Microsoft/Windows/Start Menu/Programs/Catalogue Back Office.lnk'),
  desktopEntry: join(driveC, 'users/office/Desktop/Catalogue Back Office.lnk'),
};

export const uninstaller =
  'C:\\users\\office\\AppData\\Local\\Programs\\catalogue-back-office\\Uninstall Catalogue Back Office.exe';

export const existingPaths = (): string[] =>
  Object.entries(installedPaths).flatMap(([name, path]) => (existsSync(path) ? [name] : []));

const query = async (wine: Wine, key: string): Promise<string> => {
  const { code, output } = await wine.run(['reg', 'query', key, '/s']);
  return code === 0 ? output.trim() : '';
};

export const registryOf = async (wine: Wine) => ({
  links: await query(wine, 'HKCU\\Software\\Classes\\backoffice'),
  uninstall: await query(wine, `HKCU\\${uninstallKey}`),
  everyone: await query(wine, `HKLM\\${uninstallKey}`),
});

export const clearInstallation = async (wine: Wine): Promise<void> => {
  for (const path of Object.values(installedPaths)) rmSync(path, { recursive: true, force: true });
  for (const key of ['Software\\Classes\\backoffice', uninstallKey])
    await wine.run(['reg', 'delete', `HKCU\\${key}`, '/f']);
};

/** Opens a link like any other program. Wine finds protocol handlers only in HKLM; Windows also looks in HKCU. */
export const openLink = async (wine: Wine, link: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const [own, everyones] = ['HKCU', 'HKLM'].map((root) => `${root}\\Software\\Classes\\backoffice`);
  await wine.run(['reg', 'copy', String(own), String(everyones), '/s', '/f']);
  await wine.run(['start', link], env);
  await wine.run(['reg', 'delete', String(everyones), '/f']);
};

/** Node replaces the app and records how it was started. */
export const createStartRecorder = ({ shared }: Wine) => {
  const [script, record] = [join(shared, 'record-start.cjs'), join(shared, 'started.json')];
  const target = JSON.stringify(asWindowsPath(record));
  writeFileSync(
    script,
    `const { execPath: program, report, env } = process;
const [, ...args] = report.getReport().header.commandLine;
require('node:fs').writeFileSync(${target}, JSON.stringify({ program, args, portable: env.PORTABLE_EXECUTABLE_FILE }));
process.exit();`,
  );
  return {
    env: { NODE_OPTIONS: `--require=Z:${script}` },
    take: async (): Promise<{ program: string; args: string[]; portable?: string }> => {
      await expect.poll(() => existsSync(record) && readFileSync(record, 'utf8')).toBeTruthy();
      const started = JSON.parse(readFileSync(record, 'utf8'));
      rmSync(record);
      return started;
    },
  };
};

export const uninstallWith = async (wine: Wine, keys: readonly string[]): Promise<void> => {
  const ended = wine.run([uninstaller, '/currentuser']);
  const answered: string[] = [];
  for (const key of keys) {
    const findQuestion = async (): Promise<string | undefined> => {
      const { output } = await run({
        command: 'xdotool',
        args: ['search', '--onlyvisible', '--name', 'Catalogue'],
      });
      return output.split('\n').find((id) => /^\d+$/.test(id) && !answered.includes(id));
    };
    await expect.poll(findQuestion).toBeTruthy();
    const id = String(await findQuestion());
    answered.push(id);
    await run({ command: 'xdotool', args: ['windowfocus', '--sync', id, 'key', key] });
  }
  await ended;
};
