import { orientationOnly, readExif } from './exif.ts';

/** Random access to a file. A read returns fewer bytes at the end of the file. */
export type ByteSource = { size: number; read: (position: number, length: number) => Promise<Buffer> };

/** A part of a rewritten file: a range of the original, or new bytes. */
export type Part = { start: number; end: number } | Buffer;

export const createPartList = () => {
  const parts: Part[] = [];
  let isChanged = false;
  const keep = (start: number, end: number): void => {
    const last = parts.at(-1);
    if (last && !Buffer.isBuffer(last) && last.end === start) last.end = end;
    else parts.push({ start, end });
  };
  const drop = (): void => {
    isChanged = true;
  };
  return {
    keep,
    drop,
    insert: (bytes: Buffer): void => void parts.push(bytes),
    /** Keeps EXIF data without personal tags, or replaces it by its orientation. Returns whether any is left. */
    keepExif: (
      data: Buffer,
      { start, end, wrap }: { start: number; end: number; wrap: (tiff: Buffer) => Buffer },
    ): boolean => {
      const exif = readExif(data);
      if (!exif.isPersonal) {
        keep(start, end);
        return true;
      }
      drop();
      const tiff = orientationOnly(exif);
      if (tiff) parts.push(wrap(tiff));
      return tiff !== undefined;
    },
    /** Null if nothing was dropped. */
    result: (): Part[] | null => (isChanged ? parts : null),
  };
};
