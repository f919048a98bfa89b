import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { app, nativeImage, type WebContents } from 'electron';
import type { IpcInput } from '#shared/ipc.ts';
import { log } from '../log.ts';
import type { ApiServer } from '../server/api-server.ts';
import { requestUpstream } from '../server/upstream.ts';
import { fileNameOf } from '../window/print.ts';

const iconSize = 64;

const iconOf = async (file: string): Promise<Electron.NativeImage> => {
  const picture = nativeImage.createFromPath(file);
  if (!picture.isEmpty()) return picture.resize({ width: iconSize });
  return app.getFileIcon(file);
};

/** Lets a stored file be dragged out of the app: it is fetched first, under a name for people. */
export const createDragOut =
  ({ server, folder }: { server: ApiServer; folder: string }) =>
  async ({ path, name }: IpcInput<'dragOut'>, contents: WebContents): Promise<void> => {
    try {
      const target = await server.target();
      const answer = await requestUpstream({ target, method: 'GET', path, headers: {} });
      if (answer.statusCode !== 200) {
        answer.resume();
        return;
      }
      // Each in a folder of its own, so that two of one name do not meet.
      const place = join(folder, randomUUID());
      await mkdir(place, { recursive: true, mode: 0o700 });
      const file = join(place, `${fileNameOf(name)}${extname(path)}`);
      await pipeline(answer, createWriteStream(file, { mode: 0o600 }));
      contents.startDrag({ file, icon: await iconOf(file) });
    } catch (error) {
      log.warn('A file could not be dragged out', error);
    }
  };
