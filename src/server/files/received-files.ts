import { copyFile, link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v4 } from 'uuid';
import { createBase64File } from './base64-file.ts';

/** A file that was decoded into the staging folder while its request arrived. */
type ReceivedFile = { id: string; size: number; digest: string | null };

// Base64 contains no @, so that no content of a file can be mistaken for a reference.
const reference = /^@received\/([0-9a-f-]{36})\/(\d+)\/([0-9a-f]{32}|damaged)$/;

const toReference = ({ id, size, digest }: ReceivedFile) => `@received/${id}/${size}/${digest ?? 'damaged'}`;

/** Parses the text that replaces the base64 content of a received file; null if it's something else. */
export const parseReference = (text: string): ReceivedFile | null => {
  const [, id, size, digest = 'damaged'] = reference.exec(text) ?? [];
  return id ? { id, size: Number(size), digest: digest === 'damaged' ? null : digest } : null;
};

/** Replaces the references in a request's JSON by what doesn't change when the same files are sent again. */
export const withoutIds = (json: string): string =>
  json.replaceAll(/@received\/[0-9a-f-]{36}\/(\d+\/(?:[0-9a-f]{32}|damaged))"/g, '@received/$1"');

/** Copies a received file to `path`. Returns its digest, or null if the file is damaged or gone. */
export const copyReceived = async (
  { id, digest }: ReceivedFile,
  { folder, path }: { folder: string; path: string },
): Promise<string | null> => {
  const source = join(folder, id);
  // Not every file system has hard links.
  const copied = await link(source, path).catch(() => copyFile(source, path).catch(() => false));
  return copied === false ? null : digest;
};

/** Receives the files of one request, whose content is base64 text, into the staging folder. */
export const createReceiver = (folder: string) => {
  const paths: string[] = [];
  const open = new Set<{ close: () => Promise<void> }>();
  return {
    /** Starts a file. `end` returns the text that replaces its content. */
    start: async () => {
      const id = v4();
      const path = join(folder, id);
      paths.push(path);
      const file = await createBase64File(path);
      open.add(file);
      return {
        write: file.write,
        end: async (): Promise<string> => {
          const decoded = await file.end();
          open.delete(file);
          await file.close();
          return toReference({ id, ...decoded });
        },
      };
    },
    /** Deletes the request's files. Saved files are copies. */
    discard: async (): Promise<void> => {
      for (const file of open) await file.close();
      for (const path of paths) await rm(path, { force: true });
    },
  };
};

export type Receiver = ReturnType<typeof createReceiver>;
