import { extname, join } from 'node:path';
import { app, BrowserWindow, dialog, type WebContents } from 'electron';
import { tell } from '../ipc.ts';
import { log } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import { fileNameOf } from './file-name.ts';
import { fetchStoredFile } from './stored-files.ts';
import { WriteProblem } from './write-whole.ts';

/** Asks where to, and saves a file there that the server keeps. */
export const saveStoredFile = async (
  server: Pick<ApiServer, 'target'>,
  { path, name, contents }: { path: string; name: string; contents: WebContents },
): Promise<void> => {
  const window = BrowserWindow.fromWebContents(contents);
  if (!window) return;
  const extension = extname(path);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('downloads'), `${fileNameOf(name)}${extension}`),
    filters: [{ name: extension.slice(1).toUpperCase(), extensions: [extension.slice(1)] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || !filePath) return;
  const { signal } = new AbortController();
  try {
    await fetchStoredFile(server, { path, to: filePath, signal });
    tell(contents, 'notice', { isFailure: false, message: `Saved as ${filePath}` });
  } catch (error) {
    log.warn('A stored file could not be saved', error);
    const why = error instanceof WriteProblem ? error.message : 'The server did not give the file';
    tell(contents, 'notice', { isFailure: true, message: `${filePath} could not be saved. ${why}` });
  }
};
