import type { Readable } from 'node:stream';
import { type FileKind, fileTypeOf } from '#shared/uploads.ts';

/**
 * A file of the store. Its name is relative, such as `3f…e1.png` or `.renditions/3f…e1-80.webp`; `modifiedAt` is in
 * milliseconds since 1970.
 */
export type StoredFile = { name: string; size: number; modifiedAt: number };

const storedName = /^[0-9a-f]{32}\.([a-z0-9]{3,4})$/;

/** The type of a stored file, from its name; undefined if the store didn't create this name. */
export const storedFileType = (filename: string): { mime: string; kind: FileKind } | undefined => {
  const extension = storedName.exec(filename)?.[1];
  return extension ? fileTypeOf(extension) : undefined;
};

/** First and last byte. */
export type ByteRange = { start: number; end: number };

/** An open file of `size` bytes in total. If the requested range lies outside, there is no stream. */
export type FileContent = { size: number; range: ByteRange | null; stream: Readable } | { size: number; stream: null };

/** The place of uploaded files and their renditions: a folder or a bucket. */
export type FileStorage = {
  /** Folder or URL, for messages. */
  location: string;
  /** Whether files are stored elsewhere: each call is a request, and space isn't short. */
  isRemote: boolean;
  /** Local folder for temporary files. */
  staging: string;
  /** Milliseconds since 1970 by the clock that sets `modifiedAt`. */
  now: () => number;
  stat: (name: string) => Promise<StoredFile | null>;
  /** Opens a file, or the part in `range`, the value of a `Range` header. Returns null if there is no such file. */
  read: (name: string, range?: string) => Promise<FileContent | null>;
  /**
   * Stores a flushed file of the staging folder, which is moved or deleted. A file of that name is assumed to have the
   * same content; afterwards, it counts as new.
   */
  put: (file: { name: string; path: string }) => Promise<void>;
  /** Ignores files that don't exist. */
  remove: (names: readonly string[]) => Promise<void>;
  /** Lists the stored files, or those in a folder below them, in pages. */
  list: (folder?: string) => AsyncIterable<StoredFile[]>;
  /** Calls `work` with the path of the file or a temporary copy. */
  withLocalFile: <Result>(name: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  /** Returns the id of the database whose files these are. Throws if the storage can't be reached. */
  readOwner: () => Promise<string | null>;
  /** Sets the owner unless there is one. */
  writeOwner: (databaseId: string) => Promise<void>;
  /** Throws if the storage can't be used. */
  check: () => Promise<void>;
  /** Returns a temporary public URL, if clients should download directly from the storage. */
  createPublicUrl?: (file: { name: string; mime: string; disposition: string }) => Promise<string>;
  close: () => void;
};

/** Name of the file with the id of the database. */
export const ownerFile = '.database';

/** Name of the file that tells the next start of a server that all files were copied here. */
export const copiedMarker = '.copied';

export const renditionsFolder = '.renditions/';

const singleRange = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/** Returns a `Range` header that asks for one valid range of bytes; others are ignored, as the standard allows. */
export const parseRangeHeader = (header: string | undefined): string | undefined => {
  const [range, from, to] = singleRange.exec(header ?? '') ?? [];
  return from && to && Number(to) < Number(from) ? undefined : range;
};

/** Returns the requested part of a file; null if it lies outside. `range` is a result of `parseRangeHeader`. */
export const resolveRange = (range: string, size: number): ByteRange | null => {
  const [, from, to, suffix] = singleRange.exec(range) ?? [];
  const start = suffix === undefined ? Number(from) : Math.max(0, size - Number(suffix));
  const end = to ? Math.min(Number(to), size - 1) : size - 1;
  return start <= end ? { start, end } : null;
};
