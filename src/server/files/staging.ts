import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v4 } from 'uuid';
import {
  type AcceptedKind,
  detectExtension,
  fileDataUrlPattern,
  fileTypeFromContent,
  inspectContent,
  maxImagePixels,
  maxUploadBytes,
  validateFile,
} from '#shared/uploads.ts';
import { checkImage, type Dimensions, type ImageProblem } from './images/check-image.ts';
import { removeMetadata } from './images/remove-metadata.ts';
import { copyReceived, createBase64File, decodedSize, parseReference } from './received-files.ts';

/** Maximum length of the prefix `filename@@data:...;base64,`. */
const maxPrefix = 2048;
/** Base64 characters that are decoded at a time, to save memory. */
const chunkLength = 4 * 256 * 1024;

/** A new file: `filename` is its stored name, `name` its original name. Only images have dimensions. */
export type AddedFile = { filename: string; name: string; size: number; dimensions: Dimensions | null };

type StagedFile = AddedFile & { path: string };

export type StagingResult = { file: StagedFile } | { error: string };

/** Characters of a displayed file name. */
const maxNameLength = 200;

/**
 * Cleans a file name from a client for display and for its extension: removes the path and shortens the stem. No file
 * is stored under this name.
 */
export const displayFileName = (name = ''): string => {
  const base = (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '');
  const [, stem = base, extension = ''] = /^(.*)(\.[^.]{1,20})$/u.exec(base) ?? [];
  return `${stem.slice(0, maxNameLength - extension.length)}${extension}` || 'File';
};

/** Detects a file's type from its first bytes, as an extension; null if unknown. */
export const detectType = async (head: Uint8Array): Promise<string | null> => {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return detectExtension(head, found?.ext);
};

const decodeTo = async ({ value, start, path }: { value: string; start: number; path: string }) => {
  const file = await createBase64File(path);
  try {
    for (let at = start; at < value.length; at += chunkLength) {
      await file.write(value.slice(at, at + chunkLength));
    }
    return (await file.end()).digest;
  } finally {
    await file.close();
  }
};

const inspectFile = async (path: string, size: number) => {
  const { fileTypeFromBuffer } = await import('file-type');
  const handle = await open(path);
  const read = async (start: number, end: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), { position: start });
    return buffer.subarray(0, bytesRead);
  };
  return inspectContent({ size, read, fileTypeFromBuffer }).finally(() => handle.close());
};

/** Completes a sentence that begins with the file name. */
const imageProblems: Record<ImageProblem, string> = {
  damaged: 'is damaged or incomplete. Export or download it again.',
  tooManyPixels: `has more than ${maxImagePixels / 1_000_000} megapixels. Make it smaller and try again.`,
};

type SentFile = { value: string; kind: AcceptedKind; folder: string };

/** Decodes the file in a field's value (`filename@@dataURL`) to the staging folder and validates it. */
export const stageFile = async ({ value, kind, folder }: SentFile): Promise<StagingResult> => {
  const prefix = fileDataUrlPattern.exec(value.slice(0, maxPrefix));
  if (!prefix) return { error: 'Send a new file as filename@@dataURL with base64 content' };
  const name = displayFileName(prefix[1]);
  const start = prefix[0].length;
  const received = parseReference(value.slice(start, start + maxPrefix));
  const padded = value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0;
  const size = received ? received.size : decodedSize(value.length - start) - padded;
  if (size === 0 || size > maxUploadBytes) {
    return {
      error: validateFile({ name, size, detectedExtension: null, kind }) ?? `Can’t accept ${name}`,
    };
  }
  const path = join(folder, v4());
  const cleanedPath = `${path}-cleaned`;
  let resultPath: string | undefined;
  try {
    const digest = received ? await copyReceived(received, { folder, path }) : await decodeTo({ value, start, path });
    if (!digest) return { error: `${name} was damaged during upload. Try again.` };
    const { detectedExtension, isCutOff } = await inspectFile(path, size);
    const error = validateFile({ name, size, detectedExtension, isCutOff, kind });
    if (error) return { error };
    const type = fileTypeFromContent(detectedExtension);
    const extension = type?.extensions[0] ?? '';
    const cleaned = await removeMetadata({ path, to: cleanedPath, extension });
    const stagedPath = cleaned ? cleanedPath : path;
    const checked = type?.kind === 'image' ? await checkImage(stagedPath) : null;
    if (checked?.problem) return { error: `${name} ${imageProblems[checked.problem]}` };
    resultPath = stagedPath;
    const filename = `${cleaned?.digest ?? digest}.${extension}`;
    const dimensions = checked?.dimensions ?? null;
    return { file: { path: stagedPath, filename, name, size: cleaned?.size ?? size, dimensions } };
  } finally {
    for (const tempPath of [path, cleanedPath]) if (tempPath !== resultPath) await rm(tempPath, { force: true });
  }
};
