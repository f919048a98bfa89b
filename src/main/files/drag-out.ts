import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { app, nativeImage, type WebContents } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';
import { log } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import { storedFileNameOf } from './file-name.ts';
import { fetchStoredFile } from './stored-files.ts';

const iconSize = 64;

const iconOf = async (file: string): Promise<Electron.NativeImage> => {
  const picture = nativeImage.createFromPath(file);
  if (!picture.isEmpty()) return picture.resize({ width: iconSize });
  return app.getFileIcon(file);
};

/** Lets a stored file be dragged out of the app: it is fetched first, under a name for people. */
export const createDragOut = ({ server, folder }: { server: ApiServer; folder: string }) => {
  const running = new Map<string, AbortController>();

  const start = async (
    { requestId, path, name }: IpcInput<'dragOut'>,
    contents: WebContents,
  ): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    running.set(requestId, controller);
    try {
      // Each in a folder of its own, so that two of one name do not meet.
      const place = join(folder, randomUUID());
      await mkdir(place, { recursive: true, mode: 0o700 });
      const file = join(place, storedFileNameOf(name, path));
      await fetchStoredFile(server, { path, to: file, signal });
      const icon = await iconOf(file);
      // Who has let go of it meanwhile must not find it hanging on the pointer.
      if (!signal.aborted) contents.startDrag({ file, icon });
    } catch (error) {
      if (!signal.aborted) log.warn("Couldn't drag a file out", error);
    } finally {
      running.delete(requestId);
    }
  };

  const cancel = (requestId: string): void => running.get(requestId)?.abort();

  return { start, cancel };
};
