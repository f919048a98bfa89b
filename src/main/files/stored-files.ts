import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { app, BrowserWindow, dialog, nativeImage, type WebContents } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';
import { joinSentences } from '#shared/resource-kit/labels.ts';
import { fileTypeOf } from '#shared/uploads.ts';
import { sendEvent } from '../ipc.ts';
import { log } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import { downloadStoredFile, FileWriteError, toStoredFileName } from './file-streams.ts';

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

const iconSize = 64;

const getIcon = async (file: string): Promise<Electron.NativeImage> => {
  const image = nativeImage.createFromPath(file);
  if (!image.isEmpty()) return image.resize({ width: iconSize });
  return app.getFileIcon(file);
};

type DragOptions = { server: ApiServer; folder: string; contents: WebContents; signal: AbortSignal };

/** Downloads a stored file under a readable name, then drags it out of the app. */
export const dragStoredFile = async (
  { path, name }: IpcInput<'startDrag'>,
  { server, folder, contents, signal }: DragOptions,
): Promise<void> => {
  try {
    // One folder per drag, so that files of the same name don't collide.
    const dragFolder = join(folder, randomUUID());
    await mkdir(dragFolder, { recursive: true, mode: 0o700 });
    const file = join(dragFolder, toStoredFileName(name, path));
    await downloadStoredFile(server, { path, to: file, signal });
    const icon = await getIcon(file);
    // The user may have released the mouse during the download.
    if (!signal.aborted) contents.startDrag({ file, icon });
  } catch (error) {
    if (!signal.aborted) log.warn("Couldn't drag a file out", error);
  }
};
