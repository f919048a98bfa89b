import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { SpreadsheetError, type SpreadsheetErrorCode } from '../../../spreadsheet/error.ts';
import { parseCorrections } from '../../import/corrections.ts';
import type { ImportOptions } from '../../import/run-import.ts';
import { AppError, type AppErrorCode } from '../../lib/app-error.ts';
import { formatOptionsIn, jsonField, numberOptionsIn } from './form-options.ts';
import type { Upload } from './upload.ts';

const flag = z
  .enum(['true', 'false', '1', '0', ''], { error: 'The value must be true or false' })
  .default('false')
  .transform((value) => value === 'true' || value === '1');

export const importQuerySchema = z.object({
  dryRun: flag.describe('Dry run: do everything, then roll back'),
  partial: flag.describe('Import valid rows even if others have errors'),
  async: flag.describe('Return 202 with a jobId at once; see GET /jobs/{id}'),
});
export type ImportQuery = z.output<typeof importQuerySchema>;

const parseMapping = (fields: Upload['fields']): ReadonlyMap<string, string> => {
  const mapping = jsonField(fields, {
    field: 'columns',
    schema: z.record(z.string(), z.string().nullable()),
    expected: 'a JSON object of column titles, each with its field',
  });
  return new Map(Object.entries(mapping ?? {}).map(([title, field]) => [title, field ?? '']));
};

/** Reads the import options from the query and the form fields. */
export const parseImportOptions = (query: ImportQuery, { fields }: Upload): ImportOptions => ({
  isDryRun: query.dryRun,
  isPartial: query.partial,
  format: formatOptionsIn(fields),
  numbers: numberOptionsIn(fields),
  mapping: parseMapping(fields),
  corrections: parseCorrections(fields.get('corrections')),
});

const kinds: Record<SpreadsheetErrorCode, AppErrorCode> = {
  empty: 'invalid',
  damaged: 'invalid',
  encrypted: 'invalid',
  noSuchSheet: 'invalid',
  noHeaderRow: 'invalid',
  unsupported: 'unsupported',
  tooLarge: 'tooLarge',
  tooManyRows: 'tooLarge',
  tooManyColumns: 'tooLarge',
  cellTooLong: 'tooLarge',
  timeLimit: 'tooLarge',
};

export const toAppError = (error: unknown): unknown =>
  error instanceof SpreadsheetError
    ? new AppError({ kind: kinds[error.code], message: error.message })
    : error;

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
