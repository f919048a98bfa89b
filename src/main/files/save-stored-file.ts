import { extname, join } from 'node:path';
import { app, BrowserWindow, dialog, type WebContents } from 'electron';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { fileTypeOf } from '#shared/uploads.ts';
import { sendEvent } from '../ipc.ts';
import { log } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import { downloadStoredFile } from './download-stored-file.ts';
import { toStoredFileName } from './file-name.ts';
import { FileWriteError } from './write-file-atomic.ts';

export const saveStoredFile = async (
  server: Pick<ApiServer, 'target'>,
  { path, name, contents }: { path: string; name: string; contents: WebContents },
): Promise<void> => {
  const window = BrowserWindow.fromWebContents(contents);
  if (!window) return;
  const type = extname(path).slice(1);
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('downloads'), toStoredFileName(name, path)),
    filters: [{ name: type.toUpperCase(), extensions: [...(fileTypeOf(type)?.extensions ?? [type])] }],
    properties: ['showOverwriteConfirmation', 'createDirectory'],
  });
  if (canceled || !filePath) return;
  try {
    await downloadStoredFile(server, { path, to: filePath });
    sendEvent(contents, 'toast', { isFailure: false, message: `Saved as ${filePath}` });
  } catch (error) {
    log.warn("Couldn't save a stored file", error);
    const reason = error instanceof FileWriteError ? error.message : 'The server didn’t return the file';
    sendEvent(contents, 'toast', {
      isFailure: true,
      message: joinSentences([`Couldn’t save ${filePath}`, reason]),
    });
  }
};
