import { z } from 'zod';
import { jobStartedSchema } from '#shared/import.ts';
import type { LocalFile, SendRequest } from '../../platform/index.ts';
import { send } from '../../resource-kit/client.ts';
import { exportFile } from '../../resource-kit/export/export-menu.tsx';
import { getImportState } from './import-store.ts';

const path = '/product/upload-csv';

/** Starts an import job, which continues after the response, and returns its id. */
export const startImport = async ({
  isDryRun,
  isPartial,
  ...options
}: Pick<SendRequest, 'body' | 'onProgress' | 'signal'> & {
  isDryRun: boolean;
  /** Imports the valid rows even if others have errors. */
  isPartial: boolean;
}): Promise<string> => {
  const query = { dryRun: String(isDryRun), partial: String(isPartial), async: 'true' };
  const response = await send({ method: 'POST', path, query, encoding: 'form', ...options });
  return jobStartedSchema.parse(response).jobId;
};

const basicResponseSchema = z.object({ success: z.boolean().optional(), message: z.string().optional() }).catch({});

/** Imports the file unchanged, as specified. Returns the server's message, which may be empty. */
export const importBasic = async (file: LocalFile): Promise<string> => {
  const response = await send({ method: 'POST', path, encoding: 'form', body: { excel: file } });
  const { success, message = '' } = basicResponseSchema.parse(response);
  if (success === false) throw new Error(message || `Couldn’t import ${file.name}`);
  return message;
};

const download = (name: string, request: Omit<Parameters<typeof exportFile>[0], 'format'>) =>
  exportFile({ ...request, format: 'xlsx' }, (fileName) => `${name} saved as ${fileName}`);

export const downloadErrors = async (): Promise<void> => {
  const { outcome } = getImportState();
  if (!outcome) return;
  const query = { job: outcome.jobId };
  const fileName = 'import-errors.xlsx';
  await download('Error list', { resource: 'import', endpoint: 'error-list', query, fileName });
};

export const downloadFailedRows = async (): Promise<void> => {
  const { outcome } = getImportState();
  if (!outcome) return;
  const query = { job: outcome.jobId, content: 'rows' };
  const fileName = 'import-rows.xlsx';
  await download('Failed rows', { resource: 'import', endpoint: 'error-list', query, fileName });
};

export const downloadTemplate = (): Promise<void> => {
  const fileName = 'product-import.xlsx';
  return download('Template', { resource: 'product', endpoint: 'import-template', query: {}, fileName });
};
