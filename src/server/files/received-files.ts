import { createHash } from 'node:crypto';
import { copyFile, link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v4 } from 'uuid';
import { maxUploadBytes } from '#shared/uploads.ts';

const alphabet = /^[A-Za-z0-9+/]*$/;
const padding = /={0,2}$/;

/** Size in bytes of what base64 text of this length encodes, without padding. */
export const decodedSize = (length: number): number => Math.floor((length * 3) / 4);

/**
 * Decodes base64 text into a new file as it arrives, so that no file is ever in memory. Invalid content, and content
 * over the upload limit, is counted but not written.
 */
export const createBase64File = async (path: string) => {
  const handle = await open(path, 'wx');
  const hash = createHash('sha256');
  let pending = '';
  let length = 0;
  let ownBytes = 0;
  let isValid = true;

  const store = async (bytes: Uint8Array): Promise<void> => {
    hash.update(bytes);
    await handle.writeFile(bytes);
  };

  const decode = async (text: string) => {
    // Padding counts as up to 2 bytes until the end is known.
    if (!isValid || decodedSize(length) - 2 > maxUploadBytes) return undefined;
    const bytes = Buffer.from(text, 'base64');
    await store(bytes);
    return bytes;
  };

  return {
    /** Adds what the server makes itself. */
    writeBytes: async (bytes: Uint8Array): Promise<void> => {
      ownBytes += bytes.length;
      if (ownBytes <= maxUploadBytes) await store(bytes);
    },
    write: async (text: string): Promise<void> => {
      length += text.length;
      pending += text;
      // Whole groups of four characters, except for the last one, which may be padded.
      const ready = pending.slice(0, Math.max(0, pending.length - (pending.length % 4) - 4));
      pending = pending.slice(ready.length);
      const bytes = await decode(ready);
      // The decoder ignores invalid characters. Encoding finds them in a tenth of the time of a regular expression.
      if (bytes) isValid = bytes.toString('base64') === ready;
    },
    /**
     * Writes the rest of the file through to the disk. Returns the size of the whole content, even if it's too large to be
     * written, and the first half of its SHA-256 in hex; null if the text wasn't valid base64.
     */
    end: async (): Promise<{ size: number; digest: string | null }> => {
      const padded = padding.exec(pending)?.[0].length ?? 0;
      const content = pending.slice(0, pending.length - padded);
      isValid &&= alphabet.test(content);
      await decode(content);
      await handle.sync();
      return {
        size: decodedSize(length) - padded + ownBytes,
        digest: isValid ? hash.digest('hex').slice(0, 32) : null,
      };
    },
    close: (): Promise<void> => handle.close(),
  };
};

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
        writeBytes: file.writeBytes,
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
