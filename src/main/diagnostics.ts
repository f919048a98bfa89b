import { readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { app, clipboard, screen, shell } from 'electron';
import { log, logPath, logPaths } from './log.ts';
import type { ApiServer } from './server/api-server.ts';

const maxLogLines = 200;

const readLastLogLines = async (): Promise<string> => {
  // Right after a rotation, the relevant lines are in the previous file.
  const texts = await Promise.all(logPaths().map((path) => readFile(path, 'utf8').catch(() => '')));
  const text = texts.join('');
  return text.trimEnd().split('\n').slice(-maxLogLines).join('\n');
};

/** Describes the app and the computer, without personal data or records. */
const describeApp = async (server: ApiServer): Promise<string> => {
  const { state, message } = server.status.get();
  const { electron, chrome, node } = process.versions;
  const screens = screen.getAllDisplays().map(({ size, scaleFactor }) => {
    return `${size.width}x${size.height} at ${scaleFactor}`;
  });
  return [
    `Catalogue Back Office ${app.getVersion()}${app.isPackaged ? '' : ' (not packaged)'}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `${process.platform} ${release()} ${process.arch}, ${app.getLocale()}`,
    `Screens: ${screens.join(', ')}`,
    `Server: ${server.url === null ? 'on this computer' : 'elsewhere'}, ${state}${message ? ` (${message})` : ''}`,
    '',
    await readLastLogLines(),
  ].join('\n');
};

export const copyDiagnostics = async (server: ApiServer): Promise<void> => {
  clipboard.writeText(await describeApp(server));
  log.info('The diagnostics were copied');
};

export const showLogFile = (): void => shell.showItemInFolder(logPath());
