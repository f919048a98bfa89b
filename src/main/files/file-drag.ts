import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { app, nativeImage, type WebContents } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';
import { log } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import { downloadStoredFile } from './download-stored-file.ts';
import { toStoredFileName } from './file-name.ts';

const iconSize = 64;

const getIcon = async (file: string): Promise<Electron.NativeImage> => {
  const image = nativeImage.createFromPath(file);
  if (!image.isEmpty()) return image.resize({ width: iconSize });
  return app.getFileIcon(file);
};

/** Downloads a stored file under a readable name, then drags it out of the app. */
export const createFileDrag = ({ server, folder }: { server: ApiServer; folder: string }) => {
  const inFlight = new Map<string, AbortController>();

  const start = async ({ requestId, path, name }: IpcInput<'startDrag'>, contents: WebContents): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    inFlight.set(requestId, controller);
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
    } finally {
      inFlight.delete(requestId);
    }
  };

  const cancel = (requestId: string): void => inFlight.get(requestId)?.abort();

  return { start, cancel };
};
