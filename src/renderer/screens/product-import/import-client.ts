import { z } from 'zod';
import type { Correction, Job } from '#shared/import.ts';
import { importStartedSchema, jobResponseSchema } from '#shared/import.ts';
import type { LocalFile, SendRequest } from '../../platform/index.ts';
import { request, send } from '../../resource/client.ts';
import { isServerUnreachable } from '../../resource/errors.ts';

/** What is sent: the file, and what a person said of it. */
export type ImportRequest = {
  file: LocalFile;
  isDryRun: boolean;
  /** What is right is imported although something else is wrong. */
  isPartial: boolean;
  sheet: string;
  columns: Record<string, string>;
  corrections: readonly Correction[];
  /** Further fields of the form, which not every server knows. */
  options: Record<string, string>;
};

const path = '/product/upload-csv';

/** Starts an import that goes on after the answer, and gives the id of its job. */
export const startImport = async (
  { file, isDryRun, isPartial, sheet, columns, corrections, options }: ImportRequest,
  { onProgress, signal }: Pick<SendRequest, 'onProgress' | 'signal'>,
): Promise<string> => {
  const answer = await send({
    method: 'POST',
    path,
    query: { dryRun: String(isDryRun), partial: String(isPartial), async: 'true' },
    encoding: 'form',
    body: {
      sheet,
      ...options,
      columns: JSON.stringify(columns),
      corrections: JSON.stringify(corrections),
      excel: file,
    },
    onProgress,
    signal,
  });
  return importStartedSchema.parse(answer).jobId;
};

const plainAnswerSchema = z
  .object({ success: z.boolean().optional(), message: z.string().optional() })
  .catch({});

/** Imports the file as it is, by the specification. Returns the server's message, which may be empty. */
export const importPlainly = async (file: LocalFile): Promise<string> => {
  const answer = await send({ method: 'POST', path, encoding: 'form', body: { excel: file } });
  const { success, message = '' } = plainAnswerSchema.parse(answer);
  if (success === false) throw new Error(message || `Couldn’t import ${file.name}`);
  return message;
};

const askEvery = 400;

const pause = () => new Promise((resolve) => setTimeout(resolve, askEvery));

const jobPath = (jobId: string) => `/jobs/${encodeURIComponent(jobId)}`;

/** Watches a job until it has ended. A server that is away for a while is asked again. */
export const followJob = async (jobId: string, onJob: (job: Job) => void): Promise<Job> => {
  for (;;) {
    try {
      const { data } = jobResponseSchema.parse(await request('GET', jobPath(jobId)));
      onJob(data);
      if (data.state !== 'waiting' && data.state !== 'running') return data;
    } catch (error) {
      if (!isServerUnreachable(error)) throw error;
    }
    await pause();
  }
};

/** Asks the server to end a job; what it did until then is not kept. */
export const cancelJob = (jobId: string): Promise<unknown> =>
  send({ method: 'POST', path: `${jobPath(jobId)}/cancel`, body: {} });
