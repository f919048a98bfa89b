import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { texts } from '#shared/texts.ts';
import { SpreadsheetError, type SpreadsheetErrorCode } from '../../../spreadsheet/errors.ts';
import { defaultLimits } from '../../../spreadsheet/limits.ts';
import { displayFileName } from '../../files/staging.ts';
import { AppError, type AppErrorCode } from '../../lib/app-error.ts';

/** A received multipart body: one file on disk, and the plain fields. */
export type Upload = {
  file: { path: string; fileName: string };
  fields: Map<string, string>;
  /** Hash of the fields and files. */
  digest: string;
  discard: () => Promise<void>;
};

const uploadLimits = {
  fileSize: defaultLimits.bytes,
  files: 1,
  fields: 20,
  fieldSize: 1024 * 1024,
  fieldNameSize: 100,
  parts: 22,
  headerPairs: 50,
};

const incompleteUploadError = () => new AppError('invalid', 'The upload was incomplete. Try again.');

const tooLargeError = () =>
  new AppError(
    'tooLarge',
    `The upload is too large. Send one spreadsheet of up to ${Math.floor(defaultLimits.bytes / 1024 / 1024)} MB.`,
  );

const getStatusCode = (error: unknown) =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;

/** Disk errors have a code; errors of the form parser don't. */
const isClientError = (error: unknown) =>
  error instanceof Error && ((getStatusCode(error) ?? 500) < 500 || !('code' in error));

const hashStream = (hash: Hash) =>
  async function* (source: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of source) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
    hash.update(`\n${bytes}`);
  };

const fileMissingError = () => new AppError('invalid', texts.product.importFileMissing);

const receiveUpload = async (request: FastifyRequest, fileField: string | null): Promise<Upload> => {
  if (request.headers['content-type'] === undefined) throw fileMissingError();
  if (!request.isMultipart()) {
    throw new AppError('unsupported', 'Send a form with a file (content-type multipart/form-data)');
  }
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-import-'));
  const discard = () => rm(folder, { recursive: true, force: true });
  const fields = new Map<string, string>();
  let file: Upload['file'] | undefined;
  const hash = createHash('sha256');
  try {
    // The parser would wait forever for a client that disconnected before.
    if (request.raw.destroyed) throw incompleteUploadError();
    for await (const part of request.parts({ limits: uploadLimits })) {
      hash.update(`\n${JSON.stringify([part.type, part.fieldname, part.type === 'file' && part.filename])}\n`);
      if (part.type === 'field') {
        hash.update(JSON.stringify(part.value) ?? '');
        fields.set(part.fieldname, String(part.value));
      } else if (part.fieldname === (fileField ?? part.fieldname) && part.filename) {
        const path = join(folder, 'file');
        await pipeline(part.file, hashStream(hash), createWriteStream(path));
        file = { path, fileName: displayFileName(part.filename) };
      } else {
        for await (const _chunk of hashStream(hash)(part.file));
      }
    }
    if (!file) throw fileMissingError();
    return { file, fields, digest: hash.digest('hex'), discard };
  } catch (error) {
    await discard();
    if (error instanceof AppError) throw error;
    if (getStatusCode(error) === 413) throw tooLargeError();
    throw isClientError(error) ? incompleteUploadError() : error;
  }
};

/**
 * Reads a form and passes it to `handler`, which has to discard the upload unless it throws. `fileField` names the field
 * of the file; null accepts any.
 */
export const withUpload = async <Result>(
  request: FastifyRequest,
  fileField: string | null,
  handler: (upload: Upload) => Promise<Result>,
): Promise<Result> => {
  const upload = await receiveUpload(request, fileField);
  try {
    await request.idempotentRequest?.checkFingerprint(upload.digest);
    return await handler(upload);
  } catch (error) {
    await upload.discard();
    throw error;
  }
};

/** All other spreadsheet errors mean invalid input. */
const errorCodes: Partial<Record<SpreadsheetErrorCode, AppErrorCode>> = {
  unsupported: 'unsupported',
  tooLarge: 'tooLarge',
  tooManyRows: 'tooLarge',
  tooManyColumns: 'tooLarge',
  cellTooLong: 'tooLarge',
  timeLimit: 'tooLarge',
};

export const toAppError = (error: unknown): never => {
  if (!(error instanceof SpreadsheetError)) throw error;
  throw new AppError(errorCodes[error.code] ?? 'invalid', error.message);
};

/** Aborts when the client disconnects before the response. */
export const abortOnDisconnect = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  // The client may already have disconnected, during the upload or while an identical request was running.
  if (reply.raw.destroyed) controller.abort();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
};
