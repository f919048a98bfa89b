import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { maxUploadBytes } from '#shared/uploads.ts';

type Decoded = {
  /** Size in bytes of the whole content, even of a file that is too large to be written. */
  size: number;
  /** First half of the content's SHA-256 in hex; null if the text wasn't valid base64. */
  digest: string | null;
};

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
  let isValid = true;

  const decode = async (text: string) => {
    // Padding counts as up to 2 bytes until the end is known.
    if (!isValid || decodedSize(length) - 2 > maxUploadBytes) return;
    const bytes = Buffer.from(text, 'base64');
    hash.update(bytes);
    await handle.write(bytes);
  };

  return {
    write: async (text: string): Promise<void> => {
      length += text.length;
      const all = pending + text;
      const whole = all.length - (all.length % 4) - 4;
      pending = all.slice(Math.max(whole, 0));
      const ready = all.slice(0, Math.max(whole, 0));
      isValid &&= alphabet.test(ready);
      await decode(ready);
    },
    /** Writes the rest of the file through to the disk. */
    end: async (): Promise<Decoded> => {
      const padded = padding.exec(pending)?.[0].length ?? 0;
      const content = pending.slice(0, pending.length - padded);
      isValid &&= alphabet.test(content);
      await decode(content);
      await handle.sync();
      return {
        size: decodedSize(length) - padded,
        digest: isValid ? hash.digest('hex').slice(0, 32) : null,
      };
    },
    close: (): Promise<void> => handle.close(),
  };
};
