import { z } from 'zod';
import { importStartedSchema, type Job, jobResponseSchema } from '#shared/import.ts';
import type { LocalFile, SendRequest } from '../../platform/index.ts';
import { request, saveExport, send } from '../../resource-kit/client.ts';
import { isServerUnreachable, reportError } from '../../resource-kit/errors.ts';
import { showSuccess } from '../../ui/toasts.tsx';
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
  return importStartedSchema.parse(response).jobId;
};

const basicResponseSchema = z.object({ success: z.boolean().optional(), message: z.string().optional() }).catch({});

/** Imports the file unchanged, as specified. Returns the server's message, which may be empty. */
export const importBasic = async (file: LocalFile): Promise<string> => {
  const response = await send({ method: 'POST', path, encoding: 'form', body: { excel: file } });
  const { success, message = '' } = basicResponseSchema.parse(response);
  if (success === false) throw new Error(message || `Couldn’t import ${file.name}`);
  return message;
};

const pollIntervalMs = 400;
const maxPollIntervalMs = 10_000;
const maxSilenceMs = 5 * 60_000;

const getJobPath = (jobId: string) => `/jobs/${encodeURIComponent(jobId)}`;

/** Polls a job until it ends. While the server is unreachable, it retries ever more slowly, and then gives up. */
export const pollJob = async (jobId: string, onJob: (job: Job) => void): Promise<Job> => {
  let interval = pollIntervalMs;
  let lastResponseAt = Date.now();
  for (;;) {
    try {
      const { data } = jobResponseSchema.parse(await request('GET', getJobPath(jobId)));
      interval = pollIntervalMs;
      lastResponseAt = Date.now();
      onJob(data);
      if (data.state !== 'waiting' && data.state !== 'running') return data;
    } catch (error) {
      if (!isServerUnreachable(error)) throw error;
      if (Date.now() - lastResponseAt > maxSilenceMs)
        throw new Error(
          'We couldn’t reach the server for 5 minutes. The import may be finished: look at the products before you import the file again.',
        );
      interval = Math.min(interval * 2, maxPollIntervalMs);
    }
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
};

/** Cancels a job; the server discards its changes. */
export const cancelJob = (jobId: string): Promise<unknown> =>
  send({ method: 'POST', path: `${getJobPath(jobId)}/cancel`, body: {} });

const download = async (name: string, request: Omit<Parameters<typeof saveExport>[0], 'format'>) => {
  try {
    const fileName = await saveExport({ ...request, format: 'xlsx' });
    if (fileName !== null) showSuccess(`${name} saved as ${fileName}`);
  } catch (error) {
    reportError(error);
  }
};

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
